package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// sameText compares names letter by letter, for tests.
func sameText(registered, onRoll string) bool { return registered == onRoll }

// rollLine is a line with the number that storetest.Registration(n) gives.
func rollLine(n int) store.RollLine {
	r := storetest.Registration(n)
	return store.RollLine{Line: n, FullName: new(r.FullName), NationalID: new(r.Number),
		Member: new(fmt.Sprintf("M-%d", n))}
}

// enrol imports lines that must all be taken.
func enrol(tb testing.TB, s *store.Store, lines ...store.RollLine) store.RollReport {
	tb.Helper()
	report := must(s.ImportRoll(tb.Context(), storetest.Admin, lines, sameText, store.ImportRules{}))(tb)
	if report.Refused > 0 {
		tb.Fatalf("refused: %+v", report)
	}
	return report
}

// onRoll is storetest.Registration(n) under the policy of the roll.
func onRoll(n int) store.Registration {
	r := storetest.Registration(n)
	r.Policy, r.OnRoll = "roll", true
	r.Agrees = func(e store.RollEntry) bool { return e.FullName == r.FullName }
	return r
}

// byKey registers with a member key in place of the number.
func byKey(n int, printed string) store.Registration {
	r := onRoll(n)
	r.Kind, r.Number = "", ""
	r.MemberKey, _ = store.ParseMemberKey(printed)
	return r
}

func rollEntries(tb testing.TB, s *store.Store, query string) []store.RollEntry {
	tb.Helper()
	return pages(tb, 2, func(p store.Page) (store.List[store.RollEntry], error) {
		l, err := s.Roll(tb.Context(), store.RollFilter{Query: query}, p)
		return l.List, err
	})
}

func TestExportRollIsTheRollAtOneMoment(t *testing.T) {
	s := storetest.New(t, store.Options{})
	lines := make([]store.RollLine, 3*store.MaxPage)
	for n := range lines {
		lines[n] = rollLine(n)
	}
	half := len(lines) / 2
	enrol(t, s, lines[:half]...)
	imported := make(chan error, 1)
	go func() {
		_, err := s.ImportRoll(t.Context(), storetest.Admin, lines[half:], sameText, store.ImportRules{})
		imported <- err
	}()
	for done := false; !done; {
		select {
		case err := <-imported:
			if done = true; err != nil {
				t.Fatal(err)
			}
		default:
		}
		all := must(s.ExportRoll(t.Context(), storetest.Admin))(t)
		if len(all) != half && len(all) != len(lines) {
			t.Fatalf("exported %d entries beside an import of %d onto %d", len(all), len(lines)-half, half)
		}
	}
	if all := must(s.ExportRoll(t.Context(), storetest.Admin))(t); !reflect.DeepEqual(all, rollEntries(t, s, "")) ||
		len(all) != len(lines) {
		t.Errorf("exported %d entries that are not the %d of the list, in its order", len(all), len(lines))
	}
}

func TestImportTakesPeopleOntoTheRoll(t *testing.T) {
	s := storetest.New(t, store.Options{})
	withKey := store.RollLine{Line: 3, FullName: new("Zoë Þorsdóttir"), DateOfBirth: new("1990-04-25"), NewKey: true}
	report := enrol(t, s, rollLine(1), rollLine(2), withKey)
	if report.Added != 3 || len(report.Lines) != 3 || report.Lines[0].Key != "" || report.Lines[2].Key == "" ||
		report.Lines[2].Entry == "" {
		t.Errorf("report %+v", report)
	}
	if got := must(s.Roll(t.Context(), store.RollFilter{}, store.Page{}))(t).RollSize; got !=
		(store.RollSize{Entries: 3, KeyNone: 2, KeyUnused: 1}) {
		t.Errorf("size %+v", got)
	}
	for query, want := range map[string]int{"": 3, "zoe": 1, "thorsd": 1, "m-2": 1, "m": 2, "nobody": 0, "...": 0} {
		if got := rollEntries(t, s, query); len(got) != want {
			t.Errorf("%q finds %d entries, want %d", query, len(got), want)
		}
	}
}

func TestTheRollKeepsNeitherNumbersNorKeys(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	l := rollLine(1)
	l.NationalID, l.NewKey = new("Q7Z9K2M4P6"), true
	printed := enrol(t, s, l).Lines[0].Key
	raw := must(os.ReadFile(filepath.Join(dir, store.FileName)))(t)
	for _, secret := range []string{*l.NationalID, printed, strings.ReplaceAll(printed, "-", "")} {
		if bytes.Contains(raw, []byte(secret)) {
			t.Errorf("the file holds %s", secret)
		}
	}
	if !bytes.Contains(raw, []byte(*l.Member)) {
		t.Error("the file does not hold the member reference: this test looks at the wrong bytes")
	}
}

func TestAnImportThatIsNotCarriedOutChangesNothing(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	unchanged(t, s, func() {
		fresh := rollLine(2)
		fresh.NewKey = true
		report := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{rollLine(1), fresh}, sameText,
			store.ImportRules{DryRun: true}))(t)
		if !report.DryRun || report.Unchanged != 1 || report.Added != 1 || report.Lines[1].Key != "" ||
			report.Lines[1].Entry != "" {
			t.Errorf("dry run: %+v", report)
		}
	})
	unchanged(t, s, func() {
		report := must(s.ImportRoll(t.Context(), storetest.Admin, []store.RollLine{rollLine(2), {Line: 3}}, sameText,
			store.ImportRules{}))(
			t)
		if report.Refused != 1 || report.Added != 1 || report.Lines[0].Entry != "" {
			t.Errorf("a line with problems: %+v", report)
		}
	})
	invalid(t, s, "roll", func() error {
		return errOf(s.ImportRoll(t.Context(), storetest.Admin, nil, sameText, store.ImportRules{}))
	})
	invalid(t, s, "roll", func() error {
		return errOf(s.ImportRoll(t.Context(), storetest.Admin, make([]store.RollLine, store.MaxRollLines+1), sameText,
			store.ImportRules{}))
	})
}

func TestAnImportReportsEveryLinesProblem(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), rollLine(2))
	twice, foreign := rollLine(3), rollLine(1)
	foreign.Member = new("M-2")
	for name, tc := range map[string]struct {
		lines []store.RollLine
		field string
	}{
		"no name": {[]store.RollLine{{Line: 1, NewKey: true}}, "fullName"},
		"a bad date": {[]store.RollLine{{Line: 1, FullName: new("Ada"), DateOfBirth: new("25.4.1990"),
			NewKey: true}}, "dateOfBirth"},
		"a number twice": {[]store.RollLine{twice,
			{Line: 9, FullName: new("Ada"), NationalID: twice.NationalID}}, "nationalId"},
		"a member twice": {[]store.RollLine{twice,
			{Line: 9, FullName: new("Ada"), Member: new("m-3"), NewKey: true}}, "member"},
		"a number and a member of others": {[]store.RollLine{foreign}, "member"},
		"what the caller found": {[]store.RollLine{{Line: 1, FullName: new("Ada"),
			Problems: []refusal.Field{refusal.NumberMalformed.Of("nationalId", nil)}}}, "nationalId"},
	} {
		t.Run(name, func(t *testing.T) {
			report := must(s.ImportRoll(t.Context(), storetest.Admin, tc.lines, sameText, store.ImportRules{}))(t)
			last := report.Lines[len(report.Lines)-1]
			if report.Refused != 1 || last.Outcome != store.RollRefused || len(last.Problems) != 1 ||
				last.Problems[0].Name != tc.field {
				t.Errorf("report %+v, want one problem with %s", report, tc.field)
			}
		})
	}
}

func TestAnImportBringsEntriesUpToDate(t *testing.T) {
	s := storetest.New(t, store.Options{})
	id := enrol(t, s, rollLine(1)).Lines[0].Entry
	married := rollLine(1)
	married.FullName = new("Ada King")
	byMember := store.RollLine{Line: 1, FullName: new("Ada King"), Member: new("M-1"), DateOfBirth: new("1990-04-25")}
	for _, tc := range []struct {
		line store.RollLine
		want store.RollOutcome
	}{{rollLine(1), store.RollUnchanged}, {married, store.RollUpdated}, {byMember, store.RollUpdated},
		{married, store.RollUnchanged}} {
		if got := enrol(t, s, tc.line).Lines[0]; got.Outcome != tc.want || got.Entry != id {
			t.Errorf("%+v: %+v, want %s", tc.line, got, tc.want)
		}
	}
	if got := rollEntries(t, s, "king"); len(got) != 1 || got[0].DateOfBirth != "1990-04-25" || got[0].Identity == nil {
		t.Errorf("entry %+v", got)
	}
}

func TestAnImportTiesAccountsWithTheSameNumberAndName(t *testing.T) {
	s := storetest.New(t, store.Options{})
	same, other := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	l := rollLine(2)
	l.FullName = new("Somebody Else")
	report := enrol(t, s, rollLine(1), l)
	if a, b := report.Lines[0], report.Lines[1]; !a.Registered || a.OtherName || !b.Registered || !b.OtherName {
		t.Errorf("report %+v", report)
	}
	if got := must(s.User(t.Context(), same.ID))(t).RollEntry; got != report.Lines[0].Entry {
		t.Errorf("tied to %q, want %q", got, report.Lines[0].Entry)
	}
	if got := must(s.User(t.Context(), other.ID))(t).RollEntry; got != "" {
		t.Errorf("an account of another name was tied to %q", got)
	}
	if got := must(s.Roll(t.Context(), store.RollFilter{}, store.Page{}))(t).RollSize; got !=
		(store.RollSize{Entries: 2, Registered: 1, KeyNone: 2}) {
		t.Errorf("size %+v", got)
	}
}

func TestThePolicyOfTheRollAdmitsWhoIsOnIt(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(1),
		store.RollLine{Line: 2, FullName: new(storetest.Registration(2).FullName), NewKey: true})

	u := must(s.Register(t.Context(), onRoll(1)))(t)
	if u.RollEntry != report.Lines[0].Entry || u.Admission == nil ||
		!slices.Contains(u.Admission.Checks, store.AdmissionCheck{Name: store.CheckRoll, Passed: true}) {
		t.Errorf("by number: %+v", u)
	}
	k := must(s.Register(t.Context(), byKey(2, report.Lines[1].Key)))(t)
	if k.RollEntry != report.Lines[1].Entry || k.Admission == nil || k.Identity != nil {
		t.Errorf("by key: %+v", k)
	}
}

func TestThePolicyOfTheRollRefusesEverybodyElseAlike(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(1), store.RollLine{Line: 2, FullName: new("Kim Lee"), NewKey: true},
		store.RollLine{Line: 3, FullName: new(storetest.Registration(3).FullName), NewKey: true})
	must(s.Register(t.Context(), byKey(3, report.Lines[2].Key)))(t)
	wrongName := onRoll(1)
	wrongName.Agrees = func(store.RollEntry) bool { return false }
	spent := byKey(4, report.Lines[2].Key)
	spent.Agrees = func(store.RollEntry) bool { return false }
	var told []string
	for name, r := range map[string]store.Registration{
		"a number that is not there": onRoll(9), "another name": wrongName,
		"another name for a key": byKey(5, report.Lines[1].Key), "another name for a key used before": spent,
		"a key that was never printed": byKey(6, "0000-0000-0000-0000"),
	} {
		refused(t, s, refusal.NotAdmitted, func() error {
			err := errOf(s.Register(t.Context(), r))
			if err == nil {
				t.Fatalf("%s: admitted", name)
			}
			told = append(told, err.Error())
			return err
		})
	}
	slices.Sort(told)
	if len(slices.Compact(told)) != 1 {
		t.Errorf("the refusals tell apart what is on the roll: %q", told)
	}
}

// Who knows the number or the key and the rest of an entry could register on it themselves, so they
// may know that they have.
func TestWhoHasRegisteredIsToldSo(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(1),
		store.RollLine{Line: 2, FullName: new(storetest.Registration(2).FullName), NewKey: true})
	must(s.Register(t.Context(), onRoll(1)))(t)
	must(s.Register(t.Context(), byKey(2, report.Lines[1].Key)))(t)
	again := onRoll(1)
	again.Email = "another@example.org"
	byKeyAgain := byKey(2, report.Lines[1].Key)
	byKeyAgain.Email = "third@example.org"
	for field, r := range map[string]store.Registration{"nationalId": again, "memberKey": byKeyAgain} {
		refused(t, s, refusal.AlreadyRegistered, func() error {
			err := errOf(s.Register(t.Context(), r))
			if fields := refusal.FieldsOf(err); len(fields) != 1 || fields[0].Name != field {
				t.Errorf("fields %+v, want %s", fields, field)
			}
			return err
		})
	}
	again.Review = true // someone registered in their name, perhaps
	if u := must(s.Register(t.Context(), again))(t); u.Application == nil || u.Admission != nil {
		t.Errorf("a review: %+v", u)
	}
}

func TestARegistrationNeedsANumberOrAKeyAndNotBoth(t *testing.T) {
	s := storetest.New(t, store.Options{})
	both, neither := onRoll(1), onRoll(1)
	both.MemberKey, neither.Number = "0000000000000000", ""
	for _, r := range []store.Registration{both, neither} {
		invalid(t, s, "nationalId", func() error { return errOf(s.Register(t.Context(), r)) })
	}
}

func TestANewMemberKeyEndsTheOneBefore(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, store.RollLine{Line: 1, FullName: new(storetest.Registration(1).FullName), NewKey: true})
	entry := report.Lines[0].Entry
	_, fresh, err := s.NewMemberKey(t.Context(), storetest.Admin, entry)
	if err != nil || fresh == report.Lines[0].Key {
		t.Fatalf("key %q, error %v", fresh, err)
	}
	refused(t, s, refusal.NotAdmitted,
		func() error { return errOf(s.Register(t.Context(), byKey(1, report.Lines[0].Key))) })
	must(s.Register(t.Context(), byKey(1, fresh)))(t)
	refused(t, s, refusal.NotFound, func() error {
		_, _, err := s.NewMemberKey(t.Context(), storetest.Admin, "aaaaaaaaaaaaaaaaaaaaaaaaaa")
		return err
	})
}

func TestAFrozenRollSaysWhoVotes(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), rollLine(2), rollLine(3))
	on := must(s.Register(t.Context(), onRoll(1)))(t)
	off := storetest.Voter(t, s, 8)
	e := rollElection(t, s)
	if e.Turnout != (store.Turnout{Electorate: 3}) {
		t.Errorf("turnout %+v, want an electorate of 3", e.Turnout)
	}
	c := e.Questions[0].Candidates[0]
	vote(t, s, on.ID, c)
	refused(t, s, refusal.NotInElectorate, func() error {
		return errOf(s.CastVote(t.Context(), off.ID, e.ID, "", store.Answers{Candidate: c.ID}))
	})

	// Who is on the frozen roll may still register; who came onto the roll later may not vote in
	// this election.
	late := must(s.Register(t.Context(), onRoll(2)))(t)
	vote(t, s, late.ID, c)
	enrol(t, s, rollLine(4))
	newcomer := must(s.Register(t.Context(), onRoll(4)))(t)
	refused(t, s, refusal.NotInElectorate, func() error {
		return errOf(s.CastVote(t.Context(), newcomer.ID, e.ID, "", store.Answers{Candidate: c.ID}))
	})

	storetest.Advance(t, s, e.ID, store.Completed)
	r := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	if got := must(s.Election(t.Context(), e.ID))(t).Turnout; got != (store.Turnout{Ballots: 2, Electorate: 3}) {
		t.Errorf("turnout %+v, result %+v", got, r)
	}
	holds(t, must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{})
}

// rollElection opens an election that freezes the roll.
func rollElection(tb testing.TB, s *store.Store) store.Election {
	tb.Helper()
	e := storetest.Election(tb, s, "Of the roll", "Ada", "Grace")
	must(s.UpdateElection(tb.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(tb)
	return storetest.Advance(tb, s, e.ID, store.Active)
}

func TestTheManifestBindsTheFrozenRoll(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), rollLine(2))
	e := rollElection(t, s)
	renamed := rollLine(1)
	renamed.FullName = new("Renamed Afterwards")
	enrol(t, s, renamed)

	h := ballotbox.NewRollHasher(nil)
	all := must(s.ExportElectorate(t.Context(), storetest.Admin, e.ID))(t)
	for _, p := range all {
		h.Add(p)
	}
	m := must(ballotbox.ParseManifest(must(s.Manifest(t.Context(), e.ID))(t)))(t)
	if !reflect.DeepEqual(*m.Electorate, h.Electorate()) || len(all) != 2 {
		t.Errorf("manifest %+v, frozen roll %+v", m.Electorate, h.Electorate())
	}
	open := running(t, s, "Mary", "Rosa")
	if err := errOf(s.ExportElectorate(t.Context(), storetest.Admin, open.ID)); !errors.Is(err, refusal.NotFound) {
		t.Errorf("electorate of an open election: %v", err)
	}
}

func TestAnElectionOfAnEmptyRollDoesNotOpen(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Of the roll", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	refused(t, s, refusal.RollEmpty,
		func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active)) })
	invalid(t, s, "electorate", func() error {
		return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
			store.ElectionChange{Electorate: new(store.ElectorateKind("all"))}))
	})
}

func TestAnEntryGoesOnlyWhileNoElectionUsesIt(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, rollLine(1), rollLine(2))
	u := must(s.Register(t.Context(), onRoll(1)))(t)
	e := rollElection(t, s)
	for _, l := range report.Lines {
		refused(t, s, refusal.RollInUse, func() error { return s.RemoveRollEntry(t.Context(), storetest.Admin, l.Entry) })
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	for _, l := range report.Lines {
		if err := s.RemoveRollEntry(t.Context(), storetest.Admin, l.Entry); err != nil {
			t.Error(err)
		}
	}
	if got := must(s.User(t.Context(), u.ID))(t); got.RollEntry != "" || got.Admission == nil {
		t.Errorf("the account of a removed entry: %+v", got)
	}
	if got := must(s.Roll(t.Context(), store.RollFilter{}, store.Page{}))(t).RollSize; got != (store.RollSize{}) {
		t.Errorf("size %+v", got)
	}
	refused(t, s, refusal.NotFound,
		func() error { return s.RemoveRollEntry(t.Context(), storetest.Admin, report.Lines[0].Entry) })
}

// Enrolled anew under another key, who has voted could register and vote again.
func TestWhoHasVotedStaysOnTheRollUntilTheClose(t *testing.T) {
	s := storetest.New(t, store.Options{})
	line := enrol(t, s, store.RollLine{Line: 1, FullName: new("Voter Number1"), NewKey: true}).Lines[0]
	u := must(s.Register(t.Context(), byKey(1, line.Key)))(t)
	e := running(t, s, "Ada", "Grace")
	vote(t, s, u.ID, e.Questions[0].Candidates[0])
	refused(t, s, refusal.RollInUse, func() error { return s.RemoveRollEntry(t.Context(), storetest.Admin, line.Entry) })
	storetest.Advance(t, s, e.ID, store.Completed)
	if err := s.RemoveRollEntry(t.Context(), storetest.Admin, line.Entry); err != nil {
		t.Error(err)
	}
}
