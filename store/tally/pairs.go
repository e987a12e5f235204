package tally

import "slices"

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

// countSchulze elects the first options of Schulze's ranking (the same section): again and again those to which no
// other of the options left has a stronger path than they have to that other.
func (r Rules) countSchulze(o *Outcome, lot []int) {
	o.Paths = paths(o.Prefers)
	if o.Papers == 0 {
		o.Ending = NoVotes
		return
	}
	var levels [][]int
	for left := r.all(); len(left) > 0; left = without(left, levels[len(levels)-1]) {
		levels = append(levels, slices.DeleteFunc(slices.Clone(left), func(a int) bool {
			return slices.ContainsFunc(left, func(b int) bool { return o.Paths[b][a] > o.Paths[a][b] })
		}))
	}
	r.seat(o, levels, lot)
}

// all are the options, from 0.
func (r Rules) all() []int {
	all := make([]int, r.Options)
	for i := range all {
		all[i] = i
	}
	return all
}

// squares is a table of n rows and n columns, all 0.
func squares(n int) [][]int {
	table := make([][]int, n)
	for i := range table {
		table[i] = make([]int, n)
	}
	return table
}
