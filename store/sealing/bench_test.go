package sealing

import (
	"fmt"
	"testing"
)

func BenchmarkSeal(b *testing.B) {
	for _, holders := range []int{1, 3} {
		b.Run(fmt.Sprintf("holders=%d", holders), func(b *testing.B) {
			c := convene(b, 1, holders, (holders+1)/2, 10)
			v := c.draft(source(1))
			for b.Loop() {
				c.seal(b, v)
			}
		})
	}
}

func BenchmarkBatchSeal(b *testing.B) {
	c := convene(b, 1, 1, 1, 10)
	v := c.draft(source(1))
	batch := must(c.Batch())
	for b.Loop() {
		must(batch.Seal(v.seed, v.marks, v.tag))
	}
}

// BenchmarkOpen opens ballots of devices in turn, each with its own encapsulations.
func BenchmarkOpen(b *testing.B) {
	for _, bench := range []struct {
		name               string
		holders, threshold int
		again              bool
	}{{"holders=1", 1, 1, false}, {"holders=1/again", 1, 1, true}, {"holders=3", 3, 2, false},
		{"holders=3/again", 3, 2, true}} {
		b.Run(bench.name, func(b *testing.B) {
			c, r := convene(b, 1, bench.holders, bench.threshold, 10), source(1)
			votes := []vote{c.draft(r), c.draft(r)}
			sealed := [][]byte{c.seal(b, votes[0]), c.seal(b, votes[1])}
			o := c.with(b, bench.again, subsets(bench.holders, bench.threshold)[0]...)
			for i := 0; b.Loop(); i++ {
				if _, _, err := o.Open(sealed[i%2], votes[i%2].tag); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("batch", func(b *testing.B) {
		c := convene(b, 1, 1, 1, 10)
		v := c.draft(source(1))
		sealed := must(must(c.Batch()).Seal(v.seed, v.marks, v.tag))
		o := c.with(b, false, 1)
		for b.Loop() {
			if _, _, err := o.Open(sealed, v.tag); err != nil {
				b.Fatal(err)
			}
		}
	})
}
