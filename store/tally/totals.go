package tally

import "slices"

// votes are those that reach the threshold's part of a base, without rounding.
func (t *Threshold) votes(base int) int {
	if t.More != nil {
		return base*t.More[0]/t.More[1] + 1
	}
	return max(1, (base*t.Least[0]+t.Least[1]-1)/t.Least[1])
}

// needed returns the weight that a threshold divides, and the votes that reach it; 0 where each option has its own.
func (r Rules) needed(e Evidence, b Base) (base, votes int) {
	t := r.Method.Traits()
	switch {
	case r.Threshold == nil, r.Threshold.Of == OfDecided && t.By == ByYesNo:
		return 0, 0
	case r.Threshold.Of == OfCast:
		base = b.Cast
	case r.Threshold.Of == OfElectorate:
		base = b.Electorate
	case t.Answers:
		base = e.Votes[0] + e.Votes[1]
	default:
		base = e.Papers
	}
	return base, r.Threshold.votes(base)
}

// meets reports whether an option has the votes that it needs. Yes and no must not be equal.
func (r Rules) meets(o *Outcome, option int) bool {
	yes, needed := o.Votes[option], o.Needed
	if len(o.Against) > 0 {
		no := o.Against[option]
		if r.Threshold.Of == OfDecided {
			needed = r.Threshold.votes(yes + no)
		}
		return yes >= needed && yes != no
	}
	return yes >= needed
}

// countAnswers passes a motion that reaches its threshold, and that of people, unless yes and no are equal.
func (r Rules) countAnswers(o *Outcome, _ []int) {
	o.Ending = Rejected
	if o.Votes[0] >= o.Needed && o.Votes[0] != o.Votes[1] && (o.ByPeople == nil || o.ByPeople.Met) {
		o.Ending = Passed
	}
}

// countVotes elects the options with the most votes of those that meet the threshold, but nobody without any votes:
// plurality, block and approval voting, as Brams and Fishburn define it, American Political Science Review 72 (1978),
// 831, and votes of yes and no for each option.
func (r Rules) countVotes(o *Outcome, lot []int) {
	if o.Papers == 0 {
		o.Ending = NoVotes
		return
	}
	order := make([]int, 0, r.Options) // with votes, most first, then by number
	for i, v := range o.Votes {
		if v > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return o.Votes[b] - o.Votes[a] })
	left := slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !r.meets(o, i) })
	missed := without(order, left)
	var levels [][]int
	for len(left) > 0 {
		level := most(left, func(i int) int { return o.Votes[i] })
		levels, left = append(levels, level), without(left, level)
	}
	r.seat(o, levels, lot)
	empty := r.Seats - len(o.Elected)
	if empty > 0 && r.Threshold != nil && o.Ending != Tied && !(r.Last && slices.Contains(o.Elected, r.Options)) {
		o.Ending, o.Tied = NoMajority, nextRound(o.Votes, missed, empty+1)
	}
}

// nextRound returns the first options of order, most votes first, and all that share the last of so many places.
func nextRound(votes, order []int, places int) []int {
	if len(order) == 0 {
		return []int{}
	}
	last := votes[order[min(places, len(order))-1]]
	again := slices.DeleteFunc(order, func(i int) bool { return votes[i] < last })
	return slices.Sorted(slices.Values(numbers(again)))
}
