package handlers_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// board is a GET of a guest on the bulletin board.
func board(path string) call { return call{method: "GET", path: "/api/board/" + path} }

// boardOf is the path of something of an election on the bulletin board.
func boardOf(c contest, what string) string { return "/api/board/elections/" + c.id + "/" + what }

// seeBoard is a GET of a guest of something of an election on the bulletin board.
func seeBoard(c contest, what string) call { return call{method: "GET", path: boardOf(c, what)} }

// The board hands out the files with which anyone checks a bundle without this program, as they are in the packages.
func TestTheBoardHandsOutTheVerifier(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"verify.py", "BUNDLE.md"} {
		want, err := os.ReadFile(filepath.Join("..", "store", "ballotbox", name))
		if err != nil {
			t.Fatal(err)
		}
		a := w.must(t, call{method: "GET", path: "/api/board/" + name})
		if string(a.body) != string(want) {
			t.Errorf("%s has %d bytes, want %d", name, len(a.body), len(want))
		}
	}
}

func TestTheBoardListsWhatIsPastDraft(t *testing.T) {
	w := newWorld(t)
	line := func(c contest, title, status string, ballots int, counted bool) obj {
		entry := obj{
			"id": c.id, "title": title, "status": status, "resultsCalculated": counted, "notices": []any{}, "activatedAt": aTime,
			"turnout": obj{"ballots": ballots, "electorate": 3, "share": float64(ballots) / 3},
		}
		if status == "COMPLETED" {
			entry["completedAt"] = aTime
		}
		return entry
	}
	checkJSON(t, w.must(t, board("elections")), obj{"total": 3, "items": []any{
		line(w.counted, "Counted board", "COMPLETED", 3, true),
		line(w.completed, "Completed board", "COMPLETED", 3, false),
		line(w.active, "Active board", "ACTIVE", 1, false),
	}})
	if got := w.walk(t, board("elections?limit=1")); !slices.Equal(got,
		[]string{w.counted.id, w.completed.id, w.active.id}) {
		t.Errorf("walked %v", got)
	}
	w.try(t, w.badPages("/api/board/elections", ""))
}

// opened reads and checks the manifest of an election on the board.
func (w *world) opened(tb testing.TB, c contest) *ballotbox.Manifest {
	tb.Helper()
	return must(ballotbox.ParseManifest(w.must(tb, seeBoard(c, "manifest")).body))(tb)
}

func TestTheManifestIsTheElectionAsItOpened(t *testing.T) {
	w := newWorld(t)
	checkJSON(t, w.must(t, seeBoard(w.active, "manifest")), obj{
		"version": 4, "electionId": w.active.id, "title": "Active board", "description": "", "timeZone": "UTC",
		"shuffleCandidates": false, "opensAt": "", "closesAt": "", "questions": []any{obj{
			"id": w.active.question, "title": "Active board", "text": "", "method": "plurality", "seats": 1, "min": 1, "max": 1,
			"draw": false, "evidence": "papers",
			"options": []any{
				obj{"id": w.active.candidates[0], "name": "Noor Active board", "affiliation": "", "description": "",
					"photoSha256": aHash, "solidSha256": ""},
				obj{"id": w.active.candidates[1], "name": "Tomas Active board", "affiliation": "", "description": "",
					"photoSha256": "", "solidSha256": ""},
			},
		}},
		"suite": pattern(`MLKEM768`), "custody": "server", "threshold": 1, "sealedSize": sealing.Size(1, 2),
		"holders": []any{obj{"name": "server", "publicKey": pattern(`^[A-Za-z0-9+/]+==$`),
			"signingKey": pattern(`^[A-Za-z0-9+/]{43}=$`)}},
		"signingKey": w.must(t, call{method: "GET", path: "/api/info"}).text(t, "signingKey"),
	})
	for _, c := range []contest{w.active, w.completed, w.counted} {
		if m := w.opened(t, c); m.ElectionID != c.id {
			t.Errorf("the manifest of %s is that of %s", c.id, m.ElectionID)
		}
	}
	before := w.must(t, seeBoard(w.active, "manifest")).body
	w.move(t, w.active, "COMPLETED")
	w.must(t, w.calculate(w.active))
	if after := w.must(t, seeBoard(w.active, "manifest")).body; !bytes.Equal(before, after) {
		t.Error("the manifest changed")
	}
}

// The photos are those whose hashes are in the manifest, for anyone.
func TestTheBoardShowsThePhotosOfAManifest(t *testing.T) {
	w := newWorld(t)
	see := func(c contest, candidate string) call { return seeBoard(c, "candidates/"+candidate+"/photo") }
	a := w.must(t, see(w.active, w.active.candidates[0]))
	if got, want := fmt.Sprintf("%x", sha256.Sum256(a.body)),
		w.opened(t, w.active).Questions[0].Options[0].PhotoSHA256; got != want {
		t.Errorf("the photo has the hash %s, the manifest says %s", got, want)
	}
	for name, want := range map[string]string{"Content-Type": "image/jpeg",
		"Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
		"Cache-Control":           "no-cache"} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	again := see(w.active, w.active.candidates[0])
	again.header = http.Header{"If-None-Match": {a.header.Get("ETag")}}
	if a := w.do(t, again); a.status != http.StatusNotModified || len(a.body) > 0 {
		t.Errorf("answered %d with %d bytes", a.status, len(a.body))
	}
	w.try(t, []scenario{
		{"a candidate without a photo", see(w.active, w.active.candidates[1]), 404, "not_found", ""},
		{"a candidate of another election", see(w.counted, w.active.candidates[0]), 404, "not_found", ""},
		{"a candidate of a DRAFT", see(w.draft, w.draft.candidates[0]), 404, "not_found", ""},
		{"a candidate of a DRAFT by another election", see(w.active, w.draft.candidates[0]), 404, "not_found", ""},
		{"nobody", see(w.active, unknownID), 404, "not_found", ""},
	})
}

func TestTheBoardTellsNothingTooEarly(t *testing.T) {
	w := newWorld(t)
	refuse := func(c contest, what string, status int, code string) scenario {
		return scenario{what + " " + strconv.Itoa(status) + " " + code, seeBoard(c, what), status, code, ""}
	}
	unknown := contest{id: unknownID}
	var refused []scenario
	for _, what := range []string{"manifest", "checkpoint", "checkpoints", "leaves", "bundle", "receipts/" + w.leaf} {
		refused = append(refused, refuse(w.draft, what, 404, "not_found"), refuse(unknown, what, 404, "not_found"))
	}
	w.try(t, append(refused,
		refuse(w.active, "bundle", 403, "results_restricted"),
		refuse(w.completed, "bundle", 404, "results_not_calculated"),
	))
}

// prove asks for the proof of a leaf and checks that it leads to the root of
// the signed checkpoint beside it. It returns the size of the log.
func (w *world) prove(tb testing.TB, c contest, text string) int64 {
	tb.Helper()
	var in store.Inclusion
	noError(tb, json.Unmarshal(w.must(tb, seeBoard(c, "receipts/"+text)).body, &in))
	if newest := w.must(tb, seeBoard(c, "checkpoint")); string(newest.body) != in.Checkpoint {
		tb.Error("the proof is for another checkpoint than the newest")
	}
	checkpoint := must(w.opened(tb, c).OpenCheckpoint([]byte(in.Checkpoint)))(tb)
	leaf := must(ballotbox.ParseHash(text))(tb)
	if err := in.Proof.Check(leaf, checkpoint.Root); err != nil || in.Leaf != text || in.Proof.Size != checkpoint.Size {
		tb.Errorf("%v: leaf %s, proof for %d leaves, checkpoint of %d", err, in.Leaf, in.Proof.Size, checkpoint.Size)
	}
	leaf[0] ^= 1
	if in.Proof.Check(leaf, checkpoint.Root) == nil {
		tb.Error("the proof holds for any leaf")
	}
	return checkpoint.Size
}

func TestTheBoardListsEveryCheckpoint(t *testing.T) {
	w := newWorld(t)
	history := seeBoard(w.active, "checkpoints")
	opening := string(w.must(t, seeBoard(w.active, "checkpoint")).body)
	checkJSON(t, w.must(t, history), obj{"items": []any{obj{"size": 1, "checkpoint": opening}}})
	for n := range 19 { // with ben's twenty, of which ten enter
		w.vote(t, w.voter(t, "Voter "+strconv.Itoa(n), 100+n), w.active, n%2)
	}
	noError(t, w.store.ExtendLogs(t.Context()))
	early := string(w.must(t, seeBoard(w.active, "checkpoint")).body)
	w.vote(t, w.ada, w.active, 1)
	w.move(t, w.active, "COMPLETED")
	last := string(w.must(t, seeBoard(w.active, "checkpoint")).body)
	newest, epoch, oldest := obj{"size": 22, "checkpoint": last}, obj{"size": 11, "checkpoint": early},
		obj{"size": 1, "checkpoint": opening}
	checkJSON(t, w.must(t, history), obj{"items": []any{newest, epoch, oldest}})

	history.path += "?limit=1"
	first := w.must(t, history)
	checkJSON(t, first, obj{"items": []any{newest}, "next": first.text(t, "next")})
	history.path += "&after=" + first.text(t, "next")
	second := w.must(t, history)
	checkJSON(t, second, obj{"items": []any{epoch}, "next": second.text(t, "next")})
	w.try(t, w.badPages(boardOf(w.active, "checkpoints"), ""))
}

func TestAReceiptProvesThatItsBallotIsInTheLog(t *testing.T) {
	w := newWorld(t)
	first := w.vote(t, w.ada, w.active, 0).text(t, "leaf")
	pending := func(leaf string) scenario {
		return scenario{"pending", seeBoard(w.active, "receipts/"+leaf), 404, "leaf_pending", ""}
	}
	w.try(t, []scenario{pending(first)})
	for n := range 18 { // with ben's and ada's twenty, of which the first ten enter
		w.vote(t, w.voter(t, "Voter "+strconv.Itoa(n), 100+n), w.active, n%2)
	}
	noError(t, w.store.ExtendLogs(t.Context()))
	if size := w.prove(t, w.active, first); size != 11 {
		t.Errorf("the log has %d leaves, want 11", size)
	}
	late := w.vote(t, w.cleo, w.active, 1).text(t, "leaf")
	w.try(t, []scenario{pending(late)})
	w.move(t, w.active, "COMPLETED")
	for _, leaf := range []string{first, late} {
		if size := w.prove(t, w.active, leaf); size != 22 {
			t.Errorf("after the close the log has %d leaves, want 22", size)
		}
	}
	w.must(t, w.calculate(w.active))
	w.prove(t, w.active, late)

	var unknown []scenario
	for _, leaf := range []string{
		strings.Repeat("0", 64), w.leaf, "0", first[1:], first + "0", strings.ToUpper(first), first[:62] + "%00", "..", "%ff",
		w.active.id,
	} {
		unknown = append(unknown, scenario{"no such leaf: " + leaf, seeBoard(w.active, "receipts/"+leaf), 404, "not_found",
			""})
	}
	w.try(t, unknown)
}

// logOf reads the log of an election from the board, and checks that its leaves have the root of the
// checkpoint before them, which is the newest.
func (w *world) logOf(tb testing.TB, c contest) (leaves []string) {
	tb.Helper()
	text := string(w.must(tb, seeBoard(c, "leaves")).body)
	newest := string(w.must(tb, seeBoard(c, "checkpoint")).body)
	list, begins := strings.CutPrefix(text, newest+"\n")
	if !begins {
		tb.Fatalf("the log begins %.200q, want the checkpoint %q", text, newest)
	}
	var hashes []ballotbox.Hash
	for line := range strings.Lines(list) {
		leaf, err := ballotbox.ParseHash(strings.TrimSuffix(line, "\n"))
		if err != nil || !strings.HasSuffix(line, "\n") {
			tb.Fatalf("line %q: %v", line, err)
		}
		hashes, leaves = append(hashes, leaf), append(leaves, leaf.String())
	}
	checkpoint, err := w.opened(tb, c).OpenCheckpoint([]byte(newest))
	if err != nil || checkpoint.Size != int64(len(hashes)) || checkpoint.Root != ballotbox.MerkleRoot(hashes) {
		tb.Errorf("%v: %d leaves do not have the root of the checkpoint of %d", err, len(hashes), checkpoint.Size)
	}
	return leaves
}

func TestAnyoneCanSearchTheLog(t *testing.T) {
	w := newWorld(t)
	first := w.vote(t, w.ada, w.active, 0).text(t, "leaf")
	for n := range 18 { // with ben's and ada's twenty, of which the first ten enter
		w.vote(t, w.voter(t, "Voter "+strconv.Itoa(n), 100+n), w.active, n%2)
	}
	noError(t, w.store.ExtendLogs(t.Context()))
	etag := w.must(t, seeBoard(w.active, "leaves")).header.Get("ETag")
	late := w.vote(t, w.cleo, w.active, 1).text(t, "leaf")
	if early := w.logOf(t, w.active); !slices.Contains(early, first) || slices.Contains(early, late) {
		t.Errorf("the log of an epoch is %v, want it with %s and without %s", early, first, late)
	}
	if again := w.must(t, seeBoard(w.active, "leaves")).header.Get("ETag"); again != etag {
		t.Error("a ballot that waits has changed the log")
	}
	w.move(t, w.active, "COMPLETED")
	closed := w.logOf(t, w.active)
	if len(closed) != 22 || !slices.Contains(closed, first) || !slices.Contains(closed, late) {
		t.Errorf("the log of a closed election is %v", closed)
	}
	if w.must(t, seeBoard(w.active, "leaves")).header.Get("ETag") == etag {
		t.Error("the log has grown, and its ETag is the same")
	}
	w.must(t, w.calculate(w.active))
	if counted := w.logOf(t, w.active); len(counted) != 23 || !slices.Equal(counted[:22], closed) {
		t.Error("the count has changed the log, and not added the seal")
	}
}

// verifies checks the bundle of an election and returns it.
func (w *world) verifies(tb testing.TB, p paper) *ballotbox.Bundle {
	tb.Helper()
	return w.checkBundle(tb, p.contest, ballotbox.Evidence{})
}

// checkBundle downloads the bundle of an election and verifies it with what a voter brings along.
func (w *world) checkBundle(tb testing.TB, c contest, e ballotbox.Evidence) *ballotbox.Bundle {
	tb.Helper()
	a := w.must(tb, seeBoard(c, "bundle"))
	if got, want := a.header.Get("Content-Disposition"), `attachment; filename="ostrakon-`+c.id+`.zip"`; got != want {
		tb.Errorf("Content-Disposition is %q, want %q", got, want)
	}
	if got, want := a.header.Get("ETag"), fmt.Sprintf(`"%x"`, sha256.Sum256(a.body)); got != want {
		tb.Errorf("ETag is %s, want %s", got, want)
	}
	b := must(ballotbox.ReadBundle(bytes.NewReader(a.body), int64(len(a.body))))(tb)
	if manifest := w.must(tb, seeBoard(c, "manifest")).body; !bytes.Equal(b.Manifest, manifest) {
		tb.Error("the manifest in the bundle is another")
	}
	e.SigningKey = w.must(tb, call{method: "GET", path: "/api/info"}).text(tb, "signingKey")
	for _, check := range ballotbox.Verify(b, e) {
		if check.Err != nil {
			tb.Errorf("%s: %v", check.Name, check.Err)
		}
	}
	return b
}

func TestTheBundleHoldsEveryReceiptAndCheckpoint(t *testing.T) {
	w := newWorld(t)
	var e ballotbox.Evidence
	keep := func(p person) {
		t.Helper()
		r := ballotbox.NamedReceipt{Name: p.name}
		noError(t, json.Unmarshal(w.must(t, ballot(p, w.active.id, w.active.candidates[0])).body, &r.Receipt))
		e.Receipts = append(e.Receipts, r)
	}
	keep(w.ada)
	keep(w.cleo)
	for n := range 7 {
		keep(w.voter(t, "Voter "+strconv.Itoa(n), 100+n))
	}
	noError(t, w.store.ExtendLogs(t.Context()))
	e.Checkpoints = []ballotbox.NamedCheckpoint{{Name: "early", Signed: w.must(t, seeBoard(w.active, "checkpoint")).body}}
	w.move(t, w.active, "COMPLETED")
	w.must(t, w.calculate(w.active))
	w.checkBundle(t, w.active, e)
}

func TestEachElectionHasItsBundle(t *testing.T) {
	w := newWorld(t)
	w.must(t, w.calculate(w.completed))
	get := func(c contest) []byte { return w.must(t, seeBoard(c, "bundle")).body }
	one, other := get(w.counted), get(w.completed)
	if bytes.Equal(one, other) || !bytes.Equal(get(w.counted), one) || !bytes.Equal(get(w.counted), one) ||
		!bytes.Equal(get(w.completed), other) {
		t.Error("a bundle is not the election's own, or changes")
	}
	w.checkBundle(t, w.counted, ballotbox.Evidence{})
	w.checkBundle(t, w.completed, ballotbox.Evidence{})
}

// boardCalls is a request that succeeds for each page of the board.
func (w *world) boardCalls(tb testing.TB) []call {
	tb.Helper()
	var calls []call
	for _, e := range w.examples(tb) {
		if strings.HasPrefix(e.Path, "/api/board/") && strings.HasSuffix(e.Path, "/solid") {
			c := w.trophy(tb)
			w.move(tb, c, "ACTIVE")
			e.path = "/api/board/elections/" + c.id + "/candidates/" + c.candidates[0] + "/solid"
		}
		parts := strings.HasSuffix(e.Path, "/count/parts") // which are no page, and there while a count waits
		if strings.HasPrefix(e.Path, "/api/board/") && e.Method == "GET" && !parts {
			calls = append(calls, e.call)
		}
	}
	if len(calls) != 16 {
		tb.Fatalf("%d pages on the board, want 16", len(calls))
	}
	return calls
}

func TestTheBoardIsTheSameForEveryone(t *testing.T) {
	w := newWorld(t)
	for _, c := range w.boardCalls(t) {
		guest := w.must(t, c)
		for _, token := range []string{w.ada.token, w.admin.token, "garbage"} {
			c.token = token
			if a := w.must(t, c); !bytes.Equal(a.body, guest.body) {
				t.Errorf("%s: %s\nguest: %s", c.path, a.body, guest.body)
			}
		}
	}
}

func TestTheBoardSaysWhatMayBeKept(t *testing.T) {
	w := newWorld(t)
	for _, c := range w.boardCalls(t) {
		a := w.must(t, c)
		if got := a.header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s: Cache-Control %q", c.path, got)
		}
		if got := a.header.Get("Content-Length"); got != strconv.Itoa(len(a.body)) {
			t.Errorf("%s: Content-Length %s of %d bytes", c.path, got, len(a.body))
		}
		etag := a.header.Get("ETag")
		for match, want := range map[string]int{etag: 304, "W/" + etag: 304, `"other", ` + etag: 304, "*": 304,
			`"other"`: 200, strings.Trim(etag, `"`): 200} {
			for _, method := range []string{"GET", "HEAD"} {
				again := c
				again.method, again.header = method, http.Header{"If-None-Match": {match}}
				b := w.do(t, again)
				if b.status != want || want == 304 && len(b.body) != 0 || b.header.Get("ETag") != etag {
					t.Errorf("%s %s with If-None-Match %s: %d, %d bytes, ETag %s", method, c.path, match, b.status, len(b.body),
						b.header.Get("ETag"))
				}
			}
		}
		ranged := c
		ranged.header = http.Header{"Range": {"bytes=0-3"}}
		if b := w.do(t, ranged); !strings.HasSuffix(c.path, "/bundle") && !bytes.Equal(a.body, b.body) {
			t.Errorf("%s: a range is answered with %d bytes", c.path, len(b.body))
		}
	}
	before := w.must(t, board("elections")).header.Get("ETag")
	w.vote(t, w.ada, w.active, 0)
	if w.must(t, board("elections")).header.Get("ETag") == before {
		t.Error("the list has changed, its ETag has not")
	}
}

// A refusal that a page may not read would look to it like a broken network.
func TestAnyPageMayReadTheBoard(t *testing.T) {
	w := newWorld(t)
	calls := append(w.boardCalls(t),
		seeBoard(w.draft, "manifest"), seeBoard(w.active, "bundle"), seeBoard(w.counted, "receipts/x"),
		seeBoard(w.counted, "nothing"), board("elections?limit=x"),
		board("nothing"), call{method: "POST", path: "/api/board/elections"})
	for _, c := range calls {
		for _, method := range []string{c.method, "HEAD", "OPTIONS", "DELETE"} {
			c.method, c.header = method, http.Header{"Origin": {"https://elsewhere.example"}}
			a := w.do(t, c)
			if got := a.header.Get("Access-Control-Allow-Origin"); got != "*" {
				t.Errorf("%s %s: %d with Access-Control-Allow-Origin %q", method, c.path, a.status, got)
			}
			if a.header.Get("Access-Control-Allow-Credentials") != "" || a.header.Get("Set-Cookie") != "" {
				t.Errorf("%s %s: %v", method, c.path, a.header)
			}
		}
	}
	for _, path := range []string{"/api/info", "/api/board", "/api/boards/elections", "/api/nothing",
		userElections + "active"} {
		if got := w.do(t, call{method: "GET", path: path}).header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s: Access-Control-Allow-Origin %q", path, got)
		}
	}
}

func TestTheBoardTellsTheKeysOfAnElectionAndWhoseSheetsAreUntried(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Held by three")
	storetest.Hold(t, w.store, store.ElectionID(c.id), 2, 3)
	draft := w.must(t, call{method: "GET", path: adminElections + "/" + c.id, token: w.admin.token}).json(t)
	if warnings := fmt.Sprint(draft["warnings"]); !strings.Contains(warnings, "sheets_untried") {
		t.Errorf("the opening warns of %s", warnings)
	}
	w.move(t, c, "ACTIVE")
	held := w.must(t, call{method: "GET", path: holdersPath(c), token: w.admin.token}).json(t)
	number := held["assembly"].(obj)["keyNumber"]
	for _, item := range w.must(t, board("elections")).json(t)["items"].([]any) {
		e := item.(obj)
		want := obj{"keyNumber": number, "number": 1.}
		if e["id"] != c.id && (e["keys"] != nil || e["untried"] != nil) ||
			e["id"] == c.id && (!reflect.DeepEqual(e["keys"], any(want)) || len(e["untried"].([]any)) != 3) {
			t.Errorf("%v has the keys %v, and untried are the sheets of %v", e["title"], e["keys"], e["untried"])
		}
	}
}
