package store_test

import (
	"reflect"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// votersOf lists the voters of an election by pages of two.
func votersOf(tb testing.TB, s *store.Store, id store.ElectionID, f store.VoterFilter) (names []string,
	all []store.Voter) {
	tb.Helper()
	all = pages(tb, 2, func(p store.Page) (store.List[store.Voter], error) { return s.Voters(tb.Context(), id, f, p) })
	for _, v := range all {
		names = append(names, v.FullName)
	}
	return names, all
}

func TestVotersAreListedByNameWithWhoHasVoted(t *testing.T) {
	s := storetest.New(t, store.Options{})
	lines := []store.RollLine{rollLine(3), rollLine(1), rollLine(2)}
	lines[1].Email = new("one@example.org")
	report := enrol(t, s, lines...)
	u := must(s.Register(t.Context(), onRoll(1)))(t)
	e := storetest.Election(t, s, "Of the roll", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	want := []string{"Voter Number1", "Voter Number2", "Voter Number3"}
	if got, _ := votersOf(t, s, e.ID, store.VoterFilter{}); !slices.Equal(got, want) {
		t.Errorf("before it opens: %v", got)
	}
	e = storetest.Advance(t, s, e.ID, store.Active)
	enrol(t, s, rollLine(4))
	must(s.SetPresent(t.Context(), storetest.Admin, report.Lines[1].Entry, true))(t)
	vote(t, s, u.ID, e.Questions[0].Candidates[0])
	for name, tc := range map[string]struct {
		filter store.VoterFilter
		want   []string
	}{
		"all":               {store.VoterFilter{}, want},
		"who has voted":     {store.VoterFilter{Voted: new(true)}, want[:1]},
		"who has not":       {store.VoterFilter{Voted: new(false)}, want[1:]},
		"a query":           {store.VoterFilter{Query: "m-2"}, want[1:2]},
		"nobody":            {store.VoterFilter{Query: "m-1", Voted: new(false)}, nil},
		"a query of a dash": {store.VoterFilter{Query: "-"}, nil},
	} {
		if got, _ := votersOf(t, s, e.ID, tc.filter); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
	_, all := votersOf(t, s, e.ID, store.VoterFilter{})
	first := store.Voter{Entry: report.Lines[1].Entry, FullName: want[0], Member: "M-1", Email: "one@example.org",
		Registered: true, Present: true, HasVoted: true}
	if all[0] != first {
		t.Errorf("%+v, want %+v", all[0], first)
	}
	exported := must(s.ExportVoters(t.Context(), storetest.Admin, e.ID, store.VoterFilter{}))(t)
	if got := must(s.Election(t.Context(), e.ID))(t).Exports; !reflect.DeepEqual(exported, all) || got != 1 {
		t.Errorf("exported %+v; %d exports", exported, got)
	}
	must(storetest.Advance(t, s, e.ID, store.Completed), error(nil))(t)
	must(true, s.RemoveRollEntry(t.Context(), storetest.Admin, report.Lines[2].Entry))(t)
	if got, _ := votersOf(t, s, e.ID, store.VoterFilter{}); !slices.Equal(got, want) {
		t.Errorf("after somebody left the roll: %v", got)
	}
}

// Before it opens and afterwards, the list of an election goes by the last name, as the roll does.
func TestVotersOfTheRollAreListedByTheLastName(t *testing.T) {
	s := storetest.New(t, store.Options{})
	spanish := personLine(1, "María García López", "", "", "")
	spanish.LastName = new("García López")
	enrol(t, s, personLine(3, "Jan Hooft", "", "", ""), spanish, personLine(2, "Zoë Adler", "", "", ""))
	e := storetest.Election(t, s, "Of the roll", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	for _, state := range []store.Status{store.Draft, store.Active, store.Completed} {
		if state != store.Draft {
			storetest.Advance(t, s, e.ID, state)
		}
		want := []string{"Zoë Adler", "María García López", "Jan Hooft"}
		if got, _ := votersOf(t, s, e.ID, store.VoterFilter{}); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", state, got, want)
		}
	}
}

func TestVotersOfAnElectionForEveryoneAreTheAccounts(t *testing.T) {
	s := storetest.New(t, store.Options{})
	one, two := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	e := running(t, s, "Ada", "Grace")
	vote(t, s, two.ID, e.Questions[0].Candidates[0])
	_, all := votersOf(t, s, e.ID, store.VoterFilter{})
	if len(all) != 2 || all[0].User != one.ID || all[0].HasVoted || !all[1].HasVoted || all[1].Email != two.Email ||
		!all[1].Registered {
		t.Errorf("%+v", all)
	}
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.Voters(t.Context(), "aaaaaaaaaaaaaaaaaaaaaaaaaa", store.VoterFilter{}, store.Page{}))
	})
	invalid(t, s, "after", func() error {
		return errOf(
			s.Voters(t.Context(), e.ID, store.VoterFilter{}, store.Page{After: "x"}))
	})
}
