package tally

import (
	"reflect"
	"testing"
)

// The last of the options is "none of these". Whoever stands before it is elected.
func TestSeatsThatTheLastOptionWinsStayEmpty(t *testing.T) {
	one, half := Rules{Method: Plurality, Seats: 1, Max: 1}, &Threshold{More: []int{1, 2}, Of: OfDecided}
	of := func(votes ...int) Evidence { return Evidence{Papers: 9, Votes: votes} }
	for name, tc := range map[string]struct {
		rules         Rules
		e             Evidence
		end           Ending
		elected, tied []int
	}{
		"it has the most votes": {one, of(3, 2, 4),
			Vacant, []int{}, []int{}},
		"it is not first": {one, of(4, 2, 3), Elected, []int{1}, []int{}},
		"it has as many":  {one, of(4, 1, 4), Vacant, []int{}, []int{}},
		"two before it":   {Rules{Method: Block, Seats: 2, Max: 3}, of(5, 6, 4), Elected, []int{2, 1}, []int{}},
		"one before it":   {Rules{Method: Approval, Seats: 2, Max: 3}, of(5, 6, 5), Vacant, []int{2}, []int{}},
		"a tie before it": {Rules{Method: Block, Seats: 1, Max: 3}, of(6, 6, 5), Tied, []int{}, []int{1, 2}},
		"it meets no half": {Rules{Method: Block, Seats: 2, Max: 3, Threshold: half}, of(5, 3, 4), NoMajority,
			[]int{1}, []int{2, 3}},
		"it is confirmed": {confirm(3, 2), Evidence{Papers: 9, Votes: []int{5, 6, 5}, Against: []int{1, 1, 0}}, Vacant,
			[]int{2}, []int{}},
		"it is refused": {confirm(3, 2), Evidence{Papers: 9, Votes: []int{5, 6, 4}, Against: []int{1, 1, 5}}, Elected,
			[]int{2, 1}, []int{}},
		"it beats one of them": {ranking(Schulze, 3, 2),
			Evidence{Papers: 9, Prefers: [][]int{{0, 9, 9}, {0, 0, 4}, {0, 5, 0}}}, Vacant, []int{1}, []int{}},
		"it wins the runoff": {ranking(STAR, 3, 1),
			Evidence{Papers: 9, Stars: []int{20, 0, 30}, Fives: []int{0, 0, 0},
				Prefers: [][]int{{0, 9, 4}, {0, 0, 0}, {5, 9, 0}}}, Vacant, []int{}, []int{}},
		"it has more than half": {ranking(IRV, 3, 1),
			Evidence{Papers: 9, Used: []Used{{4, []int{1}}, {5, []int{3}}}, Decided: DrawNo}, Vacant, []int{}, []int{}},
	} {
		t.Run(name, func(t *testing.T) {
			r := tc.rules
			r.Options, r.Last = 3, true
			if o, err := r.Count(tc.e, natural(3), Base{}); err != nil || o.Ending != tc.end ||
				!reflect.DeepEqual(o.Elected, tc.elected) || !reflect.DeepEqual(o.Tied, tc.tied) {
				t.Errorf("%v\n%+v\nwant %+v", err, o, tc)
			}
		})
	}
}

// In stv the last option keeps its papers, and holds a seat for each quota of them.
func TestTheLastOptionHoldsASeatForEachQuota(t *testing.T) {
	// 100 papers for 4 seats: the quota is 21. The last option, 5, has 47: two quotas and 5 votes above.
	used := func(more ...Used) Evidence { return Evidence{Papers: 100, Used: more, Decided: DrawNo} }
	r := ranking(STV, 5, 4)
	r.Last = true
	for name, tc := range map[string]struct {
		e       Evidence
		elected []int
		stages  [][]int // who is elected at each
	}{
		"two seats, and its surplus moves": {used(Used{22, []int{1}}, Used{16, []int{2}}, Used{15, []int{3}},
			Used{47, []int{5, 2}}), []int{1, 2}, [][]int{{5, 5, 1}, {}, {}, {}, {2}}},
		"three seats": {used(Used{30, []int{1}}, Used{7, []int{2}}, Used{63, []int{5}}), []int{1}, [][]int{{5, 5, 5, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := r.Count(tc.e, natural(5), Base{})
			var stages [][]int
			for _, s := range o.Stages {
				stages = append(stages, s.Elected)
			}
			if err != nil || o.Ending != Vacant || !reflect.DeepEqual(o.Elected, tc.elected) ||
				!reflect.DeepEqual(stages, tc.stages) {
				t.Errorf("%v\n%+v\nwant %+v", err, o, tc)
			}
		})
	}
}

func TestSchulzeElectsTheFirstOfItsRanking(t *testing.T) {
	// 1 beats all; 2 and 3 beat 4, and are equal.
	e := Evidence{Papers: 9, Prefers: [][]int{{0, 5, 5, 5}, {4, 0, 4, 6}, {4, 4, 0, 7}, {4, 3, 2, 0}}}
	for _, tc := range []struct {
		seats         int
		lot           []int
		elected, tied []int
	}{
		{1, nil, []int{1}, []int{}}, {2, nil, []int{1}, []int{2, 3}}, {3, nil, []int{1, 2, 3}, []int{}},
		{4, nil, []int{1, 2, 3, 4}, []int{}}, {2, []int{0, 2, 1, 3}, []int{1, 3}, []int{}},
	} {
		r := ranking(Schulze, 4, tc.seats)
		r.Draw = tc.lot != nil
		if o, err := r.Count(e, tc.lot, Base{}); err != nil || !reflect.DeepEqual(o.Elected, tc.elected) ||
			!reflect.DeepEqual(o.Tied, tc.tied) {
			t.Errorf("%v: %+v, want %+v", err, o, tc)
		}
	}
}
