package main

import (
	"math"

	"ostrakon/ocr/lines/net"
)

// transcription computes the loss of connectionist temporal classification (Graves, Fernández, Gomez,
// Schmidhuber, 2006): minus the logarithm of the probability that the scores give to a text, all ways
// to lay it along the steps together, and the gradient of that by the scores. A text that does not fit
// into the steps has no gradient, and ok is false.
func transcription(scores, errors *plane, text []int) (loss float64, ok bool) {
	steps, outputs := scores.columns, scores.channels
	repeats := 0
	for i := 1; i < len(text); i++ {
		if text[i] == text[i-1] {
			repeats++
		}
	}
	if len(text)+repeats > steps {
		return 0, false
	}
	chances := make([]float64, steps*outputs) // logarithms
	for t := range steps {
		high, sum := math.Inf(-1), 0.0
		for k := range outputs {
			high = max(high, float64(scores.row(k, 0, 0)[t]))
		}
		for k := range outputs {
			sum += math.Exp(float64(scores.row(k, 0, 0)[t]) - high)
		}
		for k := range outputs {
			chances[t*outputs+k] = float64(scores.row(k, 0, 0)[t]) - high - math.Log(sum)
		}
	}
	labels := make([]int, 2*len(text)+1) // blanks between
	for i, k := range text {
		labels[2*i+1] = k
	}
	before := paths(chances, labels, steps, outputs, false)
	after := paths(chances, labels, steps, outputs, true)
	n := len(labels)
	all := before[(steps-1)*n+n-1]
	if n > 1 {
		all = logAdd(all, before[(steps-1)*n+n-2])
	}
	wanted := make([]float64, outputs)
	for t := range steps {
		clear(wanted)
		for s, k := range labels {
			wanted[k] += math.Exp(before[t*n+s] + after[t*n+s] - chances[t*outputs+k] - all)
		}
		for k := range outputs {
			errors.row(k, 0, 0)[t] = float32(math.Exp(chances[t*outputs+k]) - wanted[k])
		}
	}
	return -all, true
}

// paths sums, for each step and label, the chances of all ways to there from the start, or from there
// to the end.
func paths(chances []float64, labels []int, steps, outputs int, backwards bool) []float64 {
	n := len(labels)
	sums := make([]float64, steps*n)
	at := func(t, s int) int { // of the t-th step from where it begins
		if backwards {
			return (steps-1-t)*n + n - 1 - s
		}
		return t*n + s
	}
	label := func(s int) int {
		if backwards {
			return labels[n-1-s]
		}
		return labels[s]
	}
	chance := func(t, s int) float64 {
		if backwards {
			t = steps - 1 - t
		}
		return chances[t*outputs+label(s)]
	}
	for s := range n {
		sums[at(0, s)] = math.Inf(-1)
		if s < 2 {
			sums[at(0, s)] = chance(0, s)
		}
	}
	for t := 1; t < steps; t++ {
		for s := range n {
			sum := sums[at(t-1, s)]
			if s > 0 {
				sum = logAdd(sum, sums[at(t-1, s-1)])
			}
			if s > 1 && label(s) != net.Blank && label(s) != label(s-2) {
				sum = logAdd(sum, sums[at(t-1, s-2)])
			}
			sums[at(t, s)] = sum + chance(t, s)
		}
	}
	return sums
}

// logAdd is the logarithm of the sum of what two logarithms stand for.
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if b < a-40 || math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
