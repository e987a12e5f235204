package handlers_test

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/store/storetest"
)

// elsewhereCall asks the server of a rehearsal, and answers the status and the body.
func elsewhereCall(t *testing.T, method, url, token string, body any) (int, obj) {
	t.Helper()
	content := must(json.Marshal(body))(t)
	r := must(http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(content)))(t)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer := must(http.DefaultClient.Do(r))(t)
	defer answer.Body.Close()
	var got obj
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	return answer.StatusCode, got
}

// A rehearsal is a whole server with a copy of the draft, of which nothing stays.
func TestARehearsalIsAServerOfItsOwnAndLeavesNothing(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.draft.id
	data := filepath.Join(w.dir, "rehearsal")
	before := w.must(t, w.get(path)).json(t)

	answer := w.must(t, w.post(path+"/rehearsal", nil))
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(answer.text(t, "url"), "http://"))
	url, made := "http://127.0.0.1:"+port, answer.json(t)
	if status, info := elsewhereCall(t, "GET", url+"/api/info", "", nil); status != 200 || info["rehearsal"] != true {
		t.Fatalf("the rehearsal says %d %v", status, info)
	}
	if mine := w.must(t, w.get("/api/info")).json(t); mine["rehearsal"] != false {
		t.Error("the server itself says that it is a rehearsal")
	}
	keys, _ := made["keys"].([]any)
	if len(keys) != 30 {
		t.Fatalf("there are %d keys", len(keys))
	}
	w.try(t, []scenario{{"a second one", w.post(path+"/rehearsal", nil), 400, "rehearsal_refused", ""}})
	if again := w.must(t, w.get(path+"/rehearsal")); again.text(t, "url") != answer.text(t, "url") {
		t.Error("it is at another address when it is asked for again")
	}

	// Its administrator sees the copy, which is open, and can start no rehearsal of it.
	admin := made["administrator"].(obj)
	_, session := elsewhereCall(t, "POST", url+"/api/auth/login", "",
		obj{"email": admin["email"], "password": admin["password"]})
	token, _ := session["token"].(string)
	_, list := elsewhereCall(t, "GET", url+"/api/admin/elections", token, nil)
	items, _ := list["items"].([]any)
	if len(items) != 1 {
		t.Fatalf("it has the elections %v", list)
	}
	copied := items[0].(obj)
	if copied["title"] != before["title"] || copied["status"] != "ACTIVE" || copied["custody"] != "server" {
		t.Errorf("the copy: %v", copied)
	}
	// One of its voters votes by a slip.
	_, voter := elsewhereCall(t, "POST", url+"/api/auth/key", "", obj{"key": keys[0].(obj)["memberKey"]})
	voterToken, _ := voter["token"].(string)
	candidate := copied["questions"].([]any)[0].(obj)["candidates"].([]any)[0].(obj)["id"]
	if status, receipt := elsewhereCall(t, "POST", url+"/api/user/elections/"+copied["id"].(string)+"/vote", voterToken,
		obj{"candidateId": candidate}); status != 200 {
		t.Errorf("a vote by a slip: %d %v", status, receipt)
	}
	if status, refused := elsewhereCall(t, "POST", url+adminElections+"/"+copied["id"].(string)+"/rehearsal", token,
		nil); status != 400 || refused["code"] != "rehearsal_refused" {
		t.Errorf("a rehearsal within it: %d %v", status, refused)
	}
	// A token of one server is worth nothing on the other.
	if status, _ := elsewhereCall(t, "GET", url+"/api/admin/elections", w.admin.token, nil); status !=
		http.StatusUnauthorized {
		t.Errorf("a token of the server itself is answered with %d", status)
	}
	if info, err := os.Stat(data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("its data: %v %v", info, err)
	}

	w.must(t, call{method: "DELETE", path: path + "/rehearsal", token: w.admin.token})
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("its data are still there: %v", err)
	}
	if _, err := http.Get(url + "/api/info"); err == nil {
		t.Error("its server still answers")
	}
	if after := w.must(t, w.get(path)).json(t); after["status"] != "DRAFT" || after["tried"] != true {
		t.Errorf("the draft is another: %v", after)
	}
	entry := w.must(t, w.get("/api/admin/audit?limit=1")).list(t)[0].(obj)
	if entry["action"] != "election.rehearsed" {
		t.Errorf("the audit list ends with %v", entry)
	}
	w.try(t, []scenario{
		{"an open election has none", w.post(adminElections+"/"+w.active.id+"/rehearsal", nil), 400, "election_not_draft",
			""},
		{"none runs any more", call{method: "DELETE", path: path + "/rehearsal", token: w.admin.token}, 404, "not_found", ""},
	})
}

// Where questions are for groups, people of each take part in the rehearsal.
func TestARehearsalHasPeopleOfEachGroup(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.draft.id
	w.must(t, w.put(path, obj{"settings": obj{"electorate": "roll"}}))
	w.must(t, w.put(questionsPath(w.draft, "/"+w.draft.question), obj{"groups": []any{"North", "South"}}))
	made := w.must(t, w.post(path+"/rehearsal", nil)).json(t)
	admin := made["administrator"].(obj)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(made["url"].(string), "http://"))
	url := "http://127.0.0.1:" + port
	_, session := elsewhereCall(t, "POST", url+"/api/auth/login", "",
		obj{"email": admin["email"], "password": admin["password"]})
	_, groups := elsewhereCall(t, "GET", url+"/api/admin/roll/groups", session["token"].(string), nil)
	want := []any{obj{"name": "North", "people": 15}, obj{"name": "South", "people": 15}}
	for _, d := range differences("groups", groups["items"], any(want)) {
		t.Error(d)
	}
	w.must(t, call{method: "DELETE", path: path + "/rehearsal", token: w.admin.token})
}

// What a crash has left of a rehearsal goes at the next start.
func TestTheLeftoversOfARehearsalGoAtTheNextStart(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, "rehearsal", "ostrakon.db")
	noError(t, os.MkdirAll(filepath.Dir(left), 0o700))
	noError(t, os.WriteFile(left, []byte("half"), 0o600))
	openOffice(t, dir, storetest.NewClock())
	if _, err := os.Stat(filepath.Dir(left)); !os.IsNotExist(err) {
		t.Errorf("they are still there: %v", err)
	}
}
