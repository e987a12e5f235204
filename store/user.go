package store

import (
	"strings"
	"time"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
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

// AdmissionCheck is one thing that was checked about a person at registration.
type AdmissionCheck struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
}

// Admission says how a voter was admitted: the policy and the checks.
type Admission struct {
	Policy string           `json:"policy"`
	Checks []AdmissionCheck `json:"checks"`
	At     time.Time        `json:"at"`
}

// The policies of admissions that are not registrations.
const (
	PolicyManual = "manual" // by an administrator
	PolicyRoll   = "roll"   // with a key, on a slip or in a link
)

// Application is a registration that failed a check and waits, as the person asked, for an administrator.
type Application struct {
	Policy string           `json:"policy"`
	Checks []AdmissionCheck `json:"checks"`
	At     time.Time        `json:"at"`
}

// Decision is what an administrator decided on a person's admission, and why.
type Decision struct {
	Admitted bool        `json:"admitted"`
	Reason   string      `json:"reason"`
	By       audit.Actor `json:"by"`
	At       time.Time   `json:"at"`
}

// User is a voter or an administrator. Identity, Admission and Application are nil for an administrator who never
// registered as a voter. Identity is also nil for a voter who registered with a member key. Nobody can vote without an
// Admission. Email is "" for someone who has only ever come with a slip or a link.
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

	Application *Application `json:"application,omitempty"` // a registration that an administrator decides on
	Decision    *Decision    `json:"decision,omitempty"`    // the last decision of an administrator on the admission

	Photo       *Photo    `json:"photo,omitempty"`
	HasPassword bool      `json:"-"` // without one, only a slip or a link signs them in
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
}

// Account is a user with what is needed to sign in.
type Account struct {
	User
	PasswordHash string // as the caller encoded it; "" for nobody's password
	Epoch        uint64 // tokens of an older epoch are no longer valid
}

// userRecord is a user as stored.
type userRecord struct {
	User
	PasswordHash string `json:"passwordHash"`
	Epoch        uint64 `json:"epoch"`
	IdentityMAC  []byte `json:"identityMac,omitempty"` // HMAC of kind and number; the number itself is not kept
	// the same while it is not claimed: an applicant may not be its owner
	AppliedMAC []byte `json:"appliedMac,omitempty"`
}

// user is the record as callers see it.
func (u userRecord) user() User {
	shown := u.User
	shown.HasPassword = u.PasswordHash != ""
	return shown
}

func (u userRecord) account() Account {
	return Account{User: u.user(), PasswordHash: u.PasswordHash, Epoch: u.Epoch}
}

var userTable = kv.Table[UserID, userRecord]{
	Bucket: bucketUsers, Name: "user", ID: func(u userRecord) UserID { return u.ID },
	Indexes: append([]kv.Index[userRecord]{
		{Bucket: bucketUsersByEmail, Clash: refusal.EmailTaken, Lines: func(u userRecord) []kv.Line {
			if u.Email == "" {
				return nil
			}
			return []kv.Line{{Key: []byte(input.EmailKey(u.Email)), Value: []byte(u.ID)}}
		}},
		{Bucket: bucketUsersByIdentity, Clash: refusal.IdentityTaken, Lines: func(u userRecord) []kv.Line {
			if u.IdentityMAC == nil {
				return nil
			}
			return []kv.Line{{Key: u.IdentityMAC, Value: []byte(u.ID)}}
		}},
		{Bucket: bucketUsersByKind, Lines: kindLines},
		{Bucket: bucketApplicants, Lines: func(u userRecord) []kv.Line {
			if !isPending(u.User) {
				return nil
			}
			return []kv.Line{search.NameLine(u.FullName, string(u.ID))}
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
	}, search.Indexes(userPeople, searchedUser)...),
	Totals: append(kindTotals(), []kv.Total[userRecord]{
		{Bucket: bucketTotals, Key: counterAdmins, Counts: func(u userRecord) bool { return isActiveAdmin(u.User) }},
		{Bucket: bucketTotals, Key: counterVoters, Counts: func(u userRecord) bool { return isActiveVoter(u.User) }},
		{Bucket: bucketTotals, Key: totalApplicants, Counts: func(u userRecord) bool { return isPending(u.User) }},
	}...),
}

func isActiveAdmin(u User) bool { return u.Role == RoleAdmin && u.Status == UserActive }

// isActiveVoter reports whether a user may vote: an administrator who becomes a USER may not, without admission.
func isActiveVoter(u User) bool {
	return u.Role == RoleUser && u.Status == UserActive && u.Admission != nil
}

func userSubject(id UserID) audit.Subject { return audit.Subject{Kind: "user", ID: string(id)} }

// isPending reports whether a person has applied and no administrator has decided yet.
func isPending(u User) bool { return u.Application != nil && u.Decision == nil }

var userPeople = search.People{ByName: bucketUsersByName, ByWord: bucketUsersByWord, Words: bucketUserWords}

// searchedUser lists a user's name, e-mail address and phone number; its digits are also one word.
func searchedUser(u userRecord) search.Person {
	digits := strings.Join(search.Words(u.Phone), "")
	return search.Person{ID: string(u.ID), Name: u.FullName,
		Words: search.SortedWords(u.FullName, u.Email, u.Phone, digits)}
}

// check normalises and checks the fields that a person fills in.
func (u *User) check(faults *input.Faults, now time.Time) {
	faults.Email("email", &u.Email)
	u.checkPerson(faults, now)
}

// checkPerson checks the fields of a user who may be without an e-mail address.
func (u *User) checkPerson(faults *input.Faults, now time.Time) {
	faults.Name("fullName", &u.FullName, 1, maxName)
	faults.Phone("phone", &u.Phone)
	faults.DateOfBirth("dateOfBirth", u.DateOfBirth, now)
	input.OneOf(faults, "role", u.Role, RoleUser, RoleAdmin)
	input.OneOf(faults, "status", u.Status, UserActive, UserSuspended)
}
