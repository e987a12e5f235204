package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"

	"ostrakon/store/ballotbox/proof"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// Limits of a proof of the count, which is to fit into a bundle and to be checked on a small computer.
const (
	MaxProof       = 256 << 20 // bytes, where everybody votes
	maxProvedTotal = 1<<30 - 1 // weight of the electorate, in its unit
)

// IsProvable reports whether a proof of the count covers a question: its marks are added up, and nothing else.
func (q *Question) IsProvable() bool {
	marks := q.Method.Traits().Marks
	return marks == tally.Choices || marks == tally.YesNo
}

// CanProve reports whether the count of the election can be proved. Errors: no question of which it can, no electorate,
// or one that has too many people for the paper, or too much weight.
func (m *Manifest) CanProve() error {
	provable := func(q Question) bool { return q.IsProvable() }
	switch {
	case !slices.ContainsFunc(m.Questions, provable):
		return errors.New("a proof of the count without a question whose marks are added up")
	case m.Electorate == nil:
		return errors.New("a proof of the count without an electorate")
	}
	if all := m.Electorate.turnout(everybody); all.Cast > maxProvedTotal {
		return fmt.Errorf("a proof of the count with %d votes, more than %d", all.Cast, maxProvedTotal)
	}
	if size := m.proofForm().MaxSize(m.Electorate.Size); size > MaxProof {
		return fmt.Errorf("a proof of the count with up to %d bytes, more than %d", size, MaxProof)
	}
	return nil
}

// ProofForm is the form of the ballots in the proof of the count; nil without a proof.
func (m *Manifest) ProofForm() *proof.Form {
	if !m.Proof {
		return nil
	}
	return m.proofForm()
}

func (m *Manifest) proofForm() *proof.Form {
	var asked []proof.Question
	for i := range m.Questions {
		if q := &m.Questions[i]; q.IsProvable() {
			asked = append(asked, proof.Question{Options: len(q.Options), Min: q.Min, Max: q.Max,
				YesNo: q.Method.Traits().Marks == tally.YesNo, People: q.PeopleThreshold != nil})
		}
	}
	return proof.NewForm(asked)
}

// cells are the marks of a valid paper as the proof has them.
func (m *Manifest) cells(form *proof.Form, marks []byte) []uint32 {
	var provable [][]byte
	for i, part := range m.Split(marks) {
		if m.Questions[i].IsProvable() {
			provable = append(provable, part)
		}
	}
	return form.Encode(provable)
}

// Commitment returns the commitment for the leaf of a ballot where the count is proved; zero where it is not, and for
// marks that are no valid paper of a class.
func (m *Manifest) Commitment(seed sealing.Seed, tag sealing.Tag, marks []byte, class int) Hash {
	form := m.ProofForm()
	if form == nil || m.CheckMarks(marks, class) != nil {
		return Hash{}
	}
	return proof.Commit(proof.Split(seed, tag), m.cells(form, marks))
}

// checkCommitments checks that each ballot has a commitment where the count is proved, and none has one elsewhere.
func (m *Manifest) checkCommitments(casts []Cast) error {
	for i, c := range casts {
		if committed := c.Commitment != (Hash{}); committed != m.Proof {
			return fmt.Errorf("ballot %d has a commitment: %t, and the count is proved: %t", i+1, committed, m.Proof)
		}
	}
	return nil
}

// committed is a ballot that counts in a proof, with its place in the box.
type committed struct {
	proof.Ballot
	place int
}

// commits makes what the proof needs of a ballot that opened. right is false if it is no valid paper, or has committed
// to something else.
func (o *opening) commits(b placed, seed sealing.Seed, marks []byte) (c committed, right bool) {
	if o.m.CheckMarks(marks, b.Class) != nil {
		return c, false
	}
	c = committed{proof.Ballot{Split: proof.Split(seed, b.Tag), Cells: o.m.cells(o.form, marks)}, b.place}
	return c, proof.Commit(c.Split, c.Cells) == b.Commitment
}

// prove proves a count of casts, with these leaves in a log with a root. It forgets what it needs of those that count.
func (m *Manifest) prove(c *Counted, casts []Cast, leaves []Hash, log Hash, counted []committed) error {
	slices.SortFunc(counted, func(a, b committed) int { return a.place - b.place })
	ballots, next := make([]proof.Ballot, len(counted)), 0
	for place, leaf := range leaves {
		if next < len(ballots) && counted[next].place == place {
			ballots[next] = counted[next].Ballot
			next++
		} else {
			c.Invalid = append(c.Invalid, leaf)
		}
	}
	e, err := m.parseCounts(c.Counts, len(c.Codes))
	if err != nil {
		return err
	}
	s, err := m.statement(e, casts, leaves, c.Invalid, log)
	if err != nil {
		return err
	}
	form := m.ProofForm()
	var out bytes.Buffer
	out.Grow(int(form.MaxSize(len(ballots))))
	err = form.Prove(&out, s, ballots)
	c.Proof = out.Bytes()
	for _, b := range ballots {
		clear(b.Cells)
	}
	clear(ballots)
	clear(counted)
	return err
}

// statement says what a proof has to show: casts, with these leaves in a log with a root, have the evidence's totals,
// but for those that are invalid. Errors: these are not among them in their order, or weigh something else.
func (m *Manifest) statement(e *evidence, casts []Cast, leaves, invalid []Hash, log Hash) (*proof.Statement, error) {
	s := &proof.Statement{Manifest: m.hash, Log: log, Invalid: sha256.Sum256(linesOf(invalid)), Scales: m.scales()}
	var counted, others []Cast
	for i, c := range casts {
		if len(others) < len(invalid) && leaves[i] == invalid[len(others)] {
			others = append(others, c)
			continue
		}
		counted = append(counted, c)
		s.Classes, s.Commitments = append(s.Classes, c.Class), append(s.Commitments, proof.Hash(c.Commitment))
	}
	if len(others) < len(invalid) {
		return nil, fmt.Errorf("%s is not the next leaf of a ballot that is invalid", invalid[len(others)])
	}
	if weight := m.weightOf(others); weight != e.invalid {
		return nil, fmt.Errorf("the ballots that are named invalid weigh %d, the counts say %d", weight, e.invalid)
	}
	for i := range m.Questions {
		q, of := &m.Questions[i], &e.questions[i]
		if !q.IsProvable() {
			continue
		}
		if cast := m.turnout(counted, q.IsFor).Cast; of.Papers+of.Blank != cast {
			return nil, fmt.Errorf("question %d has %d papers and %d blank ones, and those that count weigh %d", i+1, of.Papers,
				of.Blank, cast)
		}
		for _, n := range slices.Concat([]int{of.Blank}, of.Votes, of.People, of.Against) {
			s.Totals = append(s.Totals, uint32(min(n, math.MaxUint32))) // more than any ballots can give
		}
	}
	return s, nil
}

// scales says of each class what a ballot adds to each total of the proof.
func (m *Manifest) scales() [][]uint32 {
	var all [][]uint32
	for _, c := range m.classes() {
		var row []uint32
		for i := range m.Questions {
			q := &m.Questions[i]
			if !q.IsProvable() {
				continue
			}
			weight, one := uint32(c.Weight), uint32(1)
			if !q.IsFor(c) {
				weight, one = 0, 0
			}
			has := emptyCounts(q)
			row = append(row, slices.Repeat([]uint32{weight}, 1+len(has.Votes))...)
			row = append(row, slices.Repeat([]uint32{one}, len(has.People))...)
			row = append(row, slices.Repeat([]uint32{weight}, len(has.Against))...)
		}
		all = append(all, row)
	}
	return all
}
