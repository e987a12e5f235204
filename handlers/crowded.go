package handlers

import (
	"sync"
	"time"

	"ostrakon/handlers/listen"
)

// crowdedFor is how long administrators are told that connections had to go.
const crowdedFor = 10 * time.Minute

// crowded notes when the room for connections is short.
type crowded struct {
	mu     sync.Mutex
	closed int       // connections that had gone at the last look
	before int       // the same, when room became short
	since  time.Time // zero while there is room
	last   time.Time // when the last one went
}

// look notes how many connections have gone. It reports whether room is short now and was not before, and how many had
// to go where it was short and is not any more.
func (c *crowded) look(closed int, now time.Time) (begins bool, ended int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case closed > c.closed:
		if begins = c.since.IsZero(); begins {
			c.since, c.before = now, c.closed
		}
		c.closed, c.last = closed, now
	case !c.since.IsZero() && now.Sub(c.last) >= crowdedFor:
		c.since = time.Time{}
		return false, closed - c.before
	}
	return begins, 0
}

// began returns when room became short, zero while it is not.
func (c *crowded) began() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.since
}

// watchCrowd says in the log when room for connections becomes short, what the server does then, and when that is over.
func (s *Server) watchCrowd(crowd *listen.Crowd) {
	begins, ended := s.crowded.look(crowd.Closed(), s.now())
	switch {
	case begins:
		is := crowd.Shortage()
		s.log.Warn("clients hold all the room for connections: those that wait and hold most are closed, and votes have "+
			"room of their own", "connections", is.Connections, "requests", is.Requests, "bytes", is.Bytes,
			"most_from", is.Address, "most_bytes", is.Most)
	case ended > 0:
		s.log.Info("there is room for connections again", "closed", ended)
	}
}
