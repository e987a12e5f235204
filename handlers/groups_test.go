package handlers_test

import "testing"

// districts puts Ada into the north with a weight of 2, and Ben into the south, and makes an election with a question
// for everybody and one for each group. Two others on the roll are in none.
func (w *world) districts(t *testing.T) paper {
	t.Helper()
	w.enrol(t, "", "full_name,national_id,weight,district", "Ada Okafor,"+numberOf(1)+",2,North",
		"Ben Lind,"+numberOf(2)+",1,South")
	of := func(name string) obj { return obj{"title": name, "groups": []any{name}} }
	return w.paper(t, obj{"settings": obj{"electorate": "roll"}}, ask("plurality", nil, "A", "B"),
		ask("plurality", of("North"), "C", "D"), ask("plurality", of("South"), "E", "F"))
}

func TestVotersAnswerTheQuestionsOfTheirGroups(t *testing.T) {
	w := newWorld(t)
	p := w.districts(t)
	for _, d := range differences("groups", w.must(t, w.get("/api/admin/roll/groups")).json(t)["items"],
		any([]any{obj{"name": "North", "people": 1}, obj{"name": "South", "people": 1}})) {
		t.Error(d)
	}
	draft := w.must(t, w.get(adminElections+"/"+p.id)).json(t)
	for i, want := range []any{nil, []any{"North"}, []any{"South"}} {
		for _, d := range differences("groups", draft["questions"].([]any)[i].(obj)["groups"], want) {
			t.Error(d)
		}
	}
	var codes []any
	for _, each := range draft["warnings"].([]any) {
		codes = append(codes, each.(obj)["code"])
	}
	for _, d := range differences("warnings", any(codes), any([]any{"group_shared_by_few",
		"group_shared_by_few", "group_shared_by_few"})) {
		t.Error(d)
	}
	w.move(t, p.contest, "ACTIVE")
	w.try(t, []scenario{
		{"not one of other groups", p.cast(w.ada, "10", "10", "01"), 400, "marks_invalid", "answers"},
		{"and not none of their own", p.cast(w.ada, "10", "00", "00"), 400, "marks_invalid", "answers"},
	})
	ada, ben := p.cast(w.ada, "10", "10", "00"), p.cast(w.ben, "01", "00", "01")
	first, second := w.must(t, ada), w.must(t, ben)
	if len(first.body) != len(second.body) {
		t.Errorf("the answers have %d and %d bytes", len(first.body), len(second.body))
	}
	w.move(t, p.contest, "COMPLETED")
	got := w.must(t, w.calculate(p.contest)).json(t)
	whole := obj{"ballots": 1, "electorate": 1, "share": 1}
	for _, d := range differences("groups", got["groups"], any([]any{
		obj{"name": "North", "turnout": whole, "cast": 2}, obj{"name": "South", "turnout": whole, "cast": 1}})) {
		t.Error(d)
	}
	for i, want := range []obj{{"turnout": obj{"ballots": 2, "electorate": 4, "share": 0.5}, "cast": 3},
		{"turnout": whole, "cast": 2}, {"turnout": whole, "cast": 1}} {
		q := got["questions"].([]any)[i].(obj)
		for _, d := range differences("question", obj{"turnout": q["turnout"], "cast": q["cast"]}, any(want)) {
			t.Error(i, d)
		}
	}
}

func TestGroupsOfAQuestion(t *testing.T) {
	w := newWorld(t)
	p := w.districts(t)
	change := func(body any) call { return w.put(questionsPath(p.contest, "/"+p.questions[1]), body) }
	w.try(t, []scenario{
		{"are a list", change(obj{"groups": "North"}), 400, "validation_failed", "groups"},
		{"have names", change(obj{"groups": []any{""}}), 400, "validation_failed", "groups"},
		{"have no semicolon", change(obj{"groups": []any{"a;b"}}), 400, "validation_failed", "groups"},
		{"need the roll", w.put(adminElections+"/"+p.id, obj{"settings": obj{"electorate": "open"}}), 400,
			"validation_failed", "groups"},
	})
	w.must(t, change(obj{"groups": []any{"West"}}))
	checkRefusal(t, w.do(t, w.put(adminElections+"/"+p.id+"/status", obj{"status": "ACTIVE"})), "group_empty", "")
	if q := w.must(t, change(`{"groups":null}`)).json(t); q["groups"] != nil {
		t.Errorf("null leaves %v", q["groups"])
	}
}

// An administrator sees during the election what its quorum by weights has; voters do not.
func TestTheQuorumByWeightsIsToldWhileTheElectionIsOpen(t *testing.T) {
	w := newWorld(t)
	w.enrol(t, "", "full_name,national_id,weight", "Ada Okafor,"+numberOf(1)+",3")
	quorum := obj{"least": []any{1, 2}, "of": "weights"}
	p := w.paper(t, obj{"settings": obj{"electorate": "roll", "quorum": quorum}}, ask("plurality", nil, "A", "B"))
	w.move(t, p.contest, "ACTIVE")
	w.must(t, p.cast(w.ada, "10"))
	got := w.must(t, w.get(adminElections+"/"+p.id)).json(t)["weighed"]
	for _, d := range differences("weighed", got, any(obj{"cast": 3, "electorate": 6})) {
		t.Error(d)
	}
	if seen := w.must(t, w.ada.as(p.id)).json(t)["weighed"]; seen != nil {
		t.Errorf("a voter sees %v", seen)
	}
}
