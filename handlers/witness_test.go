package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/ballotbox"
	witnesses "ostrakon/store/witness"
)

// exampleWitness is the verifier key of a witness.
const exampleWitness = "neighbours.example/witness+03d75983+BOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs"

func newWitness(t *testing.T, name string) *witnesses.Key {
	t.Helper()
	return must(witnesses.NewKey(name))(t)
}

// name names the witnesses of an election.
func (w *world) name(c contest, needed any, keys ...any) call {
	return w.put(adminElections+"/"+c.id+"/witnesses", obj{"needed": needed, "keys": append([]any{}, keys...)})
}

// cosign gives a checkpoint with cosignatures to the board.
func (w *world) cosign(c contest, note string) call {
	return call{method: "POST", path: boardOf(c, "cosignatures"), header: http.Header{"Content-Type": {"text/plain"}},
		body: note, from: w.elsewhere()}
}

func TestWitnessesOfADraft(t *testing.T) {
	w := newWorld(t)
	one, two := newWitness(t, "one.example/w").Witness.String(), newWitness(t, "two").Witness.String()
	if _, named := w.must(t, w.get(adminElections+"/"+w.draft.id)).json(t)["witnesses"]; named {
		t.Error("a draft has witnesses before they are named")
	}
	check := func(want any) {
		t.Helper()
		for _, d := range differences("witnesses", w.must(t, w.get(adminElections+"/"+w.draft.id)).json(t)["witnesses"],
			want) {
			t.Error(d)
		}
	}
	w.must(t, w.name(w.draft, 2, one, two))
	check(obj{"needed": 2, "keys": []any{one, two}})
	w.must(t, w.name(w.draft, 1, two))
	check(obj{"needed": 1, "keys": []any{two}})
	many := make([]any, 10)
	for n := range many {
		many[n] = newWitness(t, fmt.Sprint("w", n)).Witness.String()
	}
	w.try(t, []scenario{
		{"what is no key", w.name(w.draft, 1, "two"), 400, "validation_failed", "keys"},
		{"a key with another hash", w.name(w.draft, 1, strings.Replace(two, "two+", "too+", 1)), 400, "validation_failed",
			"keys"},
		{"a name twice", w.name(w.draft, 1, one, one), 400, "validation_failed", "keys"},
		{"too many", w.name(w.draft, 1, many...), 400, "validation_failed", "keys"},
		{"more needed than named", w.name(w.draft, 2, one), 400, "validation_failed", "needed"},
		{"none needed", w.name(w.draft, 0, one), 400, "validation_failed", "needed"},
		{"needed but not named", w.name(w.draft, 1), 400, "validation_failed", "keys"},
		{"an election that is open", w.name(w.active, 1, one), 400, "election_not_draft", ""},
		{"nothing", w.name(contest{id: unknownID}, 1, one), 404, "not_found", ""},
	})
	check(obj{"needed": 1, "keys": []any{two}})
	w.must(t, w.name(w.draft, 0))
	check(nil)
}

func TestCosignatures(t *testing.T) {
	w := newWorld(t)
	one, stranger := newWitness(t, "one.example/w"), newWitness(t, "stranger")
	c := w.contest(t, "Watched board")
	w.must(t, w.name(c, 1, one.Witness.String()))
	w.move(t, c, "ACTIVE")
	at := time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)
	read := func() string { return string(w.must(t, seeBoard(c, "checkpoint")).body) }
	opened := read()
	w.try(t, []scenario{
		{"without a cosignature", w.cosign(c, opened), 400, "cosignature_refused", ""},
		{"a stranger's", w.cosign(c, string(stranger.Cosign([]byte(opened), at))), 400, "cosignature_refused", ""},
		{"of another election", w.cosign(w.active, string(one.Cosign([]byte(opened), at))), 400, "cosignature_refused", ""},
		{"of a draft", w.cosign(w.draft, string(one.Cosign([]byte(opened), at))), 404, "not_found", ""},
		{"of another size", w.cosign(c, string(one.Cosign([]byte(strings.Replace(opened, "\n1\n", "\n2\n", 1)), at))), 400,
			"cosignature_refused", ""},
		{"nothing", w.cosign(c, ""), 400, "cosignature_refused", ""},
		{"too much", w.cosign(c, string(one.Cosign([]byte(opened), at))+strings.Repeat("x", 16<<10)), 413, "body_too_large",
			""},
	})
	cosigned := string(one.Cosign([]byte(opened), at))
	checkJSON(t, w.must(t, w.cosign(c, cosigned)), obj{"accepted": true})
	if read() != cosigned {
		t.Errorf("the board shows\n%s", read())
	}
	w.vote(t, w.ada, c, 0)
	w.move(t, c, "COMPLETED")
	w.must(t, w.calculate(c))
	w.must(t, seeBoard(c, "bundle")) // whoever asks before the witness does not keep its cosignature out
	checkJSON(t, w.must(t, w.cosign(c, string(one.Cosign([]byte(read()), at)))), obj{"accepted": true})
	w.checkBundle(t, c, ballotbox.Evidence{Witnesses: []ballotbox.Witness{one.Witness}})

	c.id = w.active.id
	again := w.cosign(c, "")
	served, retry := w.exhaustAll(t, again)
	if served < 100 || served > 101 || retry != "1" {
		t.Errorf("%d requests served, then none for %s seconds", served, retry)
	}
}

// exhaustAll repeats a request that is refused until it is refused for being asked too often.
func (w *world) exhaustAll(t *testing.T, c call) (served int, retryAfter string) {
	t.Helper()
	for ; served < 1000; served++ {
		if a := w.do(t, c); a.status == http.StatusTooManyRequests {
			return served, a.header.Get("Retry-After")
		}
	}
	t.Fatal("there is no limit")
	return 0, ""
}

func TestConsistencyOfTheLog(t *testing.T) {
	w := newWorld(t)
	m := w.opened(t, w.counted)
	last, err := m.OpenCheckpoint(w.must(t, seeBoard(w.counted, "checkpoint")).body)
	if err != nil || last.Size != 5 {
		t.Fatalf("size %d, %v", last.Size, err)
	}
	var answer struct{ Proof []tlog.Hash }
	a := w.must(t, seeBoard(w.counted, "consistency?from=1&to=5"))
	noError(t, json.Unmarshal([]byte(strings.ReplaceAll(string(a.body), `"proof"`, `"Proof"`)), &answer))
	if err := tlog.CheckTree(answer.Proof, last.Size, tlog.Hash(last.Root), 1, tlog.Hash(m.OpenLeaf())); err != nil {
		t.Error(err)
	}
	checkJSON(t, w.must(t, seeBoard(w.counted, "consistency?from=5&to=5")), obj{"proof": []any{}})
	w.try(t, []scenario{
		{"no beginning", seeBoard(w.counted, "consistency?to=5"), 400, "validation_failed", "from"},
		{"no end", seeBoard(w.counted, "consistency?from=1"), 400, "validation_failed", "to"},
		{"backwards", seeBoard(w.counted, "consistency?from=5&to=4"), 400, "validation_failed", "from"},
		{"beyond the log", seeBoard(w.counted, "consistency?from=1&to=6"), 400, "validation_failed", "to"},
		{"nothing", seeBoard(w.counted, "consistency?from=0&to=5"), 400, "validation_failed", "from"},
		{"no number", seeBoard(w.counted, "consistency?from=1&to=05"), 400, "validation_failed", "to"},
		{"a very large one", seeBoard(w.counted, "consistency?from=1&to=9999999999999999999"), 400, "validation_failed",
			"to"},
		{"of a draft", seeBoard(w.draft, "consistency?from=1&to=1"), 404, "not_found", ""},
	})
}
