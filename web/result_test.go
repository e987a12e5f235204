package web

import (
	"testing"

	"ostrakon/store/tally"
)

// TestResultsAreSaidInWords counts 20 papers for two seats and four options. The quota is 20 div 3 +
// 1 = 7. Nine papers are for option 1, and move its surplus of 2 to option 2 at 0.22222 each, which
// then has 6.99998. Options 3 and 4 have 3 each at every stage: the draw excludes option 4, whose
// papers name nobody else. Then option 3 goes too, and option 2 takes the last seat.
func TestResultsAreSaidInWords(t *testing.T) {
	board := tally.Rules{Method: tally.STV, Options: 4, Seats: 2, Max: 4, Draw: true}
	lot := []int{0, 1, 2, 3}
	papers := []tally.Paper{
		{Marks: []byte{1, 2, 0, 0}, Weight: 9}, {Marks: []byte{0, 1, 0, 0}, Weight: 5},
		{Marks: []byte{0, 0, 1, 0}, Weight: 3}, {Marks: []byte{0, 0, 0, 1}, Weight: 3},
	}
	motion := tally.Rules{
		Method: tally.Motion, Options: 3, Seats: 1, Min: 1, Max: 1,
		Threshold: &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided},
	}
	owners := motion
	owners.PeopleThreshold = &tally.Threshold{Least: []int{2, 3}, Of: tally.OfCast}
	shares := tally.Evidence{Papers: 92, Votes: []int{42, 40, 10}, People: []int{6, 7, 2}}
	each := tally.Rules{Method: tally.Confirm, Options: 2, Seats: 2, Max: 2, Threshold: motion.Threshold}
	none := tally.Rules{Method: tally.Block, Options: 3, Seats: 2, Max: 2, Last: true}
	kinds := tally.Rules{Method: tally.Block, Options: 3, Seats: 2, Max: 2,
		Quotas: []tally.Quota{{Options: []int{1, 2}, Most: 1}}}
	lists := tally.Rules{
		Method: tally.DHondt, Options: 9, Seats: 4, Max: 1, Draw: true, Lists: &tally.Lists{
			Sizes: []int{3, 2, 1}, Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieLot,
			Minority: []int{8, 9}, Least: 2,
		},
	}
	runScript(t, "result.js", map[string]tally.Outcome{
		"board":  must(board.Count(board.Evidence(papers, lot), lot, tally.Base{Cast: 20}))(t),
		"motion": must(motion.Count(tally.Evidence{Papers: 92, Votes: []int{42, 40, 10}}, nil, tally.Base{Cast: 92}))(t),
		"owners": must(owners.Count(shares, nil, tally.Base{Cast: 92, CastPeople: 15}))(t),
		"each":   must(each.Count(tally.Evidence{Papers: 6, Votes: []int{5, 2}, Against: []int{1, 3}}, nil, tally.Base{}))(t),
		"seats": must(lists.Count(tally.Evidence{Papers: 60, Votes: []int{30, 20, 10, 0, 0, 0, 0, 0, 0}},
			[]int{0, 1, 2, 3, 4, 5, 6, 7, 8}, tally.Base{}))(t),
		"kinds": must(kinds.Count(tally.Evidence{Papers: 6, Votes: []int{5, 2, 0}}, nil, tally.Base{}))(t),
		"none":  must(none.Count(tally.Evidence{Papers: 6, Votes: []int{5, 2, 3}}, nil, tally.Base{}))(t),
	})
}
