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

func (l labelled) ofName() bool {
	return !l.is(other) && (l.is(fullName) || l.is(surname) || l.is(givenNames))
}

// names reports whether the value of the label is the whole name, the surname or the given names. That of "Surname,
// given names" is the whole; cards in German print "Name / Surname", where the narrower meaning holds. Nome and Nombre
// are given names beside a surname, and the whole name where a card has no label for one.
func (l labelled) names(m meaning, alone bool) bool {
	switch family, given := l.is(surname), l.is(givenNames); {
	case !l.ofName():
		return false
	case family && given:
		return m == fullName
	case m == fullName:
		return l.is(m) && !family && (!given || alone)
	}
	return l.is(m)
}

// leastConfidence is the confidence of the engine below which a word at the edge of a value is grain or ornament.
const leastConfidence = 0.3

const (
	maxLines   = 3 // of a name
	leastWords = 3 // of a whole name whose label may be that of given names
)

// findLabelled finds the labels that open the segments of a page, and their values.
func (p page) findLabelled() (out []labelled) {
	for i, s := range p.segments {
		c, ok := opening(p.captions[i])
		if !ok {
			continue
		}
		l := labelled{meanings: c.meanings, box: s.box}
		to := p.labelAfter(i, c.to)
		mark := l.ofName() && to < len(s.words) && len(solid(s.text(c.to, to))) < 4 // of the field, such as (b)
		if value := s.part(c.to, to); !mark && isValue(l, value, strings.HasSuffix(s.words[c.to-1].Text, "/")) {
			l.values = append(l.values, value)
		}
		if len(l.values) == 0 || !l.is(other) {
			l.values = append(l.values, p.around(i)...)
		}
		out = append(out, l)
	}
	return out
}

// labelAfter is where the next label of a segment begins, or its end.
func (p page) labelAfter(line, word int) int {
	for _, c := range p.captions[line] {
		if c.from >= word && c.certain {
			return c.from
		}
	}
	return len(p.segments[line].words)
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
	text := rest.text(0, len(rest.words))
	if l.ofName() {
		return text != "" && !slash && !strings.Contains(text+" ", "/ ")
	}
	return text != "" && (countDigits(text) > 0 || l.is(other))
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

// lines are those of a name that begins with a segment, up to the next label: as close and as high as each other.
func (p page) lines(first segment) []datum {
	line, ok := readName(first)
	if !ok {
		return nil
	}
	all := []datum{line}
	for at := first; len(all) < maxLines; {
		next := segment{}
		for i, s := range p.segments {
			_, label := opening(p.captions[i])
			if !label && p.goesOn(at, s) && (next.words == nil || s.box.Min.X < next.box.Min.X) {
				next = s
			}
		}
		line, ok := readName(next)
		switch {
		case !ok:
			return all
		case spellsAgain(at, next):
			all[len(all)-1] = line
		case p.up:
			all = slices.Insert(all, 0, line)
		default:
			all = append(all, line)
		}
		at = next
	}
	return all
}

// goesOn reports whether a segment is the next line of the value that another is a line of.
func (p page) goesOn(last, s segment) bool {
	h := max(last.height(), 1)
	gap, left := apart(last.box, s.box, p.up), s.box.Min.X-last.box.Min.X
	text := s.text(0, len(s.words))
	return gap > -h/2 && gap < h && max(left, -left) < h && 3*s.height() > 2*h && 2*s.height() < 3*h && !isGrain(s) &&
		countDigits(text) == 0 && !strings.ContainsAny(text, ":/") &&
		isCapitals(text) == isCapitals(last.text(0, len(last.words)))
}

// isCapitals reports whether a text has capital letters alone.
func isCapitals(text string) bool { return text == strings.ToUpper(text) }

// datum is a value that was read, with where it is.
type datum struct {
	value      string
	confidence float64
	box        image.Rectangle
	lines      []datum // of a name
}

// joined is a name of one line or several, as certain as the least of them.
func joined(lines []datum) datum {
	whole := datum{confidence: 1, lines: lines}
	for _, l := range lines {
		whole.value = strings.TrimSpace(whole.value + " " + l.value)
		whole.confidence = min(whole.confidence, l.confidence)
	}
	return whole
}

// findName reads the value of a label of names. ok is false if none of its values is a name.
func (p page) findName(m meaning) (best datum, ok bool) {
	alone := !slices.ContainsFunc(p.found, func(l labelled) bool { return l.is(surname) })
	for _, l := range p.found {
		if !l.names(m, alone) {
			continue
		}
		for _, v := range l.values {
			if lines := p.lines(v); lines != nil {
				d := joined(lines)
				if m == fullName && l.is(givenNames) && !l.is(surname) && len(strings.Fields(d.value)) < leastWords {
					break
				}
				if !ok || d.confidence > best.confidence {
					best, ok = d, true
				}
				break
			}
		}
	}
	return best, ok
}

// readName reads a line of a name: words of letters, hyphens and apostrophes, as certain as the least of them.
func readName(v segment) (datum, bool) {
	text := v.text(0, len(v.words))
	if isDate(text) {
		return datum{}, false
	}
	words := slices.Clone(v.words)
	for i := range words {
		words[i].Text = lettersOnly(words[i].Text)
	}
	s := segment{words: withoutGrain(words)}
	s = s.part(0, len(s.words))
	letters, least, small := 0, 1.0, strings.ContainsFunc(text, unicode.IsLower)
	for i, w := range s.words {
		if article := strings.TrimSuffix(w.Text, "I"); len(article) == 1 && small {
			s.words[i].Text = article + "l" // Al and El look like AI and EI
		}
		letters += len([]rune(w.Text))
		least = min(least, w.Confidence)
	}
	name := strings.TrimSpace(s.text(0, len(s.words)))
	const rest = "NO" // of a label such as "Document No."
	return datum{value: name, confidence: least, box: s.box}, letters >= 2 && len(s.words) <= 8 && solid(name) != rest
}

// withoutGrain are the words of a name without titles, and without grain and the mark of a field at its ends.
func withoutGrain(words []lines.Word) []lines.Word {
	const short = 3
	capitals, small := false, false
	for _, w := range words {
		if utf8.RuneCountInString(w.Text) > short {
			capitals, small = capitals || isCapitals(w.Text), small || !isCapitals(w.Text)
		}
	}
	grain := func(w lines.Word) bool {
		letters := []rune(w.Text)
		odd := capitals && !small && !isCapitals(w.Text)
		return len(letters) == 0 || len(letters) == 1 && unicode.IsLower(letters[0]) ||
			len(letters) <= short && (w.Confidence < leastConfidence || odd && w.Confidence < sureName)
	}
	for len(words) > 0 && grain(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	for len(words) > 0 && (grain(words[0]) || isTitle(words[0])) {
		words = words[1:]
	}
	return words
}

// isTitle reports whether a word is no part of the name that it comes before; in a longer one a letter may be misread.
func isTitle(w lines.Word) bool {
	read := solid(w.Text)
	return slices.ContainsFunc([]string{"MR", "MS", "MRS", "MISS"}, func(title string) bool {
		return len(read) == len(title) && distance(read, title, 1) <= len(title)/3
	})
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
