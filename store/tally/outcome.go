package tally

// Ending says how a count ended.
type Ending string

// The endings.
const (
	Elected    Ending = "elected"     // every seat that could be filled is
	Tied       Ending = "tie"         // Outcome.Tied share places that nobody got
	NoMajority Ending = "no_majority" // the first missed the threshold
	Passed     Ending = "passed"      // a motion
	Rejected   Ending = "rejected"    // a motion
	NoVotes    Ending = "no_votes"    // no paper is for anybody
	NoQuorum   Ending = "no_quorum"   // set by the caller: too few people voted
)

// DrawDecided says whether another draw would have elected others.
type DrawDecided string

// Whether a draw decided. DrawUnknown: it would take more than 100 recounts to know.
const (
	DrawNo      DrawDecided = "no"
	DrawYes     DrawDecided = "yes"
	DrawUnknown DrawDecided = "unknown"
)

func (d DrawDecided) known() bool { return d == DrawNo || d == DrawYes || d == DrawUnknown }

// Outcome is the result of a question. Options are numbered from 1, and every list is there,
// if empty.
type Outcome struct {
	Ending    Ending      `json:"ending"`
	Papers    int         `json:"papers"`
	Blank     int         `json:"blank"`
	Votes     []int       `json:"votes"`     // plurality, block, approval, motion; star: stars
	Fives     []int       `json:"fives"`     // star
	Base      int         `json:"base"`      // what the threshold is a part of; 0 without one
	Needed    int         `json:"needed"`    // votes to pass; 0 without a threshold
	Quota     int         `json:"quota"`     // stv, in whole votes
	Elected   []int       `json:"elected"`   // in the order of election
	Tied      []int       `json:"tied"`      // ascending: who share places that nobody got; with NoMajority, who enter a second round
	Finalists []int       `json:"finalists"` // star: the two of the runoff, the first of the scoring round first
	Stages    []Stage     `json:"stages"`    // irv, stv
	Prefers   [][]int     `json:"prefers"`   // schulze, star
	Paths     [][]int     `json:"paths"`     // schulze: strength of the strongest path
	Draws     []Draw      `json:"draws"`
	Decided   DrawDecided `json:"drawDecided"`
}

// What a stage does.
const (
	First   = "first"   // papers go to their first preferences
	Surplus = "surplus" // an elected option's papers move on, at a reduced value
	Exclude = "exclude" // an excluded option's papers move on
)

// Stage is one stage of a count by transfers. Votes are in units: 1/100000 of a vote in stv, a vote
// in irv. The sum of Votes and Lost is the weight of all papers in units.
type Stage struct {
	Action  string `json:"action"`  // First, Surplus or Exclude
	Option  int    `json:"option"`  // whose papers moved; 0 in the first stage
	Votes   []int  `json:"votes"`   // of every option at the end of the stage; 0 once excluded
	Lost    int    `json:"lost"`    // units that count for nobody
	Elected []int  `json:"elected"` // at the end of the stage, most votes first, then by number
}

// What a draw is for.
const (
	ForSeat      = "seat"      // plurality, block, approval
	ForSurplus   = "surplus"   // whose surplus moves first
	ForExclusion = "exclusion" // who is excluded
	ForFinalist  = "finalist"  // star: who enters the runoff
	ForWinner    = "winner"    // schulze, star
)

// Draw is one use of the lot.
type Draw struct {
	Stage  int    `json:"stage"`  // number from 1 of the stage whose action it chose; 0 outside irv and stv
	For    string `json:"for"`    // ForSeat, ForSurplus, ForExclusion, ForFinalist or ForWinner
	Among  []int  `json:"among"`  // ascending
	Chosen int    `json:"chosen"` // elected, first to move, or excluded
}
