package handlers_test

import (
	"encoding/base64"
	"strings"
	"testing"
)

// ownData asks for the file with the records about the person of a session.
func (w *world) ownData(tb testing.TB, token string) answer {
	tb.Helper()
	return w.must(tb, call{method: "GET", path: "/api/user/data", token: token})
}

func TestOwnDataIsAFileAboutThePersonWhoAsks(t *testing.T) {
	w := newWorld(t)
	a := w.ownData(t, w.ada.token)
	data := a.json(t)
	if a.text(t, "account.id") != w.ada.id || a.text(t, "entry.fullName") != w.ada.name || data["more"] != false ||
		a.text(t, "organisation") != "Reed Bed Society" {
		t.Errorf("ada saved %s", a.body)
	}
	voted := map[any]any{}
	for _, e := range data["elections"].([]any) {
		e := e.(obj)
		voted[e["id"]] = e["hasVoted"]
		if listed, ok := e["onRoll"].(obj); ok != (e["id"] == w.counted.id) || ok && listed["fullName"] != w.ada.name {
			t.Errorf("on the frozen roll: %v", e)
		}
	}
	if len(voted) != 2 || voted[w.counted.id] != true || voted[w.completed.id] != true {
		t.Errorf("elections %v", voted)
	}
	own := data["nominations"].([]any)[0].(obj)
	if own["electionId"] != w.draft.id || own["nomination"].(obj)["statement"] != "I want the roof done." {
		t.Errorf("nomination %v", own)
	}
	photo := w.ownData(t, w.ben.token).text(t, "photo")
	if raw := must(base64.StdEncoding.DecodeString(photo))(t); !strings.HasPrefix(string(raw), "\xff\xd8") {
		t.Errorf("the photo begins with %q", raw[:2])
	}
	for _, strange := range []string{w.admin.id, w.admin.name, w.ben.name, w.cleo.name, w.counted.candidates[0],
		w.completed.candidates[0], "assword\":\"", numberOf(1)} {
		if strings.Contains(string(a.body), strange) {
			t.Errorf("the file of ada says %s", strange)
		}
	}
}

func TestOwnDataSaysWhoDidWhatWithoutNamingOthers(t *testing.T) {
	w := newWorld(t)
	w.must(t, call{method: "PUT", path: "/api/admin/users/" + w.ada.id, token: w.admin.token,
		body: obj{"phone": "+44 20 7946 0018"}})
	by := map[any]any{}
	for _, line := range w.ownData(t, w.ada.token).json(t)["audit"].([]any) {
		by[line.(obj)["action"]] = line.(obj)["by"]
	}
	if by["user.updated"] != "other" || by["user.registered"] != "self" {
		t.Errorf("who did what: %v", by)
	}
}

func TestOwnDataOfAnAdministratorAndOfAPersonWithASlip(t *testing.T) {
	w := newWorld(t)
	if a := w.ownData(t, w.admin.token); a.text(t, "account.role") != "ADMIN" {
		t.Errorf("the administrator saved %s", a.body)
	}
	token := w.must(t, call{method: "POST", path: "/api/auth/key", from: w.elsewhere(), body: obj{"key": w.key}}).
		text(t, "token")
	a := w.ownData(t, token)
	if a.text(t, "entry.id") != w.entry || a.text(t, "account.fullName") != "Dora Brandt" ||
		strings.Contains(string(a.body), w.key) {
		t.Errorf("dora saved %s", a.body)
	}
	w.try(t, []scenario{
		{"a parameter", call{method: "GET", path: "/api/user/data?of=" + w.ben.id, token: token}, 400, "query_malformed", ""},
		{"a body of another method", call{method: "POST", path: "/api/user/data", token: token, body: obj{}}, 405,
			"method_not_allowed", ""},
	})
}
