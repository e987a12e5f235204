package lines

import (
	"image"

	"ostrakon/ocr/lines/net"
)

// word makes a word of letters, from the middle of the space before it to that behind it.
func (s *segment) word(letters []letter, from, to int) Word {
	w := Word{Line: s.line, Confidence: 1}
	text := make([]rune, 0, to-from)
	for _, l := range letters[from:to] {
		text = append(text, l.symbol)
		w.Confidence = min(w.Confidence, l.confidence)
	}
	cased(text)
	w.Text = string(text)
	column := func(step float64) int { return int(s.place.Left + step*net.Step/s.place.Zoom()) }
	left, right := s.box.Min.X, s.box.Max.X
	if from > 0 {
		left = column(float64(letters[from-1].from+letters[from-1].to) / 2)
	}
	if to < len(letters) {
		right = column(float64(letters[to].from+letters[to].to) / 2)
	}
	for _, p := range s.parts {
		if middle := (p.Min.X + p.Max.X) / 2; middle >= left && middle < right {
			w.Box = w.Box.Union(p)
		}
	}
	if w.Box.Empty() || w.Box.Dx() > 2*(right-left) { // the letters touch those of other words
		w.Box = image.Rect(left, s.box.Min.Y, max(right, left+1), s.box.Max.Y)
	}
	if s.unread(letters[from:to], w.Box) {
		w.Confidence *= doubt
	}
	return w
}

// doubt is what is left of the confidence of a word beside which there is ink that no character explains.
const doubt = 0.5

// unread reports whether something as high as a letter in a box, or at either end of it, was not read.
func (s *segment) unread(letters []letter, box image.Rectangle) bool {
	const tolerance, letter, high = 0.2, 1.15, 0.55 // of the height of capitals
	at := func(l int) float64 {
		return s.place.Left + float64(letters[l].from+letters[l].to)/2*net.Step/s.place.Zoom()
	}
	unit := s.unit
	if at(0)-float64(box.Min.X) > letter*unit || float64(box.Max.X)-at(len(letters)-1) > letter*unit {
		return true
	}
	l := 0
	for _, p := range s.parts {
		if float64(p.Dy()) < high*unit || !p.In(box) {
			continue
		}
		for l < len(letters)-1 && at(l) < float64(p.Min.X)-tolerance*unit {
			l++
		}
		if x := at(l); x < float64(p.Min.X)-tolerance*unit || x > float64(p.Max.X)+tolerance*unit {
			return true
		}
	}
	return false
}
