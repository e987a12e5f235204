package tally

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
	Options   int        // 2 to 400; a motion has 3: yes, no, abstain
	Seats     int        // how many are elected, 1..Options
	Min, Max  int        // how many options a paper marks, 0 <= Min <= Max <= Options and Max >= 1; a blank paper is valid if Min is 0
	Draw      bool       // a tie is decided by lot; irv, stv and star need it
	Threshold *Threshold // a motion needs it; plurality, block and approval may have it with one seat
}

// RuleFault says which rule does not fit, and its limits.
type RuleFault struct {
	Field    string // method, options, seats, min, max, draw or threshold
	Min, Max int    // limits of a number; for draw 1, 1 if it is needed and 0, 0 if there is none; else 0, 0
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
func (r Rules) Check() error { return nil }

// Valid judges the marks of a paper, one byte an option: 0 or 1 (plurality, block, approval, motion),
// ranks from 1 with 0 for unranked (irv, stv, schulze), or stars + 1 with 0 for a blank (star).
func (r Rules) Valid(marks []byte) Fault { return NoFault }

// Blank reports whether a paper marks nothing.
func (r Rules) Blank(marks []byte) bool { return false }
