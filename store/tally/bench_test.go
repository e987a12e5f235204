package tally

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkSeats counts 100,000 papers of 20 options for 9 seats, which all differ, by each rule of seats.
func BenchmarkSeats(b *testing.B) {
	half := &Threshold{More: []int{1, 2}, Of: OfDecided}
	kinds := []Quota{{Options: []int{1, 4, 7, 10, 13, 16, 19}, Least: 4},
		{Options: []int{2, 5, 8, 11, 14}, Least: 1, Most: 2}}
	for _, r := range []Rules{
		{Method: Confirm, Options: 20, Seats: 9, Max: 20, Draw: true, Threshold: half},
		{Method: Cumulate, Options: 20, Seats: 9, Max: 60, Each: 3, Draw: true},
		{Method: Approval, Options: 20, Seats: 9, Max: 20, Draw: true, Threshold: half},
		{Method: Schulze, Options: 20, Seats: 9, Max: 20, Draw: true},
		{Method: STV, Options: 20, Seats: 9, Max: 20, Draw: true, Last: true},
		{Method: Block, Options: 20, Seats: 9, Max: 20, Draw: true, Quotas: kinds},
		{Method: Schulze, Options: 20, Seats: 9, Max: 20, Draw: true, Quotas: kinds},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		papers := make([]Paper, 100_000)
		for i := range papers {
			papers[i] = Paper{make([]byte, r.Options), 1}
			for rank, option := range random.Perm(r.Options) {
				switch r.Method.Traits().Marks {
				case Ranks:
					papers[i].Marks[option] = byte(rank + 1)
				case Amounts:
					papers[i].Marks[option] = byte(random.IntN(4))
				case YesNo:
					papers[i].Marks[option] = byte(1 + random.IntN(3))
				default:
					papers[i].Marks[option] = byte(random.IntN(2))
				}
			}
		}
		b.Run(fmt.Sprintf("%s with %d quotas", r.Method, len(r.Quotas)), func(b *testing.B) {
			for b.Loop() {
				if _, err := r.Count(r.Evidence(papers, natural(20)), natural(20), Base{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
