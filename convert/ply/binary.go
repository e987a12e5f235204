package ply

import (
	"encoding/binary"
	"math"
)

// binaryValues are the values of a binary file.
type binaryValues struct {
	data  []byte
	p     int
	order binary.ByteOrder
	cut   bool
}

func (b *binaryValues) at() int            { return b.p }
func (b *binaryValues) seek(at int)        { b.p = at }
func (b *binaryValues) fault() fault       { return fault{cut: b.cut, offset: b.p} }
func (b *binaryValues) failed() bool       { return b.cut }
func (b *binaryValues) least(k kind) int   { return k.size() }
func (b *binaryValues) rest() int          { return len(b.data) - b.p }
func (b *binaryValues) skip(k kind, n int) { b.take(k.size() * n) }

// take returns the next bytes; nil after the end.
func (b *binaryValues) take(n int) []byte {
	if n > len(b.data)-b.p {
		b.cut = true
		return nil
	}
	b.p += n
	return b.data[b.p-n : b.p]
}

func (b *binaryValues) whole(k kind) int64 {
	v := b.take(k.size())
	if v == nil {
		return 0
	}
	switch k {
	case int8Kind:
		return int64(int8(v[0]))
	case uint8Kind:
		return int64(v[0])
	case int16Kind:
		return int64(int16(b.order.Uint16(v)))
	case uint16Kind:
		return int64(b.order.Uint16(v))
	case int32Kind:
		return int64(int32(b.order.Uint32(v)))
	case uint32Kind:
		return int64(b.order.Uint32(v))
	}
	b.p -= k.size()
	return toWhole(b.real(k))
}

func (b *binaryValues) real(k kind) float32 {
	switch k {
	case floatKind:
		if v := b.take(4); v != nil {
			return math.Float32frombits(b.order.Uint32(v))
		}
		return 0
	case doubleKind:
		if v := b.take(8); v != nil {
			return float32(math.Float64frombits(b.order.Uint64(v)))
		}
		return 0
	}
	return float32(b.whole(k))
}

// toWhole is a number without its fraction, and -1 if it is none.
func toWhole(x float32) int64 {
	if !(x >= -1 && x < math.MaxUint32) {
		return -1
	}
	return int64(x)
}
