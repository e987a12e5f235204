package store_test

import (
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// owners is a draft of one motion that owners of shares decide by heads and by shares.
func owners(t *testing.T, s *store.Store, shares ...int) (store.Election, []store.UserID) {
	t.Helper()
	var users []store.UserID
	for n, weight := range shares {
		enrol(t, s, weighing(n+1, weight))
		users = append(users, must(s.Register(t.Context(), onRoll(n+1)))(t).ID)
	}
	e := storetest.Election(t, s, "Roof", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{
		Method: new(tally.Motion), PeopleThreshold: &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}}))(t)
	return must(s.Election(t.Context(), e.ID))(t), users
}

// The first owner has more shares than the three others.
func TestAMotionNeedsThePeopleBesideTheirWeights(t *testing.T) {
	for name, tc := range map[string]struct {
		yes  []int // who says yes; the others say no
		met  bool
		want tally.Ending
	}{
		"both":             {[]int{0, 1, 2}, true, tally.Passed},
		"weights alone":    {[]int{0}, false, tally.Rejected},
		"people alone":     {[]int{1, 2, 3}, true, tally.Rejected},
		"as many as there": {[]int{0, 1}, false, tally.Rejected},
	} {
		t.Run(name, func(t *testing.T) {
			s := storetest.New(t, store.Options{})
			e, users := owners(t, s, 500, 100, 100, 200)
			e = storetest.Advance(t, s, e.ID, store.Active)
			for n, user := range users {
				answer := 1
				for _, yes := range tc.yes {
					if yes == n {
						answer = 0
					}
				}
				noError(t, errOf(s.CastVote(t.Context(), user, e.ID, "", marks(e, answer))))
			}
			got := count(t, s, e.ID).Questions[0].Outcome
			if got.Ending != tc.want || got.ByPeople == nil || got.ByPeople.Met != tc.met ||
				got.ByPeople.Votes[0] != len(tc.yes) || got.ByPeople.Base != 4 || got.ByPeople.Needed != 3 {
				t.Errorf("%s, by people %+v", got.Ending, got.ByPeople)
			}
		})
	}
}

func TestOnlyAMotionOnTheRollCountsPeopleBesideWeights(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	half := &tally.Threshold{More: []int{1, 2}, Of: tally.OfCast}
	change := func(c store.QuestionChange) func() error {
		return func() error {
			return errOf(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, c))
		}
	}
	roll := func(kind store.ElectorateKind) func() error {
		return func() error {
			return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Electorate: &kind}))
		}
	}
	motion := store.QuestionChange{Method: new(tally.Motion), PeopleThreshold: half}
	invalid(t, s, "peopleThreshold", change(motion))
	noError(t, roll(store.ElectorateRoll)())
	invalid(t, s, "peopleThreshold", change(store.QuestionChange{PeopleThreshold: half}))
	invalid(t, s, "peopleThreshold", change(store.QuestionChange{Method: new(tally.Motion),
		PeopleThreshold: &tally.Threshold{More: []int{1, 1}, Of: tally.OfCast}}))
	noError(t, change(motion)())
	invalid(t, s, "peopleThreshold", roll(store.ElectorateOpen))
	noError(t, change(store.QuestionChange{PeopleThreshold: &tally.Threshold{}})())
	noError(t, roll(store.ElectorateOpen)())
	if q := must(s.Election(t.Context(), e.ID))(t).Questions[0]; q.PeopleThreshold != nil || q.Threshold == nil {
		t.Errorf("%+v", q)
	}
}

// Sums of people and of weights together tell more of the few who share a weight.
func TestTheOpeningWarnsOfSumsOfPeopleBesideWeights(t *testing.T) {
	for name, tc := range map[string]struct {
		shares []int
		want   store.WarningCode // "" for none
	}{
		"few share a weight":   {[]int{5, 1, 1, 1, 1, 1}, store.WarnPeople},
		"five share each":      {[]int{5, 5, 5, 5, 5, 1, 1, 1, 1, 1}, ""},
		"all weigh the same":   {[]int{1, 1}, store.WarnAlike},
		"all weigh the same 3": {[]int{3, 3}, store.WarnAlike},
	} {
		t.Run(name, func(t *testing.T) {
			s := storetest.New(t, store.Options{})
			e, _ := owners(t, s, tc.shares...)
			var got store.WarningCode
			for _, w := range must(s.OpeningWarnings(t.Context(), e.ID))(t) {
				if w.Code == store.WarnPeople || w.Code == store.WarnAlike {
					got = w.Code
				}
			}
			if got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestPrintedPapersRefuseTheOpeningWhereAMotionCountsPeople(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e, _ := owners(t, s, 1, 1)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Printed: new(10)}))(t)
	refused(t, s, refusal.PapersPeople, func() error {
		return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active))
	})
}
