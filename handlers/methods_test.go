package handlers_test

import (
	"bytes"
	"reflect"
	"testing"
)

// assembly is a paper with a question of each method. Its five votes are counted by hand in
// TestEveryMethodIsCounted.
func (w *world) assembly(tb testing.TB, fields obj) paper {
	tb.Helper()
	return w.paper(tb, fields,
		ask("block", obj{"seats": 2}, "A", "B", "C", "D"),
		ask("approval", nil, "A", "B", "C"),
		ask("motion", obj{"threshold": obj{"least": []any{2, 3}, "of": "decided"}}),
		ask("irv", nil, "A", "B", "C"),
		ask("stv", obj{"seats": 2}, "A", "B", "C", "D"),
		ask("schulze", nil, "A", "B", "C"),
		ask("star", nil, "A", "B", "C"),
		ask("plurality", obj{"min": 0, "threshold": obj{"more": []any{1, 2}, "of": "cast"}}, "A", "B", "C"),
		ask("cumulate", obj{"seats": 2, "max": 5, "each": 3}, "A", "B", "C"),
	)
}

// assemblyVotes are the marks of five people, by question.
func assemblyVotes() [][]string {
	return [][]string{
		{"1100", "110", "100", "120", "1200", "123", "641", "100", "302"},
		{"1010", "010", "100", "100", "1020", "112", "153", "100", "030"},
		{"1100", "011", "010", "012", "1200", "312", "461", "010", "311"},
		{"0000", "000", "001", "021", "0010", "000", "000", "000", "000"}, // blank where it may be
		{"0001", "111", "100", "210", "0021", "201", "216", "001", "002"},
	}
}

// pairs are the rows of a matrix.
func pairs(rows ...[]any) []any {
	all := []any{}
	for _, r := range rows {
		all = append(all, r)
	}
	return all
}

func stageOf(action string, option int, votes []any, lost int, elected ...any) obj {
	if elected == nil {
		elected = []any{}
	}
	return obj{"action": action, "option": option, "votes": votes, "lost": lost, "elected": elected}
}

func TestEveryMethodIsCounted(t *testing.T) {
	w := newWorld(t)
	p := w.assembly(t, nil)
	w.move(t, p.contest, "ACTIVE")
	for i, v := range w.voters(t, 5) {
		w.must(t, p.cast(v, assemblyVotes()[i]...))
	}
	a := w.count(t, p)
	want := []obj{
		// A 3 (first three papers), B 2, C 1, D 1; the fourth is blank.
		{"papers": 4, "blank": 1, "votes": []any{3, 2, 1, 1}, "elected": []any{1, 2},
			"succession": obj{"moved": []any{}, "rest": pairs([]any{3, 4}), "next": []any{}}},
		// A 2, B 4, C 2.
		{"papers": 4, "blank": 1, "votes": []any{2, 4, 2}, "elected": []any{2}},
		// Three yes, one no: two thirds of four are 2 2/3, so three are needed.
		{"ending": "passed", "papers": 5, "votes": []any{3, 1, 1}, "base": 4, "needed": 3},
		// A 2, B 2, C 1. C is excluded; its paper goes to B, who has three of five. The fifth is B's too.
		{"papers": 5, "elected": []any{2}, "stages": []any{
			stageOf("first", 0, []any{2, 2, 1}, 0), stageOf("exclude", 3, []any{2, 3, 0}, 0, 2),
		}},
		// The quota is ⌊5/3⌋+1 = 2. A has three votes; each paper moves on at 100000/3, truncated
		// to 33333: two to B, one to C, and 1 is lost. B is excluded: both papers end. Then D, whose
		// paper goes to C.
		{"papers": 5, "quota": 2, "elected": []any{1, 3}, "stages": []any{
			stageOf("first", 0, []any{300000, 0, 100000, 100000}, 0, 1),
			stageOf("surplus", 1, []any{200000, 66666, 133333, 100000}, 1),
			stageOf("exclude", 2, []any{200000, 0, 133333, 100000}, 66667),
			stageOf("exclude", 4, []any{200000, 0, 233333, 0}, 66667, 3),
		}},
		// A beats B by 2 to 1, B beats C by 3 to 1, A and C are even. The path from A to C goes by B.
		{"papers": 4, "blank": 1, "elected": []any{1}, "prefers": pairs([]any{0, 2, 2}, []any{1, 0, 3}, []any{2, 1, 0}),
			"paths": pairs([]any{0, 2, 2}, []any{0, 0, 3}, []any{0, 0, 0})},
		// Stars 5+0+3+1, 3+4+5+0 and 0+2+0+5. B and A are even in the runoff; B has more stars.
		{"papers": 4, "blank": 1, "votes": []any{9, 12, 7}, "fives": []any{1, 1, 1}, "finalists": []any{2, 1},
			"elected": []any{2},
			"prefers": pairs([]any{0, 2, 2}, []any{2, 0, 3}, []any{2, 1, 0})},
		// Two of five have voted for A: more than half are three. B and C share the second place.
		{"ending": "no_majority", "papers": 4, "blank": 1, "votes": []any{2, 1, 1}, "base": 5, "needed": 3,
			"tied": []any{1, 2, 3}},
		// A 3+0+3+0, B 0+3+1+0, C 2+0+1+2.
		{"papers": 4, "blank": 1, "votes": []any{6, 4, 5}, "elected": []any{1, 3},
			"succession": obj{"moved": []any{}, "rest": pairs([]any{2}), "next": []any{}}},
	}
	got := a.json(t)["questions"].([]any)
	for i, fields := range want {
		if fields["ending"] != nil {
			fields = changed(obj{"elected": []any{}}, fields)
		}
		for _, d := range differences(got[i].(obj)["title"].(string), got[i].(obj)["outcome"], outcomeOf(fields)) {
			t.Error(d)
		}
	}
	if results := a.json(t); results["cast"] != 5. || results["invalid"] != 0. {
		t.Errorf("cast %v, invalid %v", results["cast"], results["invalid"])
	}
	if read := w.must(t, w.ada.as(p.id+"/results")); !bytes.Equal(read.body, a.body) {
		t.Error("a voter reads other results")
	}

	t.Run("and a second round is made in one click", func(t *testing.T) {
		path := questionsPath(p.contest, "/"+p.questions[7]+"/second-round")
		second := w.must(t, w.post(path, obj{"title": "Second round"})).json(t)
		question := second["questions"].([]any)[0].(obj)
		var names []any
		for _, c := range question["candidates"].([]any) {
			names = append(names, c.(obj)["name"])
		}
		if second["title"] != "Second round" || second["status"] != "DRAFT" || question["title"] != "By plurality" ||
			question["threshold"] != nil {
			t.Errorf("%v", second)
		}
		for _, d := range differences("the candidates", names, []any{"A", "B", "C"}) {
			t.Error(d)
		}
		if again := w.must(t, w.post(path, nil)); again.text(t, "title") != "By plurality (2)" ||
			again.text(t, "id") == second["id"] {
			t.Errorf("without a body: %s", again.body)
		}
		fields := questionsPath(contest{id: second["id"].(string)}, "/"+question["id"].(string))
		w.try(t, []scenario{
			{"a threshold is kept only where there is one", w.put(fields, obj{"keepThreshold": true}), 400,
				"validation_failed", "keepThreshold"},
			{"and is kept or not", w.put(fields, obj{"keepThreshold": "yes"}), 400, "validation_failed", "keepThreshold"},
		})
		half := obj{"more": []any{1, 2}, "of": "cast"}
		kept := w.must(t, w.put(fields, obj{"threshold": half, "keepThreshold": true})).json(t)
		if kept["keepThreshold"] != true {
			t.Errorf("%v", kept)
		}
		if gone := w.must(t, w.put(fields, obj{"threshold": nil})).json(t); gone["keepThreshold"] != nil {
			t.Errorf("without a threshold: %v", gone)
		}
		round := func(c contest, question string, body any) call {
			return w.post(questionsPath(c, "/"+question+"/second-round"), body)
		}
		w.try(t, []scenario{
			{"but not where somebody won", round(p.contest, p.questions[0], nil), 400, "no_second_round", ""},
			{"nor of a motion", round(p.contest, p.questions[2], nil), 400, "no_second_round", ""},
			{"nor before the count", round(w.completed, w.completed.question, nil), 404, "results_not_calculated", ""},
			{"nor before the close", round(w.active, w.active.question, nil), 403, "results_restricted", ""},
			{"nor of a question of another election", round(p.contest, w.counted.question, nil), 404, "not_found", ""},
			{"nor with a title of two lines", round(p.contest, p.questions[7], obj{"title": "a\nb"}), 400, "validation_failed",
				"title"},
		})
	})
}

func TestABlankPaperIsCounted(t *testing.T) {
	w := newWorld(t)
	p := w.paper(t, nil, ask("stv", obj{"seats": 2}, "A", "B", "C"), ask("approval", nil, "A", "B"),
		ask("star", nil, "A", "B"))
	w.move(t, p.contest, "ACTIVE")
	w.must(t, p.cast(w.ada, "000", "00", "00"))
	w.must(t, p.cast(w.ben, "000", "00", "00"))
	a := w.count(t, p)
	zeros := pairs([]any{0, 0}, []any{0, 0})
	for i, fields := range []obj{{}, {"votes": []any{0, 0}},
		{"votes": []any{0, 0}, "fives": []any{0, 0}, "prefers": zeros}} {
		want := outcomeOf(changed(obj{"ending": "no_votes", "blank": 2}, fields))
		for _, d := range differences("question", a.json(t)["questions"].([]any)[i].(obj)["outcome"], want) {
			t.Error(d)
		}
	}
	if a.json(t)["cast"] != 2. {
		t.Errorf("%s", a.body)
	}
}

// A paper with one plurality question may be cast in either form, and counts the same.
func TestAnswersStandForACandidate(t *testing.T) {
	w := newWorld(t)
	p := w.paper(t, nil, ask("plurality", nil, "A", "B"))
	w.move(t, p.contest, "ACTIVE")
	w.vote(t, w.ada, p.contest, 1)
	w.must(t, p.cast(w.ben, "01"))
	w.must(t, p.cast(w.cleo, "10"))
	a := w.count(t, p)
	if got := a.json(t)["questions"].([]any)[0].(obj)["outcome"].(obj)["votes"]; !reflect.DeepEqual(got, []any{1., 2.}) {
		t.Errorf("the votes are %v", got)
	}
}

func TestThresholds(t *testing.T) {
	// Four people are on the roll; ada and ben say yes, cleo no or abstains, and Dora stays away.
	const yes, no, abstain = "100", "010", "001"
	for name, c := range map[string]struct {
		threshold obj
		votes     []string
		ending    string
		base      int
		needed    int
	}{
		"more than half of those who decide": {obj{"more": []any{1, 2}, "of": "decided"}, []string{yes, yes, no}, "passed",
			3, 2},
		"abstentions do not decide": {obj{"least": []any{3, 4}, "of": "decided"}, []string{yes, yes, abstain},
			"passed", 2, 2},
		"they are cast": {obj{"least": []any{3, 4}, "of": "cast"}, []string{yes, yes, abstain},
			"rejected", 3, 3},
		"more than half of the electorate": {obj{"more": []any{1, 2}, "of": "electorate"}, []string{yes, yes, abstain},
			"rejected", 4, 3},
		"at least half of it": {obj{"least": []any{1, 2}, "of": "electorate"}, []string{yes, yes, no},
			"passed", 4, 2},
		"equality rejects": {obj{"least": []any{1, 2}, "of": "decided"}, []string{yes, no}, "rejected",
			2, 1},
		"so does a motion that nobody decides": {obj{"least": []any{1, 100}, "of": "decided"}, []string{abstain}, "rejected",
			0, 1},
		"and one on which nobody votes, of all": {obj{"more": []any{2, 3}, "of": "electorate"}, nil, "rejected", 4, 3},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			p := w.paper(t, obj{"settings": obj{"electorate": "roll"}}, ask("motion", obj{"threshold": c.threshold}))
			w.move(t, p.contest, "ACTIVE")
			for i, marks := range c.votes {
				w.must(t, p.cast(w.voters(t, 3)[i], marks))
			}
			got := w.count(t, p).json(t)
			o := got["questions"].([]any)[0].(obj)["outcome"].(obj)
			if o["ending"] != c.ending || o["base"] != float64(c.base) || o["needed"] != float64(c.needed) {
				t.Errorf("%v", o)
			}
		})
	}
}

func TestQuorum(t *testing.T) {
	w := newWorld(t)
	of := func(n, d int) obj { return obj{"electorate": "roll", "quorum": obj{"least": []any{n, d}}} }
	for name, c := range map[string]struct {
		quorum obj
		voters []person
		needed int
		met    bool
		ending string
	}{
		"is met":                 {of(1, 2), []person{w.ada, w.ben}, 2, true, "elected"},
		"is missed":              {of(3, 5), []person{w.ada, w.ben}, 3, false, "no_quorum"},
		"of all is missed":       {of(1, 1), []person{w.ada, w.ben, w.cleo}, 4, false, "no_quorum"},
		"is missed without vote": {of(1, 100), nil, 1, false, "no_quorum"},
	} {
		t.Run(name, func(t *testing.T) {
			p := w.paper(t, obj{"settings": c.quorum}, ask("plurality", nil, "A", "B"), ask("motion", nil))
			w.move(t, p.contest, "ACTIVE")
			for _, v := range c.voters {
				w.must(t, p.cast(v, "10", "100"))
			}
			a := w.count(t, p).json(t)
			question := a["questions"].([]any)[0].(obj)
			for _, d := range differences("quorum", question["quorum"], any(obj{"needed": c.needed, "met": c.met})) {
				t.Error(d)
			}
			first, second := a["questions"].([]any)[0].(obj)["outcome"].(obj), a["questions"].([]any)[1].(obj)["outcome"].(obj)
			if first["ending"] != c.ending || (second["ending"] == "no_quorum") == c.met ||
				second["votes"].([]any)[0] != float64(len(c.voters)) {
				t.Errorf("%v; the motion: %v", first, second)
			}
			if (len(first["elected"].([]any)) == 1) != c.met {
				t.Errorf("elected: %v", first["elected"])
			}
		})
	}
	both := w.paper(t, obj{"settings": obj{"electorate": "roll", "quorum": obj{"least": []any{1, 2}, "of": "both"}}},
		ask("plurality", nil, "A", "B"))
	w.move(t, both.contest, "ACTIVE")
	w.must(t, both.cast(w.ada, "10"))
	w.must(t, both.cast(w.ben, "10"))
	for _, d := range differences("both", w.count(t, both).json(t)["questions"].([]any)[0].(obj)["quorum"],
		any(obj{"needed": 2, "neededVotes": 2, "met": true})) {
		t.Error(d)
	}
	settings := func(name string, s any, field string) scenario {
		return scenario{name, w.put(adminElections+"/"+w.draft.id, obj{"settings": s}), 400, "validation_failed", field}
	}
	w.try(t, []scenario{
		settings("needs a roll", obj{"quorum": obj{"least": []any{1, 4}}}, "quorum"),
		settings("is no more than all", of(5, 4), "quorum"),
		settings("is no part of nothing", of(0, 4), "quorum"),
		settings("has hundredths at most", of(1, 101), "quorum"),
		settings("is two numbers", obj{"electorate": "roll", "quorum": obj{"least": []any{1}}}, "quorum"),
		settings("is a part", obj{"electorate": "roll", "quorum": obj{"least": "half"}}, "least"),
		settings("counts what there is", obj{"electorate": "roll", "quorum": obj{"least": []any{1, 2}, "of": "seats"}},
			"of"),
		settings("and says what", obj{"electorate": "roll", "quorum": obj{"least": []any{1, 2}, "of": nil}}, "of"),
		settings("is an object", obj{"electorate": "roll", "quorum": 1}, "quorum"),
		settings("is two numbers, not none", obj{"electorate": "roll", "quorum": obj{"least": []any{}}}, "quorum"),
		settings("is given", obj{"electorate": "roll", "quorum": obj{}}, "quorum"),
		settings("has no other member", obj{"electorate": "roll", "quorum": obj{"more": []any{1, 2}}}, "more"),
		settings("allows no 21 proxies", obj{"maxProxies": 21}, "maxProxies"),
		settings("nor less than none", obj{"maxProxies": -1}, "maxProxies"),
		{"and a time zone exists", w.put(adminElections+"/"+w.draft.id, obj{"timeZone": "Europe/Atlantis"}), 400,
			"validation_failed", "timeZone"},
		{"always", w.put(adminElections+"/"+w.draft.id, `{"timeZone":null}`), 400, "validation_failed", "timeZone"},
	})
	quorum := func(body any) any {
		return w.must(t, w.put(adminElections+"/"+w.draft.id, body)).json(t)["settings"].(obj)["quorum"]
	}
	if quorum(obj{"settings": of(1, 4)}) == nil || quorum(obj{"title": "Still"}) == nil ||
		quorum(`{"settings":{"quorum":null}}`) != nil {
		t.Error("null does not remove it")
	}
}
