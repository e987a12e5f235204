package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// CheckRoll is the name of the check that a person is on the electoral roll.
const CheckRoll = "electoral_roll"

// AdmissionError is a refusal.NotAdmitted that names the failed checks, but not what they compared.
type AdmissionError struct {
	Checks []AdmissionCheck
}

func (e *AdmissionError) Error() string {
	var failed []string
	for _, c := range e.Checks {
		if !c.Passed {
			failed = append(failed, c.Name)
		}
	}
	return "registration not admitted: " + strings.Join(failed, ", ")
}

// Unwrap makes it a refusal.NotAdmitted.
func (e *AdmissionError) Unwrap() error { return refusal.NotAdmitted }

// VerificationToken stands for a card that was read for a registration. It can be used once.
type VerificationToken struct {
	ID      string // unique
	Expires time.Time
}

// key is that of the token once it is spent.
func (t *VerificationToken) key() []byte { return kv.Key(kv.Time(t.Expires), kv.Fixed(t.ID, kv.IDLen)) }

// spentToken makes a token that stays spent until the end of the day on which it expires: the moment would tell when
// the person came.
func spentToken(id string, expires time.Time) *VerificationToken {
	const day = 24 * time.Hour
	return &VerificationToken{ID: id, Expires: expires.Truncate(day).Add(day)}
}

// Registration is a person who asks to become a voter, with either an identity number or a member key.
type Registration struct {
	Email        string
	PasswordHash string
	FullName     string
	DateOfBirth  string // YYYY-MM-DD or ""
	Phone        string // or ""
	Kind         IdentityKind
	Number       string // the identity number in compact form; only its HMAC and last four characters are kept
	MemberKey    string // as ParseMemberKey returns it

	Policy string
	Checks []AdmissionCheck   // what the caller checked
	Token  *VerificationToken // nil: there is none
	OnRoll bool               // the policy asks for an entry of the electoral roll
	// Agrees reports whether the person is that of the roll's entry with their number or key; nil: nobody is.
	Agrees func(RollEntry) bool
	Review bool // keep a registration that fails a check, so that an administrator can decide
}

// CheckPerson checks a registration's fields except number and key. Errors: refusal.ValidationFailed.
func (s *Store) CheckPerson(r Registration) error {
	rec := s.newVoter(r)
	var faults input.Faults
	rec.User.check(&faults, rec.CreatedAt)
	return faults.Err()
}

// newVoter is the record that a registration starts with.
func (s *Store) newVoter(r Registration) userRecord {
	now := s.clock()
	return userRecord{
		User: User{
			ID: kv.NewID[UserID](), Email: r.Email, FullName: r.FullName, DateOfBirth: r.DateOfBirth, Phone: r.Phone,
			Role: RoleUser, Status: UserActive, CreatedAt: now, UpdatedAt: now,
		},
		PasswordHash: r.PasswordHash,
	}
}

// Register adds a voter or, if a check fails and Review is set, an applicant, who cannot vote yet. An entry of the roll
// that has the number or key and agrees belongs to the person from then on. Errors: refusal.ValidationFailed,
// *AdmissionError, refusal.EmailTaken, refusal.IdentityTaken (At the field of the number), refusal.TokenSpent, and,
// unless Review is set, refusal.AlreadyRegistered for the person of a taken entry.
func (s *Store) Register(ctx context.Context, r Registration) (User, error) {
	rec := s.newVoter(r)
	var faults input.Faults
	rec.User.check(&faults, rec.CreatedAt)
	byNumber := (r.Kind == NationalID || r.Kind == VoterID) && r.Number != ""
	if byNumber == (r.MemberKey != "") {
		faults.Add("nationalId", refusal.NumberOrKeyRequired, nil)
	}
	if err := faults.Err(); err != nil {
		return User{}, err
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if err := spend(tx, r.Token, rec.CreatedAt); err != nil {
			return err
		}
		entry, err := s.claim(tx, r)
		if err != nil {
			return err
		}
		if err := s.admit(&rec, r, entry != nil); err != nil {
			return err
		}
		if err := s.addUser(tx, &rec, entry, r.MemberKey != ""); err != nil {
			return err
		}
		action := "user.registered"
		if rec.Admission == nil {
			action = "user.applied"
		}
		return s.audit(tx, audit.ByUser(rec.ID), action, userSubject(rec.ID), map[string]string{"policy": r.Policy})
	})
	if errors.Is(err, refusal.IdentityTaken) {
		err = refusal.IdentityTaken.At(numberField(r.Kind))
	}
	return rec.user(), err
}

// claim finds a free entry of the roll with the number or key that agrees, or nil. Errors: refusal.AlreadyRegistered,
// only for somebody who knows the rest of the entry too.
func (s *Store) claim(tx *bolt.Tx, r Registration) (*rollRecord, error) {
	bucket, k := bucketRollByIdentity, s.identityMAC(r.Number)
	if r.MemberKey != "" {
		bucket, k = bucketRollByKey, s.memberKeyMAC(r.MemberKey)
		fact, err := secondFact(tx)
		if err != nil {
			return nil, err
		}
		if fact != FactNone { // the answers would tell what is on the roll
			return nil, refusal.Invalid("memberKey", refusal.MemberKeyNotTaken, nil)
		}
	}
	entry, err := rollTable.By(tx, bucket, k)
	if errors.Is(err, refusal.NotFound) {
		return nil, nil
	}
	if err != nil || r.Agrees == nil || !r.Agrees(entry.RollEntry) {
		return nil, err
	}
	if entry.User == "" {
		return &entry, nil
	}
	holder, err := userTable.Get(tx, entry.User)
	switch {
	case err != nil || holder.Admission == nil || r.Review || !r.OnRoll && r.MemberKey == "":
		return nil, err
	case r.MemberKey != "":
		return nil, refusal.AlreadyRegistered.At("memberKey")
	}
	return nil, refusal.AlreadyRegistered.At(numberField(r.Kind))
}

// admit fills in how a person was admitted or, if a check failed, how they applied. Errors: *AdmissionError.
func (s *Store) admit(rec *userRecord, r Registration, onRoll bool) error {
	checks := r.Checks
	if r.OnRoll || r.MemberKey != "" {
		checks = append(checks[:len(checks):len(checks)], AdmissionCheck{CheckRoll, onRoll})
	}
	passed := true
	for _, c := range checks {
		passed = passed && c.Passed
	}
	var mac []byte
	if r.Number != "" {
		rec.Identity = &Identity{Kind: r.Kind, LastFour: lastFour(r.Number)}
		mac = s.identityMAC(r.Number)
	}
	switch {
	case passed:
		rec.IdentityMAC = mac
		rec.Admission = &Admission{Policy: r.Policy, Checks: checks, At: rec.CreatedAt}
	case r.Review:
		rec.AppliedMAC = mac
		rec.Application = &Application{Policy: r.Policy, Checks: checks, At: rec.CreatedAt}
	default:
		return &AdmissionError{checks}
	}
	return nil
}

// addUser writes a new user. If they are admitted, it links them to their entry of the roll, by key or by number.
func (s *Store) addUser(tx *bolt.Tx, rec *userRecord, entry *rollRecord, byKey bool) error {
	if entry == nil || rec.Admission == nil {
		return userTable.Put(tx, nil, *rec)
	}
	rec.RollEntry = entry.ID
	if err := userTable.Put(tx, nil, *rec); err != nil {
		return err
	}
	next := *entry
	next.User, next.KeyUsed = rec.ID, next.KeyUsed || byKey
	return rollTable.Put(tx, entry, next)
}

// maxSwept is the most expired tokens that spend removes.
const maxSwept = 50

// spend notes that a token was used and removes some expired notes. Errors: refusal.TokenSpent.
func spend(tx *bolt.Tx, t *VerificationToken, now time.Time) error {
	if t == nil {
		return nil
	}
	b, k := tx.Bucket(bucketSpentTokens), t.key()
	if b.Get(k) != nil {
		return refusal.TokenSpent
	}
	var expired [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && string(k[:8]) < string(kv.Time(now)) && len(expired) < maxSwept; k, _ = c.Next() {
		expired = append(expired, append([]byte(nil), k...))
	}
	for _, k := range expired {
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	if err := b.Put(k, mark); err != nil {
		return fmt.Errorf("spent token: %w", err)
	}
	return nil
}
