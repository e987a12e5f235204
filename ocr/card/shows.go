package card

import (
	"image"
	"slices"
	"strings"
	"unicode"

	"ostrakon/ocr"
)

// shows reports whether a number that was read again, within a box, may be what the page has there: an engine that may
// answer digits alone makes digits of the letters of another number. A letter may be a digit that it looks like, and a
// digit stays one. Without check digits, nothing but missing digits and grain may be between them.
func (p page) shows(line segment, box image.Rectangle, checked bool) bool {
	first, again := "", []rune(line.within(box))
	for _, s := range p.segments {
		first += s.within(box)
	}
	read := []rune(first)
	strange := func(r rune) bool { return unicode.IsLetter(r) && (!checked || !ocr.LikeDigit(r)) }
	switch {
	case first == "":
		return true
	case len(read) == len(again):
		for i, r := range read {
			if unicode.IsLetter(r) != unicode.IsLetter(again[i]) && !ocr.LikeDigit(r) {
				return false
			}
		}
		return true
	case slices.ContainsFunc(again, unicode.IsLetter):
		return checked
	}
	return !strings.ContainsFunc(first, strange)
}

// within is the letters and digits of the words whose middle is in a box.
func (s segment) within(box image.Rectangle) string {
	var b strings.Builder
	for _, w := range s.words {
		if middle := w.Box.Min.Add(w.Box.Max).Div(2); middle.In(box) {
			b.WriteString(strings.Map(func(r rune) rune {
				if unicode.In(r, unicode.Letter, unicode.Digit) {
					return r
				}
				return -1
			}, w.Text))
		}
	}
	return b.String()
}
