package handlers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

const (
	adminElections = "/api/admin/elections"
	userElections  = "/api/user/elections/"
)

// electionRecord is an election of the world in DRAFT as an administrator sees it.
func electionRecord(c contest, title string) obj {
	electorate := "open"
	if title == "Counted board" {
		electorate = "roll"
	}
	return withBallot(obj{
		"id": c.id, "title": title, "status": "DRAFT", "settings": settingsOf(obj{"electorate": electorate}),
		"timeZone":  "UTC",
		"createdAt": aTime, "updatedAt": aTime, "turnout": obj{"ballots": 0, "electorate": 3, "share": 0},
		"resultsCalculated": false, "notices": []any{},
		"exports": 0, "custody": "server", "tried": false,
	}, questionRecord(c, "", candidatesOf(c, title, adminCandidates)))
}

// openedRecord is an election of the world past DRAFT as an administrator sees it.
func openedRecord(c contest, title, status string, fields obj) obj {
	record := withBallot(electionRecord(c, title), questionRecord(c, title, candidatesOf(c, title, adminCandidates)))
	settings := changed(record["settings"].(obj), obj{"proof": title == "Counted board"})
	return changed(changed(record, obj{"status": status, "settings": settings, "activatedAt": aTime}), fields)
}

// settingsOf is the settings of a new election with some changed.
func settingsOf(fields obj) obj {
	return changed(obj{
		"shuffleCandidates": false, "electorate": "open", "autoOpen": false, "autoCount": false, "maxProxies": 0,
		"keepBoxDays": 0, "printedPapers": 0,
	}, fields)
}

// questionRecord is the plurality question of a new election.
func questionRecord(c contest, title string, candidates []any) obj {
	return obj{
		"id": c.question, "title": title, "method": "plurality", "seats": 1, "min": 1, "max": 1, "draw": false,
		"evidence": "papers", "candidates": candidates,
	}
}

// withBallot puts questions into the record of an election.
func withBallot(record obj, questions ...any) obj {
	return changed(record, obj{"questions": questions})
}

// adminCandidates and userCandidates begin the paths of candidates' photos.
const (
	adminCandidates = "/api/admin/candidates/"
	userCandidates  = "/api/user/elections/candidates/"
)

// candidatesOf is the two candidates of an election of the world; base begins the path of their
// photos.
func candidatesOf(c contest, title, base string) []any {
	return []any{
		obj{
			"id": c.candidates[0], "electionId": c.id, "questionId": c.question, "name": "Noor " + title, "createdAt": aTime,
			"photo": obj{"url": base + c.candidates[0] + "/photo", "mediaType": "image/jpeg", "width": 40, "height": 30,
				"sha256": aHash},
		},
		obj{"id": c.candidates[1], "electionId": c.id, "questionId": c.question, "name": "Tomas " + title,
			"createdAt": aTime},
	}
}

// get, put, post and remove are requests of the administrator.
func (w *world) get(path string) call { return call{method: "GET", path: path, token: w.admin.token} }
func (w *world) put(path string, body any) call {
	return call{method: "PUT", path: path, token: w.admin.token, body: body}
}
func (w *world) post(path string, body any) call {
	return call{method: "POST", path: path, token: w.admin.token, body: body}
}
func (w *world) remove(path string) call {
	return call{method: "DELETE", path: path, token: w.admin.token}
}

func TestCreateElection(t *testing.T) {
	w := newWorld(t)
	t.Run("answers a DRAFT", func(t *testing.T) {
		settings := obj{
			"shuffleCandidates": true, "electorate": "roll", "autoOpen": true, "autoCount": true, "maxProxies": 2,
			"keepBoxDays": 0, "printedPapers": 0,
			"quorum": obj{"least": []any{1, 4}},
		}
		times := obj{"opensAt": "2031-06-01T08:00:00.123Z", "closesAt": "2031-06-07T20:00:00Z"}
		fields := obj{"title": "Treasurer", "description": "One seat.\nTwo years.", "settings": settings,
			"timeZone": "Europe/Zurich"}
		a := w.must(t, w.post(adminElections,
			changed(fields, obj{"title": "  Treasurer ", "opensAt": "2031-06-01T10:00:00.123456+02:00",
				"closesAt": times["closesAt"]})))
		question := questionRecord(contest{}, "", []any{})
		question["id"] = anID
		checkJSON(t, a, withBallot(changed(changed(fields, times), obj{
			"id": anID, "status": "DRAFT", "createdAt": aTime, "updatedAt": aTime,
			"turnout":           obj{"ballots": 0, "electorate": 4, "share": 0},
			"resultsCalculated": false, "notices": []any{}, "exports": 0, "custody": "server", "tried": false,
		}), question))
	})
	t.Run("needs no more than a title", func(t *testing.T) {
		a := w.must(t, w.post(adminElections, obj{"title": "Treasurer"}))
		none := questionRecord(contest{}, "", []any{})
		none["id"] = anID
		checkJSON(t, a, withBallot(changed(electionRecord(w.draft, "Treasurer"), obj{"id": anID}), none))
	})
	no := func(name string, fields obj, field string) scenario {
		return scenario{name, w.post(adminElections, changed(obj{"title": "Treasurer"}, fields)), 400, "validation_failed",
			field}
	}
	w.try(t, []scenario{
		no("refuses no title", obj{"title": nil}, "title"),
		{"refuses null for a title", w.post(adminElections, `{"title":null}`), 400, "validation_failed", "title"},
		no("refuses a title of spaces", obj{"title": "  "}, "title"),
		no("refuses a title of 201 characters", obj{"title": strings.Repeat("ü", 201)}, "title"),
		no("refuses a title of two lines", obj{"title": "a\nb"}, "title"),
		no("refuses a description of 5001 characters", obj{"description": strings.Repeat("ü", 5001)}, "description"),
		no("refuses a method beside the questions", obj{"method": "approval"}, "method"),
		no("refuses questions", obj{"questions": []any{}}, "questions"),
		no("refuses an unknown setting", obj{"settings": obj{"liveResults": true}}, "liveResults"),
		no("refuses a setting of another type", obj{"settings": obj{"shuffleCandidates": 1}}, "shuffleCandidates"),
		no("refuses a draw beside the questions", obj{"settings": obj{"tieBreak": "draw"}}, "tieBreak"),
		no("refuses another electorate", obj{"settings": obj{"electorate": "friends"}}, "electorate"),
		no("refuses an empty electorate", obj{"settings": obj{"electorate": ""}}, "electorate"),
		no("refuses what is no time", obj{"opensAt": "tomorrow"}, "opensAt"),
		no("refuses a date without a time", obj{"opensAt": "2031-06-01"}, "opensAt"),
		no("refuses a closing before the opening", obj{"opensAt": "2031-06-01T08:00:00Z", "closesAt": "2031-06-01T07:59:59Z"},
			"closesAt"),
		no("refuses a closing at the opening",
			obj{"opensAt": "2031-06-01T08:00:00Z", "closesAt": "2031-06-01T09:00:00+01:00"}, "closesAt"),
		no("refuses a year that UTC would make 10000", obj{"closesAt": "9999-12-31T23:00:00-10:00"}, "closesAt"),
		no("refuses a year that UTC would make -1", obj{"opensAt": "0000-01-01T00:00:00+10:00"}, "opensAt"),
		no("refuses the time that stands for none", obj{"opensAt": "0001-01-01T00:00:00Z"}, "opensAt"),
	})
}

func TestGetElection(t *testing.T) {
	w := newWorld(t)
	checkJSON(t, w.must(t, w.get(adminElections+"/"+w.draft.id)), electionRecord(w.draft, "Draft board"))
	checkJSON(t, w.must(t, w.get(adminElections+"/"+w.active.id)), openedRecord(w.active, "Active board", "ACTIVE", obj{
		"turnout": obj{"ballots": 1, "electorate": 3, "share": 1. / 3},
	}))
	checkJSON(t, w.must(t, w.get(adminElections+"/"+w.counted.id)),
		openedRecord(w.counted, "Counted board", "COMPLETED", obj{
			"completedAt": aTime, "turnout": obj{"ballots": 3, "electorate": 3, "share": 1}, "resultsCalculated": true,
		}))
}

func TestUpdateElection(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.draft.id
	record := electionRecord(w.draft, "Draft board")
	sets := func(fields obj) obj { return obj{"settings": settingsOf(fields)} }
	turnoutOf := func(electorate int) obj { // a DRAFT tells who could vote now
		return obj{"turnout": obj{"ballots": 0, "electorate": electorate, "share": 0}}
	}
	steps := []struct {
		name string
		body any
		want obj
	}{
		{"sets what is given", obj{"title": "New title", "description": "Why.", "opensAt": "2031-06-01T08:00:00Z",
			"closesAt": "2031-06-07T20:00:00Z"},
			obj{"title": "New title", "description": "Why.", "opensAt": "2031-06-01T08:00:00Z",
				"closesAt": "2031-06-07T20:00:00Z"}},
		{"leaves what is absent", obj{"settings": obj{"shuffleCandidates": true}}, sets(obj{"shuffleCandidates": true})},
		{"leaves the setting that is absent", obj{"settings": obj{"autoCount": true}},
			sets(obj{"shuffleCandidates": true, "autoCount": true})},
		{"leaves every setting for none", obj{"settings": obj{}}, nil},
		{"leaves a setting that is null", `{"settings":{"shuffleCandidates":null,"autoCount":null,"electorate":null}}`, nil},
		{"sets the electorate alone", obj{"settings": obj{"electorate": "roll"}},
			changed(sets(obj{"shuffleCandidates": true, "autoCount": true, "electorate": "roll"}), turnoutOf(4))},
		{"leaves the settings for null", `{"settings":null}`, nil},
		{"takes a setting back", obj{"settings": obj{"shuffleCandidates": false, "autoCount": false, "electorate": "open"}},
			changed(sets(nil), turnoutOf(3))},
		{"changes nothing for an empty object", obj{}, nil},
		{"clears by null", `{"description":null,"opensAt":null}`, obj{"description": nil, "opensAt": nil}},
		{"clears the other time", `{"closesAt":null}`, obj{"closesAt": nil}},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			record = changed(record, s.want)
			checkJSON(t, w.must(t, w.put(path, s.body)), record)
			checkJSON(t, w.must(t, w.get(path)), record)
		})
	}
	w.try(t, []scenario{
		{"refuses null for the title", w.put(path, `{"title":null}`), 400, "validation_failed", "title"},
		{"refuses a method beside the questions", w.put(path, obj{"method": "plurality"}), 400, "validation_failed",
			"method"},
		{"refuses other questions", w.put(path, obj{"questions": []any{}}), 400, "validation_failed", "questions"},
		{"refuses one bad field among good ones", w.put(path, obj{"title": "Never", "timeZone": "Mars"}), 400,
			"validation_failed", "timeZone"},
		{"refuses an ACTIVE election", w.put(adminElections+"/"+w.active.id, obj{"title": "Never"}), 400,
			"election_not_draft", ""},
		{"refuses a COMPLETED election", w.put(adminElections+"/"+w.completed.id, obj{"closesAt": "2031-06-07T20:00:00Z"}),
			400, "election_not_draft", ""},
	})
}

func TestAnElectionWithWarningsCanBeSentBack(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.paper(t, nil, ask("stv", nil)).id
	record := w.must(t, w.get(path)).json(t)
	if warnings, _ := record["warnings"].([]any); len(warnings) != 1 || warnings[0].(obj)["code"] != "few_papers" {
		t.Fatalf("warnings %v", record["warnings"])
	}
	record["title"] = "Fewer"
	if got := w.must(t, w.put(path, record)).text(t, "title"); got != "Fewer" {
		t.Errorf("the title is %q", got)
	}
}

func TestDeleteElection(t *testing.T) {
	w := newWorld(t)
	w.try(t, []scenario{
		{"refuses an ACTIVE election", w.remove(adminElections + "/" + w.active.id), 400, "election_not_draft", ""},
		{"refuses a COMPLETED election", w.remove(adminElections + "/" + w.completed.id), 400, "election_not_draft", ""},
	})
	photo := call{method: "GET", path: "/api/admin/candidates/" + w.draft.candidates[0] + "/photo", token: w.admin.token}
	w.must(t, photo)
	checkJSON(t, w.must(t, w.remove(adminElections+"/"+w.draft.id)), obj{"deleted": true})
	w.try(t, []scenario{
		{"is gone", w.get(adminElections + "/" + w.draft.id), 404, "not_found", ""},
		{"is gone for deletion too", w.remove(adminElections + "/" + w.draft.id), 404, "not_found", ""},
		{"took the photos along", photo, 404, "not_found", ""},
	})
}

func TestElectionStatus(t *testing.T) {
	w := newWorld(t)
	status := func(c contest, to string) call { return w.put(adminElections+"/"+c.id+"/status", obj{"status": to}) }
	var illegal []scenario
	for from, c := range map[string]contest{"DRAFT": w.draft, "ACTIVE": w.active, "COMPLETED": w.completed} {
		for _, to := range []string{"DRAFT", "ACTIVE", "COMPLETED"} {
			if from+to != "DRAFTACTIVE" && from+to != "ACTIVECOMPLETED" {
				illegal = append(illegal, scenario{"refuses " + from + " to " + to, status(c, to), 400, "illegal_transition",
					"status"})
			}
		}
	}
	w.try(t, illegal)
	empty := contest{id: w.must(t, w.post(adminElections, obj{"title": "Nobody stands"})).text(t, "id")}
	late := w.contest(t, "Too late")
	w.must(t, w.put(adminElections+"/"+late.id, obj{"closesAt": w.clock.Now().Add(time.Hour)}))
	w.advance(time.Hour)
	w.try(t, []scenario{
		{"refuses an unknown status", status(w.draft, "OPEN"), 400, "validation_failed", "status"},
		{"refuses a status in lower case", status(w.draft, "active"), 400, "validation_failed", "status"},
		{"refuses no status", w.put(adminElections+"/"+w.draft.id+"/status", obj{}), 400, "validation_failed", "status"},
		{"refuses ACTIVE without candidates", status(empty, "ACTIVE"), 400, "too_few_candidates", ""},
		{"refuses ACTIVE once the closing has passed", status(late, "ACTIVE"), 400, "voting_closed", ""},
	})
	w.must(t, w.post(adminElections+"/"+empty.id+"/candidates", obj{"name": "Alone"}))
	w.try(t, []scenario{{"refuses ACTIVE with one candidate", status(empty, "ACTIVE"), 400, "too_few_candidates", ""}})

	t.Run("takes a DRAFT to ACTIVE and COMPLETED", func(t *testing.T) {
		record := openedRecord(w.draft, "Draft board", "ACTIVE", nil)
		checkJSON(t, w.must(t, status(w.draft, "ACTIVE")), record)
		record = changed(record, obj{"status": "COMPLETED", "completedAt": aTime})
		checkJSON(t, w.must(t, status(w.draft, "COMPLETED")), record)
	})
}

func TestListElections(t *testing.T) {
	w := newWorld(t)
	newest := []string{w.counted.id, w.completed.id, w.active.id, w.kept.id, w.draft.id}
	for query, want := range map[string][]string{
		"": newest, "?limit=200": newest, "?status=DRAFT": newest[3:], "?status=ACTIVE": newest[2:3],
		"?status=COMPLETED": newest[:2], "?limit=1": newest[:1],
		"?sort=-createdAt": newest, "?sort=createdAt": {w.draft.id, w.kept.id, w.active.id, w.completed.id, w.counted.id},
		"?sort=createdAt&status=COMPLETED": {w.completed.id, w.counted.id},
	} {
		if got := w.must(t, w.get(adminElections+query)).column(t, "id"); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	t.Run("shows each election whole", func(t *testing.T) {
		checkJSON(t, w.must(t, w.get(adminElections+"?status=ACTIVE")),
			obj{"total": 1, "items": []any{openedRecord(w.active, "Active board", "ACTIVE", obj{
				"turnout": obj{"ballots": 1, "electorate": 3, "share": 1. / 3},
			})}})
	})
	t.Run("goes on from page to page", func(t *testing.T) {
		if got := w.walk(t, w.get(adminElections+"?limit=1")); strings.Join(got, " ") != strings.Join(newest, " ") {
			t.Errorf("walked %v, want %v", got, newest)
		}
		slices.Reverse(newest)
		if got := w.walk(t, w.get(adminElections+"?limit=1&sort=createdAt")); strings.Join(got, " ") !=
			strings.Join(newest, " ") {
			t.Errorf("walked %v, want %v", got, newest)
		}
	})
	w.try(t, w.badPages(adminElections, w.admin.token))
	w.try(t, []scenario{
		{"refuses an unknown order", w.get(adminElections + "?sort=title"), 400, "validation_failed", "sort"},
		{"refuses an unknown status", w.get(adminElections + "?status=OPEN"), 400, "validation_failed", "status"},
		{"refuses a cursor of another filter",
			w.get(adminElections + "?status=ACTIVE&after=" + w.must(t, w.get(adminElections+"?limit=1")).text(t, "next")), 400,
			"validation_failed", "after"},
	})
}

// walk follows next to the end and returns the ids on the way. The call's path ends in its query.
func (w *world) walk(tb testing.TB, c call) []string {
	tb.Helper()
	var ids []string
	for path := c.path; ; {
		a := w.must(tb, c)
		ids = append(ids, a.column(tb, "id")...)
		next, more := a.json(tb)["next"].(string)
		if !more || len(ids) > 1000 {
			return ids
		}
		c.path = path + "&after=" + next
	}
}

// badPages are requests for a page that no list has.
func (w *world) badPages(path, token string) []scenario {
	var bad []scenario
	join := "?"
	if strings.Contains(path, "?") {
		join = "&"
	}
	add := func(name, value string) {
		c := call{method: "GET", path: path + join + name + "=" + value, token: token}
		bad = append(bad, scenario{"refuses " + name + "=" + value[:min(len(value), 30)], c, 400, "validation_failed", name})
	}
	for _, limit := range []string{"0", "-1", "201", "1e2", "ten", "99999999999999999999", "%00", "1%3B2"} {
		add("limit", limit)
	}
	for _, after := range []string{"x", "%00", "null", "AAAA", strings.Repeat("A", 5000), "..%2F..%2Fetc", "%ff%fe",
		strings.Repeat("A", 46) + "%3D"} {
		add("after", after)
	}
	return bad
}

func TestListsHold50UnlessAsked(t *testing.T) {
	w := newWorld(t)
	for range 53 {
		storetest.Election(t, w.store, "One of many")
	}
	a := w.must(t, w.get(adminElections))
	if n := len(a.list(t)); n != store.DefaultPage || a.json(t)["next"] == nil {
		t.Errorf("%d items", n)
	}
	if got := w.walk(t, w.get(adminElections+"?status=DRAFT")); len(got) != 55 {
		t.Errorf("walked %d elections, want 55", len(got))
	}
}
