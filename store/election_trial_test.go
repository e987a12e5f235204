package store_test

import (
	"errors"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestAnElectionWasTriedUntilItsBallotChanges(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Chair", "Grace", "Kim")
	wasTried := func(want bool, when string) {
		t.Helper()
		if got := must(s.Election(t.Context(), e.ID))(t).Tried; got != want {
			t.Errorf("%s: tried is %v", when, got)
		}
	}
	try := func(how store.Trial) {
		t.Helper()
		noError(t, s.NoteTrial(t.Context(), storetest.Admin, e.ID, how))
	}
	wasTried(false, "a new draft")
	try(store.Previewed)
	wasTried(true, "previewed")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateOpen)}))(t)
	wasTried(true, "other people")
	must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID,
		store.CandidateChange{Name: new("Gracie")}))(t)
	wasTried(false, "another name on the ballot")
	try(store.Rehearsed)
	if copied := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t); copied.Tried {
		t.Error("a copy was tried")
	}
	storetest.Advance(t, s, e.ID, store.Active)
	wasTried(true, "rehearsed, then opened")
	if err := s.NoteTrial(t.Context(), storetest.Admin, e.ID, store.Previewed); !errors.Is(err, refusal.NotDraft) {
		t.Errorf("a preview of an open election: %v", err)
	}
}
