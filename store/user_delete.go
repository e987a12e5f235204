package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// userDeleted is what the audit list calls the end of an account.
const userDeleted = "user.deleted"

// DeleteUser deletes an account with everything that is known about the person through it: name, addresses, number,
// photo, admission, messages to them, nominations for elections in DRAFT. Free pages of the file keep it for
// erasePause. What stays names no one: their ids in the audit list, and the mark that they have voted. Their entry on
// the roll stays too, since it is the organisation's, and so a new account on it cannot vote again. Errors:
// refusal.NotFound, refusal.LastAdmin, refusal.VotedInOpen for who has voted in an ACTIVE election without a frozen
// roll, because with a new account they could vote in it again.
func (s *Store) DeleteUser(ctx context.Context, by audit.Actor, id UserID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		if isActiveAdmin(rec.User) && number(tx, counterAdmins) == 1 {
			return refusal.LastAdmin.At("")
		}
		for election := range electionsIn(tx, Active) {
			if frozenRoll(tx, election) == nil && isMarked(tx, election, []byte(id)) {
				return refusal.VotedInOpen
			}
		}
		return s.deleteAccount(tx, by, rec)
	})
}

// deleteAccount deletes a user with all that is known about the person through the account, and audits it.
func (s *Store) deleteAccount(tx *bolt.Tx, by audit.Actor, rec userRecord) error {
	if err := deleteAboutUser(tx, rec); err != nil {
		return err
	}
	if err := errors.Join(userTable.Delete(tx, rec), s.oweErase(tx)); err != nil {
		return err
	}
	return s.audit(tx, by, userDeleted, userSubject(rec.ID), nil)
}

// deleteAboutUser deletes what other records know about a user.
func deleteAboutUser(tx *bolt.Tx, rec userRecord) error {
	if rec.Photo != nil {
		if err := deletePhoto(tx, rec.Photo.ID); err != nil {
			return err
		}
	}
	if rec.RollEntry != "" {
		previous, err := rollTable.Get(tx, rec.RollEntry)
		if err != nil {
			return err
		}
		entry := previous
		entry.User = ""
		if err := forgetNominee(tx, entry.ID); err != nil {
			return err
		}
		if err := rollTable.Put(tx, &previous, entry); err != nil {
			return err
		}
	}
	if err := dropReset(tx, rec.ID); err != nil {
		return err
	}
	return dropMessages(tx, kv.Fixed(string(rec.ID), kv.IDLen))
}
