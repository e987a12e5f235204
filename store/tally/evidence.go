package tally

import (
	"maps"
	"slices"
)

// MaxPapers bounds an election's weight: a sum of stars fits 36 bits, an amount of stv in 1/100000 fits 50.
const MaxPapers = 10_000_000_000

// Paper is one voter's marks of a question, one byte an option, and its weight of 1 or more.
type Paper struct {
	Marks  []byte
	Weight int
}

// Base has the totals that a threshold may be a part of, as weights and as people.
type Base struct {
	Cast, CastPeople             int // all papers, also invalid ones
	Electorate, ElectoratePeople int // 0 without a frozen electoral roll
}

// Used is what the count used of equal papers: the options that held them, in order, numbered from 1.
type Used struct {
	Weight  int
	Options []int
}

// Evidence is what a count needs and publishes of a question's papers. Members for other counts are empty.
type Evidence struct {
	Papers  int         // weight of valid papers that are not blank
	Blank   int         // weight of blank papers
	Votes   []int       // ByVotes: a number for each option; ByYesNo: the weight of yes
	People  []int       // with a PeopleThreshold: how many papers are for each option
	Against []int       // ByYesNo: the weight of no for each option
	Stars   []int       // ByStars: a sum for each option
	Fives   []int       // ByStars: weight of papers that give the option five stars
	Prefers [][]int     // ByPairs and ByStars: [a][b] is the weight of papers that put a above b
	Used    []Used      // ByTransfers: sorted by Options, a prefix first, each once
	Decided DrawDecided // ByTransfers: whether a draw decided who was elected; only whole papers tell
}

// Evidence counts what is published of papers, which must be valid by rules that Check accepts, and weigh at most
// MaxPapers together. lot[i] is the place of option i+1 in the draw, from 0; only ByTransfers uses it.
func (r Rules) Evidence(papers []Paper, lot []int) Evidence {
	e, _ := r.Columns(papers, nil, lot)
	return e
}

// totals counts what papers show alone, whatever is counted with them, and returns those that are not blank.
func (r Rules) totals(papers []Paper) (e Evidence, marked []Paper) {
	marked = make([]Paper, 0, len(papers))
	for _, p := range papers {
		if r.Blank(p.Marks) {
			e.Blank += p.Weight
		} else {
			e.Papers += p.Weight
			marked = append(marked, p)
		}
	}
	switch r.Method.Traits().By {
	case ByStars:
		e.Stars, e.Fives = r.starsOf(marked)
		fallthrough
	case ByPairs:
		e.Prefers = r.prefersOf(marked)
	case ByYesNo:
		e.Votes, e.Against = yesNoOf(marked, r.Options)
	case ByVotes:
		e.Votes = make([]int, r.Options)
		for _, p := range marked {
			for i, m := range p.Marks {
				e.Votes[i] += int(m) * p.Weight
			}
		}
		e.People = r.peopleOf(marked)
	}
	return e, marked
}

func yesNoOf(papers []Paper, options int) (yes, no []int) {
	yes, no = make([]int, options), make([]int, options)
	for _, p := range papers {
		for i, m := range p.Marks {
			switch m {
			case 1:
				yes[i] += p.Weight
			case 2:
				no[i] += p.Weight
			}
		}
	}
	return yes, no
}

func (r Rules) starsOf(papers []Paper) (stars, fives []int) {
	stars, fives = make([]int, r.Options), make([]int, r.Options)
	for _, p := range papers {
		for i, m := range p.Marks {
			stars[i] += (int(m) - 1) * p.Weight
			if m == 6 {
				fives[i] += p.Weight
			}
		}
	}
	return stars, fives
}

// prefersOf compares all pairs of options. Unranked options are equal and below all ranked ones.
func (r Rules) prefersOf(papers []Paper) [][]int {
	prefers, ranked := squares(r.Options), r.Method.Traits().Marks == Ranks
	for _, p := range papers {
		for a, of := range p.Marks {
			for b, other := range p.Marks {
				above := of > other // stars
				if ranked {
					above = of > 0 && (other == 0 || of < other)
				}
				if above {
					prefers[a][b] += p.Weight
				}
			}
		}
	}
	return prefers
}

// holdings counts whole papers, and says which options held them and whether a draw decided.
func (r Rules) holdings(papers []Paper, total int, lot []int) holdings {
	h := holdings{make(map[string][]int), DrawNo}
	if total == 0 {
		return h
	}
	piles := pilesOf(papers)
	_, h.decided = drawn(lot, func(d *drawer) []int {
		once := r.transfer(piles, total, d)
		if d.forced < 0 {
			for i, p := range piles {
				h.held[string(p.prefs)] = once.used[i]
			}
			d.idle = once.idle
		}
		return once.elected
	})
	return h
}

// pilesOf groups papers with the same ranking.
func pilesOf(papers []Paper) []pile {
	weights := make(map[string]int)
	for _, p := range papers {
		weights[string(p.Marks)] += p.Weight
	}
	piles := make([]pile, 0, len(weights))
	for _, marks := range slices.Sorted(maps.Keys(weights)) {
		var prefs []byte
		for rank := byte(1); ; rank++ {
			i := slices.Index([]byte(marks), rank)
			if i < 0 {
				break
			}
			prefs = append(prefs, byte(i))
		}
		piles = append(piles, pile{weights[marks], prefs})
	}
	return piles
}
