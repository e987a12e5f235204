package store_test

import (
	"reflect"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// inDistricts is an assembly whose registrar has made slips for people in groups, with an election that has a question
// for everybody, one for the north and one for the south. Number1 holds the vote of Number2, and nobody asks Number5
// about a district.
func inDistricts(t *testing.T) *booked {
	t.Helper()
	b := &booked{dir: t.TempDir(), rid: make(map[int]store.RollID)}
	b.s = storetest.NewIn(t, b.dir, store.Options{})
	holder := grouped(1, 1, "North", "Choir")
	holder.ProxyFor = []string{member(2)}
	report := enrol(t, b.s, grouped(2, 1, "South"), holder, grouped(3, 1, "South", "North"), grouped(4, 3, "North"),
		grouped(5, 1, "Choir"))
	for i, n := range []int{2, 1, 3, 4, 5} {
		b.rid[n] = report.Lines[i].Entry
	}
	b.election = ofGroups(t, b.s, store.ElectionChange{MaxProxies: new(1)})
	b.sheets = storetest.Sheets(t, b.s, b.election.ID, 2, 3)
	b.registrar = storetest.IssueSlips(t, b.s, b.election.ID)
	return b
}

// ballot is signed by the printed slip of a person for the paper of an owner, of a class by weight and groups.
func (b *booked) ballot(t *testing.T, person, owner int, class ballotbox.Class, marks ...byte) storetest.Sealed {
	t.Helper()
	m := b.manifest(t)
	number := m.Electorate.Number(m.Electorate.Weight(class.Weight), class.Groups)
	return must(storetest.SignFor(m, b.printed(person, owner), number, marks...))(t)
}

func TestAStubIsOfTheGroupsOfItsPaper(t *testing.T) {
	b := inDistricts(t).open(t)
	north, south := ballotbox.Class{Weight: 1, Groups: []int{1}}, ballotbox.Class{Weight: 1, Groups: []int{2}}
	nowhere := ballotbox.Class{Weight: 1}
	b.refusesStub(t, refusal.StubInvalid, 1, 1, b.ballot(t, 1, 1, south, 1, 0, 0, 0, 0, 1, 0, 0))
	for _, err := range []error{
		errOf(b.cast(t, 1, 1, b.ballot(t, 1, 1, north, 1, 0, 1, 0, 0, 0, 0, 0))),
		errOf(b.cast(t, 1, 2, b.ballot(t, 1, 2, south, 1, 0, 0, 0, 0, 0, 1, 0))),
		errOf(b.cast(t, 4, 4, b.ballot(t, 4, 4, ballotbox.Class{Weight: 3, Groups: []int{1}}, 0, 1, 0, 1, 0, 0, 0, 0))),
		errOf(b.cast(t, 5, 5, b.ballot(t, 5, 5, nowhere, 0, 1, 1, 0, 0, 0, 0, 0))), // a mark in a question for others
	} {
		noError(t, err)
	}
	r := b.count(t)
	var votes [][]int
	for _, q := range r.Questions {
		votes = append(votes, q.Outcome.Votes)
	}
	if want := [][]int{{2, 3}, {1, 3, 0}, {0, 1, 0}}; !reflect.DeepEqual(votes, want) || r.Invalid != 1 {
		t.Errorf("votes %v and %d invalid, want %v and 1", votes, r.Invalid, want)
	}
	bundle := must(b.s.Bundle(t.Context(), b.election.ID))(t)
	classes := make(map[int]int)
	for _, line := range bundle.Credentials {
		classes[line.Class]++
	}
	if want := map[int]int{1: 1, 2: 1, 3: 1, 4: 1, 5: 1}; !reflect.DeepEqual(classes, want) {
		t.Errorf("lines of each class %v, want %v", classes, want)
	}
	holds(t, bundle, ballotbox.Evidence{})
	noError(t, b.s.Check(t.Context()))
}

// The line of a person whom no question is for signs nothing.
func TestALineOfNobodyInTheGroupsOfAnElectionIsOfNoClass(t *testing.T) {
	b := inDistricts(t)
	groups, motion := []string{"North", "South"}, tally.Motion
	must(b.s.UpdateQuestion(t.Context(), storetest.Admin, b.election.ID, b.election.Questions[0].ID,
		store.QuestionChange{Groups: &groups, Method: &motion}))(t)
	b.open(t)
	if m := b.manifest(t); m.PollBook.Lines != 5 || m.Electorate.Size != 4 {
		t.Errorf("%d lines for %d people", m.PollBook.Lines, m.Electorate.Size)
	}
	storetest.Advance(t, b.s, b.election.ID, store.Completed)
	book, _, err := b.s.PollBook(t.Context(), b.election.ID)
	noError(t, err)
	outside := 0
	for _, line := range book {
		if line.Class == 0 {
			outside++
		}
	}
	if outside != 1 {
		t.Errorf("%d lines of nobody in the electorate, want 1", outside)
	}
}
