package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// SetStatus moves an election one step forward. ACTIVE needs two candidates for each question, rules that fit and the
// holders' keys; the server makes its own. COMPLETED freezes the electorate and logs the remaining ballots. Errors:
// refusal.NotFound, refusal.IllegalTransition, refusal.TooFewCandidates, refusal.QuestionUnfit, refusal.HoldersMissing,
// refusal.AssemblyOver, refusal.SlipsChanged, refusal.SlipsMissingList, refusal.RollEmpty, refusal.TooManyProxies,
// refusal.VotingClosed when closesAt has passed, refusal.VotingStopped.
func (s *Store) SetStatus(ctx context.Context, by audit.Actor, id ElectionID, to Status) (Election, error) {
	return s.setStatus(ctx, by, id, to, func(Election) bool { return true })
}

// setStatus is SetStatus for an election that still is as it should be. Errors: also errNotDue.
func (s *Store) setStatus(ctx context.Context, by audit.Actor, id ElectionID, to Status,
	still func(Election) bool) (Election, error) {
	action := map[Status]string{Active: "election.activated", Completed: "election.completed"}[to]
	e, err := s.changeElection(ctx, by, id, action, func(tx *bolt.Tx, rec *electionRecord) error {
		if !still(rec.Election) {
			return errNotDue
		}
		if rec.Stopped != nil {
			return refusal.VotingStopped
		}
		return s.transition(tx, rec, to)
	})
	switch {
	case err == nil && to == Completed:
		s.forgetActive(id)
		s.pending.forget(id)
	// other keys than those of elections are there too
	case err != nil && to == Active && !errors.Is(err, refusal.NotFound):
		s.dropUnusedKey(ctx, id)
	}
	return e, err
}

// dropUnusedKey destroys the key of an election that did not open.
func (s *Store) dropUnusedKey(ctx context.Context, id ElectionID) {
	if err := s.dropKey(ctx, id); err != nil {
		s.log.Error("could not destroy the key of an election that did not open; the next opening overwrites it", "election",
			id, "error", err)
	}
}

// dropKey destroys the key that a failed opening left. The write transaction keeps other attempts out.
func (s *Store) dropKey(ctx context.Context, id ElectionID) error {
	if _, err := s.keys.Get(string(id), sealing.SecretSize); errors.Is(err, keyring.ErrMissing) {
		return nil // most openings are refused before there is a key
	}
	// Whatever the caller of the opening expected.
	err := s.file.Update(context.WithoutCancel(ctx), func(tx *bolt.Tx) error {
		if _, err := draft(tx, id); err != nil && !errors.Is(err, refusal.NotFound) {
			return err
		}
		return s.keys.Destroy(string(id))
	})
	if errors.Is(err, refusal.NotDraft) {
		return nil // it is open, and needs its key
	}
	return err
}

func (s *Store) transition(tx *bolt.Tx, rec *electionRecord, to Status) error {
	switch {
	case rec.Status == Active && to == Active:
		return refusal.AlreadyOpen
	case rec.Status == Draft && to == Active:
		return s.activate(tx, rec)
	case rec.Status == Active && to == Completed:
		rec.Status, rec.CompletedAt = Completed, s.clock()
		if rec.Electorate == 0 {
			var err error
			if rec.Electorate, err = electorate(tx, rec.Election); err != nil {
				return err
			}
		}
		return s.closeLog(tx, rec.ID)
	}
	return refusal.IllegalTransition
}

// activate opens an election. The key is on disk before the election is ACTIVE.
func (s *Store) activate(tx *bolt.Tx, rec *electionRecord) error {
	refused, err := s.readyToOpen(tx, rec)
	switch {
	case err != nil:
		return err
	case len(refused) > 0:
		return refused[0]
	}
	if err := s.takeKeys(tx, rec); err != nil {
		return err
	}
	var frozen *ballotbox.Electorate
	if rec.Settings.Electorate.freezes() {
		if frozen, err = freezeRoll(tx, rec); err != nil {
			return err
		}
	}
	if err := s.freeze(tx, rec, frozen); err != nil {
		return err
	}
	if err := errors.Join(s.dropUndo(tx), endCall(tx, rec.ID)); err != nil {
		return err
	}
	rec.Status, rec.ActivatedAt = Active, s.clock()
	return nil
}
