package store

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// EntryNamed is a person on the roll whom another program has signed in, such as the provider of the organisation. One
// of Member, Email and Subject names them.
type EntryNamed struct {
	Member  string // their member reference
	Email   string // the address that the roll has for them alone
	Subject string // what the provider Issuer calls them, see [Store.BindSubject]
	Issuer  string

	// Once is the id of the link or sign-in that they bring, which nobody can bring a second time. At Until it is no
	// longer taken.
	Once  string
	Until time.Time
}

// SignInEntry finds the account of a person on the roll whom another program has signed in. Without an account, they
// get one as by a slip, see [Store.SignInByKey]; nobody becomes an administrator by it. Errors: refusal.NotFound if the
// roll has no such person, refusal.EmailShared, refusal.TokenSpent, refusal.KeyOfAdmin, refusal.Suspended,
// refusal.IdentityTaken.
func (s *Store) SignInEntry(ctx context.Context, n EntryNamed) (Account, error) {
	var rec userRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		entry, err := s.entryNamed(tx, n)
		if err != nil {
			return err
		}
		if err := spend(tx, s.onceMark(n), s.clock()); err != nil {
			return err
		}
		if rec, err = accountOf(tx, entry); err != nil {
			return err
		}
		rec, err = s.enter(tx, entry, entry, rec)
		return err
	})
	return rec.account(), err
}

// BindSubject notes what the provider calls a person on the roll, in place of what was noted before: from then on
// [Store.SignInEntry] finds them by it. Errors: refusal.NotFound for a user who is on no roll, refusal.TokenSpent,
// refusal.SubjectTaken.
func (s *Store) BindSubject(ctx context.Context, id UserID, n EntryNamed) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		entry, err := rollTable.By(tx, bucketRollByUser, []byte(id))
		if err != nil {
			return err
		}
		if err := spend(tx, s.onceMark(n), s.clock()); err != nil {
			return err
		}
		next := entry
		next.SubjectMAC = s.subjectMAC(n.Issuer, n.Subject)
		err = rollTable.Put(tx, &entry, next)
		if errors.Is(err, refusal.RollClash) {
			return refusal.SubjectTaken
		}
		return err
	})
}

// entryNamed finds the entry of a person. Errors: refusal.NotFound, refusal.EmailShared.
func (s *Store) entryNamed(tx *bolt.Tx, n EntryNamed) (rollRecord, error) {
	member, address := search.Fold(n.Member), input.EmailKey(n.Email)
	switch {
	case n.Subject != "":
		return rollTable.By(tx, bucketRollByKey, s.subjectMAC(n.Issuer, n.Subject))
	case member != "":
		return rollTable.By(tx, bucketRollByMember, []byte(member))
	case address == "":
		return rollRecord{}, refusal.Missing(rollTable.Name)
	}
	people, err := entriesNaming(tx, address)
	switch {
	case err != nil:
		return rollRecord{}, err
	case len(people) == 0:
		return rollRecord{}, refusal.Missing(rollTable.Name)
	case len(people) > 1:
		return rollRecord{}, refusal.EmailShared
	}
	return rollTable.Get(tx, people[0])
}

// onceMark makes the spent token for the id of a link or sign-in that works once. The token has an HMAC of the id,
// because the portal or provider that chose the id may have put a name into it.
func (s *Store) onceMark(n EntryNamed) *VerificationToken {
	return spentToken(hex.EncodeToString(s.mac("ostrakon/once/1", n.Once))[:kv.IDLen], n.Until)
}
