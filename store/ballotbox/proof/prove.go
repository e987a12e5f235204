package proof

import (
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
)

// Ballot holds a counted ballot as the prover needs it: its secret and its cells.
type Ballot struct {
	Split Hash
	Cells []uint32
}

// prover makes a proof. It splits the ballots again for each step rather than keep their parts.
type prover struct {
	*Form
	s       *Statement
	ballots []Ballot
	rounds  int
	tapes   Hash
}

// Prove writes the proof that ballots add up to the totals of s. It uses all processors. The same ballots and statement
// give the same bytes. Never prove two statements about the same ballots: together they open all parts.
func (f *Form) Prove(w io.Writer, s *Statement, ballots []Ballot) error {
	return f.prove(w, s, ballots, Rounds)
}

func (f *Form) prove(w io.Writer, s *Statement, ballots []Ballot, rounds int) error {
	if err := s.fits(f); err != nil {
		return err
	}
	if err := s.adds(f, ballots); err != nil {
		return err
	}
	p := &prover{Form: f, s: s, ballots: ballots, rounds: rounds}
	splits := make([]byte, 0, 32*len(ballots))
	for _, b := range ballots {
		splits = append(splits, b.Split[:]...)
	}
	p.tapes = digest("ostrakon/tapes/4\x00", splits)

	head := make([]byte, rounds*f.headSize())
	p.each(0, rounds, func(r int) { p.head(head[r*f.headSize():][:0], r) })
	first := s.first(head)
	zed := make([]byte, rounds*8)
	p.each(0, rounds, func(r int) { p.zed(zed[r*8:][:0], &first, r) })
	if _, err := w.Write(append(head, zed...)); err != nil {
		return err
	}
	return p.open(w, open(first, zed, rounds))
}

// adds reports ballots that do not add up to the totals.
func (s *Statement) adds(f *Form, ballots []Ballot) error {
	if len(ballots) != len(s.Commitments) {
		return errStatement
	}
	sums := make([]uint64, len(f.sums))
	for j, b := range ballots {
		if len(b.Cells) != f.cells {
			return errStatement
		}
		f.addUp(sums, s.Scales[s.Classes[j]-1], b.Cells)
	}
	for i, total := range s.Totals {
		if reduce(sums[i]) != total {
			return errors.New("the ballots do not add up to the totals")
		}
	}
	return nil
}

// each calls do for the rounds from..to−1, as many at once as there are processors.
func (p *prover) each(from, to int, do func(round int)) {
	var group sync.WaitGroup
	rounds := make(chan int, to-from)
	for r := from; r < to; r++ {
		rounds <- r
	}
	close(rounds)
	for range min(runtime.GOMAXPROCS(0), to-from) {
		group.Go(func() {
			for r := range rounds {
				do(r)
			}
		})
	}
	group.Wait()
}

// tape returns the secret of a part in a round that hides its z.
func (p *prover) tape(round, part int) Hash {
	return digest("ostrakon/tape/4\x00", p.tapes[:], u32(round), []byte{byte(part)})
}

// head appends a round's sums of parts 0 and 1, and the commitments to its tapes.
func (p *prover) head(out []byte, round int) {
	split := newParts(p.cells)
	sums := [2][]uint64{make([]uint64, len(p.sums)), make([]uint64, len(p.sums))}
	for j := range p.ballots {
		split.begin(&p.ballots[j].Split, round)
		for e := range sums {
			p.addUp(sums[e], p.s.Scales[p.s.Classes[j]-1], split.cells[e])
		}
	}
	for _, of := range sums {
		for _, v := range of {
			out = binary.BigEndian.AppendUint32(out, reduce(v))
		}
	}
	for e := range 3 {
		tape := p.tape(round, e)
		c := commitSeed(&tape)
		out = append(out, c[:]...)
	}
}

// zed appends a round's z of parts 0 and 1.
func (p *prover) zed(out []byte, first *Hash, round int) {
	tapes := [3]Hash{p.tape(round, 0), p.tape(round, 1), p.tape(round, 2)}
	z := [2]uint64{uint64(mask(&tapes[0], &tapes[1])), uint64(mask(&tapes[1], &tapes[2]))}
	random := make([]uint32, p.cells+len(p.lines))
	split := newParts(p.cells)
	for j := range p.ballots {
		b := &p.ballots[j]
		split.split(&b.Split, round, b.Cells)
		coefficients(first, round, j, random)
		for e := range z {
			z[e] += uint64(p.mix(random, split.cells[e], split.cells[e+1], e))
		}
	}
	binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(out, reduce(z[0])), reduce(z[1]))
}

// open writes two parts of each round, and the commitment to the third.
func (p *prover) open(w io.Writer, parts []int) error {
	buffers := make([][]byte, runtime.GOMAXPROCS(0))
	for from := 0; from < p.rounds; from += len(buffers) {
		to := min(from+len(buffers), p.rounds)
		p.each(from, to, func(r int) { buffers[r-from] = p.opened(buffers[r-from][:0], r, parts[r]) })
		for _, b := range buffers[:to-from] {
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// opened appends what a round opens: part e and the next one.
func (p *prover) opened(out []byte, round, e int) []byte {
	next, closed := (e+1)%3, (e+2)%3
	out = slices.Grow(out, 64+len(p.ballots)*p.ballotSize(e))
	for _, part := range []int{e, next} {
		tape := p.tape(round, part)
		out = append(out, tape[:]...)
	}
	split := newParts(p.cells)
	for j := range p.ballots {
		b := &p.ballots[j]
		split.split(&b.Split, round, b.Cells)
		c := split.commit(closed)
		out = append(append(append(out, split.seeds[e][:]...), split.seeds[next][:]...), c[:]...)
		if e != 0 {
			out = appendNumbers(out, split.cells[2])
		}
	}
	return out
}
