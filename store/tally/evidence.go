package tally

// MaxPapers is the largest total weight of an election.
const MaxPapers = 10_000_000_000

// Paper is one voter's marks of a question, one byte an option, and its weight of 1 or more.
type Paper struct {
	Marks  []byte
	Weight int
}

// Base has the totals that a threshold may be a part of, as weights.
type Base struct {
	Cast       int // all papers, also invalid ones
	Electorate int // 0 without a frozen electoral roll
}

// Used is what the count used of equal papers: the options they were allocated to, in order, numbered from 1.
type Used struct {
	Weight  int
	Options []int
}

// Evidence is what is published of a question's papers: as much as the count needs, and no more.
// Members that a method does not name are nil.
type Evidence struct {
	Papers  int         // weight of valid papers that are not blank
	Blank   int         // weight of blank papers
	Votes   []int       // plurality, block, approval, motion: of each option
	Stars   []int       // star: sum of each option
	Fives   []int       // star: papers that give the option five stars
	Prefers [][]int     // schulze, star: [a][b] is the weight of papers that put a above b
	Used    []Used      // irv, stv: sorted by Options, a prefix first, each once
	Decided DrawDecided // irv, stv: whether a draw decided who was elected; needs the whole papers
}

// Evidence counts what is published of papers, which must be valid. lot[i] is the place of option
// i+1 in the draw, from 0; only irv and stv use it.
func (r Rules) Evidence(papers []Paper, lot []int) Evidence { return Evidence{} }
