package store_test

import (
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

func TestADuplicateIsLikeTheFirstWithoutItsTimesAndKeys(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace", "Mia")
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Candidates[0].ID, jpeg))(t)
	now := time.Now().Truncate(time.Second)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		Description: new("Who leads us?"), TimeZone: new("Europe/Lisbon"), ShuffleCandidates: new(true),
		OpensAt: new(now.Add(-time.Hour)), ClosesAt: new(now.Add(time.Hour)), AutoOpen: new(true),
	}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{Method: new(tally.STV), Seats: new(2)}))(t)
	must(s.AddQuestion(t.Context(), storetest.Admin, e.ID, store.QuestionChange{Title: new("The accounts"), Method: new(tally.Motion)}))(t)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoOpen: new(false)}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)

	d := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	if d.ID == e.ID || d.Status != store.Draft || d.Title != "Board" || d.Description != e.Description || d.TimeZone != e.TimeZone || !d.Settings.ShuffleCandidates {
		t.Errorf("the duplicate: %+v", d)
	}
	if !d.OpensAt.IsZero() || !d.ClosesAt.IsZero() || !d.ActivatedAt.IsZero() || d.Custody != ballotbox.CustodyServer {
		t.Errorf("it has the times or keys of the first: %+v", d)
	}
	if len(d.Questions) != 2 {
		t.Fatalf("it has %d questions", len(d.Questions))
	}
	first, second := d.Questions[0], d.Questions[1]
	if first.Title != "" || first.Method != tally.STV || first.Seats != 2 || first.Max != 0 || !first.Draw {
		t.Errorf("the first question is not as it was before the opening: %+v", first)
	}
	if second.Title != "The accounts" || second.Method != tally.Motion || len(second.Candidates) != 3 || second.Threshold == nil {
		t.Errorf("the second question: %+v", second)
	}
	if got := candidateNames(d); !slices.Equal(got, []string{"Ada", "Grace", "Mia"}) {
		t.Errorf("the candidates are %v", got)
	}
	copied := first.Candidates[0]
	if copied.ID == e.Questions[0].Candidates[0].ID || copied.Photo == nil || copied.Photo.ID == e.Questions[0].Candidates[0].Photo.ID {
		t.Errorf("the candidate or the photo is the one of the first: %+v", copied)
	}
	// It is a draft like any other, and what is done with it does not touch the first.
	storetest.Advance(t, s, d.ID, store.Active)
}

func TestADuplicateOfHoldersNeedsNewKeys(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID, 2, []string{"Amara", "Bohumil", "Chloe"}))(t)
	d := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	if d.Custody != ballotbox.CustodyHolders || d.Threshold != 2 || len(d.Holders) != 3 || d.Holders[2].Name != "Chloe" {
		t.Errorf("the holders: %+v", d)
	}
	refused(t, s, refusal.NotFound, func() error { return errOf(s.DuplicateElection(t.Context(), storetest.Admin, "none")) })
}

// An election whose end has passed does not open, so such an end is refused when it is set.
func TestAnEndThatHasPassedIsRefused(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	past := store.ElectionChange{ClosesAt: new(clock.Now().Add(-time.Minute))}
	invalid(t, s, "closesAt", func() error { return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, past)) })
}
