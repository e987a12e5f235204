package mrz

import "math"

// solved is, for each sum that a group may add to the composite digit, the best
// score, its texts, and the total score of all texts.
type solved struct {
	best, total sums
	texts       [10][]placed
}

// step is how a state of the search was reached.
type step struct {
	option int
	from   int
}

// solve searches the texts of a group. The state is the pair of sums modulo ten: that under
// the group's own check digit, and that under the composite one.
func (g group) solve(cells [][]Scores, composite [][]int) solved {
	const states = 100
	own := g.ownWeights(cells)
	best, total := make([]float64, states), make([]float64, states)
	for s := range states {
		best[s], total[s] = math.Inf(-1), math.Inf(-1)
	}
	best[0], total[0] = 0, 0
	steps := make([][states]step, len(g.tokens))
	for t, tok := range g.tokens {
		nextBest, nextTotal := make([]float64, states), make([]float64, states)
		for s := range states {
			nextBest[s], nextTotal[s] = math.Inf(-1), 0
		}
		// Totals are summed as plain numbers, scaled by the highest so that none underflows.
		scale := highest(total)
		for s := range states {
			total[s] = math.Exp(total[s] - scale)
		}
		for o, opt := range tok.options {
			gain, ownSum, compositeSum := tok.gain(opt, cells), 0, 0
			for i := range len(opt.text) {
				ownSum += own[tok.line][tok.col+i] * value(opt.text[i])
				compositeSum += composite[tok.line][tok.col+i] * value(opt.text[i])
			}
			share := math.Exp(gain)
			for s := range states {
				if best[s] == math.Inf(-1) {
					continue
				}
				to := (s/10+ownSum)%10*10 + (s%10+compositeSum)%10
				nextTotal[to] += share * total[s]
				if best[s]+gain > nextBest[to] {
					nextBest[to] = best[s] + gain
					steps[t][to] = step{o, s}
				}
			}
		}
		for s := range states {
			nextTotal[s] = math.Log(nextTotal[s]) + scale
		}
		best, total = nextBest, nextTotal
	}
	return g.close(cells, composite, best, total, steps)
}

func highest(scores []float64) float64 {
	high := math.Inf(-1)
	for _, s := range scores {
		high = max(high, s)
	}
	return high
}

// ownWeights gives the weight of every cell under the group's check digit.
func (g group) ownWeights(cells [][]Scores) [][]int {
	weights := make([][]int, len(cells))
	for i := range weights {
		weights[i] = make([]int, len(cells[i]))
	}
	i := 0
	for _, s := range g.summed {
		for col := s.from; col < s.to; col++ {
			weights[s.line][col] = weight(i)
			i++
		}
	}
	return weights
}

// close applies the check digit to the states at the end of the search.
func (g group) close(cells [][]Scores, composite [][]int, best, total []float64, steps [][100]step) solved {
	found := solved{best: impossible(), total: impossible()}
	for s := range best {
		if math.IsInf(best[s], -1) {
			continue
		}
		to, gain := s%10, 0.0
		if g.digit.present() {
			to = (to + composite[g.digit.line][g.digit.from]*(s/10)) % 10
			gain = cells[g.digit.line][g.digit.from][s/10]
		} else if s/10 != 0 {
			continue
		}
		found.total[to] = addLogs(found.total[to], total[s]+gain)
		if best[s]+gain > found.best[to] {
			found.best[to] = best[s] + gain
			found.texts[to] = g.trace(s, steps)
			if g.digit.present() {
				found.texts[to] = append(found.texts[to], placed{g.digit.line, g.digit.from, Symbols[s/10 : s/10+1]})
			}
		}
	}
	if g.empty != "" {
		first := g.tokens[0]
		gain := 0.0
		for i := range len(g.empty) {
			gain += cells[first.line][first.col+i][fillerIndex]
		}
		found.total[0] = addLogs(found.total[0], gain)
		if gain > found.best[0] {
			found.best[0] = gain
			found.texts[0] = []placed{{first.line, first.col, g.empty}}
		}
	}
	return found
}

// trace follows the steps back from a state.
func (g group) trace(state int, steps [][100]step) []placed {
	chosen := make([]placed, len(g.tokens), len(g.tokens)+1)
	for t := len(g.tokens) - 1; t >= 0; t-- {
		s := steps[t][state]
		tok := g.tokens[t]
		chosen[t] = placed{tok.line, tok.col, tok.options[s.option].text}
		state = s.from
	}
	return chosen
}
