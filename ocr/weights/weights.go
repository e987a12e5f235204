// Package weights reads the weights of the networks that read cards, as ocr/train writes them: for each output of a
// layer a little-endian scale and bias (float32), then a signed byte for each weight, in multiples of the scale.
package weights

import (
	"encoding/binary"
	"math"
)

// Row is the weights of one output of a layer.
type Row struct {
	Scale, Bias float32
	Steps       []byte // int8 each
}

// Cut reads a row of length weights and returns the data after it. ok is false if data ends before.
func Cut(data []byte, length int) (row Row, rest []byte, ok bool) {
	end := 8 + length
	if len(data) < end {
		return Row{}, data, false
	}
	return Row{
		Scale: math.Float32frombits(binary.LittleEndian.Uint32(data)),
		Bias:  math.Float32frombits(binary.LittleEndian.Uint32(data[4:])),
		Steps: data[8:end],
	}, data[end:], true
}

// Unpack writes the weights of the row to a slice of the same length.
func (r Row) Unpack(to []float32) {
	for i, step := range r.Steps {
		to[i] = float32(int8(step)) * r.Scale
	}
}
