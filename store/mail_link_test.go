package store_test

import (
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// mailed is a person with an address, and perhaps with the mailbox of somebody else.
func mailed(n int, email string) store.RollLine {
	line := rollLine(n)
	line.Email = new(email)
	return line
}

// opensKey signs in with the key of a link.
func opensKey(t *testing.T, s *store.Store, printed string) error {
	t.Helper()
	key, _ := store.ParseMemberKey(printed)
	return errOf(s.SignInByKey(t.Context(), key, store.SaidFacts{}))
}

func TestInvitationsFromADraftWaitUntilItOpens(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	storetest.Voter(t, s, 3) // not on the roll
	report := enrol(t, s, mailed(1, "a@example.org"), mailed(2, "b@example.org"))
	e := storetest.Election(t, s, "Board 2027", "Ada", "Zoe")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	mailing := store.Mailing{Kind: store.MailInvitation, Texts: map[string]store.MailText{
		"en": {Subject: "{election}", Body: "{opens}\n\n{link}"}}}
	invite := func() (store.Queued, error) { return s.Invite(t.Context(), storetest.Admin, e.ID, mailing) }
	invalid(t, s, "texts.en.body", func() error { return errOf(invite()) })
	mailing.Texts["en"] = store.MailText{Subject: "{election}", Body: "{link}"}
	invalid(t, s, "opens", func() error { return errOf(invite()) })
	if coming := must(s.Coming(t.Context()))(t); len(coming) != 0 {
		t.Errorf("nobody was invited, and %+v is coming", coming)
	}

	mailing.Opens = "Saturday at 7 pm, Clubhouse"
	if done := must(invite())(t); done.Queued != 2 {
		t.Errorf("%+v, want a message for each of two people on the roll", done)
	}
	out, _, err := s.NextMail(t.Context())
	if err != nil || out.Opens != mailing.Opens || out.Title != e.Title {
		t.Errorf("%+v, %v", out, err)
	}
	if got := sendAll(t, s); !slices.Equal(got, []string{"a@example.org", "b@example.org"}) {
		t.Errorf("invited %v", got)
	}
	if coming := must(s.Coming(t.Context()))(t); len(coming) != 1 || coming[0].Announced != mailing.Opens {
		t.Errorf("coming: %+v", coming)
	}
	link := must(s.NewLinkKey(t.Context(), report.Lines[0].Entry))(t)
	noError(t, opensKey(t, s, link))

	storetest.Advance(t, s, e.ID, store.Active)
	if coming := must(s.Coming(t.Context()))(t); len(coming) != 0 {
		t.Errorf("it is open, and still coming: %+v", coming)
	}
	if done := must(invite())(t); done.Queued != 0 {
		t.Errorf("%d people were invited a second time", done.Queued)
	}
}

func TestMessagesOfADeletedDraftAreDropped(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	enrol(t, s, mailed(1, "a@example.org"))
	e := storetest.Election(t, s, "Board 2027", "Ada", "Zoe")
	must(s.Invite(t.Context(), storetest.Admin, e.ID,
		store.Mailing{Kind: store.MailInvitation, Texts: inviting, Opens: "On Saturday"}))(t)
	noError(t, s.DeleteElection(t.Context(), storetest.Admin, e.ID))
	if got := sendAll(t, s); len(got) != 0 {
		t.Errorf("went to %v", got)
	}
	noError(t, s.Check(t.Context()))
}

// Whoever asks for a link need not be the person who gets it, so that asking takes nothing from them.
func TestTheEarlierLinkWorksUntilTheNewOneIsOpened(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	entry := enrol(t, s, mailed(1, "a@example.org")).Lines[0].Entry
	_, slip, err := s.NewMemberKey(t.Context(), storetest.Admin, entry)
	noError(t, err)
	earlier := must(s.NewLinkKey(t.Context(), entry))(t)
	noError(t, opensKey(t, s, earlier))
	asked := must(s.NewAskedLinkKey(t.Context(), entry))(t)
	noError(t, opensKey(t, s, earlier))
	noError(t, opensKey(t, s, asked))
	refused(t, s, refusal.KeyUnknown, func() error { return opensKey(t, s, earlier) })
	noError(t, opensKey(t, s, asked))
	noError(t, opensKey(t, s, slip))
	asked = must(s.NewAskedLinkKey(t.Context(), entry))(t)
	must(s.NewLinkKey(t.Context(), entry))(t) // an invitation takes the place of all before
	refused(t, s, refusal.KeyUnknown, func() error { return opensKey(t, s, asked) })
	noError(t, s.Check(t.Context()))
}

func TestEverybodyOfAMailboxGetsTheirOwnLink(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	enrol(t, s, mailed(1, "pair@example.org"), mailed(2, "Pair@example.org"), mailed(3, "else@example.org"), rollLine(4))
	ask := func(email string) error { return s.RequestLink(t.Context(), email) }
	refused(t, s, refusal.NotActive, func() error { return ask("pair@example.org") })
	e := running(t, s, "Grace", "Kim")
	own := storetest.Voter(t, s, 4) // on the roll without an address: theirs is that of the account
	for email, want := range map[string]int{
		"PAIR@example.org": 2, "else@example.org": 1, "nobody@example.org": 0, own.Email: 0,
		"a.b.c.d.e.f.g.h.i.j.k@example.org": 0, "@": 0,
	} {
		noError(t, ask(email))
		noError(t, ask(email)) // one that waits is enough
		if got := sendAll(t, s); len(got) != want {
			t.Errorf("%s: %v, want %d messages", email, got, want)
		}
	}
	if p := must(s.Messages(t.Context(), "", store.Page{}))(t); len(p.Items) != 0 {
		t.Errorf("it is kept who asked: %+v", p.Items)
	}
	noError(t, ask("pair@example.org"))
	storetest.Advance(t, s, e.ID, store.Completed)
	if got := sendAll(t, s); len(got) != 0 {
		t.Errorf("nothing is open, and a link went to %v", got)
	}
}

func TestSlipsForPeopleWithoutAnAddress(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	report := enrol(t, s, mailed(1, "a@example.org"), rollLine(2), rollLine(3))
	_, _, err := s.NewMemberKey(t.Context(), storetest.Admin, report.Lines[2].Entry)
	noError(t, err)
	keys := must(s.NewKeys(t.Context(), storetest.Admin, store.KeysFor{Which: store.KeysNoEmail}))(t)
	if len(keys) != 1 || keys[0].Entry.ID != report.Lines[1].Entry {
		t.Errorf("slips for %+v", keys)
	}
}

func TestLinksNeverLeadToTheReadersOwnComputer(t *testing.T) {
	s, _ := mailOffice(t, t.TempDir())
	for _, address := range []string{
		"http://127.0.0.1:8080", "https://localhost", "http://[::1]", "http://LOCALHOST.:80",
	} {
		invalid(t, s, "address", func() error {
			return errOf(s.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{Address: &address}))
		})
	}
	must(s.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{Address: new("http://192.168.1.5")}))(t)
	noError(t, s.ChangeMail(t.Context(), storetest.Admin, store.MailChange{Host: new("")}))
	must(s.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{Address: new("http://localhost")}))(t)
	invalid(t, s, "host", func() error {
		return s.ChangeMail(t.Context(), storetest.Admin, store.MailChange{Host: new("smtp.example.org")})
	})
}

func TestTheNameOfTheRollStays(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	u := must(s.Register(t.Context(), onRoll(1)))(t)
	change := store.UserChange{FullName: new("Somebody Else")}
	invalid(t, s, "fullName", func() error {
		return errOf(s.UpdateUser(t.Context(), audit.ByUser(u.ID), u.ID, change))
	})
	must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, change))(t)
	free := storetest.Voter(t, s, 2)
	must(s.UpdateUser(t.Context(), audit.ByUser(free.ID), free.ID, change))(t)
}
