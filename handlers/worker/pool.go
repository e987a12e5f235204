package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ostrakon/store/frame"
)

// Bounds of a pool.
const (
	// Budget is the CPU time that a child has for one exchange, unless Options say otherwise: what a
	// photograph of a card may take. Where the system does not tell CPU time, it is time that passes.
	Budget = 4 * time.Second
	// Patience is how many times its budget an exchange may last, on a machine that is busy.
	Patience = 4
	// StartBudget is how long a child may take to get ready, and no less than for one exchange. A
	// child needs a fraction of a second; while votes are cast, it may wait for a core much longer.
	StartBudget = 15 * time.Second
	// Idle is the time after which a child without work is ended.
	Idle = time.Minute
	// Recycle is the number of exchanges after which a child is replaced, unless Options say otherwise.
	Recycle = 200
	// QueueLength is the number of exchanges that may wait, for each child.
	QueueLength = 6
)

// What can go wrong other than what the child is given. Errors of [Pool.Do] wrap one of these, or
// are the context's or the exchange's.
var (
	// ErrBusy: the queue is full; try again in a few seconds.
	ErrBusy = errors.New("the child processes have too much to do")
	// ErrTimeout: the exchange took more than its budget.
	ErrTimeout = errors.New("the child process took too long")
	// ErrStarved: the child did not get the CPU time of its budget, because the machine is busy, or waits for something.
	ErrStarved = errors.New("the child process got too little CPU time")
	// ErrCrashed: the child died in the exchange, or answered nonsense.
	ErrCrashed = errors.New("the child process broke off")
	// ErrMemory: it died because it got no more memory. It is an ErrCrashed.
	ErrMemory = errors.New("the child process ran out of memory")
	// ErrStart: no child can be started.
	ErrStart = errors.New("the child process cannot be started")
	// ErrClosed: the pool is closed.
	ErrClosed = errors.New("the child processes are closed")
)

// Options configure the children of a pool.
type Options struct {
	Command []string // program and arguments
	// More arguments for reading cards, asked for before each photograph. Nil means none.
	More    func() ([]string, error)
	Workers int           // children at most, at least one
	Budget  time.Duration // of CPU time for one exchange; 0 is the constant Budget
	Recycle int           // exchanges of a child; 0 is the constant Recycle
	Listen  bool          // what a dying child prints to standard error is in the error, its first 4 KiB
	Yield   func() bool   // whether children shall leave the cores to the server from now on; nil: never
	Turns   *Turns        // stops children at work while a vote is saved; nil: nothing does
}

// Pool has work done in child processes. It is safe for concurrent use.
type Pool struct {
	options Options
	slots   chan *slot    // those that are free
	places  chan struct{} // taken by exchanges under way or waiting
	closed  chan struct{}
	once    sync.Once
}

// slot is the place of a child. Whoever took it from Pool.slots, or holds mu as the idle timer does, may touch it.
type slot struct {
	options Options
	timing  timing
	mu      sync.Mutex
	child   *Child      // nil: none is running
	used    uint64      // exchanges and starts so far
	idle    func() bool // stops the timer that ends the child; nil: none was armed
	closing <-chan struct{}
}

// timing holds the functions by which a slot measures time.
type timing struct {
	after func(time.Duration, func()) (stop func() bool) // runs a function unless it is stopped before: time.AfterFunc
	spent func(process int) (time.Duration, error)       // CPU time of a process and those it waited for
}

// New returns a pool. No child is started before it is needed.
func New(options Options) *Pool {
	after := func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	return newPool(options, timing{after, cpuTime})
}

func newPool(options Options, how timing) *Pool {
	n := max(options.Workers, 1)
	options.Budget = cmp.Or(options.Budget, Budget)
	options.Recycle = cmp.Or(options.Recycle, Recycle)
	p := &Pool{
		options: options,
		slots:   make(chan *slot, n),
		places:  make(chan struct{}, n*(1+QueueLength)),
		closed:  make(chan struct{}),
	}
	for range n {
		p.slots <- &slot{options: options, timing: how, closing: p.closed}
	}
	return p
}

// Do lets a child, started with more arguments, do something: exchange talks to it. A child that was
// started with other ones is replaced. When ctx ends meanwhile, the child is killed, and the pipes of
// the exchange break. It is killed too if the exchange returns an ErrCrashed.
//
// Errors: the ones above, ctx.Err(), that of exchange.
func (p *Pool) Do(ctx context.Context, more []string, exchange func(*Child) error) error {
	select {
	case p.places <- struct{}{}:
		defer func() { <-p.places }()
	default:
		return ErrBusy
	}
	s, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.slots <- s }()
	return s.do(ctx, more, exchange)
}

// take waits for a slot.
func (p *Pool) take(ctx context.Context) (*slot, error) {
	select {
	case <-p.closed: // select below is free to choose a slot
		return nil, ErrClosed
	default:
	}
	select {
	case s := <-p.slots:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.closed:
		return nil, ErrClosed
	}
}

// Close kills all children and waits until they are gone. Exchanges under way or waiting end with ErrClosed.
func (p *Pool) Close() error {
	p.once.Do(func() {
		close(p.closed)
		for range cap(p.slots) {
			s := <-p.slots // for good
			s.mu.Lock()
			s.end()
			s.mu.Unlock()
		}
	})
	return nil
}

// do has the slot's child do something.
func (s *slot) do(ctx context.Context, more []string, exchange func(*Child) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.rest()
	if err := s.ready(ctx, more); err != nil {
		return err
	}
	if s.yields() {
		s.child.yield()
	}
	s.used++
	s.child.asked++
	err := s.exchange(ctx, s.options.Budget, Patience, exchange)
	if s.child != nil && (s.child.retired || err == nil && s.child.asked >= s.options.Recycle) {
		s.end()
	}
	return err
}

// ready sees to it that the slot has a child that has said hello.
func (s *slot) ready(ctx context.Context, more []string) error {
	command := slices.Concat(s.options.Command, more)
	if s.child != nil && s.child.alive() && slices.Equal(s.child.command, command) {
		return nil
	}
	s.end()
	c, err := start(command, s.options.Listen)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	s.child = c
	if s.yields() {
		stepBack(c.process.PID()) // to start takes as long as to convert a small file
	}
	s.used++
	err = s.exchange(ctx, max(StartBudget, s.options.Budget), 1, (*Child).greet)
	if errors.Is(err, ErrTimeout) || errors.Is(err, ErrStarved) || errors.Is(err, ErrCrashed) {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	return err
}

func (s *slot) yields() bool { return s.options.Yield != nil && s.options.Yield() }

// exchange lets the child do something within a budget of CPU time, and ends it unless that succeeds
// or is refused in good order. It may last patience times the budget.
func (s *slot) exchange(ctx context.Context, budget time.Duration, patience int, do func(*Child) error) error {
	c, done, late := s.child, make(chan error, 1), make(chan error)
	defer s.options.Turns.enter(c.process.Stop, c.process.Resume)()
	watching, unwatch := context.WithCancel(context.Background())
	go func() {
		defer close(late)
		if err := s.watch(watching, c.process.PID(), budget, patience); watching.Err() == nil {
			late <- err
		}
	}()
	defer func() {
		unwatch()
		for range late { // its alarm is off when this returns
		}
	}()
	go func() { done <- do(c) }()
	var err error
	select {
	case err := <-done:
		if errors.Is(err, ErrCrashed) {
			how := s.child.kill(!errors.Is(err, frame.ErrGarbled))
			s.child = nil
			return fmt.Errorf("%w: %w", err, how)
		}
		return err
	case err = <-late:
	case <-ctx.Done():
		err = ctx.Err()
	case <-s.closing:
		err = ErrClosed
	}
	s.end()
	<-done // its pipes are closed
	return err
}

// watch waits until a process has spent its budget, or had the time to, and says which. The time for which Turns
// stopped it does not count. It looks each time the budget could be spent.
func (s *slot) watch(ctx context.Context, process int, budget time.Duration, patience int) error {
	before, unknown := s.timing.spent(process)
	left, longest, stopped := budget, time.Duration(patience)*budget, s.options.Turns.stops()
	if unknown != nil {
		longest = budget
	}
	for waited, had := time.Duration(0), time.Duration(0); had < longest; {
		wait := min(max(left, budget/16), longest-had)
		waited += wait
		passed := make(chan struct{})
		stop := s.timing.after(wait, func() { close(passed) })
		select {
		case <-passed:
		case <-ctx.Done():
			stop()
			return ctx.Err()
		}
		had = waited - (s.options.Turns.stops() - stopped)
		if unknown != nil {
			continue
		}
		now, err := s.timing.spent(process)
		if left = budget - (now - before); err != nil || left <= 0 {
			return fmt.Errorf("%w: more than %v of CPU time", ErrTimeout, budget)
		}
	}
	if unknown != nil {
		return fmt.Errorf("%w: more than %v", ErrTimeout, budget)
	}
	return fmt.Errorf("%w: less than %v in %v", ErrStarved, budget, longest)
}

// rest arms the timer that ends the child if the slot stays unused.
func (s *slot) rest() {
	if s.idle != nil {
		s.idle()
	}
	if s.child == nil {
		return
	}
	used := s.used
	s.idle = s.timing.after(Idle, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.used == used {
			s.end()
		}
	})
}

// end kills the child, if there is one.
func (s *slot) end() {
	if s.child != nil {
		_ = s.child.kill(false)
		s.child = nil
	}
}
