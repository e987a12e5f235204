package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestElectionsOpenAndAreCountedByThemselves(t *testing.T) {
	clock := storetest.NewClock()
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{Now: clock.Now})
	opens := clock.Now().Add(time.Hour)
	closes := opens.Add(time.Hour)
	scheduled := func(title string, c store.ElectionChange, names ...string) store.ElectionID {
		e := storetest.Election(t, s, title, names...)
		c.OpensAt, c.ClosesAt = &opens, &closes
		return must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, c))(t).ID
	}
	itself := store.ElectionChange{AutoOpen: new(true), AutoCount: new(true)}
	whole := scheduled("Whole", itself, "Ada", "Grace")
	lost := scheduled("Lost", itself, "Ada", "Grace")
	scheduled("By hand", store.ElectionChange{}, "Ada", "Grace")
	broken := scheduled("Broken", itself, "Ada")

	if e, err := s.OpenDue(t.Context()); err != nil || len(e) != 0 {
		t.Errorf("before the time %d elections open: %v", len(e), err)
	}
	clock.Set(opens)
	opened, err := s.OpenDue(t.Context())
	if got := sorted(titles(opened)); !slices.Equal(got, []string{"Lost", "Whole"}) || !errors.Is(err, refusal.TooFewCandidates) {
		t.Errorf("opened %q: %v", got, err)
	}
	if e := must(s.Election(t.Context(), broken))(t); e.Status != store.Draft || e.Settings.AutoOpen {
		t.Errorf("what could not open is %+v", e)
	}
	if again, err := s.OpenDue(t.Context()); err != nil || len(again) != 0 {
		t.Errorf("opened again: %q, %v", titles(again), err)
	}
	vote(t, s, voters(t, s, 1)[0], must(s.Election(t.Context(), whole))(t).Candidates[1])

	clock.Set(closes)
	if closed := must(s.CloseDue(t.Context()))(t); len(closed) != 2 {
		t.Errorf("closed %q", titles(closed))
	}
	if err := os.Remove(filepath.Join(dir, "keys", string(lost)+".key")); err != nil {
		t.Fatal(err)
	}
	counted, err := s.CountDue(t.Context())
	if got := titles(counted); !slices.Equal(got, []string{"Whole"}) || !errors.Is(err, store.ErrKeyMissing) {
		t.Errorf("counted %q: %v", got, err)
	}
	if r := must(s.Results(t.Context(), whole, true))(t); r.Candidates[0].Name != "Grace" || r.Outcome != store.OutcomeWinner {
		t.Errorf("results %+v", r)
	}
	if again, err := s.CountDue(t.Context()); err != nil || len(again) != 0 {
		t.Errorf("counted again: %q, %v", titles(again), err)
	}
	var actions []string
	for _, l := range must(s.AuditList(t.Context(), store.AuditFilter{Actor: string(store.ActorSystem)}, store.Page{}))(t).Items {
		actions = append(actions, l.Action)
	}
	want := []string{"election.activated", "election.activated", "election.completed", "election.completed", "election.counted", "election.not_counted", "election.not_opened"}
	if got := sorted(actions); !slices.Equal(got, want) {
		t.Errorf("the server did %q, want %q", got, want)
	}
}

func TestAnElectionThatSomebodyElseOpensIsNotGivenUp(t *testing.T) {
	s := storetest.New(t, store.Options{})
	var all []store.ElectionID
	for range 10 {
		e := storetest.Election(t, s, "Board", "Ada", "Grace")
		must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoOpen: new(true), OpensAt: new(time.Now().Add(-time.Hour))}))(t)
		all = append(all, e.ID)
	}
	var opening sync.WaitGroup
	for range 4 {
		opening.Go(func() {
			if _, err := s.OpenDue(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	opening.Wait()
	for _, id := range all {
		if e := must(s.Election(t.Context(), id))(t); e.Status != store.Active || !e.Settings.AutoOpen {
			t.Errorf("election %+v", e)
		}
	}
}
