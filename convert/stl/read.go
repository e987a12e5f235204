package stl

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"ostrakon/convert/remark"
)

// Read reads a whole STL file, binary or ASCII. It takes ownership of data: the corners of a binary
// file are moved together in place, and Corners shares the memory. What it allocates on top of that
// is 36 bytes a facet for ASCII files, and 4 bytes a facet where facets differ in colour. It uses
// all the cores that the process may use. The error is always an *Error.
func Read(data []byte) (*Model, error) {
	if len(data) == 0 {
		return nil, refuse(remark.Empty, nil)
	}
	m, err := read(data)
	if err != nil {
		return nil, err
	}
	return m, nil
}

func read(data []byte) (*Model, *Error) {
	if IsExact(data, int64(len(data))) {
		return readBinary(data, (len(data)-headerSize)/recordSize)
	}
	if text, ok := decodeUTF16(data); ok {
		if !startsLikeSTL(text) {
			return nil, notText(text)
		}
		m, err := readASCII(text)
		if err == nil {
			m.warn(remark.Transcoded, nil)
		}
		return m, err
	}
	if isText(data) {
		if !startsLikeSTL(data) {
			return nil, notText(data)
		}
		return readASCII(data)
	}
	if err := foreignBinary(data); err != nil {
		return nil, err
	}
	return readDamaged(data)
}

// FromCorners is the Model of a binary file without colours whose records another reader took
// apart: header is the 80 bytes of the file, and corners, which are finite, are nine floats a
// facet. The error is an *Error if there is nothing to see.
func FromCorners(header []byte, corners []float32) (*Model, error) {
	m := &Model{Format: Binary, Header: headerText(header), Corners: corners}
	t := newTally()
	t.measure(corners)
	if err := m.finish(&t, len(corners)/9); err != nil {
		return nil, err
	}
	m.Solids = []Solid{{Name: binaryName(header), Facets: len(corners) / 9}}
	return m, nil
}

// finish ends the reading of both formats. n facets are left; without one that has an area there is no model.
func (m *Model) finish(t *tally, n int) *Error {
	m.Dropped, m.Degenerate, m.Bounds = t.dropped, t.degenerate, t.bounds
	switch {
	case n == 0 && t.dropped > 0:
		return refuse(remark.AllNonFinite, remark.Params{"n": t.dropped})
	case n == 0:
		return refuse(remark.HeaderOnly, nil)
	case n == t.degenerate:
		return refuse(remark.AllDegenerate, remark.Params{"n": n})
	}
	if t.degenerate > 0 {
		m.warn(remark.Degenerate, remark.Params{"n": t.degenerate})
	}
	return nil
}

// maxName is the length, in bytes, to which names of solids are cut.
const maxName = 256

// cleanText makes any bytes fit for display: valid UTF-8, controls as blanks.
func cleanText(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(b), string(utf8.RuneError)))
}

// cleanName makes the name of a solid of what follows the word in the file.
func cleanName(b []byte) string {
	b = bytes.TrimFunc(b, func(r rune) bool { return r <= ' ' })
	if len(b) > maxName {
		cut := maxName
		for cut > maxName-utf8.UTFMax && !utf8.RuneStart(b[cut]) {
			cut--
		}
		b = b[:cut]
	}
	for at := 1; at < len(b); at++ { // a comment after the name
		if b[at] == '#' && b[at-1] <= ' ' && (at+1 == len(b) || b[at+1] <= ' ') {
			b = b[:at]
		}
	}
	name := strings.TrimSpace(cleanText(b))
	if len(name) > maxName { // replacement characters are longer than what they replace
		name = strings.ToValidUTF8(name[:maxName], "")
	}
	return name
}
