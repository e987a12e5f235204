package ballotfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"ostrakon/store/input"
	"ostrakon/store/tally"
)

// Limits of a file.
const (
	MaxBytes = 16 << 20
	maxLines = 1_000_000 // lines of papers
	maxName  = 500       // bytes of a name or title
)

// Candidate is somebody who stands. Number is the one in the file, where a smaller one may have withdrawn.
type Candidate struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Kind   string `json:"kind,omitempty"` // the candidate takes part in the quota of this kind
}

// Contest is an election in a file.
type Contest struct {
	ID, Title  string
	Method     tally.Method // as the file says: tally.DefaultBLT for BLT
	Seats      int
	Candidates []Candidate // at most tally.MaxOptions; too few are left for an election where others have withdrawn
	Lot        []int       // of each candidate the place in the drawn order, from 0; nil if the file has none
	Threshold  *tally.Threshold
	Groups     []string          // of the people who vote here; empty for all
	Quotas     []tally.KindQuota // of kinds of candidates
	Max, Each  int               // see line
	Last       bool              // the last candidate is none, see tally.Rules
	// Papers with a mark of a kind for each candidate: of ranks from 1 without a gap, of stars, or of yes and no. With
	// lists, these are the candidates, and each paper is for one.
	Papers []tally.Paper
	Kind   tally.Marks
	Bar    int // of lists: per cent of all votes below which one gets no seat
}

// Read reads all contests of a file: JSON lines if it begins with a brace, else BLT. Errors name the line.
func Read(raw []byte) ([]Contest, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	switch {
	case len(raw) > MaxBytes:
		return nil, fmt.Errorf("the file is larger than %d bytes", MaxBytes)
	case !utf8.Valid(raw):
		return nil, errors.New("the file is not UTF-8 text")
	case bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")):
		return readLines(raw)
	}
	c, err := readBLT(string(raw))
	if err != nil {
		return nil, err
	}
	return []Contest{c}, nil
}

// Marks are the papers as a method reads them, and the weight of those that it cannot read.
//
//   - Where ranks must differ, a ranking ends before the first rank with several candidates.
//   - Choices of one read the first rank, which must have one candidate; other choices read all ranked
//     candidates as marked.
//   - Stars need scores, yes and no need answers, amounts need numbers, and all other marks need ranks.
//
// A paper that ranks nobody is blank.
func (c *Contest) Marks(r tally.Rules) (papers []tally.Paper, invalid int, err error) {
	traits := r.Method.Traits()
	if c.Kind != kindOf(r.Method) {
		return nil, 0, fmt.Errorf("%s cannot count these papers: star needs scores, confirm answers, cumulate marks, "+
			"lists methods of their own, other methods rankings", r.Method)
	}
	for _, p := range c.Papers {
		marks := reading(traits, p.Marks)
		if r.Valid(marks) != tally.NoFault || r.Blank(marks) && !r.Blank(p.Marks) {
			invalid += p.Weight
			continue
		}
		papers = append(papers, tally.Paper{Marks: marks, Weight: p.Weight})
	}
	return papers, invalid, nil
}

// kindOf is the kind of marks that a method reads.
func kindOf(m tally.Method) tally.Marks {
	if traits := m.Traits(); traits.Whole() || traits.Marks == tally.ByLists || traits.Marks == tally.Amounts {
		return traits.Marks
	}
	return tally.Ranks
}

// reading is a paper as a method reads it.
func reading(t tally.Traits, ranks []byte) []byte {
	marks := bytes.Clone(ranks)
	last := byte(0) // the last rank before the first with several candidates
	for n := 1; n == 1; {
		last++
		n = bytes.Count(ranks, []byte{last})
	}
	for i, rank := range ranks {
		switch {
		case t.Marks == tally.Ranks && !t.Equal && rank >= last, t.Most == tally.MostOne && rank != 1:
			marks[i] = 0
		case t.Marks == tally.Choices:
			marks[i] = min(rank, 1)
		}
	}
	return marks
}

// checkText refuses a name or title that is too long, would upset a terminal or could look like another one.
func checkText(text string) error {
	switch {
	case len(text) > maxName || strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("the name %.40q is longer than %d bytes or has control characters", text, maxName)
	case strings.ContainsFunc(text, input.Misleading):
		return fmt.Errorf("the name %.40q has characters that are invisible or turn the direction of writing", text)
	}
	return nil
}

// add adds a paper and checks the total.
func (c *Contest) add(total *int, p tally.Paper) error {
	if p.Weight < 1 || p.Weight > tally.MaxPapers-*total || len(c.Papers) == maxLines {
		return fmt.Errorf("a paper must count at least once; a file may have %d lines of papers, and %d papers in all",
			maxLines, tally.MaxPapers)
	}
	*total += p.Weight
	c.Papers = append(c.Papers, p)
	return nil
}
