package handlers

import (
	"net/http"
	"sync"
	"time"
)

// How far the clock may move without the time that passes: back, as little as a correction from the
// network needs, and ahead, as a computer that slept does.
const (
	mayGoBack = time.Minute
	mayGoOn   = 24 * time.Hour
)

// clockWatch finds a clock that cannot be right, as on a small computer without a battery. While it is
// in doubt, nothing opens or closes by itself: what closed too early does not open again.
type clockWatch struct {
	began time.Time // also tells the time that has passed, if it is of the real clock

	mu      sync.Mutex
	wall    time.Time     // at the last look, the time of day
	elapsed time.Duration // and the time since began
	doubt   clockDoubt
}

// clockDoubt is what is wrong with the clock. The zero value is nothing.
type clockDoubt struct {
	before time.Time // what the clock, or the newest record, said
	after  time.Time // what the clock said then
}

// start compares the clock with the newest time on disk.
func (w *clockWatch) start(newest, now time.Time) {
	w.began, w.wall = now, now.Round(0)
	if newest.Sub(now) > mayGoBack {
		w.doubt = clockDoubt{newest, w.wall}
	}
}

// look reports whether the clock is in doubt.
func (w *clockWatch) look(now time.Time) bool { return w.see(now.Round(0), now.Sub(w.began)) }

// see compares how far the time of day has moved since the last look with the time that has passed. A
// clock that went back is in order again when it reaches the time before.
func (w *clockWatch) see(wall time.Time, elapsed time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	before, jump := w.wall, wall.Sub(w.wall)-(elapsed-w.elapsed)
	w.wall, w.elapsed = wall, elapsed
	switch d := w.doubt; {
	case d == clockDoubt{} && (jump < -mayGoBack || jump > mayGoOn):
		w.doubt = clockDoubt{before, wall}
	case d.before.After(d.after) && !wall.Before(d.before):
		w.doubt = clockDoubt{}
	}
	return w.doubt != clockDoubt{}
}

func (w *clockWatch) doubted() clockDoubt {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.doubt
}

// confirm takes the clock as it is.
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
