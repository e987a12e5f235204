package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// The largest question that a paper can have is read, changed, and sent back whole, by a client that
// writes letters as escapes, alone and with its election. A whole paper has as many candidates as four
// such questions, and an election shows those of the first one twice.
func TestTheLargestQuestionIsSentBackWhole(t *testing.T) {
	w := newWorld(t)
	c := w.election(t, obj{"title": "Assembly"})
	id, question := store.ElectionID(c.id), store.QuestionID(c.question)
	letters := func(n int) *string { return new(strings.Repeat("鍵", n)) }
	for n := range store.MaxCandidates {
		name := fmt.Sprintf("%03d%s", n, *letters(117))
		if _, err := w.store.AddCandidate(t.Context(), storetest.Admin, id, question,
			store.CandidateChange{Name: &name, Affiliation: letters(120), Description: letters(2000)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.store.UpdateQuestion(t.Context(), storetest.Admin, id, question,
		store.QuestionChange{Title: letters(200), Text: letters(5000)}); err != nil {
		t.Fatal(err)
	}
	whole := w.must(t, w.get(adminElections+"/"+c.id)).json(t)
	of := whole["questions"].([]any)[0].(map[string]any)
	for _, r := range []struct {
		path   string
		record obj
	}{{adminElections + "/" + c.id, whole}, {questionsPath(c, "/"+c.question), of}} {
		body := escaped(t, changed(r.record, obj{"title": "Board"}))
		if most := 8 << 20; len(body)*5/2 > most {
			t.Errorf("%s: a body of %d bytes: those of whole papers are larger than %d", r.path, len(body), most)
		}
		changes := w.put(r.path, body)
		if a := w.must(t, changes); a.text(t, "title") != "Board" {
			t.Errorf("%s: the title is not changed", r.path)
		}
		changes.body = body + strings.Repeat(" ", 8<<20)
		if a := w.do(t, changes); a.status != 413 {
			t.Errorf("%s: a body of more than 8 MiB: %d", r.path, a.status)
		}
	}
}

// escaped is JSON in ASCII.
func escaped(tb testing.TB, v any) string {
	tb.Helper()
	raw := must(json.Marshal(v))(tb)
	var out bytes.Buffer
	for _, r := range string(raw) {
		if r < utf8.RuneSelf {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.String()
}
