package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// SetStatus moves an election one step forward. From DRAFT to ACTIVE each question needs two
// candidates or more, its rules must fit them, and the keys that ballots are sealed to must be there;
// the server makes its own. From ACTIVE to COMPLETED, the electorate is frozen and the rest of the
// ballots enter the cast log. Errors: refusal.NotFound, refusal.IllegalTransition,
// refusal.TooFewCandidates, refusal.QuestionUnfit, refusal.HoldersMissing, refusal.RollEmpty,
// refusal.TooManyProxies, refusal.VotingClosed when closesAt has passed already.
func (s *Store) SetStatus(ctx context.Context, by Actor, id ElectionID, to Status) (Election, error) {
	action := map[Status]string{Active: "election.activated", Completed: "election.completed"}[to]
	e, err := s.changeElection(ctx, by, id, action, func(tx *bolt.Tx, rec *electionRecord) error {
		return s.transition(tx, rec, to)
	})
	if err == nil && to == Completed {
		s.forgetActive(id)
		s.pending.forget(id)
	}
	return e, err
}

func (s *Store) transition(tx *bolt.Tx, rec *electionRecord, to Status) error {
	switch {
	case rec.Status == Draft && to == Active:
		return s.activate(tx, rec)
	case rec.Status == Active && to == Completed:
		rec.Status, rec.CompletedAt = Completed, s.clock()
		if rec.Electorate == 0 {
			rec.Electorate = electorate(tx, rec.Election)
		}
		return s.closeLog(tx, rec.ID)
	}
	return refusal.IllegalTransition
}

// activate opens an election. The key is on disk before the election is ACTIVE. If the transaction
// then fails, the next attempt overwrites the key.
func (s *Store) activate(tx *bolt.Tx, rec *electionRecord) error {
	if err := rec.readCandidates(tx); err != nil {
		return err
	}
	if err := rec.settleRules(); err != nil {
		return err
	}
	if missing := rec.missingHolders(); len(missing) > 0 {
		return refusal.HoldersMissing.With(refusal.Facts{"names": missing})
	}
	if !rec.ClosesAt.IsZero() && !s.now().Before(rec.ClosesAt) {
		return refusal.VotingClosed
	}
	if err := s.freeze(tx, rec); err != nil {
		return err
	}
	rec.Status, rec.ActivatedAt = Active, s.clock()
	if rec.Settings.Electorate == ElectorateRoll {
		rec.Electorate = electorate(tx, rec.Election)
	}
	return nil
}
