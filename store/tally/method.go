package tally

// Method names a way to count a question. Only its row in the table below knows more: other code asks for traits.
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
	Confirm   Method = "confirm"   // yes, no or abstain for each option, from one option on
	Cumulate  Method = "cumulate"  // most votes, of which a paper may give several to one option

	DHondt      Method = "dhondt"       // lists: votes by 1, 2, 3 and so on; the largest numbers get the seats
	SainteLague Method = "sainte-lague" // lists: votes by 1, 3, 5 and so on
	Hare        Method = "hare"         // lists: whole quotas, then the largest remainders
	Quotient    Method = "quotient"     // lists: whole quotas, then the highest averages
)

const (
	Default    = Plurality // the method of a question for which nobody chose one
	DefaultBLT = STV       // the method of a BLT file, which names none
)

// Marks is the kind of marks on a paper, one byte an option.
type Marks string

// The kinds of marks.
const (
	Choices Marks = "choices" // 1 for each chosen option
	Ranks   Marks = "ranks"   // ranks from 1 without a gap, 0 for unranked
	Stars   Marks = "stars"   // stars + 1 for every option, or 0 for all
	YesNo   Marks = "yes_no"  // 1 yes, 2 no, 3 abstain; 0 abstains too
	Amounts Marks = "amounts" // for each option how many marks it has, up to Rules.Each
	ByLists Marks = "lists"   // what Lists.Ballot says
)

// By is what decides a count, which is all that the evidence shows of the papers.
type By string

// What decides.
const (
	ByVotes     By = "votes"     // the votes for each option
	ByTransfers By = "transfers" // papers that pass from option to option, in stages
	ByPairs     By = "pairs"     // how many papers prefer each option to each other
	ByStars     By = "stars"     // the sum of stars, then pairs
	ByYesNo     By = "yes_no"    // how many say yes to each option, and how many no
)

// Most is how many options a paper may mark unless the question sets another number.
type Most string

// The usual numbers of marks.
const (
	MostOne   Most = "one"   // one, and not none
	MostSeats Most = "seats" // one for each seat
	MostAll   Most = "all"   // all
)

// Use is whether a question has a rule.
type Use string

// The uses.
const (
	Never Use = "never"
	May   Use = "may"
	Must  Use = "must"
)

// Traits are all that a method differs in. web/static/lib/tally/rules.js has the same rows.
type Traits struct {
	Method    Method `json:"method"`
	Marks     Marks  `json:"marks"`
	Equal     bool   `json:"equal,omitempty"` // options may share a rank
	By        By     `json:"by"`
	Most      Most   `json:"most"`
	Several   bool   `json:"several,omitempty"` // there may be more seats than one
	Draw      Use    `json:"draw"`              // ties are decided by lot
	Threshold Use    `json:"threshold"`         // each option needs a part of the votes
	Answers   bool   `json:"answers,omitempty"` // the options are yes, no and abstain; nobody is elected
	Alone     bool   `json:"alone,omitempty"`   // one option is enough
	Order     bool   `json:"order,omitempty"`   // the first of an order are elected, so that kinds can have quotas
	Unit      int    `json:"unit,omitempty"`    // units of a Stage in a vote: five decimals in SSI 2007/42, rule 48
	Quota     bool   `json:"quota,omitempty"`   // the quota elects
	Step      int    `json:"step,omitempty"`    // of lists: between the divisors, which begin with 1

	Alias string                                             `json:"-"` // another name of the method in JSON lines
	count func(r Rules, o *Outcome, lot []int)               // nil with ByTransfers
	move  func(t *transfers, r Rules, papers int, d *drawer) // with ByTransfers: counts to the end
}

// methodTable has a row for each method, in the order of the documentation.
var methodTable = []Traits{
	{
		Method: Plurality, Marks: Choices, By: ByVotes, Most: MostOne, Several: true, Draw: May, Threshold: May, Order: true,
		count: Rules.countVotes,
	}, {
		Method: Block, Marks: Choices, By: ByVotes, Most: MostSeats, Several: true, Draw: May, Threshold: May, Order: true,
		count: Rules.countVotes,
	}, {
		Method: Approval, Marks: Choices, By: ByVotes, Most: MostAll, Several: true, Draw: May, Threshold: May, Order: true,
		count: Rules.countVotes,
	}, {
		Method: Motion, Marks: Choices, By: ByVotes, Most: MostOne, Draw: Never, Threshold: Must, Answers: true,
		count: Rules.countAnswers,
	}, {
		Method: IRV, Marks: Ranks, By: ByTransfers, Most: MostAll, Draw: Must, Threshold: Never, Unit: 1,
		move: (*transfers).runIRV,
	}, {
		Method: STV, Marks: Ranks, By: ByTransfers, Most: MostAll, Several: true, Draw: Must, Threshold: Never,
		Unit: 100_000, Quota: true, Alias: "stv-scottish", move: (*transfers).runSTV,
	}, {
		Method: Schulze, Marks: Ranks, Equal: true, By: ByPairs, Most: MostAll, Several: true, Draw: May,
		Threshold: Never, Order: true, Alias: "ranking", count: Rules.countSchulze,
	}, {
		Method: STAR, Marks: Stars, By: ByStars, Most: MostAll, Draw: Must, Threshold: Never, count: Rules.countSTAR,
	}, {
		Method: Confirm, Marks: YesNo, By: ByYesNo, Most: MostAll, Several: true, Draw: May, Threshold: Must, Alone: true,
		Order: true, count: Rules.countVotes,
	}, {
		Method: Cumulate, Marks: Amounts, By: ByVotes, Most: MostSeats, Several: true, Draw: May, Threshold: Never,
		Order: true, count: Rules.countVotes,
	}, {
		Method: DHondt, Marks: ByLists, By: ByVotes, Most: MostOne, Several: true, Draw: Must, Threshold: Never, Step: 1,
		count: countLists(1, false),
	}, {
		Method: SainteLague, Marks: ByLists, By: ByVotes, Most: MostOne, Several: true, Draw: Must, Threshold: Never,
		Step: 2, count: countLists(2, false),
	}, {
		Method: Hare, Marks: ByLists, By: ByVotes, Most: MostOne, Several: true, Draw: Must, Threshold: Never, Quota: true,
		count: countLists(0, true),
	}, {
		Method: Quotient, Marks: ByLists, By: ByVotes, Most: MostOne, Several: true, Draw: Must, Threshold: Never,
		Quota: true, Step: 1, count: countLists(1, true),
	},
}

// Fewest is the smallest number of options of a question.
func (t Traits) Fewest() int {
	switch {
	case t.Alone:
		return 1
	case t.Answers:
		return 3
	}
	return 2
}

// Whole reports whether a paper may mark every option, as its marks are not choices but answers to each.
func (t Traits) Whole() bool { return t.Marks == Stars || t.Marks == YesNo }

// Averages reports whether lists get whole quotas, then seats by the highest averages.
func (t Traits) Averages() bool { return t.Quota && t.Step > 0 }

// Methods returns all methods, in the order of the documentation.
func Methods() []Method {
	all := make([]Method, len(methodTable))
	for i, t := range methodTable {
		all[i] = t.Method
	}
	return all
}

// Traits returns the row of the method. A method that does not exist has a row with Method "".
func (m Method) Traits() Traits {
	for i := range methodTable {
		if methodTable[i].Method == m {
			return methodTable[i]
		}
	}
	return Traits{}
}

// FindMethod returns the method with a name or an alias, or one that does not exist.
func FindMethod(name string) Method {
	for _, t := range methodTable {
		if t.Alias == name && name != "" {
			return t.Method
		}
	}
	return Method(name)
}
