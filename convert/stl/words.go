package stl

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// The words of ASCII STL as word returns them: up to eight lower-case letters, the first in the lowest byte.
const (
	wSolid    = 's' | 'o'<<8 | 'l'<<16 | 'i'<<24 | 'd'<<32
	wFacet    = 'f' | 'a'<<8 | 'c'<<16 | 'e'<<24 | 't'<<32
	wNormal   = 'n' | 'o'<<8 | 'r'<<16 | 'm'<<24 | 'a'<<32 | 'l'<<40
	wOuter    = 'o' | 'u'<<8 | 't'<<16 | 'e'<<24 | 'r'<<32
	wLoop     = 'l' | 'o'<<8 | 'o'<<16 | 'p'<<24
	wVertex   = 'v' | 'e'<<8 | 'r'<<16 | 't'<<24 | 'e'<<32 | 'x'<<40
	wEnd      = 'e' | 'n'<<8 | 'd'<<16
	wEndloop  = wEnd | wLoop<<24
	wEndfacet = wEnd | wFacet<<24
	wEndsolid = wEnd | wSolid<<24
)

const (
	lower = 0x2020202020202020 // makes letters lower-case
	highs = 0x8080808080808080
)

// marks returns a word with the high bit of every byte of w that is no blank, which is any byte up to the space.
func marks(w uint64) uint64 { return ((w&^highs + 0x5f5f5f5f5f5f5f5f) | w) & highs }

// skipBlanks returns the place of the first byte from p on that is not a blank, or the length of the text.
func skipBlanks(t []byte, p int) int {
	for p+8 <= len(t) {
		if m := marks(binary.LittleEndian.Uint64(t[p:])); m != 0 {
			return p + bits.TrailingZeros64(m)>>3
		}
		p += 8
	}
	for p < len(t) && t[p] <= ' ' {
		p++
	}
	return p
}

// wordEnd returns the place of the first blank from p on, or the length of the text.
func wordEnd(t []byte, p int) int {
	for p+8 <= len(t) {
		if m := marks(binary.LittleEndian.Uint64(t[p:])) ^ highs; m != 0 {
			return p + bits.TrailingZeros64(m)>>3
		}
		p += 8
	}
	for p < len(t) && t[p] > ' ' {
		p++
	}
	return p
}

// word returns where the word at p ends, and its letters as one of the constants above, or another value.
func word(t []byte, p int) (end int, key uint64) {
	if p+8 > len(t) {
		var padded [8]byte
		copy(padded[:], t[p:])
		end = wordEnd(t, p)
		return end, (binary.LittleEndian.Uint64(padded[:]) | lower) & (1<<(8*(end-p)) - 1)
	}
	w := binary.LittleEndian.Uint64(t[p:])
	if m := marks(w) ^ highs; m != 0 {
		n := bits.TrailingZeros64(m) >> 3
		return p + n, (w | lower) & (1<<(8*n) - 1)
	}
	if end = wordEnd(t, p+8); end > p+8 {
		return end, 0
	}
	return end, w | lower
}

// statement is word where a statement begins: some writers write "end facet" for "endfacet".
func statement(t []byte, p int) (end int, key uint64) {
	end, key = word(t, p)
	if key == wEnd {
		switch next, second := word(t, skipBlanks(t, end)); second {
		case wLoop, wFacet, wSolid:
			return next, wEnd | second<<24
		}
	}
	return end, key
}

// noBreak is the blank of a page at which no line is broken.
const noBreak = "\u00a0"

// pasted reports whether a text was copied from a page: near its start a no-break space follows a word of a facet.
func pasted(t []byte) bool {
	start := t[:min(len(t), 4096)]
	return bytes.Contains(start, []byte("vertex"+noBreak)) || bytes.Contains(start, []byte("facet"+noBreak))
}

// plainBlanks replaces the no-break spaces of a text that was copied from a page by blanks. Places stay the same.
func plainBlanks(t []byte) {
	if !pasted(t) {
		return
	}
	for i := 1; i < len(t); i++ {
		if t[i] == noBreak[1] && t[i-1] == noBreak[0] {
			t[i-1], t[i] = ' ', ' '
		}
	}
}

// lineEnd returns the place of the next line feed or carriage return from p on, or the length of the text.
func lineEnd(t []byte, p int) int {
	for stop := min(len(t), p+32); p < stop; p++ { // most lines are short
		if t[p] == '\n' || t[p] == '\r' {
			return p
		}
	}
	for p < len(t) {
		part := t[p:min(len(t), p+4096)]
		if at := bytes.IndexByte(part, '\n'); at >= 0 {
			part = part[:at]
		}
		if at := bytes.IndexByte(part, '\r'); at >= 0 {
			return p + at
		}
		p += len(part)
		if len(part) < 4096 {
			return p
		}
	}
	return p
}

// lineOf returns the number, from 1, of the line that holds t[p]. Lines end with LF, CR or both.
func lineOf(t []byte, p int) int {
	t = t[:p]
	return 1 + bytes.Count(t, []byte{'\n'}) + bytes.Count(t, []byte{'\r'}) - bytes.Count(t, []byte{'\r', '\n'})
}

// isComment reports whether a comment starts at p. Writers use #, ; and //.
func isComment(t []byte, p int) bool {
	return t[p] == '#' || t[p] == ';' || t[p] == '/' && p+1 < len(t) && t[p+1] == '/'
}

// nameEnd returns where the name after solid or endsolid ends: with the line, or before a facet on it, or its solid.
func nameEnd(t []byte, p int) int {
	solid := -1
	for {
		for p < len(t) && t[p] <= ' ' {
			if t[p] == '\n' || t[p] == '\r' {
				return p
			}
			p++
		}
		if p == len(t) {
			return p
		}
		end, key := word(t, p)
		switch key {
		case '#':
			return lineEnd(t, p) // a comment
		case wSolid:
			solid = p
		case wEndsolid:
			return p
		case wFacet:
			if _, key := word(t, skipBlanks(t, end)); key == wNormal || key == wOuter {
				if solid >= 0 {
					return solid
				}
				return p
			}
		}
		p = end
	}
}
