package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// OpeningRefusals lists everything for which SetStatus would refuse to open a DRAFT now. It tries the opening and rolls
// it back. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) OpeningRefusals(ctx context.Context, id ElectionID) ([]*refusal.Problem, error) {
	var all []*refusal.Problem
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		if _, all, err = s.readyToOpen(tx, &rec); err != nil {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return all, err
}

// readyToOpen completes the rules of an election that is about to open, and freezes the roll if that is the electorate.
// It lists all that refuses the opening.
func (s *Store) readyToOpen(tx *bolt.Tx, rec *electionRecord) (frozen *ballotbox.Electorate, refused []*refusal.Problem,
	err error) {
	if err := rec.readCandidates(tx); err != nil {
		return nil, nil, err
	}
	refused = rec.completeRules()
	if missing := rec.missingHolders(); len(missing) > 0 {
		refused = append(refused, refusal.HoldersMissing.With(refusal.Facts{"names": missing}))
	}
	if !rec.ClosesAt.IsZero() && !s.now().Before(rec.ClosesAt) {
		refused = append(refused, refusal.EndHasPassed)
	}
	if !rec.Settings.Electorate.freezes() {
		return nil, refused, nil
	}
	frozen, err = freezeRoll(tx, rec)
	if problem, ok := errors.AsType[*refusal.Problem](err); ok {
		return nil, append(refused, problem), nil
	}
	return frozen, refused, err
}
