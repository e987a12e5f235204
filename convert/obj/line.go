package obj

import (
	"bytes"
	"strings"

	"ostrakon/convert/number"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// continued stands for the end of a line that the next one goes on with: a blank that is counted as a line.
const continued = '\v'

// lines are those of a text, one after the other. A line may be continued by a backslash at its end.
type lines struct {
	text     []byte
	next     int // where the next line begins
	from, to int // the line that was read, without blanks before it
}

// read goes to the next line. It is false at the end.
func (l *lines) read() bool {
	if l.next >= len(l.text) {
		return false
	}
	l.from = l.next
	l.end()
	for l.from < l.to && l.text[l.from] <= ' ' {
		l.from++
	}
	return true
}

// end finds the end of the line, and joins those that it goes on in. Comments do not go on.
func (l *lines) end() {
	for {
		at := bytes.IndexByte(l.text[l.next:], '\n')
		if at < 0 {
			l.to, l.next = len(l.text), len(l.text)
			return
		}
		l.to, l.next = l.next+at, l.next+at+1
		last := l.to
		if last > l.from && l.text[last-1] == '\r' {
			last--
		}
		if last == l.from || l.text[last-1] != '\\' || bytes.TrimLeft(l.text[l.from:last], " \t")[0] == '#' {
			return
		}
		l.text[last-1], l.text[l.to] = ' ', continued
	}
}

// is reports whether the first word of the line is this one.
func (l *lines) is(word string) bool {
	end := l.from + len(word)
	return end <= l.to && string(l.text[l.from:end]) == word && (end == l.to || l.text[end] <= ' ')
}

// rest is the line after its first word, without blanks around.
func (l *lines) rest() []byte {
	_, rest, _ := bytes.Cut(bytes.ReplaceAll(l.text[l.from:l.to], []byte("\t"), []byte(" ")), []byte(" "))
	return bytes.TrimFunc(rest, func(r rune) bool { return r <= ' ' })
}

// blanks returns the place of the next word of the line from p on, or its end.
func (l *lines) blanks(p int) int {
	for p < l.to && l.text[p] <= ' ' {
		p++
	}
	return p
}

// word returns the end of the word at p.
func (l *lines) word(p int) int {
	for p < l.to && l.text[p] > ' ' {
		p++
	}
	return p
}

// words counts those from p on, up to a comment.
func (l *lines) words(p int) (n int) {
	for p = l.blanks(p); p < l.to && l.text[p] != '#'; p = l.blanks(l.word(p)) {
		n++
	}
	return n
}

// real reads the number at p. ok is false for another word.
func (l *lines) real(p int) (v float32, end int, ok bool) {
	if p+number.Room <= len(l.text) {
		if v, end, ok = number.Decimal(l.text, p, '.'); ok {
			return v, end, true
		}
	}
	end = l.word(p)
	v, ok = number.Parse(l.text[p:end])
	return v, end, ok
}

// vertex reads the first number of a corner (vertex/texture/normal) at p. It is 0 for another word.
func (l *lines) vertex(p int) (v int64, end int) {
	negative := l.text[p] == '-'
	if negative {
		p++
	}
	for from := p; p < l.to && l.text[p]-'0' <= 9 && p < from+10; p++ {
		v = 10*v + int64(l.text[p]-'0')
	}
	if p < l.to && l.text[p] != '/' && l.text[p] > ' ' {
		return 0, p
	}
	if negative {
		v = -v
	}
	return v, l.word(p)
}

// refuse makes an error about the line.
func (l *lines) refuse(kind remark.Kind, facts remark.Params) error {
	before := l.text[:l.from]
	line := 1 + bytes.Count(before, []byte{'\n'}) + bytes.Count(before, []byte{continued})
	return &stl.Error{Remark: kind.With(facts), Offset: int64(l.from), Line: line}
}

// notA makes the error of a word that is not what it should be.
func (l *lines) notA(kind remark.Kind, p int) error {
	const most = 40
	text := strings.ToValidUTF8(string(l.text[p:min(l.word(p), p+most)]), "\ufffd")
	return l.refuse(kind, remark.Params{"text": text})
}
