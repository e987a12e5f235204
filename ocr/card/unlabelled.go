package card

import (
	"image"
	"slices"
	"strings"
	"time"

	"ostrakon/ocr"
)

// withoutLabel is what is left of the confidence in a name that is known by its place, without a label.
const withoutLabel = 0.8

// labelsNames reports whether a label of a page is that of a name.
func (p page) labelsNames() bool { return slices.ContainsFunc(p.found, labelled.ofName) }

// nameAboveBirth finds a name without a label, as on an Aadhaar card: several words right above the birth.
func nameAboveBirth(p page) (best datum, ok bool) {
	if p.labelsNames() {
		return datum{}, false
	}
	for _, l := range p.found {
		if !l.is(birth) || !slices.ContainsFunc(l.values, func(v segment) bool { return v.box.In(l.box) }) {
			continue
		}
		own := segment{box: l.box}
		for _, s := range p.segments {
			text := s.text(0, len(s.words))
			distance := apart(own.box, s.box, true)
			if distance < 0 || distance > 2*own.height() || !aligned(own.box, s.box, max(own.height(), 1)) ||
				strings.ContainsAny(text, ":/") || countDigits(text) > 0 {
				continue
			}
			if d, is := readName(s); is && len(strings.Fields(d.value)) > 1 && d.confidence >= sureName {
				d.confidence *= withoutLabel
				best, ok = d, true
			}
		}
	}
	return best, ok
}

// licenceNames finds the names on a driving licence, whose fields have numbers for labels (directive
// 2006/126/EC, annex I) that are too small to read: the surname, below it the given names, and below
// those the line that begins with the date of birth.
func licenceNames(p page, today time.Time) (family, given datum, ok bool) {
	if p.labelsNames() {
		return datum{}, datum{}, false
	}
	for _, d := range p.dates {
		if d.meaning != unclaimed || d.spot.from > 1 || !p.alone(d, today) {
			continue
		}
		for _, s := range p.segments {
			name, is := readName(s.withoutNumber())
			gap, left := apart(d.spot.box, name.from.box, true), name.from.box.Min.X-d.spot.box.Min.X
			near := gap > -d.spot.box.Dy()/2 && gap < 2*d.spot.box.Dy() && max(left, -left) < 3*d.spot.box.Dy()
			if is && near && (given.value == "" || name.from.box.Max.Y > given.from.box.Max.Y) {
				given = name
			}
		}
		if given.value != "" {
			family, ok = otherPart(p, given, []dated{d}, true)
		}
		given.confidence *= withoutLabel
		return family, given, ok
	}
	return datum{}, datum{}, false
}

// otherPart finds the surname above given names, or those below a surname, with the birth below at the same distance.
func otherPart(p page, known datum, births []dated, above bool) (datum, bool) {
	middle := func(r image.Rectangle) int { return (r.Min.Y + r.Max.Y) / 2 }
	own, h := known.from.box, known.from.height()
	for _, b := range births {
		distance := middle(b.spot.box) - middle(own)
		row := middle(own) - distance
		if !above {
			distance /= 2
			row = middle(own) + distance
		}
		if distance < h || distance > 4*h || !aligned(own, b.spot.box, h) {
			continue
		}
		for _, s := range p.segments {
			for i, w := range s.words {
				down, right := middle(w.Box)-row, w.Box.Min.X-own.Min.X
				if 4*max(down, -down) > distance || max(right, -right) > h {
					continue
				}
				if name, ok := readName(s.part(i, len(s.words))); ok {
					name.confidence *= withoutLabel
					return name, true
				}
			}
		}
	}
	return datum{}, false
}

// withoutNumber is the segment without the number of its field, such as "1.", which reads 1L, too.
func (s segment) withoutNumber() segment {
	if len(s.words) > 1 && len(s.words[0].Text) < 4 && countDigits(s.words[0].Text) > 0 {
		return s.part(1, len(s.words))
	}
	return s
}

// complete finds the part of a name that is labelled "name" beside the other part's own label.
func complete(n Names) Names {
	whole := n.FullName
	if whole.Value == "" || (n.Surname.Value == "") == (n.GivenNames.Value == "") {
		return n
	}
	part, missing := n.Surname, &n.GivenNames
	if part.Value == "" {
		part, missing = n.GivenNames, &n.Surname
	}
	all := strings.Fields(ocr.Fold(whole.Value))
	for _, word := range strings.Fields(ocr.Fold(part.Value)) {
		if slices.Contains(all, word) {
			return n
		}
	}
	*missing = whole
	n.FullName.Value = n.GivenNames.Value + " " + n.Surname.Value
	n.FullName.Confidence = min(part.Confidence, whole.Confidence)
	return n
}
