package stl

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	headerSize = 84 // 80 bytes of text and the count
	recordSize = 50 // normal, three corners, attribute
)

// IsExact reports whether a file of size bytes is binary STL, by its first 84: their count fits the size to the byte.
// No text passes.
func IsExact(start []byte, size int64) bool {
	return len(start) >= headerSize && headerSize+recordSize*int64(binary.LittleEndian.Uint32(start[80:])) == size
}

// isText reports whether data is text: binary STL has NULs in its count and control characters all over its records.
func isText(data []byte) bool {
	data = bytes.TrimRight(data, "\x00")
	data = data[:min(len(data), 8192)]
	controls := 0
	for _, c := range data {
		if c < ' ' && (c < '\t' || c > '\r') && c != 0x1a || c == 0x7f {
			controls++
		}
	}
	return len(data) > 0 && controls*200 <= len(data)
}

// startsLikeSTL reports whether text opens with a word of STL, after comments, or soon has those of a facet.
func startsLikeSTL(text []byte) bool {
	p := skipComments(text, skipMark(text))
	_, first := word(text, p)
	switch first {
	case wSolid, wFacet, wOuter, wVertex:
		return true
	}
	if foreignText(text) != nil {
		return false
	}
	return mentionsFacets(text)
}

// mentionsFacets reports whether the words of a facet are near the start of a text.
func mentionsFacets(text []byte) bool {
	start := bytes.ToLower(text[:min(len(text), 65536)])
	return bytes.Contains(start, []byte("facet")) && bytes.Contains(start, []byte("vertex"))
}

// skipMark returns where text begins after the UTF-8 byte order mark, if there is one.
func skipMark(text []byte) int {
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}

// skipComments returns the place of the first word from p on that is not in a comment.
func skipComments(text []byte, p int) int {
	for {
		p = skipBlanks(text, p)
		if p == len(text) || !isComment(text, p) {
			return p
		}
		p = lineEnd(text, p)
	}
}

// decodeUTF16 decodes UTF-16 of either byte order, known by its mark or its zeros, to UTF-8.
func decodeUTF16(data []byte) (text []byte, ok bool) {
	if len(data) < 16 {
		return nil, false
	}
	var order binary.ByteOrder
	zeros := [2]int{}
	for i, c := range data[2:16] {
		if c == 0 {
			zeros[i&1]++
		}
	}
	switch {
	case data[0] == 0xff && data[1] == 0xfe && data[2] != 0 && data[3] == 0,
		zeros == [2]int{0, 7} && data[1] == 0 && data[0] > 0:
		order = binary.LittleEndian
	case data[0] == 0xfe && data[1] == 0xff && data[2] == 0, zeros == [2]int{7, 0} && data[0] == 0 && data[1] > 0:
		order = binary.BigEndian
	default:
		return nil, false
	}
	text = make([]byte, 0, len(data)/2+64)
	for i := 0; i+1 < len(data); i += 2 {
		r := rune(order.Uint16(data[i:]))
		if utf16.IsSurrogate(r) && i+3 < len(data) {
			r = utf16.DecodeRune(r, rune(order.Uint16(data[i+2:])))
			i += 2
		}
		text = utf8.AppendRune(text, r)
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), true
}

// sampled is how many records, evenly spread, are examined to judge all of them.
const sampled = 2048

// plausible reports whether at least half of a sample of records could be facets: their coordinates
// are zero or of a magnitude that models, and rounding errors, have. Records of three equal corners
// do not count, which excludes padding of any kind.
func plausible(records []byte) bool {
	n := len(records) / recordSize
	looked, good := 0, 0
	for i := 0; i < n; i += 1 + n/sampled {
		looked++
		corners := records[recordSize*i+12 : recordSize*i+48]
		if !bytes.Equal(corners[:24], corners[12:]) && plausibleCorners(corners) {
			good++
		}
	}
	return looked > 0 && 2*good >= looked
}

func plausibleCorners(corners []byte) bool {
	for len(corners) > 0 {
		v := math.Abs(float64(math.Float32frombits(binary.LittleEndian.Uint32(corners))))
		if v != 0 && !(v >= 1e-36 && v <= 1e12) {
			return false
		}
		corners = corners[4:]
	}
	return true
}
