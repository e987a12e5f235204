package tally

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Ways to apportion seats: a step between divisors, a quota, or both.
var (
	byOnes     = Traits{Step: 1}
	byOdds     = Traits{Step: 2}
	byRest     = Traits{Quota: true}
	byQuotient = Traits{Step: 1, Quota: true}
)

// apportioned are the seats of lists whose candidates nobody named, and how often the lot decided.
func apportioned(way Traits, seats int, votes []int) (got []int, lots int) {
	sum := 0
	for _, v := range votes {
		sum += v
	}
	l := &Lists{Sizes: make([]int, len(votes)), Ballot: Closed, Within: ByOrder}
	a, _ := l.allocate(way.Step, way.Quota, seats, sum, votes, &drawer{lot: natural(len(votes)), forced: -1})
	for _, list := range a.Lists {
		got = append(got, list.Seats)
	}
	for _, award := range a.Awards {
		if award.Tie == TieLot {
			lots++
		}
	}
	return got, lots
}

func TestSeatsAreThoseThatWerePublished(t *testing.T) {
	for name, tc := range map[string]struct {
		way   Traits
		seats int
		votes []int
		want  []int
	}{
		"a works council of nine":    {byOnes, 9, []int{210, 120, 38}, []int{5, 3, 1}},
		"students of Wuppertal 2024": {byOdds, 21, []int{668, 204, 168}, []int{14, 4, 3}},
		"students of Hamburg 2017": {byOdds, 47,
			[]int{259, 52, 433, 1394, 211, 347, 459, 62, 521, 184, 309, 306, 278, 106, 142, 390, 92, 249, 91},
			[]int{2, 0, 4, 11, 2, 3, 4, 1, 4, 1, 2, 2, 2, 1, 1, 3, 1, 2, 1}},
		"a hospital's committee by the quotient": {byQuotient, 12, []int{340, 342, 56, 39}, []int{6, 6, 0, 0}},
		"largest remainders":                     {byRest, 10, []int{47, 16, 15, 12, 6, 4}, []int{5, 2, 1, 1, 1, 0}},
		"nobody voted":                           {byRest, 3, []int{0, 0}, []int{0, 0}},
		"nobody voted, with averages":            {byQuotient, 3, []int{0, 0}, []int{0, 0}},
		"a list without votes":                   {byOdds, 5, []int{1, 0}, []int{5, 0}},
	} {
		if got, _ := apportioned(tc.way, tc.seats, tc.votes); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

func TestDutchCouncilsHaveTheSeatsThatWerePublished(t *testing.T) {
	councils := contests(t, "lists-dhondt.jsonl")
	for _, c := range councils {
		var want []int
		if err := json.Unmarshal(c.Expected, &want); err != nil {
			t.Fatal(err)
		}
		if got, lots := apportioned(byOnes, c.Seats, c.Votes); !slices.Equal(got, want) {
			t.Errorf("%s: %v with %d lots, want %v", c.ID, got, lots, want)
		}
	}
	t.Logf("%d councils", len(councils))
}

// each calls do with all lists of numbers from 0 to most.
func each(length, most int, do func([]int)) {
	numbers := make([]int, length)
	for {
		do(numbers)
		i := 0
		for ; i < length && numbers[i] == most; i++ {
			numbers[i] = 0
		}
		if i == length {
			return
		}
		numbers[i]++
	}
}

// Of all ways to give the seats, those that a rule allows have no list that would have to give a seat to another one.
func TestApportionmentIsOneThatItsRuleAllows(t *testing.T) {
	divided := func(step int) func(votes, got []int, seats int) bool {
		return func(votes, got []int, _ int) bool {
			for i := range votes {
				for j := range votes { // the last seat of i against the next one of j
					if got[i] > 0 && votes[i]*(got[j]*step+1) < votes[j]*((got[i]-1)*step+1) {
						return false
					}
				}
			}
			return true
		}
	}
	remainders := func(votes, got []int, seats int) bool {
		sum := votes[0] + votes[1] + votes[2]
		for i := range votes {
			for j := range votes { // what i has above its quota against what j lacks
				over, short := got[i]*sum-votes[i]*seats, votes[j]*seats-got[j]*sum
				if got[i] > 0 && got[j] > 0 && over+short > sum {
					return false
				}
				if over >= sum || short >= sum || over > 0 && short > 0 && over+short > sum {
					return false
				}
			}
		}
		return true
	}
	for name, tc := range map[string]struct {
		way     Traits
		allowed func(votes, got []int, seats int) bool
	}{
		"by ones": {byOnes, divided(1)}, "by odds": {byOdds, divided(2)}, "by remainders": {byRest, remainders},
	} {
		each(3, 7, func(votes []int) {
			for seats := 1; seats <= 6; seats++ {
				got, lots := apportioned(tc.way, seats, votes)
				sum, allowed := 0, 0
				each(3, seats, func(other []int) {
					if other[0]+other[1]+other[2] == seats && tc.allowed(votes, other, seats) {
						allowed++
					}
				})
				for i, n := range got {
					sum += n
					if votes[i] == 0 && n > 0 {
						t.Errorf("%s, %d seats by %v: %v", name, seats, votes, got)
					}
				}
				if slices.Max(votes) == 0 {
					continue
				}
				if sum != seats || !tc.allowed(votes, got, seats) || lots == 0 && allowed != 1 {
					t.Errorf("%s, %d seats by %v: %v with %d lots, one of %d", name, seats, votes, got, lots, allowed)
				}
			}
		})
	}
}

func TestLargerHouseTakesNoSeatFromAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		votes := rapid.SliceOfN(rapid.IntRange(0, 1000), 2, 9).Draw(t, "votes")
		way := rapid.SampledFrom([]Traits{byOnes, byOdds}).Draw(t, "way")
		before := make([]int, len(votes))
		for seats := 1; seats <= 25; seats++ {
			got, _ := apportioned(way, seats, votes)
			for i := range got {
				if got[i] < before[i] {
					t.Fatalf("%v have %v of %d seats and %v of one fewer", votes, got, seats, before)
				}
			}
			before = got
		}
	})
}

func TestRemaindersKeepTheQuota(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		votes := rapid.SliceOfN(rapid.IntRange(0, MaxPapers/10), 2, 9).Draw(t, "votes")
		seats := rapid.IntRange(1, 99).Draw(t, "seats")
		sum, all := 0, 0
		for _, v := range votes {
			sum += v
		}
		got, _ := apportioned(byRest, seats, votes)
		for i, v := range votes {
			all += got[i]
			if least := v * seats / max(sum, 1); got[i] < least || got[i] > least+1 {
				t.Errorf("%d of %d seats for %d of %d votes", got[i], seats, v, sum)
			}
		}
		if sum > 0 && all != seats {
			t.Errorf("%v have %v of %d seats", votes, got, seats)
		}
	})
}
