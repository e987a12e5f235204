package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func (w *world) nominations() string { return adminElections + "/" + w.draft.id + "/nominations" }

// decision is a decision on a nomination.
func (w *world) decision(id string, body obj) call {
	return call{method: "PUT", path: w.nominations() + "/" + id, token: w.admin.token, body: body}
}

// ownNomination is a request of a member about their nomination for draft.
func (w *world) ownNomination(method, below string, who person, body any) call {
	return call{method: method, path: w.draft.nominations() + below, token: who.token, body: body}
}

func TestMembersAreNominatedAndBecomeCandidates(t *testing.T) {
	w := newWorld(t)
	propose := w.ownNomination("POST", "/proposals", w.ada, obj{"name": "Cleo Haddad"})
	checkJSON(t, w.must(t, propose), obj{"proposed": []any{"Nobody Here", "Cleo Haddad"}})
	calls := w.must(t, call{method: "GET", path: "/api/user/nominations", token: w.cleo.token}).json(t)
	asked := calls["items"].([]any)[0].(obj)["questions"].([]any)[0].(obj)
	if own := asked["own"].(obj); calls["name"] != "Cleo Haddad" || own["state"] != "proposed" ||
		own["proposedBy"].([]any)[0] != "Ada Okafor" {
		t.Errorf("cleo sees %v", calls)
	}
	w.must(t, w.ownNomination("PUT", "", w.cleo, obj{"affiliation": "Reeds", "statement": "Gladly."}))
	w.must(t, w.ownNomination("PUT", "", w.ben, obj{}))
	w.must(t, w.decision(w.nomination, obj{"decision": "admit"}))
	ids := make(map[string]string)
	for _, n := range w.must(t, w.get(w.nominations())).list(t) {
		ids[n.(obj)["name"].(string)] = n.(obj)["id"].(string)
	}
	w.must(t, w.decision(ids["Cleo Haddad"], obj{"decision": "admit"}))
	w.must(t, w.decision(ids["Ben Lind"], obj{"decision": "refuse", "reason": "Not a member for a year yet."}))
	make := call{method: "POST", path: w.nominations() + "/candidates", token: w.admin.token}
	made := w.must(t, make).list(t)
	if len(made) != 2 || made[1].(obj)["name"] != "Ada Okafor" ||
		made[1].(obj)["description"] != "I want the roof done." || made[1].(obj)["photo"] == nil ||
		made[0].(obj)["affiliation"] != "Reeds" {
		t.Errorf("the candidates are %v", made)
	}
	if again := w.must(t, make).list(t); len(again) != 0 {
		t.Errorf("made again: %v", again)
	}
	w.move(t, w.draft, "ACTIVE")
	own := w.must(t, call{method: "GET", path: "/api/user/nominations", token: w.ben.token}).json(t)
	call := own["items"].([]any)[0].(obj)
	if ben := call["questions"].([]any)[0].(obj)["own"].(obj); call["open"] != false || ben["state"] != "refused" ||
		ben["reason"] != "Not a member for a year yet." {
		t.Errorf("ben sees %v", own)
	}
}

func TestNominationsAreInTheLanguagesOfTheElection(t *testing.T) {
	w := newWorld(t)
	french := []any{obj{"language": "fr", "title": "Le comité"}}
	w.must(t, w.put(adminElections+"/"+w.draft.id, obj{"translations": french}))
	w.must(t, w.put(questionsPath(w.draft, "/"+w.draft.question), obj{"translations": french}))
	calls := w.must(t, call{method: "GET", path: "/api/user/nominations", token: w.ada.token}).json(t)
	of := calls["items"].([]any)[0].(obj)
	for name, shown := range map[string]any{"election": of, "question": of["questions"].([]any)[0]} {
		for _, d := range differences(name, shown.(obj)["translations"], any(french)) {
			t.Error(d)
		}
	}
}

func TestNominationsRefuse(t *testing.T) {
	w := newWorld(t)
	stranger := w.voter(t, "Stan Stranger", 9)
	stand := w.ownNomination("PUT", "", w.ben, obj{})
	w.try(t, []scenario{
		{"somebody who is not on the roll", w.ownNomination("PUT", "", stranger, obj{}), 403, "not_member", ""},
		{"a photo for somebody who is not on the roll", w.ownNomination("GET", "/photo", stranger, nil), 403,
			"not_member", ""},
		{"a list for somebody who is not on the roll", call{method: "GET", path: "/api/user/nominations",
			token: stranger.token}, 403, "not_member", ""},
		{"nobody", w.ownNomination("PUT", "", person{}, obj{}), 401, "token_missing", ""},
		{"an administrator", w.ownNomination("PUT", "", w.admin, obj{}), 403, "role_required", ""},
		{"a long statement", w.ownNomination("PUT", "", w.ben, obj{"statement": strings.Repeat("a", 2001)}), 400,
			"validation_failed", "statement"},
		{"no name", w.ownNomination("POST", "/proposals", w.ben, obj{"name": " "}), 400, "validation_failed", "name"},
		{"a photo of somebody who does not stand", w.ownNomination("POST", "/photo", w.ben,
			form{{"photo", smallJPEG(t)}}), 404, "not_found", ""},
		{"a photo that is none", w.ownNomination("POST", "/photo", w.ada, form{{"photo", []byte("GIF89a")}}), 400,
			"image_unsupported", ""},
		{"a withdrawal of nothing", w.ownNomination("DELETE", "", w.ben, nil), 404, "not_found", ""},
		{"an election without nominations", call{method: "PUT", path: w.kept.nominations(), token: w.ben.token, body: obj{}},
			404, "not_found", ""},
		{"no decision", w.decision(w.nomination, obj{"decision": "perhaps"}), 400, "validation_failed", "decision"},
		{"no reason", w.decision(w.nomination, obj{"decision": "refuse"}), 400, "validation_failed", "reason"},
		{"who has not accepted", w.decision(w.proposal, obj{"decision": "admit"}), 400, "nomination_state", ""},
		{"a nomination of another election", call{method: "PUT", path: adminElections + "/" + w.kept.id + "/nominations/" +
			w.nomination, token: w.admin.token, body: obj{"decision": "admit"}}, 404, "not_found", ""},
		{"a person who is not on the roll", call{method: "PUT", path: w.nominations() + "/" + w.proposal + "/person",
			token: w.admin.token, body: obj{"entry": unknownID}}, 404, "not_found", ""},
		{"an id that is none", call{method: "PUT", path: w.nominations() + "/" + w.proposal + "/person",
			token: w.admin.token, body: obj{"entry": "ada"}}, 404, "not_found", ""},
		{"an end that has passed", call{method: "PUT", path: w.nominations(), token: w.admin.token,
			body: obj{"questions": []any{w.draft.question}, "until": w.clock.Now().Add(-time.Hour)}}, 400, "validation_failed",
			"until"},
		{"no end", call{method: "PUT", path: w.nominations(), token: w.admin.token,
			body: obj{"questions": []any{w.draft.question}}}, 400, "validation_failed", "until"},
	})
	w.must(t, call{method: "DELETE", path: w.nominations(), token: w.admin.token})
	w.try(t, []scenario{
		{"after the end", stand, 400, "nominations_over", ""},
		{"an end again", call{method: "DELETE", path: w.nominations(), token: w.admin.token}, 400, "nominations_over", ""},
	})
}

func TestADecisionOnAnEarlierVersionOfANominationIsRefused(t *testing.T) {
	w := newWorld(t)
	var seen obj
	for _, n := range w.must(t, w.get(w.nominations())).list(t) {
		if n.(obj)["id"] == w.nomination {
			seen = n.(obj)
		}
	}
	w.must(t, w.ownNomination("PUT", "", w.ada, obj{"statement": "Something else."}))
	c := w.decision(w.nomination, obj{"decision": "admit"})
	c.header = matching(seen)
	a := w.do(t, c)
	checkRefusal(t, a, "changed_meanwhile", "")
	if got := a.text(t, "params.name"); got != w.ada.name {
		t.Errorf("the change is that of %q", got)
	}
}

func TestPhotosOfNominationsAreForTheirPersonAndAdministrators(t *testing.T) {
	w := newWorld(t)
	admins := w.get(w.nominations() + "/" + w.nomination + "/photo")
	for _, c := range []call{admins, w.ownNomination("GET", "/photo", w.ada, nil)} {
		if a := w.must(t, c); a.header.Get("Content-Type") != "image/jpeg" || a.header.Get("Cache-Control") !=
			"private, no-cache" {
			t.Errorf("%s: %v", c.path, a.header)
		}
	}
	checkRefusal(t, w.do(t, w.ownNomination("GET", "/photo", w.ben, nil)), "not_found", "")
	admins.token = w.ada.token
	checkRefusal(t, w.do(t, admins), "role_required", "")
}

func TestChangesOfNominationsAreLimited(t *testing.T) {
	w := newWorld(t)
	served, _ := w.exhaust(t, w.ownNomination("PUT", "", w.ada, obj{"statement": "Again."}))
	if served < 25 || served > 31 {
		t.Errorf("%d changes were served", served)
	}
	if a := w.do(t, w.ownNomination("PUT", "", w.ben, obj{})); a.status != http.StatusOK {
		t.Errorf("another member: %d", a.status)
	}
}
