package handlers_test

import (
	"fmt"
	"reflect"
	"testing"

	"ostrakon/store/ballotbox"
)

// proxies puts Noor Haddad and Tomas Lind on the roll, who give their votes to ada: a weight of 2
// and one of 5. Her own is 3. It returns the ids of the three entries.
func (w *world) proxies(tb testing.TB) (ada, noor, tomas string) {
	tb.Helper()
	lines := w.enrol(tb, "", "full_name,national_id,member,weight,proxy_for",
		"Ada Okafor,"+numberOf(1)+",A-1,3,N-1; T-1", "Noor Haddad,"+numberOf(21)+",N-1,2,",
		"Tomas Lind,"+numberOf(22)+",T-1,5,")
	id := func(n int) string { return lines[n].(obj)["entryId"].(string) }
	return id(0), id(1), id(2)
}

// rollPaper makes an ACTIVE election for the people on the roll with one question.
func (w *world) rollPaper(tb testing.TB, settings obj, q asked) paper {
	tb.Helper()
	p := w.paper(tb, obj{"settings": changed(obj{"electorate": "roll"}, settings)}, q)
	w.move(tb, p.contest, "ACTIVE")
	return p
}

func TestAProxyCastsThePapersOfOthers(t *testing.T) {
	w := newWorld(t)
	_, noor, tomas := w.proxies(t)
	few := w.paper(t, obj{"settings": obj{"electorate": "roll", "maxProxies": 1}}, ask("plurality", nil, "A", "B"))
	a := w.do(t, w.put(adminElections+"/"+few.id+"/status", obj{"status": "ACTIVE"}))
	checkRefusal(t, a, "too_many_proxies", "")
	for _, d := range differences("params", a.json(t)["params"], any(obj{"holders": "Ada Okafor (2)", "max": 1})) {
		t.Error(d)
	}

	p := w.rollPaper(t, obj{"maxProxies": 2}, ask("plurality", nil, "A", "B", "C"))
	papers := func(own, first, second bool) []any {
		return []any{
			obj{"id": "", "owner": anID, "name": "Ada Okafor", "weight": 3, "class": 3, "hasVoted": own},
			obj{"id": noor, "owner": noor, "name": "Noor Haddad", "weight": 2, "class": 2, "hasVoted": first},
			obj{"id": tomas, "owner": tomas, "name": "Tomas Lind", "weight": 5, "class": 4, "hasVoted": second},
		}
	}
	see := func(want []any) {
		t.Helper()
		for _, d := range differences("papers", w.must(t, w.ada.as(p.id)).json(t)["papers"], any(want)) {
			t.Error(d)
		}
	}
	see(papers(false, false, false))
	w.must(t, p.cast(w.ada, "100"))
	see(papers(true, false, false))
	if e := w.must(t, w.ada.as(p.id)).json(t); e["hasVoted"] != true ||
		e["eligibility"].(obj)["reason"] != "already_voted" {
		t.Errorf("%v %v", e["hasVoted"], e["eligibility"])
	}
	w.must(t, forPaper(p.cast(w.ada, "010"), noor))
	see(papers(true, true, false))
	w.try(t, []scenario{
		{"her own once", p.cast(w.ada, "010"), 400, "already_voted", ""},
		{"that of a giver once", forPaper(p.cast(w.ada, "010"), noor), 400, "already_voted", ""},
		{"none of who gave her nothing", forPaper(p.cast(w.ada, "010"), w.entry), 400, "paper_unavailable", "paper"},
		{"nobody else casts that of a giver", forPaper(p.cast(w.ben, "010"), tomas), 400, "paper_unavailable", "paper"},
	})

	t.Run("unless the giver was faster", func(t *testing.T) {
		giver := w.voter(t, "Tomas Lind", 22)
		for _, d := range differences("papers", w.must(t, giver.as(p.id)).json(t)["papers"],
			any([]any{obj{"id": "", "owner": tomas, "name": "Tomas Lind", "weight": 5, "class": 4, "hasVoted": false}})) {
			t.Error(d)
		}
		w.must(t, p.cast(giver, "010"))
		see(papers(true, true, true))
		w.try(t, []scenario{{"the proxy is too late", forPaper(p.cast(w.ada, "100"), tomas), 400, "already_voted", ""}})
	})
	t.Run("and the giver is too late after the proxy", func(t *testing.T) {
		giver := w.voter(t, "Noor Haddad", 21)
		if e := w.must(t, giver.as(p.id)).json(t); e["hasVoted"] != true ||
			w.must(t, giver.as(p.id+"/has-voted")).json(t)["hasVoted"] != true {
			t.Errorf("to the giver: %v", e["papers"])
		}
		w.try(t, []scenario{{"the giver's own", p.cast(giver, "100"), 400, "already_voted", ""}})
	})
	t.Run("weights count, and people turn out", func(t *testing.T) {
		got := w.count(t, p).json(t) // A has ada's 3, B has 2 and 5
		outcome := got["questions"].([]any)[0].(obj)["outcome"].(obj)
		for _, d := range differences("votes", outcome["votes"], any([]any{3, 7, 0})) {
			t.Error(d)
		}
		for _, d := range differences("turnout", got["turnout"], any(obj{"ballots": 3, "electorate": 6, "share": 0.5})) {
			t.Error(d)
		}
		if got["cast"] != 10. || outcome["papers"] != 10. {
			t.Errorf("cast %v, papers %v", got["cast"], outcome["papers"])
		}
		m := w.opened(t, p.contest)
		want := []ballotbox.Class{{Weight: 1, People: 3}, {Weight: 2, People: 1}, {Weight: 3, People: 1},
			{Weight: 5, People: 1}}
		if !reflect.DeepEqual(m.Electorate.Classes, want) {
			t.Errorf("the manifest has the classes %v, want %v", m.Electorate.Classes, want)
		}
	})
}

// The weights of the roll decide what thresholds of the electorate need; people make a quorum, also
// those who did not cast their paper themselves.
func TestWeightsAndPeople(t *testing.T) {
	w := newWorld(t)
	_, noor, tomas := w.proxies(t)
	// The weights add up to 3 + 1 + 1 + 1 + 2 + 5 = 13, of which more than half is 7; half of six
	// people are 3.
	p := w.rollPaper(t, obj{"maxProxies": 2, "quorum": obj{"least": []any{1, 2}}},
		ask("motion", obj{"threshold": obj{"more": []any{1, 2}, "of": "electorate"},
			"peopleThreshold": obj{"least": []any{2, 3}, "of": "cast"}}))
	w.must(t, forPaper(p.cast(w.ada, "100"), tomas)) // before her own
	w.must(t, forPaper(p.cast(w.ada, "100"), noor))
	w.must(t, p.cast(w.ada, "010"))
	got := w.count(t, p).json(t)
	want := outcomeOf(obj{"ending": "passed", "papers": 10, "votes": []any{7, 3, 0}, "base": 13, "needed": 7,
		"byPeople": obj{"votes": []any{2, 1, 0}, "base": 3, "needed": 2, "met": true}, "elected": []any{}})
	for _, d := range differences("outcome", got["questions"].([]any)[0].(obj)["outcome"], any(want)) {
		t.Error(d)
	}
	question := got["questions"].([]any)[0].(obj)
	for _, d := range differences("quorum", question["quorum"], any(obj{"needed": 3, "met": true})) {
		t.Error(d)
	}
}

// Before an election opens, an administrator sees what could show how people vote.
func TestOpeningWarnings(t *testing.T) {
	w := newWorld(t)
	warnings := func(c contest) any { return w.must(t, w.get(adminElections+"/"+c.id)).json(t)["warnings"] }
	expect := func(name string, c contest, want []any) {
		t.Helper()
		got := warnings(c)
		if want == nil && got != nil {
			t.Errorf("%s: %v", name, got)
		}
		if want != nil {
			for _, d := range differences(name, got, any(want)) {
				t.Error(d)
			}
		}
	}
	open := w.paper(t, nil, ask("plurality", nil, "A", "B"), ask("stv", obj{"seats": 2}, "A", "B", "C"))
	few := obj{"code": "few_papers", "params": obj{"people": 3}}
	expect("rankings of three", open.contest, []any{few})
	w.must(t, w.put(questionsPath(open.contest, "/"+open.questions[1]), obj{"evidence": "stages"}))
	expect("their stages", open.contest, nil)
	expect("marks of three", w.draft, nil)

	w.proxies(t)
	roll := w.paper(t, obj{"settings": obj{"electorate": "roll", "maxProxies": 2}},
		ask("irv", obj{"title": "Chair"}, "A", "B"))
	var shared []any // by the weights 1 (ben, cleo and Dora), 2, 3 and 5
	for _, weight := range [][2]int{{1, 3}, {2, 1}, {3, 1}, {5, 1}} {
		shared = append(shared, obj{"code": "weight_shared_by_few", "params": obj{"weight": weight[0], "people": weight[1]}})
	}
	expect("weights", roll.contest,
		append(shared, obj{"code": "stages_forced", "question": roll.questions[0], "params": obj{"question": "Chair"}}))
	w.move(t, roll.contest, "ACTIVE")
	expect("once it is open", roll.contest, nil)
	if q := w.must(t, w.ada.as(roll.id)).json(t)["questions"].([]any)[0].(obj); q["evidence"] != "stages" {
		t.Errorf("the evidence is %v", q["evidence"])
	}

	t.Run("and what is said comes true", func(t *testing.T) {
		w.must(t, roll.cast(w.ada, "12"))
		w.must(t, roll.cast(w.ben, "21"))
		w.move(t, roll.contest, "COMPLETED")
		w.must(t, w.calculate(roll.contest))
		b := w.verifies(t, roll)
		if got, want := string(b.Counts), "0 0 invalid\n1 4 papers\n1 0 blank\n"; got != want {
			t.Errorf("the evidence is %q, want %q", got, want)
		}
	})
}

// Weights of 1.5 and 0.25, with a comma or a point, are counted in hundredths of a vote, which verifiers add up.
func TestWeightsWithDecimalsCount(t *testing.T) {
	w := newWorld(t)
	lines := w.enrol(t, "", "full_name;national_id;member;weight;proxy_for", "Ada Okafor;"+numberOf(1)+`;A-1;1,5;N-1`,
		"Noor Haddad;"+numberOf(21)+";N-1;0.25;")
	noor := lines[1].(obj)["entryId"].(string)
	if got := w.must(t, w.get("/api/admin/roll/"+noor)).json(t)["weight"]; got != 0.25 {
		t.Errorf("the weight is %v", got)
	}
	p := w.rollPaper(t, obj{"maxProxies": 1, "quorum": obj{"least": []any{1, 2}, "of": "weights"}},
		ask("plurality", nil, "A", "B"))
	m := w.opened(t, p.contest)
	want := ballotbox.Electorate{Size: 5, WeightDecimals: 2, RollHash: m.Electorate.RollHash,
		Classes: []ballotbox.Class{{Weight: 25, People: 1}, {Weight: 100, People: 3}, {Weight: 150, People: 1}}}
	if !reflect.DeepEqual(*m.Electorate, want) || !reflect.DeepEqual(w.electorate(t, p.contest), want) {
		t.Errorf("the manifest has %+v, want %+v", *m.Electorate, want)
	}
	var weights []any
	for _, one := range w.must(t, w.ada.as(p.id)).json(t)["papers"].([]any) {
		weights = append(weights, one.(obj)["weight"])
	}
	if !reflect.DeepEqual(weights, []any{1.5, 0.25}) {
		t.Errorf("the papers weigh %v", weights)
	}
	w.must(t, p.cast(w.ada, "10"))
	w.must(t, forPaper(p.cast(w.ada, "01"), noor))
	for _, d := range differences("weighed", w.must(t, w.get(adminElections+"/"+p.id)).json(t)["weighed"],
		any(obj{"cast": 175, "electorate": 475, "weightDecimals": 2})) {
		t.Error(d)
	}
	w.must(t, p.cast(w.ben, "10"))
	got := w.count(t, p).json(t)
	question := got["questions"].([]any)[0].(obj)
	for _, d := range differences("votes", question["outcome"].(obj)["votes"], any([]any{250, 25})) {
		t.Error(d)
	}
	for _, d := range differences("quorum", question["quorum"], any(obj{"needed": 0, "neededVotes": 238, "met": true})) {
		t.Error(d)
	}
	if got["cast"] != 275. || got["weightDecimals"] != 2. {
		t.Errorf("%v cast, with %v decimals", got["cast"], got["weightDecimals"])
	}
}

// What a spreadsheet writes for thousands in one country are decimals in another one.
func TestAWeightThatCanMeanTwoNumbersIsRefused(t *testing.T) {
	w := newWorld(t)
	var faults []any
	var table []string
	for _, c := range [][3]string{{"1.250", "1250", "1.2500"}, {"12,500", "12500", "12,5000"}} {
		table = append(table, fmt.Sprintf("Gil Moor %d;%s", len(table), c[0]))
		faults = append(faults, obj{"line": len(table) + 1, "field": "weight", "code": "roll_weight_unclear",
			"params":  obj{"text": c[0], "whole": c[1], "decimal": c[2]},
			"message": c[0] + " can mean " + c[1] + " or " + c[2] + ". Enter one of these two."})
	}
	for _, wrong := range []string{"1,25,0", "1'250", "1,250.5", "1e3", "-1", "0", "1.23456", "1000001"} {
		table = append(table, fmt.Sprintf("Gil Moor %d;%s", len(table), wrong))
		faults = append(faults, obj{"line": len(table) + 1, "field": "weight", "code": "not_weight",
			"message": "Enter a number from 0.0001 to 1,000,000 with at most four decimals."})
	}
	refused := w.do(t, w.enrolment("", append([]string{"full_name;weight"}, table...)...))
	checkJSON(t, refused, changed(refused.json(t), obj{"code": "roll_refused", "errors": faults}))
	for _, wrong := range []any{"1.5", 1.23456, -1, 0, 1_000_000.5, true} {
		a := w.do(t, w.post("/api/admin/roll/entries", obj{"fullName": "Gil Moor", "weight": wrong}))
		checkRefusal(t, a, "validation_failed", "weight")
	}
}

// An exported roll says the same when it is imported again, whatever its weights.
func TestAnExportedWeightIsReadAgain(t *testing.T) {
	w := newWorld(t)
	for i, weight := range []any{1, 1.5, 0.0001, 12.125, 1250, 1250.125, 0.125, 1_000_000} {
		w.must(t, w.post("/api/admin/roll/entries", obj{"fullName": fmt.Sprint("Gil Moor ", i), "weight": weight}))
	}
	for _, format := range []string{"csv", "xlsx"} {
		table := w.must(t, w.get("/api/admin/roll/export?format="+format)).body
		report := w.must(t, w.enrolment("", string(table))).json(t)
		if report["updated"] != 0. || report["unchanged"] != 12. {
			t.Errorf("%s: %v", format, report)
		}
	}
}
