package store_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"

	"pgregory.net/rapid"
)

// personLine is a line of a person, as clubs have them: name, birth, e-mail, address; "" is not said.
func personLine(line int, name, birth, email, address string) store.RollLine {
	l := store.RollLine{Line: line, FullName: new(name)}
	for value, at := range map[*string]**string{&birth: &l.DateOfBirth, &email: &l.Email, &address: &l.Address} {
		if *value != "" {
			*at = value
		}
	}
	return l
}

// outcomes is what came of each line, in a word.
func outcomes(r store.RollReport) string {
	var all []string
	for _, l := range r.Lines {
		all = append(all, string(l.Outcome))
	}
	return strings.Join(all, " ")
}

func withAnswer(l store.RollLine, a store.RollAnswer) store.RollLine {
	l.Answer = a
	return l
}

func TestALineWithTheNameOfSomebodyAsks(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, personLine(1, "Björn Bärtschi", "1941-08-20", "b@example.org", "Lake Road 3"),
		personLine(2, "Hans Meier", "", "", ""))
	for name, tc := range map[string]struct {
		line   store.RollLine
		want   store.RollOutcome
		shares string
	}{
		"the same in all": {personLine(1, "Björn Bärtschi", "1941-08-20", "b@example.org", "Lake Road 3"),
			store.RollUnchanged, ""},
		"less, of the same": {personLine(1, "Björn Bärtschi", "", "b@example.org", ""), store.RollUnchanged, ""},
		"another e-mail": {personLine(1, "Björn Bärtschi", "1941-08-20", "c@example.org", ""),
			store.RollAsked, "fullName dateOfBirth"},
		"another address": {personLine(1, "Björn Bärtschi", "", "B@Example.org", "Hill 1"),
			store.RollAsked, "fullName email"},
		"the words exchanged": {personLine(1, "Bärtschi, BJÖRN", "1941-08-20", "", ""),
			store.RollAsked, "fullName dateOfBirth"},
		"umlauts spelt out": {personLine(1, "Bjoern Baertschi", "", "", "Lake Road, 3"),
			store.RollAsked, "fullName address"},
		"the name alone":      {personLine(1, "Hans Meier", "", "", ""), store.RollAsked, "fullName"},
		"born on another day": {personLine(1, "Björn Bärtschi", "1980-05-21", "", ""), store.RollAsked, "fullName"},
		"a couple's mailbox":  {personLine(1, "Anna Bärtschi", "", "b@example.org", "Lake Road 3"), store.RollAdded, ""},
	} {
		r := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{tc.line}, sameText,
			store.ImportRules{DryRun: true}))(t)
		l := r.Lines[0]
		var shares string
		if len(l.Candidates) == 1 {
			shares = strings.Join(l.Candidates[0].Shares, " ")
		}
		if l.Outcome != tc.want || shares != tc.shares {
			t.Errorf("%s: %s sharing %q, want %s sharing %q", name, l.Outcome, shares, tc.want, tc.shares)
		}
	}
}

func TestAnAnswerDecidesWhoALineIsAbout(t *testing.T) {
	s := storetest.New(t, store.Options{})
	first := enrol(t, s, personLine(1, "Anna Moor", "1990-01-01", "a@example.org", "")).Lines[0].Entry
	changed := personLine(1, "Anna Moor", "1990-01-01", "new@example.org", "")
	unchanged(t, s, func() {
		r := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{changed}, sameText, store.ImportRules{}))(t)
		if r.Asked != 1 || r.ID != "" || r.Lines[0].Question != store.AskPerson || r.Lines[0].Candidates[0].Entry != first {
			t.Errorf("%+v", r)
		}
	})
	for _, step := range []struct {
		answer store.RollAnswer
		want   store.RollOutcome
		people int
	}{
		{store.RollAnswer{Choice: store.RollSkip}, store.RollLeftOut, 1},
		{store.RollAnswer{Choice: store.RollSame}, store.RollUpdated, 1},
		{store.RollAnswer{Choice: store.RollSame, Entry: first}, store.RollUnchanged, 1},
		{store.RollAnswer{Choice: store.RollAnother}, store.RollAdded, 2},
	} {
		r := enrol(t, s, withAnswer(changed, step.answer))
		if got := rollEntries(t, s, ""); outcomes(r) != string(step.want) || len(got) != step.people {
			t.Errorf("%v: %+v, %d people", step.answer, r, len(got))
		}
	}
	total := store.RollLine{Line: 9, FullName: new("60 members"), Total: true}
	for choice, want := range map[store.RollChoice]store.RollOutcome{"": store.RollAsked, store.RollSame: store.RollAsked,
		store.RollSkip: store.RollLeftOut, store.RollNoTotal: store.RollAdded} {
		r := must(s.ImportRoll(t.Context(), storetest.Admin,
			[]store.RollLine{withAnswer(total, store.RollAnswer{Choice: choice})}, sameText,
			store.ImportRules{DryRun: true}))(t)
		if r.Lines[0].Outcome != want || (want == store.RollAsked) != (r.Lines[0].Question == store.AskTotal) {
			t.Errorf("a total, %q: %+v", choice, r.Lines[0])
		}
	}
}

// "The same person" alone does not say that somebody was born on another day than the roll says; naming the entry does.
func TestTheSamePersonIsNotBornOnAnotherDayUnlessNamed(t *testing.T) {
	s := storetest.New(t, store.Options{})
	entry := enrol(t, s, personLine(1, "Anna Moor", "1990-01-01", "a@example.org", "")).Lines[0].Entry
	mother := personLine(1, "Anna Moor", "1960-12-31", "a@example.org", "")
	for _, tc := range []struct {
		answer store.RollAnswer
		want   store.RollOutcome
	}{
		{store.RollAnswer{Choice: store.RollSame}, store.RollAsked},
		{store.RollAnswer{Choice: store.RollSame, Entry: entry}, store.RollUpdated},
		{store.RollAnswer{Choice: store.RollAnother}, store.RollAdded},
	} {
		r := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{withAnswer(mother, tc.answer)}, sameText,
			store.ImportRules{DryRun: true}))(t)
		if outcomes(r) != string(tc.want) {
			t.Errorf("%v: %s, want %s", tc.answer, outcomes(r), tc.want)
		}
	}
	r := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{mother,
		withAnswer(personLine(2, "Anna Moor", "1990-01-01", "new@example.org", ""), store.RollAnswer{Choice: store.RollSame}),
	}, sameText, store.ImportRules{DryRun: true}))(t)
	if outcomes(r) != "asked updated" {
		t.Errorf("mother and daughter in one table: %s", outcomes(r))
	}
}

// Of two lines about one person the one that stands for itself counts; the other fills what is empty.
func TestASecondLineOfAPersonFillsGaps(t *testing.T) {
	s := storetest.New(t, store.Options{})
	double := withAnswer(personLine(2, "Anna Moor", "", "late@example.org", "Hill 1"),
		store.RollAnswer{Choice: store.RollSame, OfLine: 1})
	for range 2 { // importing the table again is the same
		if r := enrol(t, s, personLine(1, "Anna Moor", "1990-01-01", "a@example.org", ""), double); r.Refused+r.Asked > 0 {
			t.Errorf("%+v", r)
		}
		if got := rollEntries(t, s, ""); len(got) != 1 || got[0].Email != "a@example.org" || got[0].Address != "Hill 1" {
			t.Errorf("%+v", got)
		}
	}
}

// Twins with one name, birthday and address stay two people, and are asked about only once.
func TestTwinsStayTwoPeople(t *testing.T) {
	s := storetest.New(t, store.Options{})
	for name, twin := range map[string]store.RollLine{
		"of one birthday":    personLine(1, "Kim Lee", "1990-01-01", "k@example.org", "Hill 1"),
		"of a name and more": personLine(1, "Pat Oak", "", "", ""),
	} {
		second := twin
		second.Line = 2
		if r := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{twin, second}, sameText,
			store.ImportRules{DryRun: true}))(
			t); outcomes(r) != "added asked" {
			t.Errorf("%s: %s", name, outcomes(r))
		}
		enrol(t, s, twin, withAnswer(second, store.RollAnswer{Choice: store.RollAnother}))
		for range 2 {
			if r := enrol(t, s, twin, second); outcomes(r) != "unchanged unchanged" || r.Lines[0].Entry == r.Lines[1].Entry {
				t.Errorf("%s again: %+v", name, r)
			}
		}
		third := twin
		third.Line = 3
		if r := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{twin, second, third}, sameText,
			store.ImportRules{DryRun: true}))(
			t); outcomes(r) != "unchanged unchanged asked" {
			t.Errorf("%s and a third: %s", name, outcomes(r))
		}
	}
}

func TestWhoIsNotInTheTableCanBeRemoved(t *testing.T) {
	s := storetest.New(t, store.Options{})
	before := enrol(t, s, rollLine(1), rollLine(2), holderLine(3, "M-2"))
	entry := func(i int) store.RollID { return before.Lines[i].Entry }
	leaves := func(i int) store.RollLine { return store.RollLine{ID: entry(i), Leaves: true} }
	r := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{rollLine(1)}, sameText,
		store.ImportRules{DryRun: true}))(t)
	if len(r.Missing) != 2 || r.Missing[0].ID != entry(1) {
		t.Errorf("missing %+v", r.Missing)
	}
	invalid(t, s, "remove", func() error {
		return errOf(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{rollLine(1), leaves(0)}, sameText,
			store.ImportRules{}))
	})
	e := rollElection(t, s)
	refused(t, s, refusal.RollInUse, func() error {
		return errOf(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{rollLine(1), leaves(1)}, sameText,
			store.ImportRules{}))
	})
	storetest.Advance(t, s, e.ID, store.Completed)
	if r = enrol(t, s, rollLine(1), leaves(1)); r.Removed != 1 || len(rollEntries(t, s, "")) != 2 {
		t.Errorf("%+v", r)
	}
}

func TestAnImportIsTakenBackUntilAnElectionOpens(t *testing.T) {
	s := storetest.New(t, store.Options{})
	first := enrol(t, s, holderLine(1, "M-2"), rollLine(2), rollLine(3))
	_, key, err := s.NewMemberKey(t.Context(), storetest.Admin, first.Lines[0].Entry)
	noError(t, err)
	before := must(s.ExportRoll(t.Context(), storetest.Admin))(t)
	renamed := rollLine(1)
	renamed.FullName = new("Ada King")
	r := enrol(t, s, renamed, rollLine(2), rollLine(4),
		store.RollLine{ID: first.Lines[2].Entry, Leaves: true})
	refused(t, s, refusal.ImportNotUndoable, func() error {
		return errOf(s.UndoImport(t.Context(), storetest.Admin, first.ID))
	})
	must(s.SetPresent(t.Context(), storetest.Admin, first.Lines[0].Entry, true))(t)
	done := must(s.UndoImport(t.Context(), storetest.Admin, r.ID))(t)
	after := must(s.ExportRoll(t.Context(), storetest.Admin))(t)
	if !reflect.DeepEqual(done, store.RollUndone{Removed: 1, Restored: 2}) || len(after) != len(before) {
		t.Errorf("%+v: %+v", done, after)
	}
	for i, e := range after {
		if e.FullName != before[i].FullName || !slices.Equal(e.ProxyFor, before[i].ProxyFor) ||
			e.Present != (e.ID == first.Lines[0].Entry) {
			t.Errorf("%+v, before %+v", e, before[i])
		}
	}
	parsed, _ := store.ParseMemberKey(key)
	must(s.SignInByKey(t.Context(), parsed, store.SaidFacts{}))(t)
	noError(t, s.Check(t.Context()))

	r = enrol(t, s, rollLine(5))
	storetest.Advance(t, s, storetest.Election(t, s, "Open", "Ada", "Grace").ID, store.Active)
	refused(t, s, refusal.ImportNotUndoable, func() error {
		return errOf(s.UndoImport(t.Context(), storetest.Admin, r.ID))
	})
	if last := must(s.Roll(t.Context(), store.RollFilter{}, store.Page{}))(t).LastImport; last == nil || last.Undoable ||
		last.Added != 1 {
		t.Errorf("%+v", last)
	}
}

func TestAPersonWithTheNameOfAnotherIsAddedOnlyOnRequest(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), rollLine(2))
	ada := personLine(0, *rollLine(1).FullName, "", "", "")
	refused(t, s, refusal.PerhapsSamePerson, func() error {
		return errOf(s.AddRollEntry(t.Context(), storetest.Admin, ada, sameText))
	})
	e := must(s.AddRollEntry(t.Context(), storetest.Admin, withAnswer(ada, store.RollAnswer{Choice: store.RollAnother}),
		sameText))(t)
	refused(t, s, refusal.PerhapsSamePerson, func() error {
		return errOf(s.ChangeRollEntry(t.Context(), storetest.Admin, e.ID, personLine(0, *rollLine(2).FullName, "", "", ""),
			sameText))
	})
	must(s.ChangeRollEntry(t.Context(), storetest.Admin, e.ID, personLine(0, *ada.FullName, "", "e@example.org", ""),
		sameText))(t)
}

func TestTheRollGoesByTheLastName(t *testing.T) {
	s := storetest.New(t, store.Options{})
	spanish := personLine(1, "María García López", "", "", "")
	spanish.LastName = new("García López")
	enrol(t, s, spanish, personLine(2, "Zoë Adler", "", "", ""), personLine(3, "Jan Hooft", "", "", ""),
		personLine(4, "Brandt, Anna", "", "", ""))
	var got []string
	for _, e := range rollEntries(t, s, "") {
		got = append(got, e.FullName)
	}
	if want := []string{"Zoë Adler", "Brandt, Anna", "María García López", "Jan Hooft"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// human is somebody of a club; twin is who has the same name, birthday, mailbox and address, or -1.
type human struct {
	name, birth, email, address string
	twin                        int
}

// draw makes the people of a club. Few names make many who share one.
func drawClub(t *rapid.T) []human {
	pick := func(from ...string) string { return rapid.SampledFrom(from).Draw(t, "pick") }
	var all []human
	for range rapid.IntRange(3, 12).Draw(t, "people") {
		n := len(all)
		h := human{pick("Anna Müller", "Björn Bärtschi", "Kim Lee", "Zoë von Arx"),
			fmt.Sprintf("%d-01-0%d", 1940+n, 1+n%9), fmt.Sprintf("p%d@example.org", n), fmt.Sprintf("Hill %d", n), -1}
		if pick("", "", "mailbox") != "" {
			h.email = ""
		}
		all = append(all, h)
		if pick("one", "one", "one", "two") == "two" {
			all[n].twin = n + 1
			h.twin = n
			all = append(all, h)
		}
	}
	return all
}

// change corrects something about somebody, and about their twin alike.
func change(t *rapid.T, club []human, i int) {
	h := club[i]
	switch rapid.IntRange(0, 7).Draw(t, "change") {
	case 0:
		h.email = fmt.Sprintf("new%d@example.org", rapid.IntRange(0, 99).Draw(t, "mailbox"))
	case 1:
		h.address = fmt.Sprintf("Lake %d", rapid.IntRange(0, 99).Draw(t, "house"))
	case 2:
		first, last, _ := strings.Cut(h.name, " ")
		h.name = last + " " + first
	}
	club[i] = h
	if h.twin >= 0 {
		other := h
		other.twin = i
		club[h.twin] = other
	}
}

// list draws whom the lines of a list are about. Twins come together, and some people twice.
func list(t *rapid.T, club []human) (of []int) {
	for i, h := range club {
		if h.twin >= 0 && h.twin < i || rapid.IntRange(0, 4).Draw(t, "away") == 0 {
			continue
		}
		change(t, club, i)
		of = append(of, i)
		if h.twin >= 0 {
			of = append(of, h.twin)
		}
		if rapid.IntRange(0, 5).Draw(t, "double") == 0 {
			of = append(of, i)
		}
	}
	return rapid.Permutation(of).Draw(t, "order")
}

// answers are what a secretary who knows everybody says to the lines that ask: of is whom each line is about, owner who
// an entry is.
func answers(r store.RollReport, lines []store.RollLine, of []int, owner map[store.RollID]int, club []human) {
	for n, l := range r.Lines {
		if l.Outcome != store.RollAsked {
			continue
		}
		a := store.RollAnswer{Choice: store.RollAnother}
		for _, c := range l.Candidates {
			who, onRoll := owner[c.Entry]
			if !onRoll {
				who = of[c.Line-1]
			}
			if who == of[n] || who == club[of[n]].twin && c.Line == 0 {
				a = store.RollAnswer{Choice: store.RollSame, Entry: c.Entry, OfLine: c.Line}
				if c.Entry != "" {
					a.OfLine = 0
				}
				break
			}
		}
		lines[n].Answer = a
		return // the next question may be another one then
	}
}

// Whatever lists a club imports, with corrections, doubles and twins, nobody is on the roll twice and nobody is lost,
// as long as the secretary answers what is asked.
func TestNobodyIsTwiceOnTheRollAndNobodyLost(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	rapid.Check(t, func(rt *rapid.T) {
		for _, e := range must(s.ExportRoll(t.Context(), storetest.Admin))(t) {
			noError(t, s.RemoveRollEntry(t.Context(), storetest.Admin, e.ID))
		}
		club := drawClub(rt)
		owner, came := make(map[store.RollID]int), make(map[int]bool)
		for range rapid.IntRange(1, 4).Draw(rt, "imports") {
			of := list(rt, club)
			var lines []store.RollLine
			for n, i := range of {
				h := club[i]
				lines = append(lines, personLine(n+1, h.name, h.birth, h.email, h.address))
				came[i] = true
			}
			if len(lines) == 0 {
				continue
			}
			r := must(s.ImportRoll(t.Context(), storetest.Admin, lines, sameText, store.ImportRules{DryRun: true}))(t)
			for r.Asked > 0 {
				answers(r, lines, of, owner, club)
				r = must(s.ImportRoll(t.Context(), storetest.Admin, lines, sameText, store.ImportRules{DryRun: true}))(t)
			}
			for n, l := range enrol(t, s, lines...).Lines {
				if l.Outcome == store.RollAdded {
					owner[l.Entry] = of[n]
				}
			}
			if got := must(s.ExportRoll(t.Context(), storetest.Admin))(t); len(got) != len(came) {
				rt.Fatalf("%d people on the roll, %d came: %+v", len(got), len(came), got)
			}
		}
	})
}
