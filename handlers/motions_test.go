package handlers_test

import (
	"net/http"
	"testing"
	"time"
)

func TestAMotionOpensInOneStep(t *testing.T) {
	w := newWorld(t)
	made := w.must(t, w.post("/api/admin/motions",
		obj{"title": "Buy the second kiln", "text": "For 4,000.", "electorate": "open", "minutes": 5}))
	if got := made.text(t, "status"); got != "ACTIVE" {
		t.Fatalf("the motion is %s", got)
	}
	opened := must(time.Parse(time.RFC3339, made.text(t, "activatedAt")))(t)
	closes, err := time.Parse(time.RFC3339, made.text(t, "closesAt"))
	if err != nil || closes.Sub(opened) < 4*time.Minute || closes.Sub(opened) > 5*time.Minute {
		t.Errorf("it closes %v after it opened: %v", closes.Sub(opened), err)
	}
	w.must(t, w.post("/api/admin/motions", obj{"title": "Buy a wheel", "electorate": "open", "threshold": nil}))
	c := contest{id: made.text(t, "id")}
	m := w.opened(t, c)
	if q := m.Questions[0]; len(m.Questions) != 1 || q.Title != "Buy the second kiln" || q.Text != "For 4,000." ||
		len(q.Options) != 3 || q.Threshold == nil || q.Threshold.Of != "decided" {
		t.Errorf("the question is %+v", m.Questions)
	}
	before := w.audited(t)
	w.try(t, []scenario{
		{"no title", w.post("/api/admin/motions", obj{"title": "", "electorate": "open"}), 400, "validation_failed", ""},
		{"no such electorate", w.post("/api/admin/motions", obj{"title": "A", "electorate": "all"}), 400, "validation_failed",
			""},
		{"too long", w.post("/api/admin/motions", obj{"title": "A", "electorate": "open", "minutes": 1441}), 400,
			"validation_failed", ""},
		{"part of a roll that it does not have",
			w.post("/api/admin/motions", obj{"title": "A", "electorate": "open",
				"threshold": obj{"more": []any{1, 2}, "of": "electorate"}}), 400, "validation_failed", ""},
		{"people beside weights that nobody has", w.post("/api/admin/motions", obj{"title": "A", "electorate": "open",
			"peopleThreshold": obj{"more": []any{1, 2}, "of": "cast"}}), 400, "validation_failed", ""},
		{"a part of no people", w.post("/api/admin/motions",
			obj{"title": "A", "electorate": "roll", "peopleThreshold": obj{"more": []any{1, 2}}}), 400, "validation_failed", ""},
		{"a part of nothing", w.post("/api/admin/motions",
			obj{"title": "A", "electorate": "open", "threshold": obj{"more": []any{1, 2}}}), 400, "validation_failed", ""},
		{"nobody is present", w.post("/api/admin/motions", obj{"title": "A", "electorate": "present"}), 400, "nobody_present",
			""},
	})
	w.try(t, []scenario{{"keys are missing",
		w.post("/api/admin/motions", obj{"title": "A", "electorate": "open", "held": true}),
		400, "holders_missing", "status"}})
	if after := w.audited(t); after != before {
		t.Errorf("what was refused left %d lines in the audit list", after-before)
	}
}

// audited is how many lines the audit list has, up to a hundred.
func (w *world) audited(tb testing.TB) int {
	tb.Helper()
	return len(w.must(tb, call{method: "GET", path: "/api/admin/audit?limit=100", token: w.admin.token}).list(tb))
}

// The page of a voter asks again and again, and gets a short answer while nothing has changed.
func TestAVotersListIsSentAgainOnlyWhenItChanges(t *testing.T) {
	w := newWorld(t)
	ask := call{method: "GET", path: "/api/user/elections/active", token: w.ada.token}
	first := w.must(t, ask)
	if got := first.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("a cache may keep it: %q", got)
	}
	ask.header = http.Header{"If-None-Match": {first.header.Get("ETag")}}
	if again := w.do(t, ask); again.status != http.StatusNotModified || len(again.body) > 0 {
		t.Errorf("answered %d with %d bytes", again.status, len(again.body))
	}
	w.must(t, w.post("/api/admin/motions", obj{"title": "Buy the second kiln", "electorate": "open"}))
	if changed := w.do(t, ask); changed.status != http.StatusOK {
		t.Errorf("answered %d for another list", changed.status)
	}
}
