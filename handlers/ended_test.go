package handlers

import (
	"strconv"
	"testing"
	"time"
)

// Whoever signs out very often makes the server forget old endings, not run out of memory.
func TestEndedSessionsAreBounded(t *testing.T) {
	now := time.Now()
	e := endedSessions{expires: make(map[string]time.Time)}
	for n := range maxEnded {
		e.end(session{id: strconv.Itoa(n), expires: now.Add(time.Duration(n) * time.Second)}, now)
	}
	late := now.Add(1000 * time.Second)
	for n := range 2000 {
		e.end(session{id: "late " + strconv.Itoa(n), expires: late.Add(tokenLife)}, late)
	}
	if len(e.expires) != maxEnded {
		t.Errorf("%d are remembered", len(e.expires))
	}
	if e.has(session{id: "500"}) || !e.has(session{id: "late 1999"}) {
		t.Error("forgot another than those that have expired")
	}
}
