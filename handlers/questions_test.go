package handlers_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestAddQuestion(t *testing.T) {
	w := newWorld(t)
	add := func(fields obj) call {
		return w.post(questionsPath(w.draft, ""), changed(obj{"title": "Committee"}, fields))
	}
	motion := func(a answer) []any { // the answers of a motion, which are made with it
		var options []any
		for _, name := range []string{"yes", "no", "abstain"} {
			options = append(options, obj{"id": anID, "electionId": w.draft.id, "questionId": a.text(t, "id"), "name": name,
				"createdAt": aTime})
		}
		return options
	}
	half := obj{"more": []any{1, 2}, "of": "decided"}
	for name, c := range map[string]struct{ fields, want obj }{
		"no method": {nil, obj{"min": 1}},
		"all of it": {
			obj{"title": " Chair ", "text": "For two years.\nOne seat.", "method": "plurality", "seats": 1, "min": 1, "max": 1,
				"draw": true, "threshold": half},
			obj{"title": "Chair", "text": "For two years.\nOne seat.", "min": 1, "draw": true, "threshold": half},
		},
		"block":          {obj{"method": "block", "seats": 5}, obj{"method": "block", "seats": 5, "max": 5}},
		"block with max": {obj{"method": "block", "seats": 5, "max": 3}, obj{"method": "block", "seats": 5, "max": 3}},
		"approval":       {obj{"method": "approval"}, obj{"method": "approval", "max": nil}},
		"motion":         {obj{"method": "motion"}, obj{"method": "motion", "min": 1, "threshold": half}},
		"irv":            {obj{"method": "irv"}, obj{"method": "irv", "max": nil, "draw": true}},
		"stv": {obj{"method": "stv", "seats": 3, "evidence": "stages"},
			obj{"method": "stv", "seats": 3, "max": nil, "draw": true, "evidence": "stages"}},
		"schulze": {obj{"method": "schulze", "seats": 2}, obj{"method": "schulze", "seats": 2, "max": nil}},
		"confirm": {obj{"method": "confirm", "seats": 2, "last": true},
			obj{"method": "confirm", "seats": 2, "max": nil, "last": true, "threshold": half}},
		"cumulate": {obj{"method": "cumulate", "seats": 5, "max": 13, "each": 3},
			obj{"method": "cumulate", "seats": 5, "max": 13, "each": 3}},
		"quotas": {obj{"method": "approval", "seats": 3, "quotas": []any{obj{"kind": " north ", "least": 1, "most": 2}}},
			obj{"method": "approval", "seats": 3, "max": nil, "quotas": []any{obj{"kind": "north", "least": 1, "most": 2}}}},
		"cumulate all": {obj{"method": "cumulate", "seats": 5, "each": nil}, obj{"method": "cumulate", "seats": 5, "max": 5}},
		"block with a threshold": {obj{"method": "block", "seats": 2, "threshold": half},
			obj{"method": "block", "seats": 2, "max": 2, "threshold": half}},
		"star": {obj{"method": "star"}, obj{"method": "star", "max": nil, "draw": true}},
		"dhondt": {obj{"method": "dhondt", "seats": 150}, obj{"method": "dhondt", "seats": 150, "min": 1, "draw": true,
			"lists": obj{"ballot": "closed", "within": "order", "ties": "lot"}}},
		"dhondt with free marks": {obj{"method": "dhondt", "seats": 3, "each": 2, "lists": obj{"ballot": "free", "least": 1,
			"bar": 5}}, obj{"method": "dhondt", "seats": 3, "min": 1, "max": nil, "each": 2, "draw": true,
			"lists": obj{"ballot": "free", "within": "votes", "bar": 5, "ties": "lot", "least": 1}}},
		"quotient": {obj{"method": "quotient", "seats": 3, "lists": obj{"within": "order"}}, obj{"method": "quotient",
			"seats": 3, "min": 1, "draw": true, "lists": obj{"ballot": "erasures", "within": "order", "ties": "votes"}}},
	} {
		t.Run(name, func(t *testing.T) {
			a := w.must(t, add(c.fields))
			want := changed(obj{
				"id": anID, "title": "Committee", "method": "plurality", "seats": 1, "min": 0, "max": 1, "draw": false,
				"evidence": "papers", "candidates": []any{},
			}, c.want)
			if want["method"] == "motion" {
				want["candidates"] = motion(a)
			}
			checkJSON(t, a, want)
			listed := w.must(t, w.get(questionsPath(w.draft, ""))).list(t)
			for _, d := range differences("the last of the list", listed[len(listed)-1], any(a.json(t))) {
				t.Error(d)
			}
		})
	}
	no := func(name string, fields obj, field string) scenario {
		return scenario{name, add(fields), 400, "validation_failed", field}
	}
	w.try(t, []scenario{
		no("no title", obj{"title": nil}, "title"),
		no("a title of spaces", obj{"title": " "}, "title"),
		no("a title of 201 characters", obj{"title": strings.Repeat("ü", 201)}, "title"),
		no("a title of two lines", obj{"title": "a\nb"}, "title"),
		{"null for a title", w.post(questionsPath(w.draft, ""), `{"title":null}`), 400, "validation_failed", "title"},
		no("a text of 5001 characters", obj{"text": strings.Repeat("ü", 5001)}, "text"),
		no("another method", obj{"method": "borda"}, "method"),
		no("a method in upper case", obj{"method": "STV"}, "method"),
		no("no seat", obj{"seats": 0}, "seats"),
		no("101 seats", obj{"seats": 101}, "seats"),
		no("two seats by irv", obj{"method": "irv", "seats": 2}, "seats"),
		no("two seats for a motion", obj{"method": "motion", "seats": 2}, "seats"),
		no("half a seat", obj{"seats": 0.5}, "seats"),
		no("seats in words", obj{"seats": "two"}, "seats"),
		no("more seats than an integer has", obj{"seats": 1e30}, "seats"),
		no("less than none", obj{"min": -1}, "min"),
		no("at most none", obj{"method": "approval", "max": 0}, "max"),
		no("a part of what is left open", obj{"threshold": obj{"more": []any{1, 2}}}, "of"),
		no("at least two stars for two", obj{"method": "star", "min": 2}, "min"),
		no("a motion that may be left blank", obj{"method": "motion", "min": 0}, "min"),
		no("more at least than at most", obj{"method": "approval", "min": 3, "max": 2}, "min"),
		no("101 marks", obj{"method": "approval", "max": 101}, "max"),
		no("stars for some", obj{"method": "star", "max": 2}, "max"),
		no("a ranking without a draw", obj{"method": "irv", "draw": false}, "draw"),
		no("a motion with a draw", obj{"method": "motion", "draw": true}, "draw"),
		no("yes or no to some", obj{"method": "confirm", "max": 2}, "max"),
		no("more for one than in all", obj{"method": "cumulate", "seats": 5, "each": 6}, "each"),
		no("marks for one by block", obj{"method": "block", "each": 1}, "each"),
		no("quotas of stv", obj{"method": "stv", "quotas": []any{obj{"kind": "north", "least": 1}}}, "quotas"),
		no("a quota of more than the seats", obj{"quotas": []any{obj{"kind": "north", "least": 2}}}, "quotas"),
		no("a quota of nothing", obj{"quotas": []any{obj{"kind": "north"}}}, "quotas"),
		no("a quota of a kind without a name", obj{"quotas": []any{obj{"kind": " ", "least": 1}}}, "kind"),
		no("no mark for one", obj{"method": "cumulate", "each": 0}, "each"),
		no("100 marks", obj{"method": "cumulate", "max": 100, "each": 3}, "max"),
		no("a last option of a motion", obj{"method": "motion", "last": true}, "last"),
		no("a last option in words", obj{"last": "None of these"}, "last"),
		no("a threshold for stv", obj{"method": "stv", "threshold": half}, "threshold"),
		no("two thresholds", obj{"threshold": obj{"more": []any{1, 2}, "least": []any{1, 2}, "of": "cast"}}, "threshold"),
		no("no threshold in one", obj{"threshold": obj{"of": "cast"}}, "threshold"),
		no("a threshold of three numbers", obj{"threshold": obj{"more": []any{1, 2, 3}, "of": "cast"}}, "threshold"),
		no("more than all", obj{"threshold": obj{"more": []any{1, 1}, "of": "cast"}}, "threshold"),
		no("three halves", obj{"threshold": obj{"least": []any{3, 2}, "of": "cast"}}, "threshold"),
		no("a part of nothing", obj{"threshold": obj{"least": []any{0, 2}, "of": "cast"}}, "threshold"),
		no("hundredths and one", obj{"threshold": obj{"least": []any{1, 101}, "of": "cast"}}, "threshold"),
		no("a part of something else", obj{"threshold": obj{"more": []any{1, 2}, "of": "members"}}, "threshold"),
		no("a part of a roll that is not there", obj{"threshold": obj{"more": []any{1, 2}, "of": "electorate"}}, "threshold"),
		no("a member of a threshold that is unknown", obj{"threshold": obj{"more": []any{1, 2}, "of": "cast", "at": 1}},
			"at"),
		no("lists of people", obj{"lists": obj{"bar": 5}}, "lists"),
		no("lists in words", obj{"method": "dhondt", "lists": "closed"}, "lists"),
		no("a member of lists that is unknown", obj{"method": "dhondt", "lists": obj{"sizes": []any{2, 3}}}, "sizes"),
		no("another ballot", obj{"method": "dhondt", "lists": obj{"ballot": "open"}}, "ballot"),
		no("erasures by d'Hondt", obj{"method": "dhondt", "lists": obj{"ballot": "erasures"}}, "ballot"),
		no("another order", obj{"method": "dhondt", "lists": obj{"within": "age"}}, "within"),
		no("other ties", obj{"method": "dhondt", "lists": obj{"ties": "coin"}}, "ties"),
		no("half a bar", obj{"method": "dhondt", "lists": obj{"bar": 0.5}}, "bar"),
		no("a bar above a half", obj{"method": "dhondt", "lists": obj{"bar": 51}}, "bar"),
		no("100 marks for one", obj{"method": "dhondt", "each": 100, "lists": obj{"ballot": "free"}}, "each"),
		no("more seats for some than for all", obj{"method": "dhondt", "seats": 2, "lists": obj{"least": 3}}, "least"),
		no("399 seats", obj{"method": "dhondt", "seats": 399}, "seats"),
		no("other evidence", obj{"evidence": "ballots"}, "evidence"),
		no("stages where there are none", obj{"method": "schulze", "evidence": "stages"}, "evidence"),
		no("candidates in a question", obj{"candidates": []any{}}, "candidates"),
		{"an ACTIVE election", w.post(questionsPath(w.active, ""), obj{"title": "Late"}), 400, "election_not_draft", ""},
		{"a COMPLETED election", w.post(questionsPath(w.counted, ""), obj{"title": "Late"}), 400, "election_not_draft", ""},
		{"an unknown election", w.post(questionsPath(contest{id: unknownID}, ""), obj{"title": "Late"}), 404, "not_found",
			""},
	})
}

func TestUpdateQuestion(t *testing.T) {
	w := newWorld(t)
	path := questionsPath(w.draft, "/"+w.draft.question)
	standing := candidatesOf(w.draft, "Draft board", adminCandidates)
	record := questionRecord(w.draft, "", standing)
	steps := []struct {
		name string
		body any
		want obj
	}{
		{"sets what is given", obj{"title": "Chair", "text": "One seat."}, obj{"title": "Chair", "text": "One seat."}},
		{"leaves what is absent", obj{"min": 0}, obj{"min": 0}},
		{"changes nothing for an empty object", obj{}, nil},
		{"sets a threshold", obj{"threshold": obj{"least": []any{2, 3}, "of": "cast"}},
			obj{"threshold": obj{"least": []any{2, 3}, "of": "cast"}}},
		{"clears by null", `{"text":null,"threshold":null,"max":null}`, obj{"text": nil, "threshold": nil, "max": nil}},
		{"takes the defaults of another method", obj{"method": "stv", "seats": 2},
			obj{"method": "stv", "seats": 2, "max": nil, "draw": true}},
		{"and of the next", obj{"method": "block"}, obj{"method": "block", "seats": 1, "max": 1, "draw": false}},
		{"block has a mark for each seat", obj{"seats": 2}, obj{"seats": 2, "max": 2}},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			record = changed(record, s.want)
			checkJSON(t, w.must(t, w.put(path, s.body)), record)
			checkJSON(t, w.must(t, w.get(questionsPath(w.draft, ""))), obj{"items": []any{record}})
		})
	}
	t.Run("sends back what was read", func(t *testing.T) {
		read := w.must(t, w.get(questionsPath(w.draft, ""))).list(t)[0]
		checkJSON(t, w.must(t, w.put(path, read)), record)
	})
	w.try(t, []scenario{
		{"null for the title", w.put(path, `{"title":null}`), 400, "validation_failed", "title"},
		{"null for the method", w.put(path, `{"method":null}`), 400, "validation_failed", "method"},
		{"null for the seats", w.put(path, `{"seats":null}`), 400, "validation_failed", "seats"},
		{"an empty title where there is one", w.put(path, obj{"title": ""}), 400, "validation_failed", "title"},
		{"other candidates", w.put(path, obj{"candidates": []any{}}), 400, "validation_failed", "candidates"},
		{"a question of another election", w.put(questionsPath(w.draft, "/"+w.active.question), obj{"title": "Never"}), 404,
			"not_found", ""},
		{"an unknown question", w.put(questionsPath(w.draft, "/"+unknownID), obj{"title": "Never"}), 404, "not_found", ""},
		{"an ACTIVE election", w.put(questionsPath(w.active, "/"+w.active.question), obj{"title": "Never"}), 400,
			"election_not_draft", ""},
	})

	t.Run("a motion takes the place of candidates", func(t *testing.T) {
		a := w.must(t, w.put(path, obj{"method": "motion"}))
		var names []string
		for _, c := range a.json(t)["candidates"].([]any) {
			names = append(names, c.(obj)["name"].(string))
		}
		if !slices.Equal(names, []string{"yes", "no", "abstain"}) {
			t.Errorf("its answers are %v", names)
		}
		yes := candidatesPath(w.draft, a.json(t)["candidates"].([]any)[0].(obj)["id"].(string))
		w.try(t, []scenario{
			{"and they do not change", w.put(yes, obj{"name": "Yea"}), 400, "motion_options", ""},
			{"nor go", w.remove(yes), 400, "motion_options", ""},
			{"nor come", w.post(candidatesPath(w.draft), obj{"name": "Perhaps"}), 400, "motion_options", ""},
			{"nor move", w.put(candidatesPath(w.draft), obj{"order": []any{}}), 400, "motion_options", ""},
			{"nor have a photo", call{method: "POST", path: yes + "/photo", token: w.admin.token,
				body: form{{"photo", smallJPEG(t)}}}, 400, "motion_options", ""},
			{"the candidates are gone, and their photos", w.get("/api/admin/candidates/" + w.draft.candidates[0] + "/photo"),
				404, "not_found", ""},
		})
		if got := w.must(t, w.put(path, obj{"method": "irv"})).json(t)["candidates"].([]any); len(got) != 0 {
			t.Errorf("a question that is no motion any more has %v", got)
		}
	})
}

func TestOrderAndRemoveQuestions(t *testing.T) {
	w := newWorld(t)
	p := w.paper(t, nil, ask("plurality", nil, "Al", "Bo"), ask("motion", nil), ask("stv", nil, "Cy", "Di"))
	order := func(ids ...string) call { return w.put(questionsPath(p.contest, ""), obj{"order": ids}) }
	turned := []string{p.questions[2], p.questions[0], p.questions[1]}
	if got := w.must(t, order(turned...)).column(t, "id"); !slices.Equal(got, turned) {
		t.Errorf("ordered %v, want %v", got, turned)
	}
	first := w.must(t, w.get(adminElections+"/"+p.id)).json(t)["questions"].([]any)[0].(obj)
	if first["method"] != "stv" || first["candidates"].([]any)[0].(obj)["name"] != "Cy" {
		t.Errorf("the first question is by %v, with %v", first["method"], first["candidates"])
	}
	incomplete := func(name string, ids ...string) scenario {
		return scenario{"an order " + name, order(ids...), 400, "validation_failed", "order"}
	}
	one := func(id string) call { return w.remove(questionsPath(p.contest, "/"+id)) }
	w.try(t, []scenario{
		incomplete("that is empty"), incomplete("that lacks one", turned[:2]...),
		incomplete("that names one twice", turned[0], turned[1], turned[1]),
		incomplete("that names one more", append(turned, unknownID)...),
		incomplete("that names a stranger", turned[0], turned[1], w.draft.question),
		{"an order in an ACTIVE election", w.put(questionsPath(w.active, ""), obj{"order": []string{w.active.question}}), 400,
			"election_not_draft", ""},
		{"removing in an ACTIVE election", w.remove(questionsPath(w.active, "/"+w.active.question)), 400,
			"election_not_draft", ""},
		{"removing what another election asks", one(w.draft.question), 404, "not_found", ""},
	})
	checkJSON(t, w.must(t, one(turned[0])), obj{"deleted": true})
	w.try(t, []scenario{
		{"it is gone", one(turned[0]), 404, "not_found", ""},
		{"with its candidates", w.put(candidatesPath(p.contest, p.options[2][0]), obj{"name": "Never"}), 404, "not_found",
			""},
	})
	w.must(t, one(turned[1]))
	w.try(t, []scenario{{"one stays", one(turned[2]), 400, "last_question", ""}})
}

func TestCandidatesOfAQuestion(t *testing.T) {
	w := newWorld(t)
	p := w.paper(t, nil, ask("plurality", nil, "Al", "Bo"), ask("stv", obj{"seats": 2}, "Cy", "Di", "Ed"))
	names := func(c call) string { return strings.Join(w.must(t, c).column(t, "name"), " ") }
	list := candidatesPath(p.contest)
	turned := w.put(list, obj{"question": p.questions[1],
		"order": []string{p.options[1][2], p.options[1][0], p.options[1][1]}})
	if got := names(turned); got != "Ed Cy Di" {
		t.Errorf("ordered as %s", got)
	}
	for query, want := range map[string]string{"": "Al Bo Ed Cy Di", "?question=" + p.questions[0]: "Al Bo",
		"?question=" + p.questions[1]: "Ed Cy Di"} {
		if got := names(w.get(list + query)); got != want {
			t.Errorf("%q lists %s, want %s", query, got, want)
		}
	}
	w.try(t, []scenario{
		{"no candidates of a question of another election", w.get(list + "?question=" + w.draft.question), 404, "not_found",
			""},
		{"none of what is no question", w.get(list + "?question=x"), 404, "not_found", ""},
		{"none of an empty id", w.get(list + "?question="), 404, "not_found", ""},
		{"nobody stands there", w.post(list, obj{"name": "Fay", "question": w.draft.question}), 404, "not_found", ""},
		{"nobody stands nowhere", w.post(list, obj{"name": "Fay", "question": "x"}), 404, "not_found", ""},
		{"null names no question", w.post(list, `{"name":"Fay","question":null}`), 400, "validation_failed", "question"},
		{"null orders no question", w.put(list, `{"order":[],"question":null}`), 400, "validation_failed", "question"},
		{"nobody stands in one of several", w.post(list, obj{"name": "Fay"}), 400, "validation_failed", "question"},
		{"no order of one of several", w.put(list, obj{"order": p.options[1]}), 400, "validation_failed", "question"},
		{"no order of candidates of another question", w.put(list, obj{"order": p.options[1], "question": p.questions[0]}),
			400, "validation_failed", "order"},
		{"no order there", w.put(list, obj{"order": p.options[1], "question": unknownID}), 404, "not_found", ""},
	})
	second := w.must(t, w.get(list+"?question="+p.questions[1])).list(t)[0].(obj) // all of an answer may be sent back
	sent := changed(second, obj{"name": "Edda"})
	a := w.must(t, w.put(candidatesPath(p.contest, p.options[1][2]), sent))
	delete(sent, "etag") // it has another version now
	checkJSON(t, a, sent)
	w.move(t, p.contest, "ACTIVE")
	for query, want := range map[string]string{"": "Al Bo Edda Cy Di", "?question=" + p.questions[1]: "Edda Cy Di"} {
		if got := names(w.ada.as(p.id + "/candidates" + query)); got != want {
			t.Errorf("%q lists %s to a voter, want %s", query, got, want)
		}
	}
}

func TestAPaperHasItsLimits(t *testing.T) {
	w := newWorld(t)
	c := w.election(t, obj{"title": "Long paper"})
	fill := func(question string, from, to int) {
		t.Helper()
		for n := from; n < to; n++ {
			w.must(t, w.post(candidatesPath(c), obj{"name": "Candidate " + strconv.Itoa(n), "question": question}))
		}
	}
	questions := []string{c.question}
	for n := 1; n < 40; n++ {
		questions = append(questions, w.must(t,
			w.post(questionsPath(c, ""), obj{"title": "Question " + strconv.Itoa(n)})).text(t, "id"))
	}
	w.try(t, []scenario{{"40 questions", w.post(questionsPath(c, ""), obj{"title": "One more"}), 400, "too_many_questions",
		""}})
	for _, q := range questions[:3] {
		fill(q, 0, 100)
	}
	w.try(t, []scenario{{"100 candidates of a question",
		w.post(candidatesPath(c), obj{"name": "Zed", "question": questions[2]}), 400, "too_many_candidates", ""}})
	fill(questions[3], 0, 98)
	w.try(t, []scenario{
		{"400 options, when a question becomes a motion", w.put(questionsPath(c, "/"+questions[4]), obj{"method": "motion"}),
			400, "too_many_options", ""},
	})
	fill(questions[3], 98, 100)
	w.try(t, []scenario{{"400 options", w.post(candidatesPath(c), obj{"name": "Zed", "question": questions[4]}), 400,
		"too_many_options", ""}})
}

func TestAPaperOpensWhenItsRulesFit(t *testing.T) {
	w := newWorld(t)
	open := func(p paper) call { return w.put(adminElections+"/"+p.id+"/status", obj{"status": "ACTIVE"}) }
	p := w.paper(t, nil, ask("motion", nil), ask("block", obj{"title": "Committee", "seats": 3}, "Al", "Bo"),
		ask("irv", nil, "Cy"))
	w.try(t, []scenario{{"more seats than candidates", open(p), 400, "question_unfit", ""}})
	checkRefusal(t, w.do(t, open(p)), "question_unfit", "seats")
	w.must(t, w.put(questionsPath(p.contest, "/"+p.questions[1]), obj{"seats": 1}))
	a := w.do(t, open(p))
	checkRefusal(t, a, "too_few_candidates", "")
	if got := a.json(t)["params"].(obj); got["question"] != "By irv" || got["min"] != 2. {
		t.Errorf("the facts are %v", got)
	}
	w.must(t, w.post(candidatesPath(p.contest), obj{"name": "Di", "question": p.questions[2]}))
	e := w.must(t, open(p)).json(t)
	if got := e["questions"].([]any)[2].(obj)["max"]; got != 2. {
		t.Errorf("a ranking of two has %v ranks at most", got)
	}
}

// Without a title of its own, the one question of an election has that of the election.
func TestTheFirstQuestionHasTheTitleOfItsElection(t *testing.T) {
	w := newWorld(t)
	title := func() any {
		return w.must(t, w.get(adminElections+"/"+w.draft.id)).json(t)["questions"].([]any)[0].(obj)["title"]
	}
	w.must(t, w.put(adminElections+"/"+w.draft.id, obj{"title": "Another title"}))
	if got := title(); got != "" {
		t.Errorf("in DRAFT it is %q", got)
	}
	w.move(t, w.draft, "ACTIVE")
	if got := title(); got != "Another title" {
		t.Errorf("it opened as %q", got)
	}
}

func TestNamesOfCandidatesAreAddedInOneCall(t *testing.T) {
	w := newWorld(t)
	path := questionsPath(w.draft, "/"+w.draft.question+"/candidates")
	add := func(names ...any) call { return w.post(path, obj{"names": names}) }
	long := make([]any, 99)
	for i := range long {
		long[i] = fmt.Sprint("Candidate ", i)
	}
	w.try(t, []scenario{
		{"none", w.post(path, obj{"names": []any{}}), 400, "validation_failed", "names"},
		{"an empty name", add("Ines Flood", ""), 400, "validation_failed", "names"},
		{"one too long", add(strings.Repeat("ü", 121)), 400, "validation_failed", "names"},
		{"one twice", add("Ines Flood", "INES  flood"), 400, "validation_failed", "names"},
		{"more than a question takes", add(long...), 400, "too_many_candidates", ""},
		{"to an open election", w.post(questionsPath(w.active, "/"+w.active.question+"/candidates"),
			obj{"names": []any{"Ines Flood"}}), 400, "election_not_draft", ""},
	})
	added := w.must(t, add("Ines Flood", " Olu Ford ")).list(t)
	if len(added) != 2 || added[1].(obj)["name"] != "Olu Ford" || added[0].(obj)["questionId"] != w.draft.question {
		t.Errorf("added %v", added)
	}
	w.try(t, []scenario{{"one who stands", add("Zed", "olu ford"), 400, "validation_failed", "names"}})
}
