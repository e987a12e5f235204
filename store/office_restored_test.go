package store_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// stopped is a store that was restored from a backup of a running election, which ends at a time.
// Ben voted before the backup and Cem after it.
type stopped struct {
	s        *store.Store
	clock    *storetest.Clock
	e        store.Election
	ben, cem store.UserID
	lost     ballotbox.Receipt // of Cem's ballot
	backupAt time.Time
}

func restoredWhileOpen(t *testing.T) stopped {
	t.Helper()
	clock, dir := storetest.NewClock(), t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{Now: clock.Now})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	closes := clock.Now().Add(time.Hour)
	e = must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: &closes}))(t)
	storetest.Advance(t, s, e.ID, store.Active)
	e = must(s.Election(t.Context(), e.ID))(t)
	all := voters(t, s, 2)
	vote(t, s, all[0], e.Questions[0].Candidates[0])
	x := stopped{clock: clock, e: e, ben: all[0], cem: all[1], backupAt: clock.Now().UTC().Truncate(time.Second)}
	raw := backup(t, s, true)
	clock.Set(clock.Now().Add(10 * time.Minute))
	x.lost = must(s.CastVote(t.Context(), x.cem, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))(t)
	copied := t.TempDir()
	noError(t, restore(copied, raw))
	x.s = storetest.NewIn(t, copied, store.Options{Now: clock.Now})
	return x
}

func (x stopped) resume(t *testing.T, reason string) func() error {
	return func() error { return errOf(x.s.ResumeElection(t.Context(), storetest.Admin, x.e.ID, reason)) }
}

func TestARestoredElectionIsStoppedUntilItGoesOn(t *testing.T) {
	x := restoredWhileOpen(t)
	s, e := x.s, x.e
	got := must(s.Election(t.Context(), e.ID))(t)
	if got.Stopped == nil || !got.Stopped.BackupAt.Equal(x.backupAt) ||
		got.Stopped.RestoredAt.Sub(x.backupAt).Truncate(time.Minute) != 10*time.Minute {
		t.Fatalf("stopped %+v, the backup was made at %s", got.Stopped, x.backupAt)
	}
	choice := store.Answers{Candidate: e.Questions[0].Candidates[0].ID}
	refused(t, s, refusal.VotingStopped, func() error { return errOf(s.CastVote(t.Context(), x.cem, e.ID, "", choice)) })
	refused(t, s, refusal.VotingStopped, func() error {
		return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Completed))
	})
	shown := must(s.ElectionFor(t.Context(), x.cem, e.ID))(t)
	if shown.Eligibility != (store.Eligibility{Reason: store.VotingStopped}) {
		t.Errorf("Cem may vote: %+v", shown.Eligibility)
	}
	invalid(t, s, "reason", x.resume(t, " "))

	x.clock.Set(e.ClosesAt.Add(time.Minute))
	if due, err := s.CloseDue(t.Context()); err != nil || len(due) != 0 {
		t.Errorf("closed %v, %v", due, err)
	}
	refused(t, s, refusal.VotingClosed, x.resume(t, "The disk broke."))
	ends := x.clock.Now().Add(time.Hour).UTC().Truncate(time.Second)
	must(s.MoveEnd(t.Context(), storetest.Admin, e.ID, ends, "The disk broke."))(t)
	noError(t, x.resume(t, "The disk broke.")())
	refused(t, s, refusal.NotStopped, x.resume(t, "Again."))
	got = must(s.Election(t.Context(), e.ID))(t)
	if len(got.Notices) != 2 || !got.Notices[1].BackupAt.Equal(x.backupAt) || got.Notices[1].Reason != "The disk broke." ||
		got.Stopped != nil {
		t.Errorf("published %+v", got.Notices)
	}
	refused(t, s, refusal.AlreadyVoted, func() error { return errOf(s.CastVote(t.Context(), x.ben, e.ID, "", choice)) })
	again := must(s.CastVote(t.Context(), x.cem, e.ID, "", choice))(t)
	storetest.Advance(t, s, e.ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	b := must(s.Bundle(t.Context(), e.ID))(t)
	wrong := make(map[string]string)
	for _, c := range ballotbox.Verify(b,
		ballotbox.Evidence{Receipts: []ballotbox.NamedReceipt{{Name: "lost", Receipt: x.lost},
			{Name: "again", Receipt: again}}}) {
		if c.Err != nil {
			wrong[c.Name] = c.Err.Error()
		}
	}
	const lost = "the signed leaf is not in the cast log: the ballot was cast after %s and lost when a backup was " +
		"restored, or left out"
	if want := fmt.Sprintf(lost, ballotbox.FormatTime(x.backupAt)); len(wrong) != 1 || wrong["receipt lost"] != want {
		t.Errorf("wrong are %q, want %q of the lost receipt alone", wrong, want)
	}
}

func TestARestoredElectionCanBeCancelled(t *testing.T) {
	x := restoredWhileOpen(t)
	got := must(x.s.CancelElection(t.Context(), storetest.Admin, x.e.ID, "The disk broke."))(t)
	if got.Cancelled == nil || got.Stopped != nil || len(got.Notices) != 1 || !got.Notices[0].BackupAt.Equal(x.backupAt) {
		t.Errorf("cancelled %+v", got)
	}
	b := must(x.s.Bundle(t.Context(), x.e.ID))(t)
	for _, c := range ballotbox.Verify(b,
		ballotbox.Evidence{Receipts: []ballotbox.NamedReceipt{{Name: "lost", Receipt: x.lost}}}) {
		if lost := c.Name == "receipt lost"; (c.Err != nil) != lost ||
			lost && !strings.Contains(c.Err.Error(), "lost when a backup was restored") {
			t.Errorf("%s: %v", c.Name, c.Err)
		}
	}
}

func TestARestoredElectionNeedsItsKeyToGoOn(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	raw, dir := backup(t, s, true), t.TempDir()
	noError(t, restore(dir, raw))
	keys := must(keyring.Open(filepath.Join(dir, "keys")))(t)
	noError(t, errors.Join(keys.Destroy(string(e.ID)), keys.Close()))
	restored := must(store.Open(t.Context(), dir, store.Options{}))(t)
	defer restored.Close()
	refused(t, restored, refusal.KeyMissing, func() error {
		return errOf(restored.ResumeElection(t.Context(), storetest.Admin, e.ID, "The disk broke."))
	})
}

// What should have opened by itself since the backup may have been open already.
func TestARestoredDraftThatWasDueWaitsForSomebody(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	var ids []store.ElectionID
	for _, after := range []time.Duration{time.Hour, 3 * time.Hour} {
		e, itself, opens := storetest.Election(t, s, "Board", "Ada", "Grace"), true, clock.Now().Add(after)
		must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{OpensAt: &opens, AutoOpen: &itself}))(
			t)
		ids = append(ids, e.ID)
	}
	raw, dir := backup(t, s, true), t.TempDir()
	noError(t, restore(dir, raw))
	clock.Set(clock.Now().Add(2 * time.Hour))
	restored := storetest.NewIn(t, dir, store.Options{Now: clock.Now})
	for i, id := range ids {
		if got := must(restored.Election(t.Context(), id))(t); got.Settings.AutoOpen != (i == 1) {
			t.Errorf("draft %d opens by itself: %v", i, got.Settings.AutoOpen)
		}
	}
}
