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

func (l labelled) is(m meaning) bool { return slices.Contains(l.meanings, m) }

func (l labelled) ofName() bool { return l.is(fullName) || l.is(surname) || l.is(givenNames) }

// names reports whether the value of the label is the whole name, the surname or the given names. That of "Surname,
// given names" is the whole; cards in German print "Name / Surname", where the narrower meaning holds.
func (l labelled) names(m meaning) bool {
	switch family, given := l.is(surname), l.is(givenNames); {
	case family && given:
		return m == fullName
	case m == fullName:
		return l.is(m) && !family && !given
	}
	return l.is(m)
}

// leastConfidence is the confidence of the engine below which a word at the edge of a value is grain or ornament.
const leastConfidence = 0.3

// findLabelled finds the labels that open the segments of a page, and their values.
func (p page) findLabelled() (out []labelled) {
	for i, s := range p.segments {
		c, ok := opening(p.captions[i])
		if !ok {
			continue
		}
		l := labelled{meanings: c.meanings, box: s.box}
		if value := s.part(c.to, len(s.words)); isValue(l, value, strings.HasSuffix(s.words[c.to-1].Text, "/")) {
			l.values = append(l.values, value)
		} else {
			l.values = p.around(i)
		}
		out = append(out, l)
	}
	return out
}

func (p page) valuesOf(m meaning) (out []segment) {
	for _, l := range p.found {
		if l.is(m) {
			out = append(out, l.values...)
		}
	}
	return out
}

// isValue reports whether what follows a label on its line is the value, and not the label in another language.
func isValue(l labelled, rest segment, slash bool) bool {
	return len(rest.words) > 0 && (countDigits(rest.text(0, len(rest.words))) > 0 || l.ofName() && !slash || l.is(other))
}

// around lists the segments beside and below a label, or above it where labels are below, that are no labels.
func (p page) around(at int) (out []segment) {
	own := p.segments[at]
	h := max(own.height(), 1)
	var right, next segment
	for i, s := range p.segments {
		nearest := inRow(own.box, s.box, h) && (right.words == nil || s.box.Min.X < right.box.Min.X)
		distance := apart(own.box, s.box, p.up)
		stacked := distance > -h/2 && distance < 3*h && aligned(own.box, s.box, h) &&
			(next.words == nil || distance < apart(own.box, next.box, p.up))
		if l, ok := opening(p.captions[i]); i == at || !nearest && !stacked || isGrain(s) || ok && l.certain {
			continue
		}
		if nearest {
			right = s
		}
		if stacked {
			next = s
		}
	}
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

// datum is a value that was read, with where it is.
type datum struct {
	value      string
	confidence float64
	from       segment
}

// findName reads the value of a label of names. ok is false if none of its values is a name.
func (p page) findName(m meaning) (best datum, ok bool) {
	for _, l := range p.found {
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

// readName cleans a name of grain: words of letters, hyphens and apostrophes, as certain as the least of them.
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
		return len(letters) == 0 || len(letters) == 1 && unicode.IsLower(letters[0]) ||
			w.Confidence < leastConfidence && len(letters) < 4
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
	text = strings.NewReplacer("’", "'", "‘", "'", "`", "'", "0", "O", "1", "I", "5", "S", "8", "B", "|", "I", "—", "-",
		"–", "-").Replace(text)
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
