package store_test

import (
	"reflect"
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
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID, jpeg))(t)
	now := time.Now().Truncate(time.Second)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		Description: new("Who leads us?"), TimeZone: new("Europe/Lisbon"), ShuffleCandidates: new(true),
		OpensAt: new(now.Add(-time.Hour)), ClosesAt: new(now.Add(time.Hour)), AutoOpen: new(true),
	}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
		store.QuestionChange{Method: new(tally.STV), Seats: new(2)}))(t)
	must(s.AddQuestion(t.Context(), storetest.Admin, e.ID,
		store.QuestionChange{Title: new("The accounts"), Method: new(tally.Motion)}))(t)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoOpen: new(false)}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)

	d := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	if d.ID == e.ID || d.Status != store.Draft || d.Title != "Board" || d.Description != e.Description ||
		d.TimeZone != e.TimeZone || !d.Settings.ShuffleCandidates {
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
	if second.Title != "The accounts" || second.Method != tally.Motion || len(second.Candidates) != 3 ||
		second.Threshold == nil {
		t.Errorf("the second question: %+v", second)
	}
	if got := candidateNames(d); !slices.Equal(got, []string{"Ada", "Grace", "Mia"}) {
		t.Errorf("the candidates are %v", got)
	}
	copied := first.Candidates[0]
	if copied.ID == e.Questions[0].Candidates[0].ID || copied.Photo == nil ||
		copied.Photo.ID == e.Questions[0].Candidates[0].Photo.ID {
		t.Errorf("the candidate or the photo is the one of the first: %+v", copied)
	}
	// It is a draft like any other, and what is done with it does not touch the first.
	storetest.Advance(t, s, d.ID, store.Active)
}

func TestADuplicateOfHoldersHasTheSameHolders(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID,
		store.HolderPlan{Threshold: 2, Holders: []string{"Amara", "Bohumil", "Chloe"}}))(t)
	d := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	if d.Custody != ballotbox.CustodyHolders || d.Threshold != 2 || len(d.Holders) != 3 || d.Holders[2].Name != "Chloe" ||
		d.Assembly.ID != must(s.Election(t.Context(), e.ID))(t).Assembly.ID {
		t.Errorf("the holders: %+v", d)
	}
	refused(t, s, refusal.NotFound,
		func() error { return errOf(s.DuplicateElection(t.Context(), storetest.Admin, "none")) })
}

func TestACopyMayHaveOneQuestionOfAnOpenElection(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Assembly", "Ada", "Grace")
	accounts := ask(t, s, e.ID, "The accounts", tally.Motion, store.QuestionChange{})
	fee := ask(t, s, e.ID, "The fee", tally.Motion, store.QuestionChange{Text: new("60 a year.")})
	e = storetest.Advance(t, s, e.ID, store.Active)
	one := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID, fee.ID))(t)
	if one.Title != "The fee" || len(one.Questions) != 1 || one.Questions[0].Text != "60 a year." ||
		len(one.Questions[0].Candidates) != 3 {
		t.Errorf("a copy with one question: %+v", one)
	}
	two := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID, fee.ID, e.Questions[0].ID))(t)
	if two.Title != "Assembly" || len(two.Questions) != 2 || two.Questions[1].Title != "The fee" {
		t.Errorf("a copy with two: %+v", two)
	}
	if now := must(s.Election(t.Context(), e.ID))(t); now.Status != store.Active || len(now.Questions) != 3 {
		t.Errorf("the open election: %+v", now)
	}
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.DuplicateElection(t.Context(), storetest.Admin, e.ID, accounts.ID, someone))
	})
}

// A new field of an election, a question or a candidate must be copied, or named here.
func TestARehearsalHasEverySettingOfItsElection(t *testing.T) {
	s, to := storetest.New(t, store.Options{}), storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace", "Mia")
	q := e.Questions[0]
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		Description: new("Who leads us?"), TimeZone: new("Europe/Lisbon"), ShuffleCandidates: new(true), AutoCount: new(true),
		Proof:      new(new(true)),
		Electorate: new(store.ElectorateRoll), MaxProxies: new(3), Quorum: &store.Quorum{Least: [2]int{1, 4}},
		Translations: &[]ballotbox.Translation{{Language: "fr", Title: "Comité"}},
	}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, q.ID, store.QuestionChange{
		Title: new("The chair"), Text: new("For two years."), Method: new(tally.Plurality), Min: new(1), Max: new(1),
		Draw: new(true), Last: new(true), KeepThreshold: new(true), Groups: &[]string{"Seniors"},
		Quotas:       &[]tally.KindQuota{{Kind: "women", Least: 1}},
		Threshold:    &tally.Threshold{More: []int{1, 2}, Of: tally.OfCast},
		Translations: &[]ballotbox.Translation{{Language: "fr", Title: "Présidence"}},
	}))(t)
	must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, q.Candidates[0].ID, store.CandidateChange{
		Affiliation: new("Left"), Description: new("Wrote the statutes."), Kind: new("women"),
		Translations: &[]ballotbox.Translation{{Language: "fr", Affiliation: "Gauche"}},
	}))(t)
	setSolid(t, s, q.Candidates[0], vase)
	ask(t, s, e.ID, "Board", tally.Cumulate, store.QuestionChange{Max: new(5), Each: new(3)}, "Noor")
	half := &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	ask(t, s, e.ID, "Roof", tally.Motion, store.QuestionChange{PeopleThreshold: half})
	e = must(s.Election(t.Context(), e.ID))(t)

	d := must(s.DuplicateForRehearsal(t.Context(), storetest.Admin, e.ID, to))(t)
	alike(t, e, d, "ID", "CreatedAt", "UpdatedAt", "OpensAt", "ClosesAt", "ActivatedAt", "CompletedAt", "Notices",
		"Stopped", "Announced", "Round", "NextRounds", "Previous", "Next",
		"Cancelled", "Exports", "Threshold", "Holders", "AssemblyID", "Number", "Assembly", "Untried",
		"Witnesses", "KeepBoxDays", "BoxUntil", "RollGoneAt", "Recounts", "Settings", "Questions", "Candidates", "Turnout",
		"ResultsCalculated", "KeyMissing", "Tried", "HasVoted", "Eligibility", "Papers", "Attendance", "Proxy", "Weighed",
		"Printed", "Entry", "Proved")
	alike(t, e.Settings, d.Settings, "AutoOpen")
	alike(t, e.Questions[0], d.Questions[0], "ID", "Candidates", "Each", "Lists", "PeopleThreshold")
	if got := d.Questions[2].PeopleThreshold; !reflect.DeepEqual(got, half) {
		t.Errorf("a motion needs %+v of the people in the copy", got)
	}
	if got := d.Questions[1].Each; got != 3 {
		t.Errorf("a candidate can have %d marks in the copy", got)
	}
	if got := candidateNames(d); !slices.Equal(got, candidateNames(e)) {
		t.Errorf("the candidates are %v", got)
	}
	alike(t, e.Questions[0].Candidates[0], d.Questions[0].Candidates[0],
		"ID", "ElectionID", "QuestionID", "Position", "CreatedAt", "Photo", "List", "Minority", "Since")
	hasSolid(t, to, d.Questions[0].Candidates[0], vase)
	active := storetest.Advance(t, s, storetest.Election(t, s, "Other", "Ada", "Grace").ID, store.Active)
	refused(t, s, refusal.NotDraft, func() error {
		return errOf(s.DuplicateForRehearsal(t.Context(), storetest.Admin, active.ID, to))
	})
}

// alike asserts that every field of a struct has a value, and that a copy has the same, but for fields that differ.
func alike[T any](t *testing.T, first, copied T, differ ...string) {
	t.Helper()
	a, b := reflect.ValueOf(first), reflect.ValueOf(copied)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		if slices.Contains(differ, name) {
			continue
		}
		if a.Field(i).IsZero() || !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			t.Errorf("%s is %v in the copy, want %v, and a value", name, b.Field(i), a.Field(i))
		}
	}
}

// An election whose end has passed does not open, so such an end is refused when it is set.
func TestAnEndThatHasPassedIsRefused(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	past := store.ElectionChange{ClosesAt: new(clock.Now().Add(-time.Minute))}
	invalid(t, s, "closesAt", func() error { return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, past)) })
}
