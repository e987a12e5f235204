package tally

import (
	"math"
	"slices"
)

// ListBallot names the marks that a paper of a question with lists may have.
type ListBallot string

// The ballots of lists.
const (
	Closed   ListBallot = "closed"   // one list
	Erasures ListBallot = "erasures" // one list, without the candidates that the paper erases
	Free     ListBallot = "free"     // marks for candidates of any list; a list that is marked gets those that are left
)

// Within says who of a list is elected.
type Within string

// Who of a list is elected.
const (
	ByOrder Within = "order" // the first candidates
	ByMost  Within = "votes" // those with the most votes; of equal ones, the first
)

// Lists are the lists of a question. Its options are the lists, then the candidates of the first list in their order,
// those of the second, and so on.
type Lists struct {
	Sizes  []int      `json:"sizes"` // how many candidates each list has; all 0 if nobody named them
	Ballot ListBallot `json:"ballot"`
	Within Within     `json:"within"`
	Bar    int        `json:"bar,omitempty"` // per cent of all votes below which a list gets no seat
	Ties   string     `json:"ties"`          // TieLot; or TieVotes, and then the lot
	Age    []int      `json:"age,omitempty"` // all candidates, the oldest first: the older one before the lot
	// The gender in the minority: its candidates, ascending, and how many seats it has at least.
	Minority []int `json:"minority,omitempty"`
	Least    int   `json:"least,omitempty"`
}

// Allocation is how lists got their seats, and who has them.
type Allocation struct {
	Lists  []ListSeats `json:"lists"`
	Awards []Award     `json:"awards"` // in the order in which the seats were given
	Moves  []Move      `json:"moves"`  // what gave the minority its seats
}

// ListSeats are the seats of a list. Its strength is Votes by Parts.
type ListSeats struct {
	Votes   int   `json:"votes"`
	Parts   int   `json:"parts"`
	Barred  bool  `json:"barred"`  // it missed the bar
	Seats   int   `json:"seats"`   // after the moves
	Elected []int `json:"elected"` // options from 1, ascending; empty if nobody named the candidates
}

// Next returns the number that the list has for one more seat, by a method with a step between divisors.
func (l ListSeats) Next(step int) Fraction { return nextNumber(l.Votes, l.Parts, l.Seats, step) }

// Move replaces somebody elected by a candidate of the minority: WO BetrVG § 15(5). If From and To differ, the seat
// goes from one list to another.
type Move struct {
	From   int      `json:"from"` // list, from 1
	Out    int      `json:"out"`  // option, from 1
	To     int      `json:"to"`
	In     int      `json:"in"`
	Number Fraction `json:"number"` // of the seat if the list keeps it, or the next one of the list that gets it
}

// listSeat is a seat that somebody has.
type listSeat struct {
	list, candidate int // from 0; candidate is -1 if nobody named the candidates
	number          Fraction
}

// listCount counts a question with lists. It numbers lists and options from 0.
type listCount struct {
	*Lists
	*apportionment
	votes      []int   // for each option
	candidates [][]int // of each list, those who are elected first in front
	d          *drawer
	seats      []listSeat // in the order of the awards
	moves      []Move
}

// allocate gives the seats to the lists, and the seats of each list to its candidates; papers is the weight of papers
// that are not blank. It also returns the seats in the order of the awards, as the minority leaves them.
func (l *Lists) allocate(step int, quota bool, seats, papers int, votes []int, d *drawer) (Allocation, []listSeat) {
	c := &listCount{Lists: l, votes: votes, candidates: make([][]int, len(l.Sizes)), d: d, moves: []Move{}}
	c.apportionment = &apportionment{left: seats, awards: []Award{}, step: step, settle: c.settle}
	sum, option := 0, len(l.Sizes)
	for i, size := range l.Sizes {
		for range size {
			c.candidates[i] = append(c.candidates[i], option)
			option++
		}
		c.order(i)
		c.lists = append(c.lists, c.contender(i))
		sum += c.lists[i].votes
	}
	given := Allocation{Lists: make([]ListSeats, len(l.Sizes))}
	for i := range c.lists {
		list := &c.lists[i]
		given.Lists[i] = ListSeats{Votes: list.votes, Parts: list.parts, Elected: []int{}}
		if list.votes*100 < sum*l.Bar {
			given.Lists[i].Barred = true
			list.votes = 0
		} else if quota {
			c.quota += list.votes
		}
	}
	if quota && step > 0 {
		c.quota = papers
	}
	c.run()
	c.seat()
	c.minority()
	for _, s := range c.seats {
		list := &given.Lists[s.list]
		list.Seats++
		if s.candidate >= 0 {
			list.Elected = append(list.Elected, s.candidate+1)
		}
	}
	for _, list := range given.Lists {
		slices.Sort(list.Elected)
	}
	given.Awards, given.Moves = c.awards, c.moves
	return given, c.seats
}

// countLists returns the count of a method for lists: it has a step between divisors, whole quotas first, or both.
func countLists(step int, quota bool) func(r Rules, o *Outcome, lot []int) {
	return func(r Rules, o *Outcome, lot []int) {
		o.Draws, o.Decided = drawn(lot, func(d *drawer) []int {
			given, seats := r.Lists.allocate(step, quota, r.Seats, o.Papers, o.Votes, d)
			var elected []int
			for _, s := range seats {
				elected = append(elected, max(s.candidate, s.list)+1)
			}
			if d.forced < 0 {
				o.Allocation = &given
				if !r.Lists.unnamed() {
					o.Elected = copied(elected)
				}
			}
			return elected
		})
		switch {
		case o.Papers == 0:
			o.Ending = NoVotes
		case len(o.Allocation.Awards) == 0:
			o.Ending = NoMajority
		}
	}
}

// unnamed reports whether nobody named the candidates.
func (l *Lists) unnamed() bool { return slices.Max(l.Sizes) == 0 }

// contender is a list before it has seats. With erasures its strength is the average of its candidates' votes: Code du
// travail, R2314-19.
func (c *listCount) contender(list int) contender {
	of := contender{votes: c.votes[list], parts: 1, room: len(c.candidates[list])}
	if of.room == 0 {
		of.room = math.MaxInt
	}
	switch c.Ballot {
	case Erasures:
		of.votes, of.parts = 0, len(c.candidates[list])
		fallthrough
	case Free:
		for _, candidate := range c.candidates[list] {
			of.votes += c.votes[candidate]
		}
	}
	return of
}

// order puts those in front who are elected first. Of equal votes, the first on the list is. Fewer erasures of a
// candidate than a tenth of the list's papers do not count: Code du travail, L2314-29.
func (c *listCount) order(list int) {
	if c.Within == ByOrder {
		return
	}
	counted := func(candidate int) int {
		votes, papers := c.votes[candidate], c.votes[list]
		if c.Ballot == Erasures && (papers-votes)*10 < papers {
			return papers
		}
		return votes
	}
	slices.SortStableFunc(c.candidates[list], func(a, b int) int { return counted(b) - counted(a) })
}

// settle chooses between lists with equal numbers: by votes, by the age of the candidates who are next, by lot.
func (c *listCount) settle(tied []int) (int, string) {
	if c.Ties == TieVotes {
		strength := func(list int) Fraction { return Fraction{c.lists[list].votes, c.lists[list].parts} }
		first := slices.MaxFunc(tied, func(a, b int) int { return strength(a).compare(strength(b)) })
		tied = slices.DeleteFunc(tied, func(list int) bool { return strength(list).compare(strength(first)) < 0 })
		if len(tied) == 1 {
			return first, TieVotes
		}
	}
	if c.Age != nil {
		age := func(list int) int { return slices.Index(c.Age, c.candidates[list][c.lists[list].seats]+1) }
		return slices.MinFunc(tied, func(a, b int) int { return age(a) - age(b) }), TieAge
	}
	return c.d.choose(0, ForSeat, tied), TieLot
}

// seat gives each awarded seat to the next candidate of its list.
func (c *listCount) seat() {
	next := make([]int, len(c.lists))
	for _, a := range c.awards {
		s := listSeat{list: a.List - 1, candidate: -1, number: a.Number}
		if all := c.candidates[s.list]; len(all) > 0 {
			s.candidate = all[next[s.list]]
			next[s.list]++
		}
		c.seats = append(c.seats, s)
	}
}
