package store_test

import (
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// What keeps a draft from opening is what the opening refuses.
func TestADraftListsAllThatItsOpeningRefuses(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := storetest.Election(t, s, "Board", "Ada")
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{
		Threshold: 1, Holders: []string{"Amara"},
	}))(t)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		Electorate: new(store.ElectorateRoll), ClosesAt: new(clock.Now().Add(time.Hour)),
	}))(t)
	ask(t, s, e.ID, "Seats", tally.Block, store.QuestionChange{Seats: new(5)}, "Grace", "Mia")
	clock.Set(clock.Now().Add(2 * time.Hour))
	check := func(want ...string) {
		t.Helper()
		unchanged(t, s, func() {
			var codes []string
			for _, p := range must(s.OpeningRefusals(t.Context(), e.ID))(t) {
				codes = append(codes, p.Code())
			}
			if !slices.Equal(codes, want) {
				t.Errorf("the opening would be refused for %q, want %q", codes, want)
			}
		})
	}
	check("too_few_candidates", "question_unfit", "holders_missing", "voting_closed", "roll_empty")
	must(s.AddCandidates(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, "", []string{"Eve"}))(t)
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{}))(t)
	enrol(t, s, rollLine(1))
	check("question_unfit", "voting_closed")
	seats := must(s.Election(t.Context(), e.ID))(t).Questions[1].ID
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, seats, store.QuestionChange{Seats: new(1)}))(t)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: new(time.Time)}))(t)
	check()
	storetest.Advance(t, s, e.ID, store.Active)
}

func TestEarlierElectionsLeaveTheList(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	v := voters(t, s, 1)[0]
	make := func(title string, votes bool) store.Election {
		e := storetest.Election(t, s, title, "Ada", "Grace")
		e = storetest.Advance(t, s, e.ID, store.Active)
		if votes {
			vote(t, s, v, e.Questions[0].Candidates[0])
		}
		return e
	}
	storetest.Election(t, s, "Draft", "Ada")
	make("Open", false)
	must(s.CancelElection(t.Context(), storetest.Admin, make("Cancelled", true).ID, "a mistake"))(t)
	storetest.Advance(t, s, make("Empty", false).ID, store.Completed)
	storetest.Advance(t, s, make("Uncounted", true).ID, store.Completed)
	count(t, s, make("Counted", true).ID)
	check := func(earlier bool, all, voter []string) {
		t.Helper()
		if got := titles(must(s.ElectionsByAge(t.Context(), "", earlier, store.Page{}))(t).Items); !slices.Equal(got, all) {
			t.Errorf("earlier %t: an administrator sees %q, want %q", earlier, got, all)
		}
		if got := titles(must(s.CompletedFor(t.Context(), v, earlier, store.Page{}))(t).Items); !slices.Equal(got, voter) {
			t.Errorf("earlier %t: a voter sees %q, want %q", earlier, got, voter)
		}
	}
	check(false, []string{"Counted", "Uncounted", "Open", "Draft"}, []string{"Counted", "Uncounted"})
	check(true, []string{"Empty", "Cancelled"}, []string{"Empty", "Cancelled"})
	clock.Set(clock.Now().Add(24 * time.Hour))
	check(false, []string{"Uncounted", "Open", "Draft"}, []string{"Uncounted"})
	check(true, []string{"Counted", "Empty", "Cancelled"}, []string{"Counted", "Empty", "Cancelled"})
}

func TestANewElectionCanBeginWithItsRule(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := must(s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{Title: new("Buy the kiln"),
		First: &store.QuestionChange{Method: new(tally.Motion), Text: new("For 4,000.")}}))(t)
	if q := e.Questions[0]; q.Method != tally.Motion || q.Text != "For 4,000." || len(q.Candidates) != 3 {
		t.Errorf("the question: %+v", q)
	}
	storetest.Advance(t, s, e.ID, store.Active)
	invalid(t, s, "seats", func() error {
		return errOf(s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{Title: new("Board"),
			First: &store.QuestionChange{Method: new(tally.Block), Seats: new(0)}}))
	})
}
