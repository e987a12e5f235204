package worker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ostrakon/ocr/raster"
)

// Bounds of a pool.
const (
	// Budget is the time that a child has for one photograph, unless Options say otherwise.
	Budget = 4 * time.Second
	// StartBudget is the time that a child has to get ready, and no less than for one photograph:
	// on the first start of all it compiles the text engine.
	StartBudget = time.Minute
	// Idle is the time after which a child without work is ended.
	Idle = time.Minute
	// Recycle is the number of photographs after which a child is replaced.
	Recycle = 200
	// QueueLength is the number of photographs that may wait, for each child.
	QueueLength = 6
)

// What can go wrong other than the photograph. Errors of [Pool.Read] wrap one of
// these or one of package raster's, or are the context's.
var (
	// ErrBusy: the queue is full; try again in a few seconds.
	ErrBusy = errors.New("too many photographs are being read")
	// ErrTimeout: the photograph took longer than its budget.
	ErrTimeout = errors.New("reading the photograph took too long")
	// ErrCrashed: the child died over the photograph, or answered nonsense.
	ErrCrashed = errors.New("reading the photograph broke off")
	// ErrFailed: the child lives, and could not read.
	ErrFailed = errors.New("the photograph could not be read")
	// ErrStart: no child can be started.
	ErrStart = errors.New("the reader of photographs cannot be started")
	// ErrClosed: the pool is closed.
	ErrClosed = errors.New("the reader of photographs is closed")
)

// Options say what the children of a pool are.
type Options struct {
	Command []string // program and arguments
	// More arguments, asked for before each photograph: a child with others is replaced. Nil means
	// none.
	More    func() ([]string, error)
	Env     []string      // the whole environment, "NAME=value"
	Workers int           // children at most, at least one
	Budget  time.Duration // for one photograph; 0 is the constant Budget
}

// Pool reads photographs in child processes. It is safe for concurrent use.
type Pool struct {
	slots  chan *slot    // those that are free
	places chan struct{} // taken by photographs being read or waiting
	closed chan struct{}
	once   sync.Once
}

// slot is the place of a child. Whoever took it from Pool.slots, or holds mu as
// the idle timer does, may touch it.
type slot struct {
	options Options
	after   timer
	mu      sync.Mutex
	child   *child // nil: none is running
	used    uint64 // photographs and starts so far
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
	p := &Pool{
		slots:  make(chan *slot, n),
		places: make(chan struct{}, n*(1+QueueLength)),
		closed: make(chan struct{}),
	}
	for range n {
		p.slots <- &slot{options: options, after: after, closing: p.closed}
	}
	return p
}

// Read has a photograph read and returns the child's answer. One whose header
// package raster refuses takes no place in the queue. When ctx ends while the
// photograph is being read, the child is killed.
//
// Errors: those of raster.Decode, the ones above, ctx.Err().
func (p *Pool) Read(ctx context.Context, photograph []byte) (json.RawMessage, error) {
	if err := raster.Check(photograph); err != nil {
		return nil, err
	}
	select {
	case p.places <- struct{}{}:
		defer func() { <-p.places }()
	default:
		return nil, ErrBusy
	}
	s, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { p.slots <- s }()
	return s.read(ctx, photograph)
}

// Warm starts a child and waits until it is ready, so that the first
// photograph need not, and fails as that would. The child ends when it has been
// idle.
//
// Errors: ErrStart, ErrClosed, ctx.Err().
func (p *Pool) Warm(ctx context.Context) error {
	s, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.slots <- s }()
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.rest()
	return s.ready(ctx)
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

// Close kills all children and waits until they are gone. Photographs being
// read or waiting are answered by ErrClosed.
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

// read has the slot's child read a photograph.
func (s *slot) read(ctx context.Context, photograph []byte) (json.RawMessage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.rest()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	s.used++
	s.child.asked++
	answer, err := s.exchange(ctx, s.options.Budget, func(c *child) (json.RawMessage, error) { return c.ask(photograph) })
	if err == nil && s.child.asked >= Recycle {
		s.end()
	}
	return answer, err
}

// ready sees to it that the slot has a child that has said hello.
func (s *slot) ready(ctx context.Context) error {
	command := s.options.Command
	if s.options.More != nil {
		more, err := s.options.More()
		if err != nil {
			return fmt.Errorf("%w: %w", ErrStart, err)
		}
		command = slices.Concat(command, more)
	}
	if s.child != nil && s.child.alive() && slices.Equal(s.child.command, command) {
		return nil
	}
	s.end()
	c, err := start(command, s.options.Env)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	s.child = c
	s.used++
	_, err = s.exchange(ctx, max(StartBudget, s.options.Budget), func(c *child) (json.RawMessage, error) { return nil, c.greet() })
	if errors.Is(err, ErrTimeout) || errors.Is(err, ErrCrashed) {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	return err
}

// exchange lets the child do something within a budget, and ends it unless
// that succeeds or is refused in good order.
func (s *slot) exchange(ctx context.Context, budget time.Duration, do func(*child) (json.RawMessage, error)) (json.RawMessage, error) {
	type outcome struct {
		answer json.RawMessage
		err    error
	}
	c, done, late := s.child, make(chan outcome, 1), make(chan struct{})
	stop := s.after(budget, func() { close(late) })
	defer stop()
	go func() {
		answer, err := do(c)
		done <- outcome{answer, err}
	}()
	var err error
	select {
	case o := <-done:
		if errors.Is(o.err, ErrCrashed) {
			return nil, fmt.Errorf("%w: %s", o.err, s.end())
		}
		return o.answer, o.err
	case <-late:
		err = fmt.Errorf("%w: more than %v", ErrTimeout, budget)
	case <-ctx.Done():
		err = ctx.Err()
	case <-s.closing:
		err = ErrClosed
	}
	s.end()
	<-done // its pipes are closed
	return nil, err
}

// rest arms the timer that ends the child if the slot stays unused.
func (s *slot) rest() {
	if s.child == nil {
		return
	}
	used := s.used
	s.after(Idle, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.used == used {
			s.end()
		}
	})
}

// end kills the child, if there is one, and reports how it ended.
func (s *slot) end() string {
	if s.child == nil {
		return "it had ended"
	}
	how := s.child.kill()
	s.child = nil
	return how
}
