package store_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// countedBy casts a ballot in an open election of holders, closes it and counts it with what two sheets give for it.
func countedBy(t *testing.T, s *store.Store, e store.Election, sheets map[int]*sealing.Secret,
	voter store.UserID) store.Results {
	t.Helper()
	b := storetest.Seal(t, s, e.ID, string(voter), 1, 0)
	must(s.CastSealed(t.Context(), voter, e.ID, b.On("")))(t)
	storetest.Advance(t, s, e.ID, store.Completed)
	given := map[int]*sealing.Secret{}
	for n, sheet := range sheets {
		given[n] = sheet.Find(e.Holders[n-1].PublicKey)
	}
	return must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, countAtTable(t, s, e.ID, given, 1, 2)))(t)
}

// Copies of copies take the numbers 1 to 30, each once and never 0. Then the assembly is used up and a new one begins.
func TestThirtyElectionsOpenWithOneSheet(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	sheets := storetest.Sheets(t, s, e.ID, 2, 2)
	voter := voters(t, s, 1)[0]
	assembly := must(s.Election(t.Context(), e.ID))(t).AssemblyID
	var seen [][]byte
	for n := 1; n <= store.MaxAssemblyElections; n++ {
		if n%3 == 0 { // a draft that is deleted takes no number
			unused := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
			noError(t, s.DeleteElection(t.Context(), storetest.Admin, unused.ID))
		}
		open := storetest.Advance(t, s, e.ID, store.Active)
		key := open.Holders[0].PublicKey
		if open.Number != n || open.AssemblyID != assembly || !bytes.Equal(key, sheets[1].Derive(n).PublicKey()) ||
			slices.ContainsFunc(seen, func(old []byte) bool { return bytes.Equal(old, key) }) {
			t.Fatalf("election %d has number %d of assembly %s", n, open.Number, open.AssemblyID)
		}
		seen = append(seen, key)
		if n%10 == 1 {
			if r := countedBy(t, s, open, sheets, voter); r.Cast != 1 {
				t.Errorf("election %d: %+v", n, r)
			}
		}
		if n < store.MaxAssemblyElections {
			e = must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
		}
	}
	next := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	if next.AssemblyID == assembly || next.Threshold != 2 || len(next.Assembly.Missing()) != 2 {
		t.Errorf("the 31st election: %+v", next.Assembly)
	}
}

func TestElectionsJoinTheCurrentAssembly(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	first := storetest.Election(t, s, "Board", "Ada", "Grace")
	storetest.Sheets(t, s, first.ID, 1, 2)
	first = storetest.Advance(t, s, first.ID, store.Active)
	same := store.HolderPlan{Threshold: 1, Holders: []string{"Holder 1", "Holder 2"}}
	plan := func(p store.HolderPlan) store.Election {
		other := storetest.Election(t, s, "Auditors", "Mia", "Zoe")
		return must(s.SetHolders(t.Context(), storetest.Admin, other.ID, p))(t)
	}
	if e := plan(same); e.AssemblyID != first.AssemblyID || len(e.Assembly.Missing()) != 0 {
		t.Errorf("the same holders: %+v", e.Assembly)
	}
	motion := must(s.OpenMotion(t.Context(), storetest.Admin,
		store.Motion{Title: "The fee", Electorate: store.ElectorateOpen, Held: true}))(t)
	if motion.AssemblyID != first.AssemblyID || motion.Number != 2 || motion.Settings.AutoCount {
		t.Errorf("a motion from the floor: %+v", motion)
	}
	clock.Set(clock.Now().Add(time.Hour)) // assemblies are in the order of their times
	anew := same
	anew.Anew, anew.Title = true, "Evening"
	second := plan(anew)
	if second.AssemblyID == first.AssemblyID || second.Assembly.Title != "Evening" || len(second.Assembly.Missing()) != 2 {
		t.Errorf("a new assembly: %+v", second.Assembly)
	}
	if e := plan(same); e.AssemblyID != second.AssemblyID {
		t.Errorf("after it: %+v", e.Assembly)
	}
	if e := plan(store.HolderPlan{Threshold: 2, Holders: same.Holders}); e.AssemblyID == second.AssemblyID {
		t.Errorf("another threshold: %+v", e.Assembly)
	}
	if e := must(s.DuplicateElection(t.Context(), storetest.Admin, first.ID))(t); e.AssemblyID != first.AssemblyID {
		t.Errorf("a copy leaves the assembly of the first: %+v", e.Assembly)
	}
}

// Two weeks after its first opening the sheets of an assembly may be destroyed.
func TestAnOldAssemblyTakesNoElection(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	floor := func() error {
		return errOf(s.OpenMotion(t.Context(), storetest.Admin,
			store.Motion{Title: "The fee", Electorate: store.ElectorateOpen, Held: true}))
	}
	refused(t, s, refusal.AssemblyOver, floor)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{Threshold: 1, Holders: []string{"Zoe"}}))(t)
	refused(t, s, refusal.HoldersMissing, floor)
	clock.Set(clock.Now().Add(time.Hour))
	storetest.Sheets(t, s, e.ID, 1, 1)
	clock.Set(clock.Now().AddDate(0, 3, 0)) // before the first opening time does not matter
	e = storetest.Advance(t, s, e.ID, store.Active)
	draft := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	clock.Set(clock.Now().AddDate(0, 0, 15))
	refused(t, s, refusal.AssemblyOver,
		func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, draft.ID, store.Active)) })
	if d := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t); d.AssemblyID == e.AssemblyID ||
		d.Holders[0].Name != "Holder 1" || len(d.Assembly.Missing()) != 1 {
		t.Errorf("a copy joins the old assembly: %+v", d.Assembly)
	}
}

// A page that shows a draft may open it, and changes it only as long as it has the same holders.
func TestTheHoldersOfAnAssemblyAreOfTheVersionOfADraft(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	storetest.Sheets(t, s, e.ID, 1, 2)
	e = must(s.Election(t.Context(), e.ID))(t)
	seen := store.Expect(t.Context(), store.Expected{Election: e.ID, Versions: []string{e.Version()}})
	must(s.UpdateElection(seen, storetest.Admin, e.ID, store.ElectionChange{}))(t)
	storetest.Sheets(t, s, e.ID, 1, 1)
	refused(t, s, refusal.ChangedMeanwhile,
		func() error { return errOf(s.SetStatus(seen, storetest.Admin, e.ID, store.Active)) })
	e = must(s.Election(t.Context(), e.ID))(t)
	seen = store.Expect(t.Context(), store.Expected{Election: e.ID, Versions: []string{e.Version()}})
	must(s.SetStatus(seen, storetest.Admin, e.ID, store.Active))(t)
}

func TestARestoredBackupSkipsNumbers(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	sheets := storetest.Sheets(t, s, e.ID, 1, 1)
	later := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	storetest.Advance(t, s, e.ID, store.Active)
	dir := t.TempDir()
	noError(t, restore(dir, backup(t, s, true)))
	restored := storetest.NewIn(t, dir, store.Options{})
	for _, where := range []*store.Store{s, restored} { // both go on
		later := storetest.Advance(t, where, later.ID, store.Active)
		want := map[*store.Store]int{s: 2, restored: 17}[where]
		if later.Number != want || !bytes.Equal(later.Holders[0].PublicKey, sheets[1].Derive(want).PublicKey()) {
			t.Errorf("number %d, want %d", later.Number, want)
		}
	}
}

func TestARehearsalUsesTheKeyOfNoElection(t *testing.T) {
	s, to := storetest.New(t, store.Options{}), storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{Threshold: 1, Holders: []string{"Zoe"}}))(t)
	d := must(s.DuplicateForRehearsal(t.Context(), storetest.Admin, e.ID, storetest.New(t, store.Options{})))(t)
	if d.Custody != ballotbox.CustodyServer || d.Holders != nil {
		t.Errorf("without sheets: %+v", d)
	}
	sheets := storetest.Sheets(t, s, e.ID, 2, 3)
	enrol(t, to, weighing(1, 1))
	d = must(s.DuplicateForRehearsal(t.Context(), storetest.Admin, e.ID, to))(t)
	d = storetest.Advance(t, to, d.ID, store.Active)
	for n, h := range d.Holders {
		if !bytes.Equal(h.PublicKey, sheets[n+1].Derive(0).PublicKey()) || h.Name != fmt.Sprint("Holder ", n+1) {
			t.Errorf("holder %d does not rehearse with key 0", n+1)
		}
	}
	if e := storetest.Advance(t, s, e.ID, store.Active); e.Number != 1 || d.Number != 0 {
		t.Errorf("the election has number %d, the rehearsal %d", e.Number, d.Number)
	}
}
