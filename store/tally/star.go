package tally

import "slices"

// countSTAR counts by the protocol of starvoting.org, with its official protocol for ties. The two options with the
// most stars are the finalists. A tie for a place among them goes to those who win the most head-to-head matches among
// the tied, then to those with the most papers of five stars, then to the draw; each step starts again with those it
// leaves tied. The finalist whom more papers score above the other wins. A tie there goes to the one with more stars,
// then with more papers of five stars, then to the draw.
func (r Rules) countSTAR(o *Outcome, lot []int) {
	if o.Papers == 0 {
		o.Ending = NoVotes
		return
	}
	o.Draws, o.Decided = drawn(lot, func(d *drawer) []int {
		finalists := r.finalists(o, d)
		winner := runoff(o, finalists, d)
		if d.forced < 0 {
			o.Finalists, o.Elected = numbers(finalists), []int{winner + 1}
		}
		return []int{winner}
	})
}

// finalists are the two options with the most stars, the first one first.
func (r Rules) finalists(o *Outcome, d *drawer) []int {
	var places []int
	left := r.all()
	for len(places) < 2 {
		tied := most(left, func(i int) int { return o.Votes[i] })
		for len(places) < 2 && len(tied) > 0 {
			best := tied
			if len(tied) > 2-len(places) {
				best = ahead(o, tied, 2-len(places), d)
			}
			places = append(places, best...)
			tied = without(tied, best)
		}
		left = without(left, places)
	}
	return places
}

// ahead are those of the tied who take the next places: one or more, at most as many as there are places.
func ahead(o *Outcome, tied []int, places int, d *drawer) []int {
	for len(tied) > places {
		wins := func(a int) (n int) {
			for _, b := range tied {
				if o.Prefers[a][b] > o.Prefers[b][a] {
					n++
				}
			}
			return n
		}
		best := most(tied, wins)
		if len(best) == len(tied) {
			best = most(tied, func(i int) int { return o.Fives[i] })
		}
		if len(best) == len(tied) {
			return []int{d.choose(0, ForFinalist, tied)}
		}
		tied = best
	}
	return tied
}

// runoff is the finalist who wins.
func runoff(o *Outcome, finalists []int, d *drawer) int {
	a, b := finalists[0], finalists[1]
	tied := most(finalists, func(i int) int {
		if i == a {
			return o.Prefers[a][b]
		}
		return o.Prefers[b][a]
	})
	tied = most(tied, func(i int) int { return o.Votes[i] })
	tied = most(tied, func(i int) int { return o.Fives[i] })
	if len(tied) > 1 {
		return d.choose(0, ForWinner, tied)
	}
	return tied[0]
}

// most are the options with the largest value, in their order.
func most(options []int, value func(int) int) []int {
	var best []int
	for _, i := range options {
		if len(best) > 0 && value(i) > value(best[0]) {
			best = best[:0]
		}
		if len(best) == 0 || value(i) == value(best[0]) {
			best = append(best, i)
		}
	}
	return best
}

// without is options less those that have gone.
func without(options, gone []int) []int {
	return slices.DeleteFunc(slices.Clone(options), func(i int) bool { return slices.Contains(gone, i) })
}
