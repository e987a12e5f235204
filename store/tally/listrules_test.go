package tally

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawLists draws the rules of a question with lists.
func drawLists(t *rapid.T, method Method) Rules {
	traits := method.Traits()
	l := &Lists{Ballot: Closed, Within: ByOrder, Ties: TieLot}
	l.Sizes = rapid.SliceOfN(rapid.IntRange(1, 4), 2, 4).Draw(t, "sizes")
	r := Rules{Method: method, Options: len(l.Sizes), Max: 1, Draw: true, Lists: l}
	r.Min = rapid.IntRange(0, 1).Draw(t, "min")
	for _, size := range l.Sizes {
		r.Options += size
	}
	r.Seats = rapid.IntRange(1, r.Options-len(l.Sizes)).Draw(t, "seats")
	averages := traits.Quota && traits.Step > 0
	if averages || rapid.Bool().Draw(t, "more votes first") {
		l.Ties = TieVotes
	}
	switch open := rapid.Bool().Draw(t, "open"); {
	case open && averages:
		l.Ballot = Erasures
	case open:
		l.Ballot = Free
		r.Max = rapid.IntRange(1, 6).Draw(t, "max")
		r.Each = rapid.IntRange(1, r.Max).Draw(t, "each")
	}
	if l.Ballot != Closed && rapid.Bool().Draw(t, "by votes") {
		l.Within = ByMost
	}
	if !averages {
		l.Bar = rapid.IntRange(0, 30).Draw(t, "bar")
	}
	candidates := numbers(natural(r.Options))[len(l.Sizes):]
	if rapid.Bool().Draw(t, "by age") {
		l.Age = rapid.Permutation(candidates).Draw(t, "age")
	}
	if !traits.Quota && rapid.Bool().Draw(t, "minority") {
		l.Least = rapid.IntRange(1, r.Seats).Draw(t, "least")
		l.Minority = slices.Sorted(slices.Values(rapid.Permutation(candidates).Draw(t, "minority")[:1+len(candidates)/2]))
	}
	return r
}

// drawListMarks draws the marks of a valid paper.
func drawListMarks(t *rapid.T, r Rules) []byte {
	marks, sizes := make([]byte, r.Options), r.Lists.Sizes
	if r.Min == 0 && rapid.IntRange(0, 4).Draw(t, "blank") == 0 {
		return marks
	}
	list, left := rapid.IntRange(0, len(sizes)-1).Draw(t, "list"), r.Max
	switch first := len(sizes); r.Lists.Ballot {
	case Closed:
		marks[list] = 1
	case Erasures:
		marks[list] = 1
		for _, size := range sizes[:list] {
			first += size
		}
		kept := rapid.IntRange(0, sizes[list]-1).Draw(t, "kept")
		for i := range sizes[list] {
			if i == kept || rapid.Bool().Draw(t, "keep") {
				marks[first+i] = 1
			}
		}
	case Free:
		for i := first; i < r.Options; i++ {
			marks[i] = byte(rapid.IntRange(0, min(left, r.Each)).Draw(t, "marks"))
			left -= int(marks[i])
		}
		if left == r.Max || rapid.Bool().Draw(t, "fill") {
			marks[list] = byte(left)
		}
	}
	return marks
}

func TestCheckNamesTheRuleOfListsThatDoesNotFit(t *testing.T) {
	free := func(max, each int) func(*Rules) {
		return func(r *Rules) { r.Lists.Ballot, r.Each, r.Max = Free, each, max }
	}
	women := func(least int, options ...int) func(*Rules) {
		return func(r *Rules) { r.Lists.Least, r.Lists.Minority = least, options }
	}
	for name, tc := range map[string]struct {
		method Method
		change func(*Rules)
		fault  RuleFault // its field is "" where the rules fit
	}{
		"closed lists":         {DHondt, func(*Rules) {}, RuleFault{}},
		"no lists":             {DHondt, func(r *Rules) { r.Lists = nil }, RuleFault{"lists", 0, 0}},
		"lists of no method":   {Block, func(r *Rules) { r.Draw = false }, RuleFault{"lists", 0, 0}},
		"one list":             {Hare, func(r *Rules) { r.Lists.Sizes = []int{5} }, RuleFault{"lists", 2, 100}},
		"an option too many":   {Hare, func(r *Rules) { r.Options++ }, RuleFault{"options", 7, 7}},
		"more seats than room": {Hare, func(r *Rules) { r.Seats = 6 }, RuleFault{"seats", 1, 5}},
		"two marks":            {Hare, func(r *Rules) { r.Max = 2 }, RuleFault{"max", 1, 1}},
		"a bar":                {Hare, func(r *Rules) { r.Lists.Bar = 5 }, RuleFault{}},
		"a high bar":           {Hare, func(r *Rules) { r.Lists.Bar = 51 }, RuleFault{"bar", 0, 50}},
		"a bar for averages": {Quotient, func(r *Rules) { r.Lists.Bar, r.Lists.Ties = 5, TieVotes },
			RuleFault{"bar", 0, 0}},
		"averages whose ties the lot decides": {Quotient, func(*Rules) {}, RuleFault{"ties", 0, 0}},
		"erasures with averages": {Quotient, func(r *Rules) { r.Lists.Ballot, r.Lists.Ties = Erasures, TieVotes },
			RuleFault{}},
		"erasures without":    {SainteLague, func(r *Rules) { r.Lists.Ballot = Erasures }, RuleFault{"ballot", 0, 0}},
		"closed and by votes": {DHondt, func(r *Rules) { r.Lists.Within = ByMost }, RuleFault{"within", 0, 0}},
		"no marks for each":   {DHondt, free(1, 0), RuleFault{"each", 1, 1}},
		"free":                {DHondt, free(5, 2), RuleFault{}},
		"too many for each":   {DHondt, free(5, 6), RuleFault{"each", 1, 5}},
		"an empty list":       {DHondt, func(r *Rules) { r.Lists.Sizes = []int{5, 0} }, RuleFault{"sizes", 0, 0}},
		"a list of fewer than nobody": {DHondt, func(r *Rules) { r.Lists.Sizes, r.Options = []int{-1, 1}, 2 },
			RuleFault{"sizes", 0, 0}},
		"an age twice":         {DHondt, func(r *Rules) { r.Lists.Age = []int{3, 4, 5, 6, 6} }, RuleFault{"age", 0, 0}},
		"an age of a list":     {DHondt, func(r *Rules) { r.Lists.Age = []int{2, 3, 4, 5, 6} }, RuleFault{"age", 0, 0}},
		"ages":                 {DHondt, func(r *Rules) { r.Lists.Age = []int{7, 3, 4, 6, 5} }, RuleFault{}},
		"a minority":           {DHondt, women(2, 3, 7), RuleFault{}},
		"a minority and quota": {Hare, women(2, 3, 7), RuleFault{"least", 0, 0}},
		"nobody of it":         {DHondt, women(2), RuleFault{"minority", 1, 5}},
		"a list of it": {DHondt, women(2, 2, 7),
			RuleFault{"minority", 0, 0}},
		"nobody named": {DHondt, func(r *Rules) { r.Lists.Sizes, r.Options, r.Seats = []int{0, 0}, 2, 45 }, RuleFault{}},
	} {
		t.Run(name, func(t *testing.T) {
			r := Rules{Method: tc.method, Options: 7, Seats: 3, Max: 1, Draw: true,
				Lists: &Lists{Sizes: []int{3, 2}, Ballot: Closed, Within: ByOrder, Ties: TieLot}}
			tc.change(&r)
			err := r.Check()
			var fault *RuleFault
			if tc.fault.Field == "" {
				if err != nil {
					t.Errorf("%#v", err)
				}
			} else if !errors.As(err, &fault) || *fault != tc.fault {
				t.Errorf("%#v, want %+v", err, tc.fault)
			}
		})
	}
}

func TestMarksOfListsAreJudgedByTheBallot(t *testing.T) {
	for _, tc := range []struct {
		ballot ListBallot
		marks  string // two lists, then three candidates and two
		fault  Fault
	}{
		{Closed, "1000000", NoFault}, {Closed, "0100000", NoFault}, {Closed, "0000000", NoFault},
		{Closed, "1100000", TooMany}, {Closed, "2000000", BadMark}, {Closed, "1010000", BadMark},
		{Closed, "0010000", BadMark}, {Closed, "100000", BadMark},
		{Erasures, "1011100", NoFault}, {Erasures, "1010000", NoFault}, {Erasures, "0100010", NoFault},
		{Erasures, "1000000", TooFew}, {Erasures, "1010010", BadMark}, {Erasures, "0011100", BadMark},
		{Erasures, "1020000", BadMark}, {Erasures, "1110010", TooMany}, {Erasures, "0000000", NoFault},
		{Free, "0022010", NoFault}, {Free, "0010001", NoFault}, {Free, "5000000", NoFault}, {Free, "0310001", NoFault},
		{Free, "0000000", NoFault}, {Free, "0030000", BadMark}, {Free, "0022020", TooMany}, {Free, "3100010", TooMany},
		{Free, "0100001", TooFew}, {Free, "6000000", TooMany},
	} {
		r := Rules{Method: DHondt, Options: 7, Max: 1, Lists: &Lists{Sizes: []int{3, 2}, Ballot: tc.ballot}}
		if tc.ballot == Free {
			r.Max, r.Each = 5, 2
		}
		marks := []byte(tc.marks)
		for i := range marks {
			marks[i] -= '0'
		}
		if fault := r.Valid(marks); fault != tc.fault {
			t.Errorf("%s %s: %q, want %q", tc.ballot, tc.marks, fault, tc.fault)
		}
		must := r
		must.Min = 1
		if fault := must.Valid(make([]byte, 7)); fault != TooFew {
			t.Errorf("a blank paper where a mark is required: %q", fault)
		}
	}
}

func TestVotesThatNoPapersWithListsHaveAreRefused(t *testing.T) {
	for _, tc := range []struct {
		method Method
		ballot ListBallot
		votes  []int // of 10 papers
		good   bool
	}{
		{DHondt, Closed, []int{6, 4, 0, 0, 0, 0, 0}, true}, {DHondt, Closed, []int{6, 5, 0, 0, 0, 0, 0}, false},
		{DHondt, Closed, []int{6, 4, 1, 0, 0, 0, 0}, false}, {DHondt, Closed, []int{11, -1, 0, 0, 0, 0, 0}, false},
		{Quotient, Erasures, []int{6, 4, 6, 5, 0, 4, 1}, true}, {Quotient, Erasures, []int{6, 4, 7, 5, 0, 4, 1}, false},
		{Quotient, Erasures, []int{6, 4, 3, 2, 0, 4, 1}, false}, {Quotient, Erasures, []int{6, 3, 6, 2, 0, 3, 1}, false},
		{Hare, Free, []int{20, 5, 20, 0, 5, 0, 0}, true}, {Hare, Free, []int{20, 5, 21, 0, 4, 0, 0}, false},
		{Hare, Free, []int{20, 6, 20, 0, 5, 0, 0}, false}, {Hare, Free, []int{2, 0, 3, 2, 1, 1, 0}, false},
	} {
		r := Rules{Method: tc.method, Options: 7, Seats: 2, Max: 1, Draw: true,
			Lists: &Lists{Sizes: []int{3, 2}, Ballot: tc.ballot, Within: ByOrder, Ties: TieVotes}}
		if tc.ballot == Free {
			r.Max, r.Each = 5, 2
		}
		if _, err := r.Count(Evidence{Papers: 10, Votes: tc.votes}, natural(7), Base{}); (err == nil) != tc.good {
			t.Errorf("%s %v: %v", tc.ballot, tc.votes, err)
		}
	}
}
