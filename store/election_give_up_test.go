package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestAClosedElectionWithTooFewSheetsEnds(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e, secrets := held(t, s, 2, 3, "Ada", "Grace")
	for _, v := range voters(t, s, 3) {
		storetest.CastSealed(t, s, v, e.ID, 1, 0)
	}
	sealed := store.Sealed(t, s, e.ID)
	closed := storetest.Advance(t, s, e.ID, store.Completed)
	must(s.StartCount(t.Context(), storetest.Admin, e.ID))(t)
	shares := storetest.Shares(t, s, e.ID, 1, secrets[1])
	must(s.GiveShares(t.Context(), e.ID, shares))(t)

	got := must(s.CancelElection(t.Context(), storetest.Admin, e.ID, "Two sheets are lost."))(t)
	if got.Status != store.Completed || got.Cancelled == nil || got.Cancelled.Reason != "Two sheets are lost." ||
		!got.CompletedAt.Equal(closed.CompletedAt) || !got.Cancelled.At.After(closed.CompletedAt) {
		t.Errorf("given up: %+v", got)
	}
	if state := must(s.CountState(t.Context(), e.ID))(t); state.State != store.CountNone {
		t.Errorf("its count is still %+v", state)
	}
	refused(t, s, refusal.Cancelled, func() error { return errOf(s.StartCount(t.Context(), storetest.Admin, e.ID)) })
	refused(t, s, refusal.NoCount, func() error { return errOf(s.GiveShares(t.Context(), e.ID, shares)) })
	holds(t, must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{})
	finished(t, s, dir, sealed)
}

func TestACountedElectionIsNotGivenUp(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	count(t, s, e.ID)
	refused(t, s, refusal.Counted,
		func() error { return errOf(s.CancelElection(t.Context(), storetest.Admin, e.ID, "too late")) })
}

func TestOfACountAndGivingItUpOneWins(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	all := voters(t, s, 12)
	for range 12 {
		e := running(t, s, "Ada", "Grace")
		for _, v := range all {
			vote(t, s, v, e.Questions[0].Candidates[0])
		}
		storetest.Advance(t, s, e.ID, store.Completed)
		var counted, gaveUp error
		var both sync.WaitGroup
		both.Go(func() { counted = errOf(s.CalculateResults(t.Context(), storetest.Admin, e.ID)) })
		both.Go(func() { gaveUp = errOf(s.CancelElection(t.Context(), storetest.Admin, e.ID, "no key")) })
		both.Wait()
		if !(counted == nil && errors.Is(gaveUp, refusal.Counted) || gaveUp == nil && errors.Is(counted, refusal.Cancelled)) {
			t.Fatalf("the count: %v, giving it up: %v", counted, gaveUp)
		}
		holds(t, must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{})
	}
	finished(t, s, dir, nil)
}

// A crash right after the notice is on disk leaves the key and the pages for the next start.
func TestGivingUpThatStoppedIsFinished(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	vote(t, s, voters(t, s, 1)[0], e.Questions[0].Candidates[0])
	sealed := store.Sealed(t, s, e.ID)
	key := filepath.Join(dir, "keys", string(e.ID)+".key")
	secret := must(os.ReadFile(key))(t)
	storetest.Advance(t, s, e.ID, store.Completed)
	must(s.CancelElection(t.Context(), storetest.Admin, e.ID, "a mistake"))(t)
	noError(t, os.WriteFile(key, secret, 0o600))
	store.Change(t, s, func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("compact"), []byte{1}) })
	noError(t, s.Close())
	finished(t, storetest.NewIn(t, dir, store.Options{}), dir, sealed)
}
