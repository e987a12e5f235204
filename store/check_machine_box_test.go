package store_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"pgregory.net/rapid"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

func (m *machine) Vote(t *rapid.T) {
	voter, election := m.drawUser(t), m.drawElection(t, store.Active)
	candidate := m.drawCandidate(t, election)
	want := m.m.vote(voter, election, candidate, m.clock.Now())
	m.agree(t, want, func() error {
		r, err := m.s.CastVote(t.Context(), voter, election, "", store.Answers{Candidate: candidate})
		if err == nil {
			e := m.m.election(election)
			e.receipts = append(e.receipts, r)
		}
		return err
	})
}

// VoteAndAskAgain casts a ballot that was sealed on the voter's device, and asks for its receipt
// again and again, as someone does whose answer was lost.
func (m *machine) VoteAndAskAgain(t *rapid.T) {
	voter, id := m.drawUser(t), m.drawElection(t, store.Active)
	e := m.m.election(id)
	if e == nil || e.Status != store.Active || len(e.Questions[0].Candidates) != 2 || e.takesVotes(m.clock.Now()) != nil {
		t.Skip("no election to vote in")
	}
	choice := rapid.IntRange(0, 1).Draw(t, "choice")
	b := storetest.Seal(m.tb, m.s, id, string(voter), byte(1-choice), byte(choice))
	cast := func() (ballotbox.Receipt, error) { return m.s.CastSealed(t.Context(), voter, id, b.On("")) }
	want := m.m.vote(voter, id, e.Questions[0].Candidates[choice].ID, m.clock.Now())
	m.agree(t, want, func() error {
		r, err := cast()
		if err == nil {
			e.receipts = append(e.receipts, r)
		}
		return err
	})
	if want != nil {
		return
	}
	e.asked = append(e.asked, func() {
		if r, err := cast(); err != nil ||
			!slices.ContainsFunc(e.receipts, func(had ballotbox.Receipt) bool { return reflect.DeepEqual(had, r) }) {
			t.Fatalf("asked again: %+v, %v", r, err)
		}
	})
}

// AskAgain asks for all receipts of such ballots again, whatever has happened since.
func (m *machine) AskAgain(t *rapid.T) {
	before := store.Dump(m.tb, m.s)
	for _, e := range m.m.elections {
		for _, again := range e.asked {
			again()
		}
	}
	if !maps.Equal(before, store.Dump(m.tb, m.s)) {
		t.Fatal("asking again changed the file")
	}
}

// Prepare makes an ACTIVE election of its own, which single steps seldom come to.
func (m *machine) Prepare(t *rapid.T) {
	e := storetest.Election(m.tb, m.s, "Election of Ann", "Ann", "Bob")
	drawn := rapid.Bool().Draw(t, "draw ties")
	must(m.s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, "", store.QuestionChange{Draw: &drawn}))(m.tb)
	e = storetest.Advance(m.tb, m.s, e.ID, store.Active)
	m.m.elections = append(m.m.elections, &modelElection{Election: e, votes: make(map[store.UserID]store.CandidateID)})
}

// Poll lets every user vote in an election at once.
func (m *machine) Poll(t *rapid.T) { m.poll(t, m.drawElection(t, store.Active)) }

func (m *machine) poll(t *rapid.T, id store.ElectionID) {
	wants, errs := make([]error, len(m.m.users)), make([]error, len(m.m.users))
	receipts := make([]ballotbox.Receipt, len(m.m.users))
	var casting sync.WaitGroup
	for i, u := range m.m.users {
		candidate := m.drawCandidate(t, id)
		wants[i] = m.m.vote(u.ID, id, candidate, m.clock.Now())
		casting.Go(func() {
			receipts[i], errs[i] = m.s.CastVote(t.Context(), u.ID, id, "", store.Answers{Candidate: candidate})
		})
	}
	casting.Wait()
	for i, err := range errs {
		if !errors.Is(err, wants[i]) {
			t.Fatalf("vote of %s: %v, want %v", m.m.users[i].ID, err, wants[i])
		}
		if err == nil {
			e := m.m.election(id)
			e.receipts = append(e.receipts, receipts[i])
		}
	}
}

// Crowd lets enough voters to fill an epoch of the cast log vote in an election of their own.
func (m *machine) Crowd(t *rapid.T) {
	if !slices.ContainsFunc(m.m.users, func(u *modelUser) bool { return u.FullName == "Voter" }) {
		for _, id := range voters(m.tb, m.s, 23) {
			a, err := m.s.Account(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			m.m.users = append(m.m.users, &modelUser{Account: a, number: string(id)})
		}
	}
	m.Prepare(t)
	m.poll(t, m.m.elections[len(m.m.elections)-1].ID)
}

func (m *machine) ExtendLogs(t *rapid.T) {
	if err := m.s.ExtendLogs(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, e := range m.m.elections {
		if e.Status != store.Active || len(e.receipts)-e.logged < 20 {
			continue
		}
		e.logged = len(e.receipts) - 10
		signed, err := m.s.Checkpoint(t.Context(), e.ID)
		if err != nil {
			t.Fatal(err)
		}
		e.seen = append(e.seen, ballotbox.NamedCheckpoint{Name: fmt.Sprint(e.logged), Signed: signed})
	}
}

// Prove asks for the proofs of all receipts, of any election past DRAFT and at any time.
func (m *machine) Prove(t *rapid.T) {
	e := m.m.election(m.drawElection(t, draw(t, "status", store.Active, store.Completed)))
	if e == nil {
		t.Skip("no election")
	}
	logged := 0
	for n, r := range e.receipts {
		err := provenBy(t.Context(), m.s, r)
		if err == nil {
			logged++
		} else if !errors.Is(err, refusal.LeafPending) {
			t.Fatalf("receipt %d: %v", n, err)
		}
	}
	if logged != e.logged {
		t.Fatalf("%d receipts of %d are in the log, want %d", logged, len(e.receipts), e.logged)
	}
}

// Audit checks a counted election as anyone may, with every receipt and every checkpoint ever seen.
func (m *machine) Audit(t *rapid.T) {
	id := m.drawElection(t, store.Completed)
	e, want := m.m.election(id), error(nil)
	switch {
	case e == nil || e.Status == store.Draft:
		want = refusal.NotFound
	case e.Status != store.Completed:
		want = refusal.ResultsRestricted
	case e.results == nil:
		want = refusal.ResultsNotCalculated
	}
	m.agree(t, want, func() error {
		b, err := m.s.Bundle(t.Context(), id)
		if err == nil {
			evidence := ballotbox.Evidence{Checkpoints: e.seen}
			for n, r := range e.receipts {
				evidence.Receipts = append(evidence.Receipts, ballotbox.NamedReceipt{Name: fmt.Sprint(n), Receipt: r})
			}
			holds(m.tb, b, evidence)
		}
		return err
	})
}

func (m *machine) Calculate(t *rapid.T) {
	id := m.drawElection(t, store.Completed)
	e, want := m.m.election(id), error(nil)
	switch {
	case e == nil:
		want = refusal.NotFound
	case e.Status != store.Completed:
		want = refusal.NotCompleted
	}
	m.agree(t, want, func() error {
		r, err := m.s.CalculateResults(t.Context(), storetest.Admin, id)
		if err == nil && e.results == nil {
			m.counted(t, e, r)
			store.NoSync(m.s)
		}
		return err
	})
}

// counted compares a count with the model's, and takes over what only the store can know.
func (m *machine) counted(t *rapid.T, e *modelElection, r store.Results) {
	o := m.m.outcome(e)
	o.CalculatedAt, o.ResultHash, o.Seal = r.CalculatedAt, r.ResultHash, r.Seal
	o.Questions[0].Question = r.Questions[0].Question // the box is verified against it
	ours, elected := &o.Questions[0].Outcome, r.Questions[0].Outcome.Elected
	if ours.Ending == tally.Tied && e.Questions[0].Draw && len(elected) == 1 && slices.Contains(ours.Tied, elected[0]) {
		// The draw decides which of those in the first place; Audit does the draw again.
		ours.Draws = []tally.Draw{{For: tally.ForSeat, Among: ours.Tied, Chosen: elected[0]}}
		ours.Ending, ours.Elected, ours.Tied, ours.Decided = tally.Elected, elected, []int{}, tally.DrawYes
	}
	if !reflect.DeepEqual(r, o) {
		t.Fatalf("counted %+v, want %+v", r, o)
	}
	e.results = &r
}

// CrashInTheCount stops in the middle of a count and opens the store again.
func (m *machine) CrashInTheCount(t *rapid.T) {
	e := m.m.election(m.drawElection(t, store.Completed))
	if e == nil || e.Status != store.Completed || e.results != nil {
		t.Skip("nothing to count")
	}
	step := draw(t, "step", store.CountSteps()...)
	store.StopCount(m.tb, m.s, storetest.Admin, e.ID, step)
	m.open(t)
	r, err := m.s.Results(t.Context(), e.ID, true)
	if errors.Is(err, refusal.ResultsNotCalculated) &&
		slices.Index(store.CountSteps(), step) < slices.Index(store.CountSteps(), "sealed") {
		return
	}
	if err != nil {
		t.Fatalf("after a stop when %s: %v", step, err)
	}
	m.counted(t, e, r)
}
