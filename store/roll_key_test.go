package store_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// handSlip puts a person on the roll and returns the entry and its key.
func handSlip(tb testing.TB, s *store.Store, l store.RollLine) (store.RollID, string) {
	tb.Helper()
	l.NewKey = true
	line := enrol(tb, s, l).Lines[0]
	return line.Entry, line.Key
}

// come signs in with a key as it is printed.
func come(tb testing.TB, s *store.Store, printed string) (store.Account, error) {
	key, ok := store.ParseMemberKey(printed)
	if !ok {
		tb.Fatalf("%q is no key", printed)
	}
	return s.SignInByKey(tb.Context(), key, store.SaidFacts{})
}

func entryOf(tb testing.TB, s *store.Store, id store.RollID) store.RollEntry {
	tb.Helper()
	all := rollEntries(tb, s, "")
	return all[slices.IndexFunc(all, func(e store.RollEntry) bool { return e.ID == id })]
}

func TestAKeyMakesOneAccountAndSignsInToIt(t *testing.T) {
	s := storetest.New(t, store.Options{})
	id, key := handSlip(t, s, store.RollLine{Line: 1, FullName: new("Noor Haddad"), DateOfBirth: new("1950-02-03")})
	first := must(come(t, s, key))(t)
	if first.FullName != "Noor Haddad" || first.DateOfBirth != "1950-02-03" || first.Email != "" || first.HasPassword ||
		first.Role != store.RoleUser ||
		first.RollEntry != id || first.Admission == nil || first.Admission.Policy != store.PolicyRoll {
		t.Errorf("account %+v", first)
	}
	link := must(s.NewLinkKey(t.Context(), id))(t)
	unchanged(t, s, func() {
		for _, k := range []string{key, strings.ToLower(key), link} {
			if again := must(come(t, s, k))(t); again.ID != first.ID {
				t.Errorf("%s signs in to %s, not to %s", k, again.ID, first.ID)
			}
		}
	})
	other := must(s.NewLinkKey(t.Context(), id))(t)
	must(come(t, s, other))(t)
	refused(t, s, refusal.KeyUnknown, func() error { return errOf(come(t, s, link)) })
	must(come(t, s, key))(t) // a new link leaves the slip as it is

	e := rollElection(t, s)
	vote(t, s, first.ID, e.Questions[0].Candidates[0])
}

// The file must not tell when somebody came with their slip: neither by a time nor by a line of the
// audit list.
func TestTheFileDoesNotTellWhenAKeyWasUsed(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	id, key := handSlip(t, s, store.RollLine{Line: 1, FullName: new("Noor Haddad")})
	entry := entryOf(t, s, id)
	clock.Set(time.Date(2031, time.June, 5, 17, 43, 12, 0, time.UTC))
	before := store.Dump(t, s)
	a := must(come(t, s, key))(t)
	if day := time.Date(2031, time.June, 5, 0, 0, 0, 0, time.UTC); a.CreatedAt != day || a.UpdatedAt != day ||
		a.Admission.At != day {
		t.Errorf("the account tells the times %v, %v and %v", a.CreatedAt, a.UpdatedAt, a.Admission.At)
	}
	if now := entryOf(t, s, id); now.UpdatedAt != entry.UpdatedAt || !now.KeyUsed {
		t.Errorf("the entry was %+v, is %+v", entry, now)
	}
	for path, value := range store.Dump(t, s) {
		if before[path] != value && (strings.HasPrefix(path, "audit") || strings.Contains(value, "17:43")) {
			t.Errorf("%s is %q", path, value)
		}
	}
}

func TestWhomAKeyDoesNotSignIn(t *testing.T) {
	s := storetest.New(t, store.Options{})
	ada := must(s.Register(t.Context(), func() store.Registration { enrol(t, s, rollLine(1)); return onRoll(1) }()))(t)
	_, key, err := s.NewMemberKey(t.Context(), storetest.Admin, ada.RollEntry)
	if err != nil {
		t.Fatal(err)
	}
	if a := must(come(t, s, key))(t); a.ID != ada.ID {
		t.Errorf("signed in as %s, who registered as %s", a.ID, ada.ID)
	}
	status := store.UserSuspended
	must(s.UpdateUser(t.Context(), storetest.Admin, ada.ID, store.UserChange{Status: &status}))(t)
	refused(t, s, refusal.Suspended, func() error { return errOf(come(t, s, key)) })

	refused(t, s, refusal.KeyUnknown, func() error { return errOf(come(t, s, "0000-0000-0000-0000")) })

	// Somebody else has registered with the number that is on the roll.
	storetest.Voter(t, s, 2)
	other := rollLine(2)
	other.FullName = new("Quite Another")
	_, key = handSlip(t, s, other)
	refused(t, s, refusal.IdentityTaken, func() error { return errOf(come(t, s, key)) })
}

func TestASlipClaimsTheNumberOfItsEntry(t *testing.T) {
	s := storetest.New(t, store.Options{})
	_, key := handSlip(t, s, rollLine(1))
	must(come(t, s, key))(t)
	refused(t, s, refusal.IdentityTaken, func() error { return errOf(s.Register(t.Context(), storetest.Registration(1))) })
	refused(t, s, refusal.AlreadyRegistered, func() error { return errOf(s.Register(t.Context(), onRoll(1))) })
}

func TestNewKeysGoToWhomTheyAreFor(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(3), rollLine(1), rollLine(2))
	issue := func(whom store.KeysFor, want ...string) map[string]string {
		t.Helper()
		var names []string
		keys := make(map[string]string)
		for _, k := range must(s.NewKeys(t.Context(), storetest.Admin, whom))(t) {
			if !k.Entry.HasKey || k.Entry.KeyUsed {
				t.Errorf("entry %+v", k.Entry)
			}
			names, keys[k.Entry.Member] = append(names, k.Entry.Member), k.Key
		}
		if !slices.Equal(names, want) {
			t.Errorf("%+v gives keys to %v, want %v", whom, names, want)
		}
		return keys
	}
	first := issue(store.KeysFor{Which: store.KeysMissing}, "M-1", "M-2", "M-3")
	issue(store.KeysFor{Which: store.KeysMissing})
	used := must(come(t, s, first["M-2"]))(t)
	second := issue(store.KeysFor{Which: store.KeysUnused}, "M-1", "M-3")
	refused(t, s, refusal.KeyUnknown, func() error { return errOf(come(t, s, first["M-1"])) })
	must(come(t, s, second["M-1"]))(t)
	if a := must(come(t, s, first["M-2"]))(t); a.Epoch != used.Epoch {
		t.Error("keys for others ended a session")
	}
	third := issue(store.KeysFor{Which: store.KeysOfEntries, IDs: []store.RollID{used.RollEntry, used.RollEntry}}, "M-2")
	refused(t, s, refusal.KeyUnknown, func() error { return errOf(come(t, s, first["M-2"])) })
	if a := must(come(t, s, third["M-2"]))(t); a.ID != used.ID || a.Epoch == used.Epoch {
		t.Errorf("the sessions of the old slip go on: %+v", a)
	}
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.NewKeys(t.Context(), storetest.Admin,
			store.KeysFor{Which: store.KeysOfEntries, IDs: []store.RollID{used.RollEntry, "aaaaaaaaaaaaaaaaaaaaaaaaaa"}}))
	})
	invalid(t, s, "entries", func() error {
		return errOf(s.NewKeys(t.Context(), storetest.Admin,
			store.KeysFor{Which: store.KeysOfEntries, IDs: make([]store.RollID, 2001)}))
	})
	lines := must(s.AuditList(t.Context(), audit.Filter{Kind: "roll"}, store.Page{}))(t).Items
	if l := lines[1]; l.Action != "roll.keys_issued" || l.Detail["issued"] != "2" {
		t.Errorf("audit %+v", lines)
	}
}

func TestWhoIsRemovedFromTheRollIsSignedOut(t *testing.T) {
	s := storetest.New(t, store.Options{})
	id, key := handSlip(t, s, rollLine(1))
	a := must(come(t, s, key))(t)
	if err := s.RemoveRollEntry(t.Context(), storetest.Admin, id); err != nil {
		t.Fatal(err)
	}
	refused(t, s, refusal.KeyUnknown, func() error { return errOf(come(t, s, key)) })
	refused(t, s, refusal.TokenInvalid, func() error {
		return errOf(s.Authenticate(t.Context(), store.Session{User: a.ID, Epoch: a.Epoch}))
	})
	_, key = handSlip(t, s, rollLine(1)) // the number ties them to their account
	if again := must(come(t, s, key))(t); again.ID != a.ID {
		t.Errorf("another account: %+v", again)
	}
}

func TestTheRollKeepsNoKeyOfALink(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	id, _ := handSlip(t, s, rollLine(1))
	link := must(s.NewLinkKey(t.Context(), id))(t)
	raw := must(os.ReadFile(filepath.Join(dir, store.FileName)))(t)
	listed := must(json.Marshal(rollEntries(t, s, "")))(t)
	for _, secret := range []string{link, strings.ReplaceAll(link, "-", "")} {
		if bytes.Contains(raw, []byte(secret)) || bytes.Contains(listed, []byte(secret)) {
			t.Errorf("%s is kept", secret)
		}
	}
}

func TestAnAccountWithoutAnAddress(t *testing.T) {
	s := storetest.New(t, store.Options{})
	_, key := handSlip(t, s, rollLine(1))
	_, second := handSlip(t, s, rollLine(2))
	a, b := must(come(t, s, key))(t), must(come(t, s, second))(t) // no address is not the same address
	change := func(id store.UserID, c store.UserChange) error {
		return errOf(s.UpdateUser(t.Context(), storetest.Admin, id, c))
	}
	none, address, phone, hash, admin := "", "noor@example.org", "+41 44 123 45 67", "x", store.RoleAdmin
	refused(t, s, refusal.NotFound, func() error { return errOf(s.AccountByEmail(t.Context(), none)) })
	must(s.UpdateUser(t.Context(), storetest.Admin, a.ID, store.UserChange{Phone: &phone}))(t)
	for field, c := range map[string]store.UserChange{
		"email":    {Role: &admin, PasswordHash: &hash},
		"password": {Role: &admin, Email: &address},
	} {
		invalid(t, s, field, func() error { return change(a.ID, c) })
	}
	must(s.UpdateUser(t.Context(), storetest.Admin, a.ID, store.UserChange{Email: &address}))(t)
	invalid(t, s, "email", func() error { return change(a.ID, store.UserChange{Email: &none}) })
	refused(t, s, refusal.EmailTaken, func() error { return change(b.ID, store.UserChange{Email: &address}) })
	if got := must(s.AccountByEmail(t.Context(), "NOOR@example.org"))(t); got.ID != a.ID || got.HasPassword {
		t.Errorf("found %+v", got)
	}
	must(s.UpdateUser(t.Context(), storetest.Admin, a.ID, store.UserChange{PasswordHash: &hash}))(t)
	must(s.UpdateUser(t.Context(), storetest.Admin, a.ID, store.UserChange{Role: &admin}))(t)
}

// An administrator who was a voter keeps their vote: their slip opens an account beside the administrator's.
func TestAnAdministratorVotesByTheirSlip(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	ada := must(s.Register(t.Context(), onRoll(1)))(t)
	_, key, err := s.NewMemberKey(t.Context(), storetest.Admin, ada.RollEntry)
	noError(t, err)
	must(s.CreateAdmin(t.Context(), store.NewAdmin{Email: "bea@example.org", PasswordHash: "x", FullName: "Bea"}))(t)
	must(s.UpdateUser(t.Context(), storetest.Admin, ada.ID, store.UserChange{Role: new(store.RoleAdmin)}))(t)

	voter := must(come(t, s, key))(t)
	if voter.ID == ada.ID || voter.Role != store.RoleUser || voter.RollEntry != ada.RollEntry || voter.Admission == nil {
		t.Errorf("the slip opens %+v", voter.User)
	}
	admin := must(s.User(t.Context(), ada.ID))(t)
	if admin.Role != store.RoleAdmin || admin.RollEntry != "" || admin.Admission != nil || admin.Identity != nil {
		t.Errorf("the administrator is %+v", admin)
	}
	if again := must(come(t, s, key))(t); again.ID != voter.ID {
		t.Error("the slip opens another account the second time")
	}
	// An administrator no more, the account votes only if it is admitted again.
	must(s.UpdateUser(t.Context(), storetest.Admin, ada.ID, store.UserChange{Role: new(store.RoleUser)}))(t)
	if u := must(s.User(t.Context(), ada.ID))(t); u.Admission != nil {
		t.Error("one person has two votes")
	}
	noError(t, s.Check(t.Context()))
}
