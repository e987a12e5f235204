package tally

import "slices"

// minority gives seats to candidates of the gender in the minority until it has its least number of them: WO BetrVG
// § 15(5). The person of the other gender with the lowest number makes way for the next one of the minority on the same
// list (no. 1). If there is none, the seat goes to the list with the next number that has one (no. 2). If no list has,
// the seat stays (no. 5).
func (c *listCount) minority() {
	numbers := slices.Clone(c.lists) // how many numbers of each list have a seat, or had one
	for c.minorities() < c.Least {
		last := c.lowest()
		if last < 0 {
			return
		}
		s := &c.seats[last]
		move := Move{From: s.list + 1, Out: s.candidate + 1, To: s.list + 1, Number: s.number}
		in := c.free(s.list)
		if in < 0 {
			to := c.following(numbers)
			if to < 0 {
				return
			}
			in = c.free(to)
			s.list, s.number = to, c.number(numbers[to])
			numbers[to].seats++
			move.To, move.Number = to+1, s.number
		}
		s.candidate, move.In = in, in+1
		c.moves = append(c.moves, move)
	}
}

// isMinority reports whether a candidate is of the gender in the minority.
func (c *listCount) isMinority(candidate int) bool { return slices.Contains(c.Minority, candidate+1) }

// minorities is how many seats the minority has.
func (c *listCount) minorities() int {
	n := 0
	for _, s := range c.seats {
		if c.isMinority(s.candidate) {
			n++
		}
	}
	return n
}

// lowest is the seat with the lowest number that is not the minority's, or -1. The lot decides between equal numbers.
func (c *listCount) lowest() int {
	seats, lists := []int{}, []int{}
	for i, s := range c.seats {
		if c.isMinority(s.candidate) {
			continue
		}
		order := -1
		if len(seats) > 0 {
			order = s.number.compare(c.seats[seats[0]].number)
		}
		if order < 0 {
			seats, lists = nil, nil
		}
		if order <= 0 {
			seats, lists = append(seats, i), append(lists, s.list)
		}
	}
	switch len(seats) {
	case 0:
		return -1
	case 1:
		return seats[0]
	}
	return seats[slices.Index(lists, c.d.choose(0, ForExclusion, lists))]
}

// free is the next candidate of the minority on a list who has no seat, or -1.
func (c *listCount) free(list int) int {
	seated := func(candidate int) bool {
		return slices.ContainsFunc(c.seats, func(s listSeat) bool { return s.candidate == candidate })
	}
	at := slices.IndexFunc(c.candidates[list], func(candidate int) bool {
		return c.isMinority(candidate) && !seated(candidate)
	})
	if at < 0 {
		return -1
	}
	return c.candidates[list][at]
}

// following is the list with the largest number that has no seat yet, among those with a free candidate of the
// minority, or -1. The lot decides between equal numbers.
func (c *listCount) following(numbers []contender) int {
	var first []int
	for i, list := range numbers {
		if list.votes == 0 || c.free(i) < 0 {
			continue
		}
		order := 1
		if len(first) > 0 {
			order = c.number(list).compare(c.number(numbers[first[0]]))
		}
		if order > 0 {
			first = nil
		}
		if order >= 0 {
			first = append(first, i)
		}
	}
	switch len(first) {
	case 0:
		return -1
	case 1:
		return first[0]
	}
	return c.d.choose(0, ForSeat, first)
}
