package worker

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// member is a child that takes part, without a process.
type member struct {
	stopped bool
	since   time.Time
	ran     time.Duration
	longest time.Duration // for which it was stopped at a time
}

func (m *member) stop() {
	m.ran += time.Since(m.since)
	m.stopped, m.since = true, time.Now()
}

func (m *member) resume() {
	m.longest = max(m.longest, time.Since(m.since))
	m.stopped, m.since = false, time.Now()
}

// joined has a child take part.
func joined(turns *Turns) (m *member, leave func()) {
	m = &member{since: time.Now()}
	return m, turns.enter(m.stop, m.resume)
}

func TestChildrenAreStoppedWhileAVoteIsCast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := NewTurns()
		early, leave := joined(turns)
		first, second := turns.Vote(), turns.Vote()
		late, leaveLate := joined(turns)
		if !early.stopped || !late.stopped {
			t.Errorf("stopped: %v and %v", early.stopped, late.stopped)
		}
		first()
		if !early.stopped {
			t.Error("a child runs while another vote is cast")
		}
		leave()
		if early.stopped {
			t.Error("a child leaves, and is stopped")
		}
		second()
		if late.stopped {
			t.Error("a child is stopped when no vote is cast")
		}
		leaveLate()
	})
}

// However votes come, one that takes long or many short ones, children have their share, and nothing stops them for
// long.
func TestChildrenHaveTheirShare(t *testing.T) {
	for name, votes := range map[string]func(*Turns, time.Duration){
		"one vote": func(turns *Turns, d time.Duration) {
			defer turns.Vote()()
			time.Sleep(d)
		},
		"one after the other": func(turns *Turns, d time.Duration) {
			for end := time.Now().Add(d); time.Now().Before(end); {
				done := turns.Vote()
				time.Sleep(7 * time.Millisecond)
				done()
			}
		},
		"almost one after the other": func(turns *Turns, d time.Duration) {
			for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Millisecond) {
				done := turns.Vote()
				time.Sleep(30 * time.Millisecond)
				done()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const long = time.Minute
				turns := NewTurns()
				child, leave := joined(turns)
				votes(turns, long)
				leave()
				child.stop()
				if child.ran < long/5-turn || child.ran > long/4 {
					t.Errorf("in %v the child ran for %v", long, child.ran)
				}
				if child.longest > mostTurns*turn {
					t.Errorf("it was stopped for %v at a time", child.longest)
				}
			})
		})
	}
}

// The time for which a child is stopped is none of its budget.
func TestStopsAreNotCounted(t *testing.T) {
	for name, c := range map[string]struct {
		known error // CPU time
		want  error
		had   time.Duration
	}{
		"a system that tells CPU time": {nil, ErrStarved, Patience * Budget},
		"one that does not":            {errors.ErrUnsupported, ErrTimeout, Budget},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				turns := NewTurns()
				s := &slot{options: Options{Turns: turns}, timing: timing{
					after: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
					spent: func(int) (time.Duration, error) { return 0, c.known },
				}}
				_, leave := joined(turns)
				defer leave()
				defer turns.Vote()()
				began := time.Now()
				if err := s.watch(context.Background(), 0, Budget, Patience); !errors.Is(err, c.want) {
					t.Errorf("error is %v, want %v", err, c.want)
				}
				all := (mostTurns + 1) * c.had
				if passed := time.Since(began); passed < all-2*mostTurns*turn || passed > all+2*mostTurns*turn {
					t.Errorf("it was given up after %v, want %v", passed, all)
				}
			})
		})
	}
}
