package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

// Elections of ten ballots or more, in which people vote at any pace and the server starts anew at
// any time: 100 of them, and 1,000 where OSTRAKON_LONG is set.
func TestNoEpochOfARandomElectionIsUnderTen(t *testing.T) {
	draw := rand.New(rand.NewPCG(12, 7))
	dir := t.TempDir()
	s := open(t, dir)
	store.NoSync(s)
	all := voters(t, s, 80)
	rounds := 100
	if os.Getenv("OSTRAKON_LONG") != "" {
		rounds = 1000
	}
	for round := range rounds {
		e := running(t, s, "Ada", "Grace")
		ballots := 10 + draw.IntN(len(all)-9)
		for left := all[:ballots]; len(left) > 0; {
			n := min(1+draw.IntN(25), len(left))
			store.FillPending(t, s, e.ID, left[:n])
			left = left[n:]
			if draw.IntN(40) == 0 {
				noError(t, s.Close())
				s = open(t, dir)
				store.NoSync(s)
			}
			extend(t, s)
		}
		storetest.Advance(t, s, e.ID, store.Completed)
		before := int64(1)
		sizes := pages(t, 5, func(p store.Page) (store.List[store.SignedCheckpoint], error) {
			return s.Checkpoints(t.Context(), e.ID, p)
		})
		for i := len(sizes) - 2; i >= 0; i-- { // the oldest is that of the opening
			if size := sizes[i].Size; size-before < 10 {
				t.Errorf("election %d of %d ballots: an epoch of %d", round, ballots, size-before)
			} else {
				before = size
			}
		}
		if before != int64(1+ballots) {
			t.Errorf("election %d: the log has %d leaves of %d ballots", round, before-1, ballots)
		}
	}
}

func TestACancelledElectionHasABundle(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	evidence := ballotbox.Evidence{}
	for n, v := range voters(t, s, 25) {
		evidence.Receipts = append(evidence.Receipts,
			ballotbox.NamedReceipt{Name: fmt.Sprint(n), Receipt: vote(t, s, v, e.Questions[0].Candidates[n%2])})
	}
	for i := range evidence.Receipts {
		evidence.Receipts[i].Receipt.Code = "" // nothing was opened
	}
	extend(t, s)
	evidence.Checkpoints = []ballotbox.NamedCheckpoint{{Name: "early", Signed: must(s.Checkpoint(t.Context(), e.ID))(t)}}
	must(s.CancelElection(t.Context(), storetest.Admin, e.ID, "a candidate was missing"))(t)
	b := must(s.Bundle(t.Context(), e.ID))(t)
	holds(t, b, evidence)
	if len(b.Leaves) != 25 || len(b.Notices) != 1 || len(b.Seal)+len(b.Counts)+len(b.Result)+len(b.Codes) != 0 {
		t.Errorf("bundle %+v", b)
	}
	logged := store.Logged(t, s, e.ID)
	if c := checkpoint(t, s, e.ID); c.Size != 27 ||
		logged[26] != ballotbox.EndLeaf(ballotbox.NoteText([]byte(b.Notices[0]))) {
		t.Errorf("the log ends with %+v", c)
	}
	for _, n := range evidence.Receipts {
		proven(t, s, n.Receipt)
	}
}
