package store_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestRegisterKeepsWhatThePersonSaid(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	r := store.Registration{
		Email: " Ada@Example.org ", PasswordHash: "hash", FullName: " Ada Lovelace\u0301 ", DateOfBirth: "1990-12-10",
		Phone: " +44 20 7946 0018 ",
		Kind:  store.VoterID, Number: "ABC1234567", Policy: "number",
		Checks: []store.AdmissionCheck{{Name: "identity_number", Passed: true}},
	}
	u := must(s.Register(t.Context(), r))(t)
	want := store.User{
		ID: u.ID, Email: "Ada@Example.org", FullName: "Ada Lovelacé", DateOfBirth: "1990-12-10", Phone: "+44 20 7946 0018",
		Role: store.RoleUser, Status: store.UserActive,
		Identity:    &store.Identity{Kind: store.VoterID, LastFour: "4567"},
		Admission:   &store.Admission{Policy: "number", Checks: r.Checks, At: u.CreatedAt},
		HasPassword: true, CreatedAt: u.CreatedAt, UpdatedAt: u.CreatedAt,
	}
	if !reflect.DeepEqual(u, want) || u.CreatedAt.IsZero() {
		t.Errorf("registered %+v, want %+v", u, want)
	}
	a := must(s.Account(t.Context(), u.ID))(t)
	if !reflect.DeepEqual(a, store.Account{User: want, PasswordHash: "hash"}) {
		t.Errorf("stored %+v", a)
	}
}

func TestRegisterKeepsNoIdentityNumber(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	r := storetest.Registration(1)
	r.Number = "Q7Z9K2M4P6"
	must(s.Register(t.Context(), r))(t)
	raw := must(os.ReadFile(filepath.Join(dir, store.FileName)))(t)
	if bytes.Contains(raw, []byte(r.Number)) {
		t.Error("the file holds the identity number")
	}
	if !bytes.Contains(raw, []byte(r.Email)) {
		t.Error("the file does not hold the e-mail address: this test looks at the wrong bytes")
	}
}

func TestRegisterRefuses(t *testing.T) {
	s := storetest.New(t, store.Options{})
	first := storetest.Registration(1)
	first.Email, first.Number = "zoë@example.org", "ID1"
	must(s.Register(t.Context(), first))(t)

	for name, tc := range map[string]struct {
		change func(*store.Registration)
		want   *refusal.Problem
		field  string
	}{
		"the same e-mail address": {func(r *store.Registration) { r.Email = "zoë@example.org" }, refusal.EmailTaken,
			"email"},
		"an e-mail address in capitals": {func(r *store.Registration) { r.Email = "ZOË@EXAMPLE.ORG" }, refusal.EmailTaken,
			"email"},
		"an e-mail address decomposed": {func(r *store.Registration) { r.Email = "zoe\u0308@example.org" },
			refusal.EmailTaken, "email"},
		"an e-mail address in wide forms": {func(r *store.Registration) { r.Email = "ｚoë@ｅxample.org" }, refusal.EmailTaken,
			"email"},
		"an e-mail address with spaces": {func(r *store.Registration) { r.Email = "\tzoë@example.org " },
			refusal.EmailTaken, "email"},
		"the same identity number": {func(r *store.Registration) { r.Number = "ID1" }, refusal.IdentityTaken,
			"nationalId"},
	} {
		t.Run(name, func(t *testing.T) {
			r := storetest.Registration(2)
			tc.change(&r)
			refused(t, s, tc.want, func() error {
				_, err := s.Register(t.Context(), r)
				if f := refusal.FieldsOf(err); len(f) != 1 || f[0].Name != tc.field {
					t.Errorf("%v names fields %v, want %q", err, f, tc.field)
				}
				return err
			})
		})
	}
}

func TestANumberIsOnePersonsUnderAnyKind(t *testing.T) {
	s := storetest.New(t, store.Options{})
	r := storetest.Registration(1)
	must(s.Register(t.Context(), r))(t)
	r.Email, r.Kind = "other@example.org", store.VoterID
	_, err := s.Register(t.Context(), r)
	if f := refusal.FieldsOf(err); !errors.Is(err, refusal.IdentityTaken) || len(f) != 1 || f[0].Name != "voterId" {
		t.Errorf("a national ID number as voter ID: %v", err)
	}
}

func TestRegisterChecksEveryField(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	tomorrow := clock.Now().AddDate(0, 0, 1).Format("2006-01-02")
	for name, tc := range map[string]struct {
		field  string
		change func(*store.Registration)
	}{
		"no e-mail":                  {"email", func(r *store.Registration) { r.Email = "  " }},
		"e-mail without @":           {"email", func(r *store.Registration) { r.Email = "ada" }},
		"e-mail with a display name": {"email", func(r *store.Registration) { r.Email = "Ada <ada@example.org>" }},
		"e-mail in angle brackets":   {"email", func(r *store.Registration) { r.Email = "<ada@example.org>" }},
		"two e-mail addresses":       {"email", func(r *store.Registration) { r.Email = "a@example.org, b@example.org" }},
		"e-mail with a line break": {"email",
			func(r *store.Registration) { r.Email = "ada@example.org\r\nBcc: x@example.org" }},
		"e-mail of 255 bytes": {"email",
			func(r *store.Registration) { r.Email = strings.Repeat("a", 243) + "@example.org" }},
		"no name":                        {"fullName", func(r *store.Registration) { r.FullName = " \t" }},
		"name of 121 characters":         {"fullName", func(r *store.Registration) { r.FullName = strings.Repeat("é", 121) }},
		"name of two lines":              {"fullName", func(r *store.Registration) { r.FullName = "Ada\nGrace" }},
		"name with a line separator":     {"fullName", func(r *store.Registration) { r.FullName = "Ada\u2028Grace" }},
		"name with a control character":  {"fullName", func(r *store.Registration) { r.FullName = "Ada\x1b[31m" }},
		"name that is no UTF-8":          {"fullName", func(r *store.Registration) { r.FullName = "Ada\xff" }},
		"phone with letters":             {"phone", func(r *store.Registration) { r.Phone = "0800-FLOWERS" }},
		"phone of four digits":           {"phone", func(r *store.Registration) { r.Phone = "+()-1234" }},
		"phone of 21 characters":         {"phone", func(r *store.Registration) { r.Phone = strings.Repeat("1", 21) }},
		"date of birth in another order": {"dateOfBirth", func(r *store.Registration) { r.DateOfBirth = "25/04/1990" }},
		"date that is not":               {"dateOfBirth", func(r *store.Registration) { r.DateOfBirth = "1990-02-30" }},
		"date of birth tomorrow":         {"dateOfBirth", func(r *store.Registration) { r.DateOfBirth = tomorrow }},
		"date of birth in 1899":          {"dateOfBirth", func(r *store.Registration) { r.DateOfBirth = "1899-12-31" }},
	} {
		t.Run(name, func(t *testing.T) {
			r := storetest.Registration(1)
			tc.change(&r)
			invalid(t, s, tc.field, func() error { return errOf(s.Register(t.Context(), r)) })
		})
	}
	r := storetest.Registration(1)
	r.Email = strings.Repeat("a", 242) + "@example.org"
	r.FullName, r.Phone, r.DateOfBirth = strings.Repeat("é", 120), strings.Repeat("1", 20), "1900-01-01"
	if _, err := s.Register(t.Context(), r); err != nil {
		t.Errorf("every field at its limit: %v", err)
	}
}

func TestValidationNamesEveryFieldAtOnce(t *testing.T) {
	s := storetest.New(t, store.Options{})
	_, err := s.Register(t.Context(), store.Registration{Phone: "?", DateOfBirth: "?"})
	fields := refusal.FieldsOf(err)
	if !errors.Is(err, refusal.ValidationFailed) || len(fields) != 5 {
		t.Fatalf("got %v", err)
	}
	for _, f := range fields {
		if !strings.Contains(err.Error(), f.Name+": "+f.Message()) {
			t.Errorf("%q does not tell %q", err, f.Message())
		}
	}
}

func TestSetUpMakesTheFirstAdministratorOnce(t *testing.T) {
	s := storetest.New(t, store.Options{})
	in := must(s.Installation(t.Context()))(t)
	key := in.SigningKey
	if in.Organisation != "" || !in.SetupRequired || len(key) != 32 {
		t.Errorf("new installation: %+v", in)
	}
	storetest.Voter(t, s, 1)

	admin := store.NewAdmin{Email: "admin@example.org", PasswordHash: "h", FullName: "Root",
		Settings: store.SettingsChange{Organisation: new("Rowing club")}}
	taken := admin
	taken.Email = "Voter1@example.org"
	refused(t, s, refusal.EmailTaken, func() error { return errOf(s.SetUp(t.Context(), taken)) })
	wide := admin
	wide.Settings.Organisation = new(strings.Repeat("x", 121))
	invalid(t, s, "organisation", func() error { return errOf(s.SetUp(t.Context(), wide)) })

	a := must(s.SetUp(t.Context(), admin))(t)
	if a.Role != store.RoleAdmin || a.Status != store.UserActive || a.Identity != nil || a.Admission != nil ||
		a.PasswordHash != "h" {
		t.Errorf("administrator %+v", a)
	}
	in = must(s.Installation(t.Context()))(t)
	if in.Organisation != "Rowing club" || in.SetupRequired || !bytes.Equal(in.SigningKey, key) {
		t.Errorf("after set-up: %+v", in)
	}
	admin.Email = "second@example.org"
	refused(t, s, refusal.SetupClosed, func() error { return errOf(s.SetUp(t.Context(), admin)) })
}

func TestCreateAdminNeedsNoSetUp(t *testing.T) {
	s := storetest.New(t, store.Options{})
	admin := store.NewAdmin{Email: "admin@example.org", PasswordHash: "h", FullName: "Root",
		Settings: store.SettingsChange{Organisation: new("Club")}}
	must(s.CreateAdmin(t.Context(), admin))(t)
	refused(t, s, refusal.EmailTaken, func() error { return errOf(s.CreateAdmin(t.Context(), admin)) })

	admin.Email, admin.Settings = "second@example.org", store.SettingsChange{}
	must(s.CreateAdmin(t.Context(), admin))(t)
	if in := must(s.Installation(t.Context()))(t); in.Organisation != "Club" || in.SetupRequired {
		t.Errorf("installation %+v", in)
	}
	admin.Email, admin.FullName = "third@example.org", ""
	invalid(t, s, "fullName", func() error { return errOf(s.CreateAdmin(t.Context(), admin)) })
}

func TestUserIsFoundByIDAndByEmail(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := storetest.Voter(t, s, 1)
	if got := must(s.User(t.Context(), u.ID))(t); !reflect.DeepEqual(got, u) {
		t.Errorf("by id: %+v, want %+v", got, u)
	}
	for _, email := range []string{"voter1@example.org", " VOTER1@Example.ORG", "ｖoter1@example.org"} {
		if a := must(s.AccountByEmail(t.Context(), email))(t); a.ID != u.ID || a.PasswordHash != "x" {
			t.Errorf("by %q: %+v", email, a)
		}
	}
	for name, call := range map[string]func() error{
		"User":           func() error { return errOf(s.User(t.Context(), "nobody")) },
		"Account":        func() error { return errOf(s.Account(t.Context(), "")) },
		"AccountByEmail": func() error { return errOf(s.AccountByEmail(t.Context(), "")) },
	} {
		t.Run(name, func(t *testing.T) { refused(t, s, refusal.NotFound, call) })
	}
}

func TestNamesAndAddressesThatLookLikeOthersAreRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	r := storetest.Registration(1)
	storetest.Voter(t, s, 2)
	for _, email := range []string{"voter2\u200b@example.org", "v\u043eter2@example.org"} {
		invalid(t, s, "email", func() error {
			other := r
			other.Email = email
			return errOf(s.Register(t.Context(), other))
		})
	}
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	for _, name := range []string{"A\u200dda", "\u0410da"} {
		invalid(t, s, "fullName", func() error {
			other := r
			other.FullName = name
			return errOf(s.Register(t.Context(), other))
		})
		invalid(t, s, "name", func() error {
			return errOf(s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: &name}))
		})
		for field, line := range map[string]store.RollLine{
			"fullName": {Line: 1, FullName: &name},
			"email":    {Line: 1, FullName: new("Ada"), Email: new(name + "@example.org")},
		} {
			report := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{line}, sameText,
				store.ImportRules{}))(t)
			if report.Refused != 1 {
				t.Errorf("a line with %s of %q: %+v", field, name, report)
			}
		}
	}
}

// A session that its user signed out of stays ended, without a trace of whose it was and when they came or left, and is
// forgotten some time after it would have ended.
func TestASessionEndsForGood(t *testing.T) {
	clock := storetest.NewClock()
	dir := t.TempDir()
	s := must(store.Open(t.Context(), dir, store.Options{Now: clock.Now}))(t)
	u := storetest.Voter(t, s, 1)
	clock.Set(time.Date(2031, time.June, 5, 17, 43, 12, 0, time.UTC))
	one := store.Session{ID: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", User: u.ID, Expires: clock.Now().Add(12 * time.Hour)}
	other := one
	other.ID = "ABCDEFGHIJKLMNOPQRSTUVWXY2"
	before := store.Dump(t, s)
	noError(t, errors.Join(s.EndSession(t.Context(), one), s.EndSession(t.Context(), one), s.Close()))
	s = storetest.NewIn(t, dir, store.Options{Now: clock.Now})
	refused(t, s, refusal.TokenInvalid, func() error { return errOf(s.Authenticate(t.Context(), one)) })
	must(s.Authenticate(t.Context(), other))(t)

	endOfDay := time.Date(2031, time.June, 7, 0, 0, 0, 0, time.UTC)
	line := fmt.Sprintf("spent_tokens/%q", string(binary.BigEndian.AppendUint64(nil, uint64(endOfDay.UnixMilli())))+one.ID)
	for path, value := range store.Dump(t, s) {
		if before[path] != value && path != line {
			t.Errorf("%s is %q", path, value)
		}
	}
	clock.Set(endOfDay.Add(time.Second))
	other.Expires = clock.Now().Add(time.Hour)
	noError(t, s.EndSession(t.Context(), other))
	if _, kept := store.Dump(t, s)[line]; kept {
		t.Error("the session is not forgotten")
	}
}

func TestAuthenticateHoldsATokenAgainstTheAccount(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := storetest.Voter(t, s, 1)
	authenticate := func(id store.UserID, epoch uint64) func() error {
		return func() error {
			got, err := s.Authenticate(t.Context(), store.Session{User: id, Epoch: epoch})
			if want := must(s.User(t.Context(), u.ID))(t); err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("authenticated %+v, not %+v", got, want)
			}
			return err
		}
	}
	noError(t, authenticate(u.ID, 0)())
	refused(t, s, refusal.TokenInvalid, authenticate(u.ID, 1))
	refused(t, s, refusal.TokenInvalid, authenticate("nobody", 0))

	noError(t, s.EndSessions(t.Context(), u.ID))
	refused(t, s, refusal.TokenInvalid, authenticate(u.ID, 0))
	noError(t, authenticate(u.ID, 1)())

	a := must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, store.UserChange{Status: new(store.UserSuspended)}))(t)
	refused(t, s, refusal.TokenInvalid, authenticate(u.ID, a.Epoch))
	refused(t, s, refusal.NotFound, func() error { return s.EndSessions(t.Context(), "nobody") })
}
