package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// RemoveRollEntry removes a person from the roll. Their account stays as it is. A vote that they
// gave to somebody goes with them; people who gave them theirs cast it themselves again. Errors:
// refusal.NotFound; refusal.RollInUse while an ACTIVE election froze the entry, or its user has
// voted in one. With a new entry and another key they could vote again.
func (s *Store) RemoveRollEntry(ctx context.Context, by Actor, id RollID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		if inActiveElectorate(tx, id) || rec.User != "" && votedInActive(tx, rec.User) {
			return refusal.RollInUse
		}
		if err := bindUser(tx, rec.User, ""); err != nil {
			return err
		}
		if err := takeBack(tx, id, s.clock()); err != nil {
			return err
		}
		if err := rollTable.Delete(tx, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.removed", rollSubject(id), nil)
	})
}

// NewMemberKey issues a member key for an entry, in place of the old one. The key is returned only
// this once. Errors: refusal.NotFound, refusal.RollRegistered when someone has registered on the
// entry already.
func (s *Store) NewMemberKey(ctx context.Context, by Actor, id RollID) (RollEntry, string, error) {
	printed := newMemberKey()
	var e RollEntry
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		if previous.User != "" {
			return refusal.RollRegistered
		}
		rec := previous
		s.giveKey(&rec, printed)
		rec.UpdatedAt = s.clock()
		if err := rollTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		if e, err = rec.entry(tx); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.key_issued", rollSubject(id), nil)
	})
	return e, printed, err
}
