package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// OpeningRefusals lists everything for which SetStatus would refuse to open a DRAFT now. Errors: refusal.NotFound,
// refusal.NotDraft.
func (s *Store) OpeningRefusals(ctx context.Context, id ElectionID) ([]*refusal.Problem, error) {
	var all []*refusal.Problem
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err == nil {
			all, err = s.readyToOpen(tx, &rec)
		}
		return err
	})
	return all, err
}

// readyToOpen completes the rules of an election that is about to open. It lists all that refuses the opening, and
// writes nothing.
func (s *Store) readyToOpen(tx *bolt.Tx, rec *electionRecord) ([]*refusal.Problem, error) {
	if err := rec.readCandidates(tx); err != nil {
		return nil, err
	}
	refused := append(rec.completeRules(), rec.checkTranslated()...)
	a, err := s.readyAssembly(tx, rec)
	if err == nil {
		err = rec.slipsReady(tx, a)
	}
	if err != nil {
		problem, ok := errors.AsType[*refusal.Problem](err)
		if !ok {
			return nil, err
		}
		refused = append(refused, problem)
	}
	if unfit := rec.checkPrinted(tx); unfit != nil {
		problem, ok := errors.AsType[*refusal.Problem](unfit)
		if !ok {
			return nil, unfit
		}
		refused = append(refused, problem)
	}
	unproved, err := rec.decideProof(tx)
	if err != nil {
		return nil, err
	}
	if unproved != nil {
		refused = append(refused, unproved)
	}
	if !rec.ClosesAt.IsZero() && !s.now().Before(rec.ClosesAt) {
		refused = append(refused, refusal.EndHasPassed)
	}
	if !rec.Settings.Electorate.freezes() {
		return refused, nil
	}
	err = rec.checkElectors(tx)
	if problem, ok := errors.AsType[*refusal.Problem](err); ok {
		return append(refused, problem), nil
	}
	return refused, err
}
