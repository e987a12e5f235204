package handlers_test

import (
	"bytes"
	"testing"

	"ostrakon/store/ballotbox"
)

// outcomeOf is the outcome of a question, empty but for some members.
func outcomeOf(fields obj) obj {
	return changed(obj{
		"ending": "elected", "papers": 0, "blank": 0, "votes": []any{}, "against": []any{}, "fives": []any{},
		"base": 0, "needed": 0, "quota": 0,
		"elected": []any{}, "tied": []any{},
		"finalists": []any{}, "stages": []any{}, "prefers": []any{}, "paths": []any{}, "draws": []any{}, "drawDecided": "no",
	}, fields)
}

// resultsOf is the results of an election of the world in which the first candidate has two votes
// and the second one, or of one with another outcome and other fields.
func resultsOf(c contest, title string, outcome, fields obj) obj {
	question := questionRecord(c, title, nil)
	delete(question, "candidates")
	question["options"] = []any{obj{"id": c.candidates[0], "name": "Noor " + title},
		obj{"id": c.candidates[1], "name": "Tomas " + title}}
	question["outcome"] = outcomeOf(changed(obj{"papers": 3, "votes": []any{2, 1}, "elected": []any{1}}, outcome))
	result := changed(obj{
		"electionId": c.id, "title": title, "calculatedAt": aTime,
		"seal": obj{"algorithm": "SHA-256", "hash": aHash, "note": aSeal},
		"cast": 3, "invalid": 0, "turnout": obj{"ballots": 3, "electorate": 3, "share": 1}, "questions": []any{question},
	}, fields)
	question["turnout"], question["cast"] = result["turnout"], result["cast"]
	return result
}

func (w *world) calculate(c contest) call {
	return w.post(adminElections+"/"+c.id+"/calculate-results", nil)
}

func TestCalculateResults(t *testing.T) {
	w := newWorld(t)
	w.try(t, []scenario{
		{"refuses a DRAFT", w.calculate(w.draft), 400, "election_not_completed", ""},
		{"refuses an ACTIVE election", w.calculate(w.active), 400, "election_not_completed", ""},
	})
	a := w.must(t, w.calculate(w.completed))
	checkJSON(t, a, resultsOf(w.completed, "Completed board", nil, nil))
	t.Run("answers the same again", func(t *testing.T) {
		if again := w.must(t, w.calculate(w.completed)); !bytes.Equal(again.body, a.body) {
			t.Errorf("%s\n%s", again.body, a.body)
		}
	})
	t.Run("and to whoever reads them", func(t *testing.T) {
		for _, c := range []call{w.get(adminElections + "/" + w.completed.id + "/results"),
			w.ben.as(w.completed.id + "/results")} {
			if read := w.must(t, c); !bytes.Equal(read.body, a.body) {
				t.Errorf("%s: %s\n%s", c.path, read.body, a.body)
			}
		}
	})
}

func TestResultsStateTies(t *testing.T) {
	w := newWorld(t)
	w.vote(t, w.ada, w.active, 0)
	w.move(t, w.active, "COMPLETED")
	outcome := obj{"ending": "tie", "papers": 2, "votes": []any{1, 1}, "elected": []any{}, "tied": []any{1, 2}}
	checkJSON(t, w.must(t, w.calculate(w.active)), resultsOf(w.active, "Active board", outcome, obj{
		"cast": 2, "turnout": obj{"ballots": 2, "electorate": 3, "share": 2. / 3},
	}))
}

func TestATieIsDrawnWhereTheElectionAsksForIt(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Drawn board")
	w.must(t, w.put(questionsPath(c, "/"+c.question), obj{"draw": true}))
	w.move(t, c, "ACTIVE")
	w.vote(t, w.ada, c, 0)
	w.vote(t, w.ben, c, 1)
	w.move(t, c, "COMPLETED")
	a := w.must(t, w.calculate(c))
	drawn := a.json(t)["questions"].([]any)[0].(obj)["outcome"].(obj)["elected"].([]any)[0].(float64)
	if drawn != 1 && drawn != 2 {
		t.Errorf("drew %v", drawn)
	}
	outcome := obj{
		"papers": 2, "votes": []any{1, 1}, "elected": []any{drawn}, "drawDecided": "yes",
		"draws": []any{obj{"stage": 0, "for": "seat", "among": []any{1, 2}, "chosen": drawn}},
	}
	want := resultsOf(c, "Drawn board", outcome,
		obj{"cast": 2, "turnout": obj{"ballots": 2, "electorate": 3, "share": 2. / 3}})
	want["questions"].([]any)[0].(obj)["draw"] = true
	checkJSON(t, a, want)
	w.checkBundle(t, c, ballotbox.Evidence{}) // the draw can be redone
}

func TestResultsOfNoBallots(t *testing.T) {
	w := newWorld(t)
	w.move(t, w.draft, "ACTIVE")
	w.move(t, w.draft, "COMPLETED")
	a := w.must(t, w.calculate(w.draft))
	outcome := obj{"ending": "no_votes", "papers": 0, "votes": []any{0, 0}, "elected": []any{}}
	checkJSON(t, a, resultsOf(w.draft, "Draft board", outcome, obj{
		"cast": 0, "turnout": obj{"ballots": 0, "electorate": 3, "share": 0},
	}))
}

func TestResultsAreClosedUntilCounted(t *testing.T) {
	w := newWorld(t)
	asAdmin := func(c contest) call { return w.get(adminElections + "/" + c.id + "/results") }
	asVoter := func(c contest) call { return w.ada.as(c.id + "/results") }
	w.try(t, []scenario{
		{"DRAFT to an administrator", asAdmin(w.draft), 403, "results_restricted", ""},
		{"DRAFT to a voter", asVoter(w.draft), 404, "not_found", ""},
		{"ACTIVE to an administrator", asAdmin(w.active), 403, "results_restricted", ""},
		{"ACTIVE to a voter", asVoter(w.active), 403, "results_restricted", ""},
		{"ACTIVE to who has voted", w.ben.as(w.active.id + "/results"), 403, "results_restricted", ""},
		{"not counted to an administrator", asAdmin(w.completed), 404, "results_not_calculated", ""},
		{"not counted to a voter", asVoter(w.completed), 404, "results_not_calculated", ""},
		{"an administrator on the voters' route",
			call{method: "GET", path: userElections + w.counted.id + "/results", token: w.admin.token}, 403, "role_required",
			""},
	})
	checkJSON(t, w.must(t, asAdmin(w.counted)), resultsOf(w.counted, "Counted board", nil, nil))
	checkJSON(t, w.must(t, asVoter(w.counted)), resultsOf(w.counted, "Counted board", nil, nil))
}

// No answer about an election that is not completed may change with the choices that were made in
// it.
func TestNothingTellsChoicesBeforeTheClose(t *testing.T) {
	w := newWorld(t)
	read := func() []byte {
		var all []byte
		for _, c := range []call{
			w.get(adminElections + "/" + w.active.id), w.get(adminElections), w.get(candidatesPath(w.active)),
			w.get("/api/admin/audit"),
			w.cleo.as("active"), w.cleo.as(w.active.id), w.cleo.as(w.active.id + "/candidates"),
			board("elections"), board("elections/" + w.active.id + "/manifest"),
		} {
			all = append(all, w.must(t, c).body...)
		}
		return all
	}
	w.vote(t, w.ada, w.active, 0)
	one := read()
	w.office = newWorld(t).office // the same moment again, and the other choice
	w.vote(t, w.ada, w.active, 1)
	if !bytes.Equal(one, read()) {
		t.Error("the answers differ")
	}
}

// Noor has two votes and Tomas one, but the seat is for the north, and Tomas is of it.
func TestResultsSayWhoHasASeatByQuotas(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "North board")
	w.must(t, w.put(adminElections+"/"+c.id+"/candidates/"+c.candidates[1], obj{"kind": "north"}))
	quotas := []any{obj{"kind": "north", "least": 1}}
	w.must(t, w.put(questionsPath(c, "/"+c.question), obj{"quotas": quotas}))
	w.move(t, c, "ACTIVE")
	for i, p := range w.voters(t, 3) {
		w.vote(t, p, c, i/2)
	}
	w.move(t, c, "COMPLETED")
	want := resultsOf(c, "North board", obj{"elected": []any{2}, "succession": obj{
		"moved": []any{obj{"in": 2, "out": 1}}, "rest": []any{[]any{1}}, "next": []any{[]any{1}},
	}}, nil)
	question := want["questions"].([]any)[0].(obj)
	question["quotas"] = quotas
	question["options"].([]any)[1].(obj)["kind"] = "north"
	a := w.must(t, w.calculate(c))
	checkJSON(t, a, want)
}
