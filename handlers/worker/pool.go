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
	// Budget is the time that a child has for one exchange, unless Options say otherwise: what a
	// photograph of a card may take.
	Budget = 4 * time.Second
	// StartBudget is the time that a child has to get ready, and no less than for one exchange: on
	// the first start of all the reader of cards compiles the text engine.
	StartBudget = time.Minute
	// Idle is the time after which a child without work is ended.
	Idle = time.Minute
	// Recycle is the number of exchanges after which a child is replaced, unless Options say
	// otherwise.
	Recycle = 200
	// QueueLength is the number of exchanges that may wait, for each child.
	QueueLength = 6
)

// What can go wrong other than what the child is given. Errors of [Pool.Do] wrap one of these, or
// are the context's or the exchange's.
var (
	// ErrBusy: the queue is full; try again in a few seconds.
	ErrBusy = errors.New("the child processes have too much to do")
	// ErrTimeout: the exchange took longer than its budget.
	ErrTimeout = errors.New("the child process took too long")
	// ErrCrashed: the child died in the exchange, or answered nonsense.
	ErrCrashed = errors.New("the child process broke off")
	// ErrMemory: it died because it got no more memory. It is an ErrCrashed.
	ErrMemory = errors.New("the child process ran out of memory")
	// ErrStart: no child can be started.
	ErrStart = errors.New("the child process cannot be started")
	// ErrClosed: the pool is closed.
	ErrClosed = errors.New("the child processes are closed")
)

// Options say what the children of a pool are.
type Options struct {
	Command []string // program and arguments
	// More arguments for reading cards, asked for before each photograph. Nil means none.
	More    func() ([]string, error)
	Env     []string      // the whole environment, "NAME=value"
	Workers int           // children at most, at least one
	Budget  time.Duration // for one exchange; 0 is the constant Budget
	Recycle int           // exchanges of a child; 0 is the constant Recycle
	Listen  bool          // what a dying child prints to standard error is in the error, its first 4 KiB
}

// Pool has work done in child processes. It is safe for concurrent use.
type Pool struct {
	options Options
	slots   chan *slot    // those that are free
	places  chan struct{} // taken by exchanges under way or waiting
	closed  chan struct{}
	once    sync.Once
}

// slot is the place of a child. Whoever took it from Pool.slots, or holds mu as
// the idle timer does, may touch it.
type slot struct {
	options Options
	after   timer
	mu      sync.Mutex
	child   *Child      // nil: none is running
	used    uint64      // exchanges and starts so far
	idle    func() bool // stops the timer that ends the child; nil: none was armed
	closing <-chan struct{}
}

// timer runs a function after a time unless it is stopped before: time.AfterFunc.
type timer func(time.Duration, func()) (stop func() bool)

// New returns a pool. No child is started before it is needed.
func New(options Options) *Pool {
	return newPool(options, func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop })
}

func newPool(options Options, after timer) *Pool {
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
		p.slots <- &slot{options: options, after: after, closing: p.closed}
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

// Close kills all children and waits until they are gone. Exchanges under way or waiting end with
// ErrClosed.
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
	s.used++
	s.child.asked++
	err := s.exchange(ctx, s.options.Budget, exchange)
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
	c, err := start(command, s.options.Env, s.options.Listen)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	s.child = c
	s.used++
	err = s.exchange(ctx, max(StartBudget, s.options.Budget), (*Child).greet)
	if errors.Is(err, ErrTimeout) || errors.Is(err, ErrCrashed) {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	return err
}

// exchange lets the child do something within a budget, and ends it unless that succeeds or is
// refused in good order.
func (s *slot) exchange(ctx context.Context, budget time.Duration, do func(*Child) error) error {
	c, done, late := s.child, make(chan error, 1), make(chan struct{})
	stop := s.after(budget, func() { close(late) })
	defer stop()
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
	case <-late:
		err = fmt.Errorf("%w: more than %v", ErrTimeout, budget)
	case <-ctx.Done():
		err = ctx.Err()
	case <-s.closing:
		err = ErrClosed
	}
	s.end()
	<-done // its pipes are closed
	return err
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
	s.idle = s.after(Idle, func() {
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
