package store_test

import (
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

// While an election is open, its quorum by weights is told from the weights of the ballots so far.
func TestAnOpenElectionTellsTheWeightForItsQuorum(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, weighing(1, 5), weighing(2, 2), weighing(3, 1))
	users := make(map[int]store.UserID)
	for n := 1; n <= 3; n++ {
		users[n] = must(s.Register(t.Context(), onRoll(n)))(t).ID
	}
	opened := func(of ballotbox.QuorumOf) store.Election {
		e := storetest.Election(t, s, "By weight", "Ada", "Grace")
		must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
			Electorate: new(store.ElectorateRoll), Quorum: &store.Quorum{Least: [2]int{1, 2}, Of: of}}))(t)
		if w := must(s.Election(t.Context(), e.ID))(t).Weighed; w != nil {
			t.Errorf("a draft weighs %+v", w)
		}
		return storetest.Advance(t, s, e.ID, store.Active)
	}
	for of, want := range map[ballotbox.QuorumOf]*store.Weighed{
		ballotbox.QuorumOfPeople: nil, ballotbox.QuorumOfWeights: {Cast: 6, Electorate: 8},
		ballotbox.QuorumOfBoth: {Cast: 6, Electorate: 8},
	} {
		e := opened(of)
		for _, n := range []int{1, 3} {
			noError(t, errOf(s.CastVote(t.Context(), users[n], e.ID, "", marks(e, 0))))
		}
		got := must(s.Election(t.Context(), e.ID))(t).Weighed
		if (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("of %q: %+v, want %+v", of, got, want)
		}
		storetest.Advance(t, s, e.ID, store.Completed)
		if w := must(s.Election(t.Context(), e.ID))(t).Weighed; w != nil {
			t.Errorf("closed it weighs %+v", w)
		}
	}
}
