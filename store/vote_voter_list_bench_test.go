package store_test

import (
	"fmt"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// BenchmarkListVoters lists pages of the voters of an election with a frozen roll, a hundredth of whom have voted.
func BenchmarkListVoters(b *testing.B) {
	for _, people := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(people), func(b *testing.B) {
			s := storetest.New(b, store.Options{})
			store.NoSync(s)
			for from := 0; from < people; from += min(people, store.MaxRollLines) {
				var lines []store.RollLine
				for n := range min(people-from, store.MaxRollLines) {
					lines = append(lines, rollLine(from+n))
				}
				enrol(b, s, lines...)
			}
			users := store.FillVoters(b, s)
			e := rollElection(b, s)
			store.FillBox(b, s, e.ID, users[:people/100], func(n int) store.CandidateID {
				return e.Questions[0].Candidates[n%2].ID
			})
			for _, l := range []struct {
				name   string
				filter store.VoterFilter
			}{
				{"all", store.VoterFilter{}},
				{"who has voted", store.VoterFilter{Voted: new(true)}},
				{"who has not", store.VoterFilter{Voted: new(false)}},
				{"search", store.VoterFilter{Query: "voter 7"}},
				{"search of nobody", store.VoterFilter{Query: "xyzzy"}},
			} {
				b.Run(l.name, func(b *testing.B) {
					after := ""
					timed(b, func() {
						page, err := s.Voters(b.Context(), e.ID, l.filter, store.Page{After: after})
						if err != nil {
							b.Fatal(err)
						}
						after = page.Next
					})
				})
			}
		})
	}
}
