package card

import (
	"image"
	"slices"
	"strings"

	"ostrakon/ocr/lines"
)

type spot struct {
	line     int // index of its segment
	from, to int // words of it
	box      image.Rectangle
}

// caption is a label of a page, with the words that it takes alone: one segment may hold several.
type caption struct {
	spot
	meanings []meaning
	opens    bool // nothing but grain, or the same in another language and a slash, comes before it
	certain  bool // it cannot well be a value
}

// captionsOf finds the labels of a segment.
func captionsOf(s segment, line int, labels []label) (out []caption) {
	for i := 0; i < len(s.words); {
		m, ok := matchAt(s, i, labels)
		if i == 0 && len(s.words) > 1 && precedes(s.words[0]) {
			if _, behind := matchAt(s, 1, labels); behind {
				ok = false
			}
		}
		opens := i == 0 || i == 1 && precedes(s.words[0]) || strings.HasSuffix(s.words[i-1].Text, "/")
		if !ok || !m.certain() && (i > 1 || !opens) {
			i++
			continue
		}
		at := spot{line, i, m.to, s.part(i, m.to).box}
		if before := s.text(0, i); len(out) == 0 && countDigits(before) == 0 {
			at.box.Min.X = s.box.Min.X // the same in a language that the vocabulary lacks
		}
		out = append(out, caption{at, m.meanings, opens, m.certain()})
		i = m.to
	}
	return out
}

// precedes reports whether a word is not part of the label's: grain, or the number of a field on a card ("4b.").
func precedes(w lines.Word) bool {
	short := len(solid(w.Text))
	return w.Confidence < leastConfidence && short < 4 || short < 2 || short == 2 && countDigits(w.Text) > 0
}

// opening is the label that a segment begins with, and the same in other languages behind it.
func opening(all []caption) (first caption, ok bool) {
	for _, c := range all {
		switch {
		case !ok && c.opens:
			first, ok = c, true
		case ok && c.from == first.to && !slices.Contains(c.meanings, other):
			first.meanings = slices.Concat(first.meanings, c.meanings)
			first.to = c.to
		}
	}
	return first, ok
}

// labelledBelow reports whether the labels of a page are below their values: those alone are nearer to what is above.
func (p page) labelledBelow() bool {
	above, below := 0, 0
	for i, own := range p.segments {
		if c, ok := opening(p.captions[i]); !ok || c.to < len(own.words) {
			continue
		}
		h := max(own.height(), 1)
		up, down := 3*h, 3*h
		for j, s := range p.segments {
			if j == i || !aligned(own.box, s.box, h) {
				continue
			}
			if d := apart(own.box, s.box, true); d > -h/2 {
				up = min(up, max(d, 0))
			}
			if d := apart(own.box, s.box, false); d > -h/2 {
				down = min(down, max(d, 0))
			}
		}
		switch {
		case 2*up < down:
			above++
		case 2*down < up:
			below++
		}
	}
	return above > 1 && above > 2*below
}

// inRow reports whether a value is right of its label, on lines of a height.
func inRow(label, value image.Rectangle, h int) bool {
	overlap := min(label.Max.Y, value.Max.Y) - max(label.Min.Y, value.Min.Y)
	gap := value.Min.X - label.Max.X
	return 2*overlap > min(label.Dy(), value.Dy()) && gap > -h && gap < 25*h
}

// apart is how far another box is below one, or above it if up.
func apart(own, other image.Rectangle, up bool) int {
	if up {
		return own.Min.Y - other.Max.Y
	}
	return other.Min.Y - own.Max.Y
}

// aligned reports whether label and value are in one column: they begin alike, or one is over most of the other.
func aligned(label, value image.Rectangle, h int) bool {
	shared := min(label.Max.X, value.Max.X) - max(label.Min.X, value.Min.X)
	begins := value.Min.X - label.Min.X
	return begins > -2*h && begins < 2*h || 2*shared > min(label.Dx(), value.Dx())
}
