package tally

import (
	"errors"
	"fmt"
	"slices"
)

// Stated is the outcome of a count by transfers of which only the stages are published, as somebody states it. Nobody
// can count it again, so only what the papers' number gives is computed, and what is stated is checked for its form:
// lists that are there and name options that exist, and stages in which no votes appear or are lost. The options
// elected are those of the stages: as many as there are seats, each once but for the last option of Rules.Last, and
// none without papers.
func (r Rules) Stated(e Evidence, stated Outcome) (Outcome, error) {
	o, traits := uncounted(e), r.Method.Traits()
	o.Stages, o.Draws, o.Decided = stated.Stages, stated.Draws, stated.Decided
	seats := r.Seats
	switch {
	case e.Papers == 0:
		o.Ending, seats = NoVotes, 0
	case traits.Quota:
		o.Quota = r.quotaOf(e.Papers)
	}
	for n, s := range o.Stages {
		o.Elected = append(o.Elected, s.Elected...)
		sum := s.Lost
		for _, v := range s.Votes {
			sum += v
		}
		if len(s.Votes) != r.Options || sum != o.Papers*traits.Unit {
			return o, fmt.Errorf("stage %d does not add up", n+1)
		}
	}
	if !r.proper(&o) {
		return o, errors.New("the stated outcome lacks a list, or names an option that does not exist")
	}
	filled := len(o.Elected)
	r.vacate(&o)
	if once := slices.Compact(slices.Sorted(slices.Values(o.Elected))); len(once) < len(o.Elected) || filled != seats {
		return o, fmt.Errorf("the stages elect %v for %d seats", o.Elected, seats)
	}
	return o, nil
}

// proper reports whether the lists of an outcome in stages are there, and name options that exist.
func (r Rules) proper(o *Outcome) bool {
	proper := o.Stages != nil && o.Draws != nil && o.Decided.known()
	var lists [][]int
	for _, s := range o.Stages {
		proper = proper && s.Option <= r.Options
		lists = append(lists, s.Elected)
	}
	for _, d := range o.Draws {
		lists = append(lists, d.Among, []int{d.Chosen})
	}
	for _, list := range lists {
		proper = proper && list != nil && !slices.ContainsFunc(list, func(n int) bool { return n < 1 || n > r.Options })
	}
	return proper
}
