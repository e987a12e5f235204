package proof

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
)

var (
	errSize   = errors.New("the proof has another length than its election needs")
	errNumber = errors.New("the proof has a number that is too large")
)

// checker follows a proof while it is read.
type checker struct {
	*Form
	s       *Statement
	in      *bufio.Reader
	first   Hash
	commits []hash.Hash // of each ballot, over the rounds that were read
	split   *parts
	random  []uint32
	ballot  []byte   // one, as it is read
	three   [96]byte // its commitments of a round
}

// Check reads a proof of size bytes once, and reports why it does not prove s. Its memory depends on s alone.
func (f *Form) Check(r io.Reader, size int64, s *Statement) error { return f.check(r, size, s, Rounds) }

func (f *Form) check(r io.Reader, size int64, s *Statement, rounds int) error {
	if err := s.fits(f); err != nil {
		return err
	}
	head := make([]byte, rounds*f.headSize())
	zed := make([]byte, rounds*8)
	least := int64(len(head)+len(zed)) + int64(rounds)*(64+96*int64(len(s.Commitments)))
	if size < least {
		return errSize
	}
	c := &checker{Form: f, s: s, in: bufio.NewReaderSize(r, 1<<16)}
	for _, b := range [][]byte{head, zed} {
		if _, err := io.ReadFull(c.in, b); err != nil {
			return readError(err)
		}
	}
	c.first = s.first(head)
	parts := open(c.first, zed, rounds)
	for _, e := range parts {
		least += int64(f.ballotSize(e)-96) * int64(len(s.Commitments))
	}
	if size != least {
		return errSize
	}
	c.begin()
	for r, e := range parts {
		if err := c.round(r, e, head[r*f.headSize():][:f.headSize()], zed[8*r:][:8]); err != nil {
			return err
		}
	}
	return c.end()
}

// readError tells a proof that ends early from one that cannot be read.
func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errSize
	}
	return err
}

// begin makes room for the ballots.
func (c *checker) begin() {
	c.commits = make([]hash.Hash, len(c.s.Commitments))
	for j := range c.commits {
		c.commits[j] = sha256.New()
		c.commits[j].Write([]byte(commitmentLabel))
	}
	c.split = newParts(c.cells)
	c.random = make([]uint32, c.cells+len(c.lines))
	c.ballot = make([]byte, c.ballotSize(1))
}

// round reads a round and compares it with what was said of it in HEAD and ZED.
func (c *checker) round(round, e int, head, zed []byte) error {
	n := len(c.sums)
	said := make([]uint32, 2*n+2)
	if !numbers(said[:2*n], head) || !numbers(said[2*n:], zed) {
		return errNumber
	}
	z := [3]uint32{said[2*n], said[2*n+1], minus(minus(0, said[2*n]), said[2*n+1])}
	tapes := [2]Hash{}
	for at := range tapes {
		if _, err := io.ReadFull(c.in, tapes[at][:]); err != nil {
			return readError(err)
		}
		if commitSeed(&tapes[at]) != Hash(head[8*n+32*((e+at)%3):][:32]) {
			return fmt.Errorf("round %d of the proof opens another tape than it committed to", round+1)
		}
	}
	sums := [2][]uint64{make([]uint64, n), make([]uint64, n)}
	mixed := uint64(mask(&tapes[0], &tapes[1]))
	for j := range c.commits {
		if err := c.read(j, e); err != nil {
			return err
		}
		own, next := c.split.cells[e], c.split.cells[(e+1)%3]
		c.addUp(sums[0], c.s.Scales[c.s.Classes[j]-1], own)
		c.addUp(sums[1], c.s.Scales[c.s.Classes[j]-1], next)
		coefficients(&c.first, round, j, c.random)
		mixed += uint64(c.mix(c.random, own, next, e))
	}
	if reduce(mixed) != z[e] {
		return fmt.Errorf("round %d of the proof shows a ballot that is no valid paper", round+1)
	}
	for i, total := range c.s.Totals {
		of := [3]uint32{said[i], said[n+i], minus(minus(total, said[i]), said[n+i])}
		if reduce(sums[0][i]) != of[e] || reduce(sums[1][i]) != of[(e+1)%3] {
			return fmt.Errorf("round %d of the proof does not add up to the totals", round+1)
		}
	}
	return nil
}

// read reads the opened parts e and e+1 of a ballot, and adds the commitments of its round.
func (c *checker) read(ballot, e int) error {
	raw := c.ballot[:c.ballotSize(e)]
	if _, err := io.ReadFull(c.in, raw); err != nil {
		return readError(err)
	}
	if !numbers(c.split.cells[2][:(len(raw)-96)/4], raw[96:]) {
		return errNumber
	}
	for at := range 2 {
		part := (e + at) % 3
		c.split.seeds[part] = Hash(raw[32*at:][:32])
		if part < 2 {
			elements(&c.split.seeds[part], c.split.cells[part])
		}
		commit := c.split.commit(part)
		copy(c.three[32*part:], commit[:])
	}
	copy(c.three[32*((e+2)%3):], raw[64:96])
	c.commits[ballot].Write(c.three[:])
	return nil
}

// end compares the ballots with their leaves once all rounds are read.
func (c *checker) end() error {
	if _, err := c.in.ReadByte(); err != io.EOF {
		if err == nil {
			err = errSize
		}
		return err
	}
	for j, commits := range c.commits {
		if Hash(commits.Sum(nil)) != c.s.Commitments[j] {
			return fmt.Errorf("the proof opens parts of counted ballot %d that its leaf does not commit to", j+1)
		}
	}
	return nil
}

// numbers reads as many numbers as there is room for, and reports whether all are below the prime.
func numbers(out []uint32, raw []byte) bool {
	for i := range out {
		if out[i] = binary.BigEndian.Uint32(raw[4*i:]); out[i] >= prime {
			return false
		}
	}
	return true
}
