package handlers_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/slip"
	"ostrakon/store/storetest"
)

// slipDay is a draft whose keys people hold, for the three people on the roll, and the computer of the registrar.
type slipDay struct {
	contest
	people    *slip.People
	registrar *storetest.Registrar
	file      []byte // of the credentials
}

func (w *world) slipDay(t *testing.T) slipDay {
	t.Helper()
	d := slipDay{contest: w.contest(t, "Board with slips")}
	w.must(t, w.put("/api/admin/elections/"+d.id, obj{"settings": obj{"electorate": "roll"}}))
	storetest.Hold(t, w.store, store.ElectionID(d.id), 1, 2)
	a := w.must(t, w.get(d.slips()))
	if got := a.header.Get("Content-Disposition"); got != `attachment; filename="slips-people.json"` {
		t.Errorf("the people file is %q", got)
	}
	var err error
	if d.people, err = slip.ParsePeople(a.body); err != nil {
		t.Fatal(err)
	}
	registrar, credentials := storetest.IssueFor(d.people, 2)
	d.registrar, d.file = registrar, credentials.Marshal()
	return d
}

func (d slipDay) slips() string { return "/api/admin/elections/" + d.id + "/slips" }

func (w *world) putSlips(d slipDay, file []byte) call {
	return call{method: "PUT", path: d.slips(), token: w.admin.token, body: file,
		header: http.Header{"Content-Type": {"application/octet-stream"}}}
}

// signIn signs in the first person with their printed slip.
func (d slipDay) signIn(t *testing.T, w *world) (person, string) {
	t.Helper()
	id := d.people.People[0].ID
	key := d.registrar.Login(store.RollID(id))
	a := w.must(t, call{method: "POST", path: "/api/auth/key", body: obj{"key": key}, from: w.elsewhere()})
	return person{token: a.text(t, "token")}, id
}

// signed is the body of a ballot with a stub.
func (d slipDay) signed(t *testing.T, w *world, owner string) obj {
	t.Helper()
	m, err := ballotbox.ParseManifest(w.must(t, seeBoard(d.contest, "manifest")).body)
	noError(t, err)
	key := d.registrar.Codes[store.RollID(owner)].Printed.Key(d.registrar.Assembly).Vote(*m.Number, owner)
	b, err := storetest.SignFor(m, key, 1, 1, 0)
	noError(t, err)
	text := base64.StdEncoding.EncodeToString
	return changed(sealedBody(b), obj{"stubPad": text(b.Stub.Pad[:]), "voteKey": b.Stub.Key.String(),
		"stub": text(b.Stub.Signature[:])})
}

func TestSlipsAreUploadedAndUsed(t *testing.T) {
	w := newWorld(t)
	d := w.slipDay(t)
	checkJSON(t, w.must(t, w.putSlips(d, d.file)), obj{"people": len(d.people.People), "first": 1, "last": 2})
	checkJSON(t, w.must(t, call{method: "GET", path: "/api/board/slips"}), obj{"assemblies": []any{d.people.Assembly}})
	var holders struct {
		Assembly struct{ PollBook store.Slips }
	}
	noError(t, json.Unmarshal(w.must(t, w.get("/api/admin/elections/"+d.id+"/holders")).body, &holders))
	if want := (store.Slips{People: len(d.people.People), First: 1, Last: 2}); holders.Assembly.PollBook != want {
		t.Errorf("the page of the key shows %+v", holders.Assembly.PollBook)
	}
	w.move(t, d.contest, "ACTIVE")
	voter, owner := d.signIn(t, w)
	body := d.signed(t, w, owner)
	a := w.must(t, castBallot(voter, d.contest, body))
	checkJSON(t, a, obj{"electionId": d.id, "leaf": aHash, "signature": pattern(`^[A-Za-z0-9+/]{86}==$`),
		"line": a.json(t)["line"]})
	if again := w.must(t, castBallot(voter, d.contest, body)); string(again.body) != string(a.body) {
		t.Errorf("the receipt was %s, and again it is %s", a.body, again.body)
	}
	w.try(t, []scenario{
		{"before the close", seeBoard(d.contest, "pollbook"), 403, "results_restricted", ""},
		{"another ballot", castBallot(voter, d.contest, d.signed(t, w, owner)), 400, "already_voted", ""},
	})
	w.move(t, d.contest, "COMPLETED")
	book := strings.Split(string(w.must(t, seeBoard(d.contest, "pollbook")).body), "\n\n")
	if len(book) != 2 || strings.Count(book[0], "\n")+1 != len(d.people.People) || strings.Count(book[1], "\n") != 1 {
		t.Errorf("the poll book is %q", book)
	}
	if a := w.must(t, seeBoard(w.counted, "pollbook")); string(a.body) != "\n" {
		t.Errorf("without slips it is %q", a.body)
	}
}

func TestALostSlipIsBlocked(t *testing.T) {
	w := newWorld(t)
	d := w.slipDay(t)
	w.must(t, w.putSlips(d, d.file))
	finder, id := d.signIn(t, w)
	path := "/api/admin/roll/" + id
	checkRefusal(t, w.do(t, call{method: "DELETE", path: path + "/slip", token: finder.token}), "role_required", "")
	checkJSON(t, w.must(t, w.remove(path+"/slip")), obj{"deleted": true})
	if now := w.must(t, w.get(path)).json(t); now["blocked"] != true || now["hasKey"] != true || now["keyUsed"] != false {
		t.Errorf("the entry is %v", now)
	}
	key := func(code slip.Code) call {
		return call{method: "POST", path: "/api/auth/key", body: obj{"key": code.Key(d.registrar.Assembly).Login()},
			from: w.elsewhere()}
	}
	codes := d.registrar.Codes[store.RollID(id)]
	w.try(t, []scenario{
		{"the lost slip", key(codes.Printed), 401, "key_unknown", ""},
		{"the session of the finder", call{method: "GET", path: "/api/user/profile", token: finder.token}, 401,
			"token_invalid", ""},
		{"a slip that is blocked", w.remove(path + "/slip"), 404, "not_found", ""},
		{"nobody", w.remove("/api/admin/roll/" + unknownID + "/slip"), 404, "not_found", ""},
		{"an id that is none", w.remove("/api/admin/roll/me/slip"), 404, "not_found", ""},
	})
	w.must(t, key(codes.Reserve))
}

func TestThePeopleFileHasTheAddressOfThePageThatAsks(t *testing.T) {
	w := newWorld(t)
	d := w.slipDay(t)
	address := func(query string) any { return w.must(t, w.get(d.slips()+query)).json(t)["address"] }
	for query, want := range map[string]string{
		"": "http://example.com", "?address=https://vote.example.org": "https://vote.example.org",
		"?address=https%3A%2F%2Fvote.example.org%3A8443%2F": "https://vote.example.org:8443",
	} {
		if got := address(query); got != want {
			t.Errorf("%q gives the address %s, want %s", query, got, want)
		}
	}
	w.try(t, []scenario{
		{"an address with a path", w.get(d.slips() + "?address=https://vote.example.org/a"), 400, "validation_failed",
			"address"},
		{"no web address", w.get(d.slips() + "?address=vote.example.org"), 400, "validation_failed", "address"},
	})
	w.must(t, w.put("/api/admin/settings", obj{"address": "https://club.example.org"}))
	if got := address("?address=https://vote.example.org"); got != "https://club.example.org" {
		t.Errorf("the slips have the address %s, and not that of the settings", got)
	}
}

func TestBadSlipsAreRefused(t *testing.T) {
	w := newWorld(t)
	d := w.slipDay(t)
	file := string(d.file)
	refuse := func(name, body, code string) scenario {
		return scenario{name, w.putSlips(d, []byte(body)), 400, code, ""}
	}
	w.try(t, []scenario{
		refuse("nothing", "", "slips_refused"),
		refuse("an empty object", "{}", "slips_refused"),
		refuse("half of a file", file[:len(file)/2], "slips_refused"),
		refuse("a file and more", file+"\n", "slips_refused"),
		refuse("another version", strings.Replace(file, `"version":4`, `"version":3`, 1), "slips_refused"),
		refuse("another assembly", strings.Replace(file, d.people.Assembly, d.id, 1), "slips_refused"),
		refuse("a large number", strings.Replace(file, `"first":1`, `"first":30`, 1), "slips_refused"),
		{"slips of no election", call{method: "PUT", path: "/api/admin/elections/" + unknownID + "/slips",
			token: w.admin.token, body: d.file}, 404, "not_found", ""},
		{"slips of a voter", call{method: "PUT", path: d.slips(), token: w.ada.token, body: d.file}, 403, "role_required",
			""},
		{"slips where the server has the key", call{method: "PUT", path: "/api/admin/elections/" + w.draft.id + "/slips",
			token: w.admin.token, body: d.file}, 400, "slips_unfit", ""},
		{"no poll book to drop", w.remove(d.slips()), 404, "not_found", ""},
	})
	w.must(t, w.putSlips(d, d.file))
	checkJSON(t, w.must(t, w.remove(d.slips())), obj{"deleted": true})
}

func TestABallotOfAPollBookHasAWholeStub(t *testing.T) {
	w := newWorld(t)
	d := w.slipDay(t)
	w.must(t, w.putSlips(d, d.file))
	w.move(t, d.contest, "ACTIVE")
	voter, owner := d.signIn(t, w)
	good := d.signed(t, w, owner)
	refuse := func(name string, change obj, code, field string) scenario {
		return scenario{name, castBallot(voter, d.contest, changed(good, change)), 400, code, field}
	}
	text := base64.StdEncoding.EncodeToString
	w.try(t, []scenario{
		refuse("no stub at all", obj{"stub": "", "stubPad": "", "voteKey": ""}, "validation_failed", "voteKey"),
		refuse("no signature", obj{"stub": ""}, "validation_failed", "stub"),
		refuse("no key", obj{"voteKey": ""}, "validation_failed", "voteKey"),
		refuse("no pad", obj{"stubPad": ""}, "validation_failed", "stubPad"),
		refuse("null for a pad", obj{"stubPad": nil}, "validation_failed", "stubPad"),
		refuse("a number for a key", obj{"voteKey": 4}, "validation_failed", "voteKey"),
		refuse("a short key", obj{"voteKey": text(make([]byte, 31))}, "validation_failed", "voteKey"),
		refuse("a long pad", obj{"stubPad": text(make([]byte, sealing.PadSize+1))}, "validation_failed", "stubPad"),
		refuse("a signature with a line end", obj{"stub": "\n" + good["stub"].(string)}, "validation_failed", "stub"),
		refuse("the pad of another stub", obj{"stubPad": text(make([]byte, sealing.PadSize))}, "stub_invalid", "stub"),
		refuse("a foreign key", obj{"voteKey": text(make([]byte, 32))}, "ballot_tag", "tag"),
	})
	w.must(t, castBallot(voter, d.contest, good))
	w.try(t, []scenario{{"a stub where there is no poll book", castBallot(w.cleo, w.active,
		changed(w.sealedFor(t, w.active, w.cleo.id, 1, 0), obj{"stub": good["stub"], "stubPad": good["stubPad"],
			"voteKey": good["voteKey"]})), 400, "slip_unknown", "voteKey"}})
}
