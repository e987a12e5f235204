package store_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// remembered is a store, and somebody whom it should forget.
type remembered struct {
	dir   string
	clock *storetest.Clock
	store *store.Store
}

func newRemembered(t *testing.T) remembered {
	t.Helper()
	r := remembered{dir: t.TempDir(), clock: storetest.NewClock()}
	r.store = must(store.Open(t.Context(), r.dir, store.Options{Now: r.clock.Now}))(t)
	t.Cleanup(func() { _ = r.store.Close() }) // a test may have closed it
	return r
}

// quax is a person whose name, addresses and number occur nowhere else.
func quax() store.Registration {
	return store.Registration{
		Email: "quaxwright@example.org", PasswordHash: "x", FullName: "Ottoline Quaxwright", DateOfBirth: "1958-11-23",
		Phone: "+44 20 7946 0731", Kind: store.NationalID, Number: "KX55903719", Policy: "number",
		Checks: []store.AdmissionCheck{{Name: "identity_number", Passed: true}},
	}
}

// What the store knows of quax; frozen are those facts that a frozen roll keeps.
var (
	frozenFacts = []string{"Quaxwright", "1958-11-23", "QX-77"}
	otherFacts  = []string{"quaxwright@example.org", "79460731", "7946 0731", `"lastFour":"3719"`}
)

// wait lets time pass, and does what is due then.
func (r remembered) wait(d time.Duration) {
	r.clock.Set(r.clock.Now().Add(d))
	r.store.Mend()
}

// hits are those facts that are somewhere in the database file.
func (r remembered) hits(t *testing.T, facts ...string) []string {
	t.Helper()
	return among(must(os.ReadFile(filepath.Join(r.dir, store.FileName)))(t), facts)
}

// among are the facts that occur in bytes.
func among(raw []byte, facts []string) (found []string) {
	for _, fact := range facts {
		if bytes.Contains(bytes.ToLower(raw), bytes.ToLower([]byte(fact))) {
			found = append(found, fact)
		}
	}
	return found
}

// backedUp are those facts that a new backup holds.
func (r remembered) backedUp(t *testing.T, facts ...string) []string {
	t.Helper()
	var zipped bytes.Buffer
	noError(t, r.store.Backup(t.Context(), storetest.Admin, &zipped, true))
	z := must(zip.NewReader(bytes.NewReader(zipped.Bytes()), int64(zipped.Len())))(t)
	var raw []byte
	for _, f := range z.File {
		raw = append(raw, must(io.ReadAll(must(f.Open())(t)))(t)...)
	}
	return among(raw, facts)
}

// gone asserts that file and new backups hold none of the facts.
func (r remembered) gone(t *testing.T, facts ...string) {
	t.Helper()
	if found := r.hits(t, facts...); len(found) > 0 {
		t.Errorf("the file holds %q", found)
	}
	if found := r.backedUp(t, facts...); len(found) > 0 {
		t.Errorf("a new backup holds %q", found)
	}
}

// forget registers quax, and deletes the account.
func (r remembered) forget(t *testing.T) {
	t.Helper()
	u := must(r.store.Register(t.Context(), quax()))(t)
	noError(t, r.store.DeleteUser(t.Context(), storetest.Admin, u.ID))
}

func TestWhoeverIsDeletedLeavesTheFileWithinTheHour(t *testing.T) {
	r := newRemembered(t)
	facts := append(otherFacts, frozenFacts[:2]...)
	r.forget(t)
	r.wait(20 * time.Minute)
	other := storetest.Registration(1)
	other.FullName = "Isambard Zwickle"
	u := must(r.store.Register(t.Context(), other))(t)
	noError(t, r.store.DeleteUser(t.Context(), storetest.Admin, u.ID))
	r.wait(9 * time.Minute)
	if len(r.hits(t, "Zwickle")) == 0 {
		t.Error("the pages that were freed hold nothing, so this test shows nothing")
	}
	r.wait(time.Minute) // half an hour after the first
	r.gone(t, append(facts, "Zwickle")...)
	unchanged(t, r.store, func() { r.wait(time.Hour) })
}

func TestVotesGoOnWhileWhoeverIsDeletedIsErased(t *testing.T) {
	r := newRemembered(t)
	e := running(t, r.store, "Ada", "Grace")
	all := voters(t, r.store, 8)
	r.forget(t)
	r.clock.Set(r.clock.Now().Add(time.Hour))
	cast := make(chan error, len(all))
	for _, voter := range all {
		go func() {
			cast <- errOf(r.store.CastVote(t.Context(), voter, e.ID, "",
				store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
		}()
	}
	r.store.Mend()
	for range all {
		noError(t, <-cast)
	}
	r.gone(t, otherFacts...)
	noError(t, r.store.Check(t.Context()))
}

func TestAKilledServerErasesAtTheNextStart(t *testing.T) {
	r := newRemembered(t)
	r.forget(t)
	killed := remembered{dir: filepath.Join(t.TempDir(), "killed"), clock: r.clock}
	noError(t, os.CopyFS(killed.dir, os.DirFS(r.dir)))
	if len(killed.hits(t, otherFacts...)) == 0 {
		t.Error("the pages that were freed hold nothing, so this test shows nothing")
	}
	killed.store = storetest.NewIn(t, killed.dir, store.Options{Now: r.clock.Now})
	killed.gone(t, otherFacts...)
	unchanged(t, killed.store, func() { killed.wait(time.Hour) })
}

func TestAServerThatStopsErasesBefore(t *testing.T) {
	r := newRemembered(t)
	r.forget(t)
	noError(t, r.store.Close())
	if found := r.hits(t, otherFacts...); len(found) > 0 {
		t.Errorf("the file holds %q", found)
	}
}

func TestAClockThatWentBackErasesAtOnce(t *testing.T) {
	r := newRemembered(t)
	r.forget(t)
	r.wait(-48 * time.Hour)
	r.gone(t, otherFacts...)
}

// enrolled puts quax on the roll with an account, and lets an election freeze the roll.
func (r remembered) enrolled(t *testing.T) (store.User, store.RollID, store.Election) {
	t.Helper()
	line := store.RollLine{Line: 1, FullName: new("Ottoline Quaxwright"), NationalID: new(quax().Number),
		Member: new("QX-77"), DateOfBirth: new("1958-11-23"), Email: new("quaxwright@example.org")}
	report := enrol(t, r.store, line, rollLine(2))
	person := quax()
	person.Policy, person.OnRoll = "roll", true
	person.Agrees = func(store.RollEntry) bool { return true }
	u := must(r.store.Register(t.Context(), person))(t)
	return u, report.Lines[0].Entry, rollElection(t, r.store)
}

func TestWhoIsOnAFrozenRollStaysThereUntilTheDateForRolls(t *testing.T) {
	r := newRemembered(t)
	s := r.store
	must(s.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{KeepRolls: new(30)}))(t)
	u, entry, e := r.enrolled(t)
	storetest.Advance(t, s, e.ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	noError(t, s.DeleteUser(t.Context(), storetest.Admin, u.ID))
	noError(t, s.RemoveRollEntry(t.Context(), storetest.Admin, entry))
	r.wait(time.Hour)
	r.gone(t, otherFacts...)
	if found := r.hits(t, frozenFacts...); len(found) != len(frozenFacts) {
		t.Errorf("the hash of the frozen roll needs %q, and the file has %q", frozenFacts, found)
	}
	r.wait(30*24*time.Hour - 2*time.Hour)
	if swept := must(s.Sweep(t.Context()))(t); swept != (store.Swept{}) {
		t.Errorf("too early: %+v", swept)
	}
	r.wait(time.Hour)
	if swept := must(s.Sweep(t.Context()))(t); swept != (store.Swept{Rolls: 1}) {
		t.Errorf("at the date: %+v", swept)
	}
	unchanged(t, s, func() { must(s.Sweep(t.Context()))(t) })
	r.wait(time.Hour)
	r.gone(t, append(frozenFacts, otherFacts...)...)
	if got := must(s.Election(t.Context(), e.ID))(t); got.RollGoneAt.IsZero() || got.Turnout.Electorate != 2 {
		t.Errorf("the election says %v, %+v", got.RollGoneAt, got.Turnout)
	}
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.ExportElectorate(t.Context(), storetest.Admin, e.ID))
	})
	noError(t, s.Check(t.Context()))
}

func TestPeopleWhomAnImportRemovedStayForThirtyDays(t *testing.T) {
	r := newRemembered(t)
	line := store.RollLine{Line: 1, FullName: new("Ottoline Quaxwright"), Member: new("QX-77")}
	before := enrol(t, r.store, line, rollLine(2))
	report := enrol(t, r.store, rollLine(2), store.RollLine{ID: before.Lines[0].Entry, Leaves: true})
	if report.Removed != 1 {
		t.Fatalf("%+v", report)
	}
	r.wait(29 * 24 * time.Hour)
	must(r.store.Sweep(t.Context()))(t)
	if len(r.hits(t, "Quaxwright")) == 0 {
		t.Error("nobody can undo the import")
	}
	r.wait(24 * time.Hour)
	must(r.store.Sweep(t.Context()))(t)
	r.wait(time.Hour)
	r.gone(t, "Quaxwright", "QX-77")
	refused(t, r.store, refusal.ImportNotUndoable, func() error {
		return errOf(r.store.UndoImport(t.Context(), storetest.Admin, report.ID))
	})
}
