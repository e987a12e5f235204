package handlers_test

import (
	"strings"
	"testing"
	"time"
)

// deputy makes an invitation and returns its key and id.
func (w *world) deputy(t *testing.T) (key, id string) {
	t.Helper()
	a := w.must(t, call{method: "POST", path: "/api/admin/invitations", token: w.admin.token,
		body: obj{"fullName": "Bea Deputy"}})
	return a.text(t, "key"), a.text(t, "id")
}

func (w *world) accepting(key, email, password string) call {
	return call{method: "POST", path: "/api/auth/invitation", from: w.elsewhere(),
		body: obj{"key": key, "email": email, "password": password}}
}

func TestAnInvitedPersonIsAnAdministratorAndSignedIn(t *testing.T) {
	w := newWorld(t)
	key, id := w.deputy(t)
	list := call{method: "GET", path: "/api/admin/invitations", token: w.admin.token}
	a := w.must(t, list)
	if strings.Contains(string(a.body), key) || len(a.list(t)) != 1 {
		t.Errorf("the list is %s", a.body)
	}
	email := "bea" + addressMark
	checkRefusal(t, w.do(t, w.accepting(key, email, "short")), "validation_failed", "password")
	checkRefusal(t, w.do(t, w.accepting(key, email, "Bea Deputy 1")), "validation_failed", "password")
	checkRefusal(t, w.do(t, w.accepting(key, "bea", freshPassword)), "validation_failed", "email")
	checkRefusal(t, w.do(t, w.accepting(key, w.ada.email, freshPassword)), "email_taken", "email")
	a = w.must(t, w.accepting(key, email, freshPassword))
	if a.text(t, "user.id") != id || a.text(t, "user.role") != "ADMIN" || a.text(t, "user.fullName") != "Bea Deputy" {
		t.Errorf("%s", a.body)
	}
	list.token = a.text(t, "token")
	if open := w.must(t, list).list(t); len(open) != 0 {
		t.Errorf("still open: %v", open)
	}
	checkRefusal(t, w.do(t, w.accepting(key, "other"+addressMark, freshPassword)), "admin_invitation_invalid", "")
}

func TestInvitationsThatAreOverMakeNoAdministrator(t *testing.T) {
	w := newWorld(t)
	withdrawn, id := w.deputy(t)
	w.must(t, call{method: "DELETE", path: "/api/admin/invitations/" + id, token: w.admin.token})
	late, _ := w.deputy(t)
	w.advance(3 * 24 * time.Hour)
	for _, key := range []string{withdrawn, late, "aaaaaaaaaaaaaaaaaaaaaaaaaa", ""} {
		checkRefusal(t, w.do(t, w.accepting(key, "bea"+addressMark, freshPassword)), "admin_invitation_invalid", "")
	}
}

func TestGuessesAtInvitationsAreLimitedByAddress(t *testing.T) {
	w := newWorld(t)
	guess, limited := w.accepting("aaaaaaaaaaaaaaaaaaaaaaaaaa", "bea"+addressMark, freshPassword), false
	for range 40 {
		limited = limited || w.do(t, guess).status == 429
	}
	if !limited {
		t.Error("forty keys were guessed at once")
	}
}

func TestAnInvitationGoesByMail(t *testing.T) {
	w, server := mailing(t)
	key, _ := w.deputy(t)
	send := call{method: "POST", path: "/api/admin/invitations/mail", token: w.admin.token,
		body: obj{"key": key, "to": "bea" + addressMark}}
	w.must(t, send)
	m := server.Await(1)[0]
	if m.To != "bea"+addressMark || !strings.Contains(m.Text, "https://vote.reeds.example/admin#invited="+key) {
		t.Errorf("%+v", m)
	}
	w.must(t, w.accepting(key, "bea"+addressMark, freshPassword))
	checkRefusal(t, w.do(t, send), "admin_invitation_invalid", "")
}
