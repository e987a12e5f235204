package meshopt

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// MaxStride is the largest size of a vertex in bytes that mode ATTRIBUTES takes.
const MaxStride = 256

const (
	vertexHeader = 0xa0
	groupSize    = 16 // deltas that share one width
	maxGroups    = 16 // groups in the largest block
	minTail      = 32 // the baseline vertex is padded to this
	blockBytes   = 8192
)

// The widths at which a group of deltas can be stored, as its two header bits.
const (
	widthZero = iota // nothing: all deltas are zero
	widthTwo         // two bits each, three of them meaning "a whole byte follows"
	widthFour        // four bits each, fifteen meaning the same
	widthByte        // sixteen bytes
)

// Eight bytes at a time in one word.
const (
	low1  = 0x0101010101010101
	low7  = 0x7f7f7f7f7f7f7f7f
	high1 = 0x8080808080808080
)

// EncodeVertices appends to dst the stream of mode ATTRIBUTES for data, which holds vertices of
// stride bytes each, and returns the extended slice. It panics unless the stride is a multiple of
// four up to MaxStride and divides len(data): anything else is a mistake of the caller.
//
// Vertices are stored as differences from the vertex before, byte by byte: all first bytes of a
// block, then all second bytes, and so on. The same byte of neighbouring vertices changes little,
// so most groups of sixteen differences need two or four bits each.
func EncodeVertices(dst, data []byte, stride int) []byte {
	if stride <= 0 || stride > MaxStride || stride%4 != 0 || len(data)%stride != 0 {
		panic("meshopt: EncodeVertices: the stride is not allowed, or the data are not whole vertices")
	}
	perBlock := verticesPerBlock(stride)
	blocks := len(data)/(perBlock*stride) + 1
	// The most that it can take, with the whole words that encodeGroup stores past its end.
	most := 1 + len(data) + blocks*stride*(maxGroups/4+groupSize) + max(stride, minTail) + 2*groupSize
	dst = slices.Grow(dst, most)
	at := len(dst)
	out := dst[:cap(dst)]
	out[at] = vertexHeader
	at++

	var baseline [MaxStride]byte
	copy(baseline[:stride], data)
	previous := baseline
	for rest := data; len(rest) > 0; {
		block := rest[:min(len(rest), perBlock*stride)]
		rest = rest[len(block):]
		for lane := 0; lane < stride; lane += 4 {
			at = encodeLane(out, at, block[lane:], stride, binary.LittleEndian.Uint32(previous[lane:]))
		}
		copy(previous[:stride], block[len(block)-stride:])
	}

	pad := max(minTail-stride, 0)
	clear(out[at : at+pad])
	at += pad
	at += copy(out[at:], baseline[:stride])
	return out[:at]
}

// verticesPerBlock is how many vertices share headers: whole groups, and about 8 KiB, which stay in the cache.
func verticesPerBlock(stride int) int {
	return min(blockBytes/stride&^(groupSize-1), groupSize*maxGroups)
}

// encodeLane writes four bytes of each vertex of a block, one byte after the other. block begins at the first of the
// four, and previous holds them for the vertex before the block. It returns the new end of out. Four bytes at a time,
// because eight vertices then fit into four words, which are transposed without looking at single bytes.
func encodeLane(out []byte, at int, block []byte, stride int, previous uint32) int {
	// deltas[k][2g], deltas[k][2g+1]: byte k of the sixteen vertices of group g.
	var deltas [4][2 * maxGroups]uint64
	count := (len(block) + stride - 1) / stride
	groups := (count + groupSize - 1) / groupSize

	var words [9]uint32 // of the vertex before and of eight vertices
	words[0] = previous
	for half := range 2 * groups {
		from := half * 8
		if from+8 <= count {
			b := block[from*stride:]
			for i := range 8 {
				words[i+1] = binary.LittleEndian.Uint32(b[i*stride:])
			}
		} else {
			for i := range 8 {
				words[i+1] = words[i] // past the end: no difference
				if from+i < count {
					words[i+1] = binary.LittleEndian.Uint32(block[(from+i)*stride:])
				}
			}
		}
		// Vertices i and i+4 share a word, so that the transposition leaves the eight in order.
		before := uint64(words[0]) | uint64(words[4])<<32
		v0 := uint64(words[1]) | uint64(words[5])<<32
		v1 := uint64(words[2]) | uint64(words[6])<<32
		v2 := uint64(words[3]) | uint64(words[7])<<32
		v3 := uint64(words[4]) | uint64(words[8])<<32
		r0, r1 := bytewiseDelta(v0, before), bytewiseDelta(v1, v0)
		r2, r3 := bytewiseDelta(v2, v1), bytewiseDelta(v3, v2)
		words[0] = words[8]

		r0, r1 = exchange(r0, r1, 8, 0x00ff00ff00ff00ff)
		r2, r3 = exchange(r2, r3, 8, 0x00ff00ff00ff00ff)
		deltas[0][half], deltas[2][half] = exchange(r0, r2, 16, 0x0000ffff0000ffff)
		deltas[1][half], deltas[3][half] = exchange(r1, r3, 16, 0x0000ffff0000ffff)
	}

	headers := (groups + 3) / 4
	for k := range deltas {
		var widths uint32
		end := at + headers
		for g := range groups {
			lo, hi := deltas[k][2*g], deltas[k][2*g+1]
			if lo|hi == 0 {
				continue
			}
			var width uint32
			width, end = encodeGroup(out, end, lo, hi)
			widths |= width << (2 * g)
		}
		for i := range headers {
			out[at+i] = byte(widths >> (8 * i))
		}
		at = end
	}
	return at
}

// bytewiseDelta is the zigzag code of each byte of x less that of y.
func bytewiseDelta(x, y uint64) uint64 {
	d := ((x | high1) - (y & low7)) ^ ((x ^ ^y) & high1)
	return (d&low7)<<1 ^ (d>>7&low1)*0xff
}

// exchange swaps the parts of a above shift with those of b below it, in each field of mask: a step of transposition.
func exchange(a, b uint64, shift uint, mask uint64) (uint64, uint64) {
	t := (a>>shift ^ b) & mask
	return a ^ t<<shift, b ^ t
}

// encodeGroup writes sixteen deltas at out[at:] in the width that takes least and returns the width and the new end. It
// stores whole words, which may reach past that end.
func encodeGroup(out []byte, at int, lo, hi uint64) (uint32, int) {
	lo2, hi2 := atLeast(lo, 3), atLeast(hi, 3)
	lo4, hi4 := atLeast(lo, 15), atLeast(hi, 15)
	size2 := 4 + bits.OnesCount64(lo2|hi2>>1)
	size4 := 8 + bits.OnesCount64(lo4|hi4>>1)
	b := out[at : at+2*groupSize : at+2*groupSize]
	switch {
	case size2 <= size4 && size2 < groupSize:
		binary.LittleEndian.PutUint32(b, uint32(packTwo(lo, lo2))|uint32(packTwo(hi, hi2))<<16)
		spill(b, spill(b, 4, lo, lo2), hi, hi2)
		return widthTwo, at + size2
	case size4 < groupSize:
		binary.LittleEndian.PutUint64(b, packFour(lo, lo4)|packFour(hi, hi4)<<32)
		spill(b, spill(b, 8, lo, lo4), hi, hi4)
		return widthFour, at + size4
	}
	binary.LittleEndian.PutUint64(b, lo)
	binary.LittleEndian.PutUint64(b[8:], hi)
	return widthByte, at + groupSize
}

// atLeast marks with its high bit each byte of v that is at least n.
func atLeast(v, n uint64) uint64 { return (v&low7 + (0x80-n)*low1 | v) & high1 }

// packTwo squeezes eight deltas into two bytes, the first in the high bits; those marked in over become 3.
func packTwo(v, over uint64) uint64 {
	v = v | (over>>7)*3
	v &= 0x0303030303030303
	v = (v<<2 | v>>8) & 0x000f000f000f000f
	v = (v<<4 | v>>16) & 0x000000ff000000ff
	return v&0xff | v>>24
}

// packFour squeezes eight deltas into four bytes, the first in the high bits; those marked in over become 15.
func packFour(v, over uint64) uint64 {
	v = v | (over>>7)*15
	v &= 0x0f0f0f0f0f0f0f0f
	v = (v<<4 | v>>8) & 0x00ff00ff00ff00ff
	v = (v | v>>8) & 0x0000ffff0000ffff
	return (v | v>>16) & 0xffffffff
}

// spill writes at b[at:] the bytes of v that over marks and returns their end.
func spill(b []byte, at int, v, over uint64) int {
	for ; over != 0; over &= over - 1 {
		b[at] = byte(v >> (uint(bits.TrailingZeros64(over)) &^ 7))
		at++
	}
	return at
}
