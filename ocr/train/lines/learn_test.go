package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ostrakon/ocr/lines/net"
)

// scrawl is a strip of random ink.
func scrawl(columns int) line {
	rng := rand.New(rand.NewPCG(1, 1))
	s := net.Strip{Columns: columns, Pix: make([]uint8, columns*net.Height)}
	for i := range s.Pix {
		s.Pix[i] = uint8(rng.IntN(256))
	}
	return line{s, []int{5, 5, 9}}
}

func lossOf(s *shard, l line, weights []parameters) float64 {
	scores := s.forward(l.strip, weights)
	var errors plane
	errors.shape(scores.channels, 1, scores.columns)
	loss, _ := transcription(scores, &errors, l.text)
	return loss
}

// The gradient is what a small change of a weight does to the loss.
func TestGradient(t *testing.T) {
	l := newLearner(3)
	s, sample := l.shards[0], scrawl(38)
	s.see(sample, l.weights)
	for i := range l.weights {
		taps, gradient := l.weights[i].taps, s.gradient[i].taps
		largest, at := float32(0), 0
		for k, g := range gradient {
			if g := max(g, -g); g > largest {
				largest, at = g, k
			}
		}
		for _, x := range []int{at, 0, len(taps) / 2, len(taps) - 1} {
			const step = 1e-3
			was := taps[x]
			taps[x] = was + step
			high := lossOf(s, sample, l.weights)
			taps[x] = was - step
			low := lossOf(s, sample, l.weights)
			taps[x] = was
			got, want := float64(gradient[x]), (high-low)/(2*step)
			if !(math.Abs(got-want) <= 0.01+0.05*math.Abs(float64(largest))) {
				t.Errorf("layer %d, weight %d: gradient %v, by difference %v", i, x, got, want)
			}
		}
	}
}

func TestStepsLowerTheLoss(t *testing.T) {
	l := newLearner(3)
	s, sample := l.shards[0], scrawl(60)
	before := lossOf(s, sample, l.weights)
	for range 30 {
		s.see(sample, l.weights)
		l.step(0.001)
	}
	if after := lossOf(s, sample, l.weights); !(after <= before/2) {
		t.Errorf("loss %v after %v", after, before)
	}
}

// The network in integers and that in training agree.
func TestBytesAgreeWithTraining(t *testing.T) {
	l := newLearner(5)
	l.use(true)
	sample := scrawl(46)
	n, err := net.Decode(encode(l.weights))
	if err != nil {
		t.Fatal(err)
	}
	scores := n.Scores(sample.strip)
	want := l.shards[0].forward(sample.strip, l.used)
	off, size := 0.0, 0.0
	for k := range want.channels {
		for step, v := range want.row(k, 0, 0)[:want.columns] {
			off += math.Abs(float64(scores[step*want.channels+k] - v))
			size += math.Abs(float64(v))
		}
	}
	if off > 0.05*size {
		t.Errorf("scores differ by %.3f of their size", off/size)
	}
}

// The loss of a text is that of all ways to lay it along the steps, counted one by one.
func TestTranscription(t *testing.T) {
	const steps, outputs = 4, 3
	var scores, errors plane
	scores.shape(outputs, 1, steps)
	errors.shape(outputs, 1, steps)
	rng := rand.New(rand.NewPCG(2, 2))
	for k := range outputs {
		for step := range steps {
			scores.row(k, 0, 0)[step] = float32(rng.NormFloat64())
		}
	}
	for _, text := range [][]int{{}, {1}, {1, 2}, {2, 2}} {
		total := 0.0
		for way := range 81 {
			chance, read, last := 1.0, []int{}, 0
			for step, rest := 0, way; step < steps; step, rest = step+1, rest/outputs {
				sum := 0.0
				for k := range outputs {
					sum += math.Exp(float64(scores.row(k, 0, 0)[step]))
				}
				k := rest % outputs
				chance *= math.Exp(float64(scores.row(k, 0, 0)[step])) / sum
				if k != last && k != net.Blank {
					read = append(read, k)
				}
				last = k
			}
			if slices.Equal(read, text) {
				total += chance
			}
		}
		if loss, ok := transcription(&scores, &errors, text); !ok || math.Abs(loss+math.Log(total)) > 1e-6 {
			t.Errorf("%v: loss %v, want %v", text, loss, -math.Log(total))
		}
	}
	if _, ok := transcription(&scores, &errors, []int{1, 1, 1}); ok {
		t.Error("a text that does not fit has a loss")
	}
}
