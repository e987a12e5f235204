package card

import (
	"image"
	"slices"
	"strings"

	"ostrakon/ocr"
)

// candidate is a number of a scheme that was read somewhere on the card.
type candidate struct {
	scheme        int // index of the caller's
	number        string
	substitutions int
	labelled      bool // beside a label of the scheme
	grouped       bool // in the exact grouping of the scheme, which needs no label
	foreign       bool // beside a label of something else
	confidence    float64
	box           image.Rectangle
}

const (
	maxRunWords   = 6   // words that one number is printed in: 4 groups, and two splits by mistake
	maxCandidates = 200 // of a page; a page full of digits is not a card
)

// findNumbers lists the numbers of the schemes on a page, one for each place and scheme; none of anyName.
func (p page) findNumbers(schemes []ocr.Scheme) []candidate {
	var out []candidate
	for i, s := range schemes {
		if s.Name == anyName {
			continue
		}
		for _, l := range p.found {
			for _, v := range l.values {
				if !l.is(number + meaning(i)) {
					break
				}
				found := numbersIn(v, i, s, true)
				for _, c := range found {
					if !slices.ContainsFunc(out, func(o candidate) bool {
						return o.scheme == i && o.number == c.number && o.box == c.box
					}) {
						out = append(out, c)
					}
				}
				if len(found) > 0 && v.box.In(l.box) {
					break
				}
			}
		}
		for _, v := range p.segments {
			for _, c := range numbersIn(v, i, s, false) {
				if (c.grouped || telling(s, c.number)) && !slices.ContainsFunc(out,
					func(o candidate) bool { return o.scheme == i && o.box.Overlaps(c.box) }) {
					c.foreign = slices.ContainsFunc(p.valuesOf(other), func(v segment) bool { return c.box.In(v.box) })
					out = append(out, c)
				}
			}
		}
		if len(out) > maxCandidates {
			return nil
		}
	}
	return out
}

// anyName is the scheme that accepts whatever may be a number.
const anyName = "any"

// fewDigits is the length up to which digits alone, without a birth in them, are not known by a check digit: one other
// number of ten has it, and cards and screens are full of such numbers.
const fewDigits = 10

// telling reports whether check digits or letters make a number of a scheme known without a label.
func telling(s ocr.Scheme, compact string) bool {
	if s.Checksum != "" {
		_, born := s.Birth(compact)
		return born || len(compact) > fewDigits || strings.Trim(compact, "0123456789") != ""
	}
	if !strings.ContainsAny(compact, "0123456789") || strings.Trim(compact, "0123456789") == "" {
		return false
	}
	for i, c := range compact {
		swapped := "A"
		if c >= 'A' {
			swapped = "0"
		}
		if s.Validate(compact[:i]+swapped+compact[i+1:]) == "" {
			return false
		}
	}
	return true
}

// numbersIn lists the numbers that runs of words may be: where runs overlap, fewest substitutions, then the longer.
func numbersIn(v segment, scheme int, s ocr.Scheme, labelled bool) []candidate {
	var out []candidate
	for from := range v.words {
		if labelled && from > 1 {
			break // grain may come before the value, nothing else
		}
		for to := from + 1; to <= min(len(v.words), from+maxRunWords); to++ {
			if s.Checksum == "" && (v.digitsAt(from-1) || v.digitsAt(to)) {
				continue // it is a part of a longer number
			}
			run := v.part(from, to)
			text := strings.TrimLeft(run.text(0, to-from), " :.#")
			if isDate(text) {
				continue
			}
			repaired := s.Repair(text)
			for _, r := range repaired {
				if r.Substitutions > repaired[0].Substitutions {
					break
				}
				out = append(out, candidate{scheme: scheme, number: r.Number, substitutions: r.Substitutions,
					labelled: labelled, grouped: grouped(s, r.Number, text), confidence: run.confidence(), box: run.box})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		if a.substitutions != b.substitutions {
			return a.substitutions - b.substitutions
		}
		return len(b.number) - len(a.number)
	})
	var kept []candidate
	for _, c := range out {
		if !slices.ContainsFunc(kept, func(k candidate) bool { return k.box.Overlaps(c.box) && k.box != c.box }) {
			kept = append(kept, c)
		}
	}
	return kept
}

// grouped reports whether a text has a number in the exact grouping of its kind, which then needs no label: one with a
// date of birth in it, or with two marks of the grouping.
func grouped(s ocr.Scheme, number, text string) bool {
	format := s.Format(number)
	if groups(format) != groups(text) || groups(format) == groups(number) {
		return false
	}
	born, known := s.Birth(number)
	return known && born.Year > 0 || strings.Count(format, "-") > 1
}

// groups is the form of a text: # for each letter or digit, and what is between them.
func groups(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -./", r) {
			return r
		}
		return '#'
	}, strings.NewReplacer("- ", "-", " -", "-").Replace(text))
}

// digitsAt reports whether the word at a place, if there is one, is of digits alone.
func (s segment) digitsAt(i int) bool {
	if i < 0 || i >= len(s.words) || isDate(s.words[i].Text) {
		return false
	}
	return strings.Trim(s.words[i].Text, "0123456789-./") == "" && countDigits(s.words[i].Text) > 0
}

// isDate reports whether a text is a date and nothing else: eight digits between dots are not number.
func isDate(text string) bool {
	if !strings.ContainsAny(text, "./- ") {
		return false
	}
	for _, d := range ocr.FindDates(text) {
		if d.Substitutions == 0 && strings.Trim(text[:d.Start]+text[d.End:], " .,:") == "" {
			return true
		}
	}
	return false
}

// agreement adds up the weights of independent readings that give the same number.
type agreement struct {
	weights map[reading]float64
	order   []reading // as first read
}

type reading struct {
	scheme int
	number string
}

// Weights of a reading. Check digits make a misread number ten or a hundred times rarer.
const (
	plainWeight    = 1.0
	checkedWeight  = 2.0
	unlabelledPart = 0.5  // is left of the weight of a number without a label
	foreignPart    = 0.25 // is left of the weight of a number beside another label
	perRepair      = 0.25 // taken off for each character that was repaired
	perWrongBirth  = 0.25 // what is left if the date of birth in it is not the printed one
	agreeingBirth  = 0.5  // added if it is
	doubt          = 1.0  // weight against every number before anything is read
	clearShare     = 0.7  // share of the weight at which no further reading is needed
	decided        = 0.6  // least share of the weight of a number that is answered
)

func (a *agreement) add(c candidate, s ocr.Scheme) {
	weight := plainWeight
	if s.Checksum != "" {
		weight = checkedWeight
	}
	switch {
	case c.labelled, c.grouped:
	case c.foreign:
		weight *= foreignPart
	default:
		weight *= unlabelledPart
	}
	weight -= perRepair * float64(c.substitutions)
	weight *= 0.5 + 0.5*c.confidence
	if weight <= 0 {
		return
	}
	r := reading{c.scheme, c.number}
	if a.weights == nil {
		a.weights = map[reading]float64{}
	}
	if _, ok := a.weights[r]; !ok {
		a.order = append(a.order, r)
	}
	a.weights[r] += weight
}

func (a *agreement) has(number string) bool {
	return slices.ContainsFunc(a.order, func(r reading) bool { return r.number == number })
}

// likeliest returns the number with most weight and its share of all, with a prior doubt. judge adjusts weights.
func (a *agreement) likeliest(judge func(reading, float64) float64) (best reading, share float64) {
	total, most := doubt, 0.0
	for _, r := range a.order {
		w := judge(r, a.weights[r])
		total += w
		if w > most {
			best, most = r, w
		}
	}
	return best, most / total
}
