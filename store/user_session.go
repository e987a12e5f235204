package store

import (
	"context"
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// Session holds the claims of a session token.
type Session struct {
	ID      string // random, of 26 characters
	User    UserID
	Epoch   uint64
	Expires time.Time
}

// ended makes the line of a spent token for a session that its user has signed out of. The line has neither the user
// nor a time but the end of a day, because the file must not tell when a voter came or left.
func (e Session) ended() *VerificationToken { return spentToken(e.ID, e.Expires) }

// Authenticate returns the user of a session that has not ended. Errors: refusal.TokenInvalid.
func (s *Store) Authenticate(ctx context.Context, e Session) (User, error) {
	var rec userRecord
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		if tx.Bucket(bucketSpentTokens).Get(e.ended().key()) != nil {
			return refusal.TokenInvalid
		}
		rec, err = userTable.Get(tx, e.User)
		return err
	})
	if errors.Is(err, refusal.NotFound) || err == nil && (rec.Epoch != e.Epoch || rec.Status != UserActive) {
		return User{}, refusal.TokenInvalid
	}
	return rec.account().User, err
}

// EndSession ends one session, for a user who signs out. It may have ended before.
func (s *Store) EndSession(ctx context.Context, e Session) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		if err := spend(tx, e.ended(), s.clock()); !errors.Is(err, refusal.TokenSpent) {
			return err
		}
		return nil
	})
}

// EndSessions ends every session of a user. Errors: refusal.NotFound.
func (s *Store) EndSessions(ctx context.Context, id UserID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		if err := endSessions(tx, id); err != nil {
			return err
		}
		return s.audit(tx, audit.ByUser(id), "user.sessions_ended", userSubject(id), nil)
	})
}

// endSessions makes all tokens of a user invalid.
func endSessions(tx *bolt.Tx, id UserID) error {
	previous, err := userTable.Get(tx, id)
	if err != nil {
		return err
	}
	next := previous
	next.Epoch++
	return userTable.Put(tx, &previous, next)
}
