package tally

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPlurality(t *testing.T) {
	for name, tc := range map[string]struct {
		candidates, choices string // a candidate a letter
		lines               []Line[string]
		end                 Ended
		strays              int
	}{
		"one has most": {"ABC", "BABCB", []Line[string]{{"B", 3, 1, true}, {"A", 1, 2, false}, {"C", 1, 2, false}}, Winner, 0},
		"a relative majority is enough": {"ABC", "AABBCCC", []Line[string]{
			{"C", 3, 1, true}, {"A", 2, 2, false}, {"B", 2, 2, false}}, Winner, 0},
		"two share the first place": {"ABC", "CACAB", []Line[string]{{"A", 2, 1, false}, {"C", 2, 1, false}, {"B", 1, 3, false}}, Tie, 0},
		"all share the first place": {"ABC", "CAB", []Line[string]{{"A", 1, 1, false}, {"B", 1, 1, false}, {"C", 1, 1, false}}, Tie, 0},
		"a shared second place skips the third": {"ABCD", "DDDBBCCA", []Line[string]{
			{"D", 3, 1, true}, {"B", 2, 2, false}, {"C", 2, 2, false}, {"A", 1, 4, false}}, Winner, 0},
		"one ballot":            {"AB", "B", []Line[string]{{"B", 1, 1, true}, {"A", 0, 2, false}}, Winner, 0},
		"one candidate":         {"A", "AA", []Line[string]{{"A", 2, 1, true}}, Winner, 0},
		"no ballots":            {"AB", "", []Line[string]{{"A", 0, 1, false}, {"B", 0, 1, false}}, NoBallots, 0},
		"strays count for none": {"AB", "XAXXB", []Line[string]{{"A", 1, 1, false}, {"B", 1, 1, false}}, Tie, 3},
		"strays alone":          {"AB", "XY", []Line[string]{{"A", 0, 1, false}, {"B", 0, 1, false}}, NoBallots, 2},
		"nobody stands":         {"", "X", []Line[string]{}, NoBallots, 1},
	} {
		t.Run(name, func(t *testing.T) {
			lines, end, strays := FirstPastThePost(strings.Split(tc.candidates, ""), strings.Split(tc.choices, ""))
			if !reflect.DeepEqual(lines, tc.lines) || end != tc.end || strays != tc.strays {
				t.Errorf("counted %+v, %s, %d strays\nwant %+v, %s, %d", lines, end, strays, tc.lines, tc.end, tc.strays)
			}
		})
	}
}

func TestPluralityLeavesItsInputAlone(t *testing.T) {
	candidates, choices := []string{"A", "B"}, []string{"B", "B", "A"}
	FirstPastThePost(candidates, choices)
	if !slices.Equal(candidates, []string{"A", "B"}) || !slices.Equal(choices, []string{"B", "B", "A"}) {
		t.Errorf("left %q and %q", candidates, choices)
	}
}

func TestPluralityHoldsWhateverTheBallots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		candidates := rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 1, 6, rapid.ID).Draw(t, "candidates")
		choices := rapid.SliceOf(rapid.IntRange(0, 11)).Draw(t, "choices")
		lines, end, strays := FirstPastThePost(candidates, choices)

		votes, winners := make(map[int]int), 0
		for _, c := range choices {
			votes[c]++
		}
		total := strays
		for i, l := range lines {
			total += l.Votes
			better := 0
			for _, other := range lines {
				if other.Votes > l.Votes {
					better++
				}
			}
			if l.Votes != votes[l.Candidate] || l.Rank != better+1 {
				t.Errorf("line %+v: %d votes were cast and %d candidates have more", l, votes[l.Candidate], better)
			}
			if i > 0 && (l.Votes > lines[i-1].Votes || l.Votes == lines[i-1].Votes &&
				slices.Index(candidates, l.Candidate) < slices.Index(candidates, lines[i-1].Candidate)) {
				t.Errorf("line %+v stands below %+v", l, lines[i-1])
			}
			if l.Winner {
				winners++
			}
		}
		if total != len(choices) || len(lines) != len(candidates) {
			t.Errorf("%d of %d ballots on %d of %d lines", total, len(choices), len(lines), len(candidates))
		}
		if (winners == 1) != (end == Winner) || winners > 1 || lines[0].Votes == 0 != (end == NoBallots) {
			t.Errorf("%s with %d winners: %+v", end, winners, lines)
		}

		rand.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
		if again, endAgain, _ := FirstPastThePost(candidates, choices); !reflect.DeepEqual(again, lines) || endAgain != end {
			t.Errorf("in another order %+v, %s, first %+v, %s", again, endAgain, lines, end)
		}
	})
}
