package tally

// paths are the strengths of the strongest paths: Schulze, Social Choice and Welfare 36 (2011), section 2. A link from
// a to b has the strength prefers[a][b] if more papers put a above b than b above a (winning votes), and there is no
// link otherwise. A path is as strong as its weakest link.
func paths(prefers [][]int) [][]int {
	n := len(prefers)
	strength := squares(n)
	for a := range n {
		for b := range n {
			if prefers[a][b] > prefers[b][a] {
				strength[a][b] = prefers[a][b]
			}
		}
	}
	for via := range n {
		for a := range n {
			for b := range n {
				if a != b {
					strength[a][b] = max(strength[a][b], min(strength[a][via], strength[via][b]))
				}
			}
		}
	}
	return strength
}

// countSchulze elects an option to which no other has a stronger path than it has to that other (the same section).
func (r Rules) countSchulze(o *Outcome, lot []int) {
	o.Paths = paths(o.Prefers)
	winners := make([]int, 0, r.Options)
	for a := range r.Options {
		unbeaten := true
		for b := range r.Options {
			unbeaten = unbeaten && o.Paths[b][a] <= o.Paths[a][b]
		}
		if unbeaten {
			winners = append(winners, a)
		}
	}
	r.electBest(o, winners, lot)
}

// electBest elects the best option by pairs. Several are a tie, which the draw decides if there is one.
func (r Rules) electBest(o *Outcome, winners []int, lot []int) {
	switch {
	case o.Papers == 0:
		o.Ending = NoVotes
	case len(winners) == 1:
		o.Elected = numbers(winners)
	case !r.Draw:
		o.Ending, o.Tied = Tied, numbers(winners)
	default:
		o.Draws, o.Decided = drawn(lot, func(d *drawer) []int { return []int{d.choose(0, ForWinner, winners)} })
		o.Elected = []int{o.Draws[0].Chosen}
	}
}

// squares is a table of n rows and n columns, all 0.
func squares(n int) [][]int {
	table := make([][]int, n)
	for i := range table {
		table[i] = make([]int, n)
	}
	return table
}
