package store_test

import (
	"fmt"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// proving makes a DRAFT of the roll, whose opening decides on the proof unless chosen does.
func proving(tb testing.TB, s *store.Store, chosen *bool) store.Election {
	tb.Helper()
	e := storetest.Election(tb, s, "Board", "Ada", "Grace", "Mia")
	return must(s.UpdateElection(tb.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll), Proof: new(chosen)}))(tb)
}

func TestTheOpeningDecidesOnAProofUnlessSomebodyHasChosen(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), weighing(2, 3))
	byRanks := store.QuestionChange{Method: new(tally.IRV)}
	for name, c := range map[string]struct {
		chosen *bool
		kind   store.ElectorateKind
		rules  store.QuestionChange
		want   bool
	}{
		"nobody has chosen":         {nil, store.ElectorateRoll, store.QuestionChange{}, true},
		"a proof":                   {new(true), store.ElectorateRoll, store.QuestionChange{}, true},
		"no proof":                  {new(false), store.ElectorateRoll, store.QuestionChange{}, false},
		"without a roll":            {nil, store.ElectorateOpen, store.QuestionChange{}, false},
		"no question can be proved": {nil, store.ElectorateRoll, byRanks, false},
	} {
		e := proving(t, s, c.chosen)
		must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Electorate: &c.kind}))(t)
		must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, c.rules))(t)
		opened := storetest.Advance(t, s, e.ID, store.Active)
		if got := frozen(t, s, e.ID).Proof; got != c.want || opened.Proved != c.want {
			t.Errorf("%s: the manifest says %t, the election %t", name, got, opened.Proved)
		}
		if d := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t); d.Proved ||
			(d.Settings.Proof == nil) != (c.chosen == nil) {
			t.Errorf("%s: the copy has %v", name, d.Settings.Proof)
		}
	}
	sound(t, s)
}

func TestAProofThatCannotBeRefusesTheOpening(t *testing.T) {
	s := storetest.New(t, store.Options{})
	heavy := weighing(2, 100_000)
	enrol(t, s, rollLine(1), heavy)
	refuses := func(want *refusal.Problem, c store.ElectionChange, q store.QuestionChange) {
		t.Helper()
		e := proving(t, s, new(true))
		must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, c))(t)
		must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, q))(t)
		refused(t, s, want, func() error {
			err := errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active))
			if err != nil && !strings.Contains(err.Error(), want.Detail()) {
				t.Errorf("%v, want %v", err, want)
			}
			return err
		})
	}
	none := store.QuestionChange{}
	open := store.ElectionChange{Electorate: new(store.ElectorateOpen)}
	refuses(refusal.ProofElectorate, open, none)
	refuses(refusal.ProofQuestions, store.ElectionChange{}, store.QuestionChange{Method: new(tally.IRV)})
	heavier := rollLine(3)
	heavier.Weight = new(ballotbox.Weight(200_000*ballotbox.Vote) + 1) // all weights count units of 0.0001 then
	enrol(t, s, heavier)
	refuses(refusal.ProofSize, store.ElectionChange{}, none)
	if opened := storetest.Advance(t, s, proving(t, s, nil).ID, store.Active); opened.Proved {
		t.Error("what cannot be proved is, where nobody has chosen")
	}
}

func TestAProofIsForSoManyPeople(t *testing.T) {
	s := storetest.New(t, store.Options{})
	lines := make([]store.RollLine, 5001)
	for n := range lines {
		lines[n] = store.RollLine{Line: n + 1, FullName: new(fmt.Sprint("Ada Voter ", n)), Member: new(fmt.Sprint("M-", n))}
	}
	opens := func(chosen *bool) bool {
		t.Helper()
		return storetest.Advance(t, s, proving(t, s, chosen).ID, store.Active).Proved
	}
	enrol(t, s, lines[:1000]...)
	if !opens(nil) {
		t.Error("an election of 1,000 has no proof")
	}
	enrol(t, s, lines[1000:1001]...)
	if opens(nil) || !opens(new(true)) {
		t.Error("an election of 1,001 has a proof without being asked, or none although it was")
	}
	enrol(t, s, lines[1001:]...)
	e := proving(t, s, new(true))
	refused(t, s, refusal.ProofPeople, func() error {
		return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active))
	})
}

func TestABallotComesWithACommitmentWhereTheCountIsProved(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), rollLine(2), rollLine(3))
	voter := must(s.Register(t.Context(), onRoll(1)))(t).ID
	second := must(s.Register(t.Context(), onRoll(2)))(t).ID
	third := must(s.Register(t.Context(), onRoll(3)))(t).ID
	proved := storetest.Advance(t, s, proving(t, s, new(true)).ID, store.Active)
	plain := storetest.Advance(t, s, proving(t, s, new(false)).ID, store.Active)
	seal := func(e store.Election, by store.UserID) storetest.Sealed {
		return storetest.Seal(t, s, e.ID, must(s.ElectionFor(t.Context(), by, e.ID))(t).Papers[0].Owner, 0, 1, 0)
	}
	cast := func(e store.Election, b storetest.Sealed) func() error {
		return func() error { return errOf(castAgain(t, s, voter, e.ID, "", b)) }
	}
	bare, odd := seal(proved, voter), seal(plain, voter)
	bare.Commitment, odd.Commitment = ballotbox.Hash{}, ballotbox.Hash{1}
	invalid(t, s, "commitment", cast(proved, bare))
	invalid(t, s, "commitment", cast(plain, odd))

	b := seal(proved, voter)
	first := must(castAgain(t, s, voter, proved.ID, "", b))(t)
	leaf := ballotbox.Cast{
		Class: 1, Tag: b.Tag, Sealed: ballotbox.SealedHash(b.Sealed), Commitment: b.Commitment,
	}.Leaf(string(proved.ID))
	if first.Leaf != leaf.String() {
		t.Errorf("the receipt has %s, want %s", first.Leaf, leaf)
	}
	if again := must(castAgain(t, s, voter, proved.ID, "", b))(t); again.Leaf != first.Leaf {
		t.Errorf("the same ballot has the receipts %s and %s", first.Leaf, again.Leaf)
	}
	other := b
	other.Commitment[0] ^= 1
	refused(t, s, refusal.AlreadyVoted, cast(proved, other))

	sealed := must(s.CastVote(t.Context(), second, proved.ID, "",
		store.Answers{Candidate: must(s.ElectionFor(t.Context(), second, proved.ID))(t).Questions[0].Candidates[0].ID}))(t)
	garbage := seal(proved, third)
	garbage.Commitment[0] ^= 1
	spoilt := must(castAgain(t, s, third, proved.ID, "", garbage))(t)
	storetest.Advance(t, s, proved.ID, store.Completed)
	proven(t, s, first)
	proven(t, s, sealed)
	refused(t, s, refusal.NotActive, cast(proved, other))
	if r := must(s.CalculateResults(t.Context(), storetest.Admin, proved.ID))(t); r.Invalid != 1 || r.Cast != 3 {
		t.Errorf("%d cast, %d invalid", r.Cast, r.Invalid)
	}
	must(castAgain(t, s, voter, proved.ID, "", b))(t)
	for leaf, want := range map[string]bool{first.Leaf: false, sealed.Leaf: false, spoilt.Leaf: true} {
		in := must(s.Inclusion(t.Context(), proved.ID, must(ballotbox.ParseHash(leaf))(t)))(t)
		if in.Invalid != want {
			t.Errorf("the board calls the ballot %s invalid: %t", leaf, in.Invalid)
		}
	}
	sound(t, s)
}
