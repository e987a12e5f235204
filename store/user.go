package store

import (
	"context"
	"errors"
	"time"

	"ostrakon/store/directory"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

// Role is what a user may do.
type Role string

// The roles.
const (
	RoleUser  Role = "USER"  // votes
	RoleAdmin Role = "ADMIN" // runs elections, does not vote
)

// UserStatus says whether a user may sign in.
type UserStatus string

// The statuses of a user.
const (
	UserActive    UserStatus = "ACTIVE"
	UserSuspended UserStatus = "SUSPENDED"
)

// IdentityKind is the kind of identity number a voter registered with.
type IdentityKind string

// The kinds of identity number.
const (
	NationalID IdentityKind = "NATIONAL_ID"
	VoterID    IdentityKind = "VOTER_ID"
)

// Identity is what is kept of an identity number for people to see.
type Identity struct {
	Kind     IdentityKind `json:"kind"`
	LastFour string       `json:"lastFour"`
}

// Check is one thing that was verified about a person at registration.
type Check struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
}

// User is a voter or an administrator. Identity, Admission and Application are
// nil for an administrator who was not registered as a voter; Identity also for
// who registered with a member key. Without an Admission nobody votes.
type User struct {
	ID          UserID     `json:"id"`
	Email       string     `json:"email"`
	FullName    string     `json:"fullName"`
	DateOfBirth string     `json:"dateOfBirth,omitempty"` // YYYY-MM-DD
	Phone       string     `json:"phone,omitempty"`
	Role        Role       `json:"role"`
	Status      UserStatus `json:"status"`
	Identity    *Identity  `json:"identity,omitempty"`
	Admission   *Admission `json:"admission,omitempty"`
	RollEntry   RollID     `json:"rollEntry,omitempty"` // the entry of the electoral roll that is this person

	Application *Application `json:"application,omitempty"` // a registration that was not admitted, for an administrator to decide
	Decision    *Decision    `json:"decision,omitempty"`    // the last that an administrator took on the admission

	Photo     *Photo    `json:"photo,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Account is a user with what signing in needs.
type Account struct {
	User
	PasswordHash string // as the caller encoded it
	Epoch        uint64 // tokens of an older epoch have ended
}

// userRecord is a user as stored.
type userRecord struct {
	User
	PasswordHash string `json:"passwordHash"`
	Epoch        uint64 `json:"epoch"`
	IdentityMAC  []byte `json:"identityMac,omitempty"` // HMAC of kind and number; the number itself is not kept
	AppliedMAC   []byte `json:"appliedMac,omitempty"`  // the same of a number that is not claimed: who applies may not be whose it is
}

func (r userRecord) account() Account {
	return Account{User: r.User, PasswordHash: r.PasswordHash, Epoch: r.Epoch}
}

var userTable = kv.Table[UserID, userRecord]{
	Bucket: bucketUsers,
	ID:     func(u userRecord) UserID { return u.ID },
	Indexes: append([]kv.Index[userRecord]{
		{Bucket: bucketUsersByEmail, Clash: refusal.EmailTaken, Lines: func(u userRecord) []kv.Line {
			return []kv.Line{{Key: []byte(EmailKey(u.Email)), Value: []byte(u.ID)}}
		}},
		{Bucket: bucketUsersByIdentity, Clash: refusal.IdentityTaken, Lines: func(u userRecord) []kv.Line {
			if u.IdentityMAC == nil {
				return nil
			}
			return []kv.Line{{Key: u.IdentityMAC, Value: []byte(u.ID)}}
		}},
		{Bucket: bucketApplicants, Lines: func(u userRecord) []kv.Line {
			if !isPending(u.User) {
				return nil
			}
			return []kv.Line{applicantLine(u)}
		}},
		{Bucket: bucketVoters, Lines: func(u userRecord) []kv.Line {
			if !isActiveVoter(u.User) {
				return nil
			}
			if u.RollEntry != "" {
				return []kv.Line{{Key: []byte(u.ID), Value: []byte(u.RollEntry)}}
			}
			return []kv.Line{{Key: []byte(u.ID), Value: mark}}
		}},
	}, directory.Indexes(userDirectory, searchedUser)...),
	Counters: []kv.Counter[userRecord]{
		{Bucket: bucketCounters, Key: counterAdmins, Counts: func(u userRecord) bool { return isActiveAdmin(u.User) }},
		{Bucket: bucketCounters, Key: counterVoters, Counts: func(u userRecord) bool { return isActiveVoter(u.User) }},
		{Bucket: bucketCounters, Key: counterApplicants, Counts: func(u userRecord) bool { return isPending(u.User) }},
	},
}

func isActiveAdmin(u User) bool { return u.Role == RoleAdmin && u.Status == UserActive }

// isActiveVoter reports whether a user may vote: an administrator whose role
// became USER was never admitted with an identity number, so may not.
func isActiveVoter(u User) bool {
	return u.Role == RoleUser && u.Status == UserActive && u.Admission != nil
}

// NewAdmin is an administrator to be made. Organisation, if not empty, becomes the installation's name.
type NewAdmin struct {
	Email        string
	PasswordHash string
	FullName     string
	Organisation string
}

// SetUp makes the first administrator. Errors: refusal.ValidationFailed,
// refusal.EmailTaken, refusal.SetupClosed when there is an active administrator.
func (s *Store) SetUp(ctx context.Context, a NewAdmin) (Account, error) {
	return s.createAdmin(ctx, a, func(tx *bolt.Tx, id UserID) (Actor, error) {
		if hasAdmin(tx) {
			return Actor{}, refusal.SetupClosed
		}
		return ByUser(id), nil
	})
}

// CreateAdmin makes an administrator from the command line. Errors:
// refusal.ValidationFailed, refusal.EmailTaken.
func (s *Store) CreateAdmin(ctx context.Context, a NewAdmin) (Account, error) {
	return s.createAdmin(ctx, a, func(*bolt.Tx, UserID) (Actor, error) {
		return Actor{Kind: ActorCommand}, nil
	})
}

func (s *Store) createAdmin(ctx context.Context, a NewAdmin, by func(*bolt.Tx, UserID) (Actor, error)) (Account, error) {
	now := s.clock()
	rec := userRecord{
		User: User{
			ID: kv.NewID[UserID](), Email: a.Email, FullName: a.FullName,
			Role: RoleAdmin, Status: UserActive, CreatedAt: now, UpdatedAt: now,
		},
		PasswordHash: a.PasswordHash,
	}
	var v validation
	v.user(&rec.User, now)
	v.text("organisation", &a.Organisation, 0, maxName)
	if err := v.err(); err != nil {
		return Account{}, err
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		actor, err := by(tx, rec.ID)
		if err != nil {
			return err
		}
		if a.Organisation != "" {
			if err := setOrganisation(tx, a.Organisation); err != nil {
				return err
			}
		}
		if err := userTable.Put(tx, nil, rec); err != nil {
			return err
		}
		return s.audit(tx, actor, "user.admin_created", userSubject(rec.ID), nil)
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

// AccountByEmail finds who signs in with an e-mail address, in any case. Errors: refusal.NotFound.
func (s *Store) AccountByEmail(ctx context.Context, email string) (Account, error) {
	var rec userRecord
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		id := tx.Bucket(bucketUsersByEmail).Get([]byte(EmailKey(email)))
		if id == nil {
			return refusal.NotFound
		}
		rec, err = userTable.Get(tx, UserID(id))
		return err
	})
	return rec.account(), err
}

// Authenticate checks that a token of the given epoch still stands and tells
// whose it is. Errors: refusal.TokenInvalid.
func (s *Store) Authenticate(ctx context.Context, id UserID, epoch uint64) (User, error) {
	a, err := s.Account(ctx, id)
	if errors.Is(err, refusal.NotFound) || err == nil && (a.Epoch != epoch || a.Status != UserActive) {
		return User{}, refusal.TokenInvalid
	}
	return a.User, err
}

func userSubject(id UserID) Subject { return Subject{Kind: "user", ID: string(id)} }
