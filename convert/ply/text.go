package ply

import (
	"bytes"

	"ostrakon/convert/number"
)

// textValues are the values of a text file, whatever its lines.
type textValues struct {
	data []byte
	p    int
	bad  []byte // the first word that is not a number
	cut  bool
}

func (t *textValues) at() int        { return t.p }
func (t *textValues) seek(at int)    { t.p = at }
func (t *textValues) failed() bool   { return t.cut || t.bad != nil }
func (t *textValues) rest() int      { return len(t.data) - t.p + 1 } // the last blank may be missing
func (t *textValues) least(kind) int { return len("0 ") }

func (t *textValues) fault() fault {
	return fault{cut: t.cut, bad: t.bad, offset: t.p, line: 1 + bytes.Count(t.data[:t.p], []byte("\n"))}
}

// start goes to the next word. It is false at the end.
func (t *textValues) start() bool {
	for t.p < len(t.data) && t.data[t.p] <= ' ' {
		t.p++
	}
	if t.p == len(t.data) {
		t.cut = true
	}
	return !t.cut
}

// word is the next one.
func (t *textValues) word() []byte {
	from := t.p
	for t.p < len(t.data) && t.data[t.p] > ' ' {
		t.p++
	}
	return t.data[from:t.p]
}

func (t *textValues) skip(_ kind, n int) {
	for range n {
		if !t.start() {
			return
		}
		t.word()
	}
}

func (t *textValues) whole(k kind) int64 {
	if !t.start() || t.bad != nil {
		return 0
	}
	from, value := t.p, int64(0)
	for ; t.p < len(t.data) && t.data[t.p]-'0' <= 9 && t.p < from+12; t.p++ {
		value = 10*value + int64(t.data[t.p]-'0')
	}
	if t.p > from && (t.p == len(t.data) || t.data[t.p] <= ' ') {
		return value
	}
	t.p = from
	return toWhole(t.real(k))
}

func (t *textValues) real(kind) float32 {
	if !t.start() || t.bad != nil {
		return 0
	}
	if t.p+number.Room <= len(t.data) {
		if v, end, ok := number.Decimal(t.data, t.p, '.'); ok {
			t.p = end
			return v
		}
	}
	from := t.p
	word := t.word()
	v, ok := number.Parse(word)
	if !ok {
		t.bad, t.p = word, from
	}
	return v
}
