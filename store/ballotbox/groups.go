package ballotbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ostrakon/store/tally"
)

// Groups are of people who may vote. A question can be for some of them. Every sealed ballot has the marks of all
// questions, so that its length does not show whose it is, and no mark in those of other groups.

// Limits of groups.
const (
	MaxGroups    = 100 // of an election
	MaxGroupName = 100 // characters
)

// GroupSeparator divides the groups of a person in the text of a roll. No name of a group has it.
const GroupSeparator = ";"

// NotAsked is the fault of a mark in a question for other groups.
const NotAsked tally.Fault = "not_asked"

// checkGroups checks the names of groups, and that the questions name groups that exist.
func (m *Manifest) checkGroups() error {
	if len(m.Groups) > MaxGroups {
		return fmt.Errorf("%d groups, at most %d", len(m.Groups), MaxGroups)
	}
	if len(m.Groups) > 0 && m.Electorate == nil {
		return errors.New("groups without an electorate")
	}
	for i, name := range m.Groups {
		n := utf8.RuneCountInString(name)
		if n < 1 || n > MaxGroupName || strings.Contains(name, GroupSeparator) || slices.Contains(m.Groups[:i], name) {
			return fmt.Errorf("the group %q has no name of its own", name)
		}
	}
	for i, q := range m.Questions {
		if !areGroups(q.Groups, len(m.Groups)) {
			return fmt.Errorf("question %d is for the groups %d of %d", i+1, q.Groups, len(m.Groups))
		}
	}
	return nil
}

// GroupNumbers returns the numbers of those groups of an election that are among names, rising; nil for none.
func GroupNumbers(names, groups []string) (numbers []int) {
	for i, name := range groups {
		if slices.Contains(names, name) {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// areGroups reports whether numbers rise and are of groups.
func areGroups(numbers []int, groups int) bool {
	before := 0
	for _, n := range numbers {
		if n <= before || n > groups {
			return false
		}
		before = n
	}
	return true
}

// IsFor reports whether the people of a class are asked the question: they are in one of its groups, or it has none.
func (q *Question) IsFor(c Class) bool {
	return len(q.Groups) == 0 || slices.ContainsFunc(q.Groups, c.IsIn)
}

// IsIn reports whether the people of the class are in a group, given by its number.
func (c Class) IsIn(group int) bool { return slices.Contains(c.Groups, group) }

func everybody(Class) bool { return true }

// Turnout says what some people have cast.
type Turnout struct {
	People int `json:"people"` // ballots: one a person, whoever cast it
	Cast   int `json:"cast"`   // weight of these ballots
}

// add adds so many ballots of a class.
func (t *Turnout) add(c Class, ballots int) {
	t.People, t.Cast = t.People+ballots, t.Cast+ballots*c.Weight
}

// turnout is that of ballots of some classes.
func (m *Manifest) turnout(casts []Cast, of func(Class) bool) Turnout {
	classes, all := m.classes(), Turnout{}
	ballots := make([]int, len(classes))
	for _, c := range casts {
		if c.Class <= len(classes) {
			ballots[c.Class-1]++
		}
	}
	for i, c := range classes {
		if of(c) {
			all.add(c, ballots[i])
		}
	}
	return all
}

// base has the weights and the people that the thresholds of a question, given by its place, can be a part of.
func (m *Manifest) base(casts []Cast, e *evidence, question int) tally.Base {
	q := &m.Questions[question]
	cast := e.paper.with(m.turnout(casts, q.IsFor))
	b := tally.Base{Cast: cast.Cast, CastPeople: cast.People}
	if m.Electorate != nil {
		all := m.Electorate.turnout(q.IsFor)
		b.Electorate, b.ElectoratePeople = all.Cast, all.People
	}
	return b
}

// People is how many people of the electorate are in some classes.
func (m *Manifest) People(of func(Class) bool) int { return m.Electorate.turnout(of).People }
