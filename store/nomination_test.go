package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// call is a DRAFT without candidates that takes nominations for a week, and the members.
type call struct {
	s       *store.Store
	clock   *storetest.Clock
	id      store.ElectionID
	q       store.QuestionID
	members []store.UserID
}

func newCall(t *testing.T) call {
	t.Helper()
	c := call{clock: storetest.NewClock()}
	c.s = storetest.New(t, store.Options{Now: c.clock.Now})
	c.members = members(t, c.s, 5)
	e := must(c.s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{Title: new("Board")}))(t)
	c.id, c.q = e.ID, e.Questions[0].ID
	must(c.open(t, c.clock.Now().Add(7*24*time.Hour)))(t)
	return c
}

func (c call) open(t *testing.T, until time.Time) (store.Nominations, error) {
	return c.s.CallNominations(t.Context(), storetest.Admin, c.id, []store.QuestionID{c.q}, until)
}

// stand nominates a member.
func (c call) stand(t *testing.T, member int, statement string) (store.Nomination, error) {
	return c.s.Stand(t.Context(), c.members[member], c.id, c.q, store.NominationChange{Statement: &statement})
}

func (c call) propose(t *testing.T, member int, name string) error {
	return errOf(c.s.Propose(t.Context(), c.members[member], c.id, c.q, name))
}

func (c call) standDown(t *testing.T, member int) (store.Nomination, error) {
	return c.s.StandDown(t.Context(), c.members[member], c.id, c.q)
}

func (c call) decide(t *testing.T, n store.Nomination, admit bool, reason string) (store.Nomination, error) {
	return c.s.DecideNomination(t.Context(), storetest.Admin, c.id, n.ID, admit, reason)
}

func (c call) candidates(t *testing.T) []string {
	t.Helper()
	return candidateNames(must(c.s.Election(t.Context(), c.id))(t))
}

// states are the nominations as "name state", sorted.
func (c call) states(t *testing.T) (all []string) {
	t.Helper()
	for _, n := range must(c.s.Nominations(t.Context(), c.id))(t).All {
		all = append(all, fmt.Sprintf("%s %s", n.Name, n.State()))
	}
	slices.Sort(all)
	return all
}

func (c call) wantStates(t *testing.T, want ...string) {
	t.Helper()
	if got := c.states(t); !slices.Equal(got, want) {
		t.Errorf("the nominations are %q, want %q", got, want)
	}
}

// own is what a member sees of the question.
func (c call) own(t *testing.T, member int) store.MemberQuestion {
	t.Helper()
	_, calls, err := c.s.MemberCalls(t.Context(), c.members[member])
	noError(t, err)
	return calls[0].Questions[0]
}

func TestAdmittedNominationsBecomeCandidatesOnce(t *testing.T) {
	c := newCall(t)
	first := must(c.stand(t, 3, "For the third time."))(t)
	must(c.s.SetNominationPhoto(t.Context(), c.members[3], c.id, c.q, jpeg))(t)
	second := must(c.stand(t, 1, ""))(t)
	third := must(c.stand(t, 2, "I, too."))(t)
	must(c.decide(t, first, true, ""))(t)
	must(c.decide(t, second, true, ""))(t)
	invalid(t, c.s, "reason", func() error { return errOf(c.decide(t, third, false, "")) })
	must(c.decide(t, third, false, "Not a member for a year."))(t)
	made := must(c.s.MakeCandidates(t.Context(), storetest.Admin, c.id))(t)
	if len(made) != 2 || made[1].Description != "For the third time." || made[1].Photo == nil || made[0].Photo != nil {
		t.Errorf("made %+v", made)
	}
	unchanged(t, c.s, func() {
		if again := must(c.s.MakeCandidates(t.Context(), storetest.Admin, c.id))(t); len(again) != 0 {
			t.Errorf("made again: %v", again)
		}
	})
	must(c.decide(t, third, true, ""))(t)
	if made := must(c.s.MakeCandidates(t.Context(), storetest.Admin, c.id))(t); len(made) != 1 {
		t.Errorf("after another decision: %v", made)
	}
	if got := c.candidates(t); !slices.Equal(got, []string{"Voter Number1", "Voter Number3", "Voter Number2"}) {
		t.Errorf("the candidates are %v", got)
	}
	storetest.Advance(t, c.s, c.id, store.Active)
	kept := must(c.s.Nominations(t.Context(), c.id))(t)
	for _, n := range kept.All {
		if kept.Open || n.Photo != nil || n.Statement != "" || n.State() != store.NominationAdmitted {
			t.Errorf("after the opening: %+v", n)
		}
	}
	refused(t, c.s, refusal.NominationsOver, func() error { return errOf(c.stand(t, 0, "")) })
	refused(t, c.s, refusal.NotDraft, func() error { return errOf(c.decide(t, third, false, "Too late.")) })
	if own := c.own(t, 3).Own; own == nil || own.State() != store.NominationAdmitted {
		t.Errorf("the member sees %+v", own)
	}
}

func TestAProposalTellsNobodyWhoIsOnTheRoll(t *testing.T) {
	c := newCall(t)
	for _, name := range []string{"Voter Number2", "Nobody Here", member(3)} {
		noError(t, c.propose(t, 1, name))
	}
	if got := c.own(t, 1); got.Own != nil || !slices.Equal(slices.Sorted(slices.Values(got.Proposed)),
		[]string{"M-3", "Nobody Here", "Voter Number2"}) {
		t.Errorf("who proposes sees %+v", got)
	}
	unchanged(t, c.s, func() { noError(t, c.propose(t, 1, "Nobody Here")) })
	c.wantStates(t, "Nobody Here proposed", "Voter Number2 proposed", "Voter Number3 proposed")
	if own := c.own(t, 3).Own; own == nil || own.State() != store.NominationProposed || own.Proposals[0].Name !=
		"Voter Number1" {
		t.Errorf("who is proposed sees %+v", own)
	}
}

func TestProposalsOfOnePersonAreOneNomination(t *testing.T) {
	c := newCall(t)
	noError(t, errors.Join(c.propose(t, 0, "Voter Number2"), c.propose(t, 1, member(2)), c.propose(t, 0, "V. Two"),
		c.propose(t, 1, "v. two")))
	c.wantStates(t, "V. Two proposed", "Voter Number2 proposed")
	all := must(c.s.Nominations(t.Context(), c.id))(t).All
	at := slices.IndexFunc(all, func(n store.Nomination) bool { return n.Person == "" })
	find := func(n store.Nomination, person store.RollID) (store.Nomination, error) {
		return c.s.FindNominee(t.Context(), storetest.Admin, c.id, n.ID, person)
	}
	found := must(find(all[at], all[1-at].Person))(t)
	if found.ID != all[1-at].ID || len(found.Proposals) != 4 {
		t.Errorf("found %+v", found)
	}
	c.wantStates(t, "Voter Number2 proposed")
	refused(t, c.s, refusal.NominationState, func() error { return errOf(find(found, found.Person)) })
	refused(t, c.s, refusal.NotFound, func() error { return errOf(find(all[at], found.Person)) })
	for n := range 3 {
		noError(t, c.propose(t, 0, fmt.Sprint("Somebody ", n)))
	}
	refused(t, c.s, refusal.TooManyProposals, func() error { return c.propose(t, 0, "One more") })
}

func TestOnlyAPersonWhoAcceptsIsAdmitted(t *testing.T) {
	c := newCall(t)
	noError(t, errors.Join(c.propose(t, 0, "Voter Number1"), c.propose(t, 0, "Voter Number2")))
	one := *c.own(t, 1).Own
	refused(t, c.s, refusal.NominationState, func() error { return errOf(c.decide(t, one, true, "")) })
	refused(t, c.s, refusal.NotFound, func() error {
		return errOf(c.s.SetNominationPhoto(t.Context(), c.members[1], c.id, c.q, jpeg))
	})
	must(c.stand(t, 1, "Gladly."))(t)
	declined := must(c.standDown(t, 2))(t)
	c.wantStates(t, "Voter Number1 accepted", "Voter Number2 declined")
	for _, admit := range []bool{true, false} {
		refused(t, c.s, refusal.NominationState, func() error { return errOf(c.decide(t, declined, admit, "Because.")) })
	}
	refused(t, c.s, refusal.NotFound, func() error { return errOf(c.standDown(t, 2)) })
	refused(t, c.s, refusal.NotFound, func() error { return errOf(c.standDown(t, 3)) })
	must(c.stand(t, 2, "I have changed my mind."))(t)
	must(c.decide(t, one, true, ""))(t)
	must(c.stand(t, 1, "Gladly, and with another plan."))(t)
	c.wantStates(t, "Voter Number1 accepted", "Voter Number2 accepted")
}

func TestNobodyStaysACandidateAgainstTheirWill(t *testing.T) {
	c := newCall(t)
	for _, m := range []int{1, 2} {
		must(c.decide(t, must(c.stand(t, m, "Yes."))(t), true, ""))(t)
	}
	must(c.s.MakeCandidates(t.Context(), storetest.Admin, c.id))(t)
	refused(t, c.s, refusal.NominationListed, func() error { return errOf(c.stand(t, 1, "No.")) })
	refused(t, c.s, refusal.NominationListed, func() error {
		return errOf(c.s.SetNominationPhoto(t.Context(), c.members[1], c.id, c.q, jpeg))
	})
	must(c.standDown(t, 1))(t)
	if got := c.candidates(t); !slices.Equal(got, []string{"Voter Number2"}) {
		t.Errorf("after a withdrawal: %v", got)
	}
	must(c.decide(t, *c.own(t, 2).Own, false, "Has resigned."))(t)
	if got := c.candidates(t); len(got) != 0 {
		t.Errorf("after a refusal: %v", got)
	}
}

func TestNominationsEndAtTheirTime(t *testing.T) {
	c := newCall(t)
	n := must(c.stand(t, 1, ""))(t)
	must(c.s.CloseNominations(t.Context(), storetest.Admin, c.id))(t)
	over := func() error { return errOf(c.stand(t, 2, "")) }
	refused(t, c.s, refusal.NominationsOver, over)
	refused(t, c.s, refusal.NominationsOver, func() error {
		return errOf(c.s.CloseNominations(t.Context(), storetest.Admin, c.id))
	})
	until := c.clock.Now().Add(time.Hour)
	invalid(t, c.s, "until", func() error { return errOf(c.open(t, c.clock.Now())) })
	must(c.open(t, until))(t)
	must(c.stand(t, 2, ""))(t)
	c.clock.Set(until)
	refused(t, c.s, refusal.NominationsOver, over)
	refused(t, c.s, refusal.NominationsOver, func() error { return c.propose(t, 1, "Somebody") })
	refused(t, c.s, refusal.NominationsOver, func() error { return errOf(c.standDown(t, 1)) })
	must(c.decide(t, n, true, ""))(t)
}

func TestNominationsAreForMembersAndForQuestionsWithCandidates(t *testing.T) {
	c := newCall(t)
	stranger := storetest.Voter(t, c.s, 9)
	refused(t, c.s, refusal.NotMember, func() error {
		return errOf(c.s.Stand(t.Context(), stranger.ID, c.id, c.q, store.NominationChange{}))
	})
	refused(t, c.s, refusal.NotMember, func() error {
		_, _, err := c.s.MemberCalls(t.Context(), stranger.ID)
		return err
	})
	motion := must(c.s.AddQuestion(t.Context(), storetest.Admin, c.id,
		store.QuestionChange{Title: new("A kiln"), Method: new(tally.Motion)}))(t)
	lists := must(c.s.AddQuestion(t.Context(), storetest.Admin, c.id,
		store.QuestionChange{Title: new("Council"), Method: new(tally.DHondt)}))(t)
	chair := must(c.s.AddQuestion(t.Context(), storetest.Admin, c.id, store.QuestionChange{Title: new("Chair")}))(t)
	call := func(questions ...store.QuestionID) func() error {
		return func() error {
			return errOf(c.s.CallNominations(t.Context(), storetest.Admin, c.id, questions, c.clock.Now().Add(time.Hour)))
		}
	}
	refused(t, c.s, refusal.NoNominations, call(c.q, motion.ID))
	refused(t, c.s, refusal.NoNominations, call(lists.ID))
	refused(t, c.s, refusal.NotFound, call(c.q, c.q))
	refused(t, c.s, refusal.NotFound, call("aaaaaaaaaaaaaaaaaaaaaaaaaa"))
	invalid(t, c.s, "questions", call())
	for _, q := range []store.QuestionID{chair.ID, motion.ID} {
		refused(t, c.s, refusal.NotFound, func() error {
			return errOf(c.s.Stand(t.Context(), c.members[0], c.id, q, store.NominationChange{}))
		})
	}
	other := storetest.Election(t, c.s, "Without nominations", "Ada", "Grace")
	refused(t, c.s, refusal.NotFound, func() error {
		return errOf(c.s.Propose(t.Context(), c.members[0], other.ID, other.Questions[0].ID, "Somebody"))
	})
}

func TestWhoLeavesTakesTheirNominationsAlong(t *testing.T) {
	c := newCall(t)
	noError(t, errors.Join(c.propose(t, 1, "Voter Number2"), c.propose(t, 1, "Somebody"), c.propose(t, 3, "Somebody")))
	one := must(c.stand(t, 1, "Yes."))(t)
	must(c.s.SetNominationPhoto(t.Context(), c.members[1], c.id, c.q, jpeg))(t)
	must(c.stand(t, 4, "Yes."))(t)
	noError(t, c.s.RemoveRollEntry(t.Context(), storetest.Admin, one.Person))
	c.wantStates(t, "Somebody proposed", "Voter Number4 accepted")
	noError(t, c.s.DeleteUser(t.Context(), storetest.Admin, c.members[4]))
	c.wantStates(t, "Somebody proposed")
	noError(t, c.s.DeleteElection(t.Context(), storetest.Admin, c.id))
	if _, calls, err := c.s.MemberCalls(t.Context(), c.members[0]); err != nil || len(calls) != 0 {
		t.Errorf("calls %v, error %v", calls, err)
	}
}

func TestWhoStoodStaysInTheMinutes(t *testing.T) {
	c := newCall(t)
	for m := range 3 {
		must(c.decide(t, must(c.stand(t, m, "Yes."))(t), m > 0, "Not a member for a year."))(t)
	}
	must(c.s.MakeCandidates(t.Context(), storetest.Admin, c.id))(t)
	storetest.Advance(t, c.s, c.id, store.Active)
	who := must(c.s.Nominations(t.Context(), c.id))(t).All[0].Person
	noError(t, c.s.RemoveRollEntry(t.Context(), storetest.Admin, who))
	c.wantStates(t, "Voter Number0 refused", "Voter Number1 admitted", "Voter Number2 admitted")
}

func TestACandidateIsNotTypedInAndNominated(t *testing.T) {
	c := newCall(t)
	must(c.s.AddCandidates(t.Context(), storetest.Admin, c.id, c.q, "", []string{"voter  number1"}))(t)
	must(c.decide(t, must(c.stand(t, 1, ""))(t), true, ""))(t)
	invalid(t, c.s, "names", func() error { return errOf(c.s.MakeCandidates(t.Context(), storetest.Admin, c.id)) })
}

func TestADecisionIsAboutWhatTheAdministratorHasSeen(t *testing.T) {
	c := newCall(t)
	seen := must(c.stand(t, 1, "First."))(t)
	must(c.stand(t, 1, "Second."))(t)
	ctx := store.Expect(t.Context(), store.Expected{By: storetest.Admin, Election: c.id, Nomination: seen.ID,
		Versions: []string{seen.Version()}})
	refused(t, c.s, refusal.ChangedMeanwhile, func() error {
		return errOf(c.s.DecideNomination(ctx, storetest.Admin, c.id, seen.ID, true, ""))
	})
}
