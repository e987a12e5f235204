package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// mailOffice is a store that can send e-mail, with a clock.
func mailOffice(tb testing.TB, dir string) (*store.Store, *storetest.Clock) {
	tb.Helper()
	clock := storetest.NewClock()
	s := storetest.NewIn(tb, dir, store.Options{Now: clock.Now})
	c := store.MailChange{Host: new("smtp.example.org"), From: new("vote@example.org")}
	if err := s.ChangeMail(tb.Context(), storetest.Admin, c); err != nil {
		tb.Fatal(err)
	}
	if _, err := s.ChangeSettings(tb.Context(), storetest.Admin,
		store.SettingsChange{Address: new("https://vote.example.org")}); err != nil {
		tb.Fatal(err)
	}
	return s, clock
}

var inviting = map[string]store.MailText{
	"fr": {Subject: "Votre vote : {election}", Body: "Bonjour {name}\n\n{link}"},
	"en": {Subject: "Your vote: {election}", Body: "Hello {name}\n\n{link}"},
}

// sendAll notes every due message as sent, and returns whom they went to.
func sendAll(tb testing.TB, s *store.Store) (sent []string) {
	tb.Helper()
	for {
		out, _, err := s.NextMail(tb.Context())
		if err != nil {
			tb.Fatal(err)
		}
		if out.Number == 0 {
			slices.Sort(sent)
			return sent
		}
		sent = append(sent, out.To)
		if err := s.MailSent(tb.Context(), out.Number); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestInvitationsGoOnceAndRemindersToWhoHasNotVoted(t *testing.T) {
	dir := t.TempDir()
	s, _ := mailOffice(t, dir)
	ada, ben := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	enrol(t, s, rollLine(7)) // without an address
	e := running(t, s, "Grace", "Kim")
	invite := func(kind store.MailKind) store.Queued {
		t.Helper()
		return must(s.Invite(t.Context(), storetest.Admin, e.ID,
			store.Mailing{Kind: kind, Texts: inviting}))(t)
	}
	if got := invite(store.MailInvitation); got != (store.Queued{Queued: 2, WithoutAddress: 1}) {
		t.Errorf("first round: %+v", got)
	}
	if got := sendAll(t, s); !slices.Equal(got, []string{ada.Email, ben.Email}) {
		t.Errorf("invited %v", got)
	}
	storetest.Voter(t, s, 3)
	if got := invite(store.MailInvitation); got.Queued != 1 {
		t.Errorf("%d invited again, want the one who came since", got.Queued)
	}
	vote(t, s, ada.ID, e.Questions[0].Candidates[0])
	if got := invite(store.MailReminder); got.Queued != 2 {
		t.Errorf("%d reminders, want 2", got.Queued)
	}
	vote(t, s, ben.ID, e.Questions[0].Candidates[0]) // while the reminder waits
	if got := sendAll(t, s); slices.Contains(got, ben.Email) || len(got) != 2 {
		t.Errorf("went to %v, want an invitation and a reminder to the third alone", got)
	}
	for path := range store.Dump(t, s) {
		if strings.HasPrefix(path, "outbox_batches/") {
			t.Errorf("texts stay that nobody waits for: %s", path)
		}
	}
	p := must(s.Messages(t.Context(), "", store.Page{}))(t)
	if p.Waiting != 0 || p.Failed != 0 || p.Sent != len(p.Items) {
		t.Errorf("%+v", p)
	}
	for _, m := range p.Items {
		if !m.Next.IsZero() {
			t.Errorf("a message that was sent has a time: %+v", m)
		}
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	refused(t, s, refusal.NotActive, func() error {
		return errOf(s.Invite(t.Context(), storetest.Admin, e.ID,
			store.Mailing{Kind: store.MailReminder, Texts: inviting}))
	})
}

func TestTheQueueHoldsNeitherAddressNorKeyNorText(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	ada := storetest.Voter(t, s, 1)
	e := running(t, s, "Grace", "Kim")
	must(s.Invite(t.Context(), storetest.Admin, e.ID,
		store.Mailing{Kind: store.MailInvitation, Texts: inviting}))(t)
	if err := s.RequestReset(t.Context(), ada.Email); err != nil {
		t.Fatal(err)
	}
	token := must(s.NewMailedReset(t.Context(), ada.ID))(t)
	for path, value := range store.Dump(t, s) {
		if strings.Contains(path+value, token) {
			t.Errorf("%s holds the token", path)
		}
		if strings.HasPrefix(path, "outbox/") && (strings.Contains(value, "@") || strings.Contains(value, "Hello")) {
			t.Errorf("%s: %s", path, value)
		}
	}
}

func TestARestoredBackupSendsNothingAgain(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	ada := storetest.Voter(t, s, 1)
	e := running(t, s, "Grace", "Kim")
	invite := func(s *store.Store) int {
		t.Helper()
		return must(s.Invite(t.Context(), storetest.Admin, e.ID,
			store.Mailing{Kind: store.MailInvitation, Texts: inviting}))(t).Queued
	}
	invite(s)
	if err := s.RequestReset(t.Context(), ada.Email); err != nil {
		t.Fatal(err)
	}
	raw, dir := backup(t, s, true), t.TempDir()
	if sent := sendAll(t, s); !slices.Equal(sent, []string{ada.Email, ada.Email}) {
		t.Errorf("sent %v after the backup", sent)
	}
	if err := restore(dir, raw); err != nil {
		t.Fatal(err)
	}
	restored := storetest.NewIn(t, dir, store.Options{})
	if sent := sendAll(t, restored); len(sent) != 0 {
		t.Errorf("sent %v again", sent)
	}
	l := must(restored.Messages(t.Context(), "", store.Page{}))(t)
	if len(l.Items) != 1 || l.Items[0].Kind != store.MailInvitation || l.Items[0].State != store.MailFailed ||
		l.Items[0].Code != "restored" {
		t.Errorf("the queue is %+v, want a failed invitation", l.Items)
	}
	if n := invite(restored); n != 1 { // which the administrator asks for
		t.Errorf("%d invited once more, want 1", n)
	}
	if sent := sendAll(t, restored); !slices.Equal(sent, []string{ada.Email}) {
		t.Errorf("sent %v, want the one asked for", sent)
	}
}

func TestAMessageIsTriedFiveTimesThenKeptAsFailed(t *testing.T) {
	s, clock := mailOffice(t, t.TempDir())
	ada := storetest.Voter(t, s, 1)
	if err := s.RequestReset(t.Context(), strings.ToUpper(ada.Email)); err != nil {
		t.Fatal(err)
	}
	start := clock.Now()
	var after []string
	for {
		out, due, err := s.NextMail(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if out.Number == 0 && due.IsZero() {
			break
		}
		if out.Number == 0 {
			clock.Set(due)
			continue
		}
		after = append(after, clock.Now().Sub(start).Truncate(time.Second).String())
		if err := s.MailFailed(t.Context(), out.Number, store.MailFailure{Code: "451 4.7.1"}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprint(after), "[0s 1m0s 6m0s 36m0s 2h36m0s]"; got != want {
		t.Errorf("tried after %s, want %s", got, want)
	}
	p := must(s.Messages(t.Context(), store.MailFailed, store.Page{}))(t)
	if len(p.Items) != 1 || p.Items[0].Code != "451 4.7.1" || p.Items[0].Name != ada.FullName || *p.Total != 1 {
		t.Errorf("%+v", p)
	}
	if err := s.RequestReset(t.Context(), ada.Email); err != nil { // takes the place of the one that failed
		t.Fatal(err)
	}
	if p := must(s.Messages(t.Context(), "", store.Page{}))(t); p.Waiting != 1 || p.Failed != 0 {
		t.Errorf("%+v", p)
	}
	if n := must(s.DropWaiting(t.Context(), storetest.Admin))(t); n != 1 {
		t.Errorf("%d dropped", n)
	}
}

func TestARequestForAResetWritesWhetherOrNotThereIsAnAccount(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	storetest.Voter(t, s, 1)
	for _, email := range []string{"voter1@example.org", "nobody@example.org"} {
		before := store.Dump(t, s)["outbox"]
		if err := s.RequestReset(t.Context(), email); err != nil {
			t.Fatal(err)
		}
		if store.Dump(t, s)["outbox"] == before {
			t.Errorf("%s: nothing was written", email)
		}
	}
	if p := must(s.Messages(t.Context(), "", store.Page{}))(t); p.Waiting != 1 {
		t.Errorf("%d messages", p.Waiting)
	}
}

func TestAResetWorksOnceForAnHour(t *testing.T) {
	s, clock := mailOffice(t, t.TempDir())
	ada := storetest.Voter(t, s, 1)
	reset := func(token string) error { return errOf(s.ResetPassword(t.Context(), token, "new")) }
	first, second := must(s.NewMailedReset(t.Context(), ada.ID))(t), must(s.NewMailedReset(t.Context(), ada.ID))(t)
	refused(t, s, refusal.ResetInvalid, func() error { return reset(first) })
	if u := must(s.ResetUser(t.Context(), second))(t); u.ID != ada.ID {
		t.Errorf("the token is %s's", u.FullName)
	}
	if err := reset(second); err != nil {
		t.Fatal(err)
	}
	if a := must(s.Account(t.Context(), ada.ID))(t); a.PasswordHash != "new" || a.Epoch != 1 {
		t.Errorf("%+v", a)
	}
	refused(t, s, refusal.ResetInvalid, func() error { return reset(second) })
	late := must(s.NewMailedReset(t.Context(), ada.ID))(t)
	clock.Set(clock.Now().Add(time.Hour))
	refused(t, s, refusal.ResetInvalid, func() error { return reset(late) })
	token, expires, err := s.NewReset(t.Context(), storetest.Admin, ada.ID)
	if err != nil || expires.Sub(clock.Now()) < 23*time.Hour {
		t.Errorf("until %v: %v", expires, err)
	}
	must(s.UpdateUser(t.Context(), storetest.Admin, ada.ID, store.UserChange{PasswordHash: new("mine")}))(t)
	refused(t, s, refusal.ResetInvalid, func() error { return reset(token) })
}

func TestAnAccountIsDeletedWithItsDataButNotItsMark(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	enrol(t, s, rollLine(1))
	ada := must(s.Register(t.Context(), onRoll(1)))(t)
	must(s.SetUserPhoto(t.Context(), ada.ID, jpeg))(t)
	open, rolled := running(t, s, "Grace", "Kim"), rollElection(t, s)
	vote(t, s, ada.ID, rolled.Questions[0].Candidates[0])
	vote(t, s, ada.ID, open.Questions[0].Candidates[0])
	must(s.Invite(t.Context(), storetest.Admin, running(t, s, "Eve", "Mia").ID,
		store.Mailing{Kind: store.MailInvitation, Texts: inviting}))(t)
	must(s.NewMailedReset(t.Context(), ada.ID))(t)
	refused(t, s, refusal.VotedInOpen, func() error { return s.DeleteUser(t.Context(), storetest.Admin, ada.ID) })
	storetest.Advance(t, s, open.ID, store.Completed)
	if err := s.DeleteUser(t.Context(), audit.ByUser(ada.ID), ada.ID); err != nil {
		t.Fatal(err)
	}
	for path, value := range store.Dump(t, s) {
		if strings.Contains(path+value, ada.Email) || strings.Contains(path+value, "jpeg") ||
			strings.Contains(value, string(ada.ID)) && !strings.HasPrefix(path, "audit") {
			t.Errorf("%s still says %q", path, value)
		}
	}
	again := must(s.Register(t.Context(), onRoll(1)))(t) // on the same entry of the roll
	if err := errOf(s.CastVote(t.Context(), again.ID, rolled.ID, "",
		store.Answers{Candidate: rolled.Questions[0].Candidates[0].ID})); !errors.Is(err, refusal.AlreadyVoted) {
		t.Errorf("a second vote: %v", err)
	}
}

func TestTheLastAdministratorCannotBeDeleted(t *testing.T) {
	s := storetest.New(t, store.Options{})
	boss := must(s.SetUp(t.Context(), store.NewAdmin{Email: "a@example.org", PasswordHash: "x", FullName: "Zoe Abbot"}))(t)
	refused(t, s, refusal.LastAdmin, func() error { return s.DeleteUser(t.Context(), storetest.Admin, boss.ID) })
	must(s.CreateAdmin(t.Context(), store.NewAdmin{Email: "b@example.org", PasswordHash: "x", FullName: "Kim Reed"}))(t)
	if err := s.DeleteUser(t.Context(), storetest.Admin, boss.ID); err != nil {
		t.Error(err)
	}
}

func TestTextsOfMailAreChecked(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	e := running(t, s, "Grace", "Kim")
	for field, texts := range map[string]map[string]store.MailText{
		"texts":            nil,
		"texts.en.body":    {"en": {Subject: "Vote", Body: "Hello {name}"}},
		"texts.fr.subject": {"fr": {Subject: "Vote\r\nBcc: all@example.org", Body: "{link}"}},
		"texts.de.subject": {"de": {Subject: "{password}", Body: "{link}"}},
	} {
		invalid(t, s, field, func() error {
			return errOf(
				s.Invite(t.Context(), storetest.Admin, e.ID, store.Mailing{Kind: store.MailInvitation, Texts: texts}))
		})
	}
	invalid(t, s, "host", func() error {
		return s.ChangeMail(t.Context(), storetest.Admin, store.MailChange{Host: new("smtp.example.org/x\r\n")})
	})
	invalid(t, s, "from", func() error {
		return s.ChangeMail(t.Context(), storetest.Admin, store.MailChange{From: new("a@example.org\r\nBcc: b@example.org")})
	})
}

func TestTheMailPasswordIsInNoBackupAndGoesWithTheServer(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	change := func(c store.MailChange) {
		t.Helper()
		if err := s.ChangeMail(t.Context(), storetest.Admin, c); err != nil {
			t.Fatal(err)
		}
	}
	change(store.MailChange{Username: new("club"), Password: new("plover")})
	if got := must(s.MailPassword())(t); got != "plover" {
		t.Errorf("the password is %q", got)
	}
	for path, value := range store.Dump(t, s) {
		if strings.Contains(value, "plover") {
			t.Errorf("%s holds the password", path)
		}
	}
	if strings.Contains(string(backup(t, s, true)), "smtp.key") {
		t.Error("the backup with keys has the password")
	}
	change(store.MailChange{PerMinute: new(10)})
	if got := must(s.MailPassword())(t); got != "plover" {
		t.Error("another rate removed the password")
	}
	change(store.MailChange{Host: new("elsewhere.example.org")})
	if got := must(s.MailPassword())(t); got != "" {
		t.Error("another server gets the password")
	}
}
