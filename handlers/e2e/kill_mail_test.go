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
		s, err := start(t.Context(), k.dir, "-data", k.data())
		if err != nil {
			t.Fatal(err)
		}
		smtp.Await((round + 1) * people / (kills + 2))
		s.kill()
	}
	s, err := start(t.Context(), k.dir, "-data", k.data())
	if err != nil {
		t.Fatal(err)
	}
	smtp.Await(people) // at least; some may have got theirs twice
	last := make(map[string]string)
	for n := people; len(last) < people; n++ {
		for _, m := range smtp.Await(n) {
			last[m.To] = m.Link()
		}
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	st := k.open(t)
	defer st.Close()
	for _, m := range smtp.Messages() { // those that came meanwhile
		last[m.To] = m.Link()
	}
	for to, link := range last {
		_, printed, _ := strings.Cut(link, "/#key=")
		key, _ := store.ParseMemberKey(printed)
		a, err := st.SignInByKey(t.Context(), key)
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
	fatal := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	fatal(st.ChangeMail(t.Context(), storetest.Admin, store.MailChange{
		Host: new(smtp.Host()), Port: new(smtp.Port()), Security: new(store.MailPlain), From: new("vote@example.org"), PerMinute: new(store.MaxPerMinute),
	}))
	_, err := st.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{Address: new("https://vote.example.org")})
	fatal(err)
	for n := range people {
		name := "P" + strings.Repeat("a", n+1)
		_, err := st.AddRollEntry(t.Context(), storetest.Admin, store.RollChange{FullName: &name, Email: new(strings.ToLower(name) + "@example.org")}, func(a, b string) bool { return a == b })
		fatal(err)
	}
	e := storetest.Election(t, st, "Chair", "Grace", "Kim")
	storetest.Advance(t, st, e.ID, store.Active)
	text := store.MailText{Subject: "{election}", Body: "{name}\n\n{link}"}
	done, err := st.Invite(t.Context(), storetest.Admin, e.ID, store.MailInvitation, map[string]store.MailText{"en": text})
	fatal(err)
	if done.Queued != people {
		t.Fatalf("%+v", done)
	}
	fatal(st.Close())
}
