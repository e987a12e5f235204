package card

import (
	"image"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ostrakon/ocr/lines"
)

// labelled is a label and what may be its value, the likeliest place first.
type labelled struct {
	meanings []meaning
	values   []segment
	box      image.Rectangle // of the line that it opens
}

// is reports whether the label has a meaning.
func (l labelled) is(m meaning) bool { return slices.Contains(l.meanings, m) }

// ofName reports whether the label is that of a name or a part of it.
func (l labelled) ofName() bool { return l.is(fullName) || l.is(surname) || l.is(givenNames) }

// names reports whether the value of the label is the whole name, the surname or the given names. That
// of "Surname, given names" is the whole; cards in German print "Name / Surname", where the narrower
// meaning holds.
func (l labelled) names(m meaning) bool {
	switch family, given := l.is(surname), l.is(givenNames); {
	case family && given:
		return m == fullName
	case m == fullName:
		return l.is(m) && !family && !given
	}
	return l.is(m)
}

// leastConfidence is the confidence of the engine below which a word at the edge of a value is
// grain or ornament.
const leastConfidence = 0.3

// findLabelled finds the labels of a page. A label opens its segment; a second one that follows it
// says the same in another language; up tells that values are above their labels.
func findLabelled(page []segment, labels []label, up bool) []labelled {
	var out []labelled
	for i, s := range page {
		first, ok := opening(s, labels)
		if !ok {
			continue
		}
		l, end := labelled{meanings: first.meanings, box: s.box}, first.to
		if value := s.part(end, len(s.words)); isValue(l, value, strings.HasSuffix(s.words[end-1].Text, "/")) {
			l.values = append(l.values, value)
		} else {
			l.values = around(page, i, labels, up)
		}
		out = append(out, l)
	}
	return out
}

// opening finds the label that a segment begins with, and what follows it in other languages: at
// the first word, behind grain, or behind the slash that parts it from the same label in a language
// or script that the vocabulary lacks.
func opening(s segment, labels []label) (match, bool) {
	var places []int
	if len(s.words) > 1 && precedes(s.words[0]) {
		places = append(places, 1)
	}
	places = append(places, 0)
	for i, w := range s.words[:len(s.words)-1] {
		if strings.HasSuffix(w.Text, "/") {
			places = append(places, i+1)
		}
	}
	for _, from := range places {
		first, ok := matchAt(s, from, labels)
		if !ok || from > 1 && !first.certain() {
			continue
		}
		for first.to < len(s.words) {
			next, ok := matchAt(s, first.to, labels)
			if !ok || !next.certain() {
				break
			}
			first.meanings = append(first.meanings, next.meanings...)
			first.to = next.to
		}
		return first, true
	}
	return match{}, false
}

// precedes reports whether a word is not part of the label's: grain, or the number that the fields of a
// card go by ("4b.").
func precedes(w lines.Word) bool {
	short := len(solid(w.Text))
	return w.Confidence < leastConfidence || short < 2 || short == 2 && countDigits(w.Text) > 0
}

// isValue reports whether what follows a label on its line is the value: not the label in a language
// that the vocabulary lacks, which a slash parts from it, or which has no digit where the value
// must.
func isValue(l labelled, rest segment, slash bool) bool {
	return len(rest.words) > 0 && (countDigits(rest.text(0, len(rest.words))) > 0 || l.ofName() && !slash || l.is(other))
}

// around lists the segments beside and below a label that are no labels themselves; up tells that
// values are above theirs.
func around(page []segment, at int, labels []label, up bool) []segment {
	own := page[at]
	var right, next segment
	for i, s := range page {
		if i == at {
			continue
		}
		h := max(own.height(), 1)
		overlap := min(own.box.Max.Y, s.box.Max.Y) - max(own.box.Min.Y, s.box.Min.Y)
		gap := s.box.Min.X - own.box.Max.X
		beside := 2*overlap > min(own.box.Dy(), s.box.Dy()) && gap > -h && gap < 25*h && (right.words == nil || s.box.Min.X < right.box.Min.X)
		distance := apart(own.box, s.box, up)
		stacked := distance > -h/2 && distance < 3*h && inColumn(own, s) && (next.words == nil || distance < apart(own.box, next.box, up))
		if !beside && !stacked || isGrain(s) || isLabel(s, labels) {
			continue
		}
		if beside {
			right = s
		}
		if stacked {
			next = s
		}
	}
	var out []segment
	for _, s := range []segment{right, next} {
		if s.words != nil {
			out = append(out, s)
		}
	}
	return out
}

// isGrain reports whether a segment has no word of two characters, as the dots of an Ü may be read.
func isGrain(s segment) bool {
	return !slices.ContainsFunc(s.words, func(w lines.Word) bool { return utf8.RuneCountInString(w.Text) > 1 })
}

// apart is how far another box is below one, or above it if up.
func apart(own, other image.Rectangle, up bool) int {
	if up {
		return own.Min.Y - other.Max.Y
	}
	return other.Min.Y - own.Max.Y
}

// inColumn reports whether two segments begin at about the same place of their lines, or one is
// over most of the first.
func inColumn(own, s segment) bool {
	h := max(own.height(), 1)
	shared := min(own.box.Max.X, s.box.Max.X) - max(own.box.Min.X, s.box.Min.X)
	return s.box.Min.X-own.box.Min.X < 2*h && own.box.Min.X-s.box.Min.X < 2*h || 2*shared > own.box.Dx()
}

// labelledBelow reports whether a page prints its labels below the values: labels that are alone
// are nearer to what is above them.
func labelledBelow(page []segment, labels []label) bool {
	above, below := 0, 0
	for i, own := range page {
		if m, ok := opening(own, labels); !ok || m.to < len(own.words) {
			continue
		}
		h := max(own.height(), 1)
		up, down := 3*h, 3*h
		for j, s := range page {
			if j == i || !inColumn(own, s) {
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

// isLabel reports whether a segment begins with a label that cannot well be a value: spelt right, or
// long.
func isLabel(s segment, labels []label) bool {
	m, ok := opening(s, labels)
	return ok && m.certain()
}

// datum is a value that was read, with where it is.
type datum struct {
	value      string
	confidence float64
	from       segment
}

// findName reads the value of a label of names. ok is false if none of its values is a name.
func findName(found []labelled, m meaning) (best datum, ok bool) {
	for _, l := range found {
		if !l.names(m) {
			continue
		}
		for _, v := range l.values {
			if d, is := readName(v); is {
				if !ok || d.confidence > best.confidence {
					best, ok = d, true
				}
				break
			}
		}
	}
	return best, ok
}

// readName cleans a name: words of letters, hyphens and apostrophes, without grain at the ends. It
// is as certain as the least of its words.
func readName(v segment) (datum, bool) {
	if text := v.text(0, len(v.words)); isDate(text) {
		return datum{}, false
	}
	words := slices.Clone(v.words)
	for i := range words {
		words[i].Text = lettersOnly(words[i].Text)
	}
	grain := func(w lines.Word) bool {
		letters := []rune(w.Text)
		return len(letters) == 0 || len(letters) == 1 && unicode.IsLower(letters[0]) || w.Confidence < leastConfidence && len(letters) < 4
	}
	for len(words) > 0 && grain(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	for len(words) > 0 && grain(words[0]) {
		words = words[1:]
	}
	s := segment{words: words}.part(0, len(words))
	letters, least := 0, 1.0
	for _, w := range words {
		letters += len([]rune(w.Text))
		least = min(least, w.Confidence)
	}
	text := strings.TrimSpace(s.text(0, len(words)))
	const rest = "NO" // of a label such as "Document No."
	return datum{value: text, confidence: least, from: s}, letters >= 2 && len(words) <= 8 && solid(text) != rest
}

// lettersOnly keeps what a word of a name may hold. A digit inside a word is a misread letter.
func lettersOnly(text string) string {
	text = strings.NewReplacer("’", "'", "‘", "'", "`", "'", "0", "O", "1", "I", "5", "S", "8", "B", "|", "I", "—", "-", "–", "-").Replace(text)
	if strings.ContainsAny(text, "234679<") {
		return ""
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || r == '\'' || r == '-' {
			return r
		}
		return -1
	}, text)
	return strings.Trim(text, "-'")
}
