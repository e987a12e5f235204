package handlers_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"testing"
)

// editable is a record of one of the five kinds that administrators edit, with texts that a change may set.
type editable struct {
	kind, path string
	listed     string   // where the record is read, if not at its path
	texts      []string // names of fields
}

// editables are one record of each kind.
func (w *world) editables() []editable {
	draft := "/api/admin/elections/" + w.draft.id
	return []editable{
		{"election", draft, "", []string{"title", "description"}},
		{"question", draft + "/questions/" + w.draft.question, draft + "/questions", []string{"title", "text"}},
		{"candidate", draft + "/candidates/" + w.draft.candidates[0], draft + "/candidates",
			[]string{"name", "affiliation", "description"}},
		{"roll entry", "/api/admin/roll/" + w.entry, "", []string{"fullName", "member", "email", "address"}},
		{"settings", "/api/admin/settings", "", []string{"organisation", "contact"}},
	}
}

// read reads the record as an administrator.
func (e editable) read(tb testing.TB, w *world, by person) obj {
	tb.Helper()
	if e.listed == "" {
		a := w.must(tb, call{path: e.path, method: "GET", token: by.token})
		if got := a.json(tb); a.header.Get("ETag") != `"`+got["etag"].(string)+`"` {
			tb.Errorf("the ETag is %s, the member %s", a.header.Get("ETag"), got["etag"])
		}
		return a.json(tb)
	}
	return w.must(tb, call{path: e.listed, method: "GET", token: by.token}).list(tb)[0].(obj)
}

// save changes the record, if it still has the version that was read.
func (e editable) save(tb testing.TB, w *world, by person, read, change obj) answer {
	tb.Helper()
	return w.do(tb, call{method: "PUT", path: e.path, token: by.token, body: change, header: matching(read)})
}

func matching(read obj) http.Header {
	return http.Header{"If-Match": {`"` + read["etag"].(string) + `"`}}
}

func TestAChangeOfAnEarlierVersionIsRefused(t *testing.T) {
	w := newWorld(t)
	for _, e := range w.editables() {
		t.Run(e.kind, func(t *testing.T) {
			read, field := e.read(t, w, w.admin), e.texts[0]
			w.must(t, call{method: "PUT", path: e.path, token: w.second.token, body: obj{field: "Sam was here"}})
			now := e.read(t, w, w.admin)
			w.try(t, []scenario{{name: "of another administrator", want: 412, code: "changed_meanwhile",
				call: call{method: "PUT", path: e.path, token: w.admin.token, body: obj{field: "Mine"}, header: matching(read)}}})
			refused := e.save(t, w, w.admin, read, obj{field: "Mine"})
			if got := refused.text(t, "params.name"); got != "Sam Second" {
				t.Errorf("the change is that of %q", got)
			}
			if at := refused.json(t)["params"].(obj)["at"]; !aTime(at) {
				t.Errorf("it was made at %v", at)
			}
			read["etag"] = now["etag"]
			if a := e.save(t, w, w.admin, now, obj{field: "Mine"}); a.status != 200 {
				t.Fatalf("of the version that is there: %d %s", a.status, a.body)
			}
			own := e.save(t, w, w.admin, now, obj{field: "Mine again"})
			if own.status != 412 || own.text(t, "params.who") != "self" {
				t.Errorf("after a change of one's own: %d %s", own.status, own.body)
			}
			for _, header := range []http.Header{nil, {"If-Match": {"*"}},
				{"If-Match": {`"other", "` + e.read(t, w, w.admin)["etag"].(string) + `"`}}} {
				w.must(t, call{method: "PUT", path: e.path, token: w.admin.token, body: obj{field: "Mine"}, header: header})
			}
			if e.kind == "settings" {
				return
			}
			a := w.do(t, call{method: "DELETE", path: e.path, token: w.admin.token, header: matching(now)})
			if a.status != 412 {
				t.Errorf("removed: %d %s", a.status, a.body)
			}
		})
	}
}

// Two administrators read and save at random, in 25 rounds, and in 100 where OSTRAKON_LONG is set. Whoever saves has
// seen all that others have saved before.
func TestNoChangeIsLostToOneThatHadNotSeenIt(t *testing.T) {
	w := newWorld(t)
	rounds := 25
	if os.Getenv("OSTRAKON_LONG") != "" {
		rounds = 100
	}
	for _, e := range w.editables() {
		t.Run(e.kind, func(t *testing.T) {
			saved, refused := 0, 0
			for round := range rounds {
				rnd := rand.New(rand.NewPCG(uint64(round), 29))
				people := []person{w.admin, w.second}
				seen := []obj{e.read(t, w, w.admin), e.read(t, w, w.second)}
				there := maps.Clone(seen[0])
				for step := range 6 {
					who := rnd.IntN(2)
					if rnd.IntN(3) == 0 {
						seen[who] = e.read(t, w, people[who])
						continue
					}
					field := e.texts[rnd.IntN(len(e.texts))]
					text := fmt.Sprintf("text%d.%d%s", round, step, addressMark)
					a := e.save(t, w, people[who], seen[who], obj{field: text})
					if current := seen[who]["etag"] == there["etag"]; current != (a.status == 200) || !current && a.status != 412 {
						t.Fatalf("round %d: saving gave %d, the version was the present one: %v", round, a.status, current)
					}
					if a.status != 200 {
						refused++
						continue
					}
					saved++
					there = e.read(t, w, people[who])
					if there[field] != text {
						t.Fatalf("round %d: %s is %v, saved was %v", round, field, there[field], text)
					}
					for _, other := range e.texts {
						if other != field && there[other] != seen[who][other] {
							t.Fatalf("round %d: %s was changed too", round, other)
						}
					}
					seen[who] = there
				}
			}
			if saved < rounds || refused < rounds/2 {
				t.Errorf("%d changes were saved, %d refused", saved, refused)
			}
		})
	}
}

func TestWhatIsNoChangeLeavesTheVersion(t *testing.T) {
	w := newWorld(t)
	versions := func() (all []any) {
		for _, e := range w.editables() {
			all = append(all, e.read(t, w, w.admin)["etag"])
		}
		return append(all, w.must(t, call{method: "GET", path: "/api/admin/elections/" + w.active.id,
			token: w.admin.token}).json(t)["etag"])
	}
	before := versions()
	w.must(t, call{method: "PUT", path: "/api/admin/roll/" + w.entry + "/present", token: w.admin.token,
		body: obj{"present": true}})
	w.must(t, call{method: "POST", path: "/api/auth/key", body: obj{"key": w.key}, from: w.elsewhere()})
	w.must(t, call{method: "POST", path: "/api/admin/roll/" + w.entry + "/key", token: w.admin.token})
	w.must(t, call{method: "POST", path: "/api/admin/elections/" + w.draft.id + "/preview", token: w.admin.token})
	w.must(t, call{method: "POST", path: "/api/admin/backup", token: w.admin.token, body: obj{"password": rightPassword}})
	w.vote(t, w.ada, w.active, 0)
	if after := versions(); !slices.Equal(before, after) {
		t.Errorf("%v became %v", before, after)
	}
}

func TestAnElectionOpensAsItsAdministratorHasSeenIt(t *testing.T) {
	w := newWorld(t)
	path := "/api/admin/elections/" + w.draft.id
	seen := w.must(t, call{method: "GET", path: path, token: w.admin.token}).json(t)
	w.must(t, call{method: "PUT", path: path + "/candidates/" + w.draft.candidates[0], token: w.second.token,
		body: obj{"name": "Somebody else"}})
	open := call{method: "PUT", path: path + "/status", token: w.admin.token, body: obj{"status": "ACTIVE"},
		header: matching(seen)}
	a := w.do(t, open)
	checkRefusal(t, a, "changed_meanwhile", "")
	open.header = matching(w.must(t, call{method: "GET", path: path, token: w.admin.token}).json(t))
	w.must(t, open)
	again := open
	again.token = w.second.token
	if a := w.do(t, again); a.status != 412 || a.text(t, "params.name") != "Olu Office" {
		t.Errorf("opened again: %d %s", a.status, a.body)
	}
	again.header = nil
	a = w.do(t, again)
	checkRefusal(t, a, "illegal_transition", "status")
	if got := a.text(t, "detail"); got != "This election is already open." {
		t.Error(got)
	}
}

// Somebody comes through the door between the look at a draft for those present and its opening.
func TestAnElectionForThosePresentOpensWhilePeopleCome(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.draft.id
	w.must(t, w.put(path, obj{"settings": obj{"electorate": "present"}}))
	seen := w.must(t, w.get(path)).json(t)
	w.must(t, w.put("/api/admin/roll/"+w.entry+"/present", obj{"present": true}))
	now := w.must(t, w.get(path)).json(t)
	if now["etag"] != seen["etag"] {
		t.Errorf("the version %v became %v", seen["etag"], now["etag"])
	}
	open := w.put(path+"/status", obj{"status": "ACTIVE"})
	open.header = matching(now)
	w.must(t, open)
}

// Two administrators put the candidates, and the questions, in another order: the second has to look first.
func TestAnOrderOfAnEarlierVersionIsRefused(t *testing.T) {
	w := newWorld(t)
	draft := adminElections + "/" + w.draft.id
	w.must(t, w.post(draft+"/questions", obj{"title": "Auditors", "method": "plurality"}))
	for _, kind := range []string{"/candidates", "/questions"} {
		read := w.must(t, w.get(draft)).json(t)
		var order []string
		list := draft + kind
		if kind == "/candidates" {
			list += "?question=" + w.draft.question
		}
		for _, one := range w.must(t, w.get(list)).list(t) {
			order = append(order, one.(obj)["id"].(string))
		}
		put := func(by person, header http.Header) answer {
			slices.Reverse(order)
			body := obj{"order": order}
			if kind == "/candidates" {
				body["question"] = w.draft.question
			}
			return w.do(t, call{method: "PUT", path: draft + kind, token: by.token, body: body, header: header})
		}
		if a := put(w.second, matching(read)); a.status != 200 || a.header.Get("ETag") !=
			`"`+w.must(t, w.get(draft)).json(t)["etag"].(string)+`"` {
			t.Errorf("%s: %d, version %s", kind, a.status, a.header.Get("ETag"))
		}
		if a := put(w.admin, matching(read)); a.status != 412 || a.text(t, "params.name") != "Sam Second" {
			t.Errorf("%s after another's: %d %s", kind, a.status, a.body)
		}
		if a := put(w.admin, nil); a.status != 200 {
			t.Errorf("%s without a version: %d %s", kind, a.status, a.body)
		}
	}
}
