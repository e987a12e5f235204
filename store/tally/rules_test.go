package tally

import (
	"errors"
	"testing"
)

func TestCheckNamesTheRuleThatDoesNotFit(t *testing.T) {
	unfit := RuleFault{Field: "quotas"}
	half, twoThirds := []int{1, 2}, []int{2, 3}
	motion := Rules{Method: Motion, Options: 3, Seats: 1, Min: 1, Max: 1, Threshold: &Threshold{More: half, Of: OfDecided}}
	with := func(r Rules, change func(*Rules)) Rules {
		change(&r)
		return r
	}
	block := Rules{Method: Block, Options: 5, Seats: 3, Max: 3}
	for name, tc := range map[string]struct {
		rules Rules
		fault RuleFault // its field is "" where the rules fit
	}{
		"a motion": {motion, RuleFault{}},
		"block":    {block, RuleFault{}},
		"plurality with a threshold": {Rules{Method: Plurality, Options: 2, Seats: 1, Max: 1,
			Threshold: &Threshold{Least: twoThirds, Of: OfCast}}, RuleFault{}},
		"irv":                    {ranking(IRV, 4, 1), RuleFault{}},
		"stv":                    {ranking(STV, 4, 3), RuleFault{}},
		"schulze without a draw": {ranking(Schulze, 4, 1), RuleFault{}},
		"star":                   {ranking(STAR, 4, 1), RuleFault{}},
		"confirm one":            {confirm(1, 1), RuleFault{}},
		"confirm two of three":   {confirm(3, 2), RuleFault{}},
		"confirm nobody":         {confirm(0, 1), RuleFault{"options", 1, 100}},
		"confirm some of those who stand": {with(confirm(3, 2), func(r *Rules) { r.Max = 2 }),
			RuleFault{"max", 3, 3}},
		"confirm without a threshold": {with(confirm(3, 2), func(r *Rules) { r.Threshold = nil }),
			RuleFault{"threshold", 1, 1}},
		"cumulate":                {cumulate(5, 13, 3), RuleFault{}},
		"cumulate none for each":  {cumulate(5, 13, 0), RuleFault{"max", 1, 5}},
		"cumulate more for one":   {cumulate(5, 3, 4), RuleFault{"each", 1, 3}},
		"cumulate more than room": {cumulate(5, 16, 3), RuleFault{"max", 1, 15}},
		"cumulate 100 marks":      {cumulate(50, 100, 3), RuleFault{"max", 1, 99}},
		"cumulate with a threshold": {with(cumulate(5, 13, 3), func(r *Rules) { r.Threshold = motion.Threshold }),
			RuleFault{"threshold", 0, 0}},
		"marks for each of block":       {with(block, func(r *Rules) { r.Each = 1 }), RuleFault{"each", 0, 0}},
		"quotas":                        {quotas(block, Quota{[]int{1, 2}, 1, 0}, Quota{[]int{3}, 0, 1}), RuleFault{}},
		"a quota that may be all":       {quotas(block, Quota{[]int{1, 2, 3, 4, 5}, 0, 3}), RuleFault{}},
		"quotas of ranks that transfer": {quotas(ranking(STV, 4, 3), Quota{[]int{1, 2}, 1, 0}), unfit},
		"quotas of a kind twice":        {quotas(block, Quota{[]int{1, 2}, 1, 0}, Quota{[]int{2}, 0, 1}), unfit},
		"a quota of nobody":             {quotas(block, Quota{[]int{}, 1, 0}), unfit},
		"a quota of nothing":            {quotas(block, Quota{[]int{1}, 0, 0}), unfit},
		"a quota below nothing":         {quotas(block, Quota{[]int{1}, -1, 3}), unfit},
		"a quota of no option":          {quotas(block, Quota{[]int{6}, 1, 0}), unfit},
		"a quota that falls":            {quotas(block, Quota{[]int{2, 1}, 1, 0}), unfit},
		"at least more than seats":      {quotas(block, Quota{[]int{1, 2}, 2, 0}, Quota{[]int{3}, 2, 0}), unfit},
		"at least more than most":       {quotas(block, Quota{[]int{1, 2}, 2, 1}), unfit},
		"at most more than seats":       {quotas(block, Quota{[]int{1, 2}, 0, 4}), unfit},
		"at most fewer than seats":      {quotas(block, Quota{[]int{1, 2, 3, 4, 5}, 0, 2}), unfit},
		"no method":                     {Rules{Options: 2, Seats: 1, Max: 1}, RuleFault{"method", 0, 0}},
		"one option":                    {ranking(STV, 1, 1), RuleFault{"options", 2, 100}},
		"101 options":                   {ranking(STV, 101, 1), RuleFault{"options", 2, 100}},
		"a motion by people":            {with(motion, func(r *Rules) { r.PeopleThreshold = r.Threshold }), RuleFault{}},
		"people beside seats": {with(block, func(r *Rules) { r.PeopleThreshold = motion.Threshold }),
			RuleFault{"peopleThreshold", 0, 0}},
		"people without a part": {with(motion, func(r *Rules) { r.PeopleThreshold = &Threshold{Of: OfCast} }),
			RuleFault{"peopleThreshold", 1, maxDenominator}},
		"a motion of two options":   {with(motion, func(r *Rules) { r.Options = 2 }), RuleFault{"options", 3, 3}},
		"no seat":                   {with(block, func(r *Rules) { r.Seats = 0 }), RuleFault{"seats", 1, 5}},
		"more seats than options":   {with(block, func(r *Rules) { r.Seats = 6 }), RuleFault{"seats", 1, 5}},
		"irv for two seats":         {ranking(IRV, 4, 2), RuleFault{"seats", 1, 1}},
		"schulze for two seats":     {ranking(Schulze, 4, 2), RuleFault{}},
		"a last option":             {with(block, func(r *Rules) { r.Last = true }), RuleFault{}},
		"a last option in a motion": {with(motion, func(r *Rules) { r.Last = true }), RuleFault{"last", 0, 0}},
		"a last option alone": {with(confirm(1, 1), func(r *Rules) { r.Last = true }),
			RuleFault{"options", 2, 100}},
		"a seat for each, and a last option": {with(block, func(r *Rules) { r.Last, r.Seats = true, 5 }),
			RuleFault{"seats", 1, 4}},
		"no mark":                       {with(block, func(r *Rules) { r.Max = 0 }), RuleFault{"max", 1, 5}},
		"more marks than options":       {with(block, func(r *Rules) { r.Max = 6 }), RuleFault{"max", 1, 5}},
		"at least more marks than most": {with(block, func(r *Rules) { r.Min = 4 }), RuleFault{"min", 0, 3}},
		"a blank motion":                {with(motion, func(r *Rules) { r.Min = 0 }), RuleFault{"min", 1, 1}},
		"star with few scores":          {with(ranking(STAR, 4, 1), func(r *Rules) { r.Max = 3 }), RuleFault{"max", 4, 4}},
		"star with two scores at least": {with(ranking(STAR, 4, 1), func(r *Rules) { r.Min = 2 }), RuleFault{"min", 0, 1}},
		"stv without a draw": {with(ranking(STV, 4, 1), func(r *Rules) { r.Draw = false }),
			RuleFault{"draw", 1, 1}},
		"a motion with a draw":          {with(motion, func(r *Rules) { r.Draw = true }), RuleFault{"draw", 0, 0}},
		"a motion without a threshold":  {with(motion, func(r *Rules) { r.Threshold = nil }), RuleFault{"threshold", 1, 1}},
		"a threshold for several seats": {with(block, func(r *Rules) { r.Threshold = motion.Threshold }), RuleFault{}},
		"a threshold for irv": {with(ranking(IRV, 4, 1), func(r *Rules) { r.Threshold = motion.Threshold }),
			RuleFault{"threshold", 0, 0}},
		"more than all": {with(motion,
			func(r *Rules) { r.Threshold = &Threshold{More: []int{1, 1}, Of: OfCast} }), RuleFault{"threshold", 1, 100}},
		"at least all": {with(motion,
			func(r *Rules) { r.Threshold = &Threshold{Least: []int{1, 1}, Of: OfCast} }), RuleFault{}},
		"at least more than all": {with(motion,
			func(r *Rules) { r.Threshold = &Threshold{Least: []int{3, 2}, Of: OfCast} }), RuleFault{"threshold", 1, 100}},
		"at least nothing": {with(motion,
			func(r *Rules) { r.Threshold = &Threshold{Least: []int{0, 2}, Of: OfCast} }), RuleFault{"threshold", 1, 100}},
		"a fine fraction": {with(motion,
			func(r *Rules) { r.Threshold = &Threshold{Least: []int{1, 101}, Of: OfCast} }), RuleFault{"threshold", 1, 100}},
		"half a fraction": {with(motion,
			func(r *Rules) { r.Threshold = &Threshold{More: []int{1}, Of: OfCast} }), RuleFault{"threshold", 1, 100}},
		"more and at least": {with(motion, func(r *Rules) { r.Threshold = &Threshold{half, twoThirds, OfCast} }),
			RuleFault{"threshold", 1, 100}},
		"neither more nor at least": {with(motion, func(r *Rules) { r.Threshold = &Threshold{Of: OfCast} }),
			RuleFault{"threshold", 1, 100}},
		"a threshold of an unknown base": {with(motion,
			func(r *Rules) { r.Threshold = &Threshold{More: half, Of: "those present"} }), RuleFault{"threshold", 1, 100}},
	} {
		t.Run(name, func(t *testing.T) {
			err := tc.rules.Check()
			var fault *RuleFault
			if tc.fault.Field == "" {
				if err != nil {
					t.Errorf("%#v", err)
				}
			} else if !errors.As(err, &fault) || *fault != tc.fault {
				t.Errorf("%#v, want %+v", err, tc.fault)
			}
			if _, cerr := tc.rules.Count(Evidence{}, nil, Base{}); err != nil && !errors.As(cerr, &fault) {
				t.Errorf("Count: %v", cerr)
			}
		})
	}
}

// confirm are the rules of a vote of yes, no or abstain for each option.
func confirm(options, seats int) Rules {
	return Rules{Method: Confirm, Options: options, Seats: seats, Max: options,
		Threshold: &Threshold{More: []int{1, 2}, Of: OfDecided}}
}

// cumulate are the rules of a vote for three seats with marks of which an option may have several.
func cumulate(options, most, each int) Rules {
	return Rules{Method: Cumulate, Options: options, Seats: 3, Max: most, Each: each}
}

// quotas are rules with quotas.
func quotas(r Rules, all ...Quota) Rules {
	r.Quotas = all
	return r
}

func TestValid(t *testing.T) {
	pick := Rules{Method: Approval, Options: 4, Seats: 1, Min: 0, Max: 2}
	must := Rules{Method: Block, Options: 4, Seats: 2, Min: 2, Max: 3}
	motion := Rules{Method: Motion, Options: 3, Seats: 1, Min: 1, Max: 1}
	short := Rules{Method: IRV, Options: 4, Seats: 1, Min: 1, Max: 2, Draw: true}
	ranks, equals, stars := ranking(STV, 4, 2), ranking(Schulze, 4, 1), ranking(STAR, 4, 1)
	named := stars
	named.Min = 1
	each, all := confirm(3, 2), confirm(3, 2)
	all.Min = 3
	amounts := cumulate(4, 5, 3)
	amounts.Min = 2
	for _, tc := range []struct {
		rules Rules
		marks string // a digit a mark
		fault Fault
	}{
		{pick, "0110", NoFault}, {pick, "0000", NoFault}, {pick, "0111", TooMany}, {pick, "0200", BadMark},
		{pick, "011", BadMark}, {pick, "01100", BadMark}, {pick, "", BadMark},
		{must, "1100", NoFault}, {must, "1110", NoFault}, {must, "1000", TooFew}, {must, "0000", TooFew},
		{must, "1111", TooMany},
		{motion, "100", NoFault}, {motion, "001", NoFault}, {motion, "000", TooFew}, {motion, "110", TooMany},
		{motion, "002", BadMark},
		{short, "0100", NoFault}, {short, "2001", NoFault}, {short, "1230", TooMany}, {short, "0000", TooFew},
		{ranks, "4321", NoFault}, {ranks, "0000", NoFault}, {ranks, "0102", NoFault}, {ranks, "0100", NoFault},
		{ranks, "0200", Gap}, {ranks, "1300", Gap}, {ranks, "1100", Repeat}, {ranks, "1223", Repeat},
		{ranks, "1500", BadMark},
		{equals, "1122", NoFault}, {equals, "1111", NoFault}, {equals, "1022", NoFault}, {equals, "1133", Gap},
		{equals, "2222", Gap}, {equals, "9000", BadMark},
		{stars, "1661", NoFault}, {stars, "0000", NoFault}, {stars, "1660", BadMark}, {stars, "1117", BadMark},
		{named, "0000", TooFew}, {named, "1111", NoFault},
		{each, "123", NoFault}, {each, "000", NoFault}, {each, "020", NoFault}, {each, "124", BadMark}, {each, "12", BadMark},
		{all, "120", TooFew}, {all, "333", NoFault},
		{amounts, "3020", NoFault}, {amounts, "0101", NoFault}, {amounts, "2000", NoFault}, {amounts, "0010", TooFew},
		{amounts, "3210", TooMany}, {amounts, "4000", BadMark}, {amounts, "300", BadMark},
	} {
		marks := []byte(tc.marks)
		for i := range marks {
			marks[i] -= '0'
		}
		if fault := tc.rules.Valid(marks); fault != tc.fault {
			t.Errorf("%s %q: %q, want %q", tc.rules.Method, tc.marks, fault, tc.fault)
		}
	}
	if pick.Blank([]byte{0, 1}) || !pick.Blank([]byte{0, 0}) || stars.Blank([]byte{1, 1}) {
		t.Error("a paper is blank if it marks nothing; no stars are marks")
	}
}
