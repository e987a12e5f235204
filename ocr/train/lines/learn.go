package main

import (
	"math"
	"math/rand/v2"

	"ostrakon/ocr/lines/net"
	"ostrakon/ocr/train"
)

// Training in numbers. The rate rises for warmUp batches and then falls as a cosine does, towards nothing
// at the horizon. The last batches begin anew from the bytes of the weights, at a lower rate that falls
// to nothing.
const (
	batches  = 7000
	horizon  = 10000
	last     = 1400
	lastRate = 0.0007
	batch    = 16
	shards   = 2 // parts of a batch, summed in order: the same however many processors
	rate     = 0.002
	warmUp   = 400
	first    = 0.9 // moments of the gradient that are kept (Kingma, Ba, Adam, 2015)
	second   = 0.998
	decay    = 1e-3
	steepest = 30.0 // length of a gradient above which it is shortened
	rounded  = 5000 // batches after which the weights are those that bytes can hold
)

// parameters are those of a layer: for each output its taps, by row and column of the kernel and then by
// channel of the input.
type parameters struct{ taps, biases []float32 }

// learner is a network in training.
type learner struct {
	weights, used []parameters // used are those that bytes can hold, later on
	mean, square  []parameters
	shards        [shards]*shard
	steps         int
}

// shard is the gradient of a part of a batch, and room for one line.
type shard struct {
	gradient []parameters
	input    plane
	stages   []*stage
	loss     float64
}

func newWeights() []parameters {
	var all []parameters
	for _, s := range net.Shapes() {
		all = append(all, parameters{make([]float32, s.Out*s.Taps()), make([]float32, s.Out)})
	}
	return all
}

func newLearner(seed uint64) *learner {
	l := &learner{weights: newWeights(), used: newWeights(), mean: newWeights(), square: newWeights()}
	rng := rand.New(rand.NewPCG(seed, 0))
	for i, s := range net.Shapes() {
		deviation := math.Sqrt(2 / float64(s.Taps()))
		if s.Residual || s.Linear {
			deviation /= 2
		}
		for k := range l.weights[i].taps {
			l.weights[i].taps[k] = float32(rng.NormFloat64() * deviation)
		}
	}
	for i := range l.shards {
		l.shards[i] = newShard()
	}
	l.use(false)
	return l
}

func newShard() *shard {
	s := &shard{gradient: newWeights()}
	for _, shape := range net.Shapes() {
		s.stages = append(s.stages, &stage{Shape: shape})
	}
	return s
}

// rateOf is the rate of a batch.
func rateOf(done int) float64 {
	if done < batches {
		return rate * min(float64(done+1)/warmUp, 0.505+0.495*math.Cos(math.Pi*float64(done)/horizon))
	}
	part := float64(done-batches) / last
	return lastRate * min(part*last/100, 0.5+0.5*math.Cos(math.Pi*part))
}

// learn trains from a batch on, on the lines of a maker; tell is called with the batches done and
// the mean loss of a line since it was called before.
func (l *learner) learn(m *maker, from int, tell func(done int, loss float64)) {
	const often = 100
	loss := 0.0
	for done := from; done < batches+last; done++ {
		if done == batches {
			l.again()
		}
		train.Batch(done, batch, shards, func(shard int, n uint64) { l.shards[shard].see(m.line(n), l.used) })
		for _, s := range l.shards {
			loss += s.loss
			s.loss = 0
		}
		l.step(rateOf(done))
		l.use(done >= rounded)
		if (done+1)%often == 0 {
			tell(done+1, loss/often/batch)
			loss = 0
		}
	}
}

// again begins anew from the weights that bytes hold.
func (l *learner) again() {
	l.use(true)
	for i := range l.weights {
		copy(l.weights[i].taps, l.used[i].taps)
	}
	l.mean, l.square, l.steps = newWeights(), newWeights(), 0
}

// forward computes the scores of a strip.
func (s *shard) forward(strip net.Strip, weights []parameters) *plane {
	s.input.shape(1, net.Height, strip.Columns)
	for y := range net.Height {
		row := s.input.row(0, y, 0)
		for x, v := range strip.Pix[y*strip.Columns : (y+1)*strip.Columns] {
			row[x] = float32(v) * (net.Darkest / 255)
		}
	}
	in := &s.input
	for i, stage := range s.stages {
		stage.forward(in, weights[i])
		in = &stage.kept
	}
	return in
}

// see adds the gradient of a line to the shard's.
func (s *shard) see(l line, weights []parameters) {
	if l.strip.Columns == 0 {
		return
	}
	scores := s.forward(l.strip, weights)
	last := s.stages[len(s.stages)-1]
	last.keptErrors.shape(scores.channels, 1, scores.columns)
	loss, ok := transcription(scores, &last.keptErrors, l.text)
	if !ok {
		return
	}
	s.loss += loss
	for i := len(s.stages) - 1; i >= 0; i-- {
		in, errors := &s.input, (*plane)(nil)
		if i > 0 {
			in, errors = &s.stages[i-1].kept, &s.stages[i-1].keptErrors
		}
		s.stages[i].backward(in, errors, weights[i], s.gradient[i])
	}
}

// step moves the weights along the gradient of a batch, and clears it.
func (l *learner) step(rate float64) {
	l.steps++
	length := 0.0
	for i := range l.weights {
		for _, of := range parts() {
			sum := of(&l.shards[0].gradient[i])
			for _, s := range l.shards[1:] {
				part := of(&s.gradient[i])
				for k, g := range part {
					sum[k] += g
				}
				clear(part)
			}
			for k := range sum {
				sum[k] /= batch
				length += float64(sum[k]) * float64(sum[k])
			}
		}
	}
	shorten := float32(min(1, steepest/math.Sqrt(length)))
	unbiased := rate * math.Sqrt(1-math.Pow(second, float64(l.steps))) / (1 - math.Pow(first, float64(l.steps)))
	for i := range l.weights {
		for part, of := range parts() {
			w, g, m, q := of(&l.weights[i]), of(&l.shards[0].gradient[i]), of(&l.mean[i]), of(&l.square[i])
			for k := range w {
				e := float32(g[k] * shorten)
				m[k] = float32(first*m[k]) + float32((1-first)*e)
				q[k] = float32(second*q[k]) + float32((1-second)*float32(e*e))
				w[k] -= float32(unbiased) * m[k] / (float32(math.Sqrt(float64(q[k]))) + 1e-8)
				if part == 0 {
					w[k] -= float32(rate * decay * float64(w[k]))
				}
			}
			clear(g)
		}
	}
}

// parts are the taps and the biases of weights.
func parts() []func(*parameters) []float32 {
	return []func(*parameters) []float32{
		func(w *parameters) []float32 { return w.taps }, func(w *parameters) []float32 { return w.biases },
	}
}

// use sets what the next batch is computed with: the weights, or what bytes can hold of them.
func (l *learner) use(bytes bool) {
	for i, s := range net.Shapes() {
		copy(l.used[i].biases, l.weights[i].biases)
		copy(l.used[i].taps, l.weights[i].taps)
		if !bytes {
			continue
		}
		for out := range s.Out {
			taps := l.used[i].taps[out*s.Taps() : (out+1)*s.Taps()]
			scale := train.Scale(taps)
			for k, w := range taps {
				taps[k] = float32(math.RoundToEven(float64(w/scale))) * scale
			}
		}
	}
}
