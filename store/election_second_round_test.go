package store_test

import (
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// firstRound counts an approval question that needs more than half of all papers, with a draw, and
// in which each voter approves of one: the marks of each.
func firstRound(t *testing.T, s *store.Store, votes ...string) store.Election {
	t.Helper()
	e := storetest.Election(t, s, "Chair", "Ada", "Grace", "Mia", "Zoe")
	now := time.Now().Truncate(time.Second)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		Description: new("Who leads us?"), TimeZone: new("Europe/Lisbon"), MaxProxies: new(3), ShuffleCandidates: new(true),
		AutoOpen: new(true), AutoCount: new(true),
		OpensAt: new(now.Add(-time.Hour)), ClosesAt: new(now.Add(time.Hour)),
	}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{
		Title: new("The chair"), Text: new("For a year."), Method: new(tally.Approval), Draw: new(true),
		Threshold: &tally.Threshold{More: []int{1, 2}, Of: tally.OfCast},
	}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	for n, v := range voters(t, s, len(votes)) {
		cast(t, s, v, e, votes[n])
	}
	count(t, s, e.ID)
	return e
}

func TestASecondRoundIsLikeTheFirst(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := firstRound(t, s, "1000", "1000", "0010", "0010", "0100")
	next := must(s.SecondRound(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, "Chair, second round"))(t)
	if next.Title != "Chair, second round" || next.Description != e.Description || next.TimeZone != "Europe/Lisbon" ||
		next.MaxProxies != 3 || !next.Settings.ShuffleCandidates {
		t.Errorf("the election: %+v", next)
	}
	if !next.OpensAt.IsZero() || !next.ClosesAt.IsZero() || next.Status != store.Draft || len(next.Notices) != 0 {
		t.Errorf("it has the times of the first: %+v", next)
	}
	q := next.Questions[0]
	if q.Title != "The chair" || q.Text != "For a year." || q.Method != tally.Plurality || q.Seats != 1 || q.Max != 1 ||
		!q.Draw || q.Threshold != nil {
		t.Errorf("the question: %+v", q)
	}
	if got := candidateNames(next); !slices.Equal(got, []string{"Ada", "Mia"}) {
		t.Errorf("the candidates are %v", got)
	}
	for i, c := range next.Questions[0].Candidates {
		if c.ElectionID != next.ID || c.QuestionID != q.ID || c.ID == e.Questions[0].Candidates[2*i].ID {
			t.Errorf("a candidate is not one of the new election: %+v", c)
		}
	}
}

func TestALaterRoundKeepsItsThresholdAsTheQuestionSays(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Chair", "Ada", "Grace", "Mia")
	half := &tally.Threshold{More: []int{1, 2}, Of: tally.OfCast}
	change := func(ch store.QuestionChange) func() error {
		return func() error {
			return errOf(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, ch))
		}
	}
	invalid(t, s, "keepThreshold", change(store.QuestionChange{KeepThreshold: new(true)}))
	invalid(t, s, "keepThreshold", change(store.QuestionChange{Method: new(tally.Motion), KeepThreshold: new(true)}))
	noError(t, change(store.QuestionChange{Method: new(tally.Approval), Threshold: half, KeepThreshold: new(true)})())
	all := voters(t, s, 2)
	e = must(s.Election(t.Context(), e.ID))(t)
	for _, title := range []string{"Chair", "Chair (2)", "Chair (3)"} {
		q := e.Questions[0]
		if e.Title != title || q.Method != tally.Approval || q.Threshold == nil || !q.KeepThreshold {
			t.Fatalf("%s: %+v", e.Title, q)
		}
		e = storetest.Advance(t, s, e.ID, store.Active)
		for i, v := range all {
			cast(t, s, v, e, []string{"100", "010"}[i][:len(q.Candidates)])
		}
		count(t, s, e.ID)
		e = must(s.SecondRound(t.Context(), storetest.Admin, e.ID, "", ""))(t)
	}
}

func TestATieIsRunOffWithoutAThresholdThatIsNotKept(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Chair", "Ada", "Grace", "Mia")
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{
		Method: new(tally.Approval), Threshold: &tally.Threshold{Least: []int{1, 2}, Of: tally.OfCast}}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	for i, v := range voters(t, s, 2) {
		cast(t, s, v, e, []string{"110", "110"}[i])
	}
	count(t, s, e.ID)
	e = must(s.SecondRound(t.Context(), storetest.Admin, e.ID, "", ""))(t)
	if q := e.Questions[0]; q.Threshold != nil || q.Method != tally.Approval || len(q.Candidates) != 2 {
		t.Errorf("%+v", q)
	}
}

// Who shares the place that is in question goes on, with all who share it.
func TestAllWhoShareAPlaceGoIntoTheSecondRound(t *testing.T) {
	for want, votes := range map[string][]string{
		"Ada Grace":     {"1000", "1000", "1000", "0100", "0100", "0001"},         // first and second
		"Ada Grace Zoe": {"1000", "1000", "0100", "0001"},                         // two share the second place
		"Ada Grace Mia": {"1000", "1000", "0100", "0100", "0010", "0010", "0001"}, // three the first
		"Mia Zoe":       {"0001", "0001", "0001", "0010", "0010", "0000", "1000"}, // a blank paper is cast
	} {
		t.Run(want, func(t *testing.T) {
			s := storetest.New(t, store.Options{})
			e := firstRound(t, s, votes...)
			next := must(s.SecondRound(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, ""))(t)
			var got string
			for _, name := range candidateNames(next) {
				got += " " + name
			}
			if got[1:] != want || next.Title != "Chair (2)" {
				t.Errorf("%s: %s go on, want %s", next.Title, got[1:], want)
			}
		})
	}
}

func TestNoSecondRoundWithoutTwo(t *testing.T) {
	for name, votes := range map[string][]string{
		"nobody else has a vote": {"1000", "0000", "0000"},
		"Ada has won":            {"1000", "1000", "0100"},
		"nobody has voted":       nil,
	} {
		t.Run(name, func(t *testing.T) {
			s := storetest.New(t, store.Options{})
			e := firstRound(t, s, votes...)
			round := func(title string) func() error {
				return func() error {
					return errOf(s.SecondRound(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, title))
				}
			}
			refused(t, s, refusal.NoSecondRound, round(""))
			invalid(t, s, "title", round("a\nb"))
		})
	}
}

// tied counts an election of three for the board by four voters: Ada is elected, and three share the two other seats.
func tied(t *testing.T, s *store.Store) (store.Election, []store.UserID) {
	t.Helper()
	e := storetest.Election(t, s, "Board", "Ada", "Grace", "Mia", "Zoe")
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[3].ID, jpeg))(t)
	setSolid(t, s, e.Questions[0].Candidates[1], vase)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
		store.QuestionChange{Method: new(tally.Block), Seats: new(3), Text: new("For a year.")}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	all := voters(t, s, 4)
	for n, v := range all {
		cast(t, s, v, e, []string{"1100", "1010", "1001", "1000"}[n])
	}
	count(t, s, e.ID)
	return e, all
}

func TestThoseTiedForTheLastSeatsStandAgainByTheSameRules(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e, _ := tied(t, s)
	next := must(s.SecondRound(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, "Board, second round"))(t)
	q := next.Questions[0]
	if got := candidateNames(next); !slices.Equal(got, []string{"Grace", "Mia", "Zoe"}) || q.Method != tally.Block ||
		q.Seats != 2 || q.Max != 2 || q.Min != 0 || q.Draw || q.Text != "For a year." {
		t.Errorf("%v stand again in %+v", got, q)
	}
	if q.Candidates[2].Photo == nil {
		t.Error("Zoe has no photo")
	}
	hasSolid(t, s, q.Candidates[0], vase)
	storetest.Advance(t, s, next.ID, store.Active)
}

func TestRoundsNameEachOther(t *testing.T) {
	s := storetest.New(t, store.Options{})
	first, all := tied(t, s)
	second := must(s.SecondRound(t.Context(), storetest.Admin, first.ID, "", ""))(t)
	if r := second.Round; second.Title != "Board (2)" || r == nil || r.Number != 2 || r.Title != "Board" ||
		second.Previous.ID != first.ID || second.Previous.Title != "Board" {
		t.Errorf("the second round: %+v", second)
	}
	spare := must(s.DuplicateElection(t.Context(), storetest.Admin, second.ID))(t)
	if spare.Previous == nil || spare.Round.Number != 2 {
		t.Errorf("a copy of a later round that is not counted: %+v", spare)
	}
	noError(t, s.DeleteElection(t.Context(), storetest.Admin, spare.ID))
	second = storetest.Advance(t, s, second.ID, store.Active)
	for n, v := range all[:3] {
		cast(t, s, v, second, []string{"110", "101", "011"}[n])
	}
	count(t, s, second.ID)
	third := must(s.SecondRound(t.Context(), storetest.Admin, second.ID, "", ""))(t)
	if r := third.Round; third.Title != "Board (3)" || r.Number != 3 || r.Title != "Board" {
		t.Errorf("the third round: %+v", third)
	}
	want := []store.RoundLink{{ID: second.ID, Title: "Board (2)", Status: store.Completed}}
	if got := must(s.Election(t.Context(), first.ID))(t); !slices.Equal(got.Next, want) {
		t.Errorf("after the first round: %+v, want %+v", got.Next, want)
	}
	if copied := must(s.DuplicateElection(t.Context(), storetest.Admin, second.ID))(t); copied.Round != nil {
		t.Errorf("a copy of a counted second round is %+v", copied.Round)
	}
}
