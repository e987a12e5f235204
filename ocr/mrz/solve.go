package mrz

import (
	"math"
	"slices"
)

// solved is the best text of a variant, its score and the total score of all its texts, names left out of both.
type solved struct {
	variant   variant
	lines     []string
	log, mass float64
}

// sumPairs is how many pairs of sums modulo ten there are: under the group's check digit and the composite one.
const sumPairs = 100

// paths are the texts that lead to each state: the score of the best, the total score of all, and the end of the best.
type paths struct {
	best, total [sumPairs]float64
	ends        [sumPairs]*placed
}

// placed is a text, where it is, and what was chosen before it.
type placed struct {
	line, col int
	text      string
	before    *placed
}

func nowhere() (p paths) {
	for s := range sumPairs {
		p.best[s], p.total[s] = math.Inf(-1), math.Inf(-1)
	}
	return p
}

// solve finds the best text of a variant.
func (v variant) solve(cells [][]Scores) solved {
	p := nowhere()
	p.best[0], p.total[0] = 0, 0
	for _, g := range v.groups {
		start := p
		for _, t := range g.tokens {
			p = p.choose(t, cells, g.summed, v.layout.covers)
		}
		if g.empty != "" {
			first := g.tokens[0]
			first.options = []option{{text: g.empty}}
			p.join(start.choose(first, cells, nil, nil))
		}
	}
	found := solved{variant: v, log: p.best[0], mass: p.total[0]}
	if !math.IsInf(found.log, -1) {
		found.lines = v.write(p.ends[0], cells)
	}
	return found
}

// choose goes on by each option of a token, whose cells count under the group's check digit and the composite one as
// far as own and covers hold them. A check digit must be what its sum says, which then begins anew.
func (p paths) choose(t token, cells [][]Scores, own, covers []span) paths {
	next := nowhere()
	// Totals are summed as plain numbers, scaled by the highest so that none underflows.
	scale := slices.Max(p.total[:])
	var shares, totals [sumPairs]float64
	for s := range sumPairs {
		shares[s] = math.Exp(p.total[s] - scale)
	}
	for _, o := range t.options {
		gain, ownSum, compositeSum := t.gain(o, cells), t.sum(o, own), t.sum(o, covers)
		share := math.Exp(gain)
		for s := range sumPairs {
			tens, ones := s/10, s%10
			switch {
			case math.IsInf(p.best[s], -1), t.digit == ownDigit && o.text[0] != Symbols[tens],
				t.digit == compositeDigit && o.text[0] != Symbols[ones]:
				continue
			case t.digit == ownDigit:
				tens = 0
			case t.digit == compositeDigit:
				ones = 0
			}
			to := (tens+ownSum)%10*10 + (ones+compositeSum)%10
			totals[to] += share * shares[s]
			if score := p.best[s] + gain; score > next.best[to] {
				next.best[to] = score
				next.ends[to] = &placed{t.line, t.col, o.text, p.ends[s]}
			}
		}
	}
	for s := range sumPairs {
		next.total[s] = math.Log(totals[s]) + scale
	}
	return next
}

// join adds other paths to the same states.
func (p *paths) join(other paths) {
	for s := range sumPairs {
		p.total[s] = addLogs(p.total[s], other.total[s])
		if other.best[s] > p.best[s] {
			p.best[s], p.ends[s] = other.best[s], other.ends[s]
		}
	}
}

// sum is what an option adds to the sum over spans.
func (t token) sum(o option, spans []span) int {
	sum := 0
	for i := range len(o.text) {
		sum += weightUnder(spans, t.line, t.col+i) * value(o.text[i])
	}
	return sum
}

// weightUnder is the weight of a cell in the check digit over spans, 0 outside them.
func weightUnder(spans []span, line, col int) int {
	before := 0
	for _, s := range spans {
		if s.line == line && s.from <= col && col < s.to {
			return weight(before + col - s.from)
		}
		before += s.to - s.from
	}
	return 0
}

// seen chooses each token for itself.
func (v variant) seen(cells [][]Scores) []string {
	var end *placed
	for _, g := range v.groups {
		for _, t := range g.tokens {
			text, _ := t.likeliest(cells)
			end = &placed{t.line, t.col, text, end}
		}
	}
	return v.write(end, cells)
}

// checked reports whether a check digit covers a cell, or is in it.
func (v variant) checked(line, col int) bool {
	return weightUnder(v.layout.covers, line, col) > 0 || slices.ContainsFunc(v.groups, func(g group) bool {
		return weightUnder(g.summed, line, col) > 0 || slices.ContainsFunc(g.tokens, func(t token) bool {
			return t.digit != noDigit && t.line == line && t.col == col
		})
	})
}

// write lays out the chosen texts and the names.
func (v variant) write(end *placed, cells [][]Scores) []string {
	page := make([][]byte, v.layout.lines)
	for i := range page {
		page[i] = make([]byte, v.layout.width)
	}
	for ; end != nil; end = end.before {
		copy(page[end.line][end.col:], end.text)
	}
	for _, at := range v.names {
		copy(page[at.line][at.from:], decodeNames(cells[at.line][at.from:at.to]))
	}
	var lines []string
	for _, line := range page {
		lines = append(lines, string(line))
	}
	return lines
}
