package handlers

import (
	"strconv"
	"testing"
	"time"
)

func TestEndedSessionsAreBounded(t *testing.T) {
	now := time.Now()
	var e endedSessions
	for n := range 2 * maxEnded {
		e.end(strconv.Itoa(n), now)
	}
	if kept := len(e.recent) + len(e.older); kept > maxEnded {
		t.Errorf("%d are remembered", kept)
	}
	if last := strconv.Itoa(2*maxEnded - maxEnded/2); !e.has(last) || e.has("0") {
		t.Error("forgot another than the oldest")
	}
}

func TestEndedSessionsAreRememberedUntilTheyExpire(t *testing.T) {
	now := time.Now()
	var e endedSessions
	e.end("first", now)
	e.end("second", now.Add(tokenLife-time.Second))
	e.end("third", now.Add(2*tokenLife-2*time.Second))
	if !e.has("second") || !e.has("third") {
		t.Error("forgot a session whose token still works")
	}
	e.end("fourth", now.Add(3*tokenLife))
	if e.has("first") || e.has("second") {
		t.Error("remembers sessions that have expired")
	}
}
