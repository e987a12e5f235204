package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// giveShares sends a holder's sealed shares.
func (w *world) giveShares(c contest, sealed []byte) call {
	return call{method: "POST", path: "/api/board/elections/" + c.id + "/count/shares", from: w.elsewhere(),
		body: sealed, header: http.Header{"Content-Type": {"application/octet-stream"}}}
}

// signCount sends a holder's signature.
func (w *world) signCount(c contest, holder int, signature any) call {
	return call{method: "POST", path: "/api/board/elections/" + c.id + "/count/signatures", from: w.elsewhere(),
		body: obj{"holder": holder, "signature": signature}}
}

// parts reads a holder's parts of the ballots.
func (w *world) parts(c contest, query string) call { return seeBoard(c, "count/parts?"+query) }

// sharesOf are the shares of a holder, opened and sealed as a page does it.
func (w *world) sharesOf(t *testing.T, h held, number int, secret *sealing.Secret) []byte {
	t.Helper()
	a := w.must(t, w.parts(h.contest, fmt.Sprintf("from=0&holder=%d", number)))
	if got := a.header.Get("Content-Type"); got != "application/octet-stream" || len(a.body) != 3*storetest.PartRecord {
		t.Fatalf("%d bytes of parts of the type %s", len(a.body), got)
	}
	m := must(ballotbox.ParseManifest(w.must(t, seeBoard(h.contest, "manifest")).body))(t)
	checkpoint := w.must(t, seeBoard(h.contest, "checkpoint")).body
	return must(storetest.OpenShares(m, checkpoint, a.body, w.countState(t, h.contest).CountKey, number, secret))(t)
}

func TestCountByShares(t *testing.T) {
	w := newWorld(t)
	h := w.held(t)
	zeros := make([]byte, counter.SharesSize(3))
	none := obj{"state": "none", "threshold": 2, "given": []any{}, "opened": 0, "ballots": 3, "signed": []any{}}
	checkJSON(t, w.must(t, seeBoard(h.contest, "count")), none)
	w.try(t, []scenario{
		{"no shares before it is started", w.giveShares(h.contest, zeros), 400, "count_not_started", ""},
		{"nor parts", w.parts(h.contest, "holder=1&from=0"), 400, "count_not_started", ""},
		{"nor signatures", w.signCount(h.contest, 1, zeros[:64]), 400, "count_not_started", ""},
		{"no results without holders", w.calculate(h.contest), 400, "needs_sheets", ""},
		{"no holders where the server has the key", w.post(countPath(w.completed), nil), 400, "count_without_sheets", ""},
		{"no count of an election that is open", w.post(countPath(w.active), nil), 400, "election_not_completed", ""},
		{"nor of a draft", w.post(countPath(w.draft), nil), 400, "election_not_completed", ""},
		{"of which nobody is told", seeBoard(w.draft, "count"), 404, "not_found", ""},
	})
	waiting := changed(none, obj{"state": "waiting", "countKey": pattern(`^[A-Za-z0-9+/]+==$`)})
	checkJSON(t, w.must(t, w.post(countPath(h.contest), nil)), waiting)
	w.try(t, []scenario{
		{"no number of a holder", w.parts(h.contest, "from=0"), 400, "validation_failed", "holder"},
		{"holder 0", w.parts(h.contest, "holder=0&from=0"), 400, "validation_failed", "holder"},
		{"a holder whom nobody knows", w.parts(h.contest, "holder=4&from=0"), 404, "not_found", ""},
		{"no place", w.parts(h.contest, "holder=1"), 400, "validation_failed", "from"},
		{"a place before the first", w.parts(h.contest, "holder=1&from=-1"), 400, "validation_failed", "from"},
		{"shares that were not sealed", w.giveShares(h.contest, zeros), 400, "shares_wrong", "shares"},
		{"shares that are too short", w.giveShares(h.contest, zeros[1:]), 400, "shares_wrong", "shares"},
		{"none", w.giveShares(h.contest, nil), 400, "shares_wrong", "shares"},
		{"more than 8 MiB", w.giveShares(h.contest, make([]byte, 8<<20+1)), 413, "body_too_large", ""},
		{"signatures before it is counted", w.signCount(h.contest, 1, zeros[:64]), 400, "count_not_started", ""},
	})
	checkJSON(t, w.must(t, w.giveShares(h.contest, w.sharesOf(t, h, 3, h.secrets[3]))),
		changed(waiting, obj{"given": []any{3}}))
	checkJSON(t, w.must(t, call{method: "DELETE", path: countPath(h.contest), token: w.admin.token}), none)
	checkJSON(t, w.must(t, w.post(countPath(h.contest), nil)), waiting) // what was given is gone
	for _, n := range []int{3, 1} {
		w.must(t, w.giveShares(h.contest, w.sharesOf(t, h, n, h.secrets[n])))
	}
	for w.countState(t, h.contest).State == store.CountRuns {
		runtime.Gosched()
	}
	signing := changed(none, obj{"state": "signing", "given": []any{1, 3}, "opened": 3,
		"seal": pattern("^ostrakon/seal/4\n"), "result": pattern(`"votes":\[2,1\]`)})
	checkJSON(t, w.must(t, seeBoard(h.contest, "count")), signing)
	text := []byte(w.countState(t, h.contest).Seal)
	w.try(t, []scenario{
		{"a signature of another holder", w.signCount(h.contest, 2, h.secrets[1].Sign(text)), 400, "signature_wrong",
			"signature"},
		{"of another text", w.signCount(h.contest, 1, h.secrets[1].Sign(text[1:])), 400, "signature_wrong", "signature"},
		{"of nobody", w.signCount(h.contest, 4, h.secrets[1].Sign(text)), 400, "signature_wrong", "signature"},
		{"none", w.signCount(h.contest, 1, ""), 400, "validation_failed", "signature"},
		{"what is no base64", w.signCount(h.contest, 1, "?"), 400, "validation_failed", "signature"},
		{"no results before the seal", w.calculate(h.contest), 400, "needs_sheets", ""},
	})
	checkJSON(t, w.must(t, w.signCount(h.contest, 3, h.secrets[3].Sign(text))), changed(signing, obj{"signed": []any{3}}))
	done := changed(none, obj{"state": "done", "opened": 3, "sealed": pattern("^ostrakon/seal/4\n"),
		"boxUntil": pattern("^2031-05-15T")})
	checkJSON(t, w.must(t, w.signCount(h.contest, 1, h.secrets[1].Sign(text))), done)
	checkJSON(t, w.must(t, seeBoard(h.contest, "count")), done)
	checkJSON(t, w.must(t, w.calculate(h.contest)), resultsOf(h.contest, "Held board", nil, nil))
	checkJSON(t, w.must(t, w.giveShares(h.contest, zeros)), done)
	if b := w.checkBundle(t, h.contest, ballotbox.Evidence{}); !strings.Contains(string(b.Seal), "\ncountedBy server\n") {
		t.Errorf("the seal says\n%s", b.Seal)
	}
}

func TestWrongSharesAreLimited(t *testing.T) {
	w := newWorld(t)
	h := w.held(t)
	w.must(t, w.post(countPath(h.contest), nil))
	zeros := w.giveShares(h.contest, make([]byte, counter.SharesSize(3)))
	zeros.from = "203.0.113.9:4711"
	wrong := 0
	for w.do(t, zeros).status == http.StatusBadRequest {
		wrong++
	}
	if wrong != 100 {
		t.Errorf("%d wrong shares were tried", wrong)
	}
	w.try(t, []scenario{{"one too many", zeros, 429, "rate_limited", ""}})
	right := w.giveShares(h.contest, w.sharesOf(t, h, 1, h.secrets[1]))
	right.from = zeros.from
	w.try(t, []scenario{{"nor right ones", right, 429, "rate_limited", ""}})
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
		{"another count", w.upload(h.contest, elsewhere), 400, "count_refused", ""},
	})
	if b := w.checkBundle(t, h.contest, ballotbox.Evidence{}); !strings.Contains(string(b.Seal), "\ncountedBy table\n") {
		t.Errorf("the seal says\n%s", b.Seal)
	}
}
