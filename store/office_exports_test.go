package store_test

import (
	"errors"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// An election counts what is taken away while it is ACTIVE, and the audit list has each of it.
func TestExportsOfAnOpenElectionAreCounted(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1), rollLine(2))
	draft, open, rolled := storetest.Election(t, s, "Draft", "Ada", "Grace"), running(t, s, "Eve", "Mia"),
		rollElection(t, s)
	closed := running(t, s, "Kim", "Lee")
	storetest.Advance(t, s, closed.ID, store.Completed)
	exports := func(want map[store.ElectionID]int) {
		t.Helper()
		for _, id := range []store.ElectionID{draft.ID, open.ID, rolled.ID, closed.ID} {
			if e := must(s.Election(t.Context(), id))(t); e.Exports != want[id] {
				t.Errorf("%s has %d exports, want %d", e.Title, e.Exports, want[id])
			}
		}
	}
	noted := func(action string, by audit.Actor, subject store.ElectionID) {
		t.Helper()
		last := must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 1}))(t).Items[0]
		if last.Action != action || last.Actor != by || last.Subject.ID != string(subject) {
			t.Errorf("the audit list ends with %+v, want %s", last, action)
		}
	}
	admin := audit.ByUser(storetest.Voter(t, s, 8).ID)
	exports(nil)
	backup(t, s, false)
	noted("installation.backed_up", storetest.Admin, "")
	exports(map[store.ElectionID]int{open.ID: 1, rolled.ID: 1})
	must(s.ExportRoll(t.Context(), admin))(t)
	noted("roll.exported", admin, "")
	exports(map[store.ElectionID]int{open.ID: 2, rolled.ID: 2})
	must(s.ExportElectorate(t.Context(), admin, rolled.ID))(t)
	noted("election.electorate_exported", admin, rolled.ID)
	counted := map[store.ElectionID]int{open.ID: 2, rolled.ID: 3}
	exports(counted)
	if err := errOf(s.ExportElectorate(t.Context(), admin, open.ID)); !errors.Is(err, refusal.NotFound) {
		t.Errorf("an electorate that is not there: %v", err)
	}
	noted("election.electorate_exported", admin, rolled.ID)
	storetest.Advance(t, s, rolled.ID, store.Completed)
	must(s.ExportElectorate(t.Context(), admin, rolled.ID))(t)
	exports(counted)

	// A backup has its own number already.
	dir := t.TempDir()
	noError(t, restore(dir, backup(t, s, true)))
	if e := must(storetest.NewIn(t, dir, store.Options{}).Election(t.Context(), open.ID))(t); e.Exports != 3 {
		t.Errorf("in the backup the election has %d exports, want 3", e.Exports)
	}
}
