package handlers_test

import (
	"bytes"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

// keptDays is how many days the ballot box of an election stays.
func keptDays(election obj) any { return election["settings"].(obj)["keepBoxDays"] }

func TestHowLongTheBallotBoxStaysIsASetting(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.draft.id
	days := func(n any) call { return w.put(path, obj{"settings": obj{"keepBoxDays": n}}) }
	w.try(t, []scenario{
		{"not with the server's key", days(1), 400, "validation_failed", "keepBoxDays"},
		{"not a text", days("14"), 400, "validation_failed", "keepBoxDays"},
	})
	storetest.Hold(t, w.store, store.ElectionID(w.draft.id), 2, 3)
	if got := keptDays(w.must(t, w.get(path)).json(t)); got != 14.0 {
		t.Errorf("at first %v days", got)
	}
	w.try(t, []scenario{
		{"not less than none", days(-1), 400, "validation_failed", "keepBoxDays"},
		{"not more than ten years", days(3654), 400, "validation_failed", "keepBoxDays"},
	})
	if got := keptDays(w.must(t, days(3653)).json(t)); got != 3653.0 {
		t.Errorf("%v days", got)
	}
}

func TestTheEndOfTheBallotBoxIsPublic(t *testing.T) {
	w := newWorld(t)
	h := w.held(t)
	until := func() []any {
		own := w.must(t, w.get(adminElections+"/"+h.id)).json(t)["boxUntil"]
		for _, item := range w.must(t, call{method: "GET", path: "/api/board/elections"}).list(t) {
			if election := item.(obj); election["id"] == h.id {
				return []any{own, election["boxUntil"]}
			}
		}
		t.Fatal("the board does not show the election")
		return nil
	}
	if got := until(); got[0] != nil || got[1] != nil {
		t.Errorf("before the count the box stays until %v", got)
	}
	w.must(t, w.upload(h.contest, w.countBox(t, h, 2, 3)))
	want := ballotbox.FormatTime(w.clock.Now().AddDate(0, 0, 14))
	if got := until(); got[0] != want || got[1] != want {
		t.Errorf("the box stays until %v, want %s", got, want)
	}
}

func TestABoxThatStaysIsCountedAgain(t *testing.T) {
	w := newWorld(t)
	h := w.held(t)
	w.must(t, w.upload(h.contest, w.countBox(t, h, 1, 2)))
	first := w.checkBundle(t, h.contest, ballotbox.Evidence{})
	state := w.countState(t, h.contest)
	if state.State != store.CountDone || state.Sealed != string(first.Seal) || state.BoxUntil.IsZero() {
		t.Errorf("after the first count: %+v", state)
	}
	again := w.countBox(t, h, 2, 3)
	forged := must(ballotbox.ReadCount(bytes.NewReader(again), int64(len(again))))(t)
	forged.Codes = forged.Codes[1:]
	w.try(t, []scenario{
		{"other codes than were signed", w.upload(h.contest, zipped(t, forged)), 400, "count_refused", ""},
	})
	w.must(t, w.upload(h.contest, again))
	if b := w.checkBundle(t, h.contest, ballotbox.Evidence{}); len(b.Recounts) != 1 || !bytes.Equal(b.Seal, first.Seal) {
		t.Errorf("the bundle has %d second counts", len(b.Recounts))
	}
	if got := w.must(t, w.post(countPath(h.contest), nil)).text(t, "state"); got != string(store.CountWaiting) {
		t.Errorf("a second count from the pages: %s", got)
	}
	if state := w.countState(t, h.contest); !state.Again {
		t.Errorf("it is not said to be a second count: %+v", state)
	}
	w.must(t, call{method: "DELETE", path: countPath(h.contest), token: w.admin.token})
}
