package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
)

// scrawl is a gallery of random pictures, a different one for each symbol.
func scrawl() gallery {
	rng := rand.New(rand.NewPCG(1, 1))
	g := make(gallery, 1)
	for i := range mrz.Symbols {
		p := &picture{}
		for y := range pictureHeight {
			for x := range pictureWidth {
				p[y*pictureWidth+x] = float32(rng.UintN(2))
			}
		}
		for range blurs() {
			g[0][i] = append(g[0][i], p.blurred(1))
		}
	}
	return g
}

func TestSamplesFollowFromTheirSeed(t *testing.T) {
	m := &maker{scrawl(), 5}
	var a, b, other net.Cell
	classA, classB := m.sample(7, &a), m.sample(7, &b)
	m.sample(8, &other)
	if classA != classB || a != b {
		t.Error("the same sample is made differently")
	}
	if a == other {
		t.Error("two samples are the same")
	}
}

// The gradient is what a small change of a weight does to the loss.
func TestGradient(t *testing.T) {
	l := newLearner(3)
	m := &maker{scrawl(), 5}
	s := l.shards[0]
	class := m.sample(1, &s.cell)
	l.backward(s, class)
	for i := range l.layers {
		for _, x := range []int{0, 5, 17 * l.layers[i].In} {
			const step = 1e-2
			was := l.layers[i].Weights[x]
			l.layers[i].Weights[x] = was + step
			high := entropy(l, &s.cell, class)
			l.layers[i].Weights[x] = was - step
			low := entropy(l, &s.cell, class)
			l.layers[i].Weights[x] = was
			got, want := float64(s.gradient[i].Weights[x]), (high-low)/(2*step)
			if math.Abs(got-want) > 1e-3+0.05*math.Abs(want) {
				t.Errorf("layer %d, weight %d: gradient %v, by difference %v", i, x, got, want)
			}
		}
	}
}

// entropy returns the loss of one sample, labels smoothed as in training.
func entropy(l *learner, c *net.Cell, class int) float64 { return entropyOf(l, c, class, smoothness) }

// entropyOf returns the loss of one sample, labels smoothed by some.
func entropyOf(l *learner, c *net.Cell, class int, smoothness float64) float64 {
	in := c[:]
	for i := range l.layers {
		out := make([]float32, l.layers[i].Out)
		l.layers[i].Apply(in, out)
		if i < len(l.layers)-1 {
			for j := range out {
				out[j] = max(out[j], 0)
			}
		}
		in = out
	}
	total := 0.0
	for _, v := range in {
		total += math.Exp(float64(v))
	}
	loss := 0.0
	for i, v := range in {
		want := smoothness / float64(net.Classes)
		if i == class {
			want += 1 - smoothness
		}
		loss -= want * (float64(v) - math.Log(total))
	}
	return loss
}

func TestStepLowersTheLoss(t *testing.T) {
	l := newLearner(3)
	m := &maker{scrawl(), 5}
	s := l.shards[0]
	class := m.sample(1, &s.cell)
	before := entropy(l, &s.cell, class)
	for range 20 {
		l.backward(s, class)
		l.step(0.5)
	}
	if after := entropy(l, &s.cell, class); after > before/2 {
		t.Errorf("loss %v after %v", after, before)
	}
}

// The network in bytes and that in training agree.
func TestBytesAgreeWithTraining(t *testing.T) {
	l := newLearner(5)
	data := encode(l.layers)
	if len(data) > 45_000 {
		t.Errorf("%d bytes of weights", len(data))
	}
	n, err := net.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	var c net.Cell
	m := &maker{scrawl(), 5}
	class := m.sample(1, &c)
	if got, want := -n.Scores(&c)[class], entropyOf(l, &c, class, 0); math.Abs(got-want) > 0.05 {
		t.Errorf("the loss is %v, in training %v", got, want)
	}
}
