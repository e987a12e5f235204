package worker

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ostrakon/ocr/raster"
)

// clock is time that passes when the test says so.
type clock struct {
	mu     sync.Mutex
	alarms []*alarm
	armed  chan struct{} // closed, and replaced, when an alarm is set
	works  bool          // children spend the time that passes
	spent  time.Duration
}

type alarm struct {
	after   time.Duration
	ring    func()
	stopped bool
}

func newClock() *clock { return &clock{armed: make(chan struct{})} }

func (c *clock) afterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &alarm{after: d, ring: f}
	c.alarms = append(c.alarms, a)
	close(c.armed)
	c.armed = make(chan struct{})
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		defer func() { a.stopped = true }()
		return !a.stopped
	}
}

// timing is that of a pool whose time this is.
func (c *clock) timing() timing {
	return timing{c.afterFunc, func(int) (time.Duration, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.spent, nil
	}}
}

// ring rings the latest alarm of a duration; it waits until there is one.
func (c *clock) ring(d time.Duration) {
	for {
		c.mu.Lock()
		armed := c.armed
		for i := len(c.alarms) - 1; i >= 0; i-- {
			if a := c.alarms[i]; a.after == d && !a.stopped {
				a.stopped = true
				if c.works {
					c.spent += d - time.Millisecond // to start a thread takes some, too
				}
				c.mu.Unlock()
				a.ring()
				return
			}
		}
		c.mu.Unlock()
		<-armed
	}
}

func testPool(t *testing.T, kind string, workers int) (*Pool, *clock) {
	t.Helper()
	c := newClock()
	p := newPool(Options{Command: command(kind), Workers: workers}, c.timing())
	t.Cleanup(func() { p.Close() })
	return p, c
}

// mustRead has a child obey an order that it answers.
func mustRead(t *testing.T, p *Pool, order string) told {
	t.Helper()
	var answer told
	raw, err := p.Read(t.Context(), photograph(order))
	if err != nil {
		t.Fatalf("%s: %v", order, err)
	}
	noError(t, json.Unmarshal(raw, &answer))
	if answer.Said != order {
		t.Fatalf("asked to say %q, the child says %q", order, answer.Said)
	}
	return answer
}

func TestPool(t *testing.T) {
	t.Run("one child serves one photograph after the other", func(t *testing.T) {
		p, _ := testPool(t, "", 1)
		first, second := mustRead(t, p, "one"), mustRead(t, p, "two")
		if first.Process == os.Getpid() || first.Process != second.Process {
			t.Errorf("processes %d and %d, the test's is %d", first.Process, second.Process, os.Getpid())
		}
	})
	t.Run("a child with other arguments takes the place of one", func(t *testing.T) {
		kind := ""
		p := newPool(Options{Command: command("")[:2], More: func() ([]string, error) { return []string{kind}, nil }},
			newClock().timing())
		defer p.Close()
		before, same := mustRead(t, p, "one"), mustRead(t, p, "two")
		kind = "second"
		after := mustRead(t, p, "three")
		if before.Process != same.Process || after.Process == before.Process {
			t.Errorf("processes %d, %d and %d", before.Process, same.Process, after.Process)
		}
	})
	t.Run("a child inherits nothing of the environment", func(t *testing.T) {
		t.Setenv("OSTRAKON_SECRET", secret)
		p, _ := testPool(t, "", 1)
		for _, line := range mustRead(t, p, "hello").Env {
			if !strings.HasPrefix(line, "SYSTEMROOT=") { // Windows cannot do without
				t.Errorf("the child knows %q", line)
			}
		}
	})
	t.Run("a child is ended after idle time", func(t *testing.T) {
		p, c := testPool(t, "", 1)
		before := mustRead(t, p, "one").Process
		c.ring(Idle)
		if after := mustRead(t, p, "two").Process; after == before {
			t.Error("it lived on")
		}
	})
	t.Run("a child that was used since is not", func(t *testing.T) {
		p, c := testPool(t, "", 1)
		before := mustRead(t, p, "one").Process
		c.mu.Lock()
		idle := c.alarms[len(c.alarms)-1]
		c.mu.Unlock()
		mustRead(t, p, "two")
		idle.ring()
		if after := mustRead(t, p, "three").Process; after != before {
			t.Error("it was ended")
		}
	})
	t.Run("a child is replaced after its share of photographs", func(t *testing.T) {
		p, _ := testPool(t, "", 1)
		first := mustRead(t, p, "1").Process
		for range Recycle - 1 {
			if mustRead(t, p, "again").Process != first {
				t.Fatal("replaced too early")
			}
		}
		if mustRead(t, p, "last").Process == first {
			t.Error("not replaced")
		}
	})
	t.Run("warm starts the child that then serves", func(t *testing.T) {
		p, c := testPool(t, "", 1)
		noError(t, p.Warm(t.Context()))
		s := <-p.slots
		warmed := s.child.process.PID()
		p.slots <- s
		if mustRead(t, p, "hello").Process != warmed {
			t.Error("another one serves")
		}
		c.ring(Idle)
	})
}

// Whatever happens to a child, the photograph gets an error that says what but
// nothing of what was read, and the next photograph is read.
func TestChildFails(t *testing.T) {
	for _, c := range []struct {
		order string
		want  error
		rings []time.Duration // of the alarms until it ends
		works bool            // all the time
		lives bool
	}{
		{order: "hang", want: ErrStarved, rings: slices.Repeat([]time.Duration{Budget}, Patience)},
		{order: "spin", want: ErrTimeout, rings: []time.Duration{Budget, Budget / 16}, works: true},
		{order: "say half", want: ErrStarved, rings: slices.Repeat([]time.Duration{Budget}, Patience)},
		{order: "panic", want: ErrCrashed},
		{order: "exit", want: ErrCrashed},
		{order: "die", want: ErrCrashed},
		{order: "say garbage", want: ErrCrashed},
		{order: "say no JSON", want: ErrCrashed},
		{order: "say too much", want: ErrCrashed},
		{order: "answer too much", want: ErrFailed, lives: true},
		{order: "fail", want: ErrFailed, lives: true},
	} {
		t.Run(c.order, func(t *testing.T) {
			p, clock := testPool(t, "", 1)
			before := mustRead(t, p, "before").Process
			clock.works = c.works
			go func() {
				for _, d := range c.rings {
					clock.ring(d)
				}
			}()
			_, err := p.Read(t.Context(), photograph(c.order))
			if !errors.Is(err, c.want) {
				t.Fatalf("error is %v, want %v", err, c.want)
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error tells what was read: %v", err)
			}
			if after := mustRead(t, p, "after").Process; (after == before) != c.lives {
				t.Errorf("the next photograph went to process %d, this one to %d", after, before)
			}
		})
	}
}

func TestChildDoesNotStart(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		rings      time.Duration
	}{
		{"it ends at once", "dead", 0},
		{"it speaks another protocol", "rude", 0},
		{"it never gets ready", "mute", StartBudget},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, clock := testPool(t, c.kind, 1)
			for range 2 { // the second time as the first
				if c.rings > 0 {
					go clock.ring(c.rings)
				}
				if _, err := p.Read(t.Context(), photograph("hello")); !errors.Is(err, ErrStart) {
					t.Errorf("error is %v", err)
				}
			}
		})
	}
	t.Run("there is no such program", func(t *testing.T) {
		p := New(Options{Command: []string{t.TempDir() + "/none"}})
		defer p.Close()
		if err := p.Warm(t.Context()); !errors.Is(err, ErrStart) {
			t.Errorf("error is %v", err)
		}
	})
}

// A child that died between two photographs costs nobody an error.
func TestChildDiesIdle(t *testing.T) {
	p, _ := testPool(t, "", 1)
	before := mustRead(t, p, "one").Process
	s := <-p.slots
	gone := s.child.process.Gone
	shoot(t, s.child)
	p.slots <- s
	<-gone
	if after := mustRead(t, p, "two").Process; after == before {
		t.Errorf("process %d was killed and answers", after)
	}
}

// What the header gives away takes no child.
func TestHeaderIsCheckedFirst(t *testing.T) {
	p := New(Options{Command: []string{t.TempDir() + "/none"}})
	defer p.Close()
	for want, data := range map[error][]byte{
		raster.ErrEmpty:       {},
		raster.ErrUnsupported: []byte("GIF89a"),
		raster.ErrTooLarge:    append([]byte("\xff\xd8\xff"), make([]byte, raster.MaxBytes)...),
		raster.ErrDamaged:     photograph("")[:20],
	} {
		if _, err := p.Read(t.Context(), data); !errors.Is(err, want) {
			t.Errorf("error is %v, want %v", err, want)
		}
	}
}

// Of 200 photographs at once as many are read as the queue is long; the others
// are refused before anything is done for them.
func TestManyAtOnce(t *testing.T) {
	const many = 200
	p, clock := testPool(t, "", 1)
	clock.works = true
	first := make(chan error)
	go func() {
		_, err := p.Read(t.Context(), photograph("hang"))
		first <- err
	}()
	for len(p.places) == 0 {
		runtime.Gosched()
	}
	answers := make(chan error)
	for range many {
		go func() {
			_, err := p.Read(t.Context(), photograph("hello"))
			answers <- err
		}()
	}
	for range many - QueueLength {
		if err := <-answers; !errors.Is(err, ErrBusy) {
			t.Fatalf("error is %v, want %v", err, ErrBusy)
		}
	}
	clock.ring(Budget)
	clock.ring(Budget / 16)
	if err := <-first; !errors.Is(err, ErrTimeout) {
		t.Errorf("error is %v, want %v", err, ErrTimeout)
	}
	for range QueueLength {
		if err := <-answers; err != nil {
			t.Errorf("one that waited: %v", err)
		}
	}
	if len(p.places) != 0 {
		t.Errorf("%d places are still taken", len(p.places))
	}
}

func TestCancel(t *testing.T) {
	p, _ := testPool(t, "", 1)
	before := mustRead(t, p, "before").Process
	reading, cancelReading := context.WithCancel(t.Context())
	waiting, cancelWaiting := context.WithCancel(t.Context())
	errs := make(chan error)
	read := func(ctx context.Context) {
		_, err := p.Read(ctx, photograph("hang"))
		errs <- err
	}
	go read(reading)
	for len(p.slots) > 0 {
		runtime.Gosched()
	}
	go read(waiting)
	cancelWaiting()
	if err := <-errs; !errors.Is(err, context.Canceled) {
		t.Errorf("one that waits: %v", err)
	}
	cancelReading()
	if err := <-errs; !errors.Is(err, context.Canceled) {
		t.Errorf("one that is being read: %v", err)
	}
	if mustRead(t, p, "after").Process == before {
		t.Error("the child goes on with a photograph that nobody waits for")
	}
}

func TestClose(t *testing.T) {
	p, _ := testPool(t, "", 2)
	var children []*Child
	for range 2 { // slots come and go in turn
		s := <-p.slots
		noError(t, s.ready(t.Context(), nil))
		children = append(children, s.child)
		p.slots <- s
	}
	errs := make(chan error)
	for range 5 {
		go func() {
			_, err := p.Read(t.Context(), photograph("hang"))
			errs <- err
		}()
	}
	for len(p.places) < 5 {
		runtime.Gosched()
	}
	noError(t, p.Close())
	for range 5 {
		if err := <-errs; !errors.Is(err, ErrClosed) {
			t.Errorf("error is %v, want %v", err, ErrClosed)
		}
	}
	for _, c := range children {
		if c.alive() {
			t.Error("a child outlives its pool")
		}
	}
	if _, err := p.Read(t.Context(), photograph("hello")); !errors.Is(err, ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("a second time: %v", err)
	}
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
