package main

import (
	"math"
	"math/rand/v2"

	"ostrakon/ocr/ocrb/net"
	"ostrakon/ocr/train"
)

// Training in numbers.
const (
	batches    = 24000
	batch      = 64 // samples, in shards that are summed in order: the same however many processors
	shards     = 4
	rate       = 0.06
	momentum   = 0.9
	decay      = 2e-5
	smoothness = 0.02 // of the labels, so that scores stay honest
)

// learner is a network in training.
type learner struct {
	layers []net.Layer
	speed  []net.Layer // momentum
	shards [shards]*shard
}

// shard is the gradient of a part of a batch, and room for one sample's values.
type shard struct {
	gradient []net.Layer
	values   [][]float32 // input, then each layer's output
	errors   [][]float32 // of each layer's output
	cell     net.Cell
}

func newLearner(seed uint64) *learner {
	l := &learner{layers: net.NewLayers(), speed: net.NewLayers()}
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, layer := range l.layers {
		deviation := math.Sqrt(2 / float64(layer.In))
		for i := range layer.Weights {
			layer.Weights[i] = float32(rng.NormFloat64() * deviation)
		}
	}
	for i := range l.shards {
		s := &shard{gradient: net.NewLayers(), values: [][]float32{nil}}
		for _, layer := range l.layers {
			s.values = append(s.values, make([]float32, layer.Out))
			s.errors = append(s.errors, make([]float32, layer.Out))
		}
		l.shards[i] = s
	}
	return l
}

// learn trains on the samples of a maker; tell is called now and then with the batches done.
func (l *learner) learn(m *maker, tell func(done int)) {
	for done := range batches {
		train.Batch(done, batch, shards, func(shard int, n uint64) {
			s := l.shards[shard]
			l.backward(s, m.sample(n, &s.cell))
		})
		l.step(rate * (0.5 + 0.5*math.Cos(math.Pi*float64(done)/batches)))
		if done%2000 == 0 {
			tell(done)
		}
	}
}

// backward adds a sample's gradient to the shard's.
func (l *learner) backward(s *shard, class int) {
	s.values[0] = s.cell[:]
	last := len(l.layers) - 1
	for i := range l.layers {
		l.layers[i].Apply(s.values[i], s.values[i+1])
		if i < last {
			for j, v := range s.values[i+1] {
				s.values[i+1][j] = max(v, 0)
			}
		}
	}
	loss(s.values[last+1], s.errors[last], class)
	for i := last; i >= 0; i-- {
		layer, gradient := &l.layers[i], &s.gradient[i]
		in := s.values[i]
		if i > 0 {
			clear(s.errors[i-1])
		}
		for row, e := range s.errors[i] {
			if e == 0 {
				continue
			}
			gradient.Biases[row] += e
			g := gradient.Weights[row*layer.In : (row+1)*layer.In]
			for x, v := range in {
				g[x] += float32(e * v)
			}
			if i > 0 {
				w := layer.Weights[row*layer.In : (row+1)*layer.In]
				back := s.errors[i-1]
				for x, v := range w {
					back[x] += float32(e * v)
				}
			}
		}
		if i > 0 {
			for x, v := range s.values[i] {
				if v == 0 {
					s.errors[i-1][x] = 0
				}
			}
		}
	}
}

// loss writes the gradient of the cross entropy with respect to the sums.
func loss(sums, gradient []float32, class int) {
	high := float32(math.Inf(-1))
	for _, v := range sums {
		high = max(high, v)
	}
	total := 0.0
	for _, v := range sums {
		total += math.Exp(float64(v - high))
	}
	for i, v := range sums {
		want := smoothness / net.Classes
		if i == class {
			want += 1 - smoothness
		}
		gradient[i] = float32(math.Exp(float64(v-high))/total - want)
	}
}

// step moves the weights along the gradient of a batch, and clears it.
func (l *learner) step(rate float64) {
	for i := range l.layers {
		layer, speed := &l.layers[i], &l.speed[i]
		move := func(weights, speeds []float32, of func(*shard) []float32, decay float32) {
			for x := range weights {
				g := float32(0)
				for _, s := range l.shards {
					g += of(s)[x]
				}
				speeds[x] = float32(momentum*speeds[x]) - float32(rate)*(g/batch+float32(decay*weights[x]))
				weights[x] += speeds[x]
			}
			for _, s := range l.shards {
				clear(of(s))
			}
		}
		move(layer.Weights, speed.Weights, func(s *shard) []float32 { return s.gradient[i].Weights }, decay)
		move(layer.Biases, speed.Biases, func(s *shard) []float32 { return s.gradient[i].Biases }, 0)
	}
}
