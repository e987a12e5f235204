package store

import (
	"context"
	"errors"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

const (
	minReason = 3 // characters of the reason for a decision
	maxReason = 500
)

// DecideAdmission admits a person by hand or takes an admission back, and keeps the reason. Someone who is admitted
// claims the number they gave and the entry of the roll with that number. Someone who is refused can no longer vote,
// and releases both so that their owner can register. The exception is someone who has voted in an ACTIVE election: one
// number or entry must not get two ballots. Ballots that were cast stay, because nobody can tell whose they are.
// Errors: refusal.NotFound, refusal.ValidationFailed, refusal.IdentityTaken.
func (s *Store) DecideAdmission(ctx context.Context, by audit.Actor, id UserID, admit bool,
	reason string) (User, error) {
	var faults input.Faults
	faults.Text("reason", &reason, minReason, maxReason)
	if err := faults.Err(); err != nil {
		return User{}, err
	}
	now := s.clock()
	var rec userRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec = previous
		rec.Decision, rec.UpdatedAt = &Decision{Admitted: admit, Reason: reason, By: by, At: now}, now
		change, action := s.admitByHand, "user.admitted"
		if !admit {
			change, action = s.refuse, "user.refused"
		}
		if err := change(tx, &rec); err != nil {
			return err
		}
		if err := userTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		return s.audit(tx, by, action, userSubject(id), map[string]string{"reason": reason})
	})
	return rec.user(), err
}

func (s *Store) admitByHand(tx *bolt.Tx, rec *userRecord) error {
	if rec.Admission == nil {
		rec.Admission = &Admission{Policy: PolicyManual, At: rec.UpdatedAt}
		if rec.Application != nil {
			rec.Admission.Checks = rec.Application.Checks
		}
	}
	if rec.IdentityMAC == nil {
		rec.IdentityMAC, rec.AppliedMAC = rec.AppliedMAC, nil
	}
	entry, err := rollTable.By(tx, bucketRollByIdentity, rec.IdentityMAC)
	if errors.Is(err, refusal.NotFound) || err == nil && (entry.User != "" || rec.RollEntry != "") {
		return nil
	}
	if err != nil {
		return err
	}
	rec.RollEntry = entry.ID
	next := entry
	next.User, next.UpdatedAt = rec.ID, rec.UpdatedAt
	return rollTable.Put(tx, &entry, next)
}

func (s *Store) refuse(tx *bolt.Tx, rec *userRecord) error {
	rec.Admission = nil
	if votedInActive(tx, rec.ID) {
		return nil
	}
	if rec.IdentityMAC != nil {
		rec.IdentityMAC, rec.AppliedMAC = nil, rec.IdentityMAC
	}
	if rec.RollEntry == "" {
		return nil
	}
	entry, err := rollTable.Get(tx, rec.RollEntry)
	if err != nil {
		return err
	}
	rec.RollEntry = ""
	next := entry
	next.User, next.UpdatedAt = "", rec.UpdatedAt
	return rollTable.Put(tx, &entry, next)
}
