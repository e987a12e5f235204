package store_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// extend enters what has gathered into the cast logs.
func extend(tb testing.TB, s *store.Store) {
	tb.Helper()
	noError(tb, s.ExtendLogs(tb.Context()))
}

// checkpoint reads the newest checkpoint of an election and its signature.
func checkpoint(tb testing.TB, s *store.Store, id store.ElectionID) ballotbox.Checkpoint {
	tb.Helper()
	m := must(ballotbox.ParseManifest(must(s.Manifest(tb.Context(), id))(tb)))(tb)
	return must(m.OpenCheckpoint(must(s.Checkpoint(tb.Context(), id))(tb)))(tb)
}

// ascending tells whether leaves are sorted by their bytes, each there once.
func ascending(leaves []ballotbox.Hash) bool {
	return slices.IsSortedFunc(leaves, func(a, b ballotbox.Hash) int { return bytes.Compare(a[:], b[:]) }) &&
		len(slices.Compact(slices.Clone(leaves))) == len(leaves)
}

func TestLeavesEnterTenOrMoreAtATimeSortedAmongThemselves(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 58)
	var receipts []ballotbox.Receipt
	seen := []ballotbox.Checkpoint{checkpoint(t, s, e.ID)}
	epochs := []int{0, 1} // where each begins; the first is that of the opening
	for _, step := range []struct{ votes, size int }{{10, 1}, {9, 1}, {1, 11}, {9, 11}, {1, 21}, {12, 33}, {0, 33},
		{13, 46}, {3, 46}} {
		for range step.votes {
			n := len(receipts)
			receipts = append(receipts, vote(t, s, all[n], e.Questions[0].Candidates[n%2]))
		}
		extend(t, s)
		unchanged(t, s, func() { extend(t, s) })
		logged := store.Logged(t, s, e.ID)
		if len(logged) != step.size {
			t.Fatalf("after %d votes the log has %d leaves, want %d", len(receipts), len(logged), step.size)
		}
		if step.size > epochs[len(epochs)-1] {
			epochs = append(epochs, step.size)
			seen = append(seen, checkpoint(t, s, e.ID))
		}
		for n, r := range receipts {
			var want error
			if n >= step.size-1 {
				want = refusal.LeafPending
			}
			if err := provenBy(t.Context(), s, r); !errors.Is(err, want) {
				t.Errorf("receipt %d with %d in the log: %v, want %v", n, step.size, err, want)
			}
		}
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	epochs, seen = append(epochs, 1+len(receipts)), append(seen, checkpoint(t, s, e.ID))
	for _, r := range receipts {
		proven(t, s, r)
	}
	logged := store.Logged(t, s, e.ID)
	for i, c := range seen {
		if c.Size != int64(epochs[i+1]) || ballotbox.MerkleRoot(logged[:c.Size]) != c.Root {
			t.Errorf("checkpoint %d of size %d is not a prefix of the log of %d", i, c.Size, len(logged))
		}
		if !ascending(logged[epochs[i]:epochs[i+1]]) {
			t.Errorf("epoch %d is not sorted", i)
		}
	}
}

func TestTheLogBeginsWithTheManifestAndEndsWithTheSeal(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	m := must(ballotbox.ParseManifest(must(s.Manifest(t.Context(), e.ID))(t)))(t)
	first, opened := []ballotbox.Hash{m.OpenLeaf()}, checkpoint(t, s, e.ID)
	if opened.Size != 1 || opened.Root != ballotbox.MerkleRoot(first) {
		t.Errorf("opened with %+v", opened)
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	if closed := checkpoint(t, s, e.ID); closed != opened {
		t.Errorf("closed without votes with %+v", closed)
	}
	r := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	both := append(first, ballotbox.EndLeaf(ballotbox.NoteText([]byte(r.Seal))))
	if end := checkpoint(t, s, e.ID); end.Size != 2 || end.Root != ballotbox.MerkleRoot(both) ||
		!slices.Equal(store.Logged(t, s, e.ID), both) {
		t.Errorf("ended with %+v", end)
	}
}

func TestPendingLeavesAreFoundAgain(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 45)
	var receipts []ballotbox.Receipt
	reopen := func() {
		noError(t, s.Close())
		s = open(t, dir)
	}
	for n, v := range all {
		receipts = append(receipts, vote(t, s, v, e.Questions[0].Candidates[0]))
		switch n {
		case 6, 17, 37: // 7 wait; 18 wait; 28 are in, 10 wait
			reopen()
			extend(t, s)
		case 19:
			extend(t, s)
		}
	}
	if n := len(store.Logged(t, s, e.ID)); n != 29 {
		t.Errorf("the log has %d leaves, want 29", n)
	}
	reopen()
	storetest.Advance(t, s, e.ID, store.Completed)
	reopen()
	for _, r := range receipts {
		proven(t, s, r)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAFailedEpochIsTriedAgain(t *testing.T) {
	s := storetest.New(t, store.Options{})
	broken, whole := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
	all := voters(t, s, 40)
	poll := func(some []store.UserID) (receipts []ballotbox.Receipt) {
		for _, v := range some {
			receipts = append(receipts, vote(t, s, v, broken.Questions[0].Candidates[0]),
				vote(t, s, v, whole.Questions[0].Candidates[0]))
		}
		return receipts
	}
	first := poll(all[:22])
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	unchanged(t, s, func() {
		if err := s.ExtendLogs(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("extending that nobody waits for: %v", err)
		}
	})
	extend(t, s)

	second := poll(all[22:])
	// The log of one election loses a hash that the next epoch builds on; the other must go on.
	at, hash := []byte("\x00\x00\x00\x00\x00\x00\x00\x00"), []byte(nil)
	k := []byte("\x00\x00\x00\x00\x00\x00\x00\x0e") // root of the first eight leaves
	store.Change(t, s, func(tx *bolt.Tx) error {
		tree := bucket(tx, "log_tree", string(broken.ID))
		hash = bytes.Clone(tree.Get(k))
		return errors.Join(tree.Delete(k), tree.Put(at, bytes.Clone(tree.Get(at))))
	})
	for range 2 {
		if err := s.ExtendLogs(t.Context()); err == nil || !bytes.Contains([]byte(err.Error()), []byte(broken.ID)) {
			t.Errorf("extending a broken log: %v", err)
		}
	}
	if a, b := len(store.Logged(t, s, broken.ID)), len(store.Logged(t, s, whole.ID)); a != 13 || b != 31 {
		t.Errorf("the broken log has %d leaves, the other %d", a, b)
	}
	store.Change(t, s, func(tx *bolt.Tx) error { return bucket(tx, "log_tree", string(broken.ID)).Put(k, hash) })
	extend(t, s)
	if n := len(store.Logged(t, s, broken.ID)); n != 31 {
		t.Errorf("the mended log has %d leaves", n)
	}
	storetest.Advance(t, s, broken.ID, store.Completed)
	storetest.Advance(t, s, whole.ID, store.Completed)
	for _, r := range append(first, second...) {
		proven(t, s, r)
	}
}

func TestEveryLeafEntersOnceWhileManyVote(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 300)
	receipts, errs := make([]ballotbox.Receipt, len(all)), make([]error, len(all)+1)
	var casting sync.WaitGroup
	for w := range 16 {
		casting.Go(func() {
			for i := w; i < len(all); i += 16 {
				receipts[i], errs[i] = s.CastVote(t.Context(), all[i], e.ID, "",
					store.Answers{Candidate: e.Questions[0].Candidates[i%2].ID})
			}
		})
	}
	var seen []ballotbox.Checkpoint
	voted := make(chan struct{})
	go func() { casting.Wait(); close(voted) }()
	for going := true; going; {
		select {
		case <-voted:
			going = false
		default:
		}
		extend(t, s)
		seen = append(seen, checkpoint(t, s, e.ID))
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	noError(t, errors.Join(errs...))
	logged := store.Logged(t, s, e.ID)
	if len(logged) != 1+len(all) {
		t.Errorf("%d leaves for %d votes", len(logged), len(all))
	}
	for _, c := range seen {
		if ballotbox.MerkleRoot(logged[:c.Size]) != c.Root {
			t.Errorf("the checkpoint of size %d is no prefix", c.Size)
		}
	}
	for _, r := range receipts {
		proven(t, s, r)
	}
}
