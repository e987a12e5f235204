package tally

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// ballots are papers in the form of the shared contests, between spaces.
func ballots(t *testing.T, m Method, options int, lines string) []Paper {
	t.Helper()
	c := contest{Candidates: make([]string, options), Ballots: strings.Fields(lines)}
	if m == STAR {
		c.Method = "star"
	}
	return c.papers(t)
}

func TestTransfersByHand(t *testing.T) {
	for name, tc := range map[string]struct {
		method  Method
		seats   int
		ballots string
		lot     []int
		elected []int
		stages  []Stage
		draws   []Draw
		decided DrawDecided
	}{
		// 3 of 7 are not more than half; 3 of the 5 that still count are. Had 2 gone, its papers
		// would have elected 3.
		"irv: more than half of those that still count": {IRV, 1, "3:1 2:2,3 2:3", []int{0, 1, 2}, []int{1},
			[]Stage{{First, 0, []int{3, 2, 2}, 0, []int{}}, {Exclude, 3, []int{3, 2, 0}, 2, []int{1}}},
			[]Draw{{2, ForExclusion, []int{2, 3}, 3}}, DrawYes},
		// 2 and 3 tie for the last place at stage 2; 3 had fewer at stage 1. Excluding 2 would
		// elect 1.
		"irv: lookback": {IRV, 1, "6:1 4:2,1 3:3,2 1:4,3,2 1:4,1", []int{0, 1, 2, 3}, []int{2},
			[]Stage{{First, 0, []int{6, 4, 3, 2}, 0, []int{}}, {Exclude, 4, []int{7, 4, 4, 0}, 0, []int{}},
				{Exclude, 3, []int{7, 8, 0, 0}, 0, []int{2}}}, []Draw{}, DrawNo},
		// Had 2 been drawn, 1 would have 4 of 7. The used papers of 2 are cut to "2" and do not
		// show it.
		"irv: a draw decides": {IRV, 1, "2:1 2:2,1 3:3", []int{2, 0, 1}, []int{3},
			[]Stage{{First, 0, []int{2, 2, 3}, 0, []int{}}, {Exclude, 1, []int{0, 2, 3}, 2, []int{3}}},
			[]Draw{{2, ForExclusion, []int{1, 2}, 1}}, DrawYes},
		// 3 or 4 goes first, and then the other.
		"irv: a draw that does not matter": {IRV, 1, "3:1 2:2 1:3,2 1:4,2", []int{0, 1, 2, 3}, []int{2},
			[]Stage{{First, 0, []int{3, 2, 1, 1}, 0, []int{}}, {Exclude, 4, []int{3, 3, 1, 0}, 0, []int{}},
				{Exclude, 3, []int{3, 4, 0, 0}, 0, []int{2}}},
			[]Draw{{2, ForExclusion, []int{3, 4}, 4}}, DrawNo},
		// Quota 11/3 + 1 = 4. Each of 1's seven papers goes on at 3 × 1/7 = 0.42857: five to 2
		// (2.14285), two nowhere. 3 has fewer than 2 and goes; 2 fills the last vacancy below the
		// quota.
		"stv: a surplus": {STV, 2, "5:1,2 2:1 1:2 3:3", []int{0, 1, 2}, []int{1, 2},
			[]Stage{{First, 0, []int{700000, 100000, 300000}, 0, []int{1}},
				{Surplus, 1, []int{400000, 314285, 300000}, 85715, []int{}},
				{Exclude, 3, []int{400000, 314285, 0}, 385715, []int{2}}}, []Draw{}, DrawNo},
		// Quota 3. 1 and 2 have a surplus of 1 each; the lot lets 2 go first. 3 and 4 are level at
		// stage 3, and 3 had fewer at stage 2. Had 1 gone first, 4 would have been excluded.
		"stv: equal surpluses": {STV, 3, "4:1,3 4:2,4 1:3 1:4", []int{1, 0, 2, 3}, []int{1, 2, 4},
			[]Stage{{First, 0, []int{400000, 400000, 100000, 100000}, 0, []int{1, 2}},
				{Surplus, 2, []int{400000, 300000, 100000, 200000}, 0, []int{}},
				{Surplus, 1, []int{300000, 300000, 200000, 200000}, 0, []int{}},
				{Exclude, 3, []int{300000, 300000, 0, 200000}, 200000, []int{4}}},
			[]Draw{{2, ForSurplus, []int{1, 2}, 2}}, DrawYes},
		// Quota 13/4 + 1 = 4. The larger surplus of 2 (2 votes) goes before that of 1 (1 vote): 2's
		// six papers at 2/6 = 0.33333 give 3 exactly 1.99998 and lose 0.00002; 3 has then 3.99998,
		// two short of the quota. 1's five at 1/5 give 4 one vote; 4 has 2, 3 has more, and 4 goes.
		"stv: the larger surplus first, values cut": {STV, 3, "5:1,4 6:2,3 2:3 1:4", []int{0, 1, 2, 3}, []int{2, 1, 3},
			[]Stage{{First, 0, []int{500000, 600000, 200000, 100000}, 0, []int{2, 1}},
				{Surplus, 2, []int{500000, 400000, 399998, 100000}, 2, []int{}},
				{Surplus, 1, []int{400000, 400000, 399998, 200000}, 2, []int{}},
				{Exclude, 4, []int{400000, 400000, 399998, 0}, 200002, []int{3}}}, []Draw{}, DrawNo},
		"stv: as many as seats, before any transfer": {STV, 3, "2:3 1:1", []int{0, 1, 2}, []int{3, 1, 2},
			[]Stage{{First, 0, []int{100000, 0, 200000}, 0, []int{3, 1, 2}}}, []Draw{}, DrawNo},
	} {
		t.Run(name, func(t *testing.T) {
			o := count(t, ranking(tc.method, len(tc.lot), tc.seats), ballots(t, tc.method, len(tc.lot), tc.ballots), tc.lot)
			if o.Ending != Elected || !reflect.DeepEqual(o.Elected, tc.elected) || o.Decided != tc.decided {
				t.Errorf("%s %v, decided %s; want %v, %s", o.Ending, o.Elected, o.Decided, tc.elected, tc.decided)
			}
			if !reflect.DeepEqual(o.Stages, tc.stages) || !reflect.DeepEqual(o.Draws, tc.draws) {
				t.Errorf("stages %+v\nwant   %+v\ndraws %+v\nwant  %+v", o.Stages, tc.stages, o.Draws, tc.draws)
			}
		})
	}
}

// Ada has eight papers, and each of twenty others has one that names nobody else. As they are
// excluded, fewer papers count, until eight are more than half: after thirteen exclusions, each
// drawn. Nobody but Ada can be elected, but to see that takes 19 + 18 + … + 7 = 169 other counts.
func TestTooManyOtherDrawsToTry(t *testing.T) {
	const options = 21
	papers := make([]Paper, 0, options)
	for option := range options {
		marks := make([]byte, options)
		marks[option] = 1
		papers = append(papers, Paper{marks, 1})
	}
	papers[0].Weight = 8
	r := Rules{Method: IRV, Options: options, Seats: 1, Max: options, Draw: true}
	lot := make([]int, options)
	for i := range lot {
		lot[i] = i
	}
	got, err := r.Count(r.Evidence(papers, lot), lot, Base{})
	if err != nil || len(got.Draws) != 13 || !slices.Equal(got.Elected, []int{1}) || got.Decided != DrawUnknown {
		t.Errorf("elected %v with %d draws, another of which would elect somebody else: %s, %v", got.Elected, len(got.Draws),
			got.Decided, err)
	}
}
