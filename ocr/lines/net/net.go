package net

import (
	"bytes"
	"errors"
	"fmt"

	"ostrakon/ocr/weights"
)

// Network is the layers, ready to use by several goroutines.
type Network struct{ layers []layer }

// layer has its weights as bytes, two to a word: a word times a byte is the products of both, 32 bits apart.
type layer struct {
	Shape
	blocks        [][][lanes]int64 // lanes words each: twice as many outputs
	factor, shift []float32        // sum -> bytes of the output, or scores
}

const lanes = 4

// Magic begins the bytes of the weights.
const Magic = "LINES1"

// ErrWeights is wrapped by the errors of Decode.
var ErrWeights = errors.New("not the weights of this network")

// Decode reads Magic and then a row for each output of each layer: its weights, by row and column of the
// kernel and then by channel of the input. The error wraps ErrWeights.
func Decode(data []byte) (*Network, error) {
	data, ok := bytes.CutPrefix(data, []byte(Magic))
	if !ok {
		return nil, fmt.Errorf("%w: no %s at the start", ErrWeights, Magic)
	}
	n := &Network{}
	unit := float32(Darkest) / 255 // what the byte 1 stands for in a strip
	for i, s := range Shapes() {
		l := layer{Shape: s, factor: make([]float32, s.Out), shift: make([]float32, s.Out)}
		for range (s.Out + 2*lanes - 1) / (2 * lanes) {
			l.blocks = append(l.blocks, make([][lanes]int64, s.Taps()))
		}
		result := float32(Ceiling) / 255
		if s.Linear {
			result = 1
		}
		for out := range s.Out {
			row, rest, ok := weights.Cut(data, s.Taps())
			if !ok {
				return nil, fmt.Errorf("%w: layer %d is cut short at output %d", ErrWeights, i, out)
			}
			l.factor[out] = row.Scale * unit / result
			l.shift[out] = row.Bias / result
			block := l.blocks[out/(2*lanes)]
			for x, step := range row.Steps {
				block[x][out%(2*lanes)/2] += int64(int8(step)) << (out % 2 * 32)
			}
			data = rest
		}
		unit = result
		n.layers = append(n.layers, l)
	}
	if len(data) != 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", ErrWeights, len(data))
	}
	return n, nil
}

// plane is what goes from a layer to the next: bytes by row, column and channel, with zeros around it.
type plane struct {
	rows, columns, channels int
	rim                     int // columns of zeros left and right; one row of them above and below
	pix                     []uint8
}

// rim is how far the widest kernel reaches.
const rim = 4

func newPlane(rows, columns, channels int) plane {
	return plane{rows, columns, channels, rim, make([]uint8, (rows+2)*(columns+2*rim+1)*channels)}
}

// at is where a column begins; rows begin at -1, columns at -rim.
func (p *plane) at(row, column int) int {
	return ((row+1)*(p.columns+2*p.rim) + column + p.rim) * p.channels
}

// Scores gives, for each step of a strip, logarithms of what is proportional to the probabilities of the outputs.
func (n *Network) Scores(s Strip) []float32 {
	in := newPlane(Height, s.Columns, 1)
	for y := range Height {
		copy(in.pix[in.at(y, 0):], s.Pix[y*s.Columns:(y+1)*s.Columns])
	}
	last := len(n.layers) - 1
	for i := range last {
		in = n.layers[i].apply(in)
	}
	l := &n.layers[last]
	scores := make([]float32, in.columns*l.Out)
	var sums [2][2 * lanes]int32
	for x := 0; x < in.columns; x += 2 {
		for b := range l.blocks {
			l.sums(&in, 0, x, b, &sums)
			for k := range min(2, in.columns-x) {
				for j := range min(2*lanes, l.Out-b*2*lanes) {
					out := b*2*lanes + j
					scores[(x+k)*l.Out+out] = float32(sums[k][j])*l.factor[out] + l.shift[out]
				}
			}
		}
	}
	return scores
}

// apply computes a layer with its rectifier and what follows.
func (l *layer) apply(in plane) plane {
	rows := in.rows
	if l.Whole {
		rows = 1
	}
	out := newPlane(rows/l.PoolY, in.columns/l.PoolX, l.Out)
	var sums [2][2 * lanes]int32
	for y := range rows {
		from := y
		if l.Whole {
			from = l.High / 2
		}
		for x := 0; x < in.columns; x += 2 {
			for b := range l.blocks {
				l.sums(&in, from, x, b, &sums)
				first := b * 2 * lanes
				for k := range min(2, in.columns-x) {
					at := out.at(y/l.PoolY, (x+k)/l.PoolX) + first
					to := out.pix[at : at+min(2*lanes, l.Out-first)]
					for j := range to {
						v := float32(sums[k][j])*l.factor[first+j] + l.shift[first+j] + 0.5
						if l.Residual {
							v += float32(in.pix[in.at(y, x+k)+first+j])
						}
						to[j] = max(to[j], uint8(min(max(v, 0), 255)))
					}
				}
			}
		}
	}
	return out
}

// sums computes a block of outputs at a column and the one right of it, where there may be none.
func (l *layer) sums(in *plane, y, x, block int, sums *[2][2 * lanes]int32) {
	weights := l.blocks[block]
	var acc [2 * lanes]int64
	pieces, length := 1, l.Wide*l.In // columns that lie side by side are one piece
	if l.Dilation > 1 {
		pieces, length = l.Wide, l.In
	}
	at := 0
	for ky := range l.High {
		for piece := range pieces {
			begin := in.at(y+ky-l.High/2, x-l.Wide/2*l.Dilation+piece*l.Dilation)
			multiply(&acc, in.pix[begin:begin+length], in.pix[begin+in.channels:begin+in.channels+length], weights[at:at+length])
			at += length
		}
	}
	for k := range 2 {
		for j := range lanes {
			low := int32(acc[k*lanes+j])
			sums[k][2*j] = low
			sums[k][2*j+1] = int32((acc[k*lanes+j] - int64(low)) >> 32)
		}
	}
}

// multiply adds the products of words with the bytes of two columns: lanes sums for each.
func multiply(acc *[2 * lanes]int64, a, b []uint8, words [][lanes]int64) {
	a, b = a[:len(words)], b[:len(words)]
	a0, a1, a2, a3, b0, b1, b2, b3 := acc[0], acc[1], acc[2], acc[3], acc[4], acc[5], acc[6], acc[7]
	for i := range words {
		w := &words[i]
		u, v := int64(a[i]), int64(b[i])
		a0 += w[0] * u
		a1 += w[1] * u
		a2 += w[2] * u
		a3 += w[3] * u
		b0 += w[0] * v
		b1 += w[1] * v
		b2 += w[2] * v
		b3 += w[3] * v
	}
	acc[0], acc[1], acc[2], acc[3], acc[4], acc[5], acc[6], acc[7] = a0, a1, a2, a3, b0, b1, b2, b3
}
