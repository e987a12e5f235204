package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// EntryNamed is a person on the roll whom another program has signed in, such as the organisation's own sign-in.
type EntryNamed struct {
	Member string // their member reference

	// Once names what they bring, which nobody can bring a second time. At Until it is no longer taken.
	Once  string
	Until time.Time
}

// SignInEntry finds the account of a person on the roll whom another program has signed in. Without an account, they
// get one as by a slip, see [Store.SignInByKey]; nobody becomes an administrator by it. Errors: refusal.NotFound if the
// roll has no such person, refusal.TokenSpent, refusal.KeyOfAdmin, refusal.Suspended, refusal.IdentityTaken.
func (s *Store) SignInEntry(ctx context.Context, n EntryNamed) (Account, error) {
	var rec userRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		entry, err := n.find(tx)
		if err != nil {
			return err
		}
		if err := spend(tx, n.token(), s.clock()); err != nil {
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

// find finds the entry of the person. Errors: refusal.NotFound.
func (n EntryNamed) find(tx *bolt.Tx) (rollRecord, error) {
	member := search.Fold(n.Member)
	if member == "" {
		return rollRecord{}, refusal.Missing(rollTable.Name)
	}
	return rollTable.By(tx, bucketRollByMember, []byte(member))
}

// token is what the file keeps of what the person brings. Its end is that of a day: the moment would tell when they
// came.
func (n EntryNamed) token() *VerificationToken {
	const day = 24 * time.Hour
	sum := sha256.Sum256([]byte(n.Once))
	return &VerificationToken{ID: hex.EncodeToString(sum[:])[:kv.IDLen], Expires: n.Until.Truncate(day).Add(day)}
}
