package ballotfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ostrakon/store/tally"
)

// line is a contest as JSON. Ballots are "TIMES:VOTE": candidate numbers, best first, with ","
// between ranks and "=" between equals, or for each candidate a score from 0 to 5 for stars, or y, n or a for yes, no
// or abstain, or by cumulate the number of marks.
type line struct {
	ID, Title, Method string
	Seats             int
	Threshold         *tally.Threshold
	Last              bool
	Max, Each         int // by cumulate: the marks of a paper, and of one candidate; 0 for as many as seats, or as max
	Candidates        []string
	Ballots           []string
	Lot               []int // of each candidate the place in the drawn order, from 0
	Lists             []string
	Votes             []int    // for each list
	Kinds             []string // of each candidate; "" for none
	Quotas            []tally.KindQuota
	Groups            []string
	Bar               int // per cent of all votes below which a list gets no seat
}

// readLines reads a contest from each line that is not empty.
func readLines(raw []byte) ([]Contest, error) {
	var all []Contest
	number := 0
	for text := range bytes.Lines(raw) {
		number++
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		var l line
		err := json.Unmarshal(text, &l)
		var c Contest
		if err == nil {
			c, err = l.contest()
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		all = append(all, c)
	}
	return all, nil
}

func (l line) contest() (Contest, error) {
	c := Contest{ID: l.ID, Title: l.Title, Method: tally.FindMethod(l.Method), Seats: l.Seats, Lot: l.Lot,
		Threshold: l.Threshold, Last: l.Last, Max: l.Max, Each: l.Each, Groups: l.Groups, Quotas: l.Quotas}
	c.Kind = kindOf(c.Method)
	for _, text := range slices.Concat([]string{l.ID, l.Title}, l.Groups, l.Candidates, l.Lists, l.Kinds) {
		if err := checkText(text); err != nil {
			return c, err
		}
	}
	if len(l.Lists) > 0 {
		return c, l.readLists(&c)
	}
	if c.Threshold != nil && c.Threshold.Of == tally.OfElectorate {
		return c, errors.New("a threshold of the electorate needs an electoral roll")
	}
	if len(l.Candidates) < 1 || len(l.Candidates) > tally.MaxOptions {
		return c, fmt.Errorf("there must be 1 to %d candidates", tally.MaxOptions)
	}
	for i, name := range l.Candidates {
		c.Candidates = append(c.Candidates, Candidate{Number: i + 1, Name: name})
	}
	if err := c.setKinds(l.Kinds); err != nil {
		return c, err
	}
	if places := slices.Sorted(slices.Values(l.Lot)); l.Lot != nil {
		for i := range c.Candidates {
			if len(places) != len(c.Candidates) || places[i] != i {
				return c, errors.New("lot must have each place from 0 once, one for each candidate")
			}
		}
	}
	total := 0
	for _, ballot := range l.Ballots {
		p, err := c.paper(ballot)
		if err == nil {
			err = c.add(&total, p)
		}
		if err != nil {
			return c, fmt.Errorf("ballot %.40q: %w", ballot, err)
		}
	}
	return c, nil
}

// paper reads "TIMES:VOTE".
func (c *Contest) paper(ballot string) (tally.Paper, error) {
	times, vote, found := strings.Cut(ballot, ":")
	weight, err := strconv.Atoi(times)
	p := tally.Paper{Marks: make([]byte, len(c.Candidates)), Weight: weight}
	if !found || err != nil {
		return p, errors.New("it must be TIMES:VOTE")
	}
	if vote == "" {
		return p, nil
	}
	places := strings.Split(vote, ",")
	if c.Kind == tally.Amounts {
		return p, readAmounts(places, p.Marks)
	}
	if known, is := map[tally.Marks]string{tally.Stars: "012345", tally.YesNo: "yna"}[c.Kind]; is {
		if len(places) != len(p.Marks) {
			return p, errors.New("it must have one for each candidate")
		}
		for i, place := range places {
			at := strings.Index(known, place)
			if len(place) != 1 || at < 0 {
				return p, fmt.Errorf("%.40q is none of %s", place, known)
			}
			p.Marks[i] = byte(at + 1)
		}
		return p, nil
	}
	for rank, equals := range places {
		for number := range strings.SplitSeq(equals, "=") {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > len(p.Marks) || p.Marks[n-1] != 0 {
				return p, fmt.Errorf("%.40q must be a candidate's number, and each only once", number)
			}
			p.Marks[n-1] = byte(rank + 1)
		}
	}
	return p, nil
}

// readAmounts reads how many marks each candidate has.
func readAmounts(places []string, marks []byte) error {
	if len(places) != len(marks) {
		return errors.New("it must have one for each candidate")
	}
	for i, place := range places {
		n, err := strconv.ParseUint(place, 10, 8)
		if err != nil {
			return fmt.Errorf("%.40q is no number of marks", place)
		}
		marks[i] = byte(n)
	}
	return nil
}
