package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/refusal"
)

// CountPhase says how far the count of an election is.
type CountPhase string

// The phases of a count. CountFailed: the process ended too early, and another one needs the sheets again.
const (
	CountNone    CountPhase = "none"
	CountWaiting CountPhase = "waiting" // for sheets
	CountRuns    CountPhase = "counting"
	CountDone    CountPhase = "done"
	CountFailed  CountPhase = "failed"
)

// CountState is how far the count of an election is. A count that is not done lives in memory alone.
type CountState struct {
	State     CountPhase `json:"state"`
	CountKey  []byte     `json:"countKey,omitempty"` // while it waits: sheets are sealed to it, see counter.Counting.Key
	Threshold int        `json:"threshold"`          // sheets that are needed
	Given     []int      `json:"given"`              // numbers of the holders whose sheets are there
	Opened    int        `json:"opened"`             // ballots so far
	Ballots   int        `json:"ballots"`            // ballots cast
}

// counts are the counts that wait for sheets or are under way.
type counts struct {
	start counter.StartFunc
	life  context.Context // ends with the store, and the children with it
	end   context.CancelFunc

	mu      sync.Mutex // also held while a child starts, so that an election has one
	running map[ElectionID]*countRun
}

// countRun is the count of an election by sheets.
type countRun struct {
	*counter.Counting
	ended chan struct{} // closed when err is known and a count that came is on disk
	err   error
}

func newCounts(start counter.StartFunc) *counts {
	if start == nil {
		start = counter.InProcess
	}
	c := &counts{start: start, running: make(map[ElectionID]*countRun)}
	c.life, c.end = context.WithCancel(context.Background())
	return c
}

// stop ends all counts, and waits until one that came is on disk.
func (c *counts) stop() {
	c.end()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, run := range c.running {
		<-run.ended
	}
}

// of is the count of an election, nil if there is none.
func (c *counts) of(id ElectionID) *countRun {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.running[id]
}

// StartCount starts the process that counts a COMPLETED election with the sheets of its holders. If
// it is running already, or the election is counted, nothing happens. Errors: those of BallotBox,
// refusal.NoSheets in the custody of the server, refusal.CountBroken.
func (s *Store) StartCount(ctx context.Context, by audit.Actor, id ElectionID) (CountState, error) {
	err := s.counts.begin(s, by, id)
	if err != nil && !errors.Is(err, refusal.Counted) {
		return CountState{}, err
	}
	return s.CountState(ctx, id)
}

// begin starts the child of a count, if there is none.
func (c *counts) begin(s *Store, by audit.Actor, id ElectionID) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.running[id]; old != nil && !old.hasEnded() {
		return nil
	}
	box, err := s.BallotBox(c.life, id) // it is read later
	if err != nil {
		return err
	}
	if m, err := ballotbox.ParseManifest(box.Manifest); err != nil || !m.Custody.Traits().Sheets {
		return cmp.Or[error](err, refusal.NoSheets)
	}
	counting, err := counter.Start(c.life, c.start, box, s.clock)
	if err != nil {
		return refusalOfCount(err)
	}
	run := &countRun{Counting: counting, ended: make(chan struct{})}
	c.running[id] = run
	go func() {
		defer close(run.ended)
		count, err := counting.Wait(context.Background()) // it ends with c.life
		if err == nil {
			_, err = s.AcceptCount(context.Background(), by, id, count)
		}
		if run.err = err; err != nil && !errors.Is(err, context.Canceled) {
			s.log.Error("a count by sheets failed", "election", id, "error", err)
		}
	}()
	return nil
}

func (r *countRun) hasEnded() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

// StopCount ends the process that counts an election. What the holders typed is gone with it. Errors: refusal.NotFound.
func (s *Store) StopCount(ctx context.Context, id ElectionID) (CountState, error) {
	if run := s.counts.of(id); run != nil {
		run.Kill()
		<-run.ended
		s.counts.mu.Lock()
		if s.counts.running[id] == run {
			delete(s.counts.running, id)
		}
		s.counts.mu.Unlock()
	}
	return s.CountState(ctx, id)
}

// CountState reads how far the count of an election past DRAFT is. Errors: refusal.NotFound.
func (s *Store) CountState(ctx context.Context, id ElectionID) (CountState, error) {
	state := CountState{State: CountNone, Given: []int{}}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		m, _, err := getManifest(tx, id)
		if err != nil {
			return err
		}
		e, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		full, err := fullElection(tx, e)
		state.Threshold, state.Ballots = m.Threshold, full.Turnout.Ballots
		if tx.Bucket(bucketResults).Get([]byte(id)) != nil {
			state.State, state.Opened = CountDone, state.Ballots
		}
		return err
	})
	run := s.counts.of(id)
	if err != nil || run == nil || state.State == CountDone {
		return state, err
	}
	state.Given, state.Opened = run.Progress()
	switch {
	case run.hasEnded():
		state = CountState{State: CountFailed, Threshold: state.Threshold, Given: []int{}, Ballots: state.Ballots}
	case len(state.Given) < state.Threshold:
		state.State, state.CountKey = CountWaiting, run.Key()
	default:
		state.State = CountRuns
	}
	return state, nil
}

// CountSheet hands a sheet to the process that counts an election. It is sealed to the CountKey by counter's SealSheet
// or a page, so that this process cannot read it. A sheet that is not needed any more changes nothing. Errors:
// refusal.NotFound, refusal.NoCount when no process waits for sheets, refusal.SheetWrong.
func (s *Store) CountSheet(ctx context.Context, id ElectionID, sealed []byte) (CountState, error) {
	state, err := s.CountState(ctx, id)
	if err != nil || state.State == CountDone || state.State == CountRuns {
		return state, err
	}
	run := s.counts.of(id)
	if run == nil || state.State != CountWaiting {
		return CountState{}, refusal.NoCount
	}
	switch _, err := run.Sheet(ctx, sealed); {
	case errors.Is(err, counter.ErrWrongSheet):
		return CountState{}, refusal.SheetWrong
	case ctx.Err() != nil:
		return CountState{}, ctx.Err()
	} // whatever else happened, the state says
	return s.CountState(ctx, id)
}

// CalculateResults counts a COMPLETED election in the custody of the server, and seals the outcome as AcceptCount does.
// A second call returns the same answer. A crash before the seal loses nothing; after a later one, the next start does
// the rest. Errors: refusal.NotFound, refusal.NotCompleted, refusal.Cancelled, refusal.NeedsSheets where people hold
// the keys, refusal.KeyMissing, refusal.KeyWrong, refusal.BallotsUnreadable, refusal.CountBroken.
func (s *Store) CalculateResults(ctx context.Context, by audit.Actor, id ElectionID) (Results, error) {
	s.countMu.Lock()
	defer s.countMu.Unlock()
	c, err := s.readCount(ctx, id)
	switch {
	case err != nil:
		return Results{}, err
	case c.done != nil:
		return *c.done, nil
	case c.manifest.Custody.Traits().Sheets:
		return Results{}, refusal.NeedsSheets
	}
	if c.count, err = s.countHere(ctx, id, c.box); err != nil {
		return Results{}, fmt.Errorf("election %s: %w", id, refusalOfCount(err))
	}
	return s.accept(ctx, by, c)
}

// countHere counts a box with the server's key in a child process: opened ballots stay out of the server's memory.
func (s *Store) countHere(ctx context.Context, id ElectionID, box *ballotbox.Box) (*ballotbox.Count, error) {
	counting, err := counter.Start(ctx, s.counts.start, box, s.clock)
	if err != nil {
		return nil, err
	}
	defer counting.Kill()
	secret, err := s.secretBytes(id)
	if err != nil {
		return nil, err
	}
	sheet, err := counting.SealSheet(secret)
	clear(secret)
	if err != nil {
		return nil, err
	}
	switch _, err := counting.Sheet(ctx, sheet); {
	case errors.Is(err, counter.ErrWrongSheet):
		return nil, refusal.KeyWrong
	case err != nil:
		return nil, err
	}
	return counting.Wait(ctx)
}

// refusalOfCount makes a refusal of an error of package counter; other errors stay as they are.
func refusalOfCount(err error) error {
	switch {
	case errors.Is(err, counter.ErrBox):
		return fmt.Errorf("%w: %w", refusal.BallotsUnreadable, err)
	case errors.Is(err, counter.ErrDied), errors.Is(err, counter.ErrFailed):
		return fmt.Errorf("%w: %w", refusal.CountBroken, err)
	}
	return err
}
