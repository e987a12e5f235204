package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// outlines is a GET of the list of outlines, with a query.
func (p person) outlines(query string) call {
	return call{method: "GET", path: strings.TrimSuffix(userElections, "/") + query, token: p.token}
}

func TestOutlinesSayHowMuchThereIsToDecide(t *testing.T) {
	w := newWorld(t)
	outline := func(c contest, title, status string, more obj) obj {
		return w.ada.withPaper(changed(obj{"id": c.id, "title": title, "status": status, "timeZone": "UTC",
			"questionCount": 1, "candidateCount": 2, "resultsCalculated": false, "hasVoted": false,
			"eligibility": obj{"may": true}}, more))
	}
	closed := obj{"completedAt": aTime, "hasVoted": true, "eligibility": obj{"may": false, "reason": "already_voted"},
		"turnout": obj{"ballots": 3, "electorate": 3, "share": 1.0}}
	active := outline(w.active, "Active board", "ACTIVE", nil)
	completed := outline(w.completed, "Completed board", "COMPLETED", closed)
	counted := outline(w.counted, "Counted board", "COMPLETED", changed(closed, obj{"resultsCalculated": true}))
	checkJSON(t, w.must(t, w.ada.outlines("")), obj{"total": 1, "items": []any{active}})
	checkJSON(t, w.must(t, w.ada.outlines("?status=COMPLETED")), obj{"total": 2, "items": []any{counted, completed}})
	checkJSON(t, w.must(t, w.ada.outlines("?status=COMPLETED&earlier=false")), obj{"items": []any{counted, completed}})
	checkJSON(t, w.must(t, w.ada.outlines("?status=COMPLETED&earlier=true")), obj{"items": []any{}})

	p := w.paper(t, obj{"settings": obj{"shuffleCandidates": true}, "translations": []any{
		obj{"language": "fr", "title": "Assemblée", "description": "Long"}, obj{"language": "de", "description": "Lang"}}},
		asked{obj{"title": "Chair", "last": true}, []string{"Al", "Bo", "None of them"}},
		asked{obj{"title": "Fees", "method": "motion"}, nil})
	w.move(t, p.contest, "ACTIVE")
	several := w.must(t, w.ada.outlines("?limit=1")).list(t)[0].(obj)
	if several["questionCount"] != 2.0 || several["candidateCount"] != nil {
		t.Errorf("an election of two questions: %v", several)
	}
	if got := several["translations"].([]any); len(got) != 1 || len(got[0].(obj)) != 2 {
		t.Errorf("the texts of the list in other languages: %v", got)
	}

	if got := w.walk(t, w.ada.outlines("?status=COMPLETED&limit=1")); !slices.Equal(got,
		[]string{w.counted.id, w.completed.id}) {
		t.Errorf("walked %v", got)
	}
	w.try(t, w.badPages(strings.TrimSuffix(userElections, "/"), w.ada.token))
	w.try(t, []scenario{
		{"a draft is not listed", w.ada.outlines("?status=DRAFT"), 400, "validation_failed", "status"},
		{"nor no status", w.ada.outlines("?status="), 400, "validation_failed", "status"},
		{"nor any age", w.ada.outlines("?earlier=maybe"), 400, "validation_failed", "earlier"},
		{"nor for administrators", call{method: "GET", path: "/api/user/elections", token: w.admin.token}, 403,
			"role_required", ""},
	})
}

func TestOnlyOnesOwnVoteChangesTheListOfOutlines(t *testing.T) {
	w := newWorld(t)
	first := w.must(t, w.ada.outlines(""))
	again := w.ada.outlines("")
	again.header = http.Header{"If-None-Match": {first.header.Get("ETag")}}
	ballots := func() any {
		return w.must(t, w.ada.as("turnout")).list(t)[0].(obj)["turnout"].(obj)["ballots"]
	}
	before := ballots()
	w.vote(t, w.cleo, w.active, 1)
	if a := w.do(t, again); a.status != 304 || len(a.body) != 0 {
		t.Errorf("after a vote of somebody else: %d %s", a.status, a.body)
	}
	if ballots() != before.(float64)+1 {
		t.Errorf("the turnout is %v, and was %v", ballots(), before)
	}
	w.vote(t, w.ada, w.active, 1)
	if a := w.do(t, again); a.status != 200 || a.list(t)[0].(obj)["hasVoted"] != true {
		t.Errorf("after her own vote: %d %s", a.status, a.body)
	}
}

func TestAnAdministratorAsksForTheTurnoutAlone(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.active.id + "/turnout"
	want := obj{"status": "ACTIVE", "turnout": obj{"ballots": 1, "electorate": 3, "share": 1.0 / 3}}
	checkJSON(t, w.must(t, w.get(path)), want)
	w.move(t, w.active, "COMPLETED")
	checkJSON(t, w.must(t, w.get(path)), changed(want, obj{"status": "COMPLETED"}))
}

func TestTheBoardShowsOneElectionOrTheOneThatOpenedLast(t *testing.T) {
	w := newWorld(t)
	all := w.must(t, board("elections")).list(t)
	checkJSON(t, w.must(t, board("elections/"+w.completed.id)), all[1].(obj))
	w.try(t, []scenario{
		{"a draft is not on the board", board("elections/" + w.draft.id), 404, "not_found", ""},
		{"newest is true or false", board("elections?newest=1"), 400, "validation_failed", "newest"},
	})
	w.advance(1)
	w.move(t, w.draft, "ACTIVE") // which was there before the others
	if got := w.must(t, board("elections?newest=true")).column(t, "id"); !slices.Equal(got, []string{w.draft.id}) {
		t.Errorf("the newest are %v, want %s alone", got, w.draft.id)
	}
	if got := newOffice(t).must(t, board("elections?newest=true")).list(t); len(got) != 0 {
		t.Errorf("before the first: %v", got)
	}
}
