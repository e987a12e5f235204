package cores_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"ostrakon/convert/cores"
)

func TestWaitWaitsForAll(t *testing.T) {
	var g cores.Group
	var done atomic.Int64
	for range 100 {
		g.Go(func() { done.Add(1) })
	}
	g.Wait()
	if n := done.Load(); n != 100 {
		t.Errorf("%d of 100 functions have run", n)
	}
}

func faulty(values []int) int { return values[3] }

// The others go on to their end, and Wait says what went wrong and where.
func TestAPanicReachesWhoeverWaits(t *testing.T) {
	var g cores.Group
	var done atomic.Int64
	defer func() {
		said, _ := recover().(string)
		if !strings.Contains(said, "out of range") || !strings.Contains(said, "cores_test.faulty") {
			t.Errorf("the panic says %q", said)
		}
		if done.Load() != 10 {
			t.Errorf("%d of 10 functions have run", done.Load())
		}
	}()
	for range 10 {
		g.Go(func() {
			defer done.Add(1)
			faulty(nil)
		})
	}
	g.Wait()
	t.Error("Wait has returned")
}
