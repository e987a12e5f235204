package tally

import "slices"

// KindQuota is how many seats the candidates of a kind have at least and at most. One of the two may be 0: no limit.
type KindQuota struct {
	Kind  string `json:"kind"`
	Least int    `json:"least,omitempty"`
	Most  int    `json:"most,omitempty"`
}

// QuotasOf gives quotas of kinds the numbers of the options of each kind; kinds has the kind of each option.
func QuotasOf(quotas []KindQuota, kinds []string) []Quota {
	var all []Quota
	for _, of := range quotas {
		quota := Quota{Least: of.Least, Most: of.Most}
		for i, kind := range kinds {
			if kind == of.Kind {
				quota.Options = append(quota.Options, i+1)
			}
		}
		all = append(all, quota)
	}
	return all
}

// Quota is how many seats the options of a kind have. Quotas of a question share no option. An option may be of no
// kind.
type Quota struct {
	Options []int // from 1, ascending
	Least   int   // this many seats go to the first of the kind, as far as there are any: WO BetrVG § 22; 0 without one
	Most    int   // further ones of the kind are passed over; 0 without a limit
}

// Succession says whom quotas brought in, and who moves up later.
type Succession struct {
	Moved []Moved `json:"moved"` // by quotas
	Rest  [][]int `json:"rest"`  // those without a seat in their order, each with its equals
	Next  [][]int `json:"next"`  // only with quotas: for each of Outcome.Elected who moves up for them, one or equals
}

// Moved is an option that has a seat by quotas alone, and the one that would have it without them.
type Moved struct {
	In  int `json:"in"`
	Out int `json:"out"`
}

// checkQuotas reports quotas that do not fit, or that leave seats empty whatever the votes are.
func (r Rules) checkQuotas(t Traits) error {
	if len(r.Quotas) == 0 {
		return nil
	}
	stand := r.Options
	if r.Last {
		stand--
	}
	fits, least, room, seen := t.Order, 0, stand, make(map[int]bool)
	for _, q := range r.Quotas {
		limit := q.limit(r.Seats)
		fits = fits && len(q.Options) > 0 && q.Least >= 0 && q.Most >= 0 && q.Least+q.Most > 0 && q.Least <= limit &&
			limit <= r.Seats && slices.IsSorted(q.Options)
		for _, n := range q.Options {
			fits = fits && n >= 1 && n <= stand && !seen[n]
			seen[n] = true
		}
		least += q.Least
		room -= max(0, len(q.Options)-limit)
	}
	if !fits || least > r.Seats || room < r.Seats {
		return &RuleFault{Field: "quotas"}
	}
	return nil
}

// limit is how many seats the kind has at most.
func (q Quota) limit(seats int) int {
	if q.Most == 0 {
		return seats
	}
	return q.Most
}

// kinds are the places of the quotas of options from 0, counted from 1; options of none are left out.
func (r Rules) kinds() map[int]int {
	kinds := make(map[int]int)
	for k, q := range r.Quotas {
		for _, n := range q.Options {
			kinds[n-1] = k + 1
		}
	}
	return kinds
}

// seat elects from levels, the best first, each of which has equals. Nobody is elected who does not stand before the
// last option of Rules.Last. Where a draw would decide, options are tied, or drawn.
func (r Rules) seat(o *Outcome, levels [][]int, lot []int) {
	last := slices.IndexFunc(levels, func(level []int) bool { return r.Last && slices.Contains(level, r.Options-1) })
	if last >= 0 {
		levels = levels[:last]
	}
	elected, tied := r.seated(levels)
	switch {
	case len(tied) == 0:
	case r.Draw:
		o.Draws, o.Decided = drawn(lot, func(d *drawer) []int {
			seats := r.drawSeats(levels, d)
			if d.forced < 0 {
				elected = seats
			}
			return seats
		})
	default:
		o.Ending, o.Tied = Tied, numbers(slices.Sorted(slices.Values(tied)))
	}
	o.Elected = numbers(elected)
	if o.Ending != Tied {
		o.Succession = r.succession(levels, elected, lot)
		if last >= 0 && len(elected) < r.Seats {
			o.Elected = append(o.Elected, r.Options)
		}
	}
}

// seated returns, in the order of the levels, whom any order of equals elects, and those whom some orders elect.
//
// The first of each kind have the seats that it has at least. The free seats, which are left, go to the others in their
// order, but to none of a kind that has its most. So of a kind the places in its own order decide: those below Least
// have a seat, and of those below the limit, each needs a free one.
func (r Rules) seated(levels [][]int) (elected, tied []int) {
	kinds, above := r.kinds(), make([]int, len(r.Quotas)+1)
	quotas := append([]Quota{{}}, r.Quotas...) // the first one is for options of no kind
	free := r.Seats
	for k, n := range ofKinds(slices.Concat(levels...), kinds, len(quotas)) {
		free -= min(quotas[k].Least, n)
	}
	for _, level := range levels {
		equals, open := ofKinds(level, kinds, len(quotas)), 0
		for k, n := range equals {
			least, most := quotas[k].Least, quotas[k].limit(r.Options)
			open += max(0, min(above[k]+n, most)-max(above[k], least))
		}
		for _, option := range level {
			k := kinds[option]
			sure, able := quotas[k].Least, quotas[k].Least
			if free >= open {
				sure = quotas[k].limit(r.Options)
			}
			if free > 0 {
				able = quotas[k].limit(r.Options)
			}
			switch {
			case above[k]+equals[k] <= sure:
				elected = append(elected, option)
			case above[k] < able:
				tied = append(tied, option)
			}
		}
		free -= min(free, open)
		for k, n := range equals {
			above[k] += n
		}
	}
	return elected, tied
}

// ofKinds counts options by the places of their quotas.
func ofKinds(options []int, kinds map[int]int, quotas int) []int {
	n := make([]int, quotas)
	for _, option := range options {
		n[kinds[option]]++
	}
	return n
}

// drawSeats elects from levels. Where several share a seat, one of the first level that has any of them is drawn, and
// then stands above its equals, until nothing is left to draw.
func (r Rules) drawSeats(levels [][]int, d *drawer) []int {
	levels = slices.Clone(levels)
	for {
		elected, tied := r.seated(levels)
		if len(tied) == 0 {
			return elected
		}
		at := slices.IndexFunc(levels, func(level []int) bool { return slices.Contains(level, tied[0]) })
		among := without(levels[at], without(levels[at], tied))
		chosen := []int{d.choose(0, ForSeat, among)}
		levels = slices.Replace(levels, at, at+1, chosen, without(levels[at], chosen))
	}
}

// succession says whom quotas brought in, and who moves up; nil for one seat without quotas, and where nobody is left.
func (r Rules) succession(levels [][]int, elected, lot []int) *Succession {
	if r.Seats == 1 && len(r.Quotas) == 0 || len(elected) == 0 {
		return nil
	}
	if r.Draw {
		levels = ordered(levels, lot)
	}
	s := &Succession{Moved: []Moved{}, Rest: [][]int{}, Next: [][]int{}}
	for _, level := range levels {
		if rest := without(level, elected); len(rest) > 0 {
			s.Rest = append(s.Rest, numbers(rest))
		}
	}
	if len(s.Rest) == 0 {
		return nil
	}
	if len(r.Quotas) > 0 {
		s.Moved = r.moved(levels, elected)
		for _, option := range elected {
			left := make([][]int, len(levels))
			for i, level := range levels {
				left[i] = without(level, []int{option})
			}
			again, tied := r.seated(left)
			s.Next = append(s.Next, numbers(without(append(again, tied...), elected)))
		}
	}
	return s
}

// ordered puts equals in the order of the lot.
func ordered(levels [][]int, lot []int) [][]int {
	var order [][]int
	for _, level := range levels {
		for _, option := range slices.SortedFunc(slices.Values(level), func(a, b int) int { return lot[a] - lot[b] }) {
			order = append(order, []int{option})
		}
	}
	return order
}

// moved compares those elected with those whom the votes alone elect: the first who came in has the seat of the last
// who would have one, and so on.
func (r Rules) moved(levels [][]int, elected []int) []Moved {
	r.Quotas = nil
	plain, tied := r.seated(levels)
	in, out := without(elected, append(tied, plain...)), without(plain, elected)
	moved := []Moved{}
	for i := range min(len(in), len(out)) {
		moved = append(moved, Moved{in[i] + 1, out[len(out)-1-i] + 1})
	}
	return moved
}
