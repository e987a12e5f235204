package ballotbox

import (
	"math/rand/v2"
	"slices"

	"ostrakon/store/tally"
)

// drawnLists draws a question with lists. Most lists are short, so that they are exhausted.
func drawnLists(rng *rand.Rand, name string, method tally.Method) Question {
	l := &tally.Lists{Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieLot}
	candidates := 0
	for range 2 + rng.IntN(4) {
		l.Sizes = append(l.Sizes, 1+rng.IntN(5))
		candidates += l.Sizes[len(l.Sizes)-1]
	}
	q := question(name, method, len(l.Sizes)+candidates)
	q.Draw, q.Min, q.Max, q.Lists = true, rng.IntN(2), 1, l
	q.Seats = 1 + rng.IntN(min(candidates, 9))
	averages := method == tally.Quotient
	if averages || rng.IntN(2) == 0 {
		l.Ties = tally.TieVotes
	}
	if averages && rng.IntN(2) == 0 {
		l.Ballot = tally.Erasures
	} else if !averages && rng.IntN(2) == 0 {
		l.Ballot, q.Max = tally.Free, 1+rng.IntN(6)
		q.Each = 1 + rng.IntN(q.Max)
	}
	if l.Ballot != tally.Closed && rng.IntN(2) == 0 {
		l.Within = tally.ByMost
	}
	if !averages && rng.IntN(3) == 0 {
		l.Bar = rng.IntN(31)
	}
	var all []int
	for i := range candidates {
		all = append(all, len(l.Sizes)+i+1)
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if rng.IntN(3) == 0 {
		l.Age = all
	}
	if !method.Traits().Quota && rng.IntN(2) == 0 {
		l.Least = 1 + rng.IntN(q.Seats)
		l.Minority = slices.Sorted(slices.Values(all[:1+rng.IntN(len(all))]))
	}
	return q
}

// drawnListMarks draws the marks of a valid paper.
func drawnListMarks(rng *rand.Rand, r tally.Rules) []byte {
	marks, sizes := make([]byte, r.Options), r.Lists.Sizes
	if r.Min == 0 && rng.IntN(8) == 0 {
		return marks
	}
	list, left, first := rng.IntN(len(sizes)), r.Max, len(sizes)
	for _, size := range sizes[:list] {
		first += size
	}
	switch r.Lists.Ballot {
	case tally.Closed:
		marks[list] = 1
	case tally.Erasures:
		marks[list] = 1
		kept := rng.IntN(sizes[list])
		for i := range sizes[list] {
			if i == kept || rng.IntN(4) > 0 {
				marks[first+i] = 1
			}
		}
	case tally.Free:
		for range rng.IntN(r.Max + 1) {
			if option := len(sizes) + rng.IntN(r.Options-len(sizes)); int(marks[option]) < r.Each {
				marks[option]++
				left--
			}
		}
		if left == r.Max || rng.IntN(2) == 0 {
			marks[list] = byte(left)
		}
	}
	return marks
}
