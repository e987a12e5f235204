package store

import (
	"cmp"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// ListRules are what an administrator sets of the lists of a question; see tally.Lists.
type ListRules struct {
	Ballot tally.ListBallot `json:"ballot"`
	Within tally.Within     `json:"within"`
	Bar    int              `json:"bar,omitempty"`
	Ties   string           `json:"ties"`
	Least  int              `json:"least,omitempty"`
}

// completed returns the rules with what is usual by the method where they say nothing.
func (l ListRules) completed(t tally.Traits) *ListRules {
	usual := ListRules{Ballot: tally.Closed, Within: tally.ByMost, Ties: tally.TieLot}
	if t.Averages() {
		usual.Ballot = tally.Erasures
	}
	if t.Quota {
		usual.Ties = tally.TieVotes
	}
	l.Ballot = cmp.Or(l.Ballot, usual.Ballot)
	if l.Ballot == tally.Closed {
		usual.Within = tally.ByOrder
	}
	l.Within, l.Ties = cmp.Or(l.Within, usual.Within), cmp.Or(l.Ties, usual.Ties)
	return &l
}

// check notes words that the rules cannot have.
func (l *ListRules) check(faults *input.Faults, t tally.Traits) bool {
	ballots, within, ties := []tally.ListBallot{tally.Closed, tally.Free}, []tally.Within{tally.ByOrder, tally.ByMost},
		[]string{tally.TieVotes, tally.TieLot}
	if t.Averages() {
		ballots[1], ties = tally.Erasures, ties[:1]
	}
	if l.Ballot == tally.Closed {
		within = within[:1]
	}
	return input.OneOf(faults, "ballot", l.Ballot, ballots...) && input.OneOf(faults, "within", l.Within, within...) &&
		input.OneOf(faults, "ties", l.Ties, ties...)
}

// applyLists changes the rules of lists. The number of marks is usual again where a ballot becomes free, or ends to be.
func (ch QuestionChange) applyLists(faults *input.Faults, q *Question) {
	switch {
	case ch.Lists == nil:
	case q.Lists == nil:
		if *ch.Lists != (ListRules{}) {
			faults.Add("lists", refusal.ListsImpossible, refusal.Facts{"method": string(q.Method)})
		}
	default:
		was := q.Lists.Ballot
		q.Lists = ch.Lists.completed(q.Method.Traits())
		switch {
		case q.Lists.Ballot != tally.Free:
			q.Max, q.Each = 1, 0
		case was != tally.Free:
			q.Max, q.Each = 0, 1
		}
	}
}

// mostMarks is how many marks a ballot has where nobody set a number.
func (q *Question) mostMarks(options int) int {
	switch {
	case q.ranks() || q.Method.Traits().Marks == tally.Amounts:
		return min(options, MaxMarks)
	case q.Lists == nil:
		return options
	case q.Lists.Ballot == tally.Free:
		return min(q.Seats, MaxMarks)
	}
	return 1
}

// maxCandidates is how many candidates the question takes, and lists.
func (q *Question) maxCandidates() int {
	if q.Lists != nil {
		return tally.MaxListOptions
	}
	return MaxCandidates
}

// standIns are two lists with as many candidates as there may be, for rules that are checked before anybody stands.
func standIns() []Candidate {
	all := make([]Candidate, tally.MaxListOptions)
	for i := range all {
		all[i] = Candidate{List: "1", Minority: true}
	}
	all[0], all[1], all[len(all)-1].List = Candidate{ID: "1"}, Candidate{ID: "2"}, "2"
	return all
}

// arrange puts the lists of a question first, then the candidates of the first list, those of the second, and so on.
// Candidates of a question without lists stay where they are.
func arrange(standing []Candidate) {
	place := make(map[CandidateID]int)
	for i, c := range standing {
		if c.List == "" {
			place[c.ID] = i + 1
		}
	}
	slices.SortStableFunc(standing, func(a, b Candidate) int { return cmp.Compare(place[a.List], place[b.List]) })
}

// listCount is how many of the candidates of a question with lists are lists.
func listCount(standing []Candidate) int {
	if at := slices.IndexFunc(standing, func(c Candidate) bool { return c.List != "" }); at >= 0 {
		return at
	}
	return len(standing)
}

// tallyLists are the lists as they are counted, nil without lists.
func (q *Question) tallyLists() *tally.Lists {
	r := q.Lists
	if r == nil {
		return nil
	}
	l := &tally.Lists{Ballot: r.Ballot, Within: r.Within, Bar: r.Bar, Ties: r.Ties, Least: r.Least}
	place := make(map[CandidateID]int)
	for i, c := range q.Candidates {
		if c.List == "" {
			place[c.ID] = i
			l.Sizes = append(l.Sizes, 0)
			continue
		}
		l.Sizes[place[c.List]]++
		if c.Minority && l.Least > 0 {
			l.Minority = append(l.Minority, i+1)
		}
		if c.Since != "" {
			l.Age = append(l.Age, i+1)
		}
	}
	slices.SortStableFunc(l.Age, func(a, b int) int {
		return strings.Compare(q.Candidates[a-1].Since, q.Candidates[b-1].Since)
	})
	return l
}

// checkLists lists what keeps a question with lists from opening: refusal.TooFewLists, refusal.ListsEmpty,
// refusal.MinorityMissing, refusal.DatesMissing, refusal.DatesEqual.
func (q *Question) checkLists(about refusal.Facts) (refused []*refusal.Problem) {
	lists := listCount(q.Candidates)
	if lists == 1 {
		return []*refusal.Problem{refusal.OneListOnly.With(about)}
	} else if lists == 0 {
		return []*refusal.Problem{refusal.TooFewLists.With(about)}
	}
	var empty, undated, equal []string
	for _, list := range q.Candidates[:lists] {
		if !slices.ContainsFunc(q.Candidates[lists:], func(c Candidate) bool { return c.List == list.ID }) {
			empty = append(empty, list.Name)
		}
	}
	for _, c := range q.Candidates[lists:] {
		if c.Since == "" {
			undated = append(undated, c.Name)
		} else if slices.ContainsFunc(q.Candidates[lists:], func(other Candidate) bool {
			return other.Since == c.Since && other.List != c.List
		}) {
			equal = append(equal, c.Name)
		}
	}
	if len(empty) > 0 {
		refused = append(refused, refusal.ListsEmpty.With(about).With(refusal.Facts{"lists": empty}))
	}
	of := func(c Candidate) bool { return c.Minority }
	if q.Lists.Least > 0 && !slices.ContainsFunc(q.Candidates, of) {
		refused = append(refused, refusal.MinorityMissing.With(about))
	}
	if len(undated) > 0 && len(undated) < len(q.Candidates)-lists {
		refused = append(refused, refusal.DatesMissing.With(about).With(refusal.Facts{"names": undated}))
	}
	if len(equal) > 0 {
		refused = append(refused, refusal.DatesEqual.With(about).With(refusal.Facts{"names": equal}))
	}
	return refused
}

// applyList puts a candidate on a list, or takes them off it, and notes what is wrong. On a new list they stand last.
func (ch CandidateChange) applyList(tx *bolt.Tx, faults *input.Faults, q Question, c *Candidate) error {
	was := c.List
	set(&c.List, ch.List)
	set(&c.Minority, ch.Minority)
	set(&c.Since, ch.Since)
	if q.Lists == nil {
		for field, given := range map[string]bool{"list": c.List != "", "minority": c.Minority, "since": c.Since != ""} {
			if given {
				faults.Add(field, refusal.ListsImpossible, refusal.Facts{"method": string(q.Method)})
			}
		}
		return nil
	}
	standing, err := candidatesOf(tx, c.ElectionID, q.ID)
	if err != nil {
		return err
	}
	switch {
	case c.List != "" && (c.List == c.ID || !isList(standing, c.List)):
		faults.Add("list", refusal.NotAList, nil)
	case c.List != "" && onList(standing, c.ID) > 0:
		faults.Add("list", refusal.ListHasCandidates, nil)
	case c.List == "" && c.Minority:
		faults.Add("minority", refusal.NotOfAList, nil)
	case c.List == "" && c.Since != "":
		faults.Add("since", refusal.NotOfAList, nil)
	}
	if c.List != was {
		c.Position = nextPosition(standing)
	}
	return nil
}

// isList reports whether one who stands is a list.
func isList(standing []Candidate, id CandidateID) bool {
	return slices.ContainsFunc(standing, func(c Candidate) bool { return c.ID == id && c.List == "" })
}

// onList is how many candidates a list has.
func onList(standing []Candidate, list CandidateID) int {
	n := 0
	for _, c := range standing {
		if c.List == list {
			n++
		}
	}
	return n
}

// mayLeave refuses to remove a list that has candidates. Errors: refusal.ListNotEmpty.
func mayLeave(tx *bolt.Tx, c Candidate) error {
	standing, err := candidatesOf(tx, c.ElectionID, c.QuestionID)
	if n := onList(standing, c.ID); err == nil && n > 0 {
		return refusal.ListNotEmpty.With(refusal.Facts{"list": c.Name, "candidates": n})
	}
	return err
}

// nextPosition is the position after all who stand.
func nextPosition(standing []Candidate) uint16 {
	next := uint16(0)
	for _, c := range standing {
		next = max(next, c.Position+1)
	}
	return next
}

// dissolveLists makes the candidates of lists stand by themselves. Who has no affiliation gets the name of the list as
// theirs. A list without candidates stays as a candidate. Errors: refusal.TooManyCandidates.
func dissolveLists(tx *bolt.Tx, id ElectionID, question QuestionID) error {
	standing, err := candidatesOf(tx, id, question)
	if err != nil {
		return err
	}
	names, left := make(map[CandidateID]string), 0
	for _, c := range standing {
		if names[c.ID] = c.Name; c.List != "" || onList(standing, c.ID) == 0 {
			left++
		}
	}
	if left > MaxCandidates {
		return refusal.TooManyCandidates.With(refusal.Facts{"max": MaxCandidates})
	}
	for i, previous := range standing {
		if previous.List == "" && onList(standing, previous.ID) > 0 {
			if err := deleteCandidate(tx, previous); err != nil {
				return err
			}
			continue
		}
		next := previous
		next.Affiliation = cmp.Or(next.Affiliation, names[next.List])
		next.List, next.Minority, next.Since, next.Position = "", false, "", uint16(i)
		if err := candidateTable.Put(tx, &previous, next); err != nil {
			return err
		}
	}
	return nil
}
