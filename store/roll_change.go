package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// RemoveRollEntry removes a person from the roll. Their account stays as it is, but the sessions that their slip opened
// end. A vote that they gave to somebody goes with them; people who gave them theirs cast it themselves again. Errors:
// refusal.NotFound; refusal.RollInUse while an ACTIVE election froze the entry, or its user has voted in one. With a
// new entry and another key they could vote again.
func (s *Store) RemoveRollEntry(ctx context.Context, by audit.Actor, id RollID) error {
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
		if rec.KeyUsed && rec.User != "" {
			if err := endSessions(tx, rec.User); err != nil {
				return err
			}
		}
		if err := takeBack(tx, id, s.clock()); err != nil {
			return err
		}
		if err := dropMessages(tx, kv.Fixed(string(id), kv.IDLen)); err != nil {
			return err
		}
		if err := rollTable.Delete(tx, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.removed", rollSubject(id), nil)
	})
}
