package tally

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawPaper draws a valid paper.
func drawPaper(t *rapid.T, r Rules) Paper {
	p := Paper{make([]byte, r.Options), rapid.IntRange(1, 3).Draw(t, "weight")}
	if r.Lists != nil {
		p.Marks = drawListMarks(t, r)
		if f := r.Valid(p.Marks); f != NoFault {
			t.Fatalf("%v: %s", p.Marks, f)
		}
		return p
	}
	marked := rapid.IntRange(r.Min, r.Max).Draw(t, "marked")
	order := rapid.Permutation(natural(r.Options)).Draw(t, "order")
	if r.Method == Cumulate {
		for left := marked; left > 0; left-- {
			i := slices.IndexFunc(order, func(i int) bool { return int(p.Marks[i]) < r.Each })
			p.Marks[order[i]]++
			order = append(order[i+1:], order[:i+1]...)
		}
		if f := r.Valid(p.Marks); f != NoFault {
			t.Fatalf("%v: %s", p.Marks, f)
		}
		return p
	}
	rank := 1
	for n, i := range order[:marked] {
		switch traits := r.Method.Traits(); {
		case traits.Marks == Ranks && !traits.Equal:
			p.Marks[i] = byte(n + 1)
		case traits.Marks == Ranks:
			if n > 0 && rapid.Bool().Draw(t, "below") {
				rank++
			}
			p.Marks[i] = byte(rank)
		case traits.Marks == YesNo:
			p.Marks[i] = byte(rapid.IntRange(1, 3).Draw(t, "answer"))
		default:
			p.Marks[i] = 1
		}
	}
	if r.Method.Traits().Marks == Stars && marked > 0 {
		for i := range p.Marks {
			p.Marks[i] = byte(rapid.IntRange(1, 6).Draw(t, "stars"))
		}
	}
	if f := r.Valid(p.Marks); f != NoFault {
		t.Fatalf("%v: %s", p.Marks, f)
	}
	return p
}

// hold fails unless an outcome keeps what every outcome keeps.
func hold(t interface{ Errorf(string, ...any) }, r Rules, o Outcome) {
	traits := r.Method.Traits()
	excluded := make([]bool, r.Options)
	for n, s := range o.Stages {
		sum := s.Lost
		if s.Action == Exclude {
			excluded[s.Option-1] = true
		}
		for i, v := range s.Votes {
			sum += v
			if v < 0 || excluded[i] && v != 0 {
				t.Errorf("stage %d: %d units of %d", n+1, v, i+1)
			}
		}
		if sum != o.Papers*traits.Unit || s.Lost < 0 || n > 0 && s.Lost < o.Stages[n-1].Lost {
			t.Errorf("stage %d: %d units of %d papers, %d lost", n+1, sum, o.Papers, s.Lost)
		}
	}
	for _, list := range [][]int{o.Elected, o.Tied, o.Finalists} {
		sorted := slices.Sorted(slices.Values(list))
		if len(slices.Compact(sorted)) != len(list) || len(list) > 0 && (sorted[0] < 1 || slices.Max(list) > r.Options) {
			t.Errorf("options %v of %d", list, r.Options)
		}
	}
	switch {
	case len(o.Elected) > r.Seats,
		o.Papers > 0 && traits.By == ByTransfers && (len(o.Elected) == r.Seats) == (o.Ending == Vacant),
		r.Last && slices.Contains(o.Elected, r.Options), o.Ending == Vacant && len(o.Elected) == r.Seats,
		(o.Ending == Tied) != (len(o.Tied) > 0) && o.Ending != NoMajority,
		o.Ending == NoVotes && len(o.Elected)+len(o.Draws) > 0, len(o.Draws) == 0 && o.Decided != DrawNo, o.Ending == "":
		t.Errorf("%s for %d seats: elected %v, tied %v, draws %v, decided %q", o.Ending, r.Seats, o.Elected, o.Tied, o.Draws,
			o.Decided)
	}
	kinds := r.kinds()
	for k, n := range ofKinds(indices(o.Elected), kinds, len(r.Quotas)+1) {
		if k > 0 && n > r.Quotas[k-1].limit(r.Seats) {
			t.Errorf("elected %v: %d of kind %d, %+v", o.Elected, n, k, r.Quotas)
		}
	}
}

// indices are the places from 0 of options from 1.
func indices(options []int) []int {
	places := slices.Clone(options)
	for i := range places {
		places[i]--
	}
	return places
}

func TestCountsHoldWhateverThePapers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rules{Method: rapid.SampledFrom(Methods()).Draw(t, "method"), Seats: 1}
		r.Options = rapid.IntRange(r.Method.Traits().Fewest(), 6).Draw(t, "options")
		r.Max = rapid.IntRange(1, r.Options).Draw(t, "max")
		traits := r.Method.Traits()
		r.Draw = traits.Draw == Must || rapid.Bool().Draw(t, "draw")
		switch {
		case traits.Answers:
			r.Options, r.Min, r.Max, r.Draw = 3, 1, 1, false
		case traits.Marks == Stars:
			r.Max = r.Options
		case traits.Several:
			r.Seats = rapid.IntRange(1, r.Options).Draw(t, "seats")
		}
		switch traits.Marks {
		case YesNo:
			r.Max = r.Options
		case Amounts:
			r.Each = rapid.IntRange(1, 3).Draw(t, "each")
			r.Max = rapid.IntRange(r.Each, r.Each*r.Options).Draw(t, "marks")
			r.Min = rapid.IntRange(0, r.Max).Draw(t, "min")
		}
		if r.Last = !traits.Answers && r.Options > 1 && rapid.Bool().Draw(t, "last"); r.Last {
			r.Seats = min(r.Seats, r.Options-1)
		}
		if traits.Threshold == Must || traits.Threshold == May && rapid.Bool().Draw(t, "threshold") {
			r.Threshold = &Threshold{Least: []int{1, rapid.IntRange(1, 4).Draw(t, "denominator")}, Of: OfDecided}
		}
		if traits.Marks == ByLists {
			r = drawLists(t, r.Method)
		}
		if traits.Order && rapid.Bool().Draw(t, "quotas") {
			stand := r.Options
			if r.Last {
				stand--
			}
			seed := rand.NewPCG(rapid.Uint64().Draw(t, "of kinds"), 0)
			r.Quotas = someQuotas(rand.New(seed), stand, r.Seats)
		}
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		papers := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Paper { return drawPaper(t, r) }), 0, 15).Draw(t, "papers")
		lot := rapid.Permutation(natural(r.Options)).Draw(t, "lot")
		e := r.Evidence(papers, lot)
		o, err := r.Count(e, lot, Base{})
		if err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		hold(t, r, o)

		single := make([]Paper, 0, len(papers)) // a weight of 3 is three papers, and their order does not matter
		for _, p := range papers {
			for range p.Weight {
				single = append(single, Paper{p.Marks, 1})
			}
		}
		rand.Shuffle(len(single), func(i, j int) { single[i], single[j] = single[j], single[i] })
		if again := r.Evidence(single, lot); !reflect.DeepEqual(again, e) {
			t.Errorf("of the same papers, one by one, %+v, first %+v", again, e)
		}

		if other, err := r.Count(e, rapid.Permutation(natural(r.Options)).Draw(t, "another lot"), Base{}); len(o.Draws) ==
			0 && !reflect.DeepEqual(withoutSuccession(other), withoutSuccession(o)) {
			t.Errorf("another lot, which is not used: %+v, first %+v, %v", other, o, err)
		}
	})
}

// withoutSuccession leaves out who moves up, whom the lot puts in an order where it draws no seat, too.
func withoutSuccession(o Outcome) Outcome {
	o.Succession = nil
	return o
}

// Used papers, taken as papers, give the same stages as the whole ones, and themselves as evidence.
func TestUsedPapersRecountToTheSameStages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ranking(rapid.SampledFrom([]Method{IRV, STV}).Draw(t, "method"), rapid.IntRange(2, 6).Draw(t, "options"), 1)
		if r.Method == STV {
			r.Seats = rapid.IntRange(1, r.Options).Draw(t, "seats")
		}
		if r.Last = rapid.Bool().Draw(t, "last"); r.Last {
			r.Seats = min(r.Seats, r.Options-1)
		}
		papers := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Paper { return drawPaper(t, r) }), 1, 20).Draw(t, "papers")
		lot := rapid.Permutation(natural(r.Options)).Draw(t, "lot")
		e := r.Evidence(papers, lot)
		if e.Papers == 0 {
			t.Skip("only blank papers")
		}
		o, err := r.Count(e, lot, Base{})
		if err != nil {
			t.Fatal(err)
		}
		papers = slices.DeleteFunc(papers, func(p Paper) bool { return r.Blank(p.Marks) })
		whole := r.transfer(pilesOf(papers), e.Papers, &drawer{lot: lot, forced: -1})
		if !reflect.DeepEqual(o.Stages, whole.stages) || !slices.Equal(o.Elected, slices.DeleteFunc(numbers(whole.elected),
			func(n int) bool { return r.Last && n == r.Options })) {
			t.Errorf("from used papers %+v\nfrom whole ones %+v", o.Stages, whole.stages)
		}
		used := make([]Paper, len(e.Used))
		for i, u := range e.Used {
			used[i] = Paper{make([]byte, r.Options), u.Weight}
			for n, option := range u.Options {
				used[i].Marks[option-1] = byte(n + 1)
			}
		}
		if again := r.Evidence(used, lot); !reflect.DeepEqual(again.Used, e.Used) {
			t.Errorf("used of used %+v\nused %+v", again.Used, e.Used)
		}
	})
}

// FuzzCount counts evidence read from bytes: the method, its rules, the papers, then each number and quotas.
// Most of it is malformed; what is counted holds.
func FuzzCount(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0, 3, 0, 2, 1})
	f.Add([]byte{4, 1, 0, 2, 3, 0, 0, 2, 1, 1, 1, 2, 2, 3})
	f.Add([]byte{5, 1, 1, 2, 9, 1, 1, 5, 2, 1, 2, 4, 1, 3})
	f.Add([]byte{6, 1, 0, 2, 3, 0, 0, 0, 2, 1, 1, 0, 2, 2, 1, 0})
	f.Add([]byte{7, 0, 0, 1, 3, 0, 0, 9, 3, 1, 0, 0, 2, 1, 0})
	f.Add([]byte{8, 1, 0, 2, 5, 0, 3, 2, 0, 1, 2, 4})
	f.Add([]byte{9, 2, 1, 0, 5, 0, 2, 1, 1, 0, 0, 0, 0, 0, 1, 4, 1, 2, 3, 0, 0})
	f.Add([]byte{1, 1, 1, 1, 3, 0, 3, 2, 1, 3, 1, 1, 3, 1, 0})
	f.Add([]byte{2, 2, 1, 3, 9, 0, 9, 7, 5, 2, 9, 2, 2, 1, 2, 0, 1, 1, 4, 1, 1})
	f.Fuzz(func(t *testing.T, raw []byte) {
		next := func() int {
			if len(raw) == 0 {
				return 0
			}
			n := int(int8(raw[0]))
			raw = raw[1:]
			if n == -1 && len(raw) >= 8 { // any number
				n = int(binary.BigEndian.Uint64(raw))
				raw = raw[8:]
			}
			return n
		}
		list := func(length int) []int {
			l := make([]int, min(max(length, 0), 128))
			for i := range l {
				l[i] = next()
			}
			return l
		}
		all := Methods()
		r := Rules{Method: all[uint(next())%uint(len(all))], Options: 2 + next(), Seats: 1 + next(), Max: 1 + next(),
			Draw: true}
		traits := r.Method.Traits()
		if traits.Marks == Amounts {
			r.Each = next()
		}
		if traits.Marks == YesNo {
			r.Threshold = &Threshold{More: []int{1, 2}, Of: OfDecided}
		}
		if traits.Answers {
			r.Min, r.Draw, r.Threshold = 1, false, &Threshold{More: []int{1, 2}, Of: OfCast}
			if next()%2 == 0 {
				r.PeopleThreshold = &Threshold{Least: []int{2, 3}, Of: OfElectorate}
			}
		}
		e, b := Evidence{Papers: next(), Blank: next()}, Base{}
		if traits.Marks == ByLists {
			r.Lists = &Lists{Sizes: list(next()), Ballot: []ListBallot{Closed, Erasures, Free}[uint(next())%3],
				Within: []Within{ByOrder, ByMost}[uint(next())%2], Bar: next(), Ties: []string{TieLot, TieVotes}[uint(next())%2],
				Minority: list(next()), Least: next()}
		}
		switch traits.By {
		case ByTransfers:
			decided := []DrawDecided{DrawNo, DrawYes, DrawUnknown, ""}
			e.Decided = decided[uint(next())%4]
			for len(raw) > 0 {
				e.Used = append(e.Used, Used{next(), list(next())})
			}
		case ByPairs, ByStars:
			if traits.By == ByStars {
				e.Stars, e.Fives = list(r.Options), list(r.Options)
			}
			for range min(max(r.Options, 0), 128) {
				e.Prefers = append(e.Prefers, list(r.Options))
			}
		case ByYesNo:
			e.Votes, e.Against = list(r.Options), list(r.Options)
		default:
			e.Votes = list(r.Options)
			b.Cast, b.ElectoratePeople = next(), next()
			if r.PeopleThreshold != nil {
				e.People = list(r.Options)
			}
		}
		if traits.Order {
			for range min(max(next(), 0), 8) {
				r.Quotas = append(r.Quotas, Quota{Options: list(next()), Least: next(), Most: next()})
			}
		}
		o, err := r.Count(e, natural(min(max(r.Options, 0), 128)), b)
		var fault *RuleFault
		if err == nil {
			hold(t, r, o)
		} else if !errors.Is(err, ErrEvidence) && !errors.As(err, &fault) {
			t.Error(err)
		}
	})
}

// A large council: 100,000 papers that all differ in some rank, 20 candidates, 9 seats.
func BenchmarkSTV(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	r := ranking(STV, 20, 9)
	papers := make([]Paper, 100_000)
	for i := range papers {
		papers[i] = Paper{make([]byte, r.Options), 1}
		for rank, option := range random.Perm(r.Options) {
			papers[i].Marks[option] = byte(rank + 1)
		}
	}
	for b.Loop() {
		if _, err := r.Count(r.Evidence(papers, natural(20)), natural(20), Base{}); err != nil {
			b.Fatal(err)
		}
	}
}
