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

// listed makes an election of one question with lists, each of which has the candidates of the given names.
func listed(tb testing.TB, s *store.Store, m tally.Method, ch store.QuestionChange,
	lists map[string][]string) store.Election {
	tb.Helper()
	ch.Method = &m
	e := must(s.CreateElection(tb.Context(), storetest.Admin, store.ElectionChange{Title: new("Council"), First: &ch}))(tb)
	q := e.Questions[0].ID
	names := []string{}
	for name := range lists {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) == 0 {
		return e
	}
	added := must(s.AddCandidates(tb.Context(), storetest.Admin, e.ID, q, "", names))(tb)
	for _, list := range slices.Backward(added) { // the store arranges them
		if len(lists[list.Name]) > 0 {
			must(s.AddCandidates(tb.Context(), storetest.Admin, e.ID, q, list.ID, lists[list.Name]))(tb)
		}
	}
	return must(s.Election(tb.Context(), e.ID))(tb)
}

func redAndBlue() map[string][]string {
	return map[string][]string{"Blue": {"Ben", "Bea"}, "Red": {"Ron", "Ria", "Rob"}}
}

func TestListsHaveTheDefaultsOfTheirMethod(t *testing.T) {
	s := storetest.New(t, store.Options{})
	for m, want := range map[tally.Method]store.ListRules{
		tally.DHondt:      {Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieLot},
		tally.SainteLague: {Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieLot},
		tally.Hare:        {Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieVotes},
		tally.Quotient:    {Ballot: tally.Erasures, Within: tally.ByMost, Ties: tally.TieVotes},
	} {
		q := listed(t, s, m, store.QuestionChange{}, nil).Questions[0]
		if q.Lists == nil || *q.Lists != want || q.Seats != 1 || q.Min != 1 || q.Max != 1 || !q.Draw {
			t.Errorf("%s: %+v with %+v", m, q, q.Lists)
		}
	}
}

func TestListsAndTheirCandidatesStandInTheOrderOfTheCount(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := listed(t, s, tally.DHondt, store.QuestionChange{Seats: new(3)}, redAndBlue())
	q := e.Questions[0]
	stand := func(want ...string) {
		t.Helper()
		if got := candidateNames(must(s.Election(t.Context(), e.ID))(t)); !slices.Equal(got, want) {
			t.Errorf("they stand as %q, want %q", got, want)
		}
	}
	stand("Blue", "Red", "Ben", "Bea", "Ron", "Ria", "Rob")
	order := []store.CandidateID{}
	for _, at := range []int{5, 3, 1, 4, 0, 2, 6} { // Ria, Bea, Red, Ron, Blue, Ben, Rob
		order = append(order, q.Candidates[at].ID)
	}
	must(s.OrderCandidates(t.Context(), storetest.Admin, e.ID, q.ID, order))(t)
	stand("Red", "Blue", "Ria", "Ron", "Rob", "Bea", "Ben")
	red, ben := q.Candidates[1].ID, q.Candidates[2].ID
	must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, ben, store.CandidateChange{List: &red}))(t)
	stand("Red", "Blue", "Ria", "Ron", "Rob", "Ben", "Bea")
	must(s.AddCandidate(t.Context(), storetest.Admin, e.ID, q.ID, store.CandidateChange{Name: new("Green")}))(t)
	stand("Red", "Blue", "Green", "Ria", "Ron", "Rob", "Ben", "Bea")
}

func TestWhatIsNoListHasNoCandidates(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := listed(t, s, tally.DHondt, store.QuestionChange{}, redAndBlue())
	blue, red, ben := e.Questions[0].Candidates[0], e.Questions[0].Candidates[1], e.Questions[0].Candidates[2]
	plain := storetest.Election(t, s, "Board", "Ada", "Grace")
	type change = store.CandidateChange
	for name, tc := range map[string]struct {
		field  string
		of     store.Candidate
		change change
	}{
		"a candidate":           {"list", red, change{List: &ben.ID}},
		"nobody":                {"list", ben, change{List: new(store.CandidateID(someone))}},
		"itself":                {"list", blue, change{List: &blue.ID}},
		"one with candidates":   {"list", blue, change{List: &red.ID}},
		"a list of a gender":    {"minority", blue, change{Minority: new(true)}},
		"a list with a date":    {"since", blue, change{Since: new("1980-01-01")}},
		"a date of no calendar": {"since", ben, change{Since: new("1980-02-30")}},
		"no lists":              {"list", plain.Questions[0].Candidates[0], change{List: &blue.ID}},
		"a gender elsewhere":    {"minority", plain.Questions[0].Candidates[0], change{Minority: new(true)}},
		"a date elsewhere":      {"since", plain.Questions[0].Candidates[0], change{Since: new("1980-01-01")}},
	} {
		t.Log(name)
		invalid(t, s, tc.field, func() error {
			return errOf(s.UpdateCandidate(t.Context(), storetest.Admin, tc.of.ElectionID, tc.of.ID, tc.change))
		})
	}
	for of, list := range map[store.ElectionID]store.CandidateID{e.ID: ben.ID, plain.ID: blue.ID} {
		invalid(t, s, "list", func() error {
			return errOf(s.AddCandidates(t.Context(), storetest.Admin, of, "", list, []string{"Eve"}))
		})
	}
	refused(t, s, refusal.ListNotEmpty, func() error {
		return s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, blue.ID)
	})
	for _, c := range e.Questions[0].Candidates[2:4] {
		noError(t, s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, c.ID))
	}
	noError(t, s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, blue.ID))
}

func TestRulesOfListsAreChecked(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := listed(t, s, tally.DHondt, store.QuestionChange{Seats: new(7)}, nil)
	type marks struct{ most, each *int }
	change := func(m tally.Method, l store.ListRules, n marks) func() error {
		ch := store.QuestionChange{Method: &m, Lists: &l, Max: n.most, Each: n.each}
		return func() error {
			return errOf(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, ch))
		}
	}
	type rules = store.ListRules
	for name, tc := range map[string]struct {
		field string
		call  func() error
	}{
		"a ballot of no kind":     {"ballot", change(tally.DHondt, rules{Ballot: "open"}, marks{})},
		"erasures by d'Hondt":     {"ballot", change(tally.DHondt, rules{Ballot: tally.Erasures}, marks{})},
		"free marks by quotient":  {"ballot", change(tally.Quotient, rules{Ballot: tally.Free}, marks{})},
		"votes on closed lists":   {"within", change(tally.DHondt, rules{Within: tally.ByMost}, marks{})},
		"ties by lot by quotient": {"ties", change(tally.Quotient, rules{Ties: tally.TieLot}, marks{})},
		"a bar of 51":             {"bar", change(tally.Hare, rules{Bar: 51}, marks{})},
		"a bar by quotient":       {"bar", change(tally.Quotient, rules{Bar: 5}, marks{})},
		"a minority by hare":      {"least", change(tally.Hare, rules{Least: 1}, marks{})},
		"more than the seats":     {"least", change(tally.DHondt, rules{Least: 8}, marks{})},
		"marks on closed lists":   {"each", change(tally.DHondt, rules{}, marks{each: new(1)})},
		"more for one than all":   {"each", change(tally.DHondt, rules{Ballot: tally.Free}, marks{each: new(8)})},
		"100 marks":               {"max", change(tally.DHondt, rules{Ballot: tally.Free}, marks{most: new(100)})},
		"two closed lists":        {"max", change(tally.DHondt, rules{}, marks{most: new(2)})},
		"lists of people":         {"lists", change(tally.Block, rules{Bar: 5}, marks{})},
	} {
		t.Log(name)
		invalid(t, s, tc.field, tc.call)
	}
	noError(t, change(tally.DHondt, rules{Ballot: tally.Free}, marks{each: new(3)})())
	q := must(s.Election(t.Context(), e.ID))(t).Questions[0]
	if q.Max != 0 || q.Each != 3 || *q.Lists != (rules{Ballot: tally.Free, Within: tally.ByMost, Ties: tally.TieLot}) {
		t.Errorf("free: %+v with %+v", q, q.Lists)
	}
	noError(t, change(tally.DHondt, rules{}, marks{})())
	if q := must(s.Election(t.Context(), e.ID))(t).Questions[0]; q.Max != 1 || q.Each != 0 || q.Seats != 7 {
		t.Errorf("closed: %+v", q)
	}
}

func TestAQuestionWithListsOpensWhenItsListsAreWhole(t *testing.T) {
	s := storetest.New(t, store.Options{})
	check := func(m tally.Method, lists map[string][]string, prepare func(e store.Election), want ...string) {
		t.Helper()
		e := listed(t, s, m, store.QuestionChange{Seats: new(3)}, lists)
		if prepare != nil {
			prepare(e)
		}
		var codes []string
		for _, p := range must(s.OpeningRefusals(t.Context(), e.ID))(t) {
			codes = append(codes, p.Code())
			for _, f := range p.Fields() {
				codes = append(codes, f.Name+" "+f.Fault.Code())
			}
		}
		if !slices.Equal(codes, want) {
			t.Errorf("refused for %q, want %q", codes, want)
		}
	}
	give := func(changes map[int]store.CandidateChange) func(e store.Election) {
		return func(e store.Election) {
			for at, ch := range changes {
				must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[at].ID, ch))(t)
			}
		}
	}
	least := func(e store.Election) {
		must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
			store.QuestionChange{Lists: &store.ListRules{Least: 1}}))(t)
	}
	born := func(date string) store.CandidateChange { return store.CandidateChange{Since: &date} }
	check(tally.DHondt, redAndBlue(), nil)
	check(tally.DHondt, nil, nil, "too_few_lists")
	check(tally.DHondt, map[string][]string{"Red": {"Ron", "Ria", "Rob"}}, nil, "too_few_lists")
	check(tally.DHondt, map[string][]string{"Blue": {}, "Red": {"Ron", "Ria", "Rob"}}, nil, "lists_empty")
	check(tally.DHondt, map[string][]string{"Blue": {"Ben"}, "Red": {"Ron"}}, nil, "question_unfit", "seats not_integer")
	check(tally.DHondt, redAndBlue(), least, "minority_missing")
	check(tally.Quotient, redAndBlue(), give(map[int]store.CandidateChange{2: born("1980-01-01")}), "dates_missing")
	check(tally.Quotient, redAndBlue(), give(map[int]store.CandidateChange{2: born("1980-01-01"), 3: born("1980-01-01"),
		4: born("1981-01-01"), 5: born("1982-01-01"), 6: born("1980-01-01")}), "dates_equal")
	check(tally.Quotient, redAndBlue(), give(map[int]store.CandidateChange{2: born("1980-01-01"), 3: born("1980-01-01"),
		4: born("1981-01-01"), 5: born("1982-01-01"), 6: born("1982-01-01")}))
}

func TestListsAreFrozenAsTheyAreCounted(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := listed(t, s, tally.DHondt, store.QuestionChange{Seats: new(3), Each: new(2),
		Lists: &store.ListRules{Ballot: tally.Free, Bar: 5, Ties: tally.TieVotes, Least: 1}}, redAndBlue())
	for at, date := range map[int]string{2: "1970-01-01", 3: "1990-01-01", 4: "1980-01-01", 5: "1960-01-01",
		6: "1999-01-01"} {
		must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[at].ID,
			store.CandidateChange{Since: &date, Minority: new(at%2 == 1)}))(t)
	}
	want := &tally.Lists{Sizes: []int{2, 3}, Ballot: tally.Free, Within: tally.ByMost, Bar: 5,
		Ties: tally.TieVotes, Age: []int{6, 3, 5, 4, 7}, Minority: []int{4, 6}, Least: 1}
	storetest.Advance(t, s, e.ID, store.Active)
	if got := frozen(t, s, e.ID).Questions[0]; !reflect.DeepEqual(got.Lists, want) || got.Max != 3 || got.Each != 2 {
		t.Errorf("frozen as %+v, want %+v", got.Lists, want)
	}
	d := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	storetest.Advance(t, s, d.ID, store.Active)
	if got := frozen(t, s, d.ID).Questions[0]; !reflect.DeepEqual(got.Lists, want) {
		t.Errorf("the copy is frozen as %+v, want %+v", got.Lists, want)
	}
	noError(t, s.Check(t.Context()))
}

func TestARehearsalHasTheListsOfItsElection(t *testing.T) {
	s, to := storetest.New(t, store.Options{}), storetest.New(t, store.Options{})
	e := listed(t, s, tally.DHondt, store.QuestionChange{Seats: new(3), Each: new(2),
		Lists: &store.ListRules{Ballot: tally.Free, Bar: 5, Ties: tally.TieVotes, Least: 1}}, redAndBlue())
	must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[2].ID,
		store.CandidateChange{Since: new("1980-01-01"), Minority: new(true)}))(t)
	first := must(s.Election(t.Context(), e.ID))(t).Questions[0]
	copied := must(s.DuplicateForRehearsal(t.Context(), storetest.Admin, e.ID, to))(t).Questions[0]
	alike(t, *first.Lists, *copied.Lists)
	for i, c := range copied.Candidates {
		was := first.Candidates[i]
		if c.Name != was.Name || c.Minority != was.Minority || c.Since != was.Since || c.List != "" && i < 2 ||
			i >= 2 && c.List != copied.Candidates[min((i-2)/2, 1)].ID {
			t.Errorf("%s was copied as %+v", was.Name, c)
		}
	}
}

func TestCandidatesStayWhenListsGo(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := listed(t, s, tally.DHondt, store.QuestionChange{},
		map[string][]string{"Blue": {"Ben", "Bea"}, "Red": {"Ron"}, "Void": {}})
	must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[3].ID,
		store.CandidateChange{Affiliation: new("Navy"), Since: new("1980-01-01"), Minority: new(true)}))(t)
	q := must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
		store.QuestionChange{Method: new(tally.Block), Seats: new(2)}))(t)
	if q.Lists != nil {
		t.Errorf("the lists are %+v", q.Lists)
	}
	var got []string
	for _, c := range must(s.Election(t.Context(), e.ID))(t).Questions[0].Candidates {
		if c.List != "" || c.Minority || c.Since != "" {
			t.Errorf("%+v", c)
		}
		got = append(got, c.Name+" "+c.Affiliation)
	}
	if want := []string{"Void ", "Ben Navy", "Bea Blue", "Ron Red"}; !slices.Equal(got, want) {
		t.Errorf("left %q, want %q", got, want)
	}
}

// frozen reads the manifest of an election.
func frozen(tb testing.TB, s *store.Store, e store.ElectionID) *ballotbox.Manifest {
	tb.Helper()
	return must(ballotbox.ParseManifest(must(s.Manifest(tb.Context(), e))(tb)))(tb)
}
