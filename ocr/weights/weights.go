// Package weights keeps the weights of the networks that read cards as bytes: for each output of a layer
// a little-endian scale and bias (float32), then a signed byte for each of its weights, of that scale.
package weights

import (
	"encoding/binary"
	"math"
)

// Row is what one output of a layer makes of its inputs.
type Row struct {
	Scale, Bias float32
	Steps       []byte // int8: each weight in multiples of Scale
}

// Append writes a row. The largest weight becomes the byte 127 or -127, and each weight is off by half
// a Scale at most.
func Append(data []byte, row []float32, bias float32) []byte {
	high := float32(1e-6)
	for _, w := range row {
		high = max(high, w, -w)
	}
	scale := high / 127
	data = binary.LittleEndian.AppendUint32(data, math.Float32bits(scale))
	data = binary.LittleEndian.AppendUint32(data, math.Float32bits(bias))
	for _, w := range row {
		data = append(data, byte(int8(math.RoundToEven(float64(w/scale)))))
	}
	return data
}

// Cut reads a row of so many weights, whose Steps are a part of data, and gives what follows it. It is
// false if data ends before the row does.
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

// Unpack writes the weights of the row to a slice of their number.
func (r Row) Unpack(to []float32) {
	for i, step := range r.Steps {
		to[i] = float32(int8(step)) * r.Scale
	}
}
