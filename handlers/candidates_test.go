package handlers_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// candidatesPath is where an administrator finds the candidates of an election; more names one.
func candidatesPath(c contest, more ...string) string {
	return adminElections + "/" + c.id + "/candidates" + strings.Join(append([]string{""}, more...), "/")
}

func TestAddCandidate(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, w.post(candidatesPath(w.draft),
		obj{"name": " Grace  Mensah ", "affiliation": "Tenants' list", "description": "Roof first.\nThen paint."}))
	record := obj{
		"id": anID, "electionId": w.draft.id, "questionId": w.draft.question, "name": "Grace  Mensah",
		"affiliation": "Tenants' list", "description": "Roof first.\nThen paint.", "createdAt": aTime,
	}
	checkJSON(t, a, record)
	checkJSON(t, w.must(t, w.get(candidatesPath(w.draft))),
		obj{"items": append(candidatesOf(w.draft, "Draft board", adminCandidates), record)})

	no := func(name string, body any, field string) scenario {
		return scenario{name, w.post(candidatesPath(w.draft), body), 400, "validation_failed", field}
	}
	w.try(t, []scenario{
		no("refuses no name", obj{}, "name"),
		no("refuses null for a name", `{"name":null}`, "name"),
		no("refuses a name of 121 characters", obj{"name": strings.Repeat("ü", 121)}, "name"),
		no("refuses a name of two lines", obj{"name": "Grace\u2028Mensah"}, "name"),
		no("refuses an affiliation of 121 characters", obj{"name": "Grace", "affiliation": strings.Repeat("ü", 121)},
			"affiliation"),
		no("refuses a description of 2001 characters", obj{"name": "Grace", "description": strings.Repeat("ü", 2001)},
			"description"),
		no("refuses a photo in words", obj{"name": "Grace", "photo": "x"}, "photo"),
		{"refuses an ACTIVE election", w.post(candidatesPath(w.active), obj{"name": "Grace"}), 400, "election_not_draft", ""},
		{"refuses a COMPLETED election", w.post(candidatesPath(w.completed), obj{"name": "Grace"}), 400, "election_not_draft",
			""},
	})
}

func TestAnElectionTakes100Candidates(t *testing.T) {
	w := newWorld(t)
	for n := 3; n <= 100; n++ {
		w.must(t, w.post(candidatesPath(w.draft), obj{"name": "Candidate " + strconv.Itoa(n)}))
	}
	w.try(t, []scenario{{"refuses one more", w.post(candidatesPath(w.draft), obj{"name": "Candidate 101"}), 400,
		"too_many_candidates", ""}})
	names := w.must(t, w.get(candidatesPath(w.draft))).column(t, "name")
	if len(names) != 100 || names[2] != "Candidate 3" || names[99] != "Candidate 100" {
		t.Errorf("%d candidates: %v", len(names), names)
	}
}

func TestListCandidates(t *testing.T) {
	w := newWorld(t)
	for title, c := range map[string]contest{"Draft board": w.draft, "Active board": w.active,
		"Completed board": w.completed, "Counted board": w.counted} {
		checkJSON(t, w.must(t, w.get(candidatesPath(c))), obj{"items": candidatesOf(c, title, adminCandidates)})
	}
}

func TestUpdateCandidate(t *testing.T) {
	w := newWorld(t)
	path := candidatesPath(w.draft, w.draft.candidates[0])
	record := candidatesOf(w.draft, "Draft board", adminCandidates)[0].(obj)
	steps := []struct {
		name string
		body any
		want obj
	}{
		{"sets what is given and keeps the photo", obj{"affiliation": "Tenants' list", "description": "Roof first."},
			obj{"affiliation": "Tenants' list", "description": "Roof first."}},
		{"leaves what is absent", obj{"name": "Noor El-Haddad"}, obj{"name": "Noor El-Haddad"}},
		{"clears by null", `{"affiliation":null,"description":null}`, obj{"affiliation": nil, "description": nil}},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			record = changed(record, s.want)
			checkJSON(t, w.must(t, w.put(path, s.body)), record)
		})
	}
	w.try(t, []scenario{
		{"refuses null for the name", w.put(path, `{"name":null}`), 400, "validation_failed", "name"},
		{"refuses an empty name", w.put(path, obj{"name": ""}), 400, "validation_failed", "name"},
		{"refuses a candidate of another election",
			w.put(candidatesPath(w.draft, w.active.candidates[0]), obj{"name": "Never"}), 404, "not_found", ""},
		{"refuses an ACTIVE election", w.put(candidatesPath(w.active, w.active.candidates[0]), obj{"name": "Never"}), 400,
			"election_not_draft", ""},
		{"refuses a COMPLETED election", w.put(candidatesPath(w.counted, w.counted.candidates[0]), obj{"name": "Never"}), 400,
			"election_not_draft", ""},
	})
}

func TestCandidatesStandOnLists(t *testing.T) {
	w := newWorld(t)
	q := w.must(t, w.post(questionsPath(w.draft, ""), obj{"title": "Council", "method": "dhondt", "seats": 3}))
	question := q.text(t, "id")
	path := questionsPath(w.draft, "/"+question+"/candidates")
	lists := w.must(t, w.post(path, obj{"names": []any{"Red", "Blue"}})).column(t, "id")
	w.must(t, w.post(path, obj{"names": []any{"Ben", "Bea"}, "list": lists[1]}))
	ron := w.must(t, w.post(candidatesPath(w.draft), obj{"question": question, "name": "Ron", "list": lists[0],
		"minority": true, "since": "1980-01-01"}))
	record := obj{"id": anID, "electionId": w.draft.id, "questionId": question, "name": "Ron", "list": lists[0],
		"minority": true, "since": "1980-01-01", "createdAt": aTime}
	checkJSON(t, ron, record)
	of := candidatesPath(w.draft, ron.text(t, "id"))
	stand := func(want ...string) {
		t.Helper()
		got := w.must(t, w.get(candidatesPath(w.draft)+"?question="+question)).column(t, "name")
		if !slices.Equal(got, want) {
			t.Errorf("they stand as %q, want %q", got, want)
		}
	}
	stand("Red", "Blue", "Ron", "Ben", "Bea")
	checkJSON(t, w.must(t, w.put(of, obj{"list": lists[1], "minority": false, "since": nil})),
		changed(record, obj{"list": lists[1], "minority": nil, "since": nil}))
	stand("Red", "Blue", "Ben", "Bea", "Ron")
	checkJSON(t, w.must(t, w.put(of, obj{"list": nil})), changed(record, obj{"list": nil, "minority": nil, "since": nil}))
	stand("Red", "Blue", "Ron", "Ben", "Bea")
	blue := candidatesPath(w.draft, lists[1])
	plain := candidatesPath(w.draft, w.draft.candidates[0])
	w.try(t, []scenario{
		{"refuses a list that is none", w.put(of, obj{"list": w.draft.candidates[0]}), 400, "validation_failed", "list"},
		{"refuses a list in words", w.put(of, obj{"list": "Blue"}), 400, "validation_failed", "list"},
		{"refuses an empty list", w.put(of, obj{"list": ""}), 400, "validation_failed", "list"},
		{"refuses a list of names that is none", w.post(path, obj{"names": []any{"Eve"}, "list": ""}), 400,
			"validation_failed", "list"},
		{"refuses a list as a number", w.post(path, obj{"names": []any{"Eve"}, "list": 1}), 400, "validation_failed", "list"},
		{"refuses a list on a list", w.put(blue, obj{"list": lists[0]}), 400, "validation_failed", "list"},
		{"refuses the gender of a list", w.put(blue, obj{"minority": true}), 400, "validation_failed", "minority"},
		{"refuses a gender in words", w.put(of, obj{"minority": "yes"}), 400, "validation_failed", "minority"},
		{"refuses the date of a list", w.put(blue, obj{"since": "1980-01-01"}), 400, "validation_failed", "since"},
		{"refuses another calendar", w.put(of, obj{"list": lists[0], "since": "01.01.1980"}), 400, "validation_failed",
			"since"},
		{"refuses a list elsewhere", w.put(plain, obj{"list": lists[0]}), 400, "validation_failed", "list"},
		{"keeps a list that has candidates", w.remove(blue), 400, "list_not_empty", ""},
	})
}

func TestRemoveCandidate(t *testing.T) {
	w := newWorld(t)
	w.try(t, []scenario{
		{"refuses a candidate of another election", w.remove(candidatesPath(w.draft, w.active.candidates[0])), 404,
			"not_found", ""},
		{"refuses an ACTIVE election", w.remove(candidatesPath(w.active, w.active.candidates[0])), 400, "election_not_draft",
			""},
		{"refuses a COMPLETED election", w.remove(candidatesPath(w.counted, w.counted.candidates[0])), 400,
			"election_not_draft", ""},
	})
	checkJSON(t, w.must(t, w.remove(candidatesPath(w.draft, w.draft.candidates[0]))), obj{"deleted": true})
	w.try(t, []scenario{
		{"is gone", w.put(candidatesPath(w.draft, w.draft.candidates[0]), obj{"name": "Never"}), 404, "not_found", ""},
		{"took the photo along", w.get("/api/admin/candidates/" + w.draft.candidates[0] + "/photo"), 404, "not_found", ""},
	})
	if got := w.must(t, w.get(candidatesPath(w.draft))).column(t, "id"); len(got) != 1 || got[0] != w.draft.candidates[1] {
		t.Errorf("left are %v", got)
	}
}
