package tally

// Ending says how a count ended.
type Ending string

// The endings.
const (
	Elected    Ending = "elected"     // every seat that could be filled is
	Tied       Ending = "tie"         // Outcome.Tied share places that nobody got
	NoMajority Ending = "no_majority" // seats stay empty, as too few options met the threshold
	Vacant     Ending = "vacant"      // seats stay empty, as the last option of Rules.Last won them
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

// Outcome is the result of a question. Options are numbered from 1, and every list is there, if empty.
type Outcome struct {
	Ending    Ending      `json:"ending"`
	Papers    int         `json:"papers"`
	Blank     int         `json:"blank"`
	Votes     []int       `json:"votes"`     // ByVotes; ByYesNo: yes; ByStars: the sums of stars
	Against   []int       `json:"against"`   // ByYesNo: no
	Fives     []int       `json:"fives"`     // ByStars
	Base      int         `json:"base"`      // what the threshold is a part of; 0 without one, or one for each option
	Needed    int         `json:"needed"`    // votes to pass; 0 where Base is
	Quota     int         `json:"quota"`     // in whole votes; 0 without one
	Elected   []int       `json:"elected"`   // in the order of election
	Tied      []int       `json:"tied"`      // ascending: share places that nobody got, or enter the next round
	Finalists []int       `json:"finalists"` // ByStars: the two of the runoff, the first of the scoring round first
	Stages    []Stage     `json:"stages"`    // ByTransfers
	Prefers   [][]int     `json:"prefers"`   // ByPairs, ByStars
	Paths     [][]int     `json:"paths"`     // ByPairs: the strength with which the method puts one option above another
	Draws     []Draw      `json:"draws"`
	Decided   DrawDecided `json:"drawDecided"`

	ByPeople   *ByPeople   `json:"byPeople,omitempty"`   // of a motion with a PeopleThreshold
	Allocation *Allocation `json:"allocation,omitempty"` // of a question with lists
	Succession *Succession `json:"succession,omitempty"` // of an order, where somebody is left
}

// What a stage does.
const (
	First   = "first"   // papers go to their first preferences
	Surplus = "surplus" // an elected option's papers move on, at a reduced value
	Exclude = "exclude" // an excluded option's papers move on
)

// Stage is one stage of a count by transfers. Votes and Lost, in units, add up to the weight of all papers.
type Stage struct {
	Action  string `json:"action"`  // First, Surplus or Exclude
	Option  int    `json:"option"`  // whose papers moved; 0 in the first stage
	Votes   []int  `json:"votes"`   // of every option at the end of the stage; 0 once excluded
	Lost    int    `json:"lost"`    // units that count for nobody
	Elected []int  `json:"elected"` // at its end, most votes first, then by number; the last option once for each seat
}

// What a draw is for.
const (
	ForSeat      = "seat"      // who gets a seat
	ForSurplus   = "surplus"   // whose surplus moves first
	ForExclusion = "exclusion" // who is excluded
	ForFinalist  = "finalist"  // who enters the runoff
	ForWinner    = "winner"    // who wins
)

// Draw is one use of the lot.
type Draw struct {
	Stage  int    `json:"stage"`  // number from 1 of the stage whose action it chose; 0 without stages
	For    string `json:"for"`    // ForSeat, ForSurplus, ForExclusion, ForFinalist or ForWinner
	Among  []int  `json:"among"`  // ascending
	Chosen int    `json:"chosen"` // elected, first to move, or excluded
}
