package card

import (
	"slices"
	"strings"

	"ostrakon/ocr"
)

// nameAboveBirth finds a name without a label, as on an Aadhaar card: several words right above the birth.
func nameAboveBirth(p page) (best datum, ok bool) {
	if slices.ContainsFunc(p.found, labelled.ofName) {
		return datum{}, false
	}
	for _, l := range p.found {
		if !l.is(birth) || !slices.ContainsFunc(l.values, func(v segment) bool { return v.box.In(l.box) }) {
			continue
		}
		for _, s := range p.segments {
			text := s.text(0, len(s.words))
			distance, h := apart(l.box, s.box, true), l.box.Dy()
			if distance < 0 || distance > 2*h || !aligned(l.box, s.box, h) ||
				strings.ContainsAny(text, ":/") || countDigits(text) > 0 {
				continue
			}
			if d, is := readName(s); is && len(strings.Fields(d.value)) > 1 && d.confidence >= sureName {
				best, ok = joined([]datum{d}), true
			}
		}
	}
	return best, ok
}

// complete finds the part of a name that is labelled "name" beside the other part's own label. A word alone is no whole
// name: the label of the other part was not read.
func complete(n Names) Names {
	whole := n.FullName
	if n.Surname.Value == "" && n.GivenNames.Value == "" && !strings.Contains(whole.Value, " ") {
		n.FullName = Field{Check: None}
		return n
	}
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
