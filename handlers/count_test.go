package handlers_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// held is a closed election of whose three holders two count. The first candidate has two votes, the
// second one.
type held struct {
	contest
	secrets map[int]*sealing.Secret
}

func (w *world) held(t *testing.T) held {
	t.Helper()
	h := held{contest: w.contest(t, "Held board")}
	id := store.ElectionID(h.id)
	h.secrets = storetest.Hold(t, w.store, id, 2, 3)
	w.move(t, h.contest, "ACTIVE")
	for p, marks := range map[person][]byte{w.ada: {1, 0}, w.ben: {1, 0}, w.cleo: {0, 1}} {
		storetest.CastSealed(t, w.store, store.UserID(p.id), id, marks...)
	}
	w.move(t, h.contest, "COMPLETED")
	return h
}

// countPath is where the count of an election is, for administrators.
func countPath(c contest) string { return adminElections + "/" + c.id + "/count" }

// countState asks how far a count is.
func (w *world) countState(t *testing.T, c contest) store.CountState {
	t.Helper()
	var state store.CountState
	noError(t, json.Unmarshal(w.must(t, seeBoard(c, "count")).body, &state))
	return state
}

// giveSheet sends a sealed sheet.
func (w *world) giveSheet(c contest, sheet []byte) call {
	return call{method: "POST", path: "/api/board/elections/" + c.id + "/count/sheets", from: w.elsewhere(),
		body: obj{"sheet": sheet}}
}

// sheetOf is the sheet of a holder, sealed as a page seals it.
func (w *world) sheetOf(t *testing.T, h held, secret *sealing.Secret) []byte {
	t.Helper()
	return must(sealing.SealTo(w.countState(t, h.contest).CountKey, "ostrakon/count/4\x00"+h.id, secret.Bytes()))(t)
}

func TestCountBySheets(t *testing.T) {
	w := newWorld(t)
	h := w.held(t)
	zeros := make([]byte, counter.SheetSize)
	none := obj{"state": "none", "threshold": 2, "given": []any{}, "opened": 0, "ballots": 3}
	checkJSON(t, w.must(t, seeBoard(h.contest, "count")), none)
	w.try(t, []scenario{
		{"no sheet before it is started", w.giveSheet(h.contest, zeros), 400, "count_not_started", ""},
		{"no results without sheets", w.calculate(h.contest), 400, "needs_sheets", ""},
		{"no sheets where the server has the key", w.post(countPath(w.completed), nil), 400, "count_without_sheets", ""},
		{"no count of an election that is open", w.post(countPath(w.active), nil), 400, "election_not_completed", ""},
		{"nor of a draft", w.post(countPath(w.draft), nil), 400, "election_not_completed", ""},
		{"of which nobody is told", seeBoard(w.draft, "count"), 404, "not_found", ""},
	})
	waiting := changed(none, obj{"state": "waiting", "countKey": pattern(`^[A-Za-z0-9+/]+==$`)})
	checkJSON(t, w.must(t, w.post(countPath(h.contest), nil)), waiting)
	w.try(t, []scenario{
		{"a sheet that was not sealed", w.giveSheet(h.contest, zeros), 400, "sheet_wrong", "sheet"},
		{"a stranger's", w.giveSheet(h.contest, w.sheetOf(t, h, sealing.NewSecret())), 400, "sheet_wrong", "sheet"},
		{"one that is too short", w.giveSheet(h.contest, zeros[1:]), 400, "sheet_wrong", "sheet"},
		{"none", call{method: "POST", path: w.giveSheet(h.contest, nil).path, body: obj{}}, 400, "validation_failed",
			"sheet"},
		{"what is no base64", call{method: "POST", path: w.giveSheet(h.contest, nil).path, body: obj{"sheet": "?"}}, 400,
			"validation_failed", "sheet"},
	})
	checkJSON(t, w.must(t, w.giveSheet(h.contest, w.sheetOf(t, h, h.secrets[3]))),
		changed(waiting, obj{"given": []any{3}}))
	checkJSON(t, w.must(t, call{method: "DELETE", path: countPath(h.contest), token: w.admin.token}), none)
	checkJSON(t, w.must(t, w.post(countPath(h.contest), nil)), waiting) // what was typed is gone
	for _, n := range []int{3, 1} {
		w.must(t, w.giveSheet(h.contest, w.sheetOf(t, h, h.secrets[n])))
	}
	for w.countState(t, h.contest).State == store.CountRuns {
		runtime.Gosched()
	}
	checkJSON(t, w.must(t, seeBoard(h.contest, "count")), changed(none, obj{"state": "done", "opened": 3}))
	checkJSON(t, w.must(t, w.calculate(h.contest)), resultsOf(h.contest, "Held board", nil, nil))
	checkJSON(t, w.must(t, w.giveSheet(h.contest, zeros)), changed(none, obj{"state": "done", "opened": 3}))
	if b := w.checkBundle(t, h.contest, ballotbox.Evidence{}); !strings.Contains(string(b.Seal), "\ncountedBy server\n") {
		t.Errorf("the seal says\n%s", b.Seal)
	}
}

func TestWrongSheetsAreLimited(t *testing.T) {
	w := newWorld(t)
	h := w.held(t)
	w.must(t, w.post(countPath(h.contest), nil))
	zeros := w.giveSheet(h.contest, make([]byte, counter.SheetSize))
	zeros.from = "203.0.113.9:4711"
	wrong := 0
	for w.do(t, zeros).status == http.StatusBadRequest {
		wrong++
	}
	if wrong != 100 {
		t.Errorf("%d wrong sheets were tried", wrong)
	}
	w.try(t, []scenario{{"one too many", zeros, 429, "rate_limited", ""}})
	right := w.giveSheet(h.contest, w.sheetOf(t, h, h.secrets[1]))
	right.from = zeros.from
	w.try(t, []scenario{{"nor a right one", right, 429, "rate_limited", ""}})
	w.clock.Set(w.clock.Now().Add(time.Second))
	for range 3 { // right ones cost nothing
		w.must(t, right)
	}
}

// count counts the box of an election at a table.
func (w *world) countBox(t *testing.T, h held, holders ...int) []byte {
	t.Helper()
	a := w.must(t, w.get(adminElections+"/"+h.id+"/box"))
	if got := a.header.Get("Content-Type"); got != "application/zip" {
		t.Errorf("a box of the type %s", got)
	}
	box := must(ballotbox.ReadBox(bytes.NewReader(a.body), int64(len(a.body))))(t)
	secrets := make(map[int]*sealing.Secret)
	for _, n := range holders {
		secrets[n] = h.secrets[n]
	}
	count := must(box.Count(t.Context(), secrets, ballotbox.CountedByTable, w.clock.Now(), func(int) {}))(t)
	return zipped(t, count)
}

func zipped(t *testing.T, count *ballotbox.Count) []byte {
	t.Helper()
	var b bytes.Buffer
	noError(t, count.Write(&b))
	return b.Bytes()
}

// upload sends the count of a table.
func (w *world) upload(c contest, count []byte) call {
	return call{method: "POST", path: countPath(c) + "/upload", token: w.admin.token, body: count,
		header: http.Header{"Content-Type": {"application/zip"}}}
}

func TestCountAtATable(t *testing.T) {
	w := newWorld(t)
	h, other := w.held(t), w.held(t)
	box := func(c contest) call { return w.get(adminElections + "/" + c.id + "/box") }
	w.try(t, []scenario{
		{"no box of a draft", box(w.draft), 400, "election_not_completed", ""},
		{"nor of an election that is open", box(w.active), 400, "election_not_completed", ""},
		{"nor of one that is counted", box(w.counted), 400, "election_counted", ""},
	})
	count, elsewhere := w.countBox(t, h, 2, 3), w.countBox(t, other, 1, 2)
	forged := must(ballotbox.ReadCount(bytes.NewReader(count), int64(len(count))))(t)
	forged.Counts = bytes.Replace(forged.Counts, []byte("2 "), []byte("3 "), 1)
	refuse := func(name string, count []byte, reason string) {
		t.Helper()
		a := w.do(t, w.upload(h.contest, count))
		if a.status != 400 || a.text(t, "code") != "count_refused" || a.text(t, "params.reason") != reason {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	refuse("nothing", nil, "file")
	refuse("half a count", count[:len(count)/2], "file")
	refuse("a box", w.must(t, box(h.contest)).body, "file")
	refuse("the count of another election", elsewhere, "seal")
	refuse("other figures", zipped(t, forged), "counts")
	w.try(t, []scenario{
		{"more than 64 MiB", w.upload(h.contest, make([]byte, 64<<20+1)), 413, "body_too_large", ""},
		{"a count of an election that is open", w.upload(w.active, count), 400, "election_not_completed", ""},
	})
	want := resultsOf(h.contest, "Held board", nil, nil)
	checkJSON(t, w.must(t, w.upload(h.contest, count)), want)
	checkJSON(t, w.must(t, w.upload(h.contest, count)), want) // the answer was lost
	w.try(t, []scenario{
		{"another count", w.upload(h.contest, elsewhere), 400, "election_counted", ""},
		{"the box, which is empty now", box(h.contest), 400, "election_counted", ""},
	})
	if b := w.checkBundle(t, h.contest, ballotbox.Evidence{}); !strings.Contains(string(b.Seal), "\ncountedBy table\n") {
		t.Errorf("the seal says\n%s", b.Seal)
	}
}
