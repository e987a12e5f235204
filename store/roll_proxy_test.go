package store_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// holderLine is rollLine(n) for a person who holds the votes of others.
func holderLine(n int, members ...string) store.RollLine {
	l := rollLine(n)
	l.ProxyFor = append([]string{}, members...)
	return l
}

// proxies is who votes for whom on the roll, by member references.
func proxies(tb testing.TB, s *store.Store) map[string][]string {
	tb.Helper()
	held := make(map[string][]string)
	for _, e := range must(s.ExportRoll(tb.Context(), storetest.Admin))(tb) {
		if len(e.ProxyFor) > 0 {
			held[e.Member] = e.ProxyFor
		}
	}
	return held
}

func TestPeopleOnTheRollHaveAWeight(t *testing.T) {
	s := storetest.New(t, store.Options{})
	heavy := rollLine(2)
	heavy.Weight = new(ballotbox.MaxWeight)
	enrol(t, s, rollLine(1), heavy)
	weights := func() (all []ballotbox.Weight) {
		for _, e := range rollEntries(t, s, "") {
			all = append(all, e.Weight)
		}
		return all
	}
	if got := weights(); !slices.Equal(got, []ballotbox.Weight{ballotbox.Vote, ballotbox.MaxWeight}) {
		t.Errorf("weights %v", got)
	}
	if got := enrol(t, s, rollLine(2)); got.Unchanged != 1 {
		t.Errorf("a line that says nothing of the weight: %+v", got)
	}
	heavy.Weight = new(ballotbox.Weight(2500))
	if got := enrol(t, s, heavy); got.Updated != 1 || !slices.Equal(weights(), []ballotbox.Weight{ballotbox.Vote, 2500}) {
		t.Errorf("%+v, weights %v", got, weights())
	}
	if got := must(s.Roll(t.Context(), store.RollFilter{}, store.Page{}))(t).RollSize; got !=
		(store.RollSize{Entries: 2, Weighted: 1, KeyNone: 2}) {
		t.Errorf("size %+v", got)
	}
	for _, w := range []ballotbox.Weight{0, -1, ballotbox.MaxWeight + 1} {
		heavy.Weight = &w
		report := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{heavy}, sameText,
			store.ImportRules{}))(t)
		if got := report.Lines[0].Problems; len(got) != 1 || got[0].Name != "weight" || got[0].Fault != refusal.NotWeight {
			t.Errorf("%v: %+v", w, report)
		}
	}
}

func TestAnElectionOpensWithWeightsThatVerifiersAddUp(t *testing.T) {
	s := storetest.New(t, store.Options{})
	lines := make([]store.RollLine, 1001)
	for n := range lines {
		lines[n] = rollLine(n + 1)
		lines[n].Weight = new(ballotbox.MaxWeight - ballotbox.Weight(n%1000)*ballotbox.Vote)
	}
	enrol(t, s, lines...)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	if all := must(s.OpeningRefusals(t.Context(), e.ID))(t); len(all) > 0 {
		t.Errorf("with 1000 weights of up to a million: %v", all)
	}
	lines[1000].Weight = new(ballotbox.Vote)
	enrol(t, s, lines[1000])
	refused(t, s, refusal.WeightsUnfit, func() error {
		return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active))
	})
}

func TestPeopleHoldTheVotesOfOthers(t *testing.T) {
	s := storetest.New(t, store.Options{})
	giver := store.RollLine{Line: 5, FullName: new("Zoë Þorsdóttir"), Member: new("Þ 5/б"), NewKey: true}
	// givers on later lines, in other letters
	enrol(t, s, holderLine(1, "m-2", " þ 5/Б "), rollLine(2), rollLine(3), holderLine(4), giver)
	want := map[string][]string{"M-1": {"M-2", "Þ 5/б"}}
	if got := proxies(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, step := range []struct {
		what    string
		lines   []store.RollLine
		updated int
		want    map[string][]string
	}{
		{"the same again", []store.RollLine{holderLine(1, "M-2", "Þ 5/б")}, 0, want},
		{"nothing said", []store.RollLine{rollLine(1)}, 0, want},
		{"a vote changes hands", []store.RollLine{holderLine(3, "M-2"), holderLine(1, "Þ 5/б")}, 2,
			map[string][]string{"M-1": {"Þ 5/б"}, "M-3": {"M-2"}}},
		{"two holders swap", []store.RollLine{holderLine(1, "M-2"), holderLine(3, "Þ 5/б")}, 2,
			map[string][]string{"M-1": {"M-2"}, "M-3": {"Þ 5/б"}}},
		{"holder and giver swap", []store.RollLine{holderLine(1), holderLine(2, "M-1")}, 2,
			map[string][]string{"M-2": {"M-1"}, "M-3": {"Þ 5/б"}}},
		{"given back", []store.RollLine{holderLine(2), holderLine(3)}, 2, map[string][]string{}},
	} {
		report := enrol(t, s, step.lines...)
		if got := proxies(t, s); report.Updated != step.updated || report.Added > 0 || !reflect.DeepEqual(got, step.want) {
			t.Errorf("%s: %+v\n%q, want %q", step.what, report, got, step.want)
		}
	}
	if got := rollEntries(t, s, "number3"); len(got) != 1 || got[0].ProxyFor != nil {
		t.Errorf("entry %+v", got)
	}
}

// The holder keeps the vote of a giver whose reference changes.
func TestAVoteIsGivenByAPersonNotByAReference(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, holderLine(1, "M-2"), rollLine(2))
	moved := rollLine(2)
	moved.Member = new("X-2")
	enrol(t, s, moved)
	if got, want := proxies(t, s), (map[string][]string{"M-1": {"X-2"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// People write commas between givers too. A reference that somebody has stays whole.
func TestGiversMayBeDividedByCommas(t *testing.T) {
	s := storetest.New(t, store.Options{})
	whole := rollLine(4)
	whole.Member = new("M-4, junior")
	enrol(t, s, holderLine(1, "M-2, M-3", "M-4, junior"), rollLine(2), rollLine(3), whole)
	want := map[string][]string{"M-1": {"M-2", "M-3", "M-4, junior"}}
	if got := proxies(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAnImportRefusesVotesThatCannotBeGiven(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, holderLine(1, "M-2"), rollLine(2), rollLine(3), rollLine(4))
	bad := rollLine(8)
	bad.DateOfBirth = new("soon")
	many := make([]string, store.MaxProxies+1)
	for i := range many {
		many[i] = "M-3"
	}
	taken := "Member “%s” gave their vote to %s. Only one person can have it."
	for name, tc := range map[string]struct {
		lines []store.RollLine
		want  map[int]string // the fault of each line that is refused
	}{
		"of nobody": {[]store.RollLine{holderLine(3, "M-4", "Ж-9")},
			map[int]string{3: "Nobody on the electoral roll or in this file has the member reference or the name “Ж-9”."}},
		"their own": {[]store.RollLine{holderLine(3, "m-3")},
			map[int]string{3: "Member “m-3” is this person, who votes for themselves anyway."}},
		"twice": {[]store.RollLine{holderLine(3, "M-4", "m-4")},
			map[int]string{3: "This is given more than once."}},
		"to two in the file": {[]store.RollLine{holderLine(3, "M-4"), holderLine(7, "M-4")},
			map[int]string{7: fmt.Sprintf(taken, "M-4", "Voter Number3")}},
		"to two, one before": {[]store.RollLine{holderLine(3, "M-2")},
			map[int]string{3: fmt.Sprintf(taken, "M-2", "Voter Number1")}},
		"by a holder": {[]store.RollLine{holderLine(3, "M-1")},
			map[int]string{3: "Member “M-1” holds the votes of others, so they cannot give away their own."}},
		"by a holder to be": {[]store.RollLine{holderLine(3, "M-4"), holderLine(4, "M-7"), rollLine(7)},
			map[int]string{3: "Member “M-4” holds the votes of others, so they cannot give away their own."}},
		"to a giver": {[]store.RollLine{holderLine(2, "M-3")},
			map[int]string{2: "This person gave their own vote to Voter Number1, so they cannot hold the votes of others."}},
		"in a ring": {[]store.RollLine{holderLine(3, "M-4"), holderLine(4, "M-3")},
			map[int]string{3: "Member “M-4” holds the votes of others, so they cannot give away their own.",
				4: "Member “M-3” holds the votes of others, so they cannot give away their own."}},
		"of too many": {[]store.RollLine{holderLine(3, many...)},
			map[int]string{3: "A person can hold the votes of at most 1000 people."}},
		"of nobody, after a comma": {[]store.RollLine{holderLine(3, "M-4, Ж-9")},
			map[int]string{3: "Nobody on the electoral roll or in this file has the member reference or the name “Ж-9”."}},
		"of nothing": {[]store.RollLine{holderLine(3, "")}, map[int]string{3: "This is required."}},
		"of too long a name": {[]store.RollLine{holderLine(3, strings.Repeat("m", 121), strings.Repeat("m", 122))},
			map[int]string{3: "Enter at most 120 characters."}},
		"of invalid UTF-8":     {[]store.RollLine{holderLine(3, "M\xff")}, map[int]string{3: "This must be valid UTF-8."}},
		"of two lines of text": {[]store.RollLine{holderLine(3, "M\n4")}, map[int]string{3: "This must be a single line."}},
		"by a line that is wrong, which is named alone": {[]store.RollLine{holderLine(3, "M-8"), bad},
			map[int]string{8: "Enter a date such as 1990-04-25."}},
	} {
		t.Run(name, func(t *testing.T) {
			unchanged(t, s, func() {
				report := must(s.ImportRoll(t.Context(), storetest.Admin, tc.lines, sameText, store.ImportRules{}))(t)
				got := make(map[int]string)
				for _, l := range report.Lines {
					for _, f := range l.Problems {
						got[l.Line] += f.Message()
					}
				}
				if !reflect.DeepEqual(got, tc.want) || report.Refused != len(tc.want) {
					t.Errorf("%d refused: %v, want %v", report.Refused, got, tc.want)
				}
			})
		})
	}
}

func TestALineCanNameItsEntry(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(1), rollLine(2))
	byID := store.RollLine{Line: 1, ID: report.Lines[0].Entry, FullName: new("Voter Number1"),
		Weight: new(2 * ballotbox.Vote)}
	if got := enrol(t, s, byID).Lines[0]; got.Outcome != store.RollUpdated || got.Entry != byID.ID {
		t.Errorf("%+v", got)
	}
	unknown, other := byID, byID
	unknown.ID, other.Member = someone, new("M-2")
	for field, l := range map[string]store.RollLine{"id": unknown, "member": other} {
		report := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{l}, sameText, store.ImportRules{}))(t)
		if got := report.Lines[0].Problems; len(got) == 0 || got[0].Name != field {
			t.Errorf("%s: %+v", field, report)
		}
	}
	if report := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{byID, byID}, sameText,
		store.ImportRules{}))(
		t); report.Refused != 1 || report.Lines[1].Problems[0].Fault != refusal.RollRepeatsLine {
		t.Errorf("an entry twice: %+v", report)
	}
}

// With a person who leaves the roll goes the vote that they gave; votes that they held go back.
func TestWhoLeavesTheRollTakesTheirVoteAlong(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, holderLine(1, "M-2", "M-3"), rollLine(2), rollLine(3))
	leave := func(line int, want map[string][]string) {
		t.Helper()
		noError(t, s.RemoveRollEntry(t.Context(), storetest.Admin, report.Lines[line].Entry))
		if got := proxies(t, s); !reflect.DeepEqual(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	leave(1, map[string][]string{"M-1": {"M-3"}})
	leave(0, map[string][]string{})
	enrol(t, s, holderLine(4, "M-3")) // who is free to give it anew
}

func TestAKeyIsIssuedToAHolder(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, holderLine(1, "M-2"), rollLine(2))
	e, _, err := s.NewMemberKey(t.Context(), storetest.Admin, report.Lines[0].Entry)
	if err != nil || !slices.Equal(e.ProxyFor, []string{"M-2"}) {
		t.Errorf("%+v, %v", e, err)
	}
}

// An import in which everybody either holds votes or gave theirs: of 1,000 people, and the largest there is where
// OSTRAKON_LONG is set.
func TestAWholeImportOfProxies(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	lines := make([]store.RollLine, store.MaxRollLines)
	if os.Getenv("OSTRAKON_LONG") == "" {
		lines = lines[:1000]
	}
	for n := range lines {
		lines[n] = store.RollLine{Line: n, FullName: new(fmt.Sprintf("Жанна %d", n)), Member: new(fmt.Sprintf("Ж-%d", n)),
			NewKey: true, Weight: new(ballotbox.Weight(n + 1))}
		if n < 10 {
			for giver := n + 10; giver < len(lines); giver += 10 {
				lines[n].ProxyFor = append(lines[n].ProxyFor, fmt.Sprintf("ж-%d", giver))
			}
		}
	}
	if report := enrol(t, s, lines...); report.Added != len(lines) {
		t.Fatalf("%d added", report.Added)
	}
	held := proxies(t, s)
	if len(held) != 10 || len(held["Ж-9"]) != len(lines)/10-1 || held["Ж-9"][0] != "Ж-19" {
		t.Errorf("%d holders, %d votes", len(held), len(held["Ж-9"]))
	}
}
