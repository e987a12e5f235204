package handlers_test

import (
	"strings"
	"testing"
	"time"

	"ostrakon/handlers/mailer/mailertest"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// mailing is a world that runs and sends its e-mail to an SMTP server of the test.
func mailing(t *testing.T) (*world, *mailertest.Server) {
	t.Helper()
	w, server := newWorld(t), mailertest.Start(t)
	r := run(t, w.office, nil)
	t.Cleanup(func() { r.end(t) })
	if _, err := w.store.ChangeSettings(t.Context(), storetest.Admin,
		store.SettingsChange{Address: new("https://vote.reeds.example")}); err != nil {
		t.Fatal(err)
	}
	w.must(t, call{method: "PUT", path: "/api/admin/mail", token: w.admin.token, body: obj{
		"host": server.Host(), "port": server.Port(), "security": "none", "username": "reeds", "password": rightPassword,
		"from": "vote" + addressMark, "perMinute": 1000,
	}})
	return w, server
}

func TestMailIsSetUpAndTested(t *testing.T) {
	w, server := mailing(t)
	a := w.must(t, call{method: "GET", path: "/api/admin/mail", token: w.admin.token})
	if text := string(a.body); strings.Contains(text, rightPassword) || !strings.Contains(text, `"hasPassword":true`) {
		t.Errorf("settings: %s", text)
	}
	test := call{method: "POST", path: "/api/admin/mail/test", token: w.admin.token, body: obj{"to": "zoe" + addressMark}}
	w.must(t, test)
	if m := server.Await(1)[0]; m.To != "zoe"+addressMark || m.From != "vote"+addressMark ||
		!strings.Contains(m.Header.Get("From"), "Reed Bed Society") {
		t.Errorf("%+v", m)
	}
	server.React(func(command string) mailertest.Reaction {
		if strings.HasPrefix(command, "AUTH") {
			return mailertest.Reaction{Reply: "535 5.7.8 wrong password"}
		}
		return mailertest.Reaction{}
	})
	a = w.do(t, test)
	checkRefusal(t, a, "mail_refused", "")
	if !strings.Contains(a.text(t, "detail"), "wrong password") {
		t.Errorf("%s", a.body)
	}
}

func TestAnInvitedVoterSignsInByTheLink(t *testing.T) {
	w, server := mailing(t)
	invite := call{method: "POST", path: adminElections + "/" + w.active.id + "/invitations", token: w.admin.token,
		body: obj{
			"kind": "invitation", "texts": obj{"en": obj{"subject": "Vote: {election}", "body": "Dear {name}\n\n{link}"},
				"fr": obj{"subject": "", "body": ""}},
		}}
	// Ben has voted, and Dora Brandt on the roll has no address. The others are on the roll.
	count := call{method: "GET", path: invite.path, token: w.admin.token}
	checkJSON(t, w.must(t, count), obj{"invitations": 2, "reminders": 2, "withoutAddress": 1})
	checkJSON(t, w.must(t, invite), obj{"queued": 2, "withoutAddress": 1})
	checkJSON(t, w.must(t, count), obj{"invitations": 0, "reminders": 2, "withoutAddress": 1})
	links := make(map[string]string)
	for _, m := range server.Await(2) {
		links[m.To] = m.Link()
	}
	address, key, found := strings.Cut(links[w.ada.email], "/#key=")
	if !found || address != "https://vote.reeds.example" {
		t.Fatalf("links %v", links)
	}
	a := w.must(t, call{method: "POST", path: "/api/auth/key", from: w.elsewhere(), body: obj{"key": key}})
	if id := a.text(t, "user.id"); id != w.ada.id {
		t.Errorf("signed in as %s", id)
	}
	checkJSON(t, w.must(t, invite), obj{"queued": 0, "withoutAddress": 1})
	a = w.must(t, call{method: "GET", path: "/api/admin/mail/messages?state=sent", token: w.admin.token})
	for _, m := range a.list(t) {
		if _, has := m.(obj)["next"]; has || m.(obj)["name"] == "" {
			t.Errorf("%v", m)
		}
	}
}

// A voter without a slip asks for a link. The answer tells nobody who is on the roll, and no mailbox is filled.
func TestAVoterAsksForTheirLink(t *testing.T) {
	w, server := mailing(t)
	info := w.must(t, call{method: "GET", path: "/api/info"})
	if text := string(info.body); !strings.Contains(text, `"links":true`) || !strings.Contains(text, `"register":true`) {
		t.Errorf("info: %s", text)
	}
	ask := func(email string) answer {
		t.Helper()
		return w.must(t, call{method: "POST", path: "/api/auth/link", from: w.elsewhere(), body: obj{"email": email}})
	}
	known, unknown := ask(w.ada.email), ask("nobody"+addressMark)
	if string(known.body) != string(unknown.body) {
		t.Errorf("%s for a voter, %s for nobody", known.body, unknown.body)
	}
	m := server.Await(1)[0]
	_, key, found := strings.Cut(m.Link(), "https://vote.reeds.example/#key=")
	if m.To != w.ada.email || !found {
		t.Fatalf("%+v", m)
	}
	a := w.must(t, call{method: "POST", path: "/api/auth/key", from: w.elsewhere(), body: obj{"key": key}})
	if id := a.text(t, "user.id"); id != w.ada.id {
		t.Errorf("signed in as %s", id)
	}
	ask(strings.ToUpper(w.ada.email))
	w.advance(11 * time.Minute)
	ask(w.ada.email)
	if got := len(server.Await(2)); got != 2 {
		t.Errorf("%d messages, want one now and one after ten minutes", got)
	}
	from, limited := w.elsewhere(), false
	for range 40 {
		a := w.do(t, call{method: "POST", path: "/api/auth/link", from: from, body: obj{"email": "nobody" + addressMark}})
		limited = limited || a.status == 429
	}
	if !limited {
		t.Error("forty addresses were tried at once")
	}
}

func TestVotersSeeWhenADraftOpens(t *testing.T) {
	w, server := mailing(t)
	coming := call{method: "GET", path: "/api/user/elections/coming", token: w.ada.token}
	checkJSON(t, w.must(t, coming), obj{"items": []any{}})
	invite := call{method: "POST", path: adminElections + "/" + w.draft.id + "/invitations", token: w.admin.token,
		body: obj{
			"kind": "invitation", "opens": "On Saturday at 7 pm, Clubhouse",
			"texts": obj{"en": obj{"subject": "Vote: {election}", "body": "{opens}\n\n{link}"}},
		}}
	w.must(t, invite)
	if m := server.Await(1)[0]; !strings.Contains(m.Text, "On Saturday at 7 pm, Clubhouse") {
		t.Errorf("%s", m.Text)
	}
	items := w.must(t, coming).list(t)
	if len(items) != 1 || items[0].(obj)["opens"] != "On Saturday at 7 pm, Clubhouse" {
		t.Errorf("%v", items)
	}
}

func TestAForgottenPasswordIsReplacedByALink(t *testing.T) {
	w, server := mailing(t)
	ask := func(email string) answer {
		t.Helper()
		return w.must(t, call{method: "POST", path: "/api/auth/reset", from: w.elsewhere(), body: obj{"email": email}})
	}
	known, unknown := ask(w.ada.email), ask("nobody"+addressMark)
	if string(known.body) != string(unknown.body) {
		t.Errorf("%s for an account, %s for none", known.body, unknown.body)
	}
	m := server.Await(1)[0]
	_, token, found := strings.Cut(m.Link(), "https://vote.reeds.example/#reset=")
	if m.To != w.ada.email || !found {
		t.Fatalf("%+v", m)
	}
	choose := call{method: "POST", path: "/api/auth/reset/password", from: w.elsewhere(),
		body: obj{"token": token, "newPassword": "short"}}
	checkRefusal(t, w.do(t, choose), "validation_failed", "newPassword")
	choose.body = obj{"token": token, "newPassword": freshPassword}
	fresh := w.must(t, choose).text(t, "token")
	w.must(t, call{method: "GET", path: "/api/user/profile", token: fresh})
	checkRefusal(t, w.do(t, choose), "reset_invalid", "")
	checkRefusal(t, w.do(t, call{method: "GET", path: "/api/user/profile", token: w.ada.token}), "token_invalid", "")
	for range 20 { // no mailbox is filled
		ask(w.cleo.email)
	}
	count := 0
	for _, m := range server.Messages() {
		if m.To == w.cleo.email {
			count++
		}
	}
	if count > 3 {
		t.Errorf("%d messages to one address", count)
	}
}

func TestAnAdministratorHandsOverAReset(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, call{method: "POST", path: "/api/admin/users/" + w.ada.id + "/reset", token: w.admin.token})
	w.advance(23 * time.Hour)
	a = w.must(t, call{method: "POST", path: "/api/auth/reset/password", from: w.elsewhere(),
		body: obj{"token": a.text(t, "token"), "newPassword": freshPassword}})
	if a.text(t, "user.id") != w.ada.id {
		t.Errorf("%s", a.body)
	}
}

func TestWrongResetsAreLimitedByAddress(t *testing.T) {
	w := newWorld(t)
	from, limited := w.elsewhere(), false
	for range 40 {
		a := w.do(t, call{method: "POST", path: "/api/auth/reset/password", from: from,
			body: obj{"token": "aaaaaaaaaaaaaaaaaaaaaaaaaa", "newPassword": freshPassword}})
		limited = limited || a.status == 429
	}
	if !limited {
		t.Error("forty wrong tokens were tried at once")
	}
}

func TestDeletionOfAnAccountNeedsThePassword(t *testing.T) {
	w := newWorld(t)
	remove := call{method: "DELETE", path: "/api/user/profile", token: w.ada.token, body: obj{"password": freshPassword}}
	checkRefusal(t, w.do(t, remove), "wrong_password", "password")
	remove.body = obj{"confirm": w.ada.name}
	checkRefusal(t, w.do(t, remove), "wrong_password", "password")
	remove.body = obj{"password": rightPassword}
	w.must(t, remove)
	checkRefusal(t, w.do(t, call{method: "GET", path: "/api/user/profile", token: w.ada.token}), "token_invalid", "")
	login := call{method: "POST", path: "/api/auth/login", from: w.elsewhere(),
		body: obj{"email": w.ada.email, "password": rightPassword}}
	checkRefusal(t, w.do(t, login), "invalid_credentials", "")
}

// Somebody who came with a slip has no password, and types their name.
func TestDeletionOfAnAccountWithoutAPasswordNeedsTheName(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, call{method: "POST", path: "/api/auth/key", from: w.elsewhere(), body: obj{"key": w.key}})
	remove := call{method: "DELETE", path: "/api/user/profile", token: a.text(t, "token"), body: obj{"confirm": "Dora"}}
	checkRefusal(t, w.do(t, remove), "validation_failed", "confirm")
	remove.body = obj{"confirm": a.text(t, "user.fullName")}
	w.must(t, remove)
	// the slip still works
	w.must(t, call{method: "POST", path: "/api/auth/key", from: w.elsewhere(), body: obj{"key": w.key}})
}
