package handlers_test

import (
	"fmt"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
)

// An election online and on paper by the API: ben votes online, two others get a printed paper.
func TestAnElectionOnlineAndOnPaperByTheAPI(t *testing.T) {
	w := newWorld(t)
	lines := w.enrol(t, "", "full_name,national_id", "Ada Okafor,"+numberOf(1), "Noor Haddad,"+numberOf(21),
		"Tomas Lind,"+numberOf(22))
	entry := func(n int) any { return lines[n].(obj)["entryId"] }
	c := w.contest(t, "Chair")
	path := adminElections + "/" + c.id
	w.must(t, w.put(path, obj{"settings": obj{"electorate": "roll", "printedPapers": 2}}))
	w.try(t, []scenario{
		{"too many", w.put(path, obj{"settings": obj{"printedPapers": 100_001}}), 400, "validation_failed", "printedPapers"},
		{"no number", w.put(path, obj{"settings": obj{"printedPapers": "2"}}), 400, "validation_failed", "printedPapers"},
		{"by itself", w.put(path, obj{"settings": obj{"autoCount": true}}), 400, "validation_failed", "autoCount"},
		{"before it opens", w.post(path+"/papers/handed", obj{"entryId": entry(1)}), 400, "election_not_active", ""},
	})
	w.move(t, c, "ACTIVE")
	hand := func(n int) call { return w.post(path+"/papers/handed", obj{"entryId": entry(n)}) }
	checkJSON(t, w.must(t, hand(1)), obj{"printed": 2, "handedOut": 1, "needsLot": false, "oneAccount": false,
		"entries": []any{obj{"clerk": "", "papers": 0}, obj{"clerk": "", "papers": 0}}})
	w.must(t, hand(2))
	w.try(t, []scenario{
		{"twice", hand(1), 400, "on_paper", ""},
		{"more than printed", hand(0), 400, "papers_gone", ""},
		{"to nobody known", w.post(path+"/papers/handed", obj{"entryId": "x"}), 400, "validation_failed", "entryId"},
		{"to nobody said", w.post(path+"/papers/handed", obj{}), 400, "validation_failed", "entryId"},
		{"before the close", w.put(path+"/papers/entries/1", obj{"clerk": "Ada"}), 400, "election_not_completed", ""},
	})
	w.move(t, c, "COMPLETED")
	paper := func(round, reference int, in obj) call {
		return w.put(fmt.Sprintf("%s/papers/entries/%d/%d", path, round, reference), in)
	}
	one := obj{"marks": []any{1, 0}}
	w.try(t, []scenario{
		{"nobody types", paper(1, 1, one), 400, "papers_not_begun", ""},
		{"not entered", w.post(path+"/calculate-results", obj{}), 400, "papers_unentered", ""},
	})
	for round, clerk := range []string{"Ada", "Grace"} {
		w.must(t, w.put(fmt.Sprintf("%s/papers/entries/%d", path, round+1), obj{"clerk": clerk}))
		checkJSON(t, w.must(t, paper(round+1, 1, one)), obj{"reference": 1, "marks": []any{1, 0}})
		checkJSON(t, w.must(t, paper(round+1, 2, obj{"invalid": true})), obj{"reference": 2})
	}
	w.try(t, []scenario{
		{"two marks", paper(1, 3, obj{"marks": []any{1, 1}}), 400, "marks_invalid", ""},
		{"too few marks", paper(1, 3, obj{"marks": []any{1}}), 400, "validation_failed", "marks"},
		{"a mark that is none", paper(1, 3, obj{"marks": []any{256, 0}}), 400, "validation_failed", "marks"},
		{"neither", paper(1, 3, obj{}), 400, "validation_failed", "marks"},
		{"both", paper(1, 3, obj{"marks": []any{1, 0}, "invalid": true}), 400, "validation_failed", "marks"},
		{"a third entry", paper(3, 1, one), 404, "not_found", ""},
		{"a paper without a number", paper(1, 0, one), 404, "not_found", ""},
		{"the same clerk", w.put(path+"/papers/entries/2", obj{"clerk": "ada"}), 400, "validation_failed", "clerk"},
	})
	w.must(t, paper(1, 2, obj{"marks": []any{0, 1}}))
	checkJSON(t, w.must(t, w.get(path+"/papers/differences")), obj{"items": []any{obj{"reference": 2,
		"entries": []any{obj{"reference": 2, "marks": []any{0, 1}}, obj{"reference": 2}}}}})
	w.try(t, []scenario{{"they differ", w.post(path+"/papers/finish", obj{}), 400, "papers_differ", ""}})
	w.must(t, call{method: "DELETE", path: path + "/papers/entries/1/2", token: w.admin.token})
	w.must(t, call{method: "DELETE", path: path + "/papers/entries/2/2", token: w.admin.token})
	checkJSON(t, w.must(t, w.get(path+"/papers/entries/2")),
		obj{"items": []any{obj{"reference": 1, "marks": []any{1, 0}}}})
	done := w.must(t, w.post(path+"/papers/finish", obj{})).json(t)
	if done["finishedAt"] == nil || done["oneAccount"] != true {
		t.Errorf("finished: %v", done)
	}
	r := w.must(t, w.post(path+"/calculate-results", obj{})).json(t)
	for _, d := range differences("paper", r["paper"],
		any(obj{"printed": 2, "handedOut": 2, "entered": 1, "invalid": 0})) {
		t.Error(d)
	}
	for _, d := range differences("column", r["questions"].([]any)[0].(obj)["paper"],
		any(obj{"papers": 1, "blank": 0, "votes": []any{1, 0}, "against": []any{}})) {
		t.Error(d)
	}
	b := must(w.store.Bundle(t.Context(), store.ElectionID(c.id)))(t)
	if checks := ballotbox.Verify(b, ballotbox.Evidence{}); !ballotbox.Valid(checks) {
		t.Errorf("%+v", checks)
	}
}
