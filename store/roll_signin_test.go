package store_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestWhomAnotherProgramHasSignedInVotesAsWithASlip(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	id, key := handSlip(t, s, store.RollLine{Line: 1, FullName: new("Noor Haddad"), Member: new("M-7")})
	clock.Set(time.Date(2031, time.June, 5, 17, 43, 12, 0, time.UTC))
	named := store.EntryNamed{Member: "m-7", Once: "first", Until: time.Date(2031, time.June, 5, 17, 48, 0, 0, time.UTC)}
	before := store.Dump(t, s)
	first := must(s.SignInEntry(t.Context(), named))(t)
	if first.RollEntry != id || first.FullName != "Noor Haddad" || first.Role != store.RoleUser ||
		first.Admission == nil || first.Admission.Policy != store.PolicyRoll {
		t.Errorf("account %+v", first)
	}
	for path, value := range store.Dump(t, s) {
		if before[path] != value && (strings.HasPrefix(path, "audit") || strings.Contains(value, "17:4")) {
			t.Errorf("%s is %q and tells when they came", path, value)
		}
	}
	refused(t, s, refusal.TokenSpent, func() error { return errOf(s.SignInEntry(t.Context(), named)) })
	named.Once = "second"
	if again := must(s.SignInEntry(t.Context(), named))(t); again.ID != first.ID {
		t.Errorf("signs in to %s, not to %s", again.ID, first.ID)
	}
	if bySlip := must(come(t, s, key))(t); bySlip.ID != first.ID {
		t.Errorf("the slip signs in to %s, not to %s", bySlip.ID, first.ID)
	}
	e := rollElection(t, s)
	vote(t, s, first.ID, e.Questions[0].Candidates[0])
}

func TestWhomAnotherProgramCannotSignIn(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), store.RollLine{Line: 2, FullName: new("Without Member")})
	ada := must(s.Register(t.Context(), onRoll(1)))(t)
	member := *rollLine(1).Member
	for _, named := range []string{"", "M-unknown", string(ada.RollEntry)} {
		refused(t, s, refusal.NotFound, func() error {
			return errOf(s.SignInEntry(t.Context(), store.EntryNamed{Member: named, Once: named}))
		})
	}
	suspended := store.UserSuspended
	must(s.UpdateUser(t.Context(), storetest.Admin, ada.ID, store.UserChange{Status: &suspended}))(t)
	refused(t, s, refusal.Suspended, func() error {
		return errOf(s.SignInEntry(t.Context(), store.EntryNamed{Member: member, Once: "x"}))
	})
}

func TestAnAdministratorOnTheRollVotesWithAnAccountOfTheirOwn(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	ada := must(s.Register(t.Context(), onRoll(1)))(t)
	admin := store.RoleAdmin
	must(s.UpdateUser(t.Context(), storetest.Admin, ada.ID, store.UserChange{Role: &admin}))(t)
	voter := must(s.SignInEntry(t.Context(), store.EntryNamed{Member: *rollLine(1).Member, Once: "x"}))(t)
	if voter.ID == ada.ID || voter.Role != store.RoleUser {
		t.Errorf("signed in as %+v", voter.User)
	}
}

func TestAnAddressNamesTheOnePersonWhoHasIt(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, store.RollLine{Line: 1, FullName: new("Noor Haddad"), Email: new("noor@example.org")},
		store.RollLine{Line: 2, FullName: new("Bo Berg"), Email: new("family@example.org")},
		store.RollLine{Line: 3, FullName: new("Di Berg"), Email: new("family@example.org")}, rollLine(4))
	signIn := func(email string) error {
		return errOf(s.SignInEntry(t.Context(), store.EntryNamed{Email: email, Once: rand.Text()}))
	}
	if err := signIn(" Noor@Example.org"); err != nil {
		t.Error(err)
	}
	refused(t, s, refusal.EmailShared, func() error { return signIn("family@example.org") })
	// An address that somebody gave to their account, and not the organisation to the roll, is nobody's here.
	account := must(s.Register(t.Context(), onRoll(4)))(t)
	refused(t, s, refusal.NotFound, func() error { return signIn(account.Email) })
}

func TestASubjectNamesWhoHasBoundIt(t *testing.T) {
	s := storetest.New(t, store.Options{})
	id, key := handSlip(t, s, rollLine(1))
	_, other := handSlip(t, s, rollLine(2))
	noor, bo := must(come(t, s, key))(t), must(come(t, s, other))(t)
	named := func(issuer, subject string) store.EntryNamed {
		return store.EntryNamed{Issuer: issuer, Subject: subject, Once: rand.Text()}
	}
	here := func() store.EntryNamed { return named("https://login.example", "4711") }
	unknown := func() error { return errOf(s.SignInEntry(t.Context(), here())) }
	refused(t, s, refusal.NotFound, unknown)
	if err := s.BindSubject(t.Context(), noor.ID, here()); err != nil {
		t.Fatal(err)
	}
	if a := must(s.SignInEntry(t.Context(), here()))(t); a.ID != noor.ID {
		t.Errorf("signs in %s, not %s", a.ID, noor.ID)
	}
	refused(t, s, refusal.SubjectTaken, func() error { return s.BindSubject(t.Context(), bo.ID, here()) })
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.SignInEntry(t.Context(), named("https://login.elsewhere.example", "4711")))
	})
	stranger := storetest.Voter(t, s, 3)
	refused(t, s, refusal.NotFound, func() error { return s.BindSubject(t.Context(), stranger.ID, here()) })
	if err := s.BindSubject(t.Context(), noor.ID, named("https://login.example", "4712")); err != nil {
		t.Fatal(err)
	}
	refused(t, s, refusal.NotFound, unknown) // the new one takes its place
	for _, replace := range []func() error{
		func() error { _, _, err := s.NewMemberKey(t.Context(), storetest.Admin, id); return err },
		func() error { return s.BlockSlip(t.Context(), storetest.Admin, id) },
	} {
		if err := s.BindSubject(t.Context(), noor.ID, here()); err != nil {
			t.Fatal(err)
		}
		if err := replace(); err != nil {
			t.Fatal(err)
		}
		refused(t, s, refusal.NotFound, unknown)
	}
}
