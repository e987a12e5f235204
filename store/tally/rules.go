package tally

import "slices"

// MaxOptions is how many options a question may have.
const MaxOptions = 100

// maxDenominator bounds the fraction of a threshold.
const maxDenominator = 100

// Method says how the marks of a question become a result.
type Method string

// The methods.
const (
	Plurality Method = "plurality" // most votes
	Block     Method = "block"     // most votes, several marks for several seats
	Approval  Method = "approval"  // most approvals
	Motion    Method = "motion"    // yes, no, abstain
	IRV       Method = "irv"       // the last is excluded until one has more than half
	STV       Method = "stv"       // single transferable vote as in Scotland
	Schulze   Method = "schulze"   // strongest paths of winning votes
	STAR      Method = "star"      // score, then automatic runoff
)

// Transfers reports whether the method moves papers from option to option, in stages.
func (m Method) Transfers() bool { return m == IRV || m == STV }

// Unit is how many units of a Stage a vote has: stv carries values to five decimals (SSI 2007/42,
// rule 48).
func (m Method) Unit() int {
	if m == STV {
		return 100_000
	}
	return 1
}

// Basis says what a threshold is a part of.
type Basis string

// The bases. All are weights.
const (
	OfDecided    Basis = "decided"    // yes + no of a motion; papers that are valid and not blank of another question
	OfCast       Basis = "cast"       // all papers, also blank and invalid ones
	OfElectorate Basis = "electorate" // the frozen electoral roll
)

// Threshold is what the first option must reach: exactly one of More and Least, a numerator and a
// denominator with 1 <= numerator <= denominator <= 100 (More: numerator < denominator).
type Threshold struct {
	More  []int `json:"more,omitempty"`  // more than this part
	Least []int `json:"least,omitempty"` // at least this part
	Of    Basis `json:"of"`
}

// Rules of one question. Check says whether they fit together.
type Rules struct {
	Method    Method
	Options   int        // 2 to MaxOptions; a motion has 3: yes, no, abstain
	Seats     int        // how many are elected, 1..Options
	Min, Max  int        // how many options a paper marks, 0 <= Min <= Max <= Options and Max >= 1; a blank paper is valid if Min is 0
	Draw      bool       // a tie is decided by lot; irv, stv and star need it
	Threshold *Threshold // a motion needs it; plurality, block and approval may have it with one seat
}

// RuleFault says which rule does not fit, and its limits.
type RuleFault struct {
	Field string // method, options, seats, min, max, draw or threshold
	// Limits of a number. For draw and threshold 1, 1 if one is needed and 0, 0 if there must be
	// none; a threshold that is no fraction has the limits of its numbers. 0, 0 for method.
	Min, Max int
}

// Error names the field and its limits.
func (f *RuleFault) Error() string { return f.Field + " does not fit the method" }

// Fault says why marks are not valid. NoFault is "".
type Fault string

// What may be wrong with marks.
const (
	NoFault Fault = ""
	TooFew  Fault = "too_few"  // fewer options are marked than Min
	TooMany Fault = "too_many" // more options are marked than Max
	BadMark Fault = "mark"     // a mark that the method does not have, or not one mark an option
	Gap     Fault = "gap"      // a rank is missing below one that is used
	Repeat  Fault = "repeat"   // a rank is used twice where ranks must differ
)

// Check reports the first rule that does not fit the method. The error is a *RuleFault.
func (r Rules) Check() error {
	options, seats, most, least := [2]int{2, MaxOptions}, [2]int{1, r.Options}, [2]int{1, r.Options}, [2]int{0, r.Max}
	draw := [2]int{0, 1}
	switch r.Method {
	case Plurality, Block, Approval:
	case Motion:
		options, seats, most, least, draw = [2]int{3, 3}, [2]int{1, 1}, [2]int{1, 1}, [2]int{1, 1}, [2]int{0, 0}
	case IRV:
		seats, draw = [2]int{1, 1}, [2]int{1, 1}
	case STV:
		draw = [2]int{1, 1}
	case Schulze:
		seats = [2]int{1, 1}
	case STAR:
		seats, most, least, draw = [2]int{1, 1}, [2]int{r.Options, r.Options}, [2]int{0, 1}, [2]int{1, 1}
	default:
		return &RuleFault{Field: "method"}
	}
	drawn := 0
	if r.Draw {
		drawn = 1
	}
	for _, f := range []struct {
		field string
		is    int
		limit [2]int
	}{
		{"options", r.Options, options}, {"seats", r.Seats, seats}, {"max", r.Max, most}, {"min", r.Min, least}, {"draw", drawn, draw},
	} {
		if f.is < f.limit[0] || f.is > f.limit[1] {
			return &RuleFault{f.field, f.limit[0], f.limit[1]}
		}
	}
	return r.checkThreshold()
}

func (r Rules) checkThreshold() error {
	t := r.Threshold
	may := r.Method == Motion || r.sums() && r.Seats == 1
	switch {
	case t == nil && r.Method == Motion:
		return &RuleFault{"threshold", 1, 1}
	case t == nil:
		return nil
	case !may:
		return &RuleFault{"threshold", 0, 0}
	}
	part, most := t.Least, 1
	if t.More != nil {
		part, most = t.More, 0
	}
	if (t.More == nil) == (t.Least == nil) || len(part) != 2 || part[0] < 1 || part[1] > maxDenominator || part[0] >= part[1]+most ||
		t.Of != OfDecided && t.Of != OfCast && t.Of != OfElectorate {
		return &RuleFault{"threshold", 1, maxDenominator}
	}
	return nil
}

// sums reports whether the method adds up marks of candidates.
func (r Rules) sums() bool {
	return r.Method == Plurality || r.Method == Block || r.Method == Approval
}

// Valid judges the marks of a paper, one byte an option: 0 or 1 (plurality, block, approval,
// motion), ranks from 1 with 0 for unranked (irv, stv, schulze), or stars + 1 with 0 for a blank
// (star).
func (r Rules) Valid(marks []byte) Fault {
	top := 1
	switch r.Method {
	case IRV, STV, Schulze:
		top = r.Options
	case STAR:
		top = 6
	}
	marked, used := 0, make([]int, top+1)
	for _, m := range marks {
		if int(m) > top {
			return BadMark
		}
		used[m]++
		if m > 0 {
			marked++
		}
	}
	switch {
	case len(marks) != r.Options || r.Method == STAR && marked > 0 && marked < r.Options:
		return BadMark
	case marked < r.Min:
		return TooFew
	case marked > r.Max:
		return TooMany
	case r.Method == IRV || r.Method == STV || r.Method == Schulze:
		return r.judgeRanks(used)
	}
	return NoFault
}

// judgeRanks looks for ranks that are used twice or left out; used counts each rank.
func (r Rules) judgeRanks(used []int) Fault {
	last := 0
	for rank := 1; rank < len(used); rank++ {
		if used[rank] > 1 && r.Method != Schulze {
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
