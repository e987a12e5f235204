package tally

import (
	"reflect"
	"testing"
)

func TestSTARTies(t *testing.T) {
	chain := [][]int{{0, 3, 3, 3}, {2, 0, 3, 3}, {2, 2, 0, 3}, {1, 1, 1, 0}} // 1 beats 2 and 3, 2 beats 3, all beat 4
	cycle := [][]int{{0, 3, 2, 3}, {2, 0, 3, 3}, {3, 2, 0, 3}, {1, 1, 1, 0}} // 1 beats 2, 2 beats 3, 3 beats 1
	level := [][]int{{0, 2, 2, 3}, {2, 0, 2, 3}, {2, 2, 0, 3}, {1, 1, 1, 0}} // nobody beats another but 4
	for name, tc := range map[string]struct {
		stars, fives, lot  []int
		prefers            [][]int
		finalists, elected []int
		draws              []Draw
		decided            DrawDecided
	}{
		"no tie": {[]int{12, 15, 11, 1}, []int{0, 0, 0, 0}, []int{0, 1, 2, 3}, chain, []int{2, 1}, []int{1}, []Draw{},
			DrawNo},
		"three share two places, and pairs tell them apart": {[]int{12, 12, 12, 1}, []int{0, 0, 2, 0}, []int{0, 1, 2, 3},
			chain, []int{1, 2}, []int{1}, []Draw{}, DrawNo},
		// 3 has the most fives and takes the first place. 1 beats 2 and takes the second. 3 beats
		// 1.
		"three in a cycle, and fives tell one apart": {[]int{12, 12, 12, 1}, []int{1, 1, 2, 0}, []int{0, 1, 2, 3}, cycle,
			[]int{3, 1}, []int{3}, []Draw{}, DrawNo},
		// 1 and 3 have the most fives and take both places. 3 beats 1.
		"three in a cycle, and fives tell two apart": {[]int{12, 12, 12, 1}, []int{2, 1, 2, 0}, []int{0, 1, 2, 3}, cycle,
			[]int{1, 3}, []int{3}, []Draw{}, DrawNo},
		// 2 is drawn. Of the others, 3 beats 1. 2 beats 3. Had 1 been drawn, 2 would have come
		// second and lost to 1.
		"three in a cycle, and the draw takes one": {[]int{12, 12, 12, 1}, []int{1, 1, 1, 0}, []int{2, 0, 1, 3}, cycle,
			[]int{2, 3}, []int{2},
			[]Draw{{0, ForFinalist, []int{1, 2, 3}, 2}}, DrawYes},
		// Two draws for two places, and a third between them.
		"three that nothing tells apart": {[]int{12, 12, 12, 1}, []int{1, 1, 1, 0}, []int{2, 0, 1, 3}, level, []int{2, 3},
			[]int{2},
			[]Draw{{0, ForFinalist, []int{1, 2, 3}, 2}, {0, ForFinalist, []int{1, 3}, 3}, {0, ForWinner, []int{2, 3}, 2}},
			DrawYes},
		// 4 is first. 2 and 3 share the second place with 1 and have more fives; of those two, 2
		// beats 3. 2 beats 4.
		"three share the second place": {[]int{12, 12, 12, 14}, []int{1, 2, 2, 0}, []int{2, 0, 1, 3}, cycle, []int{4, 2},
			[]int{2}, []Draw{}, DrawNo},
		// 1 and 2 are level, and 1 has more stars.
		"a runoff tie goes to more stars": {[]int{13, 12, 11, 1}, []int{0, 1, 0, 0}, []int{1, 0, 2, 3}, level, []int{1, 2},
			[]int{1}, []Draw{}, DrawNo},
		"a runoff tie goes to more fives": {[]int{12, 12, 11, 1}, []int{0, 1, 0, 0}, []int{0, 1, 2, 3}, level, []int{1, 2},
			[]int{2}, []Draw{}, DrawNo},
		"a runoff tie goes to the draw": {[]int{12, 12, 11, 1}, []int{1, 1, 0, 0}, []int{1, 0, 2, 3}, level, []int{1, 2},
			[]int{2},
			[]Draw{{0, ForWinner, []int{1, 2}, 2}}, DrawYes},
	} {
		t.Run(name, func(t *testing.T) {
			e := Evidence{Papers: 5, Stars: tc.stars, Fives: tc.fives, Prefers: tc.prefers}
			o, err := ranking(STAR, 4, 1).Count(e, tc.lot, Base{})
			if err != nil || o.Ending != Elected || !reflect.DeepEqual(o.Finalists, tc.finalists) ||
				!reflect.DeepEqual(o.Elected, tc.elected) ||
				!reflect.DeepEqual(o.Draws, tc.draws) || o.Decided != tc.decided {
				t.Errorf("%v\n%+v\nwant %+v", err, o, tc)
			}
		})
	}
}

// Three papers make a cycle of 2 against 1: every strongest path has strength 2, and all are
// unbeaten.
func TestSchulzeTies(t *testing.T) {
	papers := ballots(t, Schulze, 4, "1:1,2,3 1:2,3,1 1:3,1,2")
	r := ranking(Schulze, 4, 1)
	if o := count(t, r, papers, nil); o.Ending != Tied || !reflect.DeepEqual(o.Tied, []int{1, 2, 3}) ||
		o.Decided != DrawNo || o.Paths[0][2] != 2 || o.Paths[0][3] != 3 {
		t.Errorf("%+v", o)
	}
	r.Draw = true
	o := count(t, r, papers, []int{2, 1, 3, 0})
	if want := []Draw{{0, ForSeat, []int{1, 2, 3}, 2}}; o.Ending != Elected || !reflect.DeepEqual(o.Elected, []int{2}) ||
		!reflect.DeepEqual(o.Draws, want) || o.Decided != DrawYes {
		t.Errorf("%+v", o)
	}
}
