package store

import (
	"context"
	"crypto/hmac"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

const (
	adminInvitationLife = 3 * 24 * time.Hour
	maxAdminInvitations = 10 // that are open
)

// AdminInvitation is an open invitation: whoever has its key becomes an administrator with it, once.
type AdminInvitation struct {
	ID        UserID    `json:"id"` // of the account that the person will have
	FullName  string    `json:"fullName"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// invitedAdmin is an invitation as stored. All that are open are in one record of the bucket settings.
type invitedAdmin struct {
	AdminInvitation
	MAC []byte `json:"mac"` // of the key; the key itself is not kept
}

// invitedAdmins reads the invitations that are open.
func (s *Store) invitedAdmins(tx *bolt.Tx) ([]invitedAdmin, error) {
	all, err := kv.GetRecord[[]invitedAdmin](tx.Bucket(bucketSettings), settingInvited)
	if errors.Is(err, refusal.NotFound) {
		return nil, nil
	}
	now := s.clock()
	return slices.DeleteFunc(all, func(i invitedAdmin) bool { return !now.Before(i.ExpiresAt) }), err
}

// closeInvitation removes the invitation that is meant, or returns missing.
func (s *Store) closeInvitation(tx *bolt.Tx, meant func(invitedAdmin) bool, missing error) error {
	open, err := s.invitedAdmins(tx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(open, meant)
	if at < 0 {
		return missing
	}
	return kv.PutRecord(tx.Bucket(bucketSettings), settingInvited, slices.Delete(open, at, at+1))
}

// adminInvitationMAC is what the file keeps of the key of an administrator's invitation.
func (s *Store) adminInvitationMAC(key string) []byte {
	return s.mac("ostrakon/admin-invitation/1", key)
}

// hasKey makes the test whether an invitation has a key.
func (s *Store) hasKey(key string) func(invitedAdmin) bool {
	mac := s.adminInvitationMAC(key)
	return func(i invitedAdmin) bool { return hmac.Equal(i.MAC, mac) }
}

// AdminInvitations lists the invitations that are open, the oldest first.
func (s *Store) AdminInvitations(ctx context.Context) (out []AdminInvitation, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		open, err := s.invitedAdmins(tx)
		for _, i := range open {
			out = append(out, i.AdminInvitation)
		}
		return err
	})
	return out, err
}

// InviteAdmin makes an invitation for a person of a name, and the key of its link, which works once within three days.
// Errors: refusal.ValidationFailed, refusal.AdminInvitationsFull.
func (s *Store) InviteAdmin(ctx context.Context, by audit.Actor, fullName string) (key string, made AdminInvitation,
	err error) {
	var faults input.Faults
	faults.Name("fullName", &fullName, 1, maxName)
	if err := faults.Err(); err != nil {
		return "", made, err
	}
	key = kv.NewID[string]()
	made = AdminInvitation{ID: kv.NewID[UserID](), FullName: fullName, ExpiresAt: s.clock().Add(adminInvitationLife)}
	err = s.update(ctx, func(tx *bolt.Tx) error {
		open, err := s.invitedAdmins(tx)
		if err != nil {
			return err
		}
		if len(open) >= maxAdminInvitations {
			return refusal.AdminInvitationsFull.With(refusal.Facts{"max": maxAdminInvitations})
		}
		open = append(open, invitedAdmin{made, s.adminInvitationMAC(key)})
		if err := kv.PutRecord(tx.Bucket(bucketSettings), settingInvited, open); err != nil {
			return err
		}
		return s.audit(tx, by, "user.admin_invited", userSubject(made.ID), nil)
	})
	return key, made, err
}

// WithdrawAdminInvitation ends an invitation that is open. Errors: refusal.NotFound.
func (s *Store) WithdrawAdminInvitation(ctx context.Context, by audit.Actor, id UserID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		meant := func(i invitedAdmin) bool { return i.ID == id }
		if err := s.closeInvitation(tx, meant, refusal.Missing("invitation")); err != nil {
			return err
		}
		return s.audit(tx, by, "user.admin_invitation_withdrawn", userSubject(id), nil)
	})
}

// InvitedAdmin finds the invitation of a key. Errors: refusal.AdminInvitationInvalid.
func (s *Store) InvitedAdmin(ctx context.Context, key string) (found AdminInvitation, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		open, err := s.invitedAdmins(tx)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(open, s.hasKey(key))
		if at < 0 {
			return refusal.AdminInvitationInvalid
		}
		found = open[at].AdminInvitation
		return nil
	})
	return found, err
}

// AcceptAdminInvitation makes the administrator whom an invitation is for, and ends it. Errors:
// refusal.AdminInvitationInvalid, refusal.EmailTaken, refusal.ValidationFailed.
func (s *Store) AcceptAdminInvitation(ctx context.Context, key string, a NewAdmin) (Account, error) {
	i, err := s.InvitedAdmin(ctx, key)
	if err != nil {
		return Account{}, err
	}
	return s.createAdmin(ctx, i.ID, a, "user.admin_joined", func(tx *bolt.Tx) (audit.Actor, error) {
		return audit.ByUser(i.ID), s.closeInvitation(tx, s.hasKey(key), refusal.AdminInvitationInvalid)
	})
}
