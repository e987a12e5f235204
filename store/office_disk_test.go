package store_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestAnEpochThatStandsIsNotEnteredTwice(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	var receipts []ballotbox.Receipt
	for _, v := range voters(t, s, 25) {
		receipts = append(receipts, vote(t, s, v, e.Questions[0].Candidates[0]))
	}
	store.Forgotten(s, func() { extend(t, s) })
	unchanged(t, s, func() { extend(t, s) })
	storetest.Advance(t, s, e.ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	for _, r := range receipts {
		proven(t, s, r)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestMendReadsAnewWhatIsKeptInMemory(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := scheduled(t, s, clock, false, false, "Ada", "Grace")
	clock.Set(e.OpensAt)
	e = storetest.Advance(t, s, e.ID, store.Active)
	e = must(s.Election(t.Context(), e.ID))(t)
	all := voters(t, s, 3)
	vote(t, s, all[0], e.Questions[0].Candidates[0])
	var r ballotbox.Receipt
	store.Forgotten(s, func() {
		r = vote(t, s, all[1], e.Questions[0].Candidates[0])
		must(s.MoveEnd(t.Context(), storetest.Admin, e.ID, e.ClosesAt.Add(time.Hour), "The disk broke."))(t)
	})
	store.Unsettle(s)
	if err := provenBy(t.Context(), s, r); !errors.Is(err, refusal.StorageUnknown) {
		t.Errorf("before the file is settled: %v", err)
	}
	s.Mend()
	if err := provenBy(t.Context(), s, r); !errors.Is(err, refusal.LeafPending) {
		t.Errorf("a vote that waits for the log: %v", err)
	}
	clock.Set(e.ClosesAt.Add(time.Minute))
	vote(t, s, all[2], e.Questions[0].Candidates[0])
}

func TestABallotSentAgainWaitsForItsSync(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	voter := voters(t, s, 1)[0]
	sent := storetest.CastSealed(t, s, voter, e.ID, 0, 1)
	again := func() error {
		return errOf(s.CastSealed(t.Context(), voter, e.ID, sent.On("")))
	}
	noError(t, again())
	release, answer := store.HoldSync(s), make(chan error, 1)
	go func() { answer <- again() }()
	until(func() bool { return store.Running("(*File).ViewSynced", "(*Mutex).Lock") || len(answer) > 0 })
	go store.Unsettle(s)
	until(func() bool { return store.Running("(*File).Compact", "(*RWMutex).Lock") })
	release()
	if err := <-answer; !errors.Is(err, refusal.VoteUnknown) {
		t.Errorf("a receipt for a ballot that may not be on the disk: %v", err)
	}
	s.Mend()
	if err := again(); err != nil {
		t.Error(err)
	}
}

func TestMendOpensTheFileAfterACompactionThatFailed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	voter := voters(t, s, 1)[0]
	storetest.Advance(t, s, e.ID, store.Completed)
	other := running(t, s, "Eve", "Mia")
	path := filepath.Join(dir, store.FileName)
	noError(t, errors.Join(os.Rename(path, path+".away"), os.Mkdir(path, 0o700)))
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	marked := store.Answers{Candidate: other.Questions[0].Candidates[0].ID}
	if err := errOf(s.CastVote(t.Context(), voter, other.ID, "", marked)); !errors.Is(err, refusal.StorageUnknown) ||
		!s.State().EndsWaiting {
		t.Errorf("after a compaction that failed: %v", err)
	}
	noError(t, errors.Join(os.Remove(path), os.Rename(path+".away", path)))
	s.Mend()
	vote(t, s, voter, other.Questions[0].Candidates[0])
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// A state that is damaged hides what was changed last: bbolt takes the one before.
func TestADamagedStateIsReported(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	running(t, s, "Ada", "Grace")
	noError(t, s.Close())
	path := filepath.Join(dir, store.FileName)
	raw := must(os.ReadFile(path))(t)
	for _, state := range []int{0, os.Getpagesize()} {
		changed := bytes.Clone(raw)
		changed[state+16+40] ^= 1
		noError(t, os.WriteFile(path, changed, 0o600))
		if err := errOf(store.OpenToCheck(t.Context(), dir)); !errors.Is(err, boltfile.ErrDamaged) {
			t.Errorf("the state at %d: %v", state, err)
		}
		var log strings.Builder
		opened := must(store.Open(t.Context(), dir, store.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}))(t)
		if err := opened.Close(); err != nil || !strings.Contains(log.String(), "may be lost") {
			t.Errorf("the state at %d: %v, and the log says %q", state, err, log.String())
		}
	}
}

// Somebody writes over the file while the server runs. bbolt holds its locks for ever after that.
func TestDamagedStatesEndARunningStoreInWords(t *testing.T) {
	dir := t.TempDir()
	s := must(store.Open(t.Context(), dir, store.Options{}))(t)
	e := running(t, s, "Ada", "Grace")
	voter := voters(t, s, 1)[0]
	file := must(os.OpenFile(filepath.Join(dir, store.FileName), os.O_RDWR, 0))(t)
	for _, state := range []int64{0, int64(os.Getpagesize())} {
		must(file.WriteAt(make([]byte, 80), state))(t)
	}
	for name, call := range map[string]func() error{
		"a vote": func() error {
			return errOf(s.CastVote(t.Context(), voter, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
		},
		"a list":   func() error { return errOf(s.Elections(t.Context(), "", store.Page{})) },
		"a change": func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Completed)) },
		"a check":  func() error { return s.Check(t.Context()) },
	} {
		if err := call(); !errors.Is(err, boltfile.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := <-s.Failed(); !errors.Is(err, boltfile.ErrDamaged) {
		t.Errorf("the server ends with %v", err)
	}
	if err := errors.Join(s.Close(), file.Close()); err != nil {
		t.Error(err)
	}
}
