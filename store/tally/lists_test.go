package tally

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// allocated allocates seats by closed lists, and says whom each list elects, as places on the list from 1.
func (l *Lists) allocated(way Traits, seats int, votes ...int) ([][]int, Allocation) {
	options := len(l.Sizes)
	for _, size := range l.Sizes {
		options += size
	}
	all, papers := make([]int, options), 0
	copy(all, votes)
	for i := range l.Sizes {
		papers += all[i]
	}
	a, _ := l.allocate(way.Step, way.Quota, seats, papers, all, &drawer{lot: natural(options), forced: -1})
	elected, first := make([][]int, len(l.Sizes)), len(l.Sizes)
	for i, size := range l.Sizes {
		elected[i] = []int{}
		for _, option := range a.Lists[i].Elected {
			elected[i] = append(elected[i], option-first)
		}
		first += size
	}
	return elected, a
}

// withWomen are closed lists of men and women, M and F, in their order.
func withWomen(least int, lists ...string) *Lists {
	l := &Lists{Ballot: Closed, Within: ByOrder, Least: least}
	option := len(lists)
	for _, list := range lists {
		l.Sizes = append(l.Sizes, len(list))
		for _, gender := range list {
			option++
			if gender == 'F' {
				l.Minority = append(l.Minority, option)
			}
		}
	}
	return l
}

func TestMinorityGetsItsSeatsFromTheLowestNumbers(t *testing.T) {
	for name, tc := range map[string]struct {
		lists *Lists
		seats int
		votes []int
		want  [][]int
		moves int
	}{
		"enough women are elected": {withWomen(1, "FMM", "MM"), 3, []int{10, 6}, [][]int{{1, 2}, {1}}, 0},
		"the next woman of the list takes the lowest seat (no. 1)": {
			withWomen(1, "MMMF", "MMF"), 5, []int{100, 60}, [][]int{{1, 2, 3}, {1, 3}}, 1},
		"a list without a woman gives its seat to the next number with one (no. 2), 7 to 2 seats and three women": {
			withWomen(3, "FMMFMMMFM", "MMMM"), 9, []int{70, 19}, [][]int{{1, 2, 3, 4, 5, 6, 7, 8}, {1}}, 1},
		"the next number is passed over if its list has no woman (no. 2)": {
			withWomen(1, "MMM", "MMM", "MF"), 4, []int{90, 60, 25}, [][]int{{1, 2}, {1}, {2}}, 1},
		"until the minority has its seats (no. 3)": {
			withWomen(2, "MMMFF", "MMM"), 5, []int{100, 60}, [][]int{{1, 2, 4, 5}, {1}}, 2},
		"only women count among those who move up (no. 4)": {
			withWomen(1, "MM", "MMMF"), 3, []int{30, 50}, [][]int{{1}, {1, 4}}, 1},
		"the seat stays where no list has a woman (no. 5)": {
			withWomen(2, "MMF", "MM"), 3, []int{30, 20}, [][]int{{1, 3}, {1}}, 1},
		"all seats are women's": {withWomen(3, "MFF", "MF"), 3, []int{30, 20}, [][]int{{2, 3}, {2}}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			got, a := tc.lists.allocated(byOnes, tc.seats, tc.votes...)
			if !reflect.DeepEqual(got, tc.want) || len(a.Moves) != tc.moves {
				t.Errorf("%v by %+v, want %v", got, a.Moves, tc.want)
			}
		})
	}
}

func TestMinorityHasItsSeatsWhereListsHaveCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.StringMatching("[MF]{1,6}"), 2, 4).Draw(t, "lists")
		votes := rapid.SliceOfN(rapid.IntRange(0, 9), len(names), len(names)).Draw(t, "votes")
		seats := rapid.IntRange(1, 8).Draw(t, "seats")
		l := withWomen(rapid.IntRange(0, seats).Draw(t, "least"), names...)
		way := rapid.SampledFrom([]Traits{byOnes, byOdds}).Draw(t, "way")
		got, a := l.allocated(way, seats, votes...)
		women, free, filled, room := 0, 0, 0, 0
		for i, name := range names {
			if len(got[i]) != a.Lists[i].Seats || !slices.Equal(got[i], slices.Compact(slices.Clone(got[i]))) {
				t.Fatalf("list %d elects %v on %d seats", i+1, got[i], a.Lists[i].Seats)
			}
			filled += len(got[i])
			for place, gender := range name {
				elected := slices.Contains(got[i], place+1)
				if votes[i] > 0 {
					room++
				}
				if gender == 'F' && elected {
					women++
				} else if gender == 'F' && votes[i] > 0 {
					free++
				}
			}
		}
		if filled != min(seats, room) || len(a.Awards) != filled {
			t.Errorf("%d seats of %d are filled, %d awarded", filled, seats, len(a.Awards))
		}
		if women < min(l.Least, filled) && free > 0 || len(a.Moves) > 0 && women > l.Least {
			t.Errorf("%d women of at least %d, %d more could be; %v by %v", women, l.Least, free, got, a.Moves)
		}
	})
}

func TestExhaustedListLeavesItsSeatsToTheNextNumbers(t *testing.T) {
	l := &Lists{Sizes: []int{2, 3, 1}, Ballot: Closed, Within: ByOrder}
	ways := map[string]Traits{"ones": byOnes, "odds": byOdds, "remainders": byRest, "quotient": byQuotient}
	for name, way := range ways {
		if got, _ := l.allocated(way, 5, 90, 9, 1); !reflect.DeepEqual(got, [][]int{{1, 2}, {1, 2, 3}, {}}) &&
			!reflect.DeepEqual(got, [][]int{{1, 2}, {1, 2}, {1}}) {
			t.Errorf("%s: %v", name, got)
		}
		if got, _ := l.allocated(way, 9, 90, 9, 1); !reflect.DeepEqual(got, [][]int{{1, 2}, {1, 2, 3}, {1}}) {
			t.Errorf("%s with more seats than candidates: %v", name, got)
		}
	}
}

func TestLastSeatIsSettledAsTheRuleSays(t *testing.T) {
	moreVotes := func(l *Lists) { l.Ties = TieVotes }
	lastIsOldest := func(l *Lists) { l.Age = []int{12, 11, 10, 9, 8, 7, 6, 5, 4} }
	for name, tc := range map[string]struct {
		change func(*Lists)
		way    Traits
		votes  []int // 3 seats
		want   []int
		tie    string
	}{
		"by lot":               {func(*Lists) {}, byOnes, []int{20, 10, 10}, []int{2, 1, 0}, TieLot},
		"no tie":               {func(*Lists) {}, byOnes, []int{20, 10, 9}, []int{2, 1, 0}, ""},
		"two seats, two lists": {func(*Lists) {}, byOnes, []int{20, 20, 1}, []int{2, 1, 0}, TieLot},
		"more votes":           {moreVotes, byOnes, []int{10, 30, 10}, []int{0, 3, 0}, TieVotes},
		"by age":               {lastIsOldest, byOnes, []int{25, 10, 10}, []int{2, 0, 1}, TieAge},
		"votes, then age": {func(l *Lists) { moreVotes(l); lastIsOldest(l) }, byQuotient, []int{25, 10, 10},
			[]int{2, 0, 1}, TieAge},
		"votes, then lot":   {moreVotes, byQuotient, []int{25, 10, 10}, []int{2, 1, 0}, TieLot},
		"remainders by lot": {func(*Lists) {}, byRest, []int{20, 5, 5}, []int{2, 1, 0}, TieLot},
		"remainders by age": {lastIsOldest, byRest, []int{20, 5, 5}, []int{2, 0, 1}, TieAge},
	} {
		t.Run(name, func(t *testing.T) {
			l := &Lists{Sizes: []int{3, 3, 3}, Ballot: Closed, Within: ByOrder}
			tc.change(l)
			_, a := l.allocated(tc.way, 3, tc.votes...)
			var got []int
			for _, list := range a.Lists {
				got = append(got, list.Seats)
			}
			if last := a.Awards[len(a.Awards)-1]; !slices.Equal(got, tc.want) || last.Tie != tc.tie {
				t.Errorf("%v, the last seat by %q: %+v", got, last.Tie, a.Awards)
			}
		})
	}
}

func TestListUnderTheBarGetsNoSeat(t *testing.T) {
	l := &Lists{Sizes: []int{9, 9, 9}, Ballot: Closed, Within: ByOrder, Bar: 5}
	_, a := l.allocated(byRest, 9, 60, 35, 5)
	_, barred := l.allocated(byRest, 9, 61, 35, 4)
	if a.Lists[2].Barred || !barred.Lists[2].Barred || barred.Lists[2].Seats > 0 || barred.Lists[2].Votes != 4 {
		t.Errorf("5 of 100: %+v; 4 of 100: %+v", a.Lists, barred.Lists)
	}
	if got := barred.Awards[0].Number; got != (Fraction{61 * 9, 96}) {
		t.Errorf("quotas %v of those above the bar", got)
	}
}

func TestErasuresCountForTheAverageAndFromATenthForTheOrder(t *testing.T) {
	l := &Lists{Sizes: []int{3, 2}, Ballot: Erasures, Within: ByMost}
	// 100 papers for the first list: the first candidate is erased by 9, the second one by 10; 40 for the other.
	got, a := l.allocated(byQuotient, 3, 100, 40, 91, 90, 100, 40, 40)
	if want := [][]int{{1, 3}, {1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if first := a.Lists[0]; first.Votes != 281 || first.Parts != 3 {
		t.Errorf("the average is %d by %d", first.Votes, first.Parts)
	}
	if want := (Award{1, ByQuota, Fraction{281 * 3, 3 * 140}, ""}); a.Awards[0] != want {
		t.Errorf("%+v, want %+v", a.Awards[0], want)
	}
}

func TestFreeMarksCountForListAndCandidate(t *testing.T) {
	l := &Lists{Sizes: []int{3, 2}, Ballot: Free, Within: ByMost}
	got, a := l.allocated(byOdds, 3, 10, 0, 2, 7, 2, 8, 9)
	if want := [][]int{{1, 2}, {2}}; !reflect.DeepEqual(got, want) || a.Lists[0].Votes != 21 || a.Lists[1].Votes != 17 {
		t.Errorf("%v, want %v: %+v", got, want, a.Lists)
	}
}
