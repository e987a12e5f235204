package tally

import "slices"

// Limits: the highest bar of lists, in per cent, and the marks of a paper, of which two digits are sent.
const (
	maxBar   = 50
	maxMarks = 99
)

// mostOfLists are the limits of Max: one list, or marks.
func (r Rules) mostOfLists() [2]int {
	if r.Lists != nil && r.Lists.Ballot == Free {
		return [2]int{1, maxMarks}
	}
	return [2]int{1, 1}
}

// checkLists reports the first rule of lists that does not fit the method. For a member with several values, the limits
// are 0, 0.
func (r Rules) checkLists(t Traits) error {
	l := r.Lists
	if l == nil || t.Marks != ByLists {
		if (l != nil) != (t.Marks == ByLists) {
			return &RuleFault{Field: "lists"}
		}
		return nil
	}
	averages := t.Averages()
	sum := 0
	for _, size := range l.Sizes {
		if size < 0 || size > MaxListOptions {
			return &RuleFault{Field: "sizes"}
		}
		sum += size
	}
	named := sum > 0
	seats, bar, least := MaxListOptions, maxBar, r.Seats
	if named {
		seats = sum
	}
	if averages {
		bar = 0
	}
	if t.Quota {
		least = 0
	}
	for _, f := range []struct {
		field        string
		is, min, max int
	}{
		{"lists", len(l.Sizes), 2, MaxOptions}, {"options", r.Options, len(l.Sizes) + sum, len(l.Sizes) + sum},
		{"seats", r.Seats, 1, seats}, {"bar", l.Bar, 0, bar},
		{"least", l.Least, 0, least}, {"minority", len(l.Minority), min(l.Least, 1), min(l.Least, 1) * sum},
	} {
		if f.is < f.min || f.is > f.max {
			return &RuleFault{f.field, f.min, f.max}
		}
	}
	switch {
	case named && slices.Min(l.Sizes) < 1 || !named && l.Ballot != Closed:
		return &RuleFault{Field: "sizes"}
	case l.Ballot != Closed && (l.Ballot != Free || averages) && (l.Ballot != Erasures || !averages):
		return &RuleFault{Field: "ballot"}
	case l.Within != ByOrder && (l.Within != ByMost || l.Ballot == Closed):
		return &RuleFault{Field: "within"}
	case l.Ties != TieVotes && (l.Ties != TieLot || averages):
		return &RuleFault{Field: "ties"}
	case l.Age != nil && (len(l.Age) != sum || !l.candidates(slices.Sorted(slices.Values(l.Age)), r.Options)):
		return &RuleFault{Field: "age"}
	case !l.candidates(l.Minority, r.Options):
		return &RuleFault{Field: "minority"}
	}
	return nil
}

// candidates reports whether numbers are options that are candidates, ascending and each once.
func (l *Lists) candidates(numbers []int, options int) bool {
	for i, n := range numbers {
		if n <= len(l.Sizes) || n > options || i > 0 && n <= numbers[i-1] {
			return false
		}
	}
	return true
}

// judgeLists judges marks of a paper with lists. Closed: 1 for a list. Erasures: 1 for a list, and for each of its
// candidates that is not erased. Free: marks for candidates, up to Each; and for one list those that are left of Max.
func (r Rules) judgeLists(marks []byte) Fault {
	if len(marks) != r.Options {
		return BadMark
	}
	lists, sum, marked := marks[:len(r.Lists.Sizes)], 0, 0
	for _, m := range marks {
		sum += int(m)
	}
	top := 1
	if r.Lists.Ballot == Free {
		top = r.Each
	}
	for _, m := range lists {
		marked += min(int(m), 1)
	}
	for _, m := range marks[len(lists):] {
		if int(m) > top {
			return BadMark
		}
	}
	switch {
	case sum == 0 && r.Min > 0:
		return TooFew
	case marked > 1:
		return TooMany
	case sum == 0:
		return NoFault
	case r.Lists.Ballot == Free:
		if sum > r.Max {
			return TooMany
		}
		if marked > 0 && sum < r.Max {
			return TooFew
		}
		return NoFault
	}
	return r.judgeOneList(marks)
}

// judgeOneList judges marks, some of which are made, of a paper that is for one list.
func (r Rules) judgeOneList(marks []byte) Fault {
	list, option, kept := slices.Index(marks[:len(r.Lists.Sizes)], 1), len(r.Lists.Sizes), 0
	if list < 0 {
		return BadMark
	}
	for i, size := range r.Lists.Sizes {
		for _, m := range marks[option : option+size] {
			if m > 0 && (i != list || r.Lists.Ballot == Closed) {
				return BadMark
			}
			kept += int(m)
		}
		option += size
	}
	if r.Lists.Ballot == Erasures && kept == 0 {
		return TooFew
	}
	return NoFault
}

// checkListVotes refuses votes that no papers with lists can have.
func (r Rules) checkListVotes(e Evidence) error {
	lists, option, all := 0, len(r.Lists.Sizes), 0
	for i, size := range r.Lists.Sizes {
		votes, most := e.Votes[i], e.Papers
		sum := 0
		switch r.Lists.Ballot {
		case Closed:
			most = 0
		case Erasures:
			most = votes
		case Free:
			most = e.Papers * r.Each
		}
		for n, v := range e.Votes[option : option+size] {
			if v < 0 || v > most {
				return refuse("%d votes for candidate %d of list %d", v, n+1, i+1)
			}
			sum += v
		}
		if votes < 0 || votes > e.Papers*r.Max || r.Lists.Ballot == Erasures && sum < votes {
			return refuse("%d votes for list %d on %d papers, and %d for its candidates", votes, i+1, e.Papers, sum)
		}
		option += size
		lists += votes
		all += votes + sum
	}
	if r.Lists.Ballot != Free && lists != e.Papers || r.Lists.Ballot == Free && (all < e.Papers || all > e.Papers*r.Max) {
		return refuse("%d votes for lists, and %d in all, on %d papers", lists, all, e.Papers)
	}
	return nil
}
