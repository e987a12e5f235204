package store

import (
	"context"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// ElectionChange is what an administrator sets of an election. nil leaves a field as it is, and a
// zero time clears OpensAt or ClosesAt.
type ElectionChange struct {
	Title       *string
	Description *string
	Method      *string
	OpensAt     *time.Time
	ClosesAt    *time.Time

	// Settings, one by one.
	ShuffleCandidates *bool
	TieBreak          *ballotbox.TieBreak
	Electorate        *ElectorateKind
}

func (c ElectionChange) apply(e *Election) error {
	if e.Settings.TieBreak == "" { // a DRAFT from a version without the choice
		e.Settings.TieBreak = ballotbox.TieStated
	}
	if e.Settings.Electorate == "" {
		e.Settings.Electorate = ElectorateOpen
	}
	set(&e.Title, c.Title)
	set(&e.Description, c.Description)
	set(&e.Method, c.Method)
	set(&e.Settings.ShuffleCandidates, c.ShuffleCandidates)
	set(&e.Settings.TieBreak, c.TieBreak)
	set(&e.Settings.Electorate, c.Electorate)
	set(&e.OpensAt, c.OpensAt)
	set(&e.ClosesAt, c.ClosesAt)

	var v validation
	v.line("title", &e.Title, 1, maxTitle)
	v.text("description", &e.Description, 0, maxDescription)
	oneOf(&v, "method", e.Method, ballotbox.MethodPlurality)
	oneOf(&v, "tieBreak", e.Settings.TieBreak, ballotbox.TieStated, ballotbox.TieDraw)
	oneOf(&v, "electorate", e.Settings.Electorate, ElectorateOpen, ElectorateRoll)
	if !e.ClosesAt.IsZero() && !e.ClosesAt.After(e.OpensAt) {
		v.fail("closesAt", refusal.ClosesBeforeOpens, nil)
	}
	return v.err()
}

// CreateElection makes an election in DRAFT. Errors: refusal.ValidationFailed.
func (s *Store) CreateElection(ctx context.Context, by Actor, c ElectionChange) (Election, error) {
	now := s.clock()
	rec := electionRecord{Election: Election{
		ID: kv.NewID[ElectionID](), Status: Draft, Method: ballotbox.MethodPlurality, CreatedAt: now, UpdatedAt: now,
	}}
	if err := c.apply(&rec.Election); err != nil {
		return Election{}, err
	}
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) (err error) {
		if err := electionTable.Put(tx, nil, rec); err != nil {
			return err
		}
		if err := s.audit(tx, by, "election.created", electionSubject(rec.ID), nil); err != nil {
			return err
		}
		e, err = fullElection(tx, rec)
		return err
	})
	return e, err
}

// UpdateElection changes an election in DRAFT. Errors: refusal.NotFound, refusal.NotDraft,
// refusal.ValidationFailed.
func (s *Store) UpdateElection(ctx context.Context, by Actor, id ElectionID, c ElectionChange) (Election, error) {
	return s.changeElection(ctx, by, id, "election.updated", func(_ *bolt.Tx, rec *electionRecord) error {
		if rec.Status != Draft {
			return refusal.NotDraft
		}
		return c.apply(&rec.Election)
	})
}

// changeElection reads an election, lets change alter it, writes it back, and notes it in the audit
// list.
func (s *Store) changeElection(ctx context.Context, by Actor, id ElectionID, action string, change func(*bolt.Tx, *electionRecord) error) (Election, error) {
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec := previous
		if err := change(tx, &rec); err != nil {
			return err
		}
		rec.UpdatedAt = s.clock()
		if err := electionTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		if err := s.audit(tx, by, action, electionSubject(id), nil); err != nil {
			return err
		}
		e, err = fullElection(tx, rec)
		return err
	})
	return e, err
}

// DeleteElection removes an election in DRAFT with its candidates and their photos. Errors:
// refusal.NotFound, refusal.NotDraft.
func (s *Store) DeleteElection(ctx context.Context, by Actor, id ElectionID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		standing, err := candidatesOf(tx, id)
		if err != nil {
			return err
		}
		for _, c := range standing {
			if err := deleteCandidate(tx, c); err != nil {
				return err
			}
		}
		if err := electionTable.Delete(tx, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "election.deleted", electionSubject(id), map[string]string{"title": rec.Title, "candidates": strconv.Itoa(len(standing))})
	})
}
