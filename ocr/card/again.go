package card

import (
	"context"
	"image"
	"slices"
	"strings"

	"ostrakon/ocr"
	"ostrakon/ocr/lines"
)

// sureName is the confidence from which a name is answered; below it, it is read again.
const sureName = 0.88

// readNamesAgain reads names that are in doubt by themselves. They stay in doubt unless two readings agree.
func (s *session) readNamesAgain() error {
	if s.named() {
		return nil
	}
	for _, d := range []*datum{&s.print.fullName, &s.print.surname, &s.print.given} {
		for i, line := range d.lines {
			if line.confidence >= sureName {
				continue
			}
			readings := []datum{line}
			for _, v := range variants()[:2] {
				read, err := s.reader.readLine(s.ctx, s.page.img, line.box, v, lines.Letters()+"'-., ")
				if err != nil {
					return err
				}
				if again, ok := readName(read); ok {
					readings = append(readings, again)
				}
			}
			d.lines[i] = majority(readings)
		}
		if d.lines != nil {
			*d = joined(d.lines)
		}
	}
	return nil
}

// majority is the name that most readings gave; its confidence grows with each, and is 0 if none agrees.
func majority(readings []datum) datum {
	best, most := readings[0], 0.0
	for i, r := range readings {
		sum, doubt, alone := 0.0, 1.0, true
		for j, o := range readings {
			if solid(o.value) == solid(r.value) {
				sum += o.confidence
				doubt *= 1 - o.confidence
				alone = alone && i == j
			}
		}
		if sum > most {
			most = sum
			best = datum{value: r.value, confidence: 1 - doubt, box: readings[0].box}
			if alone {
				best.confidence = 0
			}
		}
	}
	return best
}

// variants are the ways in which a line is read again: where they agree, both are right.
func variants() []lines.Variant {
	return []lines.Variant{{Zoom: 0.9, Stretch: 1.1}, {Zoom: 1.08, Stretch: 0.94}, {Zoom: 1, Stretch: 1}}
}

// readAgain reads the places where a number is, or should be, by themselves and with the scheme's characters alone.
func (s *session) readAgain(p page) error {
	for _, place := range s.places(p) {
		scheme := s.schemes[place.scheme]
		for i, v := range variants() {
			if s.settled(i == len(variants())-1) {
				break
			}
			line, err := s.reader.readLine(s.ctx, p.img, place.box, v, scheme.Alphabet())
			if err != nil {
				return err
			}
			checked := scheme.Checksum != ""
			for _, c := range numbersIn(line, place.scheme, scheme, place.labelled) {
				_, born := scheme.Birth(c.number)
				possible := checked && born || p.shows(line, c.box, checked)
				if possible && (c.labelled || c.grouped || telling(scheme, c.number)) {
					c.foreign = place.foreign
					s.numbers.add(c, scheme)
				}
			}
		}
	}
	return nil
}

// settled reports whether no further reading of the number is worth its time: it is clear or, before the last one,
// decided; or it is what the zone says.
func (s *session) settled(last bool) bool {
	if zone, ok := s.zoneNumber(); ok {
		return len(s.numbers.order) == 0 || s.numbers.has(zone.value)
	}
	_, share := s.likeliest()
	return share >= clearShare || last && share >= decided
}

// places lists where numbers were read, the best first, where a label promises one, and what is as long as one.
func (s *session) places(p page) []candidate {
	const maxAgain, leastDigits = 2, 4 // places of a page; digits of a number however badly read
	var out []candidate
	for _, c := range p.numbers {
		if !overlapping(out, c.box) {
			out = append(out, c)
		}
	}
	for i, scheme := range s.schemes {
		for _, v := range p.valuesOf(number + meaning(i)) {
			if scheme.Name != anyName && !overlapping(out, v.box) && countDigits(v.text(0, len(v.words))) >= leastDigits {
				out = append(out, candidate{scheme: i, labelled: true, box: v.box})
			}
		}
	}
	for i, scheme := range s.schemes {
		for _, v := range p.segments {
			if text := v.text(0, len(v.words)); scheme.Name != anyName && hasLength(scheme, len(solid(text))) &&
				!isDate(text) && !overlapping(out, v.box) && countDigits(text) >= leastDigits {
				out = append(out, candidate{scheme: i, box: v.box})
			}
		}
	}
	return out[:min(len(out), maxAgain)]
}

func countDigits(text string) int {
	return len(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text))
}

// hasLength reports whether numbers of a scheme are as long as a text, give or take one character.
func hasLength(s ocr.Scheme, length int) bool {
	return slices.ContainsFunc(s.Lengths(), func(n int) bool { return n >= length-1 && n <= length+1 })
}

func overlapping(all []candidate, box image.Rectangle) bool {
	return slices.ContainsFunc(all, func(c candidate) bool { return c.box.Overlaps(box) })
}

func (r *Reader) readLine(ctx context.Context, img *image.Gray, box image.Rectangle, v lines.Variant,
	alphabet string) (segment, error) {
	words, err := r.engine.Line(ctx, img, box, v, alphabet)
	whole := segment{words: words}
	for _, w := range words {
		whole.box = whole.box.Union(w.Box)
	}
	return whole, err
}
