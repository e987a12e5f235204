package store_test

import (
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
