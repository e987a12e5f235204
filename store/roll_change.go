package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// RemoveRollEntry removes a person from the roll. Their account stays as it is, but the sessions that their slip opened
// end. A vote that they gave to somebody goes with them; people who gave them theirs cast it themselves again. Their
// nominations for elections in DRAFT go too; a candidate whom one became stays. Errors:
// refusal.NotFound; refusal.RollInUse while an ACTIVE election froze the entry, or its user has voted in one. With a
// new entry and another key they could vote again.
func (s *Store) RemoveRollEntry(ctx context.Context, by audit.Actor, id RollID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		if err := s.removeEntry(tx, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.removed", rollSubject(id), nil)
	})
}

// removeEntry is RemoveRollEntry in a transaction.
func (s *Store) removeEntry(tx *bolt.Tx, rec rollRecord) error {
	if inActiveElectorate(tx, rec.ID) || rec.User != "" && votedInActive(tx, rec.User) {
		return refusal.RollInUse
	}
	if err := bindUser(tx, rec.User, ""); err != nil {
		return err
	}
	if rec.KeyUsed && rec.User != "" {
		if err := endSessions(tx, rec.User); err != nil {
			return err
		}
	}
	if err := takeBack(tx, rec.ID, s.clock()); err != nil {
		return err
	}
	if err := dropMessages(tx, kv.Fixed(string(rec.ID), kv.IDLen)); err != nil {
		return err
	}
	if err := forgetNominee(tx, rec.ID); err != nil {
		return err
	}
	if err := forgetUndone(tx, rec.ID); err != nil {
		return err
	}
	return errors.Join(rollTable.Delete(tx, rec), s.oweErase(tx))
}
