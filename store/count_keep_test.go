package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// kept is an election with three holders that two of them have counted and whose box stays.
type kept struct {
	dir     string
	clock   *storetest.Clock
	store   *store.Store
	secrets map[int]*sealing.Secret
	before  store.Election
	sealed  [][]byte
	counted store.Election
}

func newKept(t *testing.T) kept {
	t.Helper()
	k := kept{dir: t.TempDir(), clock: storetest.NewClock()}
	k.store = must(store.Open(t.Context(), k.dir, store.Options{Now: k.clock.Now}))(t)
	s := k.store
	t.Cleanup(func() { _ = s.Close() }) // a test may have closed it
	var election store.Election
	election, k.secrets = held(t, s, 2, 3, "Ada", "Grace")
	for n := range 24 {
		storetest.CastSealed(t, s, storetest.Voter(t, s, n).ID, election.ID, byte(n%2), byte(1-n%2))
	}
	k.before = storetest.Advance(t, s, election.ID, store.Completed)
	k.sealed = store.Sealed(t, s, election.ID)
	storetest.CountWith(t, s, election.ID, map[int]*sealing.Secret{1: k.secrets[1], 3: k.secrets[3]})
	k.counted = must(s.Election(t.Context(), election.ID))(t)
	return k
}

// reopen closes the store and opens it again, so that its file is checked at the end of the test.
func (k *kept) reopen(t *testing.T) {
	t.Helper()
	_ = k.store.Close() // a test may have closed it
	k.store = storetest.NewIn(t, k.dir, store.Options{Now: k.clock.Now})
}

// dropped are the elections whose box goes now.
func (k kept) dropped(t *testing.T) []store.Election {
	t.Helper()
	return must(k.store.DropDue(t.Context()))(t)
}

func TestTheBallotBoxStaysUntilItsDateAndNotLonger(t *testing.T) {
	k := newKept(t)
	k.reopen(t)
	want := k.clock.Now().Truncate(time.Second).AddDate(0, 0, 14)
	if !k.counted.BoxUntil.Equal(want) || !k.before.BoxUntil.IsZero() {
		t.Errorf("the box stays until %v, before the count until %v; want %v", k.counted.BoxUntil, k.before.BoxUntil, want)
	}
	k.clock.Set(k.counted.BoxUntil.Add(-time.Second))
	unchanged(t, k.store, func() {
		if gone := k.dropped(t); len(gone) != 0 {
			t.Errorf("too early: %v", titles(gone))
		}
	})
	if n := len(store.Sealed(t, k.store, k.counted.ID)); n != len(k.sealed) {
		t.Errorf("%d sealed ballots before the date", n)
	}
	k.clock.Set(k.counted.BoxUntil)
	if gone := k.dropped(t); len(gone) != 1 || gone[0].ID != k.counted.ID {
		t.Errorf("at the date: %v", titles(gone))
	}
	finished(t, k.store, k.dir, k.sealed)
	unchanged(t, k.store, func() { k.dropped(t) })
	holds(t, must(k.store.Bundle(t.Context(), k.counted.ID))(t), ballotbox.Evidence{})
}

func TestTheKeptBoxIsAloneInItsCompactedFile(t *testing.T) {
	k := newKept(t)
	k.reopen(t)
	raw := must(os.ReadFile(filepath.Join(k.dir, store.FileName)))(t)
	for _, ballot := range k.sealed {
		if n := bytes.Count(raw, ballot[:32]); n != 1 {
			t.Fatalf("the file holds a sealed ballot %d times", n)
		}
	}
}

func TestAKilledDeletionIsFinishedAtTheNextStart(t *testing.T) {
	k := newKept(t)
	k.clock.Set(k.counted.BoxUntil)
	store.KillDrop(t, k.store, k.counted.ID)
	if raw := must(os.ReadFile(filepath.Join(k.dir, store.FileName)))(t); !bytes.Contains(raw, k.sealed[0][:32]) {
		t.Error("the pages that were freed hold nothing, so this test shows nothing")
	}
	k.reopen(t)
	finished(t, k.store, k.dir, k.sealed)
}

func TestABoxWhoseDatePassesWhileTheServerIsOffGoesAfterTheStart(t *testing.T) {
	k := newKept(t)
	k.clock.Set(k.counted.BoxUntil.AddDate(0, 2, 0))
	k.reopen(t)
	if gone := k.dropped(t); len(gone) != 1 {
		t.Errorf("after the start: %v", titles(gone))
	}
	finished(t, k.store, k.dir, k.sealed)
}

func TestABoxThatNobodyKeepsGoesAtOnce(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	var sealed [][]byte
	voter := storetest.Voter(t, s, 1).ID
	ballots := func(id store.ElectionID) {
		storetest.CastSealed(t, s, voter, id, 1, 0)
		sealed = append(sealed, store.Sealed(t, s, id)...)
	}
	counted := storetest.Election(t, s, "Chair", "Ada", "Grace")
	secrets := storetest.Hold(t, s, counted.ID, 1, 1)
	must(s.UpdateElection(t.Context(), storetest.Admin, counted.ID, store.ElectionChange{KeepBoxDays: new(0)}))(t)
	storetest.Advance(t, s, counted.ID, store.Active)
	ballots(counted.ID)
	storetest.Advance(t, s, counted.ID, store.Completed)
	storetest.CountWith(t, s, counted.ID, secrets)
	cancelled, _ := held(t, s, 1, 1, "Kim", "Lee")
	ballots(cancelled.ID)
	must(s.CancelElection(t.Context(), storetest.Admin, cancelled.ID, "a candidate is missing"))(t)
	finished(t, s, dir, sealed)
	for _, id := range []store.ElectionID{counted.ID, cancelled.ID} {
		if e := must(s.Election(t.Context(), id))(t); !e.BoxUntil.IsZero() {
			t.Errorf("%s: a box until %v", e.Title, e.BoxUntil)
		}
	}
}

func TestHowLongABallotBoxCanStay(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	set := func(days int) func() error {
		return func() error {
			return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{KeepBoxDays: &days}))
		}
	}
	invalid(t, s, "keepBoxDays", set(1)) // the server holds the key
	noError(t, set(0)())
	storetest.Hold(t, s, e.ID, 1, 1)
	if held := must(s.Election(t.Context(), e.ID))(t); held.KeepBoxDays != 14 {
		t.Errorf("at first it stays for %d days", held.KeepBoxDays)
	}
	for _, days := range []int{-1, ballotbox.MaxKeepBoxDays + 1} {
		invalid(t, s, "keepBoxDays", set(days))
	}
	noError(t, set(ballotbox.MaxKeepBoxDays)())
	if copied := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t); copied.KeepBoxDays != 3653 {
		t.Errorf("that of a copy stays for %d days", copied.KeepBoxDays)
	}
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{}))(t)
	if alone := must(s.Election(t.Context(), e.ID))(t); alone.KeepBoxDays != 0 {
		t.Errorf("with the server's key it stays for %d days", alone.KeepBoxDays)
	}
	storetest.Advance(t, s, e.ID, store.Active)
}
