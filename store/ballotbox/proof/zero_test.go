package proof

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// shown holds what a proof of one round opens: which part, with the next one, and numbers that should be random
// whatever the votes are.
type shown struct {
	e       int
	numbers []uint32
}

// show reads a proof of one round.
func show(e *election, raw []byte) (s shown) {
	head, zed := raw[:e.headSize()], raw[e.headSize():][:8]
	s.e = open(e.first(head), zed, 1)[0]
	take := func(raw []byte) {
		for ; len(raw) >= 4; raw = raw[4:] {
			s.numbers = append(s.numbers, binary.BigEndian.Uint32(raw))
		}
	}
	take(raw)
	rest := raw[len(head)+8+64:]
	for j := 0; len(rest) > 0; j++ { // cells of part 0 and 1 that follow from their seeds, and a sum with the other part
		cells := [3][]uint32{make([]uint32, e.cells), make([]uint32, e.cells), make([]uint32, e.cells)}
		for at := range 2 {
			part, seed := (s.e+at)%3, Hash(rest[32*at:])
			elements(&seed, cells[part])
			if part == 2 {
				numbers(cells[2], rest[96:])
			}
		}
		for i := range e.cells {
			own, next := cells[s.e][i], cells[(s.e+1)%3][i]
			s.numbers = append(s.numbers, own, next, reduce(uint64(own)+uint64(next)))
		}
		rest = rest[e.ballotSize(s.e):]
	}
	return s
}

// bins is how many intervals the numbers are sorted into.
const bins = 16

// table counts in which interval each number lies, for each opened part.
type table [3][][bins]float64

func (t *table) add(s shown) {
	for len(t[s.e]) < len(s.numbers) {
		t[s.e] = append(t[s.e], [bins]float64{})
	}
	for i, v := range s.numbers {
		t[s.e][i][v>>27%bins]++
	}
}

// apart returns by how many standard deviations the chi-squared of two tables is above the one of equal distributions.
func apart(a, b *table) float64 {
	squared, freedom := 0., 0.
	for e := range 3 {
		for i := range min(len(a[e]), len(b[e])) {
			na, nb := 0., 0.
			for bin := range bins {
				na, nb = na+a[e][i][bin], nb+b[e][i][bin]
			}
			used := -1.
			for bin := range bins {
				if x, y := a[e][i][bin], b[e][i][bin]; x+y > 0 {
					squared += math.Pow(math.Sqrt(nb/na)*x-math.Sqrt(na/nb)*y, 2) / (x + y)
					used++
				}
			}
			freedom += used
		}
	}
	return (squared - freedom) / math.Sqrt(2*freedom)
}

// simulated is a round of a proof that nobody with the votes made.
type simulated struct {
	e            int
	tapes        [2]Hash
	own, next    [][]uint32 // the opened parts of each ballot
	head, opened []byte
}

// simulateRound makes what a round opens, whatever the votes are, and adds its commitments to those of the ballots.
func simulateRound(r *rand.Rand, e *election, open int, commits [][]byte) *simulated {
	s := &simulated{e: open, tapes: [2]Hash{drawHash(r), drawHash(r)}}
	s.opened = append(append(s.opened, s.tapes[0][:]...), s.tapes[1][:]...)
	own, next, closed := open, (open+1)%3, (open+2)%3
	sums := [2][]uint64{make([]uint64, len(e.sums)), make([]uint64, len(e.sums))}
	for j, class := range e.Classes {
		p := newParts(e.cells)
		p.seeds = [3]Hash{drawHash(r), drawHash(r), drawHash(r)}
		elements(&p.seeds[0], p.cells[0])
		elements(&p.seeds[1], p.cells[1])
		for i := range p.cells[2] {
			p.cells[2][i] = r.Uint32N(prime)
		}
		c := [3]Hash{p.commit(0), p.commit(1), p.commit(2)}
		c[closed] = drawHash(r) // there need be nothing behind it
		commits[j] = append(append(append(commits[j], c[0][:]...), c[1][:]...), c[2][:]...)
		s.opened = append(append(append(s.opened, p.seeds[own][:]...), p.seeds[next][:]...), c[closed][:]...)
		if open != 0 {
			s.opened = appendNumbers(s.opened, p.cells[2])
		}
		s.own, s.next = append(s.own, p.cells[own]), append(s.next, p.cells[next])
		e.addUp(sums[0], e.Scales[class-1], p.cells[own])
		e.addUp(sums[1], e.Scales[class-1], p.cells[next])
	}
	var all [3][]uint32
	for i, total := range e.Statement.Totals {
		a, b := reduce(sums[0][i]), reduce(sums[1][i])
		all[own], all[next] = append(all[own], a), append(all[next], b)
		all[closed] = append(all[closed], minus(minus(total, a), b))
	}
	s.head = appendNumbers(appendNumbers(nil, all[0]), all[1])
	tapes := [3]Hash{}
	tapes[own], tapes[next], tapes[closed] = commitSeed(&s.tapes[0]), commitSeed(&s.tapes[1]), drawHash(r)
	for _, t := range tapes {
		s.head = append(s.head, t[:]...)
	}
	return s
}

// zed returns z of parts 0 and 1: one that follows from what is opened, and one or two that are random.
func (s *simulated) zed(r *rand.Rand, e *election, first Hash, round int) []byte {
	sum := uint64(mask(&s.tapes[0], &s.tapes[1]))
	random := make([]uint32, e.cells+len(e.lines))
	for j := range s.own {
		coefficients(&first, round, j, random)
		sum += uint64(e.mix(random, s.own[j], s.next[j], s.e))
	}
	var z [3]uint32
	z[s.e], z[(s.e+1)%3] = reduce(sum), r.Uint32N(prime)
	z[(s.e+2)%3] = minus(minus(0, z[s.e]), z[(s.e+1)%3])
	return appendNumbers(nil, z[:2])
}

// simulate makes a proof for an election whose votes it does not know, with leaves of its own. It chooses which parts
// are opened, and tries until the hash chooses the same.
func simulate(r *rand.Rand, e *election, chosen []int) []byte {
	for {
		commits := make([][]byte, len(e.Classes))
		var rounds []*simulated
		var head, zed, opened []byte
		for _, open := range chosen {
			s := simulateRound(r, e, open, commits)
			rounds, head, opened = append(rounds, s), append(head, s.head...), append(opened, s.opened...)
		}
		first := e.first(head)
		for i, s := range rounds {
			zed = append(zed, s.zed(r, e, first, i)...)
		}
		if slices.Equal(open(first, zed, len(chosen)), chosen) {
			for j := range commits {
				e.Commitments[j] = digest(commitmentLabel, commits[j])
			}
			return slices.Concat(head, zed, opened)
		}
	}
}

// withoutVotes returns an election with what a simulator may know.
func (e *election) withoutVotes() *election {
	public := *e
	public.ballots, public.Commitments = nil, make([]Hash, len(e.Commitments))
	return &public
}

// TestSimulator: who knows no vote makes proofs that are right, for each choice of parts in two rounds.
func TestSimulator(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 36))
	for i, questions := range forms {
		for chosen := range 9 {
			e := draw(r, 5, 2, questions...).withoutVotes()
			raw := simulate(r, e, []int{chosen % 3, chosen / 3})
			if err := e.checkBytes(raw, 2); err != nil {
				t.Errorf("form %d, parts %d: %v", i, chosen, err)
			}
		}
	}
}

// TestProofShowsNothing: what proofs open looks the same, to a chi-squared test, whatever one voter votes, whoever of
// two voters votes what, and if a simulator makes it: in 300 elections each, and in 10,000 where OSTRAKON_LONG is set.
// The test sees the vote if it is told the sum of all three parts.
func TestProofShowsNothing(t *testing.T) {
	elections := 300
	if os.Getenv("OSTRAKON_LONG") != "" {
		elections = 10_000
	}
	proved := func(_ *rand.Rand, e *election) shown { return show(e, e.proveBytes(t, 1)) }
	simulated := func(r *rand.Rand, e *election) shown {
		e = e.withoutVotes()
		return show(e, simulate(r, e, []int{r.IntN(3)}))
	}
	told := func(r *rand.Rand, e *election) shown {
		s := proved(r, e)
		for _, v := range e.ballots[0].Cells { // the sum of all parts
			s.numbers = append(s.numbers, v<<30)
		}
		return s
	}
	seed := uint64(0)
	// see sorts what is shown of elections in which three voters vote.
	see := func(made func(*rand.Rand, *election) shown, votes ...[]byte) *table {
		seed++
		r, seen := rand.New(rand.NewPCG(36, seed)), &table{}
		for range elections {
			e := draw(r, 0, 1, Question{Options: 3, Max: 2})
			for _, v := range votes {
				e.add(r, 1, e.Encode([][]byte{v}), 1)
			}
			seen.add(made(r, e))
		}
		return seen
	}
	a, b, blank := []byte{1, 0, 0}, []byte{0, 1, 1}, []byte{0, 0, 0}
	real := see(proved, a, b, blank)
	for _, c := range []struct {
		name  string
		other *table
	}{
		{"one vote differs", see(proved, blank, b, blank)},
		{"two votes change places", see(proved, b, a, blank)},
		{"a simulator", see(simulated, a, b, blank)},
	} {
		by := apart(real, c.other)
		t.Logf("%s: %.2f standard deviations apart", c.name, by)
		if by > 4 {
			t.Errorf("%s: proofs are %.2f standard deviations apart", c.name, by)
		}
	}
	if by := apart(see(told, a, b, blank), see(told, b, a, blank)); by < 10 {
		t.Errorf("votes that are told are %.2f standard deviations apart", by)
	}
}
