package store_test

import (
	"errors"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// castAgain casts what a voter's device keeps.
func castAgain(tb testing.TB, s *store.Store, voter store.UserID, id store.ElectionID, paper store.RollID,
	b storetest.Sealed) (ballotbox.Receipt, error) {
	return s.CastSealed(tb.Context(), voter, id, b.On(paper))
}

func TestASealedBallotIsForOnePaperAlone(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	report := enrol(t, s, rollLine(2), holderLine(1, member(2)), rollLine(3))
	holder := must(s.Register(t.Context(), onRoll(1)))(t).ID
	thief := must(s.Register(t.Context(), onRoll(3)))(t).ID
	e := onPaper(t, s, store.ElectionChange{MaxProxies: new(1)})
	given := report.Lines[0].Entry
	papers := must(s.ElectionFor(t.Context(), holder, e.ID))(t).Papers
	if len(papers) != 2 || papers[0].Owner != string(report.Lines[1].Entry) || papers[1].Owner != string(given) {
		t.Fatalf("papers %+v", papers)
	}
	own, proxied := storetest.Seal(t, s, e.ID, papers[0].Owner, 1, 0), storetest.Seal(t, s, e.ID, papers[1].Owner, 0, 1)
	cast := func(voter store.UserID, paper store.RollID, b storetest.Sealed) func() error {
		return func() error { return errOf(castAgain(t, s, voter, e.ID, paper, b)) }
	}
	short := own
	short.Sealed = own.Sealed[1:]
	refused(t, s, refusal.BallotSize, cast(holder, "", short))
	refused(t, s, refusal.NotFound, func() error { return errOf(castAgain(t, s, holder, someone, "", own)) })
	refused(t, s, refusal.NotFound, cast(someone, "", own))
	refused(t, s, refusal.PaperUnavailable, cast(holder, someone, own))
	noError(t, errors.Join(cast(holder, "", own)(), cast(holder, given, proxied)()))
	// Two papers of one person are two ballots; neither can be cast as anybody else's.
	entry := string(report.Lines[2].Entry)
	copied := func(owner string) storetest.Sealed {
		return storetest.Sealed{Pad: sealing.Pad{1}, Tag: sealing.TagOf(sealing.Pad{1}, owner), Sealed: own.Sealed}
	}
	refused(t, s, refusal.BallotTag, cast(thief, "", own))
	refused(t, s, refusal.BallotTag, cast(holder, given, own))
	refused(t, s, refusal.BallotTag, cast(holder, "", proxied))
	refused(t, s, refusal.BallotCopied, cast(thief, "", copied(entry)))
	refused(t, s, refusal.BallotCopied, cast(holder, given, copied(papers[1].Owner)))
	refused(t, s, refusal.BallotCopied, cast(holder, "", copied(papers[0].Owner)))
	refused(t, s, refusal.AlreadyVoted, cast(holder, "", storetest.Seal(t, s, e.ID, papers[0].Owner, 0, 1)))
	must(s.UpdateUser(t.Context(), storetest.Admin, thief, store.UserChange{Status: new(store.UserSuspended)}))(t)
	refused(t, s, refusal.NotVoter, cast(thief, "", storetest.Seal(t, s, e.ID, entry, 0, 1)))
	// A ballot that nobody can open is judged when it is counted.
	must(s.UpdateUser(t.Context(), storetest.Admin, thief, store.UserChange{Status: new(store.UserActive)}))(t)
	noError(t, cast(thief, "", storetest.Sealed{Tag: sealing.TagOf(sealing.Pad{}, entry),
		Sealed: make([]byte, len(own.Sealed))})())
	if r := count(t, s, e.ID); r.Turnout.Ballots != 3 || r.Invalid != 1 ||
		!slices.Equal(r.Questions[0].Outcome.Votes, []int{1, 1}) {
		t.Errorf("results %+v", r)
	}
}

// A program that seals for the id of the account, where the paper has that of the entry of the roll, would get a
// receipt for a ballot that nobody can open.
func TestABallotSealedForTheAccountIsRefusedWhereTheRollIsFrozen(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	voter := must(s.Register(t.Context(), onRoll(1)))(t).ID
	e := onPaper(t, s, store.ElectionChange{})
	owner := must(s.ElectionFor(t.Context(), voter, e.ID))(t).Papers[0].Owner
	if owner == string(voter) {
		t.Fatalf("the paper has the id of the account")
	}
	refused(t, s, refusal.BallotTag, func() error {
		r, err := castAgain(t, s, voter, e.ID, "", storetest.Seal(t, s, e.ID, string(voter), 1, 0))
		if len(r.Signature) > 0 {
			t.Errorf("a receipt: %+v", r)
		}
		return err
	})
	must(castAgain(t, s, voter, e.ID, "", storetest.Seal(t, s, e.ID, owner, 1, 0)))(t)
	if r := count(t, s, e.ID); r.Turnout.Ballots != 1 || r.Invalid != 0 {
		t.Errorf("results %+v", r)
	}
}

// askAgain casts ballots, all at once and each several times at once, and returns the receipts of each.
func askAgain(t *testing.T, s *store.Store, e store.ElectionID, all []store.UserID, ballots []storetest.Sealed,
	times int) [][]ballotbox.Receipt {
	t.Helper()
	receipts := make([][]ballotbox.Receipt, len(all))
	errs := make([]error, len(all)*times)
	next := make(chan int)
	var clients sync.WaitGroup
	for range 64 {
		clients.Go(func() {
			for i := range next {
				n := i / times
				receipts[n][i%times], errs[i] = castAgain(t, s, all[n], e, "", ballots[n])
			}
		})
	}
	for n := range all {
		receipts[n] = make([]ballotbox.Receipt, times)
	}
	for i := range errs {
		next <- i
	}
	close(next)
	clients.Wait()
	noError(t, errors.Join(errs...))
	return receipts
}

// Whoever has lost the answer asks again with the same bytes, whenever it may be.
func TestALostAnswerIsGivenAgain(t *testing.T) {
	votes := 100
	if os.Getenv("OSTRAKON_LONG") != "" {
		votes = 1000
	}
	clock, dir := storetest.NewClock(), t.TempDir()
	s := must(store.Open(t.Context(), dir, store.Options{Now: clock.Now}))(t)
	store.NoSync(s)
	closes := clock.Now().Add(time.Hour)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: &closes}))(t)
	secrets := storetest.Hold(t, s, e.ID, 2, 3)
	storetest.Advance(t, s, e.ID, store.Active)
	all := voters(t, s, votes+1)
	ballots := make([]storetest.Sealed, votes)
	for n := range ballots {
		ballots[n] = storetest.Seal(t, s, e.ID, string(all[n]), byte(n%2), byte(1-n%2))
	}
	first := askAgain(t, s, e.ID, all[:votes], ballots, 3)
	same := func(when string) {
		t.Helper()
		t.Log(when)
		for n, again := range askAgain(t, s, e.ID, all[:votes], ballots, 1) {
			for _, r := range append(again, first[n]...) {
				if !reflect.DeepEqual(r, first[n][0]) {
					t.Fatalf("%s: receipt %d is %+v, was %+v", when, n, r, first[n][0])
				}
			}
		}
	}
	thief := func(want error) {
		t.Helper()
		copied := ballots[0]
		copied.Tag = sealing.TagOf(copied.Pad, string(all[votes]))
		unchanged(t, s, func() {
			if _, err := castAgain(t, s, all[votes], e.ID, "", copied); !errors.Is(err, want) {
				t.Errorf("another voter with the same bytes: %v, want %v", err, want)
			}
		})
	}
	same("at once")
	thief(refusal.BallotCopied)
	extend(t, s)
	same("in the log")
	clock.Set(closes)
	unchanged(t, s, func() { same("after the end") })
	must(s.CloseDue(t.Context()))(t)
	unchanged(t, s, func() { same("after the close") })
	thief(refusal.BallotCopied)
	must(s.UpdateUser(t.Context(), storetest.Admin, all[3], store.UserChange{Status: new(store.UserSuspended)}))(t)
	r := must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, countAtTable(t, s, e.ID, secrets, 2, 3)))(t)
	if r.Turnout.Ballots != votes || r.Invalid != 0 || slices.Max(r.Questions[0].Outcome.Votes) != votes/2 {
		t.Errorf("results %+v", r)
	}
	unchanged(t, s, func() { same("after the count") })
	thief(refusal.BallotCopied)
	clock.Set(must(s.Election(t.Context(), e.ID))(t).BoxUntil)
	must(s.DropDue(t.Context()))(t)
	unchanged(t, s, func() { same("after the ballot box was deleted") })
	thief(refusal.NotActive)
	noError(t, s.Close())
	s = storetest.NewIn(t, dir, store.Options{Now: clock.Now})
	unchanged(t, s, func() { same("after a restart") })
	holds(t, must(s.Bundle(t.Context(), e.ID))(t),
		ballotbox.Evidence{Receipts: []ballotbox.NamedReceipt{{Name: "1", Receipt: first[0][0]}}})
}

// The first answer is lost while its vote waits for the disk, and the second question comes before
// the first is written.
func TestAVoteAndItsRepetitionShareACommit(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	closes := clock.Now().Add(time.Hour)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: &closes}))(t)
	storetest.Advance(t, s, e.ID, store.Active)
	all := voters(t, s, 3)
	b := storetest.Seal(t, s, e.ID, string(all[0]), 1, 0)
	copied := b
	copied.Tag = sealing.TagOf(b.Pad, string(all[1]))
	release := store.HoldVotes(s)
	receipts, errs := make([]ballotbox.Receipt, 4), make([]error, 4)
	var casting sync.WaitGroup
	for i, sent := range []storetest.Sealed{b, b, copied} {
		casting.Go(func() { receipts[i], errs[i] = castAgain(t, s, all[i/2], e.ID, "", sent) })
		queued(s, i+1)
	}
	casting.Go(func() {
		_, errs[3] = s.CastVote(t.Context(), all[2], e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID})
	})
	queued(s, 4)
	before := store.WriteTransactions(t, s)
	release()
	casting.Wait()
	if n := store.WriteTransactions(t, s) - before; n != 1 {
		t.Errorf("they took %d transactions", n)
	}
	if errs[0] != nil || errs[1] != nil || !errors.Is(errs[2], refusal.BallotCopied) || errs[3] != nil ||
		!reflect.DeepEqual(receipts[0], receipts[1]) {
		t.Errorf("answers %v, receipts %+v", errs, receipts[:2])
	}
	if n := ballots(t, s, e.ID); n != 2 {
		t.Errorf("%d ballots", n)
	}
}
