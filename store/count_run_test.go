package store_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// shares is a closed election of whose three holders two count, with three ballots, two of them for
// the first candidate.
type shares struct {
	*store.Store
	id      store.ElectionID
	secrets map[int]*sealing.Secret
}

func newShares(t *testing.T, opts store.Options) shares {
	t.Helper()
	s := storetest.New(t, opts)
	id := storetest.Election(t, s, "Board", "Ada", "Grace").ID
	secrets := storetest.Hold(t, s, id, 2, 3)
	storetest.Advance(t, s, id, store.Active)
	for n, marks := range [][]byte{{1, 0}, {0, 1}, {1, 0}} {
		storetest.CastSealed(t, s, storetest.Voter(t, s, n).ID, id, marks...)
	}
	storetest.Advance(t, s, id, store.Completed)
	return shares{s, id, secrets}
}

// state is how far the count is.
func (s shares) state(t *testing.T) store.CountState {
	t.Helper()
	return must(s.CountState(t.Context(), s.id))(t)
}

// start starts the count and checks that it waits.
func (s shares) start(t *testing.T) {
	t.Helper()
	state, err := s.StartCount(t.Context(), storetest.Admin, s.id)
	if err != nil || state.State != store.CountWaiting || len(state.CountKey) != sealing.PublicKeySize ||
		state.Threshold != 2 || state.Ballots != 3 || state.Seal != "" {
		t.Fatalf("%+v, %v", state, err)
	}
}

// give gives the shares of a holder.
func (s shares) give(t *testing.T, number int) store.CountState {
	t.Helper()
	return must(s.GiveShares(t.Context(), s.id, storetest.Shares(t, s.Store, s.id, number, s.secrets[number])))(t)
}

// sign signs the seal as a holder.
func (s shares) sign(t *testing.T, number int) (store.CountState, error) {
	t.Helper()
	return s.SignCount(t.Context(), s.id, number, s.secrets[number].Sign([]byte(s.state(t).Seal)))
}

// reaches waits until the count is in a state.
func (s shares) reaches(t *testing.T, in store.CountPhase) {
	t.Helper()
	for state := s.state(t); state.State != in; state = s.state(t) {
		if state.State == store.CountFailed || state.State == store.CountDone {
			t.Fatalf("it ends in %s, not %s", state.State, in)
		}
		runtime.Gosched()
	}
}

// junk is as long as a holder's shares of three ballots.
func junk() []byte { return make([]byte, counter.SharesSize(3)) }

func TestCountByShares(t *testing.T) {
	s := newShares(t, store.Options{})
	if state := s.state(t); state.State != store.CountNone || len(state.Given) != 0 || state.CountKey != nil {
		t.Errorf("before it is started: %+v", state)
	}
	refused(t, s.Store, refusal.NeedsSheets,
		func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, s.id)) })
	give := func(sealed []byte) func() error {
		return func() error { return errOf(s.GiveShares(t.Context(), s.id, sealed)) }
	}
	parts := func(holder int) func() error {
		return func() error { return errOf(s.CountParts(t.Context(), s.id, holder, 0)) }
	}
	signs := func(holder int, signature []byte) func() error {
		return func() error { return errOf(s.SignCount(t.Context(), s.id, holder, signature)) }
	}
	for _, early := range []func() error{give(junk()), parts(1), signs(1, nil)} {
		refused(t, s.Store, refusal.NoCount, early)
	}
	s.start(t)
	s.start(t) // the same one
	refused(t, s.Store, refusal.SharesWrong, give(junk()))
	refused(t, s.Store, refusal.NoCount, signs(1, nil))
	for _, nobody := range []int{0, 4} {
		refused(t, s.Store, refusal.Missing("holder"), parts(nobody))
	}
	if more := must(s.CountParts(t.Context(), s.id, 1, 3))(t); len(more) != 0 {
		t.Errorf("after the last ballot: %d bytes", len(more))
	}
	for range 2 {
		if state := s.give(t, 3); !slices.Equal(state.Given, []int{3}) || state.State != store.CountWaiting {
			t.Fatalf("one holder: %+v", state)
		}
	}
	s.give(t, 1)
	s.reaches(t, store.CountSigning)
	state := s.state(t)
	if state.CountKey != nil || !strings.HasPrefix(state.Seal, "ostrakon/seal/4\n") ||
		!strings.Contains(state.Seal, "\nresult "+ballotbox.ResultHash([]byte(state.Result)).String()+"\n") {
		t.Errorf("to be signed: %+v", state)
	}
	refused(t, s.Store, refusal.NoCount, parts(1))
	refused(t, s.Store, refusal.SignatureWrong, signs(1, s.secrets[3].Sign([]byte(state.Seal))))
	refused(t, s.Store, refusal.ResultsNotCalculated,
		func() error { return errOf(s.Results(t.Context(), s.id, true)) })
	for range 2 { // one holder, however often
		if state := must(s.sign(t, 1))(t); state.State != store.CountSigning || !slices.Equal(state.Signed, []int{1}) {
			t.Fatalf("one signature: %+v", state)
		}
	}
	if state := must(s.sign(t, 3))(t); state.State != store.CountDone || state.Opened != 3 || state.Seal != "" {
		t.Errorf("after it: %+v", state)
	}
	results, err := s.CalculateResults(t.Context(), storetest.Admin, s.id) // the answer again
	if err != nil || tallied(results) != "Ada 2*, Grace 1" {
		t.Errorf("%+v, %v", results, err)
	}
	for _, late := range []func() (store.CountState, error){
		func() (store.CountState, error) { return s.GiveShares(t.Context(), s.id, junk()) },
		func() (store.CountState, error) { return s.SignCount(t.Context(), s.id, 2, nil) },
	} {
		if state, err := late(); err != nil || state.State != store.CountDone {
			t.Errorf("after the count: %+v, %v", state, err)
		}
	}
}

func TestCountBySharesIsRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	draft := storetest.Election(t, s, "Draft", "Ada", "Grace").ID
	own := storetest.Election(t, s, "Own", "Ada", "Grace").ID
	storetest.Advance(t, s, own, store.Active)
	start := func(id store.ElectionID) func() error {
		return func() error { return errOf(s.StartCount(t.Context(), storetest.Admin, id)) }
	}
	refused(t, s, refusal.NotCompleted, start(own))
	storetest.Advance(t, s, own, store.Completed)
	const unknown = "aaaaaaaaaaaaaaaaaaaaaaaaaa"
	refused(t, s, refusal.NotCompleted, start(draft))
	refused(t, s, refusal.NoSheets, start(own))
	refused(t, s, refusal.NotFound, start(unknown))
	for _, id := range []store.ElectionID{draft, unknown} {
		for _, do := range []func() error{
			func() error { return errOf(s.CountState(t.Context(), id)) },
			func() error { return errOf(s.CountParts(t.Context(), id, 1, 0)) },
			func() error { return errOf(s.GiveShares(t.Context(), id, nil)) },
			func() error { return errOf(s.SignCount(t.Context(), id, 1, nil)) },
		} {
			refused(t, s, refusal.NotFound, do)
		}
	}
	if state, err := s.StopCount(t.Context(), own); err != nil || state.State != store.CountNone {
		t.Errorf("none to stop: %+v, %v", state, err)
	}
}

// A count that is stopped, or whose child dies, has written nothing, and another one can start.
func TestCountBySharesBreaksOff(t *testing.T) {
	var child io.Closer
	s := newShares(t, store.Options{Counter: func(ctx context.Context) (io.ReadWriteCloser, error) {
		conn, err := counter.InProcess(ctx)
		child = conn
		return conn, err
	}})
	stop := func() {
		t.Helper()
		if state, err := s.StopCount(t.Context(), s.id); err != nil || state.State != store.CountNone ||
			len(state.Given) != 0 || len(state.Signed) != 0 {
			t.Errorf("stopped: %+v, %v", state, err)
		}
	}
	s.start(t)
	old := storetest.Shares(t, s.Store, s.id, 1, s.secrets[1])
	s.give(t, 1)
	stop()
	s.start(t)
	if state := s.state(t); len(state.Given) != 0 {
		t.Errorf("another count knows the shares of the one before it: %+v", state)
	}
	refused(t, s.Store, refusal.SharesWrong, func() error { return errOf(s.GiveShares(t.Context(), s.id, old)) })
	child.Close()
	s.reaches(t, store.CountFailed)
	if state := s.state(t); state.CountKey != nil || len(state.Given) != 0 {
		t.Errorf("failed: %+v", state)
	}
	refused(t, s.Store, refusal.NoCount, func() error { return errOf(s.GiveShares(t.Context(), s.id, junk())) })
	s.start(t)
	for _, n := range []int{2, 3} {
		s.give(t, n)
	}
	s.reaches(t, store.CountSigning)
	must(s.sign(t, 2))(t)
	stop() // what was counted and signed is gone
	storetest.CountWith(t, s.Store, s.id, map[int]*sealing.Secret{1: s.secrets[1], 2: s.secrets[2]})
	s.reaches(t, store.CountDone)
}

// A store that is closed ends the count that waits for holders.
func TestCloseEndsTheCount(t *testing.T) {
	ended := make(chan struct{})
	opts := store.Options{Counter: func(ctx context.Context) (io.ReadWriteCloser, error) {
		context.AfterFunc(ctx, func() { close(ended) })
		return counter.InProcess(ctx)
	}}
	t.Run("while it waits", func(t *testing.T) { newShares(t, opts).start(t) })
	<-ended
	t.Run("while it is signed", func(t *testing.T) {
		s := newShares(t, store.Options{})
		s.start(t)
		s.give(t, 1)
		s.give(t, 2)
		s.reaches(t, store.CountSigning)
	})
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
