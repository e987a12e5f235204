package storetest

import (
	"sync"
	"time"
)

// Clock is a clock that a test sets. It advances a millisecond per reading, so that records sort by age.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock makes a clock that shows noon of 1 May 2031, UTC.
func NewClock() *Clock { return &Clock{now: time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)} }

// Now reads the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Millisecond)
	return c.now
}

// Set sets the next reading to at.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = at.Add(-time.Millisecond)
}
