package handlers_test

import (
	"strings"
	"testing"
)

const handsPath = "/api/admin/hands"

// counted returns the body that records a show of hands, with some of its members replaced.
func counted(more obj) obj {
	h := obj{"day": "2031-05-01", "title": "Close the list of speakers", "tellers": []any{"Tomas Lind"}}
	for name, value := range more {
		h[name] = value
	}
	return h
}

// handsOf records a show of hands and answers its id.
func (w *world) handsOf(tb testing.TB, more obj) string {
	tb.Helper()
	return w.must(tb, w.post(handsPath, counted(more))).text(tb, "id")
}

func TestAShowOfHandsIsCountedAsAMotionIs(t *testing.T) {
	w := newWorld(t)
	electorate, third := obj{"more": []any{1, 2}, "of": "electorate"}, obj{"least": []any{2, 3}, "of": "cast"}
	for name, c := range map[string]struct {
		given  obj
		ending string
		needed float64
	}{
		"more for":                {obj{"for": 3, "against": 2, "abstain": 40}, "passed", 3},
		"equal":                   {obj{"for": 3, "against": 3}, "rejected", 4},
		"equal, decided for":      {obj{"for": 3, "against": 3, "casting": "for"}, "passed", 4},
		"equal, decided against":  {obj{"for": 3, "against": 3, "casting": "against"}, "rejected", 4},
		"nobody":                  {obj{}, "rejected", 1},
		"too few of all cast":     {obj{"for": 5, "against": 1, "abstain": 2, "threshold": third}, "rejected", 6},
		"enough of all cast":      {obj{"for": 6, "against": 1, "abstain": 2, "threshold": third}, "passed", 6},
		"half of those present":   {obj{"for": 5, "present": 10, "threshold": electorate}, "rejected", 6},
		"more than half of those": {obj{"for": 6, "present": 10, "threshold": electorate}, "passed", 6},
		"all, decided for": {obj{"for": 5, "against": 5, "present": 10, "casting": "for", "threshold": electorate}, "passed",
			6},
		"no threshold": {obj{"for": 2, "against": 1, "threshold": nil}, "passed", 2},
	} {
		made := w.must(t, w.post(handsPath, counted(c.given))).json(t)
		if made["ending"] != c.ending || made["needed"] != c.needed {
			t.Errorf("%s: %v with %v needed, want %s with %v", name, made["ending"], made["needed"], c.ending, c.needed)
		}
	}
}

func TestACorrectionShowsWhatWasSaidBefore(t *testing.T) {
	w := newWorld(t)
	path := handsPath + "/" + w.handsOf(t, obj{"for": 31, "against": 4})
	first := w.must(t, w.get(path))
	old := w.put(path, counted(obj{"for": 4, "against": 31, "reason": "The columns were exchanged."}))
	old.header = matching(first.json(t))
	corrected := w.must(t, old).json(t)
	was := corrected["corrections"].([]any)[0].(obj)
	if corrected["ending"] != "rejected" || was["reason"] != "The columns were exchanged." ||
		was["was"].(obj)["ending"] != "passed" || was["was"].(obj)["for"] != 31.0 {
		t.Errorf("the corrected one is %v", corrected)
	}
	w.try(t, []scenario{
		{"a version that is gone", old, 412, "changed_meanwhile", ""},
		{"no reason", w.put(path, counted(obj{})), 400, "validation_failed", "reason"},
		{"no reason to withdraw", w.put(path+"/withdrawal", obj{}), 400, "validation_failed", "reason"},
	})
	w.must(t, w.put(path+"/withdrawal", obj{"reason": "Recorded twice."}))
	w.try(t, []scenario{
		{"a correction of what does not count", w.put(path, counted(obj{"for": 1, "reason": "Again."})), 400,
			"hands_withdrawn", ""},
		{"withdrawn twice", w.put(path+"/withdrawal", obj{"reason": "Again."}), 400, "hands_withdrawn", ""},
	})
	all := w.must(t, w.get(handsPath+"?day=2031-05-01")).list(t)
	if len(all) != 1 || all[0].(obj)["withdrawn"].(obj)["reason"] != "Recorded twice." {
		t.Errorf("the list is %v", all)
	}
	lines := w.must(t, w.get("/api/admin/audit?kind=hands&subject="+path[len(handsPath)+1:])).list(t)
	if len(lines) != 3 || lines[0].(obj)["action"] != "hands.withdrawn" ||
		lines[0].(obj)["detail"].(obj)["title"] != "Close the list of speakers" {
		t.Errorf("the audit list has %v", lines)
	}
}

func TestAShowOfHandsIsRefused(t *testing.T) {
	w := newWorld(t)
	tomorrow := "2031-05-02" // by the clock of the office
	path := handsPath + "/" + w.handsOf(t, obj{})
	wrong := func(name, field string, given obj) scenario {
		return scenario{name, w.post(handsPath, counted(given)), 400, "validation_failed", field}
	}
	w.try(t, []scenario{
		wrong("no day", "day", obj{"day": ""}),
		wrong("no such day", "day", obj{"day": "2026-02-30"}),
		wrong("a time", "day", obj{"day": "2026-02-03T10:00:00Z"}),
		wrong("a day to come", "day", obj{"day": tomorrow}),
		wrong("a day long ago", "day", obj{"day": "1999-12-31"}),
		wrong("no title", "title", obj{"title": " "}),
		wrong("a title of two lines", "title", obj{"title": "A\nB"}),
		wrong("a long text", "text", obj{"text": strings.Repeat("a", 5001)}),
		wrong("fewer than nobody", "for", obj{"for": -1}),
		wrong("too many", "against", obj{"against": 1_000_001}),
		wrong("half a hand", "abstain", obj{"abstain": 0.5}),
		wrong("a word", "for", obj{"for": "many"}),
		wrong("more than are there", "present", obj{"for": 3, "present": 2}),
		wrong("a part of an unknown number", "present", obj{"threshold": obj{"more": []any{1, 2}, "of": "electorate"}}),
		wrong("no teller", "tellers", obj{"tellers": []any{}}),
		wrong("six tellers", "tellers", obj{"tellers": []any{"A", "B", "C", "D", "E", "F"}}),
		wrong("a teller without a name", "tellers", obj{"tellers": []any{"Tomas", ""}}),
		wrong("a part of nothing", "of", obj{"threshold": obj{"more": []any{1, 2}}}),
		wrong("more than all", "threshold", obj{"threshold": obj{"more": []any{2, 2}, "of": "cast"}}),
		wrong("a casting vote without a tie", "casting", obj{"for": 3, "against": 2, "casting": "for"}),
		wrong("a casting vote of nobody", "casting", obj{"casting": "for"}),
		wrong("another casting vote", "casting", obj{"for": 2, "against": 2, "casting": "abstain"}),
		wrong("an unknown member", "ending", obj{"ending": "passed"}),
		{"a list of no day", w.get(handsPath + "?day=yesterday"), 400, "validation_failed", "day"},
		{"none of that id", w.get(handsPath + "/" + w.draft.id), 404, "not_found", ""},
		{"a voter", call{method: "GET", path: handsPath, token: w.ada.token}, 403, "role_required", ""},
		{"a voter who corrects", call{method: "PUT", path: path, token: w.ada.token, body: obj{}}, 403, "role_required", ""},
	})
	if all := w.must(t, w.get(handsPath+"?day=2031-05-01")).list(t); len(all) != 1 {
		t.Errorf("there are %d shows of hands", len(all))
	}
}
