package tally

import "slices"

// needed returns the weight that a threshold divides, and the votes that reach the fraction, without rounding.
func (r Rules) needed(e Evidence, b Base) (base, votes int) {
	if r.Threshold == nil {
		return 0, 0
	}
	switch {
	case r.Threshold.Of == OfCast:
		base = b.Cast
	case r.Threshold.Of == OfElectorate:
		base = b.Electorate
	case r.Method.Traits().Answers:
		base = e.Votes[0] + e.Votes[1]
	default:
		base = e.Papers
	}
	if more := r.Threshold.More; more != nil {
		return base, base*more[0]/more[1] + 1
	}
	least := r.Threshold.Least
	return base, max(1, (base*least[0]+least[1]-1)/least[1])
}

// countAnswers passes a motion that reaches its threshold, unless yes and no are equal.
func (r Rules) countAnswers(o *Outcome, _ []int) {
	o.Ending = Rejected
	if o.Votes[0] >= o.Needed && o.Votes[0] != o.Votes[1] {
		o.Ending = Passed
	}
}

// countVotes elects the options with the most votes, but nobody without any: plurality, block and approval voting, as
// Brams and Fishburn define it, American Political Science Review 72 (1978), 831.
func (r Rules) countVotes(o *Outcome, lot []int) {
	order := make([]int, 0, r.Options) // with votes, most first, then by number
	for i, v := range o.Votes {
		if v > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return o.Votes[b] - o.Votes[a] })
	switch {
	case len(order) == 0:
		o.Ending = NoVotes
		return
	case o.Votes[order[0]] < o.Needed:
		o.Ending, o.Tied = NoMajority, secondRound(o.Votes, order)
		return
	case len(order) <= r.Seats || o.Votes[order[r.Seats-1]] > o.Votes[order[r.Seats]]:
		o.Elected = numbers(order[:min(r.Seats, len(order))])
		return
	}
	last := o.Votes[order[r.Seats]]
	above := slices.IndexFunc(order, func(i int) bool { return o.Votes[i] == last })
	tied := slices.DeleteFunc(slices.Clone(order), func(i int) bool { return o.Votes[i] != last })
	if !r.Draw {
		o.Ending, o.Elected, o.Tied = Tied, numbers(order[:above]), numbers(tied)
		return
	}
	o.Draws, o.Decided = drawn(lot, func(d *drawer) []int {
		seated, left := slices.Clone(order[:above]), slices.Clone(tied)
		for len(seated) < r.Seats {
			chosen := d.choose(0, ForSeat, left)
			seated = append(seated, chosen)
			left = slices.DeleteFunc(left, func(i int) bool { return i == chosen })
		}
		if d.forced < 0 {
			o.Elected = numbers(seated)
		}
		return seated
	})
}

// secondRound returns the first two options, or all that share the first or second place, of order, most votes first.
func secondRound(votes, order []int) []int {
	second := votes[order[min(1, len(order)-1)]]
	end := slices.IndexFunc(order, func(i int) bool { return votes[i] < second })
	if end < 0 {
		end = len(order)
	}
	return slices.Sorted(slices.Values(numbers(order[:end])))
}
