package card

import (
	"image"
	"math"
	"strings"

	"ostrakon/ocr"
	"ostrakon/ocr/lines"
)

// segment is a run of words on one line without a wide gap: a label, a value, or both.
type segment struct {
	words []lines.Word
	box   image.Rectangle
}

// text joins words from one index to another, exclusive.
func (s segment) text(from, to int) string {
	texts := make([]string, 0, to-from)
	for _, w := range s.words[from:to] {
		texts = append(texts, w.Text)
	}
	return strings.Join(texts, " ")
}

func (s segment) part(from, to int) segment {
	p := segment{words: s.words[from:to]}
	for _, w := range p.words {
		p.box = p.box.Union(w.Box)
	}
	return p
}

// confidence is the mean of the words', weighted by their length.
func (s segment) confidence() float64 {
	sum, n := 0.0, 0
	for _, w := range s.words {
		sum += w.Confidence * float64(len(w.Text))
		n += len(w.Text)
	}
	return sum / float64(max(n, 1))
}

// height is that of the lowest word of two characters or more: a tilt makes other boxes too high.
func (s segment) height() int {
	least := s.box.Dy()
	for _, w := range s.words {
		if len(w.Text) > 1 && w.Box.Dy() > 0 {
			least = min(least, w.Box.Dy())
		}
	}
	return least
}

// segments parts words into lines, and lines at gaps wider than letters are high. A lone slash joins the word before.
func segments(words []lines.Word) []segment {
	var out []segment
	for _, w := range words {
		if n := len(out); n > 0 && w.Text == "/" {
			last := out[n-1].words
			last[len(last)-1].Text += "/"
		}
		for _, piece := range pieces(w) {
			if n := len(out); n > 0 && continues(out[n-1], piece) {
				out[n-1].words = append(out[n-1].words, piece)
				out[n-1].box = out[n-1].box.Union(piece.Box)
				continue
			}
			out = append(out, segment{words: []lines.Word{piece}, box: piece.Box})
		}
	}
	return out
}

// continues reports whether a word goes on where a segment ends.
func continues(s segment, w lines.Word) bool {
	last := s.words[len(s.words)-1]
	gap := w.Box.Min.X - last.Box.Max.X
	return w.Line == last.Line && gap > -last.Box.Dy() && float64(gap) < 1.6*float64(max(w.Box.Dy(), last.Box.Dy()))
}

// pieces cuts a word after a colon and around a slash, and drops what holds no letter or digit.
func pieces(w lines.Word) []lines.Word {
	var out []lines.Word
	runes := []rune(w.Text)
	from := 0
	cut := func(to int) {
		text := string(runes[from:to])
		if ocr.Fold(text) != "" {
			piece := w
			piece.Text = text
			piece.Box.Min.X = w.Box.Min.X + w.Box.Dx()*from/len(runes)
			piece.Box.Max.X = w.Box.Min.X + w.Box.Dx()*to/len(runes)
			out = append(out, piece)
		}
		from = to
	}
	for i, r := range runes {
		letters := i > 1 && len(runes)-i > 2 && !strings.ContainsAny(string(runes[max(i-2, 0):i+2]), "0123456789")
		if r == ':' || r == '/' && letters {
			cut(i + 1)
		}
	}
	cut(len(runes))
	return out
}

// quality sums up letters and digits in words of three and more, by confidence: low for a card upside down.
func quality(found []segment) float64 {
	sum := 0.0
	for _, s := range found {
		for _, w := range s.words {
			if n := len(ocr.Fold(w.Text)); n >= 3 && w.Confidence > 0.5 {
				sum += float64(n) * w.Confidence
			}
		}
	}
	return sum
}

// distance is the Levenshtein distance of two texts, or more than limit if it is above it.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal, least := row[0], math.MaxInt
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(row[j+1]+1, row[j]+1, diagonal+cost)
			diagonal, row[j+1] = row[j+1], next
			least = min(least, next)
		}
		if least > limit {
			return limit + 1
		}
	}
	return row[len(b)]
}
