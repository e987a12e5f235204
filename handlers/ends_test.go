package handlers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// moveEnd asks for another end of an election.
func (w *world) moveEnd(c contest, to any, reason any) call {
	return w.put(adminElections+"/"+c.id+"/end", obj{"closesAt": to, "reason": reason})
}

func TestTheEndOfAnElectionIsMoved(t *testing.T) {
	w := newWorld(t)
	p := w.paper(t, nil, ask("plurality", nil, "A", "B"))
	closes := w.clock.Now().Add(2 * time.Hour).Truncate(time.Second)
	w.must(t, w.put(adminElections+"/"+p.id, obj{"closesAt": closes}))
	const why = "Half of the letters came late."
	w.try(t, []scenario{{"not in DRAFT", w.moveEnd(p.contest, closes.Add(time.Hour), why), 400, "election_not_active",
		""}})
	w.move(t, p.contest, "ACTIVE")
	later := closes.Add(time.Hour)
	no := func(name string, to, reason any, field string) scenario {
		return scenario{name, w.moveEnd(p.contest, to, reason), 400, "validation_failed", field}
	}
	w.try(t, []scenario{
		no("not to an earlier time", closes.Add(-time.Second), why, "closesAt"),
		no("not to the same", closes, why, "closesAt"),
		no("not by less than a second", closes.Add(999*time.Millisecond), why, "closesAt"),
		no("not to no time", nil, why, "closesAt"),
		no("not to what is no time", "tomorrow", why, "closesAt"),
		no("not to the year 10000", "9999-12-31T23:00:00-10:00", why, "closesAt"),
		no("not without a reason", later, "", "reason"),
		no("nor with one of spaces", later, "  ", "reason"),
		no("nor of two lines", later, "a\nb", "reason"),
		no("nor of 501 characters", later, strings.Repeat("ü", 501), "reason"),
		no("nor one that is a number", later, 7, "reason"),
		{"not of an election without an end", w.moveEnd(w.active, later, why), 400, "validation_failed", "closesAt"},
		{"not of a COMPLETED election", w.moveEnd(w.completed, later, why), 400, "election_not_active", ""},
		{"not of an unknown one", w.moveEnd(contest{id: unknownID}, later, why), 404, "not_found", ""},
		{"not by a voter", call{method: "PUT", path: adminElections + "/" + p.id + "/end", token: w.ada.token,
			body: obj{"closesAt": later, "reason": why}}, 403, "role_required", ""},
	})
	notices := []any{obj{"closesAt": later.Format(time.RFC3339), "reason": why, "at": aTime}}
	checkNotices := func(name string, a answer) {
		t.Helper()
		for _, d := range differences(name, a.json(t)["notices"], any(notices)) {
			t.Error(d)
		}
	}
	moved := w.must(t, w.moveEnd(p.contest, later, why))
	checkNotices("the answer", moved)
	if moved.text(t, "closesAt") != later.Format(time.RFC3339) {
		t.Errorf("it closes at %s", moved.text(t, "closesAt"))
	}
	checkNotices("to a voter", w.must(t, w.ada.as(p.id)))
	for _, item := range w.must(t, w.ada.outlines("")).list(t) {
		if outline := item.(obj); (outline["id"] == p.id) != (len(differences("", outline["notices"], any(notices))) == 0) {
			t.Errorf("in the list: %v", outline)
		}
	}
	for _, item := range w.must(t, board("elections")).list(t) {
		if item.(obj)["id"] == p.id {
			for _, d := range differences("on the board", item.(obj)["notices"], any(notices)) {
				t.Error(d)
			}
		}
	}
	w.clock.Set(closes)
	w.must(t, p.cast(w.ada, "10")) // after the old end
	w.clock.Set(later.Add(-time.Second))
	last := later.Add(2 * time.Hour)
	notices = append(notices, obj{"closesAt": last.Format(time.RFC3339), "reason": "And a strike.", "at": aTime})
	checkNotices("moved again", w.must(t, w.moveEnd(p.contest, last, " And a strike. ")))
	w.clock.Set(last)
	w.try(t, []scenario{
		{"not once the end has come", w.moveEnd(p.contest, last.Add(time.Hour), why), 400, "voting_closed", ""},
		{"and nobody votes then", p.cast(w.ben, "10"), 400, "voting_closed", ""},
	})
	w.count(t, p)

	b, m := w.verifies(t, p), w.opened(t, p.contest)
	if len(b.Notices) != 2 || m.ClosesAt != ballotbox.FormatTime(closes) {
		t.Fatalf("%d notices in the bundle, and an end at %s in the manifest", len(b.Notices), m.ClosesAt)
	}
	for i, want := range []ballotbox.Notice{{ClosesAt: ballotbox.FormatTime(later), Reason: why},
		{ClosesAt: ballotbox.FormatTime(last), Reason: "And a strike."}} {
		want.ElectionID, want.Manifest = p.id, m.Hash()
		if got, err := m.OpenNotice([]byte(b.Notices[i])); err != nil || got != want {
			t.Errorf("notice %d: %+v, %v, want %+v", i, got, err, want)
		}
	}
	b.Notices = b.Notices[:1]
	if checks := ballotbox.Verify(b, ballotbox.Evidence{}); ballotbox.Valid(checks) {
		t.Error("a bundle without its last notice verifies")
	}
}

func TestTheCountOfAClosedElectionIsGivenUp(t *testing.T) {
	w := newWorld(t)
	const why = "Two sheets are lost."
	given := w.must(t, w.post(adminElections+"/"+w.completed.id+"/cancel", obj{"reason": why})).json(t)
	for _, d := range differences("given up", given["cancelled"], any(obj{"reason": why, "at": aTime})) {
		t.Error(d)
	}
	b := w.checkBundle(t, w.completed, ballotbox.Evidence{})
	if len(b.Seal)+len(b.Result)+len(b.Codes) != 0 || !strings.Contains(strings.Join(b.Notices, ""), why) {
		t.Errorf("the bundle has notices %q", b.Notices)
	}
	w.try(t, []scenario{{"it is never counted", w.calculate(w.completed), 400, "election_cancelled", ""}})
}

func TestAnElectionIsCancelled(t *testing.T) {
	w := newWorld(t)
	cancel := func(c contest, reason any) call {
		return w.post(adminElections+"/"+c.id+"/cancel", obj{"reason": reason})
	}
	const why = "Noor was missing from the ballot."
	no := func(name string, reason any) scenario {
		return scenario{name, cancel(w.active, reason), 400, "validation_failed", "reason"}
	}
	w.try(t, []scenario{
		no("not without a reason", ""), no("nor with one of two lines", "a\nb"),
		no("nor of 501 characters", strings.Repeat("ü", 501)), no("nor null", nil),
		{"not in DRAFT", cancel(w.draft, why), 400, "election_not_active", ""},
		{"not once it is counted", cancel(w.counted, why), 400, "election_counted", ""},
		{"not by a voter", call{method: "POST", path: adminElections + "/" + w.active.id + "/cancel", token: w.ada.token,
			body: obj{"reason": why}}, 403, "role_required", ""},
	})
	leaf := w.vote(t, w.ada, w.active, 0).text(t, "leaf")
	key := filepath.Join(w.dir, "keys", w.active.id+".key")
	if _, err := os.Stat(key); err != nil || w.sealedLengths(t, w.active)[ballotbox.BallotHead+sealing.Size(1, 2)] != 2 {
		t.Fatalf("before it is cancelled: %v, %v", err, w.sealedLengths(t, w.active))
	}
	cancelled := obj{"reason": why, "at": aTime}
	turnout := obj{"ballots": 2, "electorate": 3, "share": 2. / 3}
	checkJSON(t, w.must(t, cancel(w.active, why)), openedRecord(w.active, "Active board", "COMPLETED", obj{
		"completedAt": aTime, "turnout": turnout, "cancelled": cancelled,
	}))
	if _, err := os.Stat(key); !os.IsNotExist(err) {
		t.Errorf("the key: %v", err)
	}
	if left := w.sealedLengths(t, w.active); len(left) != 0 {
		t.Errorf("sealed ballots are left: %v", left)
	}
	for _, d := range differences("to a voter", w.must(t, w.ada.as(w.active.id)).json(t)["cancelled"], any(cancelled)) {
		t.Error(d)
	}
	if item := w.must(t, board("elections")).list(t)[2].(obj); item["id"] != w.active.id ||
		len(differences("", item["cancelled"], any(cancelled))) > 0 {
		t.Errorf("on the board: %v", item)
	}
	w.prove(t, w.active, leaf) // the log stands, and the bundle says why it is all there is
	b := w.checkBundle(t, w.active, ballotbox.Evidence{})
	if len(b.Leaves) != 2 || len(b.Seal)+len(b.Result)+len(b.Codes) != 0 ||
		!strings.Contains(strings.Join(b.Notices, ""), why) {
		t.Errorf("the bundle has %d ballots, notices %q", len(b.Leaves), b.Notices)
	}
	w.try(t, []scenario{
		{"once is enough", cancel(w.active, why), 400, "election_cancelled", ""},
		{"nobody votes", ballot(w.cleo, w.active.id, w.active.candidates[0]), 400, "election_not_active", ""},
		{"nothing is counted", w.calculate(w.active), 400, "election_cancelled", ""},
		{"there are no results", w.get(adminElections + "/" + w.active.id + "/results"), 404, "results_not_calculated", ""},
		{"for voters neither", w.ada.as(w.active.id + "/results"), 404, "results_not_calculated", ""},
		{"nor a second round", w.post(questionsPath(w.active, "/"+w.active.question+"/second-round"), nil), 404,
			"results_not_calculated", ""},
	})
}
