package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// NewAdmin is a new administrator, who may bring settings of the installation along.
type NewAdmin struct {
	Email        string
	PasswordHash string
	FullName     string
	Settings     SettingsChange
}

// SetUp makes the first administrator. Errors: refusal.EmailTaken, refusal.SetupClosed, those of ChangeSettings.
func (s *Store) SetUp(ctx context.Context, a NewAdmin) (Account, error) {
	id := kv.NewID[UserID]()
	return s.createAdmin(ctx, id, a, "user.admin_created", func(tx *bolt.Tx) (audit.Actor, error) {
		if hasAdmin(tx) {
			return audit.Actor{}, refusal.SetupClosed
		}
		return audit.ByUser(id), nil
	})
}

// CreateAdmin makes an administrator for the command line. Errors: refusal.ValidationFailed, refusal.EmailTaken.
func (s *Store) CreateAdmin(ctx context.Context, a NewAdmin) (Account, error) {
	return s.createAdmin(ctx, kv.NewID[UserID](), a, "user.admin_created", func(*bolt.Tx) (audit.Actor, error) {
		return audit.ByCommand(), nil
	})
}

// createAdmin makes an administrator, unless by refuses it, which says who does.
func (s *Store) createAdmin(ctx context.Context, id UserID, a NewAdmin, action string,
	by func(*bolt.Tx) (audit.Actor, error)) (Account, error) {
	now := s.clock()
	rec := userRecord{
		User: User{
			ID: id, Email: a.Email, FullName: a.FullName,
			Role: RoleAdmin, Status: UserActive, CreatedAt: now, UpdatedAt: now,
		},
		PasswordHash: a.PasswordHash,
	}
	var faults input.Faults
	rec.User.check(&faults, now)
	a.Settings.check(&faults)
	if err := faults.Err(); err != nil {
		return Account{}, err
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		actor, err := by(tx)
		if err != nil {
			return err
		}
		if _, _, err := changeSettings(tx, a.Settings); err != nil {
			return err
		}
		if err := userTable.Put(tx, nil, rec); err != nil {
			return err
		}
		return s.audit(tx, actor, action, userSubject(rec.ID), nil)
	})
	return rec.account(), err
}

// User reads a user. Errors: refusal.NotFound.
func (s *Store) User(ctx context.Context, id UserID) (User, error) {
	a, err := s.Account(ctx, id)
	return a.User, err
}

// Account reads a user with their password hash. Errors: refusal.NotFound.
func (s *Store) Account(ctx context.Context, id UserID) (Account, error) {
	var rec userRecord
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		rec, err = userTable.Get(tx, id)
		return err
	})
	return rec.account(), err
}

// AccountByEmail finds the account with an e-mail address, in any case. Errors: refusal.NotFound.
func (s *Store) AccountByEmail(ctx context.Context, email string) (Account, error) {
	var rec userRecord
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		id := tx.Bucket(bucketUsersByEmail).Get([]byte(input.EmailKey(email)))
		if id == nil {
			return refusal.Missing(userTable.Name)
		}
		rec, err = userTable.Get(tx, UserID(id))
		return err
	})
	return rec.account(), err
}
