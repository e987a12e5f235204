package tally

import (
	"fmt"
	"slices"
)

// Count counts evidence. lot[i] is the place of option i+1 in the draw, from 0: the smaller one is preferred (elected,
// moves first, stays). It is needed if r.Draw. Errors: a *RuleFault; ErrEvidence where no papers give the evidence, or
// where it shows more of papers than the count uses.
func (r Rules) Count(e Evidence, lot []int, b Base) (Outcome, error) {
	if err := r.Check(); err != nil {
		return Outcome{}, err
	}
	if r.Draw && !r.orders(lot) {
		return Outcome{}, fmt.Errorf("%v is no order of %d options", lot, r.Options)
	}
	if err := r.checkEvidence(e, b); err != nil {
		return Outcome{}, err
	}
	o := uncounted(e)
	for _, row := range e.Prefers {
		o.Prefers = append(o.Prefers, copied(row))
	}
	o.Base, o.Needed = r.needed(e, b)
	o.ByPeople = r.byPeople(e, b)
	t := r.Method.Traits()
	if t.By == ByTransfers {
		if err := r.countUsed(&o, e, lot); err != nil {
			return Outcome{}, err
		}
	} else {
		t.count(r, &o, lot)
	}
	r.vacate(&o)
	return o, nil
}

// vacate empties the seats that the last option won.
func (r Rules) vacate(o *Outcome) {
	if r.Last && slices.Contains(o.Elected, r.Options) {
		o.Ending = Vacant
		o.Elected = slices.DeleteFunc(o.Elected, func(n int) bool { return n == r.Options })
	}
}

// uncounted is an outcome with all its lists, before anybody is elected.
func uncounted(e Evidence) Outcome {
	return Outcome{
		Ending: Elected, Papers: e.Papers, Blank: e.Blank, Against: copied(e.Against), Fives: copied(e.Fives),
		Votes:   copied(slices.Concat(e.Votes, e.Stars)), // one of them is empty
		Elected: []int{}, Tied: []int{}, Finalists: []int{}, Stages: []Stage{}, Prefers: [][]int{}, Paths: [][]int{},
		Draws: []Draw{}, Decided: DrawNo,
	}
}

// countUsed counts used papers. They show the stages, but cut papers hide what another draw would change.
func (r Rules) countUsed(o *Outcome, e Evidence, lot []int) error {
	if e.Papers == 0 {
		o.Ending = NoVotes
		if e.Decided != DrawNo {
			return refuse("a draw decided, and there was none")
		}
		return nil
	}
	piles := make([]pile, len(e.Used))
	for i, u := range e.Used {
		prefs := make([]byte, len(u.Options))
		for j, option := range u.Options {
			prefs[j] = byte(option - 1)
		}
		piles[i] = pile{u.Weight, prefs}
	}
	d := &drawer{lot: lot, draws: []Draw{}, forced: -1}
	t := r.transfer(piles, e.Papers, d)
	for i, u := range e.Used {
		if !slices.Equal(t.used[i], u.Options) {
			return refuse("of used papers %v the count uses %v", u.Options, t.used[i])
		}
	}
	if len(d.draws) == 0 && e.Decided != DrawNo {
		return refuse("a draw decided, and there was none")
	}
	if r.Method.Traits().Quota {
		o.Quota = r.quotaOf(e.Papers)
	}
	o.Elected, o.Stages, o.Draws, o.Decided = numbers(t.elected), t.stages, d.draws, e.Decided
	return nil
}

// orders reports whether a lot has each place once.
func (r Rules) orders(lot []int) bool {
	places := slices.Sorted(slices.Values(lot))
	for i, p := range places {
		if p != i {
			return false
		}
	}
	return len(places) == r.Options
}

// copied is a copy that is never nil.
func copied(numbers []int) []int { return append([]int{}, numbers...) }
