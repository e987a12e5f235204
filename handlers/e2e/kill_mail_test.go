package e2e

import (
	"strings"
	"testing"

	"ostrakon/handlers/mailer/mailertest"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// TestKillWhileMailGoesOut ends the server with SIGKILL while the queue of e-mail is sent. Nobody is
// left out, and the last link that each person got signs them in. The messages are invitations to
// people on the roll.
func TestKillWhileMailGoesOut(t *testing.T) {
	t.Parallel()
	const people, kills = 30, 3
	k := &killed{dir: t.TempDir()}
	smtp := mailertest.Start(t)
	seedMail(t, k.open(t), smtp, people)
	for round := range kills {
		s := must(start(t.Context(), k.dir, "-data", k.data()))(t)
		smtp.Await((round + 1) * people / (kills + 2))
		s.Kill()
	}
	s := must(start(t.Context(), k.dir, "-data", k.data()))(t)
	smtp.Await(people) // at least; some may have got theirs twice
	last := make(map[string]string)
	for n := people; len(last) < people; n++ {
		for _, m := range smtp.Await(n) {
			last[m.To] = m.Link()
		}
	}
	noError(t, s.Stop())
	st := k.open(t)
	defer st.Close()
	for _, m := range smtp.Messages() { // those that came meanwhile
		last[m.To] = m.Link()
	}
	for to, link := range last {
		_, printed, _ := strings.Cut(link, "/#key=")
		key, _ := store.ParseMemberKey(printed)
		a, err := st.SignInByKey(t.Context(), key, store.SaidFacts{})
		if err != nil || !strings.HasPrefix(to, strings.ToLower(a.FullName)+"@") {
			t.Errorf("the link for %s signs in %q: %v", to, a.FullName, err)
		}
	}
	if err := st.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// seedMail queues an invitation for people on the roll, and closes the store.
func seedMail(t *testing.T, st *store.Store, smtp *mailertest.Server, people int) {
	t.Helper()
	setUpMail(t, st, smtp)
	for n := range people {
		addMember(t, st, member(n))
	}
	e := storetest.Election(t, st, "Chair", "Grace", "Kim")
	storetest.Advance(t, st, e.ID, store.Active)
	done, err := st.Invite(t.Context(), storetest.Admin, e.ID,
		store.Mailing{Kind: store.MailInvitation, Texts: map[string]store.MailText{"en": mailText}})
	if err != nil || done.Queued != people {
		t.Fatalf("%+v, %v", done, err)
	}
	noError(t, st.Close())
}

// mailText is the shortest message that says what it is for.
var mailText = store.MailText{Subject: "{election}", Body: "{name}\n\n{link}"}

// setUpMail has a store send its e-mail to a server.
func setUpMail(t *testing.T, st *store.Store, smtp *mailertest.Server) {
	t.Helper()
	err := st.ChangeMail(t.Context(), storetest.Admin, store.MailChange{
		Host: new(smtp.Host()), Port: new(smtp.Port()), Security: new(store.MailPlain), From: new("vote@example.org"),
		PerMinute: new(store.MaxPerMinute),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.ChangeSettings(t.Context(), storetest.Admin,
		store.SettingsChange{Address: new("https://vote.example.org")}); err != nil {
		t.Fatal(err)
	}
}

// member is the name of a person on the roll.
func member(n int) string { return "P" + strings.Repeat("a", n+1) }

// addMember puts a person with an address on the roll, and into groups.
func addMember(t *testing.T, st *store.Store, name string, groups ...string) store.RollID {
	t.Helper()
	email := strings.ToLower(name) + "@example.org"
	line := store.RollLine{FullName: &name, Email: &email, Groups: groups}
	return must(st.AddRollEntry(t.Context(), storetest.Admin, line, func(a, b string) bool { return a == b }))(t).ID
}
