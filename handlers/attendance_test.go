package handlers_test

import (
	"net/http"
	"testing"
)

// An assembly by the API: Noor Haddad, who is absent, gives ada her vote, and a motion from the floor is for the people
// present and those they represent.
func TestAPersonPresentVotesForAnAbsentOne(t *testing.T) {
	w := newWorld(t)
	lines := w.enrol(t, "", "full_name,national_id,weight", "Ada Okafor,"+numberOf(1)+",3",
		"Noor Haddad,"+numberOf(21)+",2", "Tomas Lind,"+numberOf(22)+",1")
	path := func(n int) string { return "/api/admin/roll/" + lines[n].(obj)["entryId"].(string) }
	ada, noor := lines[0].(obj)["entryId"], lines[1].(obj)["entryId"]
	given := w.must(t, w.put(path(1)+"/holder", obj{"holder": ada})).json(t)
	for _, d := range differences("holder", given["holder"], any(obj{"id": ada, "fullName": "Ada Okafor"})) {
		t.Error(d)
	}
	holder := w.must(t, w.get(path(0))).json(t)
	for _, d := range differences("proxyFor", holder["proxyFor"], any([]any{"Noor Haddad"})) {
		t.Error(d)
	}
	for _, d := range differences("proxies", holder["proxies"], any([]any{obj{"id": noor, "fullName": "Noor Haddad"}})) {
		t.Error(d)
	}
	w.try(t, []scenario{
		{"to nobody said", w.put(path(1)+"/holder", obj{}), 400, "validation_failed", "holder"},
		{"to nobody known", w.put(path(1)+"/holder", obj{"holder": "x"}), 400, "validation_failed", "holder"},
		{"passed on", w.put(path(2)+"/holder", obj{"holder": noor}), 400, "validation_failed", "holder"},
	})
	w.must(t, w.put(path(0)+"/present", obj{"present": true}))

	motion := obj{"title": "Buy the second kiln", "electorate": "present", "maxProxies": 1}
	c := contest{id: w.must(t, w.post("/api/admin/motions", motion)).text(t, "id")}
	assembly := any(obj{"present": 1, "presentVotes": 3, "represented": 1, "representedVotes": 2})
	first := w.must(t, w.get("/api/board/elections")).list(t)[0].(obj)
	for where, e := range map[string]obj{
		"administrator": w.must(t, w.get(adminElections+"/"+c.id)).json(t), "board": first,
		"voter": w.must(t, w.ada.as(c.id)).json(t),
	} {
		for _, d := range differences(where, e["attendance"], assembly) {
			t.Error(d)
		}
	}
	giver, absent := w.voter(t, "Noor Haddad", 21), w.voter(t, "Tomas Lind", 22)
	sees := w.must(t, giver.as(c.id)).json(t)
	for _, d := range differences("giver", any(obj{"proxy": sees["proxy"], "eligibility": sees["eligibility"],
		"papers": sees["papers"]}), any(obj{"proxy": obj{"name": "Ada Okafor", "hasVoted": false},
		"eligibility": obj{"may": false, "reason": "proxy_given"}, "papers": []any{}})) {
		t.Error(d)
	}
	if got := w.must(t, absent.as(c.id)).json(t)["eligibility"].(obj)["reason"]; got != "not_present" {
		t.Errorf("to somebody absent: %v", got)
	}
	ballot := func(p person, paper any) call {
		in := obj{"answers": yes(w, t, c)}
		if paper != nil {
			in["paper"] = paper
		}
		return call{method: "POST", path: "/api/user/elections/" + c.id + "/vote", token: p.token, body: in}
	}
	w.try(t, []scenario{
		{"the giver", ballot(giver, nil), 403, "proxy_given", ""},
		{"somebody absent", ballot(absent, nil), 403, "not_present", ""},
	})
	w.must(t, ballot(w.ada, noor))
	voters := w.must(t, w.get(adminElections+"/"+c.id+"/voters")).list(t)
	for _, d := range differences("voters", voters[0].(obj)["proxy"], any(obj{"name": "Ada Okafor", "hasVoted": true})) {
		t.Error(d)
	}
	for name, change := range map[string]call{
		"a proxy": w.put(path(1)+"/holder", obj{"holder": nil}), "a weight": w.put(path(0), obj{"weight": 1}),
	} {
		kept := w.must(t, change).json(t)["keptBy"]
		for _, d := range differences(name, kept, any([]any{obj{"id": c.id, "title": "Buy the second kiln"}})) {
			t.Error(d)
		}
	}
	imported := w.must(t, call{method: "POST", path: "/api/admin/roll", token: w.admin.token,
		header: http.Header{"Content-Type": {"text/csv"}},
		body:   "full_name,national_id,weight\nAda Okafor," + numberOf(1) + ",7\nTomas Lind," + numberOf(22) + ",1"}).json(t)
	for _, d := range differences("an import", imported["keptBy"], any([]any{obj{"id": c.id,
		"title": "Buy the second kiln"}})) {
		t.Error(d)
	}
	if again := w.must(t, w.get(path(0))).json(t); again["keptBy"] != nil {
		t.Errorf("later: %v", again["keptBy"])
	}
}

// yes are the answers of a paper in favour of a motion.
func yes(w *world, tb testing.TB, c contest) obj {
	tb.Helper()
	q := w.must(tb, w.get(adminElections+"/"+c.id)).json(tb)["questions"].([]any)[0].(obj)
	marks := obj{}
	for i, option := range q["candidates"].([]any) {
		marks[option.(obj)["id"].(string)] = []string{"01", "00", "00"}[i]
	}
	return obj{q["id"].(string): marks}
}
