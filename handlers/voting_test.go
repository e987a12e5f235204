package handlers_test

import (
	"errors"
	"log/slog"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/handlers"
	"ostrakon/store"
)

// ballot is a request to cast a vote.
func ballot(p person, election, candidate string) call {
	return call{method: "POST", path: userElections + election + "/vote", token: p.token,
		body: obj{"candidateId": candidate}}
}

// as is a GET of a voter below /api/user/elections/.
func (p person) as(path string) call {
	return call{method: "GET", path: userElections + path, token: p.token}
}

// voterElection is an election of the world as a voter sees it.
func voterElection(c contest, title, status string, fields obj) obj {
	seen := candidatesOf(c, title, userCandidates)
	record := withBallot(openedRecord(c, title, status, nil), questionRecord(c, title, seen))
	delete(record, "exports")
	delete(record, "tried")
	return changed(changed(record, obj{"hasVoted": false, "eligibility": obj{"may": true}}), fields)
}

// withPaper adds a voter's own paper, the only one, to the record of an election.
func (p person) withPaper(record obj) obj {
	return changed(record, obj{"papers": []any{obj{"id": "", "owner": anID, "name": p.name, "weight": 1,
		"class": 1, "hasVoted": record["hasVoted"]}}})
}

// Whoever may vote by the election's word gets a receipt, and whoever may not is refused.
func TestVotersSeeWhetherTheyMayVote(t *testing.T) {
	w := newWorld(t)
	onRoll, timed := w.contest(t, "For the roll"), w.contest(t, "On time")
	w.must(t, call{method: "PUT", path: "/api/admin/elections/" + onRoll.id, token: w.admin.token,
		body: obj{"settings": obj{"electorate": "roll"}}})
	opens, closes := w.clock.Now().Add(time.Hour), w.clock.Now().Add(2*time.Hour)
	w.must(t, call{method: "PUT", path: "/api/admin/elections/" + timed.id, token: w.admin.token,
		body: obj{"opensAt": opens, "closesAt": closes}})
	w.move(t, onRoll, "ACTIVE")
	w.move(t, timed, "ACTIVE")
	dan := w.voter(t, "Dan Adeyemi", 4)                               // on no roll
	w.enrol(t, "", "full_name,national_id", dan.name+","+numberOf(4)) // too late for the frozen one
	w.must(t, call{method: "POST", path: "/api/admin/users/" + w.cleo.id + "/admission", token: w.admin.token,
		body: obj{"decision": "refuse", "reason": "Moved away."}})

	expect := func(p person, c contest, reason, refusal string) {
		t.Helper()
		want := obj{"may": reason == "", "reason": reason}
		if reason == "" {
			delete(want, "reason")
		}
		e := w.must(t, p.as(c.id)).json(t)
		if got := e["eligibility"]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s in %v: %v, want %v", p.name, e["title"], got, want)
		}
		list := "active"
		if e["status"] == "COMPLETED" {
			list = "completed"
		}
		for _, item := range w.must(t, p.as(list)).list(t) {
			if item.(obj)["id"] == c.id && !reflect.DeepEqual(item.(obj)["eligibility"], want) {
				t.Errorf("%s in the list, %v: %v, want %v", p.name, e["title"], item.(obj)["eligibility"], want)
			}
		}
		a := w.do(t, ballot(p, c.id, c.candidates[0]))
		if refusal == "" && a.status != 200 {
			t.Errorf("%s in %v: %d %s", p.name, e["title"], a.status, a.body)
		}
		if refusal != "" {
			checkRefusal(t, a, refusal, "")
		}
	}
	expect(w.ada, w.counted, "already_voted", "election_not_active")
	expect(dan, w.completed, "voting_closed", "election_not_active")
	expect(w.cleo, w.active, "not_admitted", "role_required")
	expect(dan, onRoll, "not_in_electorate", "not_in_electorate")
	expect(dan, timed, "voting_not_open", "voting_not_open")
	expect(w.ada, onRoll, "", "")
	expect(w.ada, onRoll, "already_voted", "already_voted")
	w.advance(time.Hour)
	expect(dan, timed, "", "")
	w.advance(time.Hour)
	expect(w.ada, timed, "voting_closed", "voting_closed")
	expect(dan, timed, "already_voted", "voting_closed")
}

func TestVotersSeeElections(t *testing.T) {
	w := newWorld(t)
	turnout := func(ballots int) obj { return obj{"ballots": ballots, "electorate": 3, "share": float64(ballots) / 3} }
	voted := obj{"hasVoted": true, "eligibility": obj{"may": false, "reason": "already_voted"}}
	active := voterElection(w.active, "Active board", "ACTIVE", obj{"turnout": turnout(1)})
	completed := voterElection(w.completed, "Completed board", "COMPLETED",
		changed(voted, obj{"completedAt": aTime, "turnout": turnout(3)}))
	counted := voterElection(w.counted, "Counted board", "COMPLETED",
		changed(voted, obj{"completedAt": aTime, "turnout": turnout(3), "resultsCalculated": true}))
	checkJSON(t, w.must(t, w.ada.as("active")), obj{"total": 1, "items": []any{w.ada.withPaper(active)}})
	checkJSON(t, w.must(t, w.ben.as("active")), obj{"total": 1, "items": []any{w.ben.withPaper(changed(active, voted))}})
	checkJSON(t, w.must(t, w.ada.as("completed")),
		obj{"total": 2, "items": []any{w.ada.withPaper(counted), w.ada.withPaper(completed)}})
	checkJSON(t, w.must(t, w.ada.as(w.active.id)), w.ada.withPaper(active))
	checkJSON(t, w.must(t, w.ben.as(w.active.id)), w.ben.withPaper(changed(active, voted)))
	checkJSON(t, w.must(t, w.ada.as(w.counted.id)), w.ada.withPaper(counted))
	checkJSON(t, w.must(t, w.ada.as(w.active.id+"/candidates")),
		obj{"items": active["questions"].([]any)[0].(obj)["candidates"]})
	checkJSON(t, w.must(t, w.ada.as(w.active.id+"/has-voted")), obj{"hasVoted": false})
	checkJSON(t, w.must(t, w.ben.as(w.active.id+"/has-voted")), obj{"hasVoted": true})
	checkJSON(t, w.must(t, w.ada.as(w.counted.id+"/has-voted")), obj{"hasVoted": true})

	t.Run("page by page", func(t *testing.T) {
		if got := w.walk(t, w.ada.as("completed?limit=1")); !slices.Equal(got, []string{w.counted.id, w.completed.id}) {
			t.Errorf("walked %v", got)
		}
	})
	w.try(t, w.badPages(userElections+"active", w.ada.token))
	w.try(t, w.badPages(userElections+"completed", w.ada.token))
	next := w.must(t, w.ada.as("completed?limit=1")).text(t, "next")
	w.try(t, []scenario{{"but not with a cursor of the other list", w.ada.as("active?after=" + next), 400,
		"validation_failed", "after"}})
}

func TestVotersDoNotSeeDrafts(t *testing.T) {
	w := newWorld(t)
	var hidden []scenario
	for _, path := range []string{"", "/candidates", "/has-voted", "/results"} {
		hidden = append(hidden, scenario{"DRAFT" + path, w.ada.as(w.draft.id + path), 404, "not_found", ""})
	}
	hidden = append(hidden, scenario{"a vote in DRAFT", ballot(w.ada, w.draft.id, w.draft.candidates[0]), 404, "not_found",
		""})
	w.try(t, append(hidden, scenario{"photo", w.ada.as("candidates/" + w.draft.candidates[0] + "/photo"), 404, "not_found",
		""}))
}

func TestCastVote(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, ballot(w.ada, w.active.id, w.active.candidates[0]))
	checkJSON(t, a, obj{
		"electionId": w.active.id, "leaf": aHash, "signature": pattern(`^[A-Za-z0-9+/]{86}==$`), "code": aCode,
		"pad": pattern(`^[A-Za-z0-9+/]{22}==$`), "owner": w.ada.id,
	})
	e := w.must(t, w.ada.as(w.active.id)).json(t)
	if e["hasVoted"] != true || e["turnout"].(obj)["ballots"] != 2. {
		t.Errorf("after the vote: %v %v", e["hasVoted"], e["turnout"])
	}
	if r := w.vote(t, w.cleo, w.active, 0); r.text(t, "leaf") == a.text(t, "leaf") ||
		r.text(t, "code") == a.text(t, "code") {
		t.Error("two receipts alike")
	}
}

func TestCastVoteRefuses(t *testing.T) {
	w := newWorld(t)
	other := w.contest(t, "Other board")
	w.move(t, other, "ACTIVE")
	first := w.active.candidates[0]
	refuse := func(name string, c call, code, field string) scenario { return scenario{name, c, 400, code, field} }
	w.try(t, []scenario{
		refuse("a second vote", ballot(w.ben, w.active.id, first), "already_voted", ""),
		refuse("a second vote for the same", ballot(w.ben, w.active.id, w.active.candidates[1]), "already_voted", ""),
		refuse("a vote in COMPLETED", ballot(w.ada, w.completed.id, w.completed.candidates[0]), "election_not_active", ""),
		refuse("a vote in a counted election", ballot(w.ada, w.counted.id, w.counted.candidates[0]), "election_not_active",
			""),
		refuse("a candidate of another election", ballot(w.ada, w.active.id, other.candidates[0]),
			"candidate_not_in_election", "candidateId"),
		refuse("an unknown candidate", ballot(w.ada, w.active.id, unknownID), "candidate_not_in_election", "candidateId"),
		refuse("what is no id of a candidate", ballot(w.ada, w.active.id, "Noor"), "candidate_not_in_election",
			"candidateId"),
		refuse("the election for a candidate", ballot(w.ada, w.active.id, w.active.id), "candidate_not_in_election",
			"candidateId"),
		refuse("no candidate", call{method: "POST", path: userElections + w.active.id + "/vote", token: w.ada.token,
			body: obj{}}, "validation_failed", "candidateId"),
		refuse("null for a candidate", ballotOf(w, `{"candidateId":null}`), "validation_failed", "candidateId"),
		refuse("two candidates in a list", ballotOf(w, `{"candidateId":["`+first+`"]}`), "validation_failed", "candidateId"),
		{"an unknown election", ballot(w.ada, unknownID, first), 404, "not_found", ""},
		{"an administrator", ballot(w.admin, w.active.id, first), 403, "role_required", ""},
		{"a guest", ballot(person{}, w.active.id, first), 401, "token_missing", ""},
	})
	if w.must(t, w.ada.as(w.active.id+"/has-voted")).json(t)["hasVoted"] != false {
		t.Error("a refusal counted as a vote")
	}
}

func TestOfVotesAtTheSameMomentOneCounts(t *testing.T) {
	w := newWorld(t)
	statuses := make(chan int)
	for i := range 20 {
		r := ballot(w.ada, w.active.id, w.active.candidates[i%2]).request(t)
		go func() {
			rec := httptest.NewRecorder()
			w.server.ServeHTTP(rec, r)
			statuses <- rec.Code
		}()
	}
	counts := make(map[int]int)
	for range 20 {
		counts[<-statuses]++
	}
	if counts[200] != 1 || counts[400] != 19 {
		t.Errorf("answers by status: %v", counts)
	}
	if got := w.must(t, w.ada.as(w.active.id)).json(t)["turnout"].(obj)["ballots"]; got != 2. {
		t.Errorf("%v ballots, want ben's and one of ada's", got)
	}
}

// ballotOf is a vote of ada's with any body.
func ballotOf(w *world, body string) call {
	return call{method: "POST", path: userElections + w.active.id + "/vote", token: w.ada.token, body: body}
}

func TestVotesAreTakenFromOpensAtToClosesAt(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Timed board")
	opens := w.clock.Now().Add(time.Hour).Truncate(time.Second)
	closes := opens.Add(time.Hour)
	w.must(t, w.put(adminElections+"/"+c.id, obj{"opensAt": opens, "closesAt": closes}))
	w.move(t, c, "ACTIVE")
	w.clock.Set(opens.Add(-time.Second))
	w.try(t, []scenario{{"none before", ballot(w.ada, c.id, c.candidates[0]), 400, "voting_not_open", ""}})
	w.clock.Set(opens)
	w.vote(t, w.ada, c, 0)
	w.clock.Set(closes.Add(-time.Second))
	w.vote(t, w.ben, c, 0)
	w.clock.Set(closes)
	w.try(t, []scenario{{"none after", ballot(w.cleo, c.id, c.candidates[0]), 400, "voting_closed", ""}})
	if got := w.must(t, w.ada.as(c.id)).json(t); got["status"] != "ACTIVE" || got["turnout"].(obj)["ballots"] != 2. {
		t.Errorf("%v %v", got["status"], got["turnout"])
	}
}

func TestVoteAnswersDoNotTellTheChoice(t *testing.T) {
	w := newWorld(t)
	c := contest{id: w.must(t, w.post(adminElections, obj{"title": "Lengths"})).text(t, "id")}
	for _, name := range []string{"Al", strings.Repeat("Very long name ", 8), "Ünïcode ✓"} {
		c.candidates = append(c.candidates,
			w.must(t, w.post(candidatesPath(c), obj{"name": name, "description": strings.Repeat(name, 9)})).text(t, "id"))
	}
	w.move(t, c, "ACTIVE")
	lengths, headers := make(map[int]bool), make(map[string]bool)
	for i, p := range []person{w.ada, w.ben, w.cleo} {
		a := w.must(t, ballot(p, c.id, c.candidates[i]))
		lengths[len(a.body)] = true
		headers[strings.Join(slices.Sorted(maps.Keys(a.header)), " ")+strconv.Itoa(len(a.header.Get("X-Request-Id")))] = true
		if strings.Contains(string(a.body), c.candidates[i]) {
			t.Error("the receipt names the candidate")
		}
	}
	if len(lengths) != 1 || len(headers) != 1 {
		t.Errorf("lengths %v, headers %v", lengths, headers)
	}
}

func TestShuffledCandidatesKeepTheirOrderForAVoter(t *testing.T) {
	w := newWorld(t)
	c := contest{id: w.must(t, w.post(adminElections,
		obj{"title": "Shuffled", "settings": obj{"shuffleCandidates": true}})).text(t, "id")}
	for n := range 20 {
		c.candidates = append(c.candidates,
			w.must(t, w.post(candidatesPath(c), obj{"name": "Candidate " + strconv.Itoa(n)})).text(t, "id"))
	}
	w.move(t, c, "ACTIVE")
	of := func(p person) []string { return w.must(t, p.as(c.id+"/candidates")).column(t, "id") }
	ada, ben := of(w.ada), of(w.ben)
	if !slices.Equal(ada, of(w.ada)) || slices.Equal(ada, ben) || slices.Equal(ada, c.candidates) {
		t.Error("the order is not the voter's own")
	}
	if slices.Sort(ada); !slices.Equal(ada, slices.Sorted(slices.Values(c.candidates))) {
		t.Error("somebody is missing")
	}
	if !slices.Equal(w.must(t, w.get(candidatesPath(c))).column(t, "id"), c.candidates) {
		t.Error("the administrator's order changed")
	}
}

func TestTheCountTellsWhatIsWrongWithTheKey(t *testing.T) {
	w := newWorld(t) // opened anew: nobody has voted yet
	path := filepath.Join(w.dir, "keys", w.active.id+".key")
	put := func(secret []byte) {
		t.Helper()
		noError(t, os.WriteFile(path, secret, 0o600))
	}
	read := func(c contest) []byte {
		t.Helper()
		return must(os.ReadFile(filepath.Join(w.dir, "keys", c.id+".key")))(t)
	}
	secret, another := read(w.active), read(w.completed)
	noError(t, os.Remove(path))
	w.try(t, []scenario{{"a vote that nobody could count", ballot(w.ada, w.active.id, w.active.candidates[0]), 400,
		"voting_without_key", ""}})
	put(secret)
	w.vote(t, w.ada, w.active, 0)
	noError(t, os.Remove(path))
	w.move(t, w.active, "COMPLETED")
	w.try(t, []scenario{{"missing", w.calculate(w.active), 500, "election_key_missing", ""}})
	put(another)
	w.try(t, []scenario{{"that of another election", w.calculate(w.active), 500, "election_key_wrong", ""}})
	put(secret[:40])
	w.try(t, []scenario{{"cut off", w.calculate(w.active), 500, "election_key_wrong", ""}})
	put(secret)
	w.must(t, w.calculate(w.active))
}

// damaged is the world with a database that somebody has changed.
func damaged(t *testing.T, change func(*world, *bolt.Tx) error) *world {
	t.Helper()
	w := *newWorld(t)
	o := &office{dir: t.TempDir(), clock: w.clock, log: new(logBook)}
	noError(t, os.CopyFS(o.dir, os.DirFS(w.dir)))
	db := must(bolt.Open(filepath.Join(o.dir, store.FileName), 0o600, nil))(t)
	noError(t, errors.Join(db.Update(func(tx *bolt.Tx) error { return change(&w, tx) }), db.Close()))
	o.store = must(store.Open(t.Context(), o.dir, store.Options{Now: w.clock.Now}))(t)
	t.Cleanup(func() { o.store.Close() })
	o.server = must(handlers.New(t.Context(), o.store, handlers.Options{
		Now: w.clock.Now, Logger: slog.New(slog.NewJSONHandler(o.log, nil)),
		Conversions: convertsIn(filepath.Join(o.dir, "converted")),
	}))(t)
	w.office = o
	return &w
}

func TestABallotBoxThatWasTamperedWithIsNotCounted(t *testing.T) {
	w := damaged(t, func(w *world, tx *bolt.Tx) error {
		sealed := tx.Bucket([]byte("sealed")).Bucket([]byte(w.completed.id))
		k, _ := sealed.Cursor().First()
		return sealed.Delete(k)
	})
	w.try(t, []scenario{{"a ballot less", w.calculate(w.completed), 500, "ballots_unreadable", ""}})
}
