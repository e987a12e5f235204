package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"

	"golang.org/x/text/unicode/norm"

	"ostrakon/handlers/worker"
)

// Lengths of what Hash makes, in bytes: the recommendation of RFC 9106, section 4.
const (
	saltLen = 16
	tagLen  = 32
)

// Params is the cost of one Argon2id computation (RFC 9106, section 3.1).
type Params struct {
	// MemoryKiB is the memory of one computation in KiB: at least 8 for each lane, at most 1 GiB.
	MemoryKiB uint32
	// Passes is the number of passes over the memory, 1 to 16.
	Passes uint32
	// Lanes is the degree of parallelism, 1 or more. One computation then occupies as many cores.
	Lanes uint8
}

// DefaultParams returns a cost that the OWASP Password Storage Cheat Sheet recommends: 19 MiB, two passes, one lane.
func DefaultParams() Params {
	return Params{MemoryKiB: 19 * 1024, Passes: 2, Lanes: 1}
}

// Hasher makes and verifies stored strings, a limited number at once. It is safe for concurrent use.
type Hasher struct {
	// Aside has children, which call Serve and compute while yield reports true; nil: the Hasher does it. Set it before
	// the first use.
	Aside *worker.Pool

	params Params
	yield  func() bool
	turn   chan struct{} // taken by whoever is next for a slot
	slots  chan struct{}
	absent string // a stored string that no password matches
}

// NewHasher returns a Hasher that makes strings at cost p and runs at most concurrency computations at once, each of
// which holds p.MemoryKiB of memory. While yield reports true, it runs half as many, but at least one; nil means that
// it never does. It panics when p is out of bounds or concurrency is below one.
func NewHasher(p Params, concurrency int, yield func() bool) *Hasher {
	if err := p.check(); err != nil {
		panic("password: " + err.Error())
	}
	if concurrency < 1 {
		panic("password: a hasher without a slot")
	}
	// A random tag: nobody knows a password for it, and finding one is as hard as inverting Argon2id.
	nobody := record{params: p, salt: random(saltLen), tag: random(tagLen)}
	return &Hasher{params: p, yield: yield, turn: make(chan struct{}, 1), slots: make(chan struct{}, concurrency),
		absent: nobody.String()}
}

// Hash returns the string to store for password, with a new salt. It does not check whether the
// password is a good one: see Check. Errors: a refusal.ValidationFailed for a password above 1024
// bytes or not in UTF-8, and that of ctx when it ended before a slot was free.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := admissible("password", password); err != nil {
		return "", err
	}
	r := record{params: h.params, salt: random(saltLen)}
	tag, err := h.derive(ctx, r, password, tagLen)
	if err != nil {
		return "", err
	}
	r.tag = tag
	return r.String(), nil
}

// Verify reports whether encoded was made from password. Stale is true for a right password whose
// string has other parameters or lengths than Hash gives now: the caller stores a new Hash. A
// password that Hash would refuse is wrong, and costs nothing.
//
// Errors: ErrMalformed, and that of ctx when it ended before a slot was free. With an error ok is false.
func (h *Hasher) Verify(ctx context.Context, encoded, password string) (ok, stale bool, err error) {
	r, err := parse(encoded)
	if err != nil {
		return false, false, err
	}
	if admissible("password", password) != nil {
		return false, false, nil
	}
	tag, err := h.derive(ctx, r, password, len(r.tag))
	if err != nil {
		return false, false, err
	}
	ok = subtle.ConstantTimeCompare(tag, r.tag) == 1
	stale = r.params != h.params || len(r.salt) != saltLen || len(r.tag) != tagLen
	return ok, ok && stale, nil
}

// VerifyAbsent does the work of a Verify that fails, for an account that does not exist, so that the time of an answer
// does not reveal which accounts exist. Errors: that of ctx when it ended before a slot was free.
func (h *Hasher) VerifyAbsent(ctx context.Context, password string) error {
	_, _, err := h.Verify(ctx, h.absent, password)
	return err
}

// derive waits for a slot and computes the tag of password under the salt and parameters of r.
func (h *Hasher) derive(ctx context.Context, r record, password string, tagLen int) (tag []byte, err error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return nil, fmt.Errorf("password: waiting for a slot: %w", err)
	}
	defer leave()
	t := &task{norm.NFC.AppendString(nil, password), r.salt, r.params, tagLen}
	if h.Aside != nil && h.yields() {
		// A child whose exchange is broken off is killed, and it costs more to start one than to compute a tag.
		err = h.Aside.Do(context.WithoutCancel(ctx), nil, func(child *worker.Child) (err error) {
			tag, err = t.askFor(child)
			return err
		})
		if err == nil {
			return tag, nil
		}
	}
	return t.compute(), nil
}

func (h *Hasher) yields() bool { return h.yield != nil && h.yield() }

// enter waits for a slot, in the order of coming: a channel serves who waits in that order. The next
// alone takes slots, and as many as it needs at that time.
func (h *Hasher) enter(ctx context.Context) (leave func(), err error) {
	// select takes any ready case: without this, a context that has ended could still get a slot.
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	need, taken := 1, 0
	if h.yields() {
		need = min(2, cap(h.slots))
	}
	leave = func() {
		for range taken {
			<-h.slots
		}
	}
	for taken < need {
		select {
		case h.slots <- struct{}{}:
			taken++
		case <-ctx.Done():
			leave()
			return nil, ctx.Err()
		}
	}
	return leave, nil
}

// random returns n random bytes. It cannot fail: crypto/rand promises that.
func random(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}
