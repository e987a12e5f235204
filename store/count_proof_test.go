package store_test

import (
	"bytes"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// Holders prove a count from their pages and prove it again. The bundle has the proof, and the leaf of a ballot whose
// commitment is of other marks, before and after a restart.
func TestHoldersProveACount(t *testing.T) {
	dir := t.TempDir()
	s := must(store.Open(t.Context(), dir, store.Options{Now: storetest.NewClock().Now}))(t)
	enrol(t, s, rollLine(1), weighing(2, 3), rollLine(3))
	e := proving(t, s, new(true))
	secrets := storetest.Hold(t, s, e.ID, 2, 3)
	storetest.Advance(t, s, e.ID, store.Active)
	var spoilt ballotbox.Hash
	for n := 1; n <= 3; n++ {
		voter := must(s.Register(t.Context(), onRoll(n)))(t).ID
		owner := must(s.ElectionFor(t.Context(), voter, e.ID))(t).Papers[0].Owner
		b := storetest.Seal(t, s, e.ID, owner, 0, 1, 0)
		if n == 3 {
			b.Commitment[0] ^= 1
		}
		r := must(castAgain(t, s, voter, e.ID, "", b))(t)
		spoilt = must(ballotbox.ParseHash(r.Leaf))(t)
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	count := func(a, b int) {
		storetest.CountWith(t, s, e.ID, map[int]*sealing.Secret{a: secrets[a], b: secrets[b]})
	}
	count(1, 2)
	first := must(s.Bundle(t.Context(), e.ID))(t)
	if len(first.Proof) < 1000 || !slices.Equal(first.Invalid, []ballotbox.Hash{spoilt}) {
		t.Errorf("a proof of %d bytes, and invalid are %s", len(first.Proof), first.Invalid)
	}
	count(2, 3)
	if again := recounts(t, s, e.ID); len(again) != 1 || !again[0].Same {
		t.Errorf("second counts: %+v", again)
	}
	noError(t, s.Close())
	s = storetest.NewIn(t, dir, store.Options{Now: storetest.NewClock().Now})
	b := must(s.Bundle(t.Context(), e.ID))(t)
	holds(t, b, ballotbox.Evidence{})
	if !bytes.Equal(b.Proof, first.Proof) || !slices.Equal(b.Invalid, first.Invalid) {
		t.Error("the proof is another one after the restart")
	}
}
