package password

import (
	"context"
	"errors"
	"ostrakon/store/refusal"
	"strings"
	"testing"
	"testing/synctest"
)

// cheap is the least that RFC 9106 allows.
var cheap = Params{MemoryKiB: 8, Passes: 1, Lanes: 1}

func mustHash(tb testing.TB, h *Hasher, password string) string {
	tb.Helper()
	encoded, err := h.Hash(tb.Context(), password)
	if err != nil {
		tb.Fatalf("Hash(%q): %v", password, err)
	}
	return encoded
}

func TestHash(t *testing.T) {
	h := NewHasher(DefaultParams(), 1, nil)
	first, second := mustHash(t, h, "ten potsherds"), mustHash(t, h, "ten potsherds")
	if want := "$argon2id$v=19$m=19456,t=2,p=1$"; !strings.HasPrefix(first, want) {
		t.Errorf("stored %q, want a string that begins with %q", first, want)
	}
	if first == second {
		t.Error("two hashes of one password are equal: the salt is not fresh")
	}
	for name, password := range map[string]string{
		"too many bytes": strings.Repeat("x", MaxBytes+1),
		"not UTF-8":      "ten potsherds\xff",
	} {
		if got, err := h.Hash(t.Context(), password); !errors.Is(err, refusal.ValidationFailed) || got != "" {
			t.Errorf("%s: Hash = %q, %v; want the fault of a field", name, got, err)
		}
	}
}

func TestVerify(t *testing.T) {
	h := NewHasher(cheap, 2, nil)
	stored := mustHash(t, h, "caf\u00e9 au lait")
	for _, c := range []struct {
		name, encoded, password string
		ok, stale               bool
	}{
		{"right", stored, "caf\u00e9 au lait", true, false},
		{"right, typed with a combining accent", stored, "cafe\u0301 au lait", true, false},
		{"wrong", stored, "cafe au lait", false, false},
		{"another case", stored, "Caf\u00e9 au lait", false, false},
		{"a space more", stored, "caf\u00e9 au lait ", false, false},
		{"empty", stored, "", false, false},
		{"not UTF-8", stored, "caf\xe9 au lait", false, false},
		{"too many bytes", stored, strings.Repeat("x", MaxBytes+1), false, false},
		{"other parameters", mustHash(t, NewHasher(Params{16, 2, 2}, 1, nil), "ten potsherds"), "ten potsherds", true, true},
		{"other parameters, wrong", mustHash(t, NewHasher(Params{16, 2, 2}, 1, nil), "ten potsherds"), "no", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ok, stale, err := h.Verify(t.Context(), c.encoded, c.password)
			if err != nil || ok != c.ok || stale != c.stale {
				t.Errorf("Verify = %v, %v, %v; want %v, %v, nil", ok, stale, err, c.ok, c.stale)
			}
		})
	}
}

func TestVerifyAbsent(t *testing.T) {
	h := NewHasher(DefaultParams(), 1, nil)
	r, err := parse(h.absent)
	if err != nil {
		t.Fatal(err)
	}
	if r.params != h.params || len(r.salt) != saltLen || len(r.tag) != tagLen {
		t.Errorf("an absent account costs %+v with %d and %d bytes, another one %+v with %d and %d",
			r.params, len(r.salt), len(r.tag), h.params, saltLen, tagLen)
	}
	if err := h.VerifyAbsent(t.Context(), "ten potsherds"); err != nil {
		t.Errorf("VerifyAbsent = %v", err)
	}
}

// Every slot is taken, so whoever comes waits, and leaves when the context ends.
func TestWaitingEndsWithTheContext(t *testing.T) {
	for name, call := range map[string]func(context.Context, *Hasher) error{
		"Hash": func(ctx context.Context, h *Hasher) error {
			_, err := h.Hash(ctx, "ten potsherds")
			return err
		},
		"Verify": func(ctx context.Context, h *Hasher) error {
			_, _, err := h.Verify(ctx, h.absent, "ten potsherds")
			return err
		},
		"VerifyAbsent": func(ctx context.Context, h *Hasher) error { return h.VerifyAbsent(ctx, "ten potsherds") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := NewHasher(cheap, 1, nil)
				h.slots <- struct{}{}
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan error, 1)
				go func() { done <- call(ctx, h) }()
				synctest.Wait()
				select {
				case err := <-done:
					t.Fatalf("returned %v without a slot", err)
				default:
				}
				cancel()
				if err := <-done; !errors.Is(err, context.Canceled) {
					t.Errorf("error %v, want that of the context", err)
				}
				<-h.slots
				if err := call(t.Context(), h); err != nil {
					t.Errorf("with a free slot: %v", err)
				}
				if err := call(ctx, h); !errors.Is(err, context.Canceled) {
					t.Errorf("context over before the call: error %v, want that of the context", err)
				}
				if len(h.slots) != 0 {
					t.Errorf("%d slots were never given back", len(h.slots))
				}
			})
		})
	}
}

// While others need the cores, whoever comes next waits until two slots are free, and nobody overtakes.
func TestHalfTheSlotsAreLeftToWhatIsMoreUrgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		urgent := true
		h := NewHasher(cheap, 2, func() bool { return urgent })
		leave, err := h.enter(t.Context())
		if err != nil || len(h.slots) != 2 {
			t.Fatalf("the first takes %d slots, %v", len(h.slots), err)
		}
		came := make(chan int, 3)
		for i := range 3 {
			go func() {
				if _, err := h.enter(t.Context()); err == nil {
					came <- i
				}
			}()
			synctest.Wait()
		}
		urgent = false
		leave()
		synctest.Wait()
		if first := <-came; first != 0 || len(came) != 0 || len(h.slots) != 2 {
			t.Errorf("%d came first, with %d others; %d slots are taken", first, len(came), len(h.slots))
		}
		<-h.slots
		<-h.slots
		synctest.Wait()
		if second, third := <-came, <-came; second != 1 || third != 2 {
			t.Errorf("then came %d and %d", second, third)
		}
	})
}

func TestNewHasherPanicsOnImpossibleCosts(t *testing.T) {
	for name, make := range map[string]func(){
		"no lanes":        func() { NewHasher(Params{MemoryKiB: 8, Passes: 1}, 1, nil) },
		"no passes":       func() { NewHasher(Params{MemoryKiB: 8, Lanes: 1}, 1, nil) },
		"too little room": func() { NewHasher(Params{MemoryKiB: 8, Passes: 1, Lanes: 2}, 1, nil) },
		"no slots":        func() { NewHasher(cheap, 0, nil) },
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

func BenchmarkHash(b *testing.B) {
	h := NewHasher(DefaultParams(), 1, nil)
	b.ReportAllocs()
	for b.Loop() {
		mustHash(b, h, "ten potsherds")
	}
}

func BenchmarkVerify(b *testing.B) {
	h := NewHasher(DefaultParams(), 1, nil)
	stored := mustHash(b, h, "ten potsherds")
	b.ReportAllocs()
	for b.Loop() {
		if ok, _, err := h.Verify(b.Context(), stored, "ten potsherds"); !ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}
