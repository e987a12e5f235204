package tally

import (
	"errors"
	"fmt"
	"slices"
)

// ErrEvidence is wrapped by the errors about evidence that no papers can give.
var ErrEvidence = errors.New("no papers give this evidence")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrEvidence, fmt.Sprintf(format, args...))
}

// checkEvidence refuses totals that no set of valid papers can have. After it, no sum or product overflows.
func (r Rules) checkEvidence(e Evidence, b Base) error {
	if e.Papers < 0 || e.Blank < 0 || e.Papers > MaxPapers || e.Blank > MaxPapers-e.Papers {
		return refuse("%d papers and %d blank ones", e.Papers, e.Blank)
	}
	bases := []int{b.Cast, b.CastPeople, b.Electorate, b.ElectoratePeople}
	if slices.Min(bases) < 0 || slices.Max(bases) > MaxPapers {
		return refuse("papers cast and an electorate of %d", bases)
	}
	if r.Min > 0 && e.Blank > 0 {
		return refuse("%d blank papers where a mark is required", e.Blank)
	}
	by := r.Method.Traits().By
	stars, pairs, yesNo := by == ByStars, by == ByStars || by == ByPairs, by == ByYesNo
	for _, l := range []struct {
		name string
		is   int
		has  bool
	}{
		{"votes", len(e.Votes), by == ByVotes || yesNo}, {"people", len(e.People), r.PeopleThreshold != nil},
		{"against", len(e.Against), yesNo}, {"stars", len(e.Stars), stars},
		{"fives", len(e.Fives), stars}, {"prefers", len(e.Prefers), pairs},
	} {
		if l.has && l.is != r.Options || !l.has && l.is != 0 {
			return refuse("%d numbers of %s", l.is, l.name)
		}
	}
	if by != ByTransfers && (len(e.Used) > 0 || e.Decided != "") {
		return refuse("used papers in a count without transfers")
	}
	switch by {
	case ByTransfers:
		return r.checkUsed(e)
	case ByVotes:
		return r.checkVotes(e)
	case ByYesNo:
		return checkYesNo(e)
	}
	return r.checkPairs(e)
}

func (r Rules) checkVotes(e Evidence) error {
	if r.Lists != nil {
		return r.checkListVotes(e)
	}
	sum, each := 0, max(1, r.Each)
	for i, v := range e.Votes {
		if v < 0 || v > e.Papers*each {
			return refuse("%d votes for %d on %d papers", v, i+1, e.Papers)
		}
		sum += v
	}
	if sum < e.Papers*max(r.Min, 1) || sum > e.Papers*r.Max {
		return refuse("%d votes on %d papers of %d to %d", sum, e.Papers, max(r.Min, 1), r.Max)
	}
	return checkPeople(e)
}

func checkYesNo(e Evidence) error {
	for i, yes := range e.Votes {
		if no := e.Against[i]; yes < 0 || no < 0 || yes > e.Papers || no > e.Papers-yes {
			return refuse("%d yes and %d no for %d on %d papers", yes, no, i+1, e.Papers)
		}
	}
	return nil
}

func (r Rules) checkPairs(e Evidence) error {
	for i := range e.Stars {
		stars, fives := e.Stars[i], e.Fives[i]
		if stars < 0 || stars > 5*e.Papers || fives < 0 || fives > stars/5 {
			return refuse("%d stars and %d times five for %d on %d papers", stars, fives, i+1, e.Papers)
		}
	}
	for a, row := range e.Prefers {
		if len(row) != r.Options {
			return refuse("%d pairs of %d", len(row), a+1)
		}
		for b, n := range row {
			if n < 0 || n > e.Papers || a == b && n != 0 || b < a && n > e.Papers-e.Prefers[b][a] {
				return refuse("%d papers of %d put %d above %d", n, e.Papers, a+1, b+1)
			}
		}
	}
	return nil
}

func (r Rules) checkUsed(e Evidence) error {
	left := e.Papers
	for i, u := range e.Used {
		if u.Weight < 1 || u.Weight > left {
			return refuse("used papers of weight %d of %d", u.Weight, left)
		}
		left -= u.Weight
		if len(u.Options) == 0 || len(u.Options) > r.Max || i > 0 && slices.Compare(e.Used[i-1].Options, u.Options) >= 0 {
			return refuse("used papers %v are not in order", u.Options)
		}
		seen := make([]bool, r.Options)
		for _, o := range u.Options {
			if o < 1 || o > r.Options || seen[o-1] {
				return refuse("used papers %v", u.Options)
			}
			seen[o-1] = true
		}
	}
	if left != 0 {
		return refuse("no used papers for a weight of %d", left)
	}
	if !e.Decided.known() {
		return refuse("a draw that decided %q", e.Decided)
	}
	return nil
}
