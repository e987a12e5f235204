package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func candidateNames(e store.Election) []string {
	var all []string
	for _, c := range e.Questions[0].Candidates {
		all = append(all, c.Name)
	}
	return all
}

func TestCandidatesKeepTheirOrderOfEntry(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Zoe", "Ada", "Mia")
	storetest.Election(t, s, "Other", "Eve")
	c := must(s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", store.CandidateChange{
		Name: new(" Bea "), Affiliation: new(" Greens "), Description: new("Two\nlines"),
	}))(t)
	want := store.Candidate{
		ID: c.ID, ElectionID: e.ID, QuestionID: e.Questions[0].ID, Position: 3, Name: "Bea", Affiliation: "Greens",
		Description: "Two\nlines", CreatedAt: c.CreatedAt,
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("added %+v, want %+v", c, want)
	}
	noError(t, s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[1].ID))
	must(s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: new("Last")}))(t)
	e = must(s.Election(t.Context(), e.ID))(t)
	if got, want := candidateNames(e), []string{"Zoe", "Mia", "Bea", "Last"}; !slices.Equal(got, want) {
		t.Errorf("candidates %q, want %q", got, want)
	}
	if !reflect.DeepEqual(e.Questions[0].Candidates[2], want) {
		t.Errorf("stored %+v, want %+v", e.Questions[0].Candidates[2], want)
	}
}

func TestUpdateCandidateChangesOnlyWhatIsGiven(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	want := e.Questions[0].Candidates[0]
	want.Affiliation = "Greens"
	got := must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, want.ID,
		store.CandidateChange{Affiliation: new("Greens")}))(t)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("changed to %+v, want %+v", got, want)
	}
	want.Name, want.Affiliation = "Adele", ""
	got = must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, want.ID,
		store.CandidateChange{Name: new("Adele"), Affiliation: new("")}))(t)
	if e = must(s.Election(t.Context(), e.ID))(t); !reflect.DeepEqual(got, want) ||
		!reflect.DeepEqual(e.Questions[0].Candidates[0], want) {
		t.Errorf("changed to %+v, stored %+v, want %+v", got, e.Questions[0].Candidates[0], want)
	}
}

func TestCandidateFieldsAreChecked(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada")
	for name, tc := range map[string]struct {
		field  string
		change store.CandidateChange
	}{
		"empty name":        {"name", store.CandidateChange{Name: new("")}},
		"name of 121":       {"name", store.CandidateChange{Name: new(strings.Repeat("é", 121))}},
		"name of two lines": {"name", store.CandidateChange{Name: new("a\rb")}},
		"affiliation of 121": {"affiliation",
			store.CandidateChange{Name: new("x"), Affiliation: new(strings.Repeat("é", 121))}},
		"affiliation of lines": {"affiliation", store.CandidateChange{Name: new("x"), Affiliation: new("a\nb")}},
		"description of 2001": {"description",
			store.CandidateChange{Name: new("x"), Description: new(strings.Repeat("é", 2001))}},
		"description with NUL": {"description", store.CandidateChange{Name: new("x"), Description: new("a\x00b")}},
	} {
		t.Run(name, func(t *testing.T) {
			invalid(t, s, tc.field, func() error {
				return errOf(
					s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", tc.change))
			})
			invalid(t, s, tc.field, func() error {
				return errOf(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID, tc.change))
			})
		})
	}
	longest := store.CandidateChange{
		Name: new(strings.Repeat("é", 120)), Affiliation: new(strings.Repeat("é", 120)),
		Description: new(strings.Repeat("é", 2000)),
	}
	if _, err := s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", longest); err != nil {
		t.Errorf("every field at its limit: %v", err)
	}
}

func TestCandidatesAreChangedInTheirOwnDraftOnly(t *testing.T) {
	s := storetest.New(t, store.Options{})
	draft := storetest.Election(t, s, "Draft", "Ada", "Grace")
	other := storetest.Election(t, s, "Other", "Eve", "Mia")
	active := running(t, s, "Zoe", "Bea")
	for name, change := range map[string]func(store.ElectionID, store.CandidateID) error{
		"update": func(e store.ElectionID, c store.CandidateID) error {
			return errOf(s.UpdateCandidate(t.Context(), storetest.Admin, e, c, store.CandidateChange{Name: new("X")}))
		},
		"photo": func(e store.ElectionID, c store.CandidateID) error {
			return errOf(s.SetCandidatePhoto(t.Context(), storetest.Admin, e, c, jpeg))
		},
		"solid": func(e store.ElectionID, c store.CandidateID) error {
			return errOf(s.SetCandidateSolid(t.Context(), storetest.Admin, e, c, second, vase))
		},
		"remove": func(e store.ElectionID, c store.CandidateID) error {
			return s.RemoveCandidate(t.Context(), storetest.Admin, e, c)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, tc := range []struct {
				election  store.ElectionID
				candidate store.CandidateID
				want      error
			}{
				{draft.ID, "nobody", refusal.NotFound},
				{draft.ID, other.Questions[0].Candidates[0].ID, refusal.NotFound},
				{"none", draft.Questions[0].Candidates[0].ID, refusal.NotFound},
				{active.ID, draft.Questions[0].Candidates[0].ID, refusal.NotFound},
				{active.ID, active.Questions[0].Candidates[0].ID, refusal.NotDraft},
				{"", active.Questions[0].Candidates[0].ID, refusal.NotDraft},
			} {
				refused(t, s, tc.want, func() error { return change(tc.election, tc.candidate) })
			}
		})
	}
}

func TestAnElectionTakesAHundredCandidates(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	e := storetest.Election(t, s, "Crowd")
	for n := range store.MaxCandidates {
		must(s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: new(fmt.Sprint(n))}))(t)
	}
	add := func() error {
		return errOf(s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: new("one more")}))
	}
	refused(t, s, refusal.TooManyCandidates, add)
	e = must(s.Election(t.Context(), e.ID))(t)
	noError(t, s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID))
	if err := add(); err != nil {
		t.Errorf("in the place of one removed: %v", err)
	}
}

func TestShuffledCandidatesStandInAnOrderOfTheVoter(t *testing.T) {
	s := storetest.New(t, store.Options{Now: storetest.NewClock().Now})
	entered := []string{"A", "B", "C", "D", "E", "F", "G", "H"}
	plain := running(t, s, entered...)
	shuffled := storetest.Election(t, s, "Shuffled", entered...)
	must(s.UpdateElection(t.Context(), storetest.Admin, shuffled.ID, store.ElectionChange{ShuffleCandidates: new(true)}))(
		t)
	storetest.Advance(t, s, shuffled.ID, store.Active)

	orders := make(map[string]bool)
	for n := range 5 {
		v := storetest.Voter(t, s, n)
		first := candidateNames(must(s.ElectionFor(t.Context(), v.ID, shuffled.ID))(t))
		again := candidateNames(must(s.ElectionFor(t.Context(), v.ID, shuffled.ID))(t))
		listed := candidateNames(must(s.ElectionsFor(t.Context(), v.ID, store.Active, store.Page{}))(t).Items[0])
		if !slices.Equal(first, again) || !slices.Equal(first, listed) {
			t.Errorf("one voter sees %q, %q and %q", first, again, listed)
		}
		if !slices.Equal(sorted(first), entered) {
			t.Errorf("a voter sees %q", first)
		}
		orders[fmt.Sprint(first)] = true
		if got := candidateNames(must(s.ElectionFor(t.Context(), v.ID, plain.ID))(t)); !slices.Equal(got, entered) {
			t.Errorf("without shuffling: %q", got)
		}
	}
	if len(orders) < 4 { // five orders of 40,320: two alike are rare, three are no chance
		t.Errorf("five voters see %d orders", len(orders))
	}
	if got := candidateNames(must(s.Election(t.Context(), shuffled.ID))(t)); !slices.Equal(got, entered) {
		t.Errorf("an administrator sees %q", got)
	}
}

func TestNamesThatDeceiveAreRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board")
	for name, bad := range map[string]string{
		"unseen": "\u200b", "turned": "Ada\u202eecarG", "soft hyphen": "A\u00adda", "filler": "\u3164",
	} {
		if _, err := s.AddCandidate(t.Context(), storetest.Admin, e.ID, "",
			store.CandidateChange{Name: &bad}); !errors.Is(err, refusal.ValidationFailed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, good := range []string{"می\u200cخواهم", "क्\u200dष", "O'Connor"} {
		if _, err := s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: &good}); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}

func TestTheLastOptionStandsLastForEverybody(t *testing.T) {
	s := storetest.New(t, store.Options{Now: storetest.NewClock().Now})
	e := storetest.Election(t, s, "Chair", "Ada", "None of these")
	id, q := e.ID, e.Questions[0].ID
	shuffle := store.ElectionChange{ShuffleCandidates: new(true)}
	must(s.UpdateElection(t.Context(), storetest.Admin, id, shuffle))(t)
	last := func(on bool) {
		must(s.UpdateQuestion(t.Context(), storetest.Admin, id, q, store.QuestionChange{Last: new(on)}))(t)
	}
	last(true)
	must(s.AddCandidate(t.Context(), storetest.Admin, id, q, store.CandidateChange{Name: new("Cy")}))(t)
	must(s.AddCandidates(t.Context(), storetest.Admin, id, q, "", []string{"Dee", "Eve"}))(t)
	e = must(s.Election(t.Context(), id))(t)
	if got := candidateNames(e); !slices.Equal(got, []string{"Ada", "Cy", "Dee", "Eve", "None of these"}) {
		t.Errorf("after more have come: %q", got)
	}
	var reversed []store.CandidateID
	for _, c := range e.Questions[0].Candidates {
		reversed = slices.Insert(reversed, 0, c.ID)
	}
	e = must(s.OrderCandidates(t.Context(), storetest.Admin, id, q, reversed))(t)
	if got := candidateNames(e); !slices.Equal(got, []string{"Eve", "Dee", "Cy", "Ada", "None of these"}) {
		t.Errorf("in another order: %q", got)
	}
	none := e.Questions[0].Candidates[4].ID
	if err := s.RemoveCandidate(t.Context(), storetest.Admin, id, none); err != nil {
		t.Fatal(err)
	}
	if must(s.Election(t.Context(), id))(t).Questions[0].Last {
		t.Error("without the last option, a candidate takes its place")
	}
	last(true)
	storetest.Advance(t, s, id, store.Active)
	for n := range 6 {
		seen := candidateNames(must(s.ElectionFor(t.Context(), storetest.Voter(t, s, n).ID, id))(t))
		if seen[3] != "Ada" {
			t.Errorf("a voter sees %q", seen)
		}
	}
}
