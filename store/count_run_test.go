package store_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/counter"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// sheets is a closed election of whose three holders two count, with three ballots, two of them for
// the first candidate.
type sheets struct {
	*store.Store
	id      store.ElectionID
	secrets map[int]*sealing.Secret
}

func newSheets(t *testing.T, opts store.Options) sheets {
	t.Helper()
	s := storetest.New(t, opts)
	id := storetest.Election(t, s, "Board", "Ada", "Grace").ID
	secrets := storetest.Hold(t, s, id, 2, 3)
	storetest.Advance(t, s, id, store.Active)
	for n, marks := range [][]byte{{1, 0}, {0, 1}, {1, 0}} {
		storetest.CastSealed(t, s, storetest.Voter(t, s, n).ID, id, marks...)
	}
	storetest.Advance(t, s, id, store.Completed)
	return sheets{s, id, secrets}
}

// state is how far the count is.
func (s sheets) state(t *testing.T) store.CountState {
	t.Helper()
	return must(s.CountState(t.Context(), s.id))(t)
}

// start starts the count and checks that it waits.
func (s sheets) start(t *testing.T) {
	t.Helper()
	state, err := s.StartCount(t.Context(), storetest.Admin, s.id)
	if err != nil || state.State != store.CountWaiting || len(state.CountKey) != sealing.PublicKeySize ||
		state.Threshold != 2 || state.Ballots != 3 {
		t.Fatalf("%+v, %v", state, err)
	}
}

// give gives the sheet of a holder, sealed as a page seals it.
func (s sheets) give(t *testing.T, number int) (store.CountState, error) {
	t.Helper()
	sheet := must(sealing.SealTo(s.state(t).CountKey, "ostrakon/count/4\x00"+string(s.id), s.secrets[number].Bytes()))(t)
	return s.CountSheet(t.Context(), s.id, sheet)
}

// ends waits until the count has ended in a state.
func (s sheets) ends(t *testing.T, in store.CountPhase) {
	t.Helper()
	for state := s.state(t); state.State != in; state = s.state(t) {
		if state.State == store.CountFailed || state.State == store.CountDone {
			t.Fatalf("it ends in %s, not %s", state.State, in)
		}
		runtime.Gosched()
	}
}

func TestCountBySheets(t *testing.T) {
	s := newSheets(t, store.Options{})
	if state := s.state(t); state.State != store.CountNone || len(state.Given) != 0 || state.CountKey != nil {
		t.Errorf("before it is started: %+v", state)
	}
	if _, err := s.CalculateResults(t.Context(), storetest.Admin, s.id); !errors.Is(err, refusal.NeedsSheets) {
		t.Errorf("without sheets: %v", err)
	}
	if _, err := s.CountSheet(t.Context(), s.id, make([]byte, counter.SheetSize)); !errors.Is(err, refusal.NoCount) {
		t.Errorf("a sheet before it is started: %v", err)
	}
	s.start(t)
	s.start(t) // the same one
	if _, err := s.CountSheet(t.Context(), s.id, make([]byte, counter.SheetSize)); !errors.Is(err, refusal.SheetWrong) {
		t.Errorf("a wrong sheet: %v", err)
	}
	for range 2 {
		if state, err := s.give(t, 3); err != nil || !slices.Equal(state.Given, []int{3}) ||
			state.State != store.CountWaiting {
			t.Fatalf("one sheet: %+v, %v", state, err)
		}
	}
	must(s.give(t, 1))(t)
	s.ends(t, store.CountDone)
	if state := s.state(t); state.CountKey != nil || state.Opened != 3 {
		t.Errorf("after it: %+v", state)
	}
	results, err := s.CalculateResults(t.Context(), storetest.Admin, s.id) // the answer again
	if err != nil || tallied(results) != "Ada 2*, Grace 1" {
		t.Errorf("%+v, %v", results, err)
	}
	if state, err := s.StartCount(t.Context(), storetest.Admin, s.id); err != nil || state.State != store.CountDone {
		t.Errorf("started again: %+v, %v", state, err)
	}
	if state, err := s.CountSheet(t.Context(), s.id, make([]byte, counter.SheetSize)); err != nil ||
		state.State != store.CountDone {
		t.Errorf("a sheet after it: %+v, %v", state, err)
	}
}

func TestCountBySheetsIsRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	draft := storetest.Election(t, s, "Draft", "Ada", "Grace").ID
	own := storetest.Election(t, s, "Own", "Ada", "Grace").ID
	storetest.Advance(t, s, own, store.Active)
	if _, err := s.StartCount(t.Context(), storetest.Admin, own); !errors.Is(err, refusal.NotCompleted) {
		t.Errorf("ACTIVE: %v", err)
	}
	storetest.Advance(t, s, own, store.Completed)
	for id, want := range map[store.ElectionID]error{draft: refusal.NotCompleted, own: refusal.NoSheets,
		"aaaaaaaaaaaaaaaaaaaaaaaaaa": refusal.NotFound} {
		if _, err := s.StartCount(t.Context(), storetest.Admin, id); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
	for _, id := range []store.ElectionID{draft, "aaaaaaaaaaaaaaaaaaaaaaaaaa"} {
		if _, err := s.CountState(t.Context(), id); !errors.Is(err, refusal.NotFound) {
			t.Errorf("state of %s: %v", id, err)
		}
		if _, err := s.CountSheet(t.Context(), id, nil); !errors.Is(err, refusal.NotFound) {
			t.Errorf("sheet for %s: %v", id, err)
		}
	}
	if state, err := s.StopCount(t.Context(), own); err != nil || state.State != store.CountNone {
		t.Errorf("none to stop: %+v, %v", state, err)
	}
}

// A count that is stopped, or whose child dies, has written nothing, and another one can start.
func TestCountBySheetsBreaksOff(t *testing.T) {
	var child io.Closer
	s := newSheets(t, store.Options{Counter: func(ctx context.Context) (io.ReadWriteCloser, error) {
		conn, err := counter.InProcess(ctx)
		child = conn
		return conn, err
	}})
	s.start(t)
	must(s.give(t, 1))(t)
	if state, err := s.StopCount(t.Context(), s.id); err != nil || state.State != store.CountNone ||
		len(state.Given) != 0 {
		t.Errorf("stopped: %+v, %v", state, err)
	}
	s.start(t)
	if state := s.state(t); len(state.Given) != 0 {
		t.Errorf("another count knows the sheets of the one before it: %+v", state)
	}
	child.Close()
	s.ends(t, store.CountFailed)
	if state := s.state(t); state.CountKey != nil || len(state.Given) != 0 {
		t.Errorf("failed: %+v", state)
	}
	if _, err := s.CountSheet(t.Context(), s.id, make([]byte, counter.SheetSize)); !errors.Is(err, refusal.NoCount) {
		t.Errorf("a sheet for a child that is dead: %v", err)
	}
	s.start(t)
	for _, n := range []int{2, 3} {
		must(s.give(t, n))(t)
	}
	s.ends(t, store.CountDone)
}

// A store that is closed ends the count that waits for sheets.
func TestCloseEndsTheCount(t *testing.T) {
	ended := make(chan struct{})
	t.Run("while it waits", func(t *testing.T) {
		s := newSheets(t, store.Options{Counter: func(ctx context.Context) (io.ReadWriteCloser, error) {
			context.AfterFunc(ctx, func() { close(ended) })
			return counter.InProcess(ctx)
		}})
		s.start(t)
	})
	<-ended
}

func TestCountWithTheServersKey(t *testing.T) {
	broken := errors.New("no more processes")
	fail := true
	s := storetest.New(t, store.Options{Counter: func(ctx context.Context) (io.ReadWriteCloser, error) {
		if fail {
			return nil, broken
		}
		return counter.InProcess(ctx)
	}})
	id := storetest.Election(t, s, "Board", "Ada", "Grace").ID
	storetest.Advance(t, s, id, store.Active)
	storetest.CastSealed(t, s, storetest.Voter(t, s, 1).ID, id, 0, 1)
	storetest.Advance(t, s, id, store.Completed)
	if _, err := s.CalculateResults(t.Context(), storetest.Admin, id); !errors.Is(err, broken) {
		t.Errorf("without a process: %v", err)
	}
	fail = false
	results, err := s.CalculateResults(t.Context(), storetest.Admin, id)
	if err != nil || tallied(results) != "Ada 0, Grace 1*" {
		t.Errorf("%+v, %v", results, err)
	}
}
