package store_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// Elections with lists are drawn, opened, voted in and counted. The store counts each as the package tally does, which
// gets the drawn rules and marks and nothing from the store.
func TestElectionsWithListsAreCountedByTheirRules(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	rng := rand.New(rand.NewPCG(31, 4))
	people := voters(t, s, 12)
	methods := []tally.Method{tally.DHondt, tally.SainteLague, tally.Hare, tally.Quotient}
	same := 0
	for n := range 24 {
		d := drawListed(rng, methods[n%len(methods)])
		e := d.open(t, s, rng)
		var papers []tally.Paper
		for _, v := range people {
			marks := d.marks(rng)
			if fault := d.rules.Valid(marks); fault != tally.NoFault {
				t.Fatalf("%+v: drew %v, %s", d.rules.Lists, marks, fault)
			}
			papers = append(papers, tally.Paper{Marks: marks, Weight: 1})
			answers := store.Answers{Marks: map[store.QuestionID]map[store.CandidateID]byte{e.Questions[0].ID: {}}}
			for i, m := range marks {
				answers.Marks[e.Questions[0].ID][e.Questions[0].Candidates[i].ID] = m
			}
			must(s.CastVote(t.Context(), v, e.ID, "", answers))(t)
		}
		got := count(t, s, e.ID).Questions[0].Outcome
		lot := make([]int, d.rules.Options)
		for i := range lot {
			lot[i] = i
		}
		evidence := d.rules.Evidence(papers, lot)
		want := must(d.rules.Count(evidence, lot, tally.Base{Cast: len(papers)}))(t)
		if !slices.Equal(got.Votes, want.Votes) || len(got.Draws) == 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: counted %+v, want %+v", d.rules.Lists, got, want)
		}
		if len(got.Draws) == 0 {
			same++
		}
	}
	if same < 12 {
		t.Errorf("only %d of 24 results were compared whole", same)
	}
	noError(t, s.Check(t.Context()))
}

// listedRules are drawn rules with lists, whose candidates are options of tally.
type listedRules struct {
	rules tally.Rules
	lists *tally.Lists
}

func drawListed(rng *rand.Rand, m tally.Method) listedRules {
	t := m.Traits()
	l := &tally.Lists{Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieVotes}
	r := tally.Rules{Method: m, Seats: 2 + rng.IntN(3), Min: rng.IntN(2), Max: 1, Draw: true, Lists: l}
	for range 2 + rng.IntN(3) {
		l.Sizes = append(l.Sizes, 2+rng.IntN(3))
		r.Options += 1 + l.Sizes[len(l.Sizes)-1]
	}
	candidates := []int{}
	for option := len(l.Sizes); option < r.Options; option++ {
		candidates = append(candidates, option+1)
	}
	if rng.IntN(3) > 0 {
		l.Ballot, r.Max, r.Each = tally.Free, 3, 1+rng.IntN(3)
		if t.Averages() {
			l.Ballot, r.Max, r.Each = tally.Erasures, 1, 0
		}
		l.Within = []tally.Within{tally.ByOrder, tally.ByMost}[rng.IntN(2)]
	}
	if !t.Averages() {
		l.Bar = 10 * rng.IntN(2)
	}
	rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	l.Age = slices.Clone(candidates)
	if !t.Quota {
		l.Least, l.Minority = 1, slices.Sorted(slices.Values(candidates[:2]))
	}
	return listedRules{r, l}
}

// open makes and opens an election with the rules. Candidates of different lists are added by turns.
func (d listedRules) open(tb testing.TB, s *store.Store, rng *rand.Rand) store.Election {
	tb.Helper()
	r, l := d.rules, d.lists
	ch := store.QuestionChange{Method: &r.Method, Seats: &r.Seats, Min: &r.Min, Max: &r.Max, Each: &r.Each,
		Lists: &store.ListRules{Ballot: l.Ballot, Within: l.Within, Bar: l.Bar, Ties: l.Ties, Least: l.Least}}
	e := must(s.CreateElection(tb.Context(), storetest.Admin, store.ElectionChange{Title: new("Council"), First: &ch,
		ShuffleCandidates: new(rng.IntN(2) == 0)}))(tb)
	lists, turns := []store.CandidateID{}, []int{}
	for i, size := range l.Sizes {
		c := must(s.AddCandidate(tb.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: new("List")}))(tb)
		lists, turns = append(lists, c.ID), append(turns, slices.Repeat([]int{i}, size)...)
	}
	rng.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	next := make([]int, len(lists)) // option of each list that is added next
	for i := range next {
		next[i] = len(lists) + 1
		for _, size := range l.Sizes[:i] {
			next[i] += size
		}
	}
	for _, list := range turns {
		option := next[list]
		next[list]++
		since := fmt.Sprintf("%d-01-01", 1950+slices.Index(l.Age, option))
		must(s.AddCandidate(tb.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: new("Someone"),
			List: &lists[list], Since: &since, Minority: new(slices.Contains(l.Minority, option))}))(tb)
	}
	return storetest.Advance(tb, s, e.ID, store.Active)
}

// marks draws the marks of a valid paper.
func (d listedRules) marks(rng *rand.Rand) []byte {
	r, sizes := d.rules, d.lists.Sizes
	marks := make([]byte, r.Options)
	if r.Min == 0 && rng.IntN(8) == 0 {
		return marks
	}
	list, left := rng.IntN(len(sizes)), r.Max
	first := len(sizes)
	for _, size := range sizes[:list] {
		first += size
	}
	switch d.lists.Ballot {
	case tally.Closed:
		marks[list] = 1
	case tally.Erasures:
		marks[list], marks[first+rng.IntN(sizes[list])] = 1, 1
		for i := range sizes[list] {
			marks[first+i] = max(marks[first+i], byte(rng.IntN(2)))
		}
	case tally.Free:
		for range rng.IntN(r.Max + 1) {
			if option := len(sizes) + rng.IntN(r.Options-len(sizes)); int(marks[option]) < r.Each {
				marks[option]++
				left--
			}
		}
		if left == r.Max || rng.IntN(2) == 0 {
			marks[list] = byte(left)
		}
	}
	return marks
}

func TestMarksForListsAreRefusedInWords(t *testing.T) {
	s := storetest.New(t, store.Options{})
	v := voters(t, s, 1)[0]
	for _, c := range []struct {
		method        tally.Method
		lists         store.ListRules
		marks, reason string // for Blue and Red, then Ben, Bea, Ron, Ria and Rob
	}{
		{tally.DHondt, store.ListRules{}, "1100000", "several_lists"},
		{tally.DHondt, store.ListRules{}, "0000000", "too_few"},
		{tally.DHondt, store.ListRules{}, "1010000", "mark"},
		{tally.Quotient, store.ListRules{}, "1000000", "all_erased"},
		{tally.Quotient, store.ListRules{}, "1000100", "mark"},
		{tally.DHondt, store.ListRules{Ballot: tally.Free}, "1010000", "marks_left"},
		{tally.DHondt, store.ListRules{Ballot: tally.Free}, "0011110", "too_many"},
		{tally.DHondt, store.ListRules{Ballot: tally.Free}, "0020000", "mark"},
	} {
		e := listed(t, s, c.method, store.QuestionChange{Seats: new(3), Lists: &c.lists}, redAndBlue())
		e = storetest.Advance(t, s, e.ID, store.Active)
		err := errOf(s.CastVote(t.Context(), v, e.ID, "", answered(e, c.marks)))
		refused(t, s, refusal.MarksInvalid, func() error { return err })
		if got := problemOf(err).Facts()["reason"]; got != c.reason {
			t.Errorf("%s %s: %v, want %s", c.method, c.marks, got, c.reason)
		}
	}
}
