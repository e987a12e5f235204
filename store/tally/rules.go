package tally

import "slices"

// MaxOptions is how many options a question may have.
const MaxOptions = 100

// MaxListOptions is how many lists and candidates a question with lists may have, and how many seats.
const MaxListOptions = 400

// maxDenominator bounds the fraction of a threshold.
const maxDenominator = 100

// Basis says what a threshold is a part of.
type Basis string

// The bases. They are weights in a Threshold, and people in a PeopleThreshold.
const (
	OfDecided    Basis = "decided"    // yes + no of a motion or of an option; elsewhere valid papers that are not blank
	OfCast       Basis = "cast"       // all papers, also blank and invalid ones
	OfElectorate Basis = "electorate" // the frozen electoral roll
)

// Threshold is the votes that every elected option must reach: exactly one of More and Least, a numerator and a
// denominator with 1 <= numerator <= denominator <= 100 (More: numerator < denominator).
type Threshold struct {
	More  []int `json:"more,omitempty"`  // more than this part
	Least []int `json:"least,omitempty"` // at least this part
	Of    Basis `json:"of"`
}

// Rules of one question. Check says whether they fit together.
type Rules struct {
	Method    Method
	Options   int        // Traits.Fewest to MaxOptions
	Seats     int        // how many are elected, 1..Options
	Min, Max  int        // how many options a paper marks, 0 <= Min <= Max <= Options and Max >= 1; 0 allows a blank paper
	Each      int        // Amounts and Free: marks that one option may have, 1..Max; Min and Max then count marks
	Draw      bool       // a tie is decided by lot
	Last      bool       // the last option is no candidate: "re-open nominations", "none of these"
	Threshold *Threshold // nil without one
	// PeopleThreshold is what a motion needs beside its threshold: a part of the people, each of whom has one vote here.
	PeopleThreshold *Threshold
	Lists           *Lists  // nil without lists
	Quotas          []Quota // of kinds of options, where the method has an order
}

// RuleFault says which rule does not fit, and its limits.
type RuleFault struct {
	// method, options, seats, min, max, each, draw, last, threshold, peopleThreshold, quotas, or a member of lists
	Field string
	// Limits of a number. For draw, last and thresholds 1, 1 if one is needed and 0, 0 if there must be
	// none; a threshold that is no fraction has the limits of its numbers. 0, 0 for method and quotas.
	Min, Max int
}

// Error names the field and its limits.
func (f *RuleFault) Error() string { return f.Field + " does not fit the method" }

// Fault says why marks are not valid. NoFault is "".
type Fault string

// What may be wrong with marks.
const (
	NoFault Fault = ""
	TooFew  Fault = "too_few"  // fewer options or marks than Min
	TooMany Fault = "too_many" // more options or marks than Max
	BadMark Fault = "mark"     // a mark that the method does not have, or not one mark an option
	Gap     Fault = "gap"      // a rank is missing below one that is used
	Repeat  Fault = "repeat"   // a rank is used twice where ranks must differ
)

// Check reports the first rule that does not fit the method. The error is a *RuleFault.
func (r Rules) Check() error {
	t := r.Method.Traits()
	options, seats, most, least := [2]int{t.Fewest(), MaxOptions}, [2]int{1, 1}, [2]int{1, r.Options}, [2]int{0, r.Max}
	draw := map[Use][2]int{Never: {0, 0}, May: {0, 1}, Must: {1, 1}}[t.Draw]
	switch {
	case t.Method == "":
		return &RuleFault{Field: "method"}
	case t.Answers:
		options[1], most, least = t.Fewest(), [2]int{1, 1}, [2]int{1, 1}
	case t.Marks == Stars: // all have stars, or none
		least[1] = 1
	}
	if t.Whole() {
		most[0] = r.Options
	}
	if t.Several {
		seats[1] = r.Options
	}
	each := [2]int{}
	if t.Marks == Amounts || r.Lists != nil && r.Lists.Ballot == Free {
		each = [2]int{1, max(1, r.Max)}
	}
	if t.Marks == Amounts {
		most[1] = min(maxMarks, r.Options*min(max(1, r.Each), maxMarks))
	}
	if t.Marks == ByLists {
		options[1], seats[1], most, least = MaxListOptions, MaxListOptions, r.mostOfLists(), [2]int{0, 1}
	}
	drawn, last, lasts := 0, 0, 1
	if t.Answers || t.Marks == ByLists {
		lasts = 0
	}
	if r.Draw {
		drawn = 1
	}
	if r.Last { // beside which somebody has to stand
		last, options[0] = 1, max(options[0], 2)
		seats[1] = min(seats[1], r.Options-1)
	}
	for _, f := range []struct {
		field string
		is    int
		limit [2]int
	}{
		{"options", r.Options, options}, {"seats", r.Seats, seats}, {"max", r.Max, most}, {"min", r.Min, least},
		{"each", r.Each, each}, {"draw", drawn, draw}, {"last", last, [2]int{0, lasts}},
	} {
		if f.is < f.limit[0] || f.is > f.limit[1] {
			return &RuleFault{f.field, f.limit[0], f.limit[1]}
		}
	}
	if err := r.checkThresholds(t); err != nil {
		return err
	}
	if err := r.checkQuotas(t); err != nil {
		return err
	}
	return r.checkLists(t)
}

func (r Rules) checkThresholds(of Traits) error {
	t, people := r.Threshold, r.PeopleThreshold
	switch {
	case t == nil && of.Threshold == Must:
		return &RuleFault{"threshold", 1, 1}
	case t != nil && of.Threshold == Never:
		return &RuleFault{"threshold", 0, 0}
	case t != nil && !t.proper():
		return &RuleFault{"threshold", 1, maxDenominator}
	case people != nil && !of.Answers:
		return &RuleFault{"peopleThreshold", 0, 0}
	case people != nil && !people.proper():
		return &RuleFault{"peopleThreshold", 1, maxDenominator}
	}
	return nil
}

// proper reports whether a threshold is a part of a base.
func (t *Threshold) proper() bool {
	part, most := t.Least, 1
	if t.More != nil {
		part, most = t.More, 0
	}
	return (t.More == nil) != (t.Least == nil) && len(part) == 2 &&
		part[0] >= 1 && part[1] <= maxDenominator && part[0] < part[1]+most &&
		(t.Of == OfDecided || t.Of == OfCast || t.Of == OfElectorate)
}

// Valid judges the marks of a paper, one byte an option. The method's kind of marks has their meaning.
func (r Rules) Valid(marks []byte) Fault {
	t := r.Method.Traits()
	top := 1
	switch t.Marks {
	case ByLists:
		return r.judgeLists(marks)
	case Ranks:
		top = r.Options
	case Stars:
		top = 6
	case YesNo:
		top = 3
	case Amounts:
		top = r.Each
	}
	marked, used := 0, make([]int, top+1)
	for _, m := range marks {
		if int(m) > top {
			return BadMark
		}
		used[m]++
		switch {
		case t.Marks == Amounts:
			marked += int(m)
		case m > 0:
			marked++
		}
	}
	switch {
	case len(marks) != r.Options || t.Marks == Stars && marked > 0 && marked < r.Options:
		return BadMark
	case marked < r.Min:
		return TooFew
	case marked > r.Max:
		return TooMany
	case t.Marks == Ranks:
		return judgeRanks(used, t.Equal)
	}
	return NoFault
}

// judgeRanks looks for ranks that are left out, or used twice unless options may share one; used counts each rank.
func judgeRanks(used []int, equal bool) Fault {
	last := 0
	for rank := 1; rank < len(used); rank++ {
		if used[rank] > 1 && !equal {
			return Repeat
		}
		if used[rank] > 0 {
			last = rank
		}
	}
	if slices.Contains(used[1:last+1], 0) {
		return Gap
	}
	return NoFault
}

// Blank reports whether a paper marks nothing.
func (r Rules) Blank(marks []byte) bool {
	return !slices.ContainsFunc(marks, func(m byte) bool { return m > 0 })
}
