package store_test

import (
	"errors"
	"reflect"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestUpdateUserChangesOnlyWhatIsGiven(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	r := storetest.Registration(1)
	r.Phone, r.DateOfBirth = "+49 30 12345", "1990-04-25"
	before := must(s.Register(t.Context(), r))(t)

	after := must(s.UpdateUser(t.Context(), storetest.Admin, before.ID, store.UserChange{FullName: new(" Zoe\u0308 ")}))(t)
	want := before
	want.FullName, want.UpdatedAt = "Zoë", after.UpdatedAt
	if !reflect.DeepEqual(after.User, want) || !after.UpdatedAt.After(before.UpdatedAt) {
		t.Errorf("changed to %+v, want %+v", after.User, want)
	}
	after = must(s.UpdateUser(t.Context(), storetest.Admin, before.ID,
		store.UserChange{Phone: new(""), DateOfBirth: new("")}))(t)
	if after.Phone != "" || after.DateOfBirth != "" {
		t.Errorf("not cleared: %+v", after.User)
	}
	if got := must(s.Account(t.Context(), before.ID))(t); !reflect.DeepEqual(got, after) {
		t.Errorf("stored %+v, answered %+v", got, after)
	}
}

func TestUpdateUserWithoutAChangeWritesNothing(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := storetest.Voter(t, s, 1)
	for _, c := range []store.UserChange{{},
		{Email: &u.Email, FullName: &u.FullName, Phone: &u.Phone, Role: &u.Role, Status: &u.Status}} {
		unchanged(t, s, func() { must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, c))(t) })
	}
}

func TestUpdateUserRefuses(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u, other := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	update := func(id store.UserID, c store.UserChange) func() error {
		return func() error { return errOf(s.UpdateUser(t.Context(), storetest.Admin, id, c)) }
	}
	refused(t, s, refusal.NotFound, update("nobody", store.UserChange{FullName: new("X")}))
	refused(t, s, refusal.EmailTaken, update(u.ID, store.UserChange{Email: new("VOTER2@example.org")}))
	invalid(t, s, "email", update(u.ID, store.UserChange{Email: new("")}))
	invalid(t, s, "fullName", update(u.ID, store.UserChange{FullName: new("")}))
	invalid(t, s, "phone", update(u.ID, store.UserChange{Phone: new("none")}))
	invalid(t, s, "dateOfBirth", update(u.ID, store.UserChange{DateOfBirth: new("soon")}))
	invalid(t, s, "role", update(u.ID, store.UserChange{Role: new(store.Role("ROOT"))}))
	invalid(t, s, "status", update(u.ID, store.UserChange{Status: new(store.UserStatus(""))}))

	// A user's own address in another case is no clash, and one that was given up is free.
	must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, store.UserChange{Email: new("Voter1@Example.org")}))(t)
	must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, store.UserChange{Email: new("new@example.org")}))(t)
	must(s.UpdateUser(t.Context(), storetest.Admin, other.ID, store.UserChange{Email: new("voter1@example.org")}))(t)
	refused(t, s, refusal.NotFound, func() error { return errOf(s.AccountByEmail(t.Context(), "voter2@example.org")) })
}

func TestTheLastActiveAdministratorStays(t *testing.T) {
	s := storetest.New(t, store.Options{})
	first := must(s.SetUp(t.Context(), store.NewAdmin{Email: "a@example.org", FullName: "A", PasswordHash: "x"}))(t)
	change := func(id store.UserID, c store.UserChange) error {
		return errOf(s.UpdateUser(t.Context(), storetest.Admin, id, c))
	}
	demote, suspend := store.UserChange{Role: new(store.RoleUser)}, store.UserChange{Status: new(store.UserSuspended)}
	restore := store.UserChange{Role: new(store.RoleAdmin), Status: new(store.UserActive)}
	both := store.UserChange{Role: new(store.RoleUser), Status: new(store.UserSuspended)}
	for _, c := range []store.UserChange{demote, suspend, both} {
		refused(t, s, refusal.LastAdmin, func() error { return change(first.ID, c) })
	}
	if err := change(first.ID, store.UserChange{FullName: new("Alpha"), PasswordHash: new("new")}); err != nil {
		t.Errorf("other fields of the last administrator: %v", err)
	}

	// A suspended administrator is no second one; an active one is.
	second := must(s.CreateAdmin(t.Context(), store.NewAdmin{Email: "b@example.org", FullName: "B", PasswordHash: "x"}))(t)
	for _, c := range []store.UserChange{suspend, demote} {
		noError(t, change(second.ID, c))
		refused(t, s, refusal.LastAdmin, func() error { return change(first.ID, demote) })
		noError(t, change(second.ID, restore))
	}
	if err := change(first.ID, suspend); err != nil {
		t.Errorf("one of two administrators: %v", err)
	}
	refused(t, s, refusal.LastAdmin, func() error { return change(second.ID, suspend) })
	refused(t, s, refusal.SetupClosed, func() error {
		return errOf(s.SetUp(t.Context(), store.NewAdmin{Email: "c@example.org", FullName: "C"}))
	})
}

func TestEpochRisesWithPasswordRoleAndStatusOnly(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := storetest.Voter(t, s, 1)
	epoch := uint64(0)
	for _, step := range []struct {
		name   string
		change store.UserChange
		rises  bool
	}{
		{"email", store.UserChange{Email: new("x@example.org")}, false},
		{"name", store.UserChange{FullName: new("X")}, false},
		{"date of birth", store.UserChange{DateOfBirth: new("1990-04-25")}, false},
		{"phone", store.UserChange{Phone: new("12345")}, false},
		{"password", store.UserChange{PasswordHash: new("other")}, true},
		{"the same password", store.UserChange{PasswordHash: new("other")}, false},
		{"role", store.UserChange{Role: new(store.RoleAdmin)}, true},
		{"the same role", store.UserChange{Role: new(store.RoleAdmin)}, false},
		{"role back", store.UserChange{Role: new(store.RoleUser)}, true},
		{"status", store.UserChange{Status: new(store.UserSuspended)}, true},
		{"status back", store.UserChange{Status: new(store.UserActive)}, true},
		{"password and status", store.UserChange{PasswordHash: new("third"), Status: new(store.UserSuspended)}, true},
	} {
		if step.rises {
			epoch++
		}
		if step.name == "role back" {
			must(s.CreateAdmin(t.Context(), store.NewAdmin{Email: "root@example.org", FullName: "Root"}))(t)
		}
		a := must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, step.change))(t)
		if a.Epoch != epoch {
			t.Errorf("%s: epoch %d, want %d", step.name, a.Epoch, epoch)
		}
	}
	must(s.SetUserPhoto(t.Context(), u.ID, jpeg))(t)
	if a := must(s.Account(t.Context(), u.ID))(t); a.Epoch != epoch {
		t.Errorf("photo: epoch %d, want %d", a.Epoch, epoch)
	}
}

func TestRehashKeepsSessionsAndANewerPassword(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := storetest.Voter(t, s, 1)
	noError(t, s.Rehash(t.Context(), u.ID, "x", "stronger"))
	a := must(s.Account(t.Context(), u.ID))(t)
	if a.PasswordHash != "stronger" || a.Epoch != 0 || !a.UpdatedAt.Equal(u.UpdatedAt) {
		t.Errorf("after rehash: %+v", a)
	}
	unchanged(t, s, func() {
		if err := s.Rehash(t.Context(), u.ID, "x", "late"); err != nil {
			t.Errorf("rehash of a password changed meanwhile: %v", err)
		}
		if err := s.Rehash(t.Context(), "nobody", "x", "late"); !errors.Is(err, refusal.NotFound) {
			t.Errorf("rehash for nobody: %v", err)
		}
	})
}
