package store_test

import (
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// A quota needs a candidate of its kind, and quotas that leave seats empty refuse the opening.
func TestQuotasThatCannotHoldRefuseTheOpening(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Bo", "Cy")
	q := e.Questions[0]
	change := func(quotas ...tally.KindQuota) {
		t.Helper()
		must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, q.ID, store.QuestionChange{
			Method: new(tally.Block), Seats: new(2), Quotas: &quotas}))(t)
	}
	opened := func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active)) }
	change(tally.KindQuota{Kind: "north", Least: 1})
	refused(t, s, refusal.QuestionUnfit, opened)
	for _, c := range q.Candidates {
		must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, c.ID, store.CandidateChange{Kind: new("north")}))(t)
	}
	change(tally.KindQuota{Kind: "north", Most: 1})
	refused(t, s, refusal.QuestionUnfit, opened)
	change(tally.KindQuota{Kind: "north", Least: 1})
	noError(t, opened())
}

// Ada has one of the two seats of the north, so the other one is left for Bo and Cy.
func TestTheNextRoundHasTheQuotasThatAreLeft(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Bo", "Cy", "Dee")
	q := e.Questions[0]
	for _, c := range q.Candidates[:3] {
		must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, c.ID, store.CandidateChange{Kind: new("north")}))(t)
	}
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, q.ID, store.QuestionChange{
		Method: new(tally.Block), Seats: new(3), Quotas: &[]tally.KindQuota{{Kind: "north", Least: 2}}}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	for n, v := range voters(t, s, 3) {
		cast(t, s, v, e, []string{"1101", "1011", "1001"}[n])
	}
	count(t, s, e.ID)
	next := must(s.SecondRound(t.Context(), storetest.Admin, e.ID, q.ID, ""))(t)
	if got := next.Questions[0]; got.Seats != 1 ||
		!slices.Equal(got.Quotas, []tally.KindQuota{{Kind: "north", Least: 1}}) ||
		!slices.Equal(candidateNames(next), []string{"Bo", "Cy"}) {
		t.Errorf("%+v, candidates %v", got, candidateNames(next))
	}
}
