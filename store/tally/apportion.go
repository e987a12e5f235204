package tally

import (
	"cmp"
	"slices"
)

// Fraction is an exact number: a numerator, and a denominator above 0.
type Fraction [2]int

// compare is negative where f is the smaller one.
func (f Fraction) compare(other Fraction) int {
	if f[1] == other[1] {
		return cmp.Compare(f[0], other[0]) // the products of remainders would not fit
	}
	return cmp.Compare(f[0]*other[1], other[0]*f[1])
}

// What the number of an award is.
const (
	ByNumber    = "number"    // the list's votes by a divisor: the largest number gets the seat
	ByQuota     = "quota"     // how many quotas the list has
	ByRemainder = "remainder" // the part of a quota that is left to the list
)

// What decides between lists with equal numbers.
const (
	TieVotes = "votes" // more votes
	TieAge   = "age"   // the older of the candidates who are next
	TieLot   = "lot"   // the draw
)

// Award is a seat of a list, with the number that got it.
type Award struct {
	List   int      `json:"list"`   // from 1
	By     string   `json:"by"`     // ByNumber, ByQuota or ByRemainder
	Number Fraction `json:"number"` // not reduced
	Tie    string   `json:"tie"`    // what decided between equal numbers; "" if nothing had to
}

// contender is a list at the apportionment. Its strength is votes by parts.
type contender struct {
	votes, parts int
	room         int // how many seats it can fill
	seats        int // how many it has
}

// apportionment gives seats to lists, one after another. A list without votes or without room gets none, so the seats
// of an exhausted list go to those that follow.
type apportionment struct {
	lists  []contender
	left   int // seats to give
	awards []Award
	step   int                                     // between divisors, which begin with 1; 0: by remainders
	quota  int                                     // votes that the seats share in whole quotas; 0 without quotas
	settle func(tied []int) (list int, tie string) // chooses one of the lists, from 0, that share the last seats
}

// run gives all seats: to whole quotas if there is one, and then to the largest numbers or remainders.
func (a *apportionment) run() {
	seats := a.left
	if a.quota > 0 {
		a.whole(seats)
	}
	if a.step > 0 {
		for a.award(ByNumber, func(int) bool { return true }, a.number) {
		}
	} else if a.quota > 0 {
		a.remainders(seats)
	}
}

// number returns the number of a list for its next seat.
func (a *apportionment) number(c contender) Fraction {
	return nextNumber(c.votes, c.parts, c.seats, a.step)
}

// nextNumber divides the strength of a list, which is votes by parts, by the divisor of the seat after those it has.
func nextNumber(votes, parts, seats, step int) Fraction {
	return Fraction{votes, parts * (seats*step + 1)}
}

// award gives one seat to the list with the largest number, among those that are open. It reports whether any was.
func (a *apportionment) award(by string, open func(list int) bool, number func(contender) Fraction) bool {
	var first []int
	for i, c := range a.lists {
		if c.votes == 0 || c.seats == c.room || !open(i) {
			continue
		}
		order := 1
		if len(first) > 0 {
			order = number(c).compare(number(a.lists[first[0]]))
		}
		switch {
		case order > 0:
			first = []int{i}
		case order == 0:
			first = append(first, i)
		}
	}
	if a.left == 0 || len(first) == 0 {
		return false
	}
	chosen, tie := first[0], ""
	if len(first) > a.left {
		chosen, tie = a.settle(first)
	}
	a.give(chosen, Award{By: by, Number: number(a.lists[chosen]), Tie: tie})
	return true
}

func (a *apportionment) give(list int, award Award) {
	award.List = list + 1
	a.awards = append(a.awards, award)
	a.lists[list].seats++
	a.left--
}

// whole gives each list a seat for each whole quota.
func (a *apportionment) whole(seats int) {
	for i, c := range a.lists {
		quotas := Fraction{c.votes * seats, c.parts * a.quota}
		for range min(quotas[0]/quotas[1], c.room) {
			a.give(i, Award{By: ByQuota, Number: quotas})
		}
	}
}

// remainders gives a seat to each of the largest remainders. If lists are exhausted, it goes through them again.
func (a *apportionment) remainders(seats int) {
	remainder := func(c contender) Fraction { return Fraction{c.votes * seats % a.quota, a.quota} }
	for before := -1; a.left != before; {
		before = a.left
		had := slices.Clone(a.lists)
		once := func(list int) bool { return a.lists[list].seats == had[list].seats }
		for a.award(ByRemainder, once, remainder) {
		}
	}
}
