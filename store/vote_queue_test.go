package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/boltfile"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// castAll casts votes at the same time, one goroutine each, and returns their errors when all are
// answered.
func castAll(ctx context.Context, s *store.Store, voters []store.UserID, c store.Candidate) (wait func() []error) {
	errs := make([]error, len(voters))
	var wg sync.WaitGroup
	for i, v := range voters {
		wg.Go(func() { _, errs[i] = s.CastVote(ctx, v, c.ElectionID, "", store.Answers{Candidate: c.ID}) })
	}
	return func() []error {
		wg.Wait()
		return errs
	}
}

// voters makes n voters.
func voters(tb testing.TB, s *store.Store, n int) []store.UserID {
	tb.Helper()
	users := make([]store.User, n)
	for i := range users {
		users[i] = store.User{Email: fmt.Sprintf("voter%d@example.org", i), FullName: "Voter", Role: store.RoleUser,
			Status: store.UserActive, Admission: &store.Admission{Policy: "number"}}
	}
	return store.FillUsers(tb, s, users)
}

// queued waits until n votes stand in the queue.
func queued(s *store.Store, n int) { until(func() bool { return store.QueuedVotes(s) >= n }) }

// until waits, as long as a busy machine takes: only the time of all tests bounds it.
func until(reached func() bool) {
	for !reached() {
		time.Sleep(time.Millisecond)
	}
}

// ballots is how many ballots an election holds.
func ballots(tb testing.TB, s *store.Store, id store.ElectionID) int {
	tb.Helper()
	return must(s.Election(tb.Context(), id))(tb).Turnout.Ballots
}

func TestALoneVoteIsOneTransaction(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	for _, v := range voters(t, s, 3) {
		before := store.WriteTransactions(t, s)
		vote(t, s, v, e.Questions[0].Candidates[0])
		if n := store.WriteTransactions(t, s) - before; n != 1 {
			t.Errorf("a lone vote took %d transactions", n)
		}
		before = store.WriteTransactions(t, s)
		refused(t, s, refusal.AlreadyVoted, func() error {
			return errOf(s.CastVote(t.Context(), v, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
		})
		if n := store.WriteTransactions(t, s) - before; n != 0 {
			t.Errorf("a refusal took %d transactions", n)
		}
	}
}

func TestVotesThatWaitShareATransaction(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 200)
	before := store.WriteTransactions(t, s)
	release := store.HoldVotes(s)
	wait := castAll(t.Context(), s, all, e.Questions[0].Candidates[0])
	queued(s, len(all))
	release()
	if err := errors.Join(wait()...); err != nil {
		t.Error(err)
	}
	if n := store.WriteTransactions(t, s) - before; n != 1 {
		t.Errorf("200 votes took %d transactions", n)
	}
	if n := ballots(t, s, e.ID); n != 200 {
		t.Errorf("%d ballots", n)
	}
}

func TestTheQueueHoldsBackWhatItCannotTake(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 1500) // a transaction takes 1024
	release := store.HoldVotes(s)
	wait := castAll(t.Context(), s, all, e.Questions[0].Candidates[0])
	queued(s, 1024)
	release()
	if err := errors.Join(wait()...); err != nil {
		t.Error(err)
	}
	if n := ballots(t, s, e.ID); n != len(all) {
		t.Errorf("%d ballots", n)
	}
}

func TestARefusalLeavesTheVotesBesideItAlone(t *testing.T) {
	s := storetest.New(t, store.Options{})
	going, closing := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
	all := voters(t, s, 4)
	release := store.HoldVotes(s)
	first := castAll(t.Context(), s, all[:2], going.Questions[0].Candidates[0])
	queued(s, 2)
	// passes the first look: nothing is written yet
	twice := castAll(t.Context(), s, all[:2], going.Questions[0].Candidates[1])
	queued(s, 4)
	late := castAll(t.Context(), s, all, closing.Questions[0].Candidates[0])
	queued(s, 8)
	last := castAll(t.Context(), s, all[2:], going.Questions[0].Candidates[1])
	queued(s, 10)
	storetest.Advance(t, s, closing.ID, store.Completed)
	before := store.WriteTransactions(t, s)
	release()
	if err := errors.Join(append(first(), last()...)...); err != nil {
		t.Errorf("good votes: %v", err)
	}
	for _, err := range twice() {
		if !errors.Is(err, refusal.AlreadyVoted) {
			t.Errorf("second vote in one batch: %v", err)
		}
	}
	for _, err := range late() {
		if !errors.Is(err, refusal.NotActive) {
			t.Errorf("vote after the close: %v", err)
		}
	}
	if n := store.WriteTransactions(t, s) - before; n != 1 {
		t.Errorf("the batch took %d transactions", n)
	}
	if a, b := ballots(t, s, going.ID), ballots(t, s, closing.ID); a != 4 || b != 0 {
		t.Errorf("%d and %d ballots, want 4 and 0", a, b)
	}
	storetest.Advance(t, s, going.ID, store.Completed)
	r := must(s.CalculateResults(t.Context(), storetest.Admin, going.ID))(t)
	if !slices.Equal(r.Questions[0].Outcome.Votes, []int{2, 2}) {
		t.Errorf("a refused ballot was counted: %+v", r)
	}
}

func TestVotesThatWaitAreHeldAgainstTheClock(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	closes := clock.Now().Add(time.Hour)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: &closes}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	all := voters(t, s, 1)
	release := store.HoldVotes(s)
	wait := castAll(t.Context(), s, all, e.Questions[0].Candidates[0])
	queued(s, 1)
	clock.Set(closes)
	release()
	if err := wait()[0]; !errors.Is(err, refusal.VotingClosed) {
		t.Errorf("a vote that reached the disk after closesAt: %v", err)
	}
}

func TestTwoHundredVotersVoteTwiceAtOnce(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 200)
	one := castAll(t.Context(), s, all, e.Questions[0].Candidates[0])
	two := castAll(t.Context(), s, all, e.Questions[0].Candidates[1])
	first, second := one(), two()
	for i := range all {
		ok := first[i] == nil && errors.Is(second[i], refusal.AlreadyVoted) ||
			second[i] == nil && errors.Is(first[i], refusal.AlreadyVoted)
		if !ok {
			t.Errorf("voter %d: %v and %v", i, first[i], second[i])
		}
	}
	if n := ballots(t, s, e.ID); n != 200 {
		t.Errorf("%d ballots", n)
	}
}

func TestAVoterWhoLeavesMayHaveVoted(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 2)
	release := store.HoldVotes(s)
	ctx, cancel := context.WithCancel(t.Context())
	gone := castAll(ctx, s, all[:1], e.Questions[0].Candidates[0])
	queued(s, 1)
	cancel()
	if err := gone()[0]; !errors.Is(err, context.Canceled) {
		t.Errorf("the voter who left: %v", err)
	}
	refused(t, s, context.Canceled, func() error {
		return errOf(s.CastVote(ctx, all[1], e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})
	release()
	vote(t, s, all[1], e.Questions[0].Candidates[0]) // stands behind the first in the queue
	if !must(s.HasVoted(t.Context(), all[0], e.ID))(t) {
		t.Error("the ballot that was in the queue is lost")
	}
	if n := ballots(t, s, e.ID); n != 2 {
		t.Errorf("%d ballots", n)
	}
}

func TestAVoterWhoLeavesBeforeAFullQueueHasNotVoted(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 1025)
	release := store.HoldVotes(s)
	wait := castAll(t.Context(), s, all[:1024], e.Questions[0].Candidates[0])
	queued(s, 1024)
	until(func() bool { return !store.VoteBeforeQueue(s) })
	ctx, cancel := context.WithCancel(t.Context())
	gone := castAll(ctx, s, all[1024:], e.Questions[0].Candidates[0])
	until(func() bool { return store.VoteBeforeQueue(s) })
	cancel()
	if err := gone()[0]; !errors.Is(err, context.Canceled) {
		t.Errorf("the voter who left: %v", err)
	}
	release()
	if err := errors.Join(wait()...); err != nil {
		t.Error(err)
	}
	if must(s.HasVoted(t.Context(), all[1024], e.ID))(t) {
		t.Error("a ballot that never was in the queue is in the box")
	}
}

func TestCloseAnswersEveryVoteInFlight(t *testing.T) {
	for round := range 5 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir)
			e := running(t, s, "Ada", "Grace")
			all := voters(t, s, 100)
			wait := castAll(t.Context(), s, all, e.Questions[0].Candidates[0])
			until(func() bool { return ballots(t, s, e.ID) >= 10*round })
			noError(t, s.Close())
			errs := wait()
			s = storetest.NewIn(t, dir, store.Options{})
			for i, err := range errs {
				voted := must(s.HasVoted(t.Context(), all[i], e.ID))(t)
				if err == nil && !voted {
					t.Errorf("voter %d has a receipt and no ballot", i)
				}
				if err != nil && voted {
					t.Errorf("voter %d was told %v and has a ballot", i, err)
				}
			}
		})
	}
}

func TestCloseCommitsTheQueue(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 20)
	release := store.HoldVotes(s)
	wait := castAll(t.Context(), s, all, e.Questions[0].Candidates[0])
	queued(s, len(all))
	release()
	if err := errors.Join(append([]error{s.Close()}, wait()...)...); err != nil {
		t.Error(err)
	}
	refused := errOf(s.CastVote(t.Context(), all[0], e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	if !errors.Is(refused, boltfile.ErrClosed) {
		t.Errorf("a vote after the close: %v", refused)
	}
	s = storetest.NewIn(t, dir, store.Options{})
	if n := ballots(t, s, e.ID); n != len(all) {
		t.Errorf("%d ballots of %d are in the file", n, len(all))
	}
}

func TestManyVotesWithinAMinuteAreNoticed(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := running(t, s, "Ada", "Grace")
	for i, v := range voters(t, s, 16) {
		if s.Voting() {
			t.Errorf("%d votes are many", i)
		}
		vote(t, s, v, e.Questions[0].Candidates[0])
	}
	at := clock.Now()
	if clock.Set(at.Add(58 * time.Second)); !s.Voting() {
		t.Error("they are forgotten after 58 seconds")
	}
	if clock.Set(at.Add(61 * time.Second)); s.Voting() {
		t.Error("they are remembered after 61 seconds")
	}
}
