package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/refusal"
)

// CountPhase says how far the count of an election is.
type CountPhase string

// The phases of a count. CountFailed: the process ended too early, and another one needs the shares again.
const (
	CountNone    CountPhase = "none"
	CountWaiting CountPhase = "waiting" // for shares
	CountRuns    CountPhase = "counting"
	CountSigning CountPhase = "signing" // counted, and waits for holders to sign the seal
	CountDone    CountPhase = "done"
	CountFailed  CountPhase = "failed"
)

// CountState is how far the count of an election is. A count that is not done lives in memory alone.
type CountState struct {
	State     CountPhase `json:"state"`
	CountKey  []byte     `json:"countKey,omitempty"` // while it waits: shares are sealed to it, see counter.SealShares
	Threshold int        `json:"threshold"`          // holders that are needed
	Given     []int      `json:"given"`              // numbers of the holders whose shares are there
	Opened    int        `json:"opened"`             // ballots so far
	Ballots   int        `json:"ballots"`            // ballots cast online
	Handed    []string   `json:"handed,omitempty"`   // printed papers that were handed out, in the lines of handed.txt
	Signed    []int      `json:"signed"`             // numbers of the holders who have signed the seal
	Seal      string     `json:"seal,omitempty"`     // while it is signed: the text that holders sign
	Result    string     `json:"result,omitempty"`   // while it is signed: what it seals, as canonical JSON
	Again     bool       `json:"again,omitempty"`    // the election is counted, and this is a second count
	Sealed    string     `json:"sealed,omitempty"`   // the signed seal of the first count, as long as the box stays
	BoxUntil  time.Time  `json:"boxUntil,omitzero"`  // when the box goes, as long as it stays after the count
}

// counts are the counts that wait for holders or are under way.
type counts struct {
	start counter.StartFunc
	life  context.Context // ends with the store, and the children with it
	end   context.CancelFunc

	mu      sync.Mutex // also held while a child starts, so that an election has one
	running map[ElectionID]*countRun
}

// countRun is the count of an election by holders, from the start of its process to their signatures.
type countRun struct {
	*counter.Counting
	manifest *ballotbox.Manifest
	again    bool             // the election was counted before
	log      []ballotbox.Cast // in the order of the cast log
	handed   []ballotbox.Handed
	end      context.CancelFunc
	enough   chan struct{} // closed when a threshold of holders has signed
	ended    chan struct{} // closed when err is known and a count that came is on disk
	err      error

	mu     sync.Mutex
	count  *ballotbox.Count // nil until the process has counted
	signed []int
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

// StartCount starts the process that counts a COMPLETED election with the shares of its holders. If
// the election is counted and its box stays, it counts again. If it is running already, or the box is gone, nothing
// happens. Errors: those of BallotBox,
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
	life, end := context.WithCancel(c.life)
	run, err := c.run(life, s, id)
	if err != nil {
		end()
		return err
	}
	run.end = end
	c.running[id] = run
	go func() {
		defer close(run.ended)
		defer end()
		if run.err = s.finish(life, run, by, id); run.err != nil && !errors.Is(run.err, context.Canceled) {
			s.log.Error("a count by holders failed", "election", id, "error", run.err)
		}
	}()
	return nil
}

// run starts the child of a count, which lives as long as ctx.
func (c *counts) run(ctx context.Context, s *Store, id ElectionID) (*countRun, error) {
	read, err := s.countable(ctx, id) // the ballots are read later
	switch {
	case err != nil:
		return nil, err
	case !read.manifest.Custody.Traits().Sheets:
		return nil, refusal.NoSheets
	}
	counting, err := counter.Start(ctx, c.start, read.box, s.clock)
	if err != nil {
		return nil, refusalOfCount(err)
	}
	return &countRun{Counting: counting, manifest: read.manifest, again: read.done != nil, log: read.log,
		handed: read.box.Handed,
		enough: make(chan struct{}), ended: make(chan struct{})}, nil
}

// finish waits for the count of a process and for the signatures of holders, and writes it.
func (s *Store) finish(ctx context.Context, run *countRun, by audit.Actor, id ElectionID) error {
	count, err := run.Wait(ctx)
	if err != nil {
		return err
	}
	run.mu.Lock()
	run.count = count
	run.mu.Unlock()
	select {
	case <-run.enough:
	case <-ctx.Done():
		return ctx.Err()
	}
	_, err = s.AcceptCount(context.WithoutCancel(ctx), by, id, count)
	count.Proof = nil // up to hundreds of megabytes: the run stays in memory, and the file has the proof
	return err
}

// succeeded reports whether the count is written.
func (r *countRun) succeeded() bool { return r.hasEnded() && r.err == nil }

func (r *countRun) hasEnded() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

// StopCount ends the count of an election. What holders gave and signed is gone with it. Errors: refusal.NotFound.
func (s *Store) StopCount(ctx context.Context, id ElectionID) (CountState, error) {
	if run := s.counts.of(id); run != nil {
		run.end()
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
	state := CountState{State: CountNone, Given: []int{}, Signed: []int{}}
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
		if m.Papers > 0 && err == nil {
			papers, failed := papersHanded(tx, id)
			state.Ballots, err = state.Ballots-papers, failed
		}
		if tx.Bucket(bucketResults).Get([]byte(id)) != nil {
			state.State, state.Opened = CountDone, state.Ballots
			if tx.Bucket(bucketSealed).Bucket([]byte(id)) != nil {
				state.BoxUntil = e.BoxUntil
				state.Sealed = string(tx.Bucket(bucketCounted).Bucket([]byte(id)).Get(countedSeal))
			}
		}
		return err
	})
	run := s.counts.of(id)
	if err != nil || run == nil || state.State == CountDone && !run.again || run.again && run.succeeded() {
		return state, err
	}
	state.Again, state.Opened = run.again, 0
	if run.hasEnded() {
		state.State = CountFailed
		return state, nil
	}
	run.tell(&state)
	return state, nil
}

// tell writes how far a count is.
func (r *countRun) tell(state *CountState) {
	state.Given, state.Opened = r.Progress()
	for _, h := range r.handed {
		state.Handed = append(state.Handed, h.String())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.count != nil:
		state.State, state.Signed = CountSigning, append(state.Signed, r.signed...)
		state.Seal, state.Result = ballotbox.NoteText(r.count.Seal), string(r.count.Result)
	case len(state.Given) < state.Threshold:
		state.State, state.CountKey = CountWaiting, r.Key()
	default:
		state.State = CountRuns
	}
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
	switch _, err := counting.Give(ctx, sheet); {
	case errors.Is(err, counter.ErrWrong):
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
