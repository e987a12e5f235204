package store_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// urn is an election online and on paper: entries 1 to 6 of the roll, of whom 1 and 2 have accounts.
type urn struct {
	*store.Store
	store.Election
	entries []store.RollID
	voters  []store.UserID
}

// newUrn opens an election with so many printed papers.
func newUrn(t *testing.T, printed int) *urn {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(1), rollLine(2), rollLine(3), rollLine(4), rollLine(5), rollLine(6))
	u := &urn{Store: s}
	for _, line := range report.Lines {
		u.entries = append(u.entries, line.Entry)
	}
	for n := range 2 {
		u.voters = append(u.voters, must(s.Register(t.Context(), onRoll(n+1)))(t).ID)
	}
	e := storetest.Election(t, s, "Of the roll", "Ada", "Grace")
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{Min: new(0)}))(t)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll), Printed: &printed}))(t)
	u.Election = storetest.Advance(t, s, e.ID, store.Active)
	return u
}

func (u *urn) handOut(t *testing.T, n int) error {
	return u.HandOutPaper(t.Context(), storetest.Admin, u.ID, u.entries[n-1])
}

func (u *urn) vote(t *testing.T, n, choice int) error {
	return errOf(u.CastVote(t.Context(), u.voters[n-1], u.ID, "",
		store.Answers{Candidate: u.Questions[0].Candidates[choice-1].ID}))
}

// enter types papers for a choice, 0 for a blank one and below 0 for an invalid one, into a round.
func (u *urn) enter(t *testing.T, round int, choices ...int) {
	t.Helper()
	noError(t, u.BeginPapers(t.Context(), storetest.Admin, u.ID, round, fmt.Sprint("Clerk ", round)))
	for i, choice := range choices {
		p := store.PaperMade{Reference: i + 1, Marks: []int{0, 0}}
		if choice > 0 {
			p.Marks[choice-1] = 1
		} else if choice < 0 {
			p.Marks = nil
		}
		noError(t, u.EnterPaper(t.Context(), storetest.Admin, u.ID, round, p))
	}
}

// sound checks the whole file.
func sound(t *testing.T, s *store.Store) {
	t.Helper()
	noError(t, s.Check(t.Context()))
}

func TestAPrintedPaperClosesTheBallotOnlineAndTheOtherWayRound(t *testing.T) {
	u := newUrn(t, 4)
	noError(t, u.handOut(t, 1))
	refused(t, u.Store, refusal.OnPaper, func() error { return u.vote(t, 1, 1) })
	refused(t, u.Store, refusal.OnPaper, func() error { return u.handOut(t, 1) })
	noError(t, u.vote(t, 2, 1))
	refused(t, u.Store, refusal.AlreadyVoted, func() error { return u.handOut(t, 2) })
	refused(t, u.Store, refusal.NotFound,
		func() error { return u.HandOutPaper(t.Context(), storetest.Admin, u.ID, someone) })
	e := must(u.ElectionFor(t.Context(), u.voters[0], u.ID))(t)
	if e.Eligibility.May || e.Eligibility.Reason != store.HasPaper || e.Turnout.Ballots != 2 {
		t.Errorf("%+v, turnout %+v", e.Eligibility, e.Turnout)
	}
	for n := range 3 {
		noError(t, u.handOut(t, 3+n))
	}
	refused(t, u.Store, refusal.PapersGone, func() error { return u.handOut(t, 6) })
	list := must(u.Voters(t.Context(), u.ID, store.VoterFilter{}, store.Page{}))(t).Items
	paper, online := 0, 0
	for _, v := range list {
		if v.OnPaper {
			paper++
		} else if v.HasVoted {
			online++
		}
	}
	if paper != 4 || online != 1 {
		t.Errorf("%d on paper, %d online", paper, online)
	}
	sound(t, u.Store)
}

func TestHandingOutAtOnceMarksAPersonOnce(t *testing.T) {
	u := newUrn(t, 6)
	var wait sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		wait.Go(func() {
			if i%2 == 0 {
				errs[i] = u.handOut(t, 1)
			} else {
				errs[i] = u.vote(t, 1, 1)
			}
		})
	}
	wait.Wait()
	won := 0
	for _, err := range errs {
		switch {
		case err == nil:
			won++
		case !errors.Is(err, refusal.OnPaper) && !errors.Is(err, refusal.AlreadyVoted):
			t.Error(err)
		}
	}
	if won != 1 {
		t.Errorf("%d of 16 got the person's vote", won)
	}
	sound(t, u.Store)
}

func TestAnElectionOnlineAndOnPaperIsCountedOnceItsPapersAreEnteredTwice(t *testing.T) {
	u := newUrn(t, 5)
	for n := 3; n <= 6; n++ {
		noError(t, u.handOut(t, n))
	}
	noError(t, u.vote(t, 1, 1))
	noError(t, u.vote(t, 2, 2))
	refused(t, u.Store, refusal.NotCompleted,
		func() error { return u.BeginPapers(t.Context(), storetest.Admin, u.ID, 1, "Ada") })
	storetest.Advance(t, u.Store, u.ID, store.Completed)
	refused(t, u.Store, refusal.PapersUnentered,
		func() error { return errOf(u.CalculateResults(t.Context(), storetest.Admin, u.ID)) })
	refused(t, u.Store, refusal.PapersNotBegun,
		func() error {
			return u.EnterPaper(t.Context(), storetest.Admin, u.ID, 1, store.PaperMade{Reference: 1, Marks: []int{1, 0}})
		})
	u.enter(t, 1, 1, 0, -1)
	refused(t, u.Store, refusal.ValidationFailed,
		func() error { return u.BeginPapers(t.Context(), storetest.Admin, u.ID, 2, "clerk 1") })
	refused(t, u.Store, refusal.MarksTooMany, func() error {
		return u.EnterPaper(t.Context(), storetest.Admin, u.ID, 1, store.PaperMade{Reference: 9, Marks: []int{1, 1}})
	})
	u.enter(t, 2, 1, 0, 2, 2, 2)
	refused(t, u.Store, refusal.PapersDiffer, func() error { return u.FinishPapers(t.Context(), storetest.Admin, u.ID) })
	differ := must(u.ComparePapers(t.Context(), u.ID))(t)
	if len(differ) != 3 || differ[0].Reference != 3 || differ[0].Entries[0].Marks != nil || differ[1].Entries[0] != nil {
		t.Errorf("%+v", differ)
	}
	u.enter(t, 1, 1, 0, 2, 2, 2)
	refused(t, u.Store, refusal.PapersTooMany, func() error { return u.FinishPapers(t.Context(), storetest.Admin, u.ID) })
	for round := 1; round <= 2; round++ {
		noError(t, u.DropPaper(t.Context(), storetest.Admin, u.ID, round, 5))
		noError(t, u.DropPaper(t.Context(), storetest.Admin, u.ID, round, 4))
	}
	sound(t, u.Store)
	noError(t, u.FinishPapers(t.Context(), storetest.Admin, u.ID))
	refused(t, u.Store, refusal.PapersEntered,
		func() error { return u.DropPaper(t.Context(), storetest.Admin, u.ID, 1, 1) })
	r := must(u.CalculateResults(t.Context(), storetest.Admin, u.ID))(t)
	q := r.Questions[0]
	if !slices.Equal(q.Outcome.Votes, []int{2, 2}) || !slices.Equal(q.Paper.Votes, []int{1, 1}) || q.Outcome.Blank != 1 ||
		r.Turnout.Ballots != 5 || r.Paper.HandedOut != 4 || r.Paper.Entered != 3 || r.Paper.Printed != 5 {
		t.Errorf("%+v, on paper %+v and %+v", q.Outcome, q.Paper, r.Paper)
	}
	b := must(u.Bundle(t.Context(), u.ID))(t)
	if checks := ballotbox.Verify(b, ballotbox.Evidence{}); !ballotbox.Valid(checks) || len(b.Handed) != 4 {
		t.Errorf("%+v", checks)
	}
	sound(t, u.Store)
}

func TestWithNobodyOnlineANumberIsThrownBeforePapersAreEntered(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(1), rollLine(2), rollLine(3))
	e := storetest.Election(t, s, "Of the roll", "Ada", "Grace")
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{Draw: new(true)}))(t)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll), Printed: new(2)}))(t)
	u := &urn{Store: s, Election: storetest.Advance(t, s, e.ID, store.Active)}
	for _, line := range report.Lines[:2] {
		noError(t, u.HandOutPaper(t.Context(), storetest.Admin, u.ID, line.Entry))
	}
	storetest.Advance(t, s, u.ID, store.Completed)
	refused(t, s, refusal.PapersNeedLot,
		func() error { return s.BeginPapers(t.Context(), storetest.Admin, u.ID, 1, "Ada") })
	refused(t, s, refusal.ValidationFailed, func() error { return s.ThrowLot(t.Context(), storetest.Admin, u.ID, 0) })
	noError(t, s.ThrowLot(t.Context(), storetest.Admin, u.ID, 4711))
	refused(t, s, refusal.PapersEntered, func() error { return s.ThrowLot(t.Context(), storetest.Admin, u.ID, 4712) })
	for round := 1; round <= 2; round++ {
		u.enter(t, round, 1, 2)
	}
	noError(t, s.FinishPapers(t.Context(), audit.BySystem(), u.ID))
	r := must(s.CalculateResults(t.Context(), storetest.Admin, u.ID))(t)
	if len(r.Questions[0].Outcome.Draws) != 1 || r.Paper.Lot != 4711 {
		t.Errorf("%+v, %+v", r.Questions[0].Outcome, r.Paper)
	}
	sound(t, s)
}

func TestACancelledElectionShowsWhoGotAPaper(t *testing.T) {
	u := newUrn(t, 3)
	noError(t, u.handOut(t, 3))
	noError(t, u.vote(t, 1, 1))
	must(u.CancelElection(t.Context(), storetest.Admin, u.ID, "Fire"))(t)
	b := must(u.Bundle(t.Context(), u.ID))(t)
	if checks := ballotbox.Verify(b, ballotbox.Evidence{}); !ballotbox.Valid(checks) || len(b.Handed) != 1 {
		t.Errorf("%+v", checks)
	}
	sound(t, u.Store)
}

func TestPrintedPapersRefuseTheOpeningWithWeightsAndWithoutARoll(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, weighing(1, 3), rollLine(2))
	e := storetest.Election(t, s, "Weighty", "Ada", "Grace")
	open := func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active)) }
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Printed: new(5)}))(t)
	refused(t, s, refusal.PapersElectorate, open)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	refused(t, s, refusal.PapersWeights, open)
	refused(t, s, refusal.ValidationFailed, func() error {
		return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Printed: new(-1)}))
	})
	refused(t, s, refusal.ValidationFailed, func() error {
		return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoCount: new(true)}))
	})
}

func TestARehearsalHasThePrintedPapersOfItsElection(t *testing.T) {
	s, to := storetest.New(t, store.Options{}), storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll), Printed: new(7)}))(t)
	if d := must(s.DuplicateForRehearsal(t.Context(), storetest.Admin, e.ID, to))(t); d.Printed != 7 || d.Entry != nil {
		t.Errorf("%d printed papers, %+v", d.Printed, d.Entry)
	}
}
