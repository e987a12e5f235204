package handlers

import (
	"sync"
	"time"
)

// maxEnded bounds how many sessions that were signed out of are remembered.
const maxEnded = 100_000

// endedSessions are those that somebody signed out of before they expired. They are in memory alone:
// in the database, a record would tell when a voter left. After a restart of the server, a token that
// was kept in spite of signing out works again until it expires.
type endedSessions struct {
	mu      sync.Mutex
	expires map[string]time.Time // by the id of the token
}

// end ends a session. When there are too many, it forgets those that have expired, and any other if
// there is none.
func (e *endedSessions) end(ended session, now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.expires) >= maxEnded {
		for id, expires := range e.expires {
			if !expires.After(now) {
				delete(e.expires, id)
			}
		}
	}
	for id := range e.expires {
		if len(e.expires) < maxEnded {
			break
		}
		delete(e.expires, id)
	}
	e.expires[ended.id] = ended.expires
}

// has reports whether a session has ended.
func (e *endedSessions) has(s session) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, ended := e.expires[s.id]
	return ended
}
