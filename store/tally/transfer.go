package tally

import (
	"math/bits"
	"slices"
)

// pile is a group of equal papers: options in the order of preference, from 0.
type pile struct {
	weight int
	prefs  []byte
}

// parcel is a pile of an option. Each paper has the value at which the option received it, in units.
type parcel struct {
	pile, value int
}

// transfers is a count in stages, in which papers pass from option to option.
type transfers struct {
	unit    int
	piles   []pile
	at      []int      // of each pile: the place of the option that holds it, or len(prefs)
	used    [][]int    // of each pile: the options that held it, from 1
	held    [][]parcel // of each option
	votes   []int      // of each option, in units
	lost    int
	gone    []bool // of each option: elected or excluded, so that no paper passes to it
	last    int    // the last option of Rules.Last, or -1
	keeps   int    // units that the last option needs for the seats that it won
	moved   []bool // of each option: its surplus has moved
	elected []int  // from 0, in order
	stages  []Stage
}

// transfer counts piles of papers.
func (r Rules) transfer(piles []pile, papers int, d *drawer) *transfers {
	traits := r.Method.Traits()
	t := &transfers{
		unit: traits.Unit, piles: piles, at: make([]int, len(piles)), used: make([][]int, len(piles)),
		held: make([][]parcel, r.Options), votes: make([]int, r.Options), gone: make([]bool, r.Options),
		moved: make([]bool, r.Options), last: -1,
	}
	if r.Last {
		t.last = r.Options - 1
	}
	for i := range piles {
		t.at[i] = -1
		t.pass(parcel{i, t.unit})
	}
	t.endStage(First, -1)
	traits.move(t, r, papers, d)
	return t
}

// pass gives a parcel to its next available preference and returns the units passed: 0 if they are lost.
func (t *transfers) pass(p parcel) int {
	prefs, units := t.piles[p.pile].prefs, p.value*t.piles[p.pile].weight
	at := t.at[p.pile] + 1
	for at < len(prefs) && t.gone[prefs[at]] {
		at++
	}
	t.at[p.pile] = at
	if at == len(prefs) {
		t.lost += units
		return units
	}
	to := prefs[at]
	t.held[to] = append(t.held[to], p)
	t.votes[to] += units
	t.used[p.pile] = append(t.used[p.pile], int(to)+1)
	return units
}

func (t *transfers) endStage(action string, option int) {
	t.stages = append(t.stages, Stage{Action: action, Option: option + 1, Votes: slices.Clone(t.votes), Lost: t.lost,
		Elected: []int{}})
}

// exclude passes on the papers of an option at the value at which it received them (rule 50).
func (t *transfers) exclude(option int) {
	t.gone[option], t.votes[option] = true, 0
	for _, p := range t.held[option] {
		t.pass(p)
	}
	t.held[option] = nil
	t.endStage(Exclude, option)
}

// surplus passes on an elected option's papers, each at surplus × value / votes to five decimals (rule 48).
func (t *transfers) surplus(option, kept int) {
	votes, surplus := t.votes[option], t.votes[option]-kept
	t.moved[option], t.votes[option] = true, kept
	left := surplus
	for _, p := range t.held[option] {
		high, low := bits.Mul64(uint64(surplus), uint64(p.value))
		value, _ := bits.Div64(high, low, uint64(votes))
		left -= t.pass(parcel{p.pile, int(value)})
	}
	t.lost += left
	t.held[option] = nil
	t.endStage(Surplus, option)
}

// elect elects options at the end of the last stage: most votes first, then by number.
func (t *transfers) elect(options ...int) {
	slices.SortStableFunc(options, func(a, b int) int { return t.votes[b] - t.votes[a] })
	last := &t.stages[len(t.stages)-1]
	for _, i := range options {
		t.gone[i] = i != t.last || t.keeps == 0
		t.elected = append(t.elected, i)
		last.Elected = append(last.Elected, i+1)
	}
}

// continuing are the options that are neither elected nor excluded.
func (t *transfers) continuing() []int {
	var all []int
	for i, gone := range t.gone {
		if !gone {
			all = append(all, i)
		}
	}
	return all
}

// pick chooses the option with the most votes, or with the fewest if it is to be excluded. The most
// recent stage at which the tied differ decides between them, then the draw (rules 49 and 51).
func (t *transfers) pick(options []int, purpose string, d *drawer) int {
	for s := len(t.stages) - 1; s >= 0 && len(options) > 1; s-- {
		options = most(options, func(i int) int {
			switch votes := t.stages[s].Votes[i]; {
			case purpose != ForExclusion:
				return votes
			case i == t.last:
				return -max(0, votes-t.keeps)
			default:
				return -votes
			}
		})
	}
	if len(options) > 1 {
		return d.choose(len(t.stages)+1, purpose, options)
	}
	return options[0]
}

// idle reports whether a draw was among options without votes that all go: their order changes nothing.
func (t *transfers) idle(d Draw) bool {
	votes := t.stages[d.Stage-2].Votes
	return d.For == ForExclusion && !slices.ContainsFunc(d.Among, func(option int) bool {
		return votes[option-1] > 0 || slices.Contains(t.elected, option-1)
	})
}

// runIRV excludes the option with the fewest votes until one has more than half of the papers that still count:
// instant-runoff voting, the alternative vote. An elimination tie is decided as in stv.
func (t *transfers) runIRV(_ Rules, _ int, d *drawer) {
	for {
		still := t.continuing()
		total := 0
		for _, i := range still {
			total += t.votes[i]
		}
		if first := most(still, func(i int) int { return t.votes[i] })[0]; 2*t.votes[first] > total || len(still) == 1 {
			t.elect(first)
			return
		}
		t.exclude(t.pick(still, ForExclusion, d))
	}
}

// runSTV counts by schedule 1 of the Scottish Local Government Elections Order 2007 (SSI 2007/42;
// the same rules in SSI 2011/399): first stage and quota (rules 45 and 46), election at the quota
// (47), transfer of surpluses, the largest first (48 and 49), exclusion of the last, once no
// surplus is left (50 and 51), and filling of the last vacancies without a further transfer (52).
//
// The last option of Rules.Last follows a ruling on the model rules of the National Union of Students: once elected, it
// stands again with its surplus. So it keeps its papers, holds a seat for each quota of them, and is excluded with the
// votes above.
func (t *transfers) runSTV(r Rules, papers int, d *drawer) {
	quota := r.quotaOf(papers) * t.unit
	for {
		still := t.continuing()
		if len(still) <= r.Seats-len(t.elected) {
			t.elect(still...)
			return
		}
		t.electAt(quota, still)
		if len(t.elected) == r.Seats {
			return
		}
		over := slices.DeleteFunc(slices.Clone(t.elected),
			func(i int) bool { return t.moved[i] || t.votes[i] == quota || i == t.last })
		if len(over) > 0 {
			t.surplus(t.pick(over, ForSurplus, d), quota)
			continue
		}
		out := t.pick(t.continuing(), ForExclusion, d)
		if out == t.last && t.keeps > 0 {
			t.gone[out] = true
			t.surplus(out, t.keeps)
		} else {
			t.exclude(out)
		}
	}
}

// electAt elects the options that reach the quota. The last option stays, and wins a seat for each further quota.
func (t *transfers) electAt(quota int, still []int) {
	var reach []int
	for _, i := range still {
		if i != t.last && t.votes[i] >= quota {
			reach = append(reach, i)
		}
		for i == t.last && t.votes[i]-t.keeps >= quota {
			reach, t.keeps = append(reach, i), t.keeps+quota
		}
	}
	t.elect(reach...)
}

// quotaOf is the Droop quota of rule 46, in whole votes.
func (r Rules) quotaOf(papers int) int { return papers/(r.Seats+1) + 1 }
