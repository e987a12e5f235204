package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// weighing is rollLine(n) with a weight.
func weighing(n, weight int) store.RollLine {
	l := rollLine(n)
	l.Weight = new(ballotbox.Weight(weight) * ballotbox.Vote)
	return l
}

// member is the reference of rollLine(n).
func member(n int) string { return *rollLine(n).Member }

// onPaper opens an election of the frozen roll, changed before it opens.
func onPaper(tb testing.TB, s *store.Store, c store.ElectionChange) store.Election {
	tb.Helper()
	e := storetest.Election(tb, s, "Of the roll", "Ada", "Grace")
	c.Electorate = new(store.ElectorateRoll)
	must(s.UpdateElection(tb.Context(), storetest.Admin, e.ID, c))(tb)
	return storetest.Advance(tb, s, e.ID, store.Active)
}

// papers are the papers of a voter, each as "weight hasVoted name".
func papers(tb testing.TB, s *store.Store, voter store.UserID, e store.ElectionID) []string {
	tb.Helper()
	var all []string
	for _, p := range must(s.ElectionFor(tb.Context(), voter, e))(tb).Papers {
		all = append(all, fmt.Sprint(p.Weight, " ", p.HasVoted, " ", p.Name))
	}
	return all
}

func TestAProxyCastsThePapersOfOthers(t *testing.T) {
	s := storetest.New(t, store.Options{})
	giver, other := weighing(2, 3), rollLine(3)
	report := enrol(t, s, giver, other, holderLine(1, member(2), member(3)), rollLine(4))
	holder := must(s.Register(t.Context(), onRoll(1)))(t).ID
	given := must(s.Register(t.Context(), onRoll(2)))(t).ID
	stranger := must(s.Register(t.Context(), onRoll(4)))(t).ID
	e := onPaper(t, s, store.ElectionChange{MaxProxies: new(2)})
	ada, grace := store.Answers{Candidate: e.Questions[0].Candidates[0].ID},
		store.Answers{Candidate: e.Questions[0].Candidates[1].ID}
	of := func(line int) store.RollID { return report.Lines[line].Entry }
	vote := func(voter store.UserID, paper store.RollID, a store.Answers) error {
		return errOf(s.CastVote(t.Context(), voter, e.ID, paper, a))
	}
	if got, want := papers(t, s, holder, e.ID),
		[]string{"1 false " + *rollLine(1).FullName, "3 false " + *giver.FullName,
			"1 false " + *other.FullName}; !slices.Equal(got, want) {
		t.Errorf("papers %q, want %q", got, want)
	}
	for name, call := range map[string]func() error{
		"a paper of nobody":        func() error { return vote(holder, someone, ada) },
		"one's own by its entry":   func() error { return vote(holder, of(2), ada) },
		"a paper given to another": func() error { return vote(stranger, of(0), ada) },
		"the holder's own":         func() error { return vote(given, of(2), ada) },
	} {
		t.Log(name)
		refused(t, s, refusal.PaperUnavailable, call)
	}
	// The holder is first on one paper, the giver on the other.
	if err := vote(holder, of(0), ada); err != nil {
		t.Fatal(err)
	}
	refused(t, s, refusal.AlreadyVoted, func() error { return vote(given, "", grace) })
	refused(t, s, refusal.AlreadyVoted, func() error { return vote(holder, of(0), grace) })
	if v := must(s.ElectionFor(t.Context(), given, e.ID))(t); !v.HasVoted || v.Eligibility.Reason != store.HasVoted {
		t.Errorf("the giver sees %+v", v)
	}
	third := must(s.Register(t.Context(), onRoll(3)))(t).ID
	if err := vote(third, "", grace); err != nil {
		t.Fatal(err)
	}
	refused(t, s, refusal.AlreadyVoted, func() error { return vote(holder, of(1), ada) })
	if err := vote(holder, "", grace); err != nil {
		t.Fatal(err)
	}
	if got, want := papers(t, s, holder, e.ID),
		[]string{"1 true " + *rollLine(1).FullName, "3 true " + *giver.FullName,
			"1 true " + *other.FullName}; !slices.Equal(got, want) {
		t.Errorf("papers %q, want %q", got, want)
	}
	r := count(t, s, e.ID)
	if r.Cast != 5 || r.Turnout != (store.Turnout{Ballots: 3, Electorate: 4}) {
		t.Errorf("results %+v", r)
	}
	if o := r.Questions[0].Outcome; o.Papers != 5 || o.Elected[0] != 1 || o.Votes[0] != 3 {
		t.Errorf("results %+v", r)
	}
}

func TestProxiesAreForElectionsThatAllowThem(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(2), rollLine(3), holderLine(1, member(2), member(3)))
	holder := must(s.Register(t.Context(), onRoll(1)))(t).ID
	none := onPaper(t, s, store.ElectionChange{})
	if got := papers(t, s, holder, none.ID); len(got) != 1 {
		t.Errorf("papers %q", got)
	}
	refused(t, s, refusal.PaperUnavailable, func() error {
		return errOf(s.CastVote(t.Context(), holder, none.ID, report.Lines[0].Entry,
			store.Answers{Candidate: none.Questions[0].Candidates[0].ID}))
	})
	one := storetest.Election(t, s, "One", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, one.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll), MaxProxies: new(1)}))(t)
	refused(t, s, refusal.TooManyProxies,
		func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, one.ID, store.Active)) })

	// Without a frozen roll there are no proxies, and everybody has one paper.
	open := running(t, s, "Ada", "Grace")
	if got := must(s.ElectionFor(t.Context(), holder, open.ID))(t).Papers; len(got) != 1 ||
		got[0] != (store.Paper{Owner: string(holder), Name: *rollLine(1).FullName, Weight: ballotbox.Vote, Class: 1}) {
		t.Errorf("papers %+v", got)
	}
	refused(t, s, refusal.PaperUnavailable, func() error {
		return errOf(s.CastVote(t.Context(), holder, open.ID, report.Lines[0].Entry,
			store.Answers{Candidate: open.Questions[0].Candidates[0].ID}))
	})
	suspend := store.UserChange{Status: new(store.UserSuspended)}
	must(s.UpdateUser(t.Context(), storetest.Admin, holder, suspend))(t)
	if got := papers(t, s, holder, none.ID); len(got) != 0 {
		t.Errorf("someone suspended has the papers %q", got)
	}
}

// Who gave their vote away and is then taken off the account of their entry has one paper still.
func TestAPaperIsUsedOnceWhoeverHasItsEntry(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), rollLine(2))
	first := must(s.Register(t.Context(), onRoll(1)))(t).ID
	e := onPaper(t, s, store.ElectionChange{})
	must(s.CastVote(t.Context(), first, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))(t)
	must(s.DecideAdmission(t.Context(), storetest.Admin, first, false, "a mistake"))(t)
	refused(t, s, refusal.NotVoter, func() error {
		return errOf(s.CastVote(t.Context(), first, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})
	if !must(s.HasVoted(t.Context(), first, e.ID))(t) {
		t.Error("the mark is gone")
	}
}

func TestAQuorumCountsPeople(t *testing.T) {
	for _, tc := range []struct {
		voters int
		met    bool
		end    tally.Ending
	}{{1, false, tally.NoQuorum}, {2, true, tally.Elected}} {
		s := storetest.New(t, store.Options{})
		enrol(t, s, weighing(1, 100), rollLine(2), rollLine(3), rollLine(4), rollLine(5))
		e := onPaper(t, s, store.ElectionChange{Quorum: &store.Quorum{Least: [2]int{2, 5}}})
		for n := range tc.voters {
			v := must(s.Register(t.Context(), onRoll(n+1)))(t).ID
			must(s.CastVote(t.Context(), v, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))(t)
		}
		r := count(t, s, e.ID)
		want := &ballotbox.QuorumResult{Needed: 2, Met: tc.met}
		o := r.Questions[0].Outcome
		if !reflect.DeepEqual(r.Questions[0].Quorum, want) ||
			o.Ending != tc.end || len(o.Elected) != map[bool]int{true: 1}[tc.met] ||
			o.Votes[0] < 100 {
			t.Errorf("%d voters: %+v", tc.voters, r)
		}
	}
}

func TestAThresholdIsPartOfTheElectorate(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, weighing(1, 2), rollLine(2), rollLine(3), rollLine(4))
	e := must(s.CreateElection(t.Context(), storetest.Admin,
		store.ElectionChange{Title: new("Statutes"), Electorate: new(store.ElectorateRoll)}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{
		Method: new(tally.Motion), Threshold: &tally.Threshold{Least: []int{3, 4}, Of: tally.OfElectorate},
	}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	for n := range 2 { // three of five votes say yes; four are needed
		cast(t, s, must(s.Register(t.Context(), onRoll(n+1)))(t).ID, e, "100")
	}
	r := count(t, s, e.ID)
	if o := r.Questions[0].Outcome; o.Ending != tally.Rejected || o.Base != 5 || o.Needed != 4 || o.Votes[0] != 3 {
		t.Errorf("results %+v", r)
	}
}

func TestWhoMissesTheMajorityGoesIntoASecondRound(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Chair", "Ada", "Grace", "Zoe")
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[2].ID, jpeg))(t)
	majority := &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
		store.QuestionChange{Threshold: majority, Min: new(0)}))(t)
	motion := ask(t, s, e.ID, "Accounts", tally.Motion, store.QuestionChange{})
	e = storetest.Advance(t, s, e.ID, store.Active)
	first := e.Questions[0].ID
	second := func(id store.ElectionID, q store.QuestionID) func() error {
		return func() error { return errOf(s.SecondRound(t.Context(), storetest.Admin, id, q, "")) }
	}
	v := voters(t, s, 9)
	// four of eight: one too few
	for n, marks := range []string{"100", "100", "100", "100", "001", "001", "001", "010", "000"} {
		cast(t, s, v[n], e, marks, "100")
	}
	refused(t, s, refusal.ResultsRestricted, second(e.ID, first))
	r := count(t, s, e.ID)
	if o := r.Questions[0].Outcome; o.Ending != tally.NoMajority || o.Needed != 5 || o.Blank != 1 ||
		!slices.Equal(o.Tied, []int{1, 3}) || len(o.Elected) != 0 {
		t.Errorf("results %+v", r)
	}
	refused(t, s, refusal.NoSecondRound, second(e.ID, motion.ID))
	refused(t, s, refusal.NotFound, second(e.ID, someone))
	next := must(s.SecondRound(t.Context(), storetest.Admin, e.ID, first, ""))(t)
	q := next.Questions[0]
	if next.Status != store.Draft || len(next.Questions) != 1 ||
		!slices.Equal(candidateNames(next), []string{"Ada", "Zoe"}) || q.Threshold != nil || q.Method != tally.Plurality {
		t.Errorf("second round %+v", next)
	}
	if _, data, err := s.CandidatePhoto(t.Context(), next.Questions[0].Candidates[1].ID, true); err != nil ||
		string(data) != string(jpeg.Data) {
		t.Errorf("the photo in the second round: %v", err)
	}
	storetest.Advance(t, s, next.ID, store.Active)
}

func TestWarningsBeforeTheOpening(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, weighing(1, 7), rollLine(2), rollLine(3), rollLine(4), rollLine(5), rollLine(6))
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	codes := func() []string {
		var all []string
		for _, w := range must(s.OpeningWarnings(t.Context(), e.ID))(t) {
			all = append(all, fmt.Sprint(w.Code, " ", w.Question, " ", w.Facts))
		}
		return all
	}
	if got := codes(); len(got) != 0 {
		t.Errorf("warnings %q", got)
	}
	stv := ask(t, s, e.ID, "Delegates", tally.STV, store.QuestionChange{}, "Mia", "Zoe")
	if got, want := codes(), []string{"few_papers  map[people:0]"}; !slices.Equal(got, want) {
		t.Errorf("warnings %q, want %q", got, want)
	}
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	if got, want := codes(), []string{"weight_shared_by_few  map[people:1 weight:7]",
		"stages_forced " + string(stv.ID) + " map[question:Delegates]"}; !slices.Equal(got, want) {
		t.Errorf("warnings %q, want %q", got, want)
	}
	e = storetest.Advance(t, s, e.ID, store.Active)
	if got := e.Questions[1].Evidence; got != ballotbox.EvidenceStages {
		t.Errorf("with these weights stv publishes %s", got)
	}
	refused(t, s, refusal.NotDraft, func() error { return errOf(s.OpeningWarnings(t.Context(), e.ID)) })
	heavy, light := must(s.Register(t.Context(), onRoll(1)))(t).ID, must(s.Register(t.Context(), onRoll(2)))(t).ID
	cast(t, s, heavy, e, "10", "12")
	cast(t, s, light, e, "01", "21")
	if r := count(t, s, e.ID); r.Questions[1].Outcome.Elected[0] != 1 || strings.Contains(counts(t, s, e.ID), "used") {
		t.Errorf("results %+v, evidence\n%s", r, counts(t, s, e.ID))
	}
}

func TestTheEndOfARunningElectionMovesLater(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	all := voters(t, s, 2)
	closes := clock.Now().Add(time.Hour).Truncate(time.Second)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: &closes}))(t)
	move := func(to time.Time, reason string) func() error {
		return func() error { return errOf(s.MoveEnd(t.Context(), storetest.Admin, e.ID, to, reason)) }
	}
	refused(t, s, refusal.NotActive, move(closes.Add(time.Hour), "no power"))
	e = storetest.Advance(t, s, e.ID, store.Active)
	vote(t, s, all[0], e.Questions[0].Candidates[0])
	invalid(t, s, "closesAt", move(closes, "no power"))
	invalid(t, s, "closesAt", move(closes.Add(-time.Minute), "no power"))
	invalid(t, s, "reason", move(closes.Add(time.Hour), " "))
	invalid(t, s, "reason", move(closes.Add(time.Hour), "two\nlines"))
	e = must(s.MoveEnd(t.Context(), storetest.Admin, e.ID, closes.Add(time.Hour+time.Millisecond), "no power"))(t)
	if n := e.Notices; len(n) != 1 || n[0].Reason != "no power" || !n[0].ClosesAt.Equal(closes.Add(time.Hour)) ||
		!e.ClosesAt.Equal(n[0].ClosesAt) || n[0].At.IsZero() {
		t.Errorf("moved to %+v", e)
	}
	clock.Set(closes.Add(time.Minute)) // the old end is past; the election was read before
	vote(t, s, all[1], e.Questions[0].Candidates[1])
	must(s.MoveEnd(t.Context(), storetest.Admin, e.ID, closes.Add(2*time.Hour), "still no power"))(t)
	clock.Set(closes.Add(2 * time.Hour))
	refused(t, s, refusal.VotingClosed, move(closes.Add(3*time.Hour), "too late"))
	if r := count(t, s, e.ID); r.Turnout.Ballots != 2 {
		t.Errorf("results %+v", r)
	}
	if b := must(s.Bundle(t.Context(), e.ID))(t); len(b.Notices) != 2 ||
		!strings.Contains(b.Notices[1], "reason still no power\n") {
		t.Errorf("notices %q", b.Notices)
	}
	open := running(t, s, "Ada", "Grace")
	invalid(t, s, "closesAt", func() error {
		return errOf(s.MoveEnd(t.Context(), storetest.Admin, open.ID, closes.Add(9*time.Hour), "it has no end"))
	})
}

func TestACancelledElectionIsNeverCounted(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e := running(t, s, "Ada", "Grace")
	for _, v := range voters(t, s, 3) {
		vote(t, s, v, e.Questions[0].Candidates[0])
	}
	sealed := store.Sealed(t, s, e.ID)
	draft := storetest.Election(t, s, "Draft", "Ada", "Grace")
	cancel := func(id store.ElectionID, reason string) func() error {
		return func() error { return errOf(s.CancelElection(t.Context(), storetest.Admin, id, reason)) }
	}
	refused(t, s, refusal.NotActive, cancel(draft.ID, "a mistake"))
	invalid(t, s, "reason", cancel(e.ID, ""))
	got := must(s.CancelElection(t.Context(), storetest.Admin, e.ID, "a candidate was missing"))(t)
	if got.Status != store.Completed || got.Cancelled == nil || got.Cancelled.Reason != "a candidate was missing" ||
		got.Turnout.Ballots != 3 {
		t.Errorf("cancelled %+v", got)
	}
	refused(t, s, refusal.Cancelled, cancel(e.ID, "again"))
	refused(t, s, refusal.Cancelled, func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, e.ID)) })
	refused(t, s, refusal.ResultsNotCalculated, func() error { return errOf(s.Results(t.Context(), e.ID, true)) })
	finished(t, s, dir, sealed)
}

// A crash right after the cancelling is on disk leaves the key and the pages for the next start.
func TestACancellingThatStoppedIsFinished(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	key := filepath.Join(dir, "keys", string(e.ID)+".key")
	secret := must(os.ReadFile(key))(t)
	must(s.CancelElection(t.Context(), storetest.Admin, e.ID, "a mistake"))(t)
	if err := os.WriteFile(key, secret, 0o600); err != nil {
		t.Fatal(err)
	}
	store.Change(t, s, func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("compact"), []byte{1}) })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	finished(t, storetest.NewIn(t, dir, store.Options{}), dir, nil)
}
