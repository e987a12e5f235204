package stl

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"ostrakon/convert/number"
)

// window is how many bytes after its start usualFacet may look at.
const window = 1536

// usualFacet reads a facet of the usual shape (facet normal, outer loop, three vertices, endloop, endfacet, in any case
// of letters and with a moderate number of blanks) at t[p] into corners, and returns its end. point is the decimal
// point. For anything else ok is false. t must have window bytes from p on.
//
// Words, blanks and digits are read eight bytes at a time. The normal is skipped unread.
func usualFacet(t []byte, p int, corners *[9]float32, point byte) (end int, ok bool) {
	t = t[p : p+window]
	if key := binary.LittleEndian.Uint64(t) | lower; key != wFacet|' '<<40|(wNormal&0xffff)<<48 {
		return 0, false
	}
	if key := binary.LittleEndian.Uint64(t[8:]) | lower; key<<24 != wNormal>>16<<24|' '<<56 {
		return 0, false
	}
	q := bytes.IndexByte(t[13:200], 'O'|t[0]&0x20)
	if q < 0 {
		return 0, false
	}
	q += 13
	if key := binary.LittleEndian.Uint64(t[q:]) | lower; t[q-1] > ' ' || key != wOuter|' '<<40|(wLoop&0xffff)<<48 {
		return 0, false
	}
	if key := binary.LittleEndian.Uint16(t[q+8:]) | lower&0xffff; key != wLoop>>16 {
		return 0, false
	}
	q += 10
	for k := 0; k < 9; k += 3 {
		q = someBlanks(t, q)
		if key := binary.LittleEndian.Uint64(t[q:]) | lower; key<<16 != wVertex<<16 || t[q+6] > ' ' {
			return 0, false
		}
		q += 6
		for axis := k; axis < k+3; axis++ {
			q++
			if t[q] <= ' ' {
				q = someBlanks(t, q)
			}
			if corners[axis], q, ok = number.Decimal(t, q, point); !ok {
				return 0, false
			}
		}
	}
	q = someBlanks(t, q)
	if key := binary.LittleEndian.Uint64(t[q:]) | lower; key<<8 != wEndloop<<8 {
		return 0, false
	}
	q = someBlanks(t, q+7)
	if key := binary.LittleEndian.Uint64(t[q:]) | lower; key != wEndfacet || t[q+8] > ' ' {
		return 0, false
	}
	return p + q + 8, true
}

// someBlanks is skipBlanks for up to 64 blanks.
func someBlanks(t []byte, p int) int {
	for range 8 {
		if m := marks(binary.LittleEndian.Uint64(t[p:])); m != 0 {
			return p + bits.TrailingZeros64(m)>>3
		}
		p += 8
	}
	return p
}
