package limit

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// clock is a time that the test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time          { return c.t }
func (c *clock) advance(d time.Duration) { c.t = c.t.Add(d) }

func newClock() *clock { return &clock{time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)} }

func mustAllow(t *testing.T, l *Limiter, key string, times int) {
	t.Helper()
	for i := range times {
		if wait, ok := l.Allow(key); !ok || wait != 0 {
			t.Fatalf("attempt %d of %s: Allow = %v, %v; want 0, true", i+1, key, wait, ok)
		}
	}
}

func mustRefuse(t *testing.T, l *Limiter, key string, after time.Duration) {
	t.Helper()
	wait, ok := l.Allow(key)
	if ok {
		t.Fatalf("%s is allowed, want it refused for %v", key, after)
	}
	// Within the millisecond that it is rounded up to.
	if wait < after || wait > after+2*time.Millisecond {
		t.Fatalf("%s is to wait %v, want %v", key, wait, after)
	}
	if again, yes := l.Exhausted(key); !yes || again != wait {
		t.Fatalf("Exhausted(%s) = %v, %v; want %v, true", key, again, yes, wait)
	}
}

func TestAllow(t *testing.T) {
	c := newClock()
	l := New(time.Minute, 3, 10, c.now)
	mustAllow(t, l, "ana", 3)
	mustRefuse(t, l, "ana", time.Minute)
	mustAllow(t, l, "bo", 1) // another key, another bucket
	c.advance(40 * time.Second)
	mustRefuse(t, l, "ana", 20*time.Second) // a refusal took nothing
	c.advance(20 * time.Second)
	mustAllow(t, l, "ana", 1)
	mustRefuse(t, l, "ana", time.Minute)
	c.advance(24 * time.Hour)
	mustAllow(t, l, "ana", 3) // no more than the burst, however long the rest
	mustRefuse(t, l, "ana", time.Minute)
}

func TestFailedAttemptsOnly(t *testing.T) {
	c := newClock()
	l := New(time.Minute, 2, 10, c.now)
	for range 100 {
		if wait, yes := l.Exhausted("ana"); yes || wait != 0 {
			t.Fatalf("looking exhausts: %v, %v", wait, yes)
		}
	}
	if len(l.keys) != 0 {
		t.Errorf("looking made %d keys", len(l.keys))
	}
	l.Allow("ana")
	if _, yes := l.Exhausted("ana"); yes {
		t.Error("one failure of two exhausts")
	}
	for range 50 {
		l.Allow("ana")
	}
	mustRefuse(t, l, "ana", time.Minute) // no debts
	c.advance(time.Minute)
	if wait, yes := l.Exhausted("ana"); yes || wait != 0 {
		t.Errorf("Exhausted after the wait = %v, %v", wait, yes)
	}
}

// Who waits as long as told is let in, at any interval and moment.
func TestRetryAfterIsEnough(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := newClock()
		l := New(1+time.Duration(random.Int64N(int64(time.Hour))), 1+random.IntN(4), 1, c.now)
		for range 20 {
			c.advance(time.Duration(random.Int64N(int64(l.every))))
			wait, ok := l.Allow("ana")
			if ok {
				continue
			}
			if wait <= 0 || wait > l.every+time.Millisecond {
				t.Fatalf("every %v: told to wait %v", l.every, wait)
			}
			c.advance(wait)
			if wait, yes := l.Exhausted("ana"); yes {
				t.Fatalf("every %v: still exhausted after the wait, for %v more", l.every, wait)
			}
			mustAllow(t, l, "ana", 1)
		}
	}
}

// At most maxKeys keys are kept, in exactly one list each, whatever comes.
func TestMemoryIsBounded(t *testing.T) {
	for _, maxKeys := range []int{1, 2, 3, 50} {
		for _, burst := range []int{1, 2, 5} {
			t.Run(fmt.Sprintf("%d_keys_burst_%d", maxKeys, burst), func(t *testing.T) {
				random := rand.New(rand.NewPCG(uint64(maxKeys), uint64(burst)))
				c := newClock()
				l := New(time.Minute, burst, maxKeys, c.now)
				for range 5000 {
					key := strings.Repeat("k", random.IntN(4*maxKeys))
					if random.IntN(3) == 0 {
						l.Exhausted(key)
					} else if _, ok := l.Allow(key); ok {
						c.advance(time.Duration(random.Int64N(int64(time.Minute))))
					}
					if n := len(l.keys); n > maxKeys || n != l.open.Len()+l.spent.Len() {
						t.Fatalf("%d keys in the map, %d and %d in the lists, at most %d", n, l.open.Len(), l.spent.Len(), maxKeys)
					}
				}
			})
		}
	}
}

func TestForgetting(t *testing.T) {
	flood := func(l *Limiter, name string, keys, times int) {
		for i := range keys {
			for range times {
				l.Allow(fmt.Sprint(name, i))
			}
		}
	}
	t.Run("the least recently used goes first", func(t *testing.T) {
		l := New(time.Hour, 3, 3, newClock().now)
		mustAllow(t, l, "ana", 2)
		mustAllow(t, l, "bo", 2)
		mustAllow(t, l, "cy", 2)
		l.Exhausted("ana") // a look is a use
		mustAllow(t, l, "di", 1)
		mustAllow(t, l, "ana", 1)
		mustRefuse(t, l, "ana", time.Hour)
		mustAllow(t, l, "bo", 3) // forgotten, hence full
	})
	t.Run("new keys do not displace exhausted ones", func(t *testing.T) {
		l := New(time.Hour, 3, 100, newClock().now)
		flood(l, "spent", 50, 3)
		flood(l, "new", 10_000, 1)
		flood(l, "twice", 10_000, 2)
		for i := range 50 {
			mustRefuse(t, l, fmt.Sprint("spent", i), time.Hour)
		}
	})
	t.Run("an exhausted key is forgotten once it is as full as the new ones", func(t *testing.T) {
		c := newClock()
		l := New(time.Hour, 3, 100, c.now)
		mustAllow(t, l, "ana", 3)
		c.advance(110 * time.Minute)
		flood(l, "new", 1000, 1)
		mustAllow(t, l, "ana", 1) // 1.8 tokens: remembered
		if _, ok := l.Allow("ana"); ok {
			t.Error("forgotten with less than the new keys have")
		}
		c.advance(2 * time.Hour)
		flood(l, "newer", 1000, 1)
		mustAllow(t, l, "ana", 3)
	})
	t.Run("exhausted keys do not crowd out new ones", func(t *testing.T) {
		l := New(time.Hour, 3, 100, newClock().now)
		flood(l, "spent", 100, 3)
		flood(l, "new", 50, 2)
		flood(l, "new", 50, 1)
		for i := range 50 {
			mustRefuse(t, l, fmt.Sprint("new", i), time.Hour) // counted from the first attempt on
		}
	})
	t.Run("a full bucket goes before any exhausted key", func(t *testing.T) {
		c := newClock()
		l := New(time.Hour, 3, 100, c.now)
		flood(l, "old", 10, 1)
		c.advance(time.Hour)
		flood(l, "spent", 90, 3)
		flood(l, "new", 10, 1)
		for i := range 90 {
			mustRefuse(t, l, fmt.Sprint("spent", i), time.Hour)
		}
	})
	t.Run("a burst of one is plain order of use", func(t *testing.T) {
		l := New(time.Hour, 1, 2, newClock().now)
		mustAllow(t, l, "ana", 1)
		mustAllow(t, l, "bo", 1)
		mustRefuse(t, l, "ana", time.Hour)
		mustAllow(t, l, "cy", 1)
		mustRefuse(t, l, "ana", time.Hour)
		mustAllow(t, l, "bo", 1)
	})
}

// However many ask at once, a bucket gives out its burst.
func TestConcurrentUse(t *testing.T) {
	const keys, burst = 8, 5
	l := New(time.Hour, burst, keys, newClock().now)
	var allowed [keys]atomic.Int64
	var group sync.WaitGroup
	for range 32 {
		group.Go(func() {
			for i := range 100 {
				key := fmt.Sprint(i % keys)
				l.Exhausted(key)
				if _, ok := l.Allow(key); ok {
					allowed[i%keys].Add(1)
				}
			}
		})
	}
	group.Wait()
	for i := range allowed {
		if n := allowed[i].Load(); n != burst {
			t.Errorf("key %d was allowed %d times, want %d", i, n, burst)
		}
	}
}

func TestNewPanicsOnImpossibleLimits(t *testing.T) {
	for name, make := range map[string]func(){
		"no interval": func() { New(0, 1, 1, time.Now) },
		"no burst":    func() { New(time.Second, 0, 1, time.Now) },
		"no keys":     func() { New(time.Second, 1, 0, time.Now) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			make()
		})
	}
}

// A flood of new keys on a full table: the dearest way through.
func BenchmarkAllowNewKey(b *testing.B) {
	l := New(time.Minute, 5, 10_000, time.Now)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Allow(fmt.Sprint(i))
	}
}

func TestAddressKey(t *testing.T) {
	for _, c := range []struct{ name, address, want string }{
		{"IPv4", "192.0.2.7", "192.0.2.7"},
		{"IPv4 written as IPv6", "::ffff:192.0.2.7", "192.0.2.7"},
		{"IPv4 written as IPv6, with a zone", "::ffff:192.0.2.7%eth0", "192.0.2.7"},
		{"IPv6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"IPv6, another host of the subnet", "2001:db8:1:2::", "2001:db8:1:2::/64"},
		{"IPv6, the next subnet", "2001:db8:1:3:3:4:5:6", "2001:db8:1:3::/64"},
		{"IPv6 with a zone", "fe80::1%eth0", "fe80::/64"},
		{"IPv6 loopback", "::1", "::/64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := AddressKey(netip.MustParseAddr(c.address)); got != c.want {
				t.Errorf("AddressKey(%s) = %s, want %s", c.address, got, c.want)
			}
		})
	}
	if got, want := AddressKey(netip.Addr{}), "invalid IP"; got != want {
		t.Errorf("AddressKey of no address = %s, want %s", got, want)
	}
}
