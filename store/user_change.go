package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

// UserChange is a partial update: nil leaves a field as it is, a pointer to "" clears Phone or DateOfBirth.
type UserChange struct {
	Email        *string
	FullName     *string
	DateOfBirth  *string
	Phone        *string
	Role         *Role
	Status       *UserStatus
	PasswordHash *string
}

// UpdateUser changes a user. A new role, status or password ends all sessions of the user. Someone without an e-mail
// address may stay without one, unless they become an administrator, who also needs a password. People whom the roll
// admitted keep the name that it has. Errors: refusal.NotFound, refusal.ValidationFailed, refusal.EmailTaken,
// refusal.LastAdmin.
func (s *Store) UpdateUser(ctx context.Context, by audit.Actor, id UserID, c UserChange) (Account, error) {
	now := s.clock()
	var rec userRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec = previous
		changed, ends := c.apply(&rec)
		if err := rec.validate(previous, now); err != nil {
			return err
		}
		if len(changed) == 0 {
			return nil
		}
		if slices.Contains(changed, "fullName") && by == audit.ByUser(id) && previous.RollEntry != "" &&
			previous.Admission != nil && previous.Admission.Policy == PolicyRoll {
			return refusal.Invalid("fullName", refusal.NameOfRoll, nil)
		}
		if isActiveAdmin(previous.User) && !isActiveAdmin(rec.User) && number(tx, counterAdmins) == 1 {
			return refusal.LastAdmin
		}
		if ends {
			rec.Epoch++
		}
		if slices.Contains(changed, "password") || slices.Contains(changed, "email") {
			if err := dropReset(tx, id); err != nil {
				return err
			}
		}
		rec.UpdatedAt = now
		if err := userTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "user.updated", userSubject(id), map[string]string{"fields": strings.Join(changed, " ")})
	})
	return rec.account(), err
}

// validate normalises and checks the fields of a user who changes.
func (u *userRecord) validate(previous userRecord, now time.Time) error {
	var faults input.Faults
	if u.Email != "" || previous.Email != "" || u.Role == RoleAdmin {
		faults.Email("email", &u.Email)
	}
	u.User.checkPerson(&faults, now)
	if u.Role == RoleAdmin && u.PasswordHash == "" {
		faults.Add("password", refusal.Required, nil)
	}
	return faults.Err()
}

// apply makes the change, and returns the changed fields and whether the user's sessions end.
func (c UserChange) apply(u *userRecord) (changed []string, endsSessions bool) {
	text := func(name string, to *string, field *string) {
		if to != nil && *to != *field {
			*field = *to
			changed = append(changed, name)
		}
	}
	text("email", c.Email, &u.Email)
	text("fullName", c.FullName, &u.FullName)
	text("dateOfBirth", c.DateOfBirth, &u.DateOfBirth)
	text("phone", c.Phone, &u.Phone)
	text("role", (*string)(c.Role), (*string)(&u.Role))
	text("status", (*string)(c.Status), (*string)(&u.Status))
	text("password", c.PasswordHash, &u.PasswordHash)
	return changed, slices.ContainsFunc(changed, func(name string) bool {
		return name == "role" || name == "status" || name == "password"
	})
}

// Rehash stores a stronger hash of the same password, unless the password changed. Sessions stay valid.
func (s *Store) Rehash(ctx context.Context, id UserID, from, to string) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := userTable.Get(tx, id)
		if err != nil || rec.PasswordHash != from {
			return err
		}
		previous := rec
		rec.PasswordHash = to
		return userTable.Put(tx, &previous, rec)
	})
}
