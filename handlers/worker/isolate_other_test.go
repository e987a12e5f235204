//go:build !linux

package worker

import (
	"testing"
	"time"
)

func obeyHere(string) (any, bool, error) { return nil, false, nil }

// A child that waits spends its budget, since the server's clock goes on.
func TestSpentWhileWaiting(t *testing.T) {
	before := Spent()
	time.Sleep(100 * time.Millisecond)
	if passed := Spent() - before; passed < 50*time.Millisecond {
		t.Errorf("%v passed", passed)
	}
}
