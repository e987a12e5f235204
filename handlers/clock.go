package handlers

import (
	"net/http"
	"sync"
	"time"
)

// How far the clock may move without the time that passes. A correction from the network needs little.
// A computer that slept goes ahead for longer, which does no harm while nothing is due then.
const (
	mayCorrect = time.Minute
	maySleep   = 24 * time.Hour
)

// clockWatch finds a clock that cannot be right, as on a small computer without a battery. While it is
// in doubt, nothing opens or closes by itself: what closed too early does not open again.
type clockWatch struct {
	began time.Time // also tells the time that has passed, if it is of the real clock

	mu      sync.Mutex
	wall    time.Time     // at the last look, the time of day
	elapsed time.Duration // and the time since began
	doubt   clockDoubt
	right   time.Time // what the time of day was at began by the clock before a jump ahead
}

// clockDoubt describes a jump of the clock. The zero value means no jump.
type clockDoubt struct {
	before time.Time // what the clock, or the newest record, said
	after  time.Time // what the clock said then
}

// start compares the clock with the newest time on disk. due reports whether an election would open or
// close by itself now.
func (w *clockWatch) start(newest, now time.Time, due func() bool) {
	w.began, w.wall = now, now.Round(0)
	if newest.Sub(now) > mayCorrect || !newest.IsZero() && now.Sub(newest) > maySleep && due() {
		w.doubt = clockDoubt{newest, w.wall}
	}
}

// look reports whether the clock is in doubt.
func (w *clockWatch) look(now time.Time, due func() bool) bool {
	return w.see(now.Round(0), now.Sub(w.began), due)
}

// see compares how far the time of day has moved since the last look with the time that has passed. A clock that went
// back is in order again when it reaches the time before, and one that went ahead when it is where it would be without.
func (w *clockWatch) see(wall time.Time, elapsed time.Duration, due func() bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	before, jump := w.wall, wall.Sub(w.wall)-(elapsed-w.elapsed)
	switch d := w.doubt; {
	case d == clockDoubt{} && (jump < -mayCorrect || jump > maySleep || jump > mayCorrect && due()):
		w.doubt, w.right = clockDoubt{before, wall}, before.Add(-w.elapsed)
	case d.before.After(d.after) && !wall.Before(d.before),
		d.after.After(d.before) && wall.Sub(w.right.Add(elapsed)).Abs() <= mayCorrect:
		w.doubt = clockDoubt{}
	}
	w.wall, w.elapsed = wall, elapsed
	return w.doubt != clockDoubt{}
}

func (w *clockWatch) doubted() clockDoubt {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.doubt
}

// confirm accepts the present time of the clock.
func (w *clockWatch) confirm() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.doubt = clockDoubt{}
}

// confirmClock lets elections open and close by themselves again, by the clock as it is.
func (s *Server) confirmClock(w http.ResponseWriter, r *request) error {
	if err := s.store.NoteClock(r.Context(), r.by()); err != nil {
		return err
	}
	s.clock.confirm()
	return s.status(w, r)
}
