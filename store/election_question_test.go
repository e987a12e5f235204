package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// ask adds a question with candidates of the given names.
func ask(tb testing.TB, s *store.Store, e store.ElectionID, title string, m tally.Method, ch store.QuestionChange,
	names ...string) store.Question {
	tb.Helper()
	ch.Title, ch.Method = &title, &m
	q := must(s.AddQuestion(tb.Context(), storetest.Admin, e, ch))(tb)
	for _, name := range names {
		must(s.AddCandidate(tb.Context(), storetest.Admin, e, q.ID, store.CandidateChange{Name: &name}))(tb)
	}
	return q
}

// questionTitles are the titles of the questions of an election, in order.
func questionTitles(e store.Election) []string {
	var all []string
	for _, q := range e.Questions {
		all = append(all, q.Title)
	}
	return all
}

func TestAQuestionHasTheDefaultsOfItsMethod(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Assembly", "Ada", "Grace")
	half := &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	for m, rules := range map[tally.Method]ballotbox.QuestionRules{
		tally.Plurality: {Seats: 1, Min: 1, Max: 1},
		tally.Block:     {Seats: 1, Max: 1},
		tally.Approval:  {Seats: 1},
		tally.Motion:    {Seats: 1, Min: 1, Max: 1, Threshold: half},
		tally.IRV:       {Seats: 1, Draw: true},
		tally.STV:       {Seats: 1, Draw: true},
		tally.Schulze:   {Seats: 1},
		tally.STAR:      {Seats: 1, Draw: true},
	} {
		q := ask(t, s, e.ID, string(m), m, store.QuestionChange{})
		rules.Method, rules.Evidence = m, ballotbox.EvidencePapers
		want := store.Question{ID: q.ID, Title: string(m), QuestionRules: rules, Candidates: q.Candidates}
		if !reflect.DeepEqual(q, want) {
			t.Errorf("%s: %+v, want %+v", m, q, want)
		}
		names := []string{}
		for _, c := range q.Candidates {
			names = append(names, c.Name)
		}
		if want := map[bool][]string{true: {"yes", "no", "abstain"}, false: {}}[m == tally.Motion]; !slices.Equal(names,
			want) {
			t.Errorf("%s has the options %q", m, names)
		}
	}
	block := ask(t, s, e.ID, "Committee", tally.Block, store.QuestionChange{Seats: new(5)})
	if block.Seats != 5 || block.Max != 5 {
		t.Errorf("block with five seats: %+v", block)
	}
	block = must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, block.ID, store.QuestionChange{Max: new(2)}))(t)
	if block.Seats != 5 || block.Max != 2 || block.Title != "Committee" {
		t.Errorf("block with two marks: %+v", block)
	}
	stv := must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, block.ID,
		store.QuestionChange{Method: new(tally.STV), Seats: new(3)}))(t)
	if stv.Seats != 3 || stv.Max != 0 || !stv.Draw {
		t.Errorf("block that became stv: %+v", stv)
	}
}

func TestAQuestionBecomesAMotionAndBack(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := must(s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{Title: new("Statutes")}))(t)
	change := func(m tally.Method) store.Question {
		return must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
			store.QuestionChange{Method: &m}))(t)
	}
	change(tally.Motion)
	if got := candidateNames(must(s.Election(t.Context(), e.ID))(t)); !slices.Equal(got,
		[]string{"yes", "no", "abstain"}) {
		t.Errorf("a motion has the options %q", got)
	}
	if plain := change(tally.Plurality); len(plain.Candidates) != 0 || plain.Threshold != nil {
		t.Errorf("what was a motion: %+v", plain)
	}
}

func TestOnlyAnOnlyQuestionNeedsNoName(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board")
	add := func(q store.QuestionID) (store.Candidate, error) {
		return s.AddCandidate(t.Context(), storetest.Admin, e.ID, q, store.CandidateChange{Name: new("Ada")})
	}
	order := func(q store.QuestionID, c store.Candidate) func() error {
		return func() error {
			return errOf(s.OrderCandidates(t.Context(), storetest.Admin, e.ID, q, []store.CandidateID{c.ID}))
		}
	}
	first := must(add(""))(t)
	if err := order("", first)(); err != nil || first.QuestionID != e.Questions[0].ID {
		t.Errorf("added %+v, ordered: %v", first, err)
	}
	second := ask(t, s, e.ID, "Accounts", tally.Approval, store.QuestionChange{})
	invalid(t, s, "question", func() error { return errOf(add("")) })
	invalid(t, s, "question", order("", first))
	if c := must(add(second.ID))(t); c.QuestionID != second.ID {
		t.Errorf("added %+v", c)
	}
}

func TestQuestionsAreOrderedAndRemoved(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	a := ask(t, s, e.ID, "A", tally.Approval, store.QuestionChange{}, "Mia", "Zoe")
	b := ask(t, s, e.ID, "B", tally.Motion, store.QuestionChange{})
	first := e.Questions[0].ID
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID,
		must(s.Election(t.Context(), e.ID))(t).Questions[1].Candidates[0].ID, jpeg))(t)
	ordered := must(s.OrderQuestions(t.Context(), storetest.Admin, e.ID,
		[]store.QuestionID{b.ID, first, a.ID}))(t).Questions
	if len(ordered) != 3 || ordered[0].ID != b.ID || ordered[2].ID != a.ID || len(ordered[2].Candidates) != 2 {
		t.Errorf("ordered %+v", ordered)
	}
	for name, order := range map[string][]store.QuestionID{
		"too few": {b.ID, a.ID}, "twice": {b.ID, a.ID, a.ID}, "a stranger": {b.ID, a.ID, store.QuestionID(someone)},
		"too many": {b.ID, a.ID, first, first},
	} {
		t.Log(name)
		invalid(t, s, "order", func() error { return errOf(s.OrderQuestions(t.Context(), storetest.Admin, e.ID, order)) })
	}
	noError(t, s.RemoveQuestion(t.Context(), storetest.Admin, e.ID, a.ID))
	refused(t, s, refusal.NotFound, func() error { return s.RemoveQuestion(t.Context(), storetest.Admin, e.ID, a.ID) })
	noError(t, s.RemoveQuestion(t.Context(), storetest.Admin, e.ID, first))
	refused(t, s, refusal.LastQuestion, func() error { return s.RemoveQuestion(t.Context(), storetest.Admin, e.ID, b.ID) })
	if got := questionTitles(must(s.Election(t.Context(), e.ID))(t)); !slices.Equal(got, []string{"B"}) {
		t.Errorf("left %q", got)
	}
}

func TestAPaperHasRoomForSoMuch(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	e := storetest.Election(t, s, "Board")
	add := func(q store.QuestionID) error {
		return errOf(s.AddCandidate(t.Context(), storetest.Admin, e.ID, q, store.CandidateChange{Name: new("Someone")}))
	}
	last := e.Questions[0].ID
	for n := range store.MaxQuestions - 1 {
		for range 10 {
			noError(t, add(last))
		}
		last = ask(t, s, e.ID, fmt.Sprint(n), tally.Approval, store.QuestionChange{}).ID
	}
	refused(t, s, refusal.TooManyQuestions, func() error {
		return errOf(s.AddQuestion(t.Context(), storetest.Admin, e.ID, store.QuestionChange{Title: new("One more")}))
	})
	for range 8 {
		noError(t, add(last))
	}
	for range 2 {
		noError(t, add(e.Questions[0].ID))
	}
	refused(t, s, refusal.TooManyOptions, func() error { return add(last) })
	noError(t, s.RemoveQuestion(t.Context(), storetest.Admin, e.ID, last))
	for range 6 {
		noError(t, add(e.Questions[0].ID))
	}
	refused(t, s, refusal.TooManyOptions, func() error {
		return errOf(s.AddQuestion(t.Context(), storetest.Admin, e.ID,
			store.QuestionChange{Title: new("Motion"), Method: new(tally.Motion)}))
	})

	long := storetest.Election(t, s, "Long")
	e = long
	for range store.MaxCandidates {
		noError(t, add(""))
	}
	refused(t, s, refusal.TooManyCandidates, func() error { return add("") })
}

func TestRanksHaveTwoDigits(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	names := make([]string, store.MaxCandidates)
	for i := range names {
		names[i] = "Someone"
	}
	e := storetest.Election(t, s, "Board", names...)
	change := func(ch store.QuestionChange) error {
		return errOf(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, ch))
	}
	for _, m := range []tally.Method{tally.IRV, tally.Schulze, tally.STV} {
		invalid(t, s, "max", func() error { return change(store.QuestionChange{Method: &m, Max: new(100)}) })
		invalid(t, s, "min", func() error { return change(store.QuestionChange{Method: &m, Min: new(100)}) })
		noError(t, change(store.QuestionChange{Method: &m}))
	}
	if q := storetest.Advance(t, s, e.ID, store.Active).Questions[0]; q.Max != 99 {
		t.Errorf("%d of %d candidates can be ranked", q.Max, len(q.Candidates))
	}
}

func TestQuestionFieldsAreChecked(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	type change = store.QuestionChange
	part := func(n, d int, of tally.Basis) *tally.Threshold { return &tally.Threshold{More: []int{n, d}, Of: of} }
	for name, tc := range map[string]struct {
		field  string
		change store.QuestionChange
	}{
		"no title":                      {"title", change{Title: new(" ")}},
		"title of two lines":            {"title", change{Title: new("a\nb")}},
		"text of 5001":                  {"text", change{Text: new(strings.Repeat("é", 5001))}},
		"unknown method":                {"method", change{Method: new(tally.Method("borda"))}},
		"no seat":                       {"seats", change{Seats: new(0)}},
		"101 seats":                     {"seats", change{Method: new(tally.STV), Seats: new(101)}},
		"two seats by irv":              {"seats", change{Method: new(tally.IRV), Seats: new(2)}},
		"min above max":                 {"min", change{Method: new(tally.Approval), Min: new(3), Max: new(2)}},
		"min below zero":                {"min", change{Min: new(-1)}},
		"stv without a draw":            {"draw", change{Method: new(tally.STV), Draw: new(false)}},
		"a motion with a draw":          {"draw", change{Method: new(tally.Motion), Draw: new(true)}},
		"a motion without a threshold":  {"threshold", change{Method: new(tally.Motion), Threshold: &tally.Threshold{}}},
		"a threshold of ranks":          {"threshold", change{Method: new(tally.IRV), Threshold: part(1, 2, tally.OfCast)}},
		"answers to some":               {"max", change{Method: new(tally.Confirm), Max: new(2)}},
		"a threshold above all":         {"threshold", change{Threshold: part(1, 1, tally.OfCast)}},
		"a threshold of the electorate": {"threshold", change{Threshold: part(1, 2, tally.OfElectorate)}},
		"a threshold of nothing":        {"threshold", change{Threshold: part(1, 2, "members")}},
		"stages where there are none":   {"evidence", change{Evidence: new(ballotbox.EvidenceStages)}},
		"some stars":                    {"max", change{Method: new(tally.STAR), Max: new(2)}},
		"evidence that nobody publishes": {"evidence",
			change{Method: new(tally.STV), Evidence: new(ballotbox.EvidenceKind("ballots"))}},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.change.Title == nil {
				tc.change.Title = new("A question")
			}
			invalid(t, s, tc.field, func() error { return errOf(s.AddQuestion(t.Context(), storetest.Admin, e.ID, tc.change)) })
		})
	}
	named := ask(t, s, e.ID, "Named", tally.Approval, store.QuestionChange{})
	invalid(t, s, "title", func() error {
		return errOf(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, named.ID, change{Title: new("")}))
	})
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, change{Title: new("")}))(t)
}

func TestTheAnswersOfAMotionStay(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	motion := ask(t, s, e.ID, "Accounts", tally.Motion, store.QuestionChange{})
	yes := motion.Candidates[0].ID
	for name, call := range map[string]func() error{
		"add": func() error {
			return errOf(s.AddCandidate(t.Context(), storetest.Admin, e.ID, motion.ID,
				store.CandidateChange{Name: new("maybe")}))
		},
		"rename": func() error {
			return errOf(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, yes, store.CandidateChange{Name: new("maybe")}))
		},
		"remove": func() error { return s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, yes) },
		"photo":  func() error { return errOf(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, yes, jpeg)) },
		"order": func() error {
			return errOf(s.OrderCandidates(t.Context(), storetest.Admin, e.ID, motion.ID,
				[]store.CandidateID{motion.Candidates[1].ID, yes, motion.Candidates[2].ID}))
		},
	} {
		t.Log(name)
		refused(t, s, refusal.MotionOptions, call)
	}
	changed := must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
		store.QuestionChange{Method: new(tally.Motion)}))(t)
	if len(changed.Candidates) != 3 || changed.Candidates[0].Name != "yes" {
		t.Errorf("a question that became a motion has %+v", changed.Candidates)
	}
}

func TestQuestionsChangeInADraftOnly(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	q := e.Questions[0].ID
	for _, id := range []store.ElectionID{e.ID, someone} {
		want := map[bool]error{true: refusal.NotDraft, false: refusal.NotFound}[id == e.ID]
		refused(t, s, want, func() error {
			return errOf(s.AddQuestion(t.Context(), storetest.Admin, id, store.QuestionChange{Title: new("More")}))
		})
		refused(t, s, want, func() error {
			return errOf(s.UpdateQuestion(t.Context(), storetest.Admin, id, q, store.QuestionChange{Title: new("More")}))
		})
		refused(t, s, want, func() error {
			return errOf(
				s.OrderQuestions(t.Context(), storetest.Admin, id, []store.QuestionID{q}))
		})
		refused(t, s, want, func() error { return s.RemoveQuestion(t.Context(), storetest.Admin, id, q) })
	}
}

func TestOneCandidateIsEnoughForYesOrNo(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Assembly", "Ada", "Grace")
	ask(t, s, e.ID, "Treasurer", tally.Confirm, store.QuestionChange{}, "Mia")
	q := storetest.Advance(t, s, e.ID, store.Active).Questions[1]
	if q.Min != 0 || q.Max != 1 || q.Threshold == nil || q.Threshold.Of != tally.OfDecided {
		t.Errorf("%+v", q)
	}
}

func TestTheRulesMustFitTheCandidatesAtTheOpening(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Assembly", "Ada", "Grace")
	opening := func(e store.ElectionID) func() error {
		return func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, e, store.Active)) }
	}
	few := ask(t, s, e.ID, "Treasurer", tally.Approval, store.QuestionChange{}, "Mia")
	refused(t, s, refusal.TooFewCandidates, opening(e.ID))
	if p := problemOf(opening(e.ID)()); p.Facts()["question"] != "Treasurer" {
		t.Errorf("refused with %v", p.Facts())
	}
	must(s.AddCandidate(t.Context(), storetest.Admin, e.ID, few.ID, store.CandidateChange{Name: new("Zoe")}))(t)
	ask(t, s, e.ID, "Committee", tally.Block, store.QuestionChange{Seats: new(3)}, "Ann", "Bob")
	refused(t, s, refusal.QuestionUnfit, opening(e.ID))
	if p := problemOf(opening(e.ID)()); p.Facts()["question"] != "Committee" || len(p.Fields()) != 1 ||
		p.Fields()[0].Name != "seats" {
		t.Errorf("refused with %v, %v", p.Facts(), p.Fields())
	}
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, must(s.Election(t.Context(), e.ID))(t).Questions[2].ID,
		store.QuestionChange{Seats: new(2)}))(t)
	open := storetest.Advance(t, s, e.ID, store.Active)
	if got := questionTitles(open); !slices.Equal(got, []string{"Assembly", "Treasurer", "Committee"}) {
		t.Errorf("opened with the questions %q", got)
	}
	if q := open.Questions[1]; q.Max != 2 || q.Min != 0 {
		t.Errorf("approval opened as %+v", q)
	}
}

// problemOf is the problem that an error is.
func problemOf(err error) *refusal.Problem {
	var p *refusal.Problem
	errors.As(err, &p)
	return p
}

func TestElectionsHaveATimeZoneAQuorumAndProxies(t *testing.T) {
	s := storetest.New(t, store.Options{})
	must(s.SetUp(t.Context(), store.NewAdmin{Email: "admin@example.org", PasswordHash: "x", FullName: "Marta",
		Settings: store.SettingsChange{TimeZone: new("Europe/Zurich")}}))(t)
	if in := must(s.Installation(t.Context()))(t); in.TimeZone != "Europe/Zurich" {
		t.Errorf("the time zone of the installation is %q", in.TimeZone)
	}
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	if e.TimeZone != "Europe/Zurich" {
		t.Errorf("the time zone is %q", e.TimeZone)
	}
	update := func(c store.ElectionChange) func() error {
		return func() error { return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, c)) }
	}
	quarter := &store.Quorum{Least: [2]int{1, 4}}
	for field, changes := range map[string][]store.ElectionChange{
		"timeZone": {{TimeZone: new("Mars/Olympus")}, {TimeZone: new("")}, {TimeZone: new("Local")},
			{TimeZone: new("../../etc/passwd")}},
		"quorum": {{Quorum: quarter}, {Quorum: &store.Quorum{Least: [2]int{3, 2}}, Electorate: new(store.ElectorateRoll)},
			{Quorum: &store.Quorum{Least: [2]int{0, 2}}, Electorate: new(store.ElectorateRoll)},
			{Quorum: &store.Quorum{Least: [2]int{1, 101}}, Electorate: new(store.ElectorateRoll)}},
		"maxProxies": {{MaxProxies: new(-1)}, {MaxProxies: new(21)}},
	} {
		for _, c := range changes {
			invalid(t, s, field, update(c))
		}
	}
	e = must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		TimeZone: new("Asia/Kolkata"), Quorum: quarter, Electorate: new(store.ElectorateRoll), MaxProxies: new(2),
	}))(t)
	if e.TimeZone != "Asia/Kolkata" || !reflect.DeepEqual(e.Quorum, quarter) || e.MaxProxies != 2 {
		t.Errorf("updated to %+v", e)
	}
	invalid(t, s, "quorum", update(store.ElectionChange{Electorate: new(store.ElectorateOpen)}))
	if e = must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Quorum: &store.Quorum{}}))(
		t); e.Quorum != nil {
		t.Errorf("the quorum is still %v", e.Quorum)
	}
}
