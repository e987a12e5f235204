package store

import (
	"bytes"
	"context"
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// How long a link to choose a new password can be used.
const (
	mailedResetLife = time.Hour
	handedResetLife = 24 * time.Hour // by an administrator, who may have to write a letter
)

// resetRecord is the link with which a person chooses a new password. Each person has at most one.
type resetRecord struct {
	User    UserID    `json:"user"`
	MAC     []byte    `json:"mac"` // of the token; the token itself is not kept
	Expires time.Time `json:"expires"`
}

var resetTable = kv.Table[UserID, resetRecord]{
	Bucket: bucketResets, Name: "reset", ID: func(r resetRecord) UserID { return r.User },
	Indexes: []kv.Index[resetRecord]{{Bucket: bucketResetsByToken, Lines: func(r resetRecord) []kv.Line {
		return []kv.Line{{Key: r.MAC, Value: []byte(r.User)}}
	}}},
}

func (s *Store) resetMAC(token string) []byte { return s.mac("ostrakon/reset/1", token) }

// RequestReset queues a link to choose a new password, if an active account has the address. It always writes, so that
// its time reveals no account. Errors: refusal.MailNotSet, refusal.AddressNotSet.
func (s *Store) RequestReset(ctx context.Context, email string) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		if err := maySend(tx); err != nil {
			return err
		}
		u, err := userTable.By(tx, bucketUsersByEmail, []byte(input.EmailKey(email)))
		if err == nil && u.Status == UserActive {
			return s.enqueue(tx, Message{Kind: MailReset, User: u.ID})
		}
		if errors.Is(err, refusal.NotFound) {
			err = nil
		}
		if err == nil {
			_, err = tx.Bucket(bucketOutbox).NextSequence()
		}
		return err
	})
}

// NewMailedReset replaces the token of a mailed link: for one use within an hour. Errors: refusal.NotFound.
func (s *Store) NewMailedReset(ctx context.Context, id UserID) (token string, err error) {
	err = s.update(ctx, func(tx *bolt.Tx) error {
		if _, err := userTable.Get(tx, id); err != nil {
			return err
		}
		token, _, err = s.makeReset(tx, id, mailedResetLife)
		return err
	})
	return token, err
}

// NewReset makes the token of a link for an administrator to hand over, in place of any before, and returns until when
// it is valid, for one use. Errors: refusal.NotFound, refusal.NoEmail for an account without an e-mail address.
func (s *Store) NewReset(ctx context.Context, by audit.Actor, id UserID) (token string, expires time.Time, err error) {
	err = s.update(ctx, func(tx *bolt.Tx) error {
		u, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		if u.Email == "" {
			return refusal.NoEmail
		}
		if token, expires, err = s.makeReset(tx, id, handedResetLife); err != nil {
			return err
		}
		return s.audit(tx, by, "user.reset_issued", userSubject(id), nil)
	})
	return token, expires, err
}

func (s *Store) makeReset(tx *bolt.Tx, id UserID, life time.Duration) (token string, expires time.Time, err error) {
	if err := dropReset(tx, id); err != nil {
		return "", expires, err
	}
	token, expires = kv.NewID[string](), s.clock().Add(life)
	return token, expires, resetTable.Put(tx, nil, resetRecord{User: id, MAC: s.resetMAC(token), Expires: expires})
}

// dropReset ends the link of a person, if there is one.
func dropReset(tx *bolt.Tx, id UserID) error {
	r, err := resetTable.Get(tx, id)
	if errors.Is(err, refusal.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return resetTable.Delete(tx, r)
}

// resetOf finds the account that a token belongs to. Errors: refusal.ResetInvalid.
func (s *Store) resetOf(tx *bolt.Tx, token string) (userRecord, error) {
	if !kv.IsID(token) {
		return userRecord{}, refusal.ResetInvalid
	}
	mac := s.resetMAC(token)
	r, err := resetTable.By(tx, bucketResetsByToken, mac)
	if errors.Is(err, refusal.NotFound) || err == nil && (!bytes.Equal(r.MAC, mac) || !s.clock().Before(r.Expires)) {
		return userRecord{}, refusal.ResetInvalid
	}
	if err != nil {
		return userRecord{}, err
	}
	return userTable.Get(tx, r.User)
}

// ResetUser finds who may choose a new password with a token. Errors: refusal.ResetInvalid.
func (s *Store) ResetUser(ctx context.Context, token string) (User, error) {
	var rec userRecord
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		rec, err = s.resetOf(tx, token)
		return err
	})
	return rec.User, err
}

// ResetPassword sets a new password and ends the token and all sessions. Errors: refusal.ResetInvalid.
func (s *Store) ResetPassword(ctx context.Context, token, hash string) (Account, error) {
	var rec userRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := s.resetOf(tx, token)
		if err != nil {
			return err
		}
		rec = previous
		rec.PasswordHash, rec.UpdatedAt = hash, s.clock()
		rec.Epoch++
		if err := dropReset(tx, rec.ID); err != nil {
			return err
		}
		if err := userTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		return s.audit(tx, audit.ByUser(rec.ID), "user.password_reset", userSubject(rec.ID), nil)
	})
	return rec.account(), err
}
