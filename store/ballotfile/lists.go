package ballotfile

import (
	"errors"
	"fmt"

	"ostrakon/store/tally"
)

// readLists makes the votes for each list to papers for that list. The lists are the candidates of the contest.
func (l line) readLists(c *Contest) error {
	c.Kind, c.Bar = tally.ByLists, l.Bar
	if len(l.Lists) < 2 || len(l.Lists) > tally.MaxOptions || len(l.Votes) != len(l.Lists) {
		return fmt.Errorf("there must be 2 to %d lists, and votes for each", tally.MaxOptions)
	}
	switch {
	case len(l.Candidates)+len(l.Ballots)+len(l.Lot) > 0:
		return errors.New("a contest has lists and their votes, or candidates and ballots")
	case len(l.Kinds)+len(l.Quotas) > 0:
		return errors.New("kinds and quotas are for candidates, and this contest has lists")
	}
	total := 0
	for i, name := range l.Lists {
		c.Candidates = append(c.Candidates, Candidate{Number: i + 1, Name: name})
		if l.Votes[i] == 0 {
			continue
		}
		p := tally.Paper{Marks: make([]byte, len(l.Lists)), Weight: l.Votes[i]}
		p.Marks[i] = 1
		if err := c.add(&total, p); err != nil {
			return fmt.Errorf("%d votes for %.40q: %w", l.Votes[i], name, err)
		}
	}
	return nil
}

// Lists are the rules by which a method counts the lists of a contest, whose candidates nobody named; nil without
// lists.
func (c *Contest) Lists(m tally.Method) *tally.Lists {
	if c.Kind != tally.ByLists {
		return nil
	}
	l := &tally.Lists{Sizes: make([]int, len(c.Candidates)), Ballot: tally.Closed, Within: tally.ByOrder, Bar: c.Bar,
		Ties: tally.TieLot}
	if t := m.Traits(); t.Quota && t.Step > 0 { // more votes come before the lot: Code du travail, R2314-20
		l.Ties = tally.TieVotes
	}
	return l
}
