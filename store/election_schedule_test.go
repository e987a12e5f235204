package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// scheduled makes an election in DRAFT with an opening time in an hour and an end in two.
func scheduled(tb testing.TB, s *store.Store, clock *storetest.Clock, open, count bool,
	names ...string) store.Election {
	tb.Helper()
	e := storetest.Election(tb, s, "Timed", names...)
	now := clock.Now().Truncate(time.Second)
	return must(s.UpdateElection(tb.Context(), storetest.Admin, e.ID, store.ElectionChange{
		OpensAt: new(now.Add(time.Hour)), ClosesAt: new(now.Add(2 * time.Hour)), AutoOpen: &open, AutoCount: &count,
	}))(tb)
}

// due asserts with which elections something was done, and that it is not done again.
func due(t *testing.T, do func(context.Context) ([]store.Election, error), want ...store.ElectionID) {
	t.Helper()
	for _, expected := range [][]store.ElectionID{want, nil} {
		done, err := do(t.Context())
		if err != nil {
			t.Error(err)
		}
		if len(done) != len(expected) {
			t.Fatalf("it was done with %v, want %v", titles(done), expected)
		}
		for i, e := range done {
			if e.ID != expected[i] {
				t.Errorf("it was done with %s, want %s", e.ID, expected[i])
			}
		}
	}
}

// lastEntry is the newest entry of the audit list.
func lastEntry(t *testing.T, s *store.Store) audit.Record {
	t.Helper()
	return must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 1}))(t).Items[0]
}

func TestAnElectionOpensClosesAndIsCountedByItself(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	alone, byHand := scheduled(t, s, clock, true, true, "Ada", "Grace"),
		scheduled(t, s, clock, false, false, "Ada", "Grace")
	voter := storetest.Voter(t, s, 1)

	clock.Set(alone.OpensAt.Add(-time.Second))
	due(t, s.OpenDue)
	clock.Set(alone.OpensAt)
	due(t, s.OpenDue, alone.ID)
	if e := must(s.Election(t.Context(), byHand.ID))(t); e.Status != store.Draft {
		t.Errorf("an election that is opened by hand is %s", e.Status)
	}
	if entry := lastEntry(t, s); entry.Actor.Kind != audit.System {
		t.Errorf("it was opened by %+v", entry.Actor)
	}
	storetest.Advance(t, s, byHand.ID, store.Active)
	vote(t, s, voter.ID, must(s.Election(t.Context(), alone.ID))(t).Questions[0].Candidates[1])

	due(t, s.CountDue)
	clock.Set(alone.ClosesAt.Add(-time.Second))
	due(t, s.CloseDue)
	clock.Set(alone.ClosesAt)
	for _, e := range must(s.CloseDue(t.Context()))(t) {
		if e.Status != store.Completed || e.ResultsCalculated {
			t.Errorf("closed: %+v", e)
		}
	}
	due(t, s.CloseDue)
	due(t, s.CountDue, alone.ID)
	if r := must(s.Results(t.Context(), alone.ID, false))(t); tallied(r) != "Ada 0, Grace 1*" {
		t.Errorf("results: %+v", r)
	}
	if err := errOf(s.Results(t.Context(), byHand.ID, true)); !errors.Is(err, refusal.ResultsNotCalculated) {
		t.Errorf("an election that is counted by hand: %v", err)
	}
	holds(t, must(s.Bundle(t.Context(), alone.ID))(t), ballotbox.Evidence{})
}

// What cannot happen by itself is tried once; the audit list says why it did not happen.
func TestWhatCannotHappenByItselfIsGivenUp(t *testing.T) {
	clock := storetest.NewClock()
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{Now: clock.Now})
	empty, whole := scheduled(t, s, clock, true, true), scheduled(t, s, clock, true, true, "Ada", "Grace")
	clock.Set(whole.OpensAt)
	opened, err := s.OpenDue(t.Context())
	if len(opened) != 1 || opened[0].ID != whole.ID || !errors.Is(err, refusal.TooFewCandidates) {
		t.Fatalf("opened %v: %v", titles(opened), err)
	}
	due(t, s.OpenDue)
	e := must(s.Election(t.Context(), empty.ID))(t)
	if e.Status != store.Draft || e.Settings.AutoOpen || !e.Settings.AutoCount {
		t.Errorf("%s, %+v", e.Status, e.Settings)
	}
	if entry := entryAbout(t, s, empty.ID); entry.Action != "election.not_opened" ||
		entry.Detail["code"] != "too_few_candidates" {
		t.Errorf("the audit list says %+v", entry)
	}

	key := filepath.Join(dir, "keys", string(whole.ID)+".key")
	secret := must(os.ReadFile(key))(t)
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	storetest.Advance(t, s, whole.ID, store.Completed)
	if counted, err := s.CountDue(t.Context()); len(counted) != 0 || !errors.Is(err, refusal.KeyMissing) {
		t.Errorf("counted %v: %v", titles(counted), err)
	}
	due(t, s.CountDue)
	if entry := entryAbout(t, s, whole.ID); entry.Action != "election.not_counted" ||
		entry.Detail["code"] != "election_key_missing" {
		t.Errorf("the audit list says %+v", entry)
	}
	if err := os.WriteFile(key, secret, 0o600); err != nil {
		t.Fatal(err)
	}
	must(s.CalculateResults(t.Context(), storetest.Admin, whole.ID))(t) // by hand
}

// entryAbout is the newest entry of the audit list about an election.
func entryAbout(t *testing.T, s *store.Store, id store.ElectionID) audit.Record {
	t.Helper()
	return must(s.AuditList(t.Context(), audit.Filter{Subject: string(id)}, store.Page{Limit: 1}))(t).Items[0]
}

// An election without a time, or in another status, is never due, and neither is one that was
// cancelled.
func TestNothingIsDueWithoutATime(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := storetest.Election(t, s, "Without a time", "Ada", "Grace")
	_, err := s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoOpen: new(true)})
	if p := problemOf(err); p == nil || len(p.Fields()) != 1 || p.Fields()[0].Name != "opensAt" {
		t.Errorf("an election that opens by itself at no time: %v", err)
	}
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoCount: new(true)}))(t)
	clock.Set(clock.Now().Add(1000 * time.Hour))
	due(t, s.OpenDue)
	storetest.Advance(t, s, e.ID, store.Active)
	due(t, s.CloseDue)
	must(s.CancelElection(t.Context(), storetest.Admin, e.ID, "Nobody came."))(t)
	due(t, s.CountDue)
}

// An administrator moves a time between the search for what is due and the change.
func TestWhatIsDueNoMoreStaysAsItIs(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := scheduled(t, s, clock, true, false, "Ada", "Grace")
	clock.Set(e.OpensAt)
	later := e.OpensAt.Add(time.Minute)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{OpensAt: &later}))(t)
	unchanged(t, s, func() {
		if !store.Overtaken(t, s, e.ID, store.Active, func(e store.Election) bool { return !clock.Now().Before(e.OpensAt) }) {
			t.Error("an election opens before its time")
		}
	})
	clock.Set(later)
	due(t, s.OpenDue, e.ID)
	clock.Set(e.ClosesAt.Add(-time.Second))
	end := e.ClosesAt.Add(time.Hour)
	must(s.MoveEnd(t.Context(), storetest.Admin, e.ID, end, "The hall is closed."))(t)
	clock.Set(e.ClosesAt)
	unchanged(t, s, func() {
		if !store.Overtaken(t, s, e.ID, store.Completed,
			func(e store.Election) bool { return !clock.Now().Before(e.ClosesAt) }) {
			t.Error("an election closes before its end")
		}
	})
	clock.Set(end)
	due(t, s.CloseDue, e.ID)
}
