package limit

import (
	"container/list"
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limiter holds the buckets of one limit. It is safe for concurrent use.
type Limiter struct {
	every   time.Duration
	burst   int
	maxKeys int
	now     func() time.Time

	mu          sync.Mutex
	keys        map[digest]*list.Element // in open or spent
	open, spent *list.List               // of *entry, the most recently used first
}

// digest is what is kept of a key. Its size is fixed, whatever a client sends.
type digest [sha256.Size]byte

type entry struct {
	key    digest
	bucket *rate.Limiter
	home   *list.List
}

// New returns a Limiter whose buckets hold burst tokens and gain one in every interval, for maxKeys
// keys. Now is the clock. New panics unless every, burst and maxKeys are positive.
func New(every time.Duration, burst, maxKeys int, now func() time.Time) *Limiter {
	if every <= 0 || burst < 1 || maxKeys < 1 {
		panic("limit: interval, burst and number of keys must be positive")
	}
	return &Limiter{
		every: every, burst: burst, maxKeys: maxKeys, now: now,
		keys: make(map[digest]*list.Element), open: list.New(), spent: list.New(),
	}
}

// Allow takes a token of key. When there is none it takes nothing, ok is false, and retryAfter says
// when there will be one: above zero, rounded up to a millisecond.
func (l *Limiter) Allow(key string) (retryAfter time.Duration, ok bool) {
	id := digest(sha256.Sum256([]byte(key)))
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	place, known := l.keys[id]
	if !known {
		if len(l.keys) >= l.maxKeys {
			l.forget(now)
		}
		place = l.open.PushFront(&entry{id, rate.NewLimiter(rate.Every(l.every), l.burst), l.open})
		l.keys[id] = place
	}
	ok = place.Value.(*entry).bucket.AllowN(now, 1)
	retryAfter = l.use(place, now)
	if ok {
		return 0, true
	}
	return retryAfter, false
}

// GiveBack returns a token that Allow took. A full bucket stays as it is.
func (l *Limiter) GiveBack(key string) {
	id := digest(sha256.Sum256([]byte(key)))
	l.mu.Lock()
	defer l.mu.Unlock()
	place, known := l.keys[id]
	if !known {
		return
	}
	now := l.now()
	// To take minus one adds one. The bucket may then hold one too many, until it is next used.
	place.Value.(*entry).bucket.AllowN(now, -1)
	l.use(place, now)
}

// Exhausted reports whether key has no token left and, if so, when it will have one. It takes none.
func (l *Limiter) Exhausted(key string) (retryAfter time.Duration, yes bool) {
	id := digest(sha256.Sum256([]byte(key)))
	l.mu.Lock()
	defer l.mu.Unlock()
	place, known := l.keys[id]
	if !known {
		return 0, false
	}
	retryAfter = l.use(place, l.now())
	return retryAfter, retryAfter > 0
}

// use puts the entry at place first in the list where it belongs now, and returns how long it will
// be without a token: zero if it has one.
func (l *Limiter) use(place *list.Element, now time.Time) time.Duration {
	e := place.Value.(*entry)
	// Cut to nanoseconds, as rate does, so that both agree on a token that only a rounding error keeps from being there.
	wait := time.Duration((1 - e.bucket.TokensAt(now)) * float64(l.every))
	home := l.open
	if wait > 0 {
		home = l.spent
		wait = wait.Truncate(time.Millisecond) + time.Millisecond
	}
	if home == e.home {
		home.MoveToFront(place)
	} else {
		e.home.Remove(place)
		e.home = home
		l.keys[e.key] = home.PushFront(e)
	}
	return max(wait, 0)
}

// forget drops one key, by the rule in the package's documentation.
func (l *Limiter) forget(now time.Time) {
	open, spent := l.open.Back(), l.spent.Back()
	victim := open
	switch {
	case open == nil:
		victim = spent
	case spent == nil || tokens(open, now) >= float64(l.burst):
	case l.spent.Len() > l.maxKeys/2 || tokens(spent, now) >= tokens(open, now):
		victim = spent
	}
	e := victim.Value.(*entry)
	e.home.Remove(victim)
	delete(l.keys, e.key)
}

func tokens(place *list.Element, now time.Time) float64 {
	return place.Value.(*entry).bucket.TokensAt(now)
}

// AddressKey returns the key of a client's address. It is an IPv4 address itself, even if written as IPv6
// (::ffff:192.0.2.1). Of an IPv6 address it is the /64, the least that a subscriber gets (RFC 6177), so that a
// household or a server is one client. Zones are ignored. All invalid addresses share one key.
func AddressKey(address netip.Addr) string {
	address = address.Unmap()
	if !address.Is6() {
		return address.String()
	}
	// Prefix fails only for lengths beyond the address's own.
	subnet, _ := address.Prefix(64)
	return subnet.String()
}
