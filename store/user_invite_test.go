package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestAnInvitationMakesOneAdministratorWithinThreeDays(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	as := func(email string) store.NewAdmin {
		return store.NewAdmin{Email: email, PasswordHash: "h", FullName: "Bea Deputy"}
	}
	accept := func(key, email string) func() error {
		return func() error { return errOf(s.AcceptAdminInvitation(t.Context(), key, as(email))) }
	}
	invite := func() (string, store.AdminInvitation) {
		t.Helper()
		key, made, err := s.InviteAdmin(t.Context(), storetest.Admin, " Bea  Deputy ")
		noError(t, err)
		return key, made
	}
	storetest.Voter(t, s, 1)
	key, made := invite()
	if open := must(s.AdminInvitations(t.Context()))(t); len(open) != 1 || open[0] != made {
		t.Errorf("open: %+v, want %+v", open, made)
	}
	refused(t, s, refusal.AdminInvitationInvalid, accept("aaaaaaaaaaaaaaaaaaaaaaaaaa", "bea@example.org"))
	refused(t, s, refusal.EmailTaken, accept(key, "voter1@example.org"))
	clock.Set(clock.Now().Add(3*24*time.Hour - time.Second))
	a := must(s.AcceptAdminInvitation(t.Context(), key, as("bea@example.org")))(t)
	if a.ID != made.ID || a.Role != store.RoleAdmin || a.Status != store.UserActive || a.Email != "bea@example.org" {
		t.Errorf("the administrator is %+v", a)
	}
	refused(t, s, refusal.AdminInvitationInvalid, accept(key, "bea2@example.org"))

	withdrawn, made := invite()
	noError(t, s.WithdrawAdminInvitation(t.Context(), storetest.Admin, made.ID))
	refused(t, s, refusal.AdminInvitationInvalid, accept(withdrawn, "bea2@example.org"))
	refused(t, s, refusal.NotFound, func() error {
		return s.WithdrawAdminInvitation(t.Context(), storetest.Admin, made.ID)
	})
	late, _ := invite()
	clock.Set(clock.Now().Add(3 * 24 * time.Hour))
	refused(t, s, refusal.AdminInvitationInvalid, accept(late, "bea2@example.org"))
	if open := must(s.AdminInvitations(t.Context()))(t); len(open) != 0 {
		t.Errorf("still open: %+v", open)
	}
	var actions []string
	for _, e := range must(s.AuditList(t.Context(), audit.Filter{Kind: "user"}, store.Page{Reverse: true}))(t).Items {
		actions = append(actions, e.Action)
	}
	want := []string{"user.registered", "user.admin_invited", "user.admin_joined", "user.admin_invited",
		"user.admin_invitation_withdrawn", "user.admin_invited"}
	if !slices.Equal(actions, want) {
		t.Errorf("the audit list has %q, want %q", actions, want)
	}
}

func TestAtMostTenInvitationsAreOpen(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	invite := func() error {
		_, _, err := s.InviteAdmin(t.Context(), storetest.Admin, "Bea Deputy")
		return err
	}
	for range 10 {
		noError(t, invite())
	}
	refused(t, s, refusal.AdminInvitationsFull, invite)
	clock.Set(clock.Now().Add(3 * 24 * time.Hour))
	noError(t, invite())
	invalid(t, s, "fullName", func() error {
		_, _, err := s.InviteAdmin(t.Context(), storetest.Admin, " ")
		return err
	})
}

func TestTheFileKeepsNoKeyOfAnInvitation(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	key, made, err := s.InviteAdmin(t.Context(), storetest.Admin, "Bea Deputy")
	noError(t, err)
	raw := must(os.ReadFile(filepath.Join(dir, store.FileName)))(t)
	if !bytes.Contains(raw, []byte(made.ID)) || bytes.Contains(raw, []byte(key)) {
		t.Error("the file has the key of an invitation, or not the invitation")
	}
}
