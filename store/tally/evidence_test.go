package tally

import (
	"errors"
	"reflect"
	"testing"
)

// What is published of papers with weights, one of them blank, worked by hand.
func TestEvidence(t *testing.T) {
	marks := func(weight int, m ...byte) Paper { return Paper{m, weight} }
	natural := natural(3)
	for name, tc := range map[string]struct {
		rules  Rules
		papers []Paper
		want   Evidence
	}{
		"totals": {Rules{Method: Approval, Options: 3, Seats: 1, Max: 3},
			[]Paper{marks(2, 1, 0, 1), marks(3, 0, 0, 1), marks(4, 0, 0, 0)},
			Evidence{Papers: 5, Blank: 4, Votes: []int{2, 0, 5}}},
		// A paper abstains with the mark 3, and with no mark.
		"yes and no": {confirm(3, 2), []Paper{marks(2, 1, 2, 3), marks(3, 0, 1, 2), marks(4, 0, 0, 0)},
			Evidence{Papers: 5, Blank: 4, Votes: []int{2, 3, 0}, Against: []int{0, 2, 3}}},
		// Equal ranks prefer neither; unranked options are equal, and below.
		"pairs": {ranking(Schulze, 3, 1), []Paper{marks(2, 1, 1, 2), marks(3, 0, 1, 0), marks(1, 0, 0, 0)},
			Evidence{Papers: 5, Blank: 1, Prefers: [][]int{{0, 0, 2}, {3, 0, 5}, {0, 0, 0}}}},
		// 0, 5 and 3 stars twice, 5, 5 and 0 stars once. A paper of no stars is not blank.
		"stars": {ranking(STAR, 3, 1), []Paper{marks(2, 1, 6, 4), marks(1, 6, 6, 1), marks(1, 1, 1, 1), marks(7, 0, 0, 0)},
			Evidence{Papers: 4, Blank: 7, Stars: []int{5, 15, 6}, Fives: []int{1, 3, 0},
				Prefers: [][]int{{0, 0, 1}, {2, 0, 3}, {2, 0, 0}}}},
		// 3 goes, and its papers pass to 2. Nobody asks whom the papers of 1 and 2 name next. Those
		// of 2 are cut to 2, and so the rankings 2,1 and 2 are one.
		"used papers": {ranking(IRV, 3, 1),
			[]Paper{marks(4, 1, 2, 3), marks(3, 2, 1, 0), marks(1, 0, 1, 0), marks(2, 3, 2, 1), marks(1, 0, 0, 0)},
			Evidence{Papers: 10, Blank: 1, Used: []Used{{4, []int{1}}, {4, []int{2}}, {2, []int{3, 2}}}, Decided: DrawNo}},
		"only blank papers": {ranking(STV, 3, 2), []Paper{marks(2, 0, 0, 0)}, Evidence{Blank: 2, Decided: DrawNo}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tc.rules.Evidence(tc.papers, natural); !reflect.DeepEqual(got, tc.want) {
				t.Errorf("%+v\nwant %+v", got, tc.want)
			}
			if o := count(t, tc.rules, tc.papers, natural); o.Papers != tc.want.Papers || o.Blank != tc.want.Blank ||
				(o.Ending == NoVotes) != (o.Papers == 0) {
				t.Errorf("%+v", o)
			}
		})
	}
}

func TestEvidenceThatNoPapersGiveIsRefused(t *testing.T) {
	pick, two, star, pairs := Rules{Method: Plurality, Options: 2, Seats: 1, Max: 1},
		Rules{Method: Block, Options: 3, Seats: 2, Min: 2, Max: 2}, ranking(STAR, 2, 1), ranking(Schulze, 2, 1)
	owners := Rules{Method: Motion, Options: 3, Seats: 1, Min: 1, Max: 1,
		Threshold: &Threshold{More: []int{1, 2}, Of: OfCast}, PeopleThreshold: &Threshold{More: []int{1, 2}, Of: OfCast}}
	motion := Rules{Method: Motion, Options: 3, Seats: 1, Min: 1, Max: 1,
		Threshold: &Threshold{More: []int{1, 2}, Of: OfCast}}
	irv, stv := ranking(IRV, 3, 1), ranking(STV, 3, 2)
	irv.Max, irv.Min = 2, 1
	none, used := [][]int{{0, 0}, {0, 0}}, func(u ...Used) []Used { return u }
	for name, tc := range map[string]struct {
		rules Rules
		e     Evidence
		base  Base
	}{
		"negative papers":           {pick, Evidence{Papers: -1, Votes: []int{0, 0}}, Base{}},
		"negative blank papers":     {pick, Evidence{Blank: -1, Votes: []int{0, 0}}, Base{}},
		"too many papers":           {pick, Evidence{Papers: MaxPapers + 1, Votes: []int{MaxPapers, 1}}, Base{}},
		"too many with the blank":   {pick, Evidence{Papers: 2, Blank: MaxPapers - 1, Votes: []int{1, 1}}, Base{}},
		"a negative base":           {motion, Evidence{Votes: []int{0, 0, 0}}, Base{Cast: -1}},
		"a huge electorate":         {motion, Evidence{Votes: []int{0, 0, 0}}, Base{Electorate: MaxPapers + 1}},
		"blank where marks are due": {motion, Evidence{Blank: 1, Votes: []int{0, 0, 0}}, Base{}},
		"too few totals":            {pick, Evidence{Papers: 1, Votes: []int{1}}, Base{}},
		"no totals":                 {pick, Evidence{}, Base{}},
		"stars in plurality":        {pick, Evidence{Votes: []int{0, 0}, Stars: []int{0, 0}}, Base{}},
		"pairs in plurality":        {pick, Evidence{Votes: []int{0, 0}, Prefers: none}, Base{}},
		"used papers in plurality": {pick,
			Evidence{Papers: 1, Votes: []int{1, 0}, Used: used(Used{1, []int{1}})}, Base{}},
		"a draw told in plurality":     {pick, Evidence{Votes: []int{0, 0}, Decided: DrawNo}, Base{}},
		"people whom nothing asks for": {motion, Evidence{Votes: []int{0, 0, 0}, People: []int{0, 0, 0}}, Base{}},
		"no people":                    {owners, Evidence{Votes: []int{0, 0, 0}}, Base{}},
		"too few sums of people":       {owners, Evidence{Papers: 1, Votes: []int{1, 0, 0}, People: []int{1}}, Base{}},
		"more people than votes":       {owners, Evidence{Papers: 1, Votes: []int{1, 0, 0}, People: []int{2, 0, 0}}, Base{}},
		"votes of nobody":              {owners, Evidence{Papers: 1, Votes: []int{1, 0, 0}, People: []int{0, 0, 0}}, Base{}},
		"negative people":              {owners, Evidence{Papers: 1, Votes: []int{1, 0, 0}, People: []int{1, -1, 0}}, Base{}},
		"a negative base of people":    {motion, Evidence{Votes: []int{0, 0, 0}}, Base{CastPeople: -1}},
		"a negative total":             {pick, Evidence{Papers: 1, Votes: []int{2, -1}}, Base{}},
		"no answers against":           {confirm(1, 1), Evidence{Papers: 1, Votes: []int{1}}, Base{}},
		"answers against in plurality": {pick, Evidence{Papers: 1, Votes: []int{1, 0}, Against: []int{0, 0}}, Base{}},
		"a negative answer":            {confirm(1, 1), Evidence{Papers: 1, Votes: []int{1}, Against: []int{-1}}, Base{}},
		"more answers than papers":     {confirm(1, 1), Evidence{Papers: 2, Votes: []int{2}, Against: []int{1}}, Base{}},
		"more votes than papers": {Rules{Method: Approval, Options: 2, Seats: 1, Max: 2},
			Evidence{Papers: 2, Votes: []int{3, 0}}, Base{}},
		"fewer marks than papers":   {pick, Evidence{Papers: 3, Votes: []int{1, 1}}, Base{}},
		"more marks than allowed":   {pick, Evidence{Papers: 3, Votes: []int{2, 2}}, Base{}},
		"fewer marks than required": {two, Evidence{Papers: 3, Votes: []int{2, 2, 1}}, Base{}},
		"a motion of too few":       {motion, Evidence{Papers: 3, Votes: []int{1, 1, 0}}, Base{}},
		"more than five stars": {star,
			Evidence{Papers: 1, Stars: []int{6, 0}, Fives: []int{1, 0}, Prefers: [][]int{{0, 1}, {0, 0}}}, Base{}},
		"fives without stars": {star,
			Evidence{Papers: 2, Stars: []int{9, 0}, Fives: []int{2, 0}, Prefers: [][]int{{0, 2}, {0, 0}}}, Base{}},
		"negative stars": {star, Evidence{Papers: 1, Stars: []int{-1, 0}, Fives: []int{-1, 0}, Prefers: none},
			Base{}},
		"no fives":                   {star, Evidence{Papers: 1, Stars: []int{1, 0}, Prefers: none}, Base{}},
		"no pairs":                   {star, Evidence{Papers: 1, Stars: []int{1, 0}, Fives: []int{0, 0}}, Base{}},
		"more pairs than papers":     {pairs, Evidence{Papers: 3, Prefers: [][]int{{0, 2}, {2, 0}}}, Base{}},
		"a pair of more than papers": {pairs, Evidence{Papers: 3, Prefers: [][]int{{0, 4}, {-1, 0}}}, Base{}},
		"above itself":               {pairs, Evidence{Papers: 3, Prefers: [][]int{{1, 1}, {1, 0}}}, Base{}},
		"a short row":                {pairs, Evidence{Papers: 3, Prefers: [][]int{{0, 1}, {1}}}, Base{}},
		"pairs that overflow":        {pairs, Evidence{Papers: 3, Prefers: [][]int{{0, 1<<63 - 1}, {1<<63 - 1, 0}}}, Base{}},
		"used papers of no weight": {irv,
			Evidence{Papers: 1, Used: used(Used{1, []int{1}}, Used{0, []int{2}}), Decided: DrawNo}, Base{}},
		"used papers that overflow": {irv,
			Evidence{Papers: 1, Used: used(Used{1<<63 - 1, []int{1}}, Used{1<<63 - 1, []int{2}}, Used{3, []int{3}}),
				Decided: DrawNo}, Base{}},
		"fewer used papers": {irv, Evidence{Papers: 2, Used: used(Used{1, []int{1}}), Decided: DrawNo}, Base{}},
		"used papers without order": {irv,
			Evidence{Papers: 4, Used: used(Used{1, []int{2}}, Used{3, []int{1}}), Decided: DrawNo}, Base{}},
		"the same used papers twice": {irv,
			Evidence{Papers: 2, Used: used(Used{1, []int{1}}, Used{1, []int{1}}), Decided: DrawNo}, Base{}},
		"a used paper of nobody":      {irv, Evidence{Papers: 1, Used: used(Used{1, nil}), Decided: DrawNo}, Base{}},
		"an option that is not there": {irv, Evidence{Papers: 1, Used: used(Used{1, []int{4}}), Decided: DrawNo}, Base{}},
		"option 257":                  {irv, Evidence{Papers: 1, Used: used(Used{1, []int{257}}), Decided: DrawNo}, Base{}},
		"an option twice":             {stv, Evidence{Papers: 1, Used: used(Used{1, []int{1, 1}}), Decided: DrawNo}, Base{}},
		"more ranks than allowed": {irv, Evidence{Papers: 1, Used: used(Used{1, []int{1, 2, 3}}), Decided: DrawNo},
			Base{}},
		"more than the count uses": {irv,
			Evidence{Papers: 3, Used: used(Used{2, []int{1}}, Used{1, []int{2, 1}}), Decided: DrawNo}, Base{}},
		"an option that was out": {irv,
			Evidence{Papers: 9, Used: used(Used{4, []int{1}}, Used{3, []int{2, 3}}, Used{2, []int{3}}), Decided: DrawNo},
			Base{}},
		"nothing told of draws":      {irv, Evidence{Papers: 1, Used: used(Used{1, []int{1}})}, Base{}},
		"a draw decided without one": {irv, Evidence{Papers: 1, Used: used(Used{1, []int{1}}), Decided: DrawYes}, Base{}},
		"a draw without papers":      {stv, Evidence{Decided: DrawUnknown}, Base{}},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := tc.rules.Count(tc.e, natural(tc.rules.Options), tc.base)
			if !errors.Is(err, ErrEvidence) || !reflect.DeepEqual(o, Outcome{}) {
				t.Errorf("%v, %+v", err, o)
			}
		})
	}
	for _, lot := range [][]int{nil, {0, 1}, {0, 1, 1}, {1, 2, 3}, {0, 1, 2, 3}, {-1, 0, 1}} {
		if _, err := irv.Count(Evidence{Papers: 1, Used: used(Used{1, []int{1}}), Decided: DrawNo}, lot, Base{}); err == nil {
			t.Errorf("a lot of %v was taken", lot)
		}
	}
}

// Fifteen options without a vote take 105 draws, and none of them elects anybody else.
func TestTheOrderOfOptionsWithoutAVoteDecidesNothing(t *testing.T) {
	for _, m := range []Method{IRV, STV} {
		rules := ranking(m, 18, 1)
		if e := rules.Evidence(ballots(t, m, 18, "4:1,2 3:2,1 2:3,2"), natural(18)); e.Decided != DrawNo {
			t.Errorf("%s: a draw decided: %s", m, e.Decided)
		}
	}
	// Two seats and papers for one: the draws say which of the others is elected.
	if e := ranking(STV, 4, 2).Evidence(ballots(t, STV, 4, "3:1"), natural(4)); e.Decided != DrawYes {
		t.Errorf("a draw decided: %s", e.Decided)
	}
}
