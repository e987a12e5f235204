package store_test

import (
	"reflect"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// grouped is rollLine(n) with a weight and groups.
func grouped(n, weight int, groups ...string) store.RollLine {
	l := weighing(n, weight)
	l.Groups = append([]string{}, groups...)
	return l
}

// ofGroups makes an election with a question for everybody, one for the north and one for the south.
func ofGroups(tb testing.TB, s *store.Store, c store.ElectionChange) store.Election {
	tb.Helper()
	e := storetest.Election(tb, s, "Of the districts", "Ada", "Grace")
	c.Electorate = new(store.ElectorateRoll)
	must(s.UpdateElection(tb.Context(), storetest.Admin, e.ID, c))(tb)
	for _, name := range []string{"North", "South"} {
		motion := tally.Motion
		must(s.AddQuestion(tb.Context(), storetest.Admin, e.ID,
			store.QuestionChange{Title: &name, Method: &motion, Groups: &[]string{name}}))(tb)
	}
	return must(s.Election(tb.Context(), e.ID))(tb)
}

// marks answers all questions of an election, each by the place of an option, or not at all with -1.
func marks(e store.Election, places ...int) store.Answers {
	a := store.Answers{Marks: make(map[store.QuestionID]map[store.CandidateID]byte)}
	for i, q := range e.Questions {
		a.Marks[q.ID] = make(map[store.CandidateID]byte)
		for n, c := range q.Candidates {
			a.Marks[q.ID][c.ID] = 0
			if n == places[i] {
				a.Marks[q.ID][c.ID] = 1
			}
		}
	}
	return a
}

// Of seven people three are in the north, two in the south, one in both and one in none. The holder of a vote casts it
// in the groups of its giver.
func TestAQuestionIsForThePeopleOfItsGroups(t *testing.T) {
	s := storetest.New(t, store.Options{})
	holder := grouped(1, 1, "North")
	holder.ProxyFor = []string{member(2)}
	report := enrol(t, s, grouped(2, 3, "South"), holder, grouped(3, 2, "South"), grouped(4, 1, "North", "South"),
		grouped(5, 1), grouped(6, 1, "North"), grouped(7, 1, "North"))
	users := make(map[int]store.UserID)
	for n := 1; n <= 7; n++ {
		users[n] = must(s.Register(t.Context(), onRoll(n)))(t).ID
	}
	e := ofGroups(t, s, store.ElectionChange{MaxProxies: new(1), Quorum: &store.Quorum{Least: [2]int{1, 2}}})
	e = storetest.Advance(t, s, e.ID, store.Active)
	cast := func(n int, paper store.RollID, places ...int) error {
		return errOf(s.CastVote(t.Context(), users[n], e.ID, paper, marks(e, places...)))
	}
	refused(t, s, refusal.MarksNotAsked, func() error { return cast(1, "", 0, 0, 0) }) // one in the south
	refused(t, s, refusal.MarksTooFew, func() error { return cast(1, "", 0, -1, -1) })
	for _, err := range []error{
		cast(1, "", 0, 0, -1), cast(1, report.Lines[0].Entry, 0, -1, 1), cast(4, "", 1, 1, 0), cast(5, "", 0, -1, -1),
		cast(6, "", 0, 0, -1),
	} {
		noError(t, err)
	}
	r := count(t, s, e.ID)
	type figures struct {
		turnout     store.Turnout
		cast, votes int
		met         bool
		ending      tally.Ending
	}
	var got []figures
	for _, q := range r.Questions {
		got = append(got, figures{q.Turnout, q.Cast, q.Outcome.Votes[0], q.Quorum.Met, q.Outcome.Ending})
	}
	want := []figures{
		{store.Turnout{Ballots: 5, Electorate: 7}, 7, 6, true, tally.Elected},
		{store.Turnout{Ballots: 3, Electorate: 4}, 3, 2, true, tally.Passed},
		{store.Turnout{Ballots: 2, Electorate: 3}, 4, 1, true, tally.Rejected},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	groups := []store.GroupResult{{Name: "North", Turnout: store.Turnout{Ballots: 3, Electorate: 4}, Cast: 3},
		{Name: "South", Turnout: store.Turnout{Ballots: 2, Electorate: 3}, Cast: 4}}
	if !reflect.DeepEqual(r.Groups, groups) {
		t.Errorf("groups %+v, want %+v", r.Groups, groups)
	}
	holds(t, must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{})
	noError(t, s.Check(t.Context()))
}

func TestPeopleInNoGroupOfAnyQuestionAreNotInTheElection(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, grouped(1, 1, "North"), grouped(2, 1, "South"), grouped(3, 1))
	outside := must(s.Register(t.Context(), onRoll(3)))(t).ID
	e := ofGroups(t, s, store.ElectionChange{})
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
		store.QuestionChange{Groups: &[]string{"South"}}))(t)
	if got := must(s.Election(t.Context(), e.ID))(t).Turnout.Electorate; got != 2 {
		t.Errorf("the draft is for %d people, want 2", got)
	}
	var codes []store.WarningCode
	for _, w := range must(s.OpeningWarnings(t.Context(), e.ID))(t) {
		codes = append(codes, w.Code)
	}
	if want := []store.WarningCode{store.WarnOutside, store.WarnGroup, store.WarnGroup}; !slices.Equal(codes, want) {
		t.Errorf("warnings %q, want %q", codes, want)
	}
	e = storetest.Advance(t, s, e.ID, store.Active)
	if got := must(s.ElectionFor(t.Context(), outside, e.ID))(t).Eligibility; got.Reason != store.NotInElectorate {
		t.Errorf("who is in no group: %+v", got)
	}
}

func TestAnElectionDoesNotOpenWithAGroupThatNobodyIsIn(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, grouped(1, 1, "North"))
	e := ofGroups(t, s, store.ElectionChange{})
	refused(t, s, refusal.GroupEmpty,
		func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active)) })
	invalid(t, s, "groups", func() error {
		return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
			store.ElectionChange{Electorate: new(store.ElectorateOpen)}))
	})
	invalid(t, s, "groups", func() error {
		return errOf(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[1].ID,
			store.QuestionChange{Groups: &[]string{"North;South"}}))
	})
}

// Each person on the roll must have one district, also who is not in the table. The rule says nothing of other groups.
func TestAnImportWithPeopleInNoneOrSeveralDistrictsTakesNothing(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, grouped(1, 1, "Choir"), grouped(2, 1, "North"))
	rules := store.ImportRules{OneOf: []string{"North", "South"}}
	put := func(lines ...store.RollLine) (store.RollReport, error) {
		return s.ImportRoll(t.Context(), storetest.Admin, lines, sameText, rules)
	}
	unchanged(t, s, func() {
		got := must(put(grouped(3, 1, "South", "Choir", "North"), grouped(4, 1, "South", "Choir")))(t)
		want := &store.Misplaced{None: 1, Several: 1, People: []store.WronglyPlaced{
			{FullName: "Voter Number1", Member: "M-1", Groups: []string{}},
			{FullName: "Voter Number3", Member: "M-3", Groups: []string{"South", "North"}}}}
		if got.ID != "" || !reflect.DeepEqual(got.Misplaced, want) {
			t.Errorf("import %q with %+v, want none with %+v", got.ID, got.Misplaced, want)
		}
		if waits := must(put(grouped(1, 0, "South")))(t); waits.Misplaced != nil {
			t.Errorf("while a line has a problem: %+v", waits.Misplaced)
		}
		rules.OneOf = []string{"North; South"}
		invalid(t, s, "oneOf", func() error { return errOf(put(grouped(4, 1, "South"))) })
		rules.OneOf = []string{"North", "South"}
	})
	done := must(put(grouped(1, 1, "South"), grouped(3, 1, "South", "Choir"), grouped(4, 1, "North", "Choir")))(t)
	if done.ID == "" || !reflect.DeepEqual(done.Misplaced, &store.Misplaced{People: []store.WronglyPlaced{}}) {
		t.Errorf("import %q with %+v", done.ID, done.Misplaced)
	}
}

func TestAnImportSaysWhichGroupsAreNew(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, grouped(1, 1, "North"))
	lines := []store.RollLine{grouped(1, 1, "North", "Youth"), grouped(2, 1, "Nort", "North"),
		grouped(3, 1, "Youth", "Youth")}
	dry := must(s.ImportRoll(t.Context(), storetest.Admin, lines, sameText, store.ImportRules{DryRun: true}))(t)
	want := []store.GroupSize{{Name: "Nort", People: 1}, {Name: "Youth", People: 2}}
	if !reflect.DeepEqual(dry.NewGroups, want) {
		t.Errorf("new groups %+v, want %+v", dry.NewGroups, want)
	}
	if got := must(s.Groups(t.Context()))(t); !reflect.DeepEqual(got, []store.GroupSize{{Name: "North", People: 1}}) {
		t.Errorf("a dry run leaves %+v", got)
	}
	done := must(s.ImportRoll(t.Context(), storetest.Admin, lines, sameText, store.ImportRules{}))(t)
	changed := []store.RollChange{{Field: "groups", Old: "North", New: "North; Youth"}}
	if c := done.Lines[0].Changes; !reflect.DeepEqual(c, changed) {
		t.Errorf("changes %+v", c)
	}
	if again := must(s.ImportRoll(t.Context(), storetest.Admin, lines, sameText,
		store.ImportRules{DryRun: true}))(t); len(again.NewGroups) > 0 ||
		again.Unchanged != 3 {
		t.Errorf("the same table again: %+v", again)
	}
}
