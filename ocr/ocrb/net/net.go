// Package net is the small network that tells the symbols of OCR-B apart: a cell of 16 by 22 samples in, the logarithms
// of 38 probabilities out. Layers are dense, 352-96-48-38, with rectifiers between; weights are bytes with a scale for
// each row. Package ocrb uses the network; the program ocr/train/ocrb makes its weights.
package net

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"ostrakon/ocr/weights"
)

// A cell is Width by Height samples: Width/PitchSamples of the pitch of the
// text, Height/CapSamples of the height of its capitals, the symbol in the middle.
const (
	Width        = 16
	Height       = 22
	PitchSamples = 14.0
	CapSamples   = 14.5
)

// Classes are the symbols of mrz.Symbols, then Reject: no symbol, or none that stands upright in the middle.
const (
	Classes = 38
	Reject  = 37
)

// Cell is a cell's samples, row by row: grey values, and after Normalise 0 for background and 1 for ink.
type Cell [Width * Height]float32

// Normalise stretches greys between the cell's paper and ink. Contrast counts as at least least, for blank paper.
func (c *Cell) Normalise(least float32) {
	var histogram [256]int
	for _, v := range c {
		histogram[min(max(int(v), 0), 255)]++
	}
	ink := quantile(&histogram, len(c)/33)
	paper := quantile(&histogram, len(c)*3/4)
	scale := 1 / max(paper-ink, least, 1)
	for i, v := range c {
		c[i] = min(max((paper-v)*scale, -0.5), 1.25)
	}
}

// quantile finds the grey value below or at which n samples lie.
func quantile(histogram *[256]int, n int) float32 {
	for v, count := range histogram {
		if n -= count; n < 0 {
			return float32(v)
		}
	}
	return 255
}

// Layer is one dense layer: Out rows of In weights, and a bias for each row.
type Layer struct {
	In, Out int
	Weights []float32
	Biases  []float32
}

// Network is a chain of layers. It may be used by several goroutines.
type Network struct{ layers []Layer }

// Magic begins the bytes of the weights.
const Magic = "OCRB1"

// ErrWeights is wrapped by the errors of Decode.
var ErrWeights = errors.New("not the weights of this network")

// Decode reads Magic and then each row of each layer. The error wraps ErrWeights.
func Decode(data []byte) (*Network, error) {
	data, ok := bytes.CutPrefix(data, []byte(Magic))
	if !ok {
		return nil, fmt.Errorf("%w: no %s at the start", ErrWeights, Magic)
	}
	n := &Network{NewLayers()}
	for i, l := range n.layers {
		for row := range l.Out {
			r, rest, ok := weights.Cut(data, l.In)
			if !ok {
				return nil, fmt.Errorf("%w: layer %d is cut short in row %d", ErrWeights, i, row)
			}
			l.Biases[row] = r.Bias
			r.Unpack(l.Weights[row*l.In:])
			data = rest
		}
	}
	if len(data) != 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", ErrWeights, len(data))
	}
	return n, nil
}

// NewLayers makes the layers of the network, all zero.
func NewLayers() []Layer {
	var layers []Layer
	in := Width * Height
	for _, out := range []int{96, 48, Classes} {
		layers = append(layers, Layer{In: in, Out: out, Weights: make([]float32, in*out), Biases: make([]float32, out)})
		in = out
	}
	return layers
}

// Apply computes the layer's sums for an input into out, without the rectifier.
func (l *Layer) Apply(in, out []float32) {
	for row := range l.Out {
		weights := l.Weights[row*l.In : (row+1)*l.In]
		in := in[:len(weights)]
		var a, b, c, d float32
		i := 0
		for ; i+4 <= len(weights); i += 4 {
			a += float32(weights[i] * in[i])
			b += float32(weights[i+1] * in[i+1])
			c += float32(weights[i+2] * in[i+2])
			d += float32(weights[i+3] * in[i+3])
		}
		for ; i < len(weights); i++ {
			a += float32(weights[i] * in[i])
		}
		out[row] = l.Biases[row] + a + b + c + d
	}
}

// Scores gives the natural logarithms of the probabilities of the classes of a normalised cell.
func (n *Network) Scores(c *Cell) [Classes]float64 {
	var first, second [96]float32
	in, out := c[:], first[:]
	for i := range n.layers {
		l := &n.layers[i]
		l.Apply(in, out)
		if i == len(n.layers)-1 {
			break
		}
		for j := range l.Out {
			out[j] = max(out[j], 0)
		}
		in, out = out[:l.Out], second[:]
		if i == 1 {
			out = first[:]
		}
	}
	var scores [Classes]float64
	high := math.Inf(-1)
	for i := range scores {
		scores[i] = float64(out[i])
		high = max(high, scores[i])
	}
	sum := 0.0
	for _, s := range scores {
		sum += math.Exp(s - high)
	}
	for i := range scores {
		scores[i] -= high + math.Log(sum)
	}
	return scores
}
