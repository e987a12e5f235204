package handlers

import (
	"sync"
	"time"
)

// maxEnded bounds how many sessions that were signed out of are remembered.
const maxEnded = 100_000

// endedSessions are those that somebody signed out of before they expired, by the id of the token. They
// are in memory alone: in the database, a record would tell when a voter left. After a restart of the
// server, a token that was kept in spite of signing out works again until it expires.
type endedSessions struct {
	mu            sync.Mutex
	began         time.Time // of recent
	recent, older map[string]struct{}
}

// end ends a session. What it forgets for that has expired, unless more than half of maxEnded people
// sign out within the life of a token.
func (e *endedSessions) end(id string, now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.recent == nil || len(e.recent) >= maxEnded/2 || now.Sub(e.began) >= tokenLife {
		e.older, e.recent, e.began = e.recent, make(map[string]struct{}), now
	}
	e.recent[id] = struct{}{}
}

// has reports whether a session has ended.
func (e *endedSessions) has(id string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, recent := e.recent[id]
	_, older := e.older[id]
	return recent || older
}
