package worker

import (
	"sync"
	"time"
)

// However many votes come, children are stopped for at most mostTurns turns, at once or bit by bit, and run for a turn
// then: for a fifth of the time.
const (
	turn      = 50 * time.Millisecond
	mostTurns = 4
)

// Turns stops the children of pools while a vote is saved, within bounds. A nil Turns stops nothing. It is safe
// for concurrent use.
type Turns struct {
	mu      sync.Mutex
	votes   int // that are being saved
	working map[*stoppable]struct{}
	stopped bool          // all that work are
	paying  bool          // they run until nothing is owed, whatever comes
	owed    time.Duration // for which they run once it is a turn
	lost    time.Duration // for which they were stopped so far
	since   time.Time     // until then, owed and lost are counted
	alarm   *time.Timer   // for the end of a long stop, or of a turn
}

// stoppable is a child at work.
type stoppable struct{ stop, resume func() }

// NewTurns returns Turns without children.
func NewTurns() *Turns {
	return &Turns{working: make(map[*stoppable]struct{}), since: time.Now()}
}

// Vote notes that a vote is being saved. Call done when it is saved or refused.
func (t *Turns) Vote() (done func()) {
	if t == nil {
		return func() {}
	}
	t.change(func() { t.votes++ })
	return func() { t.change(func() { t.votes-- }) }
}

// enter has a child take part, which stop and resume act on, until it leaves. It leaves running.
func (t *Turns) enter(stop, resume func()) (leave func()) {
	if t == nil {
		return func() {}
	}
	child := &stoppable{stop, resume}
	t.change(func() {
		t.working[child] = struct{}{}
		if t.stopped {
			stop()
		}
	})
	return func() {
		t.change(func() {
			delete(t.working, child)
			if t.stopped {
				resume()
			}
		})
	}
}

// stops returns for how long children were stopped so far.
func (t *Turns) stops() (lost time.Duration) {
	if t != nil {
		t.change(func() { lost = t.lost })
	}
	return lost
}

// change makes a change, and stops the children or resumes them as it demands.
func (t *Turns) change(make func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count()
	make()
	if stop := t.votes > 0 && len(t.working) > 0 && !t.paying; stop != t.stopped {
		t.stopped = stop
		for child := range t.working {
			if stop {
				child.stop()
			} else {
				child.resume()
			}
		}
	}
	if t.alarm != nil {
		t.alarm.Stop()
	}
	switch {
	case t.stopped:
		t.alarm = time.AfterFunc(mostTurns*(turn-t.owed), t.ring)
	case t.paying:
		t.alarm = time.AfterFunc(t.owed, t.ring)
	}
}

// ring ends a stop or a turn.
func (t *Turns) ring() { t.change(func() {}) }

// count counts the time that has passed.
func (t *Turns) count() {
	now := time.Now()
	passed := now.Sub(t.since)
	t.since = now
	if t.stopped {
		t.lost += passed
		t.owed += passed / mostTurns
	} else {
		t.owed = max(0, t.owed-passed)
	}
	t.paying = t.owed >= turn || t.paying && t.owed > 0
}
