package tally

import (
	"cmp"
	"slices"
)

// Columns counts what is published of papers that came in two ways and are counted together: the evidence of each way,
// whose Sum is that of all papers. It takes papers as Evidence does.
func (r Rules) Columns(online, paper []Paper, lot []int) (a, b Evidence) {
	a, markedOnline := r.totals(online)
	b, markedPaper := r.totals(paper)
	if r.Method.Traits().By != ByTransfers {
		return a, b
	}
	used := r.holdings(slices.Concat(markedOnline, markedPaper), a.Papers+b.Papers, lot)
	a.Used, a.Decided = used.of(markedOnline)
	b.Used, b.Decided = used.of(markedPaper)
	return a, b
}

// holdings are the options that held papers in a count, by the preferences on the papers, and whether a draw decided.
type holdings struct {
	held    map[string][]int
	decided DrawDecided
}

// of is what the count used of some of its papers. Where there are none, no draw decides.
func (h holdings) of(papers []Paper) ([]Used, DrawDecided) {
	if len(papers) == 0 {
		return nil, DrawNo
	}
	piles := pilesOf(papers)
	used := make([]Used, len(piles))
	for i, p := range piles {
		used[i] = Used{p.weight, h.held[string(p.prefs)]}
	}
	return joined(used), h.decided
}

// joined sorts used papers by their options, and joins those with the same.
func joined(used []Used) []Used {
	slices.SortFunc(used, func(a, b Used) int { return slices.Compare(a.Options, b.Options) })
	all := used[:0]
	for _, u := range used {
		if last := len(all) - 1; last >= 0 && slices.Equal(all[last].Options, u.Options) {
			all[last].Weight += u.Weight
		} else {
			all = append(all, u)
		}
	}
	return slices.Clip(all)
}

// Sum adds the evidence of papers that came in two ways. Each must be evidence of its own papers; where there are
// papers of both, both say whether a draw decided. Errors: ErrEvidence.
func (r Rules) Sum(a, b Evidence) (Evidence, error) {
	for _, e := range []Evidence{a, b} {
		if err := r.checkEvidence(e, Base{}); err != nil {
			return Evidence{}, err
		}
		if e.Papers == 0 && cmp.Or(e.Decided, DrawNo) != DrawNo {
			return Evidence{}, refuse("a draw that decided %q without papers", e.Decided)
		}
	}
	if a.Papers > 0 && b.Papers > 0 && a.Decided != b.Decided {
		return Evidence{}, refuse("a draw that decided both %q and %q", a.Decided, b.Decided)
	}
	sum := Evidence{
		Papers: a.Papers + b.Papers, Blank: a.Blank + b.Blank, Votes: added(a.Votes, b.Votes),
		People:  added(a.People, b.People),
		Against: added(a.Against, b.Against), Stars: added(a.Stars, b.Stars), Fives: added(a.Fives, b.Fives),
		Used: joined(slices.Concat(a.Used, b.Used)), Decided: a.Decided,
	}
	if a.Papers == 0 {
		sum.Decided = b.Decided
	}
	for i, row := range a.Prefers {
		sum.Prefers = append(sum.Prefers, added(row, b.Prefers[i]))
	}
	return sum, nil
}

// added are the sums of numbers in the same places.
func added(a, b []int) []int {
	sums := slices.Clone(a)
	for i, n := range b {
		sums[i] += n
	}
	return sums
}
