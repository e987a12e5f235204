package store_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// assembly opens an election with a question of each method, four candidates in each but the motion.
func assembly(tb testing.TB, s *store.Store) store.Election {
	tb.Helper()
	e := must(s.CreateElection(tb.Context(), storetest.Admin, store.ElectionChange{Title: new("Assembly")}))(tb)
	must(s.UpdateQuestion(tb.Context(), storetest.Admin, e.ID, "", store.QuestionChange{Method: new(tally.Motion)}))(tb)
	for _, m := range []tally.Method{tally.Plurality, tally.Block, tally.Approval, tally.IRV, tally.STV, tally.Schulze,
		tally.STAR} {
		ch := store.QuestionChange{Min: new(0)}
		if m == tally.Block || m == tally.STV {
			ch.Seats = new(2)
		}
		ask(tb, s, e.ID, string(m), m, ch, "Ada", "Grace", "Mia", "Zoe")
	}
	return storetest.Advance(tb, s, e.ID, store.Active)
}

// answered are answers with the given marks, a byte an option, for the questions of an election in
// order. Questions without marks are left blank.
func answered(e store.Election, marks ...string) store.Answers {
	a := store.Answers{Marks: make(map[store.QuestionID]map[store.CandidateID]byte)}
	for i, q := range e.Questions {
		given := make(map[store.CandidateID]byte)
		for n, c := range q.Candidates {
			given[c.ID] = 0
			if i < len(marks) && marks[i] != "" {
				given[c.ID] = marks[i][n] - '0'
			}
		}
		a.Marks[q.ID] = given
	}
	return a
}

func cast(tb testing.TB, s *store.Store, voter store.UserID, e store.Election, marks ...string) ballotbox.Receipt {
	tb.Helper()
	return must(s.CastVote(tb.Context(), voter, e.ID, "", answered(e, marks...)))(tb)
}

// counts is the evidence of a counted election, counts.txt.
func counts(tb testing.TB, s *store.Store, id store.ElectionID) string {
	tb.Helper()
	return string(must(s.Bundle(tb.Context(), id))(tb).Counts)
}

// count closes and counts an election whose bundle must hold.
func count(tb testing.TB, s *store.Store, id store.ElectionID) store.Results {
	tb.Helper()
	storetest.Advance(tb, s, id, store.Completed)
	r := must(s.CalculateResults(tb.Context(), storetest.Admin, id))(tb)
	holds(tb, must(s.Bundle(tb.Context(), id))(tb), ballotbox.Evidence{})
	return r
}

func TestAPaperOfAllMethodsIsCounted(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := assembly(t, s)
	v := voters(t, s, 4)
	cast(t, s, v[0], e, "100", "1000", "1100", "1110", "1234", "1234", "1223", "6111")
	cast(t, s, v[1], e, "100", "1000", "1000", "0100", "1200", "1200", "1000", "5611")
	cast(t, s, v[2], e, "010", "0100", "0011", "0001", "2100", "2100", "2100", "1611")
	cast(t, s, v[3], e, "001") // blank but for the motion, which does not take blanks
	r := count(t, s, e.ID)
	if r.Cast != 4 || r.Invalid != 0 || r.Turnout.Ballots != 4 || len(r.Questions) != 8 {
		t.Errorf("results %+v", r)
	}
	for i, want := range []struct {
		ending  tally.Ending
		papers  int
		blank   int
		elected []int
	}{
		{tally.Passed, 4, 0, []int{}}, {tally.Elected, 3, 1, []int{1}}, {tally.Tied, 3, 1, []int{1}},
		{tally.Elected, 3, 1, []int{2}},
		{tally.Elected, 3, 1, []int{1}}, {tally.Elected, 3, 1, []int{1, 2}}, {tally.Elected, 3, 1, []int{1}},
		{tally.Elected, 3, 1, []int{2}},
	} {
		q := r.Questions[i]
		if o := q.Outcome; o.Ending != want.ending || o.Papers != want.papers || o.Blank != want.blank ||
			!slices.Equal(o.Elected, want.elected) {
			t.Errorf("%s: %+v, want %+v", q.Question.Method, o, want)
		}
	}
	for _, line := range []string{"0 0 invalid", "1 2 votes 1", "1 1 votes 3", "2 3 papers", "2 1 blank", "8 10 stars 2"} {
		if !strings.Contains(counts(t, s, e.ID), line+"\n") {
			t.Errorf("the evidence has no line %q:\n%s", line, counts(t, s, e.ID))
		}
	}
}

func TestAnswersAreCompleteAndFollowTheRules(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := assembly(t, s)
	v := voters(t, s, 1)[0]
	refuse := func(want error, a store.Answers) func() error {
		return func() error {
			err := errOf(s.CastVote(t.Context(), v, e.ID, "", a))
			if !errors.Is(err, want) {
				t.Errorf("%+v", a)
			}
			return err
		}
	}
	refused(t, s, refusal.NeedsAnswers,
		refuse(refusal.NeedsAnswers, store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))

	motion, plurality := e.Questions[0], e.Questions[1]
	change := func(do func(a store.Answers)) store.Answers {
		a := answered(e, "100")
		for id, given := range a.Marks {
			a.Marks[id] = maps.Clone(given)
		}
		do(a)
		return a
	}
	for name, a := range map[string]store.Answers{
		"no question":         {Marks: map[store.QuestionID]map[store.CandidateID]byte{}},
		"a question left out": change(func(a store.Answers) { delete(a.Marks, plurality.ID) }),
		"a strange question": change(
			func(a store.Answers) { a.Marks[someone] = a.Marks[plurality.ID]; delete(a.Marks, plurality.ID) }),
		"a question too many":  change(func(a store.Answers) { a.Marks[someone] = nil }),
		"a candidate left out": change(func(a store.Answers) { delete(a.Marks[plurality.ID], plurality.Candidates[0].ID) }),
		"a candidate elsewhere": change(func(a store.Answers) {
			delete(a.Marks[plurality.ID], plurality.Candidates[0].ID)
			a.Marks[plurality.ID][motion.Candidates[0].ID] = 0
		}),
		"a candidate too many": change(func(a store.Answers) { a.Marks[plurality.ID][someone] = 0 }),
	} {
		t.Log(name)
		refused(t, s, refusal.AnswersIncomplete, refuse(refusal.AnswersIncomplete, a))
	}
	for marks, want := range map[[8]string]string{
		{"000"}:                                 "Assembly too_few 1 1",
		{"110"}:                                 "Assembly too_many 1 1",
		{"200"}:                                 "Assembly mark 1 1",
		{"100", "1100"}:                         "plurality too_many 0 1",
		{"100", "", "1110"}:                     "block too_many 0 2",
		{"100", "", "", "", "1130"}:             "irv repeat 0 4",
		{"100", "", "", "", "1300"}:             "irv gap 0 4",
		{"100", "", "", "", "", "", "1300"}:     "schulze gap 0 4",
		{"100", "", "", "", "", "", "", "7111"}: "star mark 0 4",
	} {
		refused(t, s, refusal.MarksInvalid, func() error {
			err := errOf(s.CastVote(t.Context(), v, e.ID, "", answered(e, marks[:]...)))
			f := problemOf(err).Facts()
			if got := fmt.Sprint(f["question"], " ", f["reason"], " ", f["min"], " ", f["max"]); got != want {
				t.Errorf("%q is refused for %q, want %q", marks, got, want)
			}
			return err
		})
	}
	cast(t, s, v, e, "100")
}

func TestOneMarkIsEnoughForOnePluralityQuestion(t *testing.T) {
	s := storetest.New(t, store.Options{})
	v := voters(t, s, 2)
	two := storetest.Election(t, s, "Two marks", "Ada", "Grace")
	must(s.UpdateQuestion(t.Context(), storetest.Admin, two.ID, two.Questions[0].ID, store.QuestionChange{Max: new(2)}))(t)
	two = storetest.Advance(t, s, two.ID, store.Active)
	refused(t, s, refusal.NeedsAnswers, func() error {
		return errOf(s.CastVote(t.Context(), v[0], two.ID, "", store.Answers{Candidate: two.Questions[0].Candidates[0].ID}))
	})
	one := running(t, s, "Ada", "Grace")
	cast(t, s, v[0], one, "01")
	vote(t, s, v[1], one.Questions[0].Candidates[1])
	if r := count(t, s, one.ID); tallied(r) != "Ada 0, Grace 2*" {
		t.Errorf("results %+v", r)
	}
}

// Neither what is stored of a ballot nor the receipt may show by its length what was chosen.
func TestAllBallotsOfAnElectionHaveOneLength(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := assembly(t, s)
	v := voters(t, s, 3)
	lengths := make(map[string]bool)
	for i, marks := range [][]string{{"001"}, {"100", "1000", "1100", "1111", "1234", "4321", "1111", "6666"},
		{"010", "", "", "", "1000"}} {
		r := cast(t, s, v[i], e, marks...)
		lengths[fmt.Sprint(len(r.ElectionID), len(r.Leaf), len(r.Signature), len(r.Code), len(r.Pad), len(r.Owner))] = true
	}
	for _, sealed := range store.Sealed(t, s, e.ID) {
		lengths[fmt.Sprint("sealed ", len(sealed))] = true
	}
	if len(lengths) != 2 {
		t.Errorf("lengths %v", slices.Collect(maps.Keys(lengths)))
	}
}
