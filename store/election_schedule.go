package store

import (
	"context"
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// OpenDue opens and returns the elections in DRAFT that open by themselves and whose opensAt has come. It tries a
// refused one only once: the audit list says why, and an administrator opens it. It returns the failures as err.
func (s *Store) OpenDue(ctx context.Context) ([]Election, error) {
	opens := opensAt(s.now())
	due, err := s.due(ctx, Draft, opens)
	return s.eachDue(due, err, func(id ElectionID) (Election, error) {
		e, err := s.advance(ctx, id, Active, opens)
		return e, s.giveUp(ctx, id, "election.not_opened", err, func(e *Election) { e.Settings.AutoOpen = false })
	})
}

// CloseDue closes the ACTIVE elections whose closesAt has come, and returns them.
func (s *Store) CloseDue(ctx context.Context) ([]Election, error) {
	closes := closesAt(s.now())
	due, err := s.due(ctx, Active, closes)
	return s.eachDue(due, err, func(id ElectionID) (Election, error) { return s.advance(ctx, id, Completed, closes) })
}

// AnythingDue reports whether OpenDue or CloseDue would find an election, or Sweep an account or a frozen roll.
func (s *Store) AnythingDue(ctx context.Context) (bool, error) {
	now := s.now()
	open, err := s.due(ctx, Draft, opensAt(now))
	if err != nil || len(open) > 0 {
		return err == nil, err
	}
	closing, err := s.due(ctx, Active, closesAt(now))
	if err != nil || len(closing) > 0 {
		return err == nil, err
	}
	swept, err := s.sweepDue(ctx)
	return len(swept.users)+len(swept.rolls) > 0, err
}

// opensAt holds for a DRAFT that has opened by itself at a time.
func opensAt(at time.Time) func(Election) bool {
	return func(e Election) bool { return e.Settings.AutoOpen && !e.OpensAt.IsZero() && !at.Before(e.OpensAt) }
}

// closesAt holds for an ACTIVE election that has closed by itself at a time.
func closesAt(at time.Time) func(Election) bool {
	return func(e Election) bool { return e.Stopped == nil && !e.ClosesAt.IsZero() && !at.Before(e.ClosesAt) }
}

// CountDue counts and returns the COMPLETED elections that are counted by themselves. It tries a refused one only once:
// the audit list says why, and an administrator counts it. It returns the failures as err.
func (s *Store) CountDue(ctx context.Context) ([]Election, error) {
	due, err := s.due(ctx, Completed, func(e Election) bool { return e.Settings.AutoCount && e.Cancelled == nil })
	return s.eachDue(due, err, func(id ElectionID) (Election, error) {
		_, err := s.CalculateResults(ctx, audit.BySystem(), id)
		err = s.giveUp(ctx, id, "election.not_counted", err, func(e *Election) { e.Settings.AutoCount = false })
		if err != nil {
			return Election{}, err
		}
		return s.Election(ctx, id)
	})
}

// due finds the elections of a status that want holds for. Those that are counted are passed over unread.
func (s *Store) due(ctx context.Context, status Status, want func(Election) bool) ([]ElectionID, error) {
	var found []ElectionID
	err := s.view(ctx, func(tx *bolt.Tx) error {
		for id := range electionsIn(tx, status) {
			if tx.Bucket(bucketResults).Get([]byte(id)) != nil {
				continue
			}
			rec, err := electionTable.Get(tx, id)
			if err != nil {
				return err
			}
			if want(rec.Election) {
				found = append(found, id)
			}
		}
		return nil
	})
	return found, err
}

// errNotDue means that there is nothing to do with an election any more.
var errNotDue = errors.New("not due")

// advance is SetStatus for a due election. Errors: errNotDue after an administrator's change or deletion.
func (s *Store) advance(ctx context.Context, id ElectionID, to Status, due func(Election) bool) (Election, error) {
	e, err := s.setStatus(ctx, audit.BySystem(), id, to, due)
	if errors.Is(err, refusal.IllegalTransition) || errors.Is(err, refusal.NotFound) {
		err = errNotDue
	}
	return e, err
}

// eachDue does what is due with each election, and returns those with which it was done.
func (s *Store) eachDue(due []ElectionID, err error, do func(ElectionID) (Election, error)) ([]Election, error) {
	var done []Election
	for _, id := range due {
		e, failed := do(id)
		switch {
		case failed == nil:
			done = append(done, e)
		case !errors.Is(failed, errNotDue):
			err = errors.Join(err, failed)
		}
	}
	return done, err
}

// giveUp turns off what refused to happen by itself, and notes the reason in the audit list. It
// returns the failure. One that may pass changes nothing, so that it is tried again.
func (s *Store) giveUp(ctx context.Context, id ElectionID, action string, failed error, turnOff func(*Election)) error {
	code := lastingCode(failed)
	if code == "" {
		return failed
	}
	return errors.Join(failed, s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec := previous
		turnOff(&rec.Election)
		if err := electionTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		return s.audit(tx, audit.BySystem(), action, electionSubject(id), map[string]string{"code": code})
	}))
}

// lastingCode is the code of a failure that somebody has to do something about, "" for others.
func lastingCode(err error) string {
	refused, ok := errors.AsType[*refusal.Problem](err)
	if !ok || errors.Is(refused, refusal.CountBroken) || errors.Is(refused, refusal.Busy) {
		return ""
	}
	return refused.Code()
}
