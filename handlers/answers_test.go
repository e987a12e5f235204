package handlers_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

func TestAnswersAreRefused(t *testing.T) {
	w := newWorld(t)
	p := w.assembly(t, nil)
	w.move(t, p.contest, "ACTIVE")
	good := assemblyVotes()[0]
	vote := func(body any) call {
		return call{method: "POST", path: userElections + p.id + "/vote", token: w.ada.token, body: body}
	}
	block, first := p.questions[0], p.options[0][0]
	answers := func(change func(obj)) call { // a good paper with a change
		given := p.answers(good...)
		change(given)
		return vote(obj{"answers": given})
	}
	mark := func(name string, m any) scenario {
		return scenario{"a mark " + name, answers(func(a obj) { a[block].(obj)[first] = m }), 400, "validation_failed",
			"answers." + block}
	}
	incomplete := func(name string, change func(obj)) scenario {
		return scenario{name, answers(change), 400, "answers_incomplete", "answers"}
	}
	raw := func(name, body, code, field string) scenario { return scenario{name, vote(body), 400, code, field} }
	many := obj{}
	for n := range 100 {
		many[fmt.Sprintf("%s%02d", unknownID[2:], n)] = obj{}
	}
	w.try(t, []scenario{
		{"a candidate where there are several questions", vote(obj{"candidateId": first}), 400, "needs_answers", "answers"},
		{"an unknown candidate there", vote(obj{"candidateId": unknownID}), 400, "needs_answers", "answers"},
		{"a candidate and answers", vote(obj{"candidateId": first, "answers": p.answers(good...)}), 400, "validation_failed",
			"answers"},
		raw("neither", `{}`, "validation_failed", "candidateId"),
		raw("no object", `{"answers":[]}`, "validation_failed", "answers"),
		raw("null", `{"answers":null}`, "validation_failed", "answers"),
		raw("an answer that is no object", `{"answers":{"`+block+`":"01"}}`, "validation_failed", "answers."+block),
		raw("a question twice", `{"answers":{"`+block+`":{},"`+block+`":{}}}`, "validation_failed", "answers."+block),
		raw("a question twice in two ways", `{"answers":{"q":{},"\u0071":{}}}`, "validation_failed", "answers"),
		raw("a candidate twice", `{"answers":{"`+block+`":{"`+first+`":"01","`+first+`":"00"}}}`, "validation_failed",
			"answers."+block),
		raw("half of a character", `{"answers":{"\ud800":{}}}`, "validation_failed", "answers"),
		raw("answers twice", `{"answers":{},"answers":{}}`, "validation_failed", "answers"),
		mark("of one digit", "1"), mark("of three", "001"), mark("that is a number", 1), mark("that is empty", ""),
		mark("with a sign", "+1"), mark("with a space", " 1"),
		mark("in other digits", "٠١"), mark("in letters", "0b"), mark("that is true", true), mark("that is null", nil),
		mark("in a list", []any{"01"}),
		raw("a mark with escapes", `{"answers":{"`+block+`":{"`+first+`":"\u0030\u0031"}}}`, "validation_failed",
			"answers."+block),
		incomplete("no answer to a question", func(a obj) { delete(a, block) }),
		incomplete("no mark for a candidate", func(a obj) { delete(a[block].(obj), first) }),
		incomplete("an unknown question in place of one", func(a obj) { a[unknownID] = a[block]; delete(a, block) }),
		incomplete("a question too many", func(a obj) { a[unknownID] = obj{} }),
		incomplete("an unknown candidate in place of one",
			func(a obj) { delete(a[block].(obj), first); a[block].(obj)[unknownID] = "00" }),
		incomplete("a candidate too many", func(a obj) { a[block].(obj)[unknownID] = "00" }),
		incomplete("a candidate of another question",
			func(a obj) { delete(a[block].(obj), first); a[block].(obj)[p.options[1][0]] = "00" }),
		incomplete("what is no id", func(a obj) { a[""] = a[block]; delete(a, block) }),
		{"no answers at all", vote(obj{"answers": obj{}}), 400, "answers_incomplete", "answers"},
		{"a hundred questions", vote(obj{"answers": many}), 400, "answers_incomplete", "answers"},
		{"64 kB and one byte", vote(`{"answers":{}` + strings.Repeat(" ", 64<<10-13) + "}"), 413, "body_too_large", ""},
		raw("64 kB", `{"answers":{}`+strings.Repeat(" ", 64<<10-14)+"}", "answers_incomplete", "answers"),
		{"the paper of somebody else", forPaper(p.cast(w.ada, good...), w.entry), 400, "paper_unavailable", "paper"},
		{"what is no paper", forPaper(p.cast(w.ada, good...), "mine"), 400, "paper_unavailable", "paper"},
		{"a paper that is a list", vote(obj{"answers": p.answers(good...), "paper": []any{}}), 400, "validation_failed",
			"paper"},
		{"an administrator", p.cast(w.admin, good...), 403, "role_required", ""},
	})
	for name, c := range map[string]struct {
		change func(obj)
		detail string
	}{
		"the question without an answer": {func(a obj) { delete(a, block) }, "The answer to “By block” must name"},
		"the question without a mark": {func(a obj) { delete(a[block].(obj), first) },
			"The answer to “By block” must name"},
		"no question": {func(a obj) { a[unknownID] = obj{} }, "The answers must name each question"},
	} {
		a := w.do(t, answers(c.change))
		checkRefusal(t, a, "answers_incomplete", "answers")
		if detail := a.text(t, "detail"); !strings.HasPrefix(detail, c.detail) {
			t.Errorf("the refusal names %s: %s", name, detail)
		}
	}
	w.must(t, p.cast(w.ada, good...))
	w.try(t, []scenario{{"a second vote", p.cast(w.ada, good...), 400, "already_voted", ""}})
}

// Marks that break the rules of a question are refused with the reason.
func TestMarksAreRefused(t *testing.T) {
	w := newWorld(t)
	p := w.assembly(t, nil)
	strict := w.paper(t, nil, ask("plurality", nil, "A", "B"), ask("stv", obj{"min": 2, "max": 3}, "A", "B", "C", "D"))
	w.move(t, p.contest, "ACTIVE")
	w.move(t, strict.contest, "ACTIVE")
	for _, c := range []struct {
		on       paper
		question int
		marks    string
		reason   string
		min, max int
	}{
		{p, 0, "2000", "mark", 0, 2}, {p, 0, "1110", "too_many", 0, 2},
		{p, 1, "900", "mark", 0, 3},
		{p, 2, "000", "too_few", 1, 1}, {p, 2, "110", "too_many", 1, 1}, {p, 2, "200", "mark", 1, 1},
		{p, 3, "400", "mark", 0, 3}, {p, 3, "110", "repeat", 0, 3}, {p, 3, "013", "gap", 0, 3}, {p, 3, "200", "gap", 0, 3},
		{p, 4, "1223", "repeat", 0, 4}, {p, 4, "5000", "mark", 0, 4},
		{p, 5, "113", "gap", 0, 3}, {p, 5, "022", "gap", 0, 3}, {p, 5, "004", "mark", 0, 3},
		{p, 6, "600", "mark", 0, 3}, {p, 6, "117", "mark", 0, 3},
		{p, 7, "011", "too_many", 0, 1},
		{strict, 0, "00", "too_few", 1, 1}, {strict, 1, "0000", "too_few", 2, 3}, {strict, 1, "0010", "too_few", 2, 3},
		{strict, 1, "1234", "too_many", 2, 3},
	} {
		marks := slices.Clone(assemblyVotes()[0])
		if c.on.id == strict.id {
			marks = []string{"10", "1200"}
		}
		marks[c.question] = c.marks
		a := w.do(t, c.on.cast(w.ada, marks...))
		checkRefusal(t, a, "marks_invalid", "answers")
		params, _ := a.json(t)["params"].(obj)
		title := w.must(t, w.get(questionsPath(c.on.contest, ""))).column(t, "title")[c.question]
		want := obj{"question": title, "reason": c.reason, "min": c.min, "max": c.max}
		for _, d := range differences(title+" "+c.marks, any(params), any(want)) {
			t.Error(d)
		}
	}
	for _, c := range []paper{p, strict} {
		if w.must(t, w.ada.as(c.id+"/has-voted")).json(t)["hasVoted"] != false {
			t.Error("a refusal counted as a vote")
		}
	}
}

// drawMarks draws marks for a question by its method and number of options. One paper in six leaves
// the question blank, where it may.
func drawMarks(rng *rand.Rand, method string, options int) string {
	marks := make([]byte, options)
	for i := range marks {
		marks[i] = '0'
	}
	order := rng.Perm(options)
	switch {
	case method == "motion":
		marks[order[0]] = '1'
	case rng.IntN(6) == 0: // blank
	case method == "plurality":
		marks[order[0]] = '1'
	case method == "block" || method == "approval":
		for _, at := range order[:1+rng.IntN(2)] {
			marks[at] = '1'
		}
	case method == "cumulate":
		marks[order[0]], marks[order[1]] = '1'+byte(rng.IntN(3)), '0'+byte(rng.IntN(3))
	case method == "star":
		for i := range marks {
			marks[i] = '1' + byte(rng.IntN(6))
		}
	default:
		rank := byte('1')
		for n, at := range order[:1+rng.IntN(options)] {
			if n > 0 && (method != "schulze" || rng.IntN(2) == 0) {
				rank++
			}
			marks[at] = rank
		}
	}
	return string(marks)
}

// What goes over the network, and what is stored, has the same length for every paper of an
// election, whatever is on it.
func TestEveryPaperOfAnElectionHasOneLength(t *testing.T) {
	const papers = 300
	w := newWorld(t)
	p := w.assembly(t, nil)
	w.move(t, p.contest, "ACTIVE")
	methods := w.must(t, w.get(questionsPath(p.contest, ""))).column(t, "method")
	rng := rand.New(rand.NewPCG(11, 3))
	requests, answers := make(map[int]int), make(map[int]int)
	different := make(map[string]bool)
	for n := range papers {
		voter := storetest.Voter(t, w.store, 300+n)
		token := must(w.server.Token(store.Account{User: voter}))(t)
		marks := make([]string, len(methods))
		for i, method := range methods {
			marks[i] = drawMarks(rng, method, len(p.options[i]))
		}
		different[strings.Join(marks, " ")] = true
		r, rec := p.cast(person{token: token}, marks...).request(t), httptest.NewRecorder()
		w.server.ServeHTTP(rec, r)
		if rec.Code != 200 {
			t.Fatalf("%v: %d %s", marks, rec.Code, rec.Body)
		}
		requests[int(r.ContentLength)]++
		answers[rec.Body.Len()]++
	}
	sealed := w.sealedLengths(t, p.contest)
	if len(requests) != 1 || len(answers) != 1 || len(sealed) != 1 {
		t.Errorf("lengths of %d papers: requests %v, answers %v, sealed ballots %v", papers, requests, answers, sealed)
	}
	if len(different) < papers*9/10 {
		t.Errorf("only %d different papers were drawn", len(different))
	}
}

// sealedLengths counts the sealed ballots of an election by their length in the file.
func (w *world) sealedLengths(tb testing.TB, c contest) map[int]int {
	tb.Helper()
	copied := filepath.Join(tb.TempDir(), "copy")
	noError(tb, os.CopyFS(copied, os.DirFS(w.dir)))
	db := must(bolt.Open(filepath.Join(copied, store.FileName), 0o600, nil))(tb)
	lengths := make(map[int]int)
	err := db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("sealed")).Bucket([]byte(c.id))
		if b == nil {
			return nil
		}
		return b.ForEach(func(_, v []byte) error {
			lengths[len(v)]++
			return nil
		})
	})
	noError(tb, errors.Join(err, db.Close()))
	return lengths
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
