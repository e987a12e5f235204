package password

import (
	"context"
	"errors"
	"strings"
	"testing"
)

const (
	salt16 = "c2FsdHNhbHRzYWx0c2FsdA"
	tag32  = "dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE"
)

// notOurs are stored strings that somebody else wrote, or changed.
var notOurs = map[string]string{
	"empty":                      "",
	"plain text":                 "ten potsherds",
	"bcrypt":                     "$2b$12$GhvMmNVjRW29ulnudl.LbuAnUtN/LRfe1JsBm1Xu6LE3059z5Tr8m",
	"argon2i":                    "$argon2i$v=19$m=8,t=1,p=1$" + salt16 + "$" + tag32,
	"version 16":                 "$argon2id$v=16$m=8,t=1,p=1$" + salt16 + "$" + tag32,
	"no version":                 "$argon2id$m=8,t=1,p=1$" + salt16 + "$" + tag32,
	"no salt":                    "$argon2id$v=19$m=8,t=1,p=1$$" + tag32,
	"short salt":                 "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$" + tag32,
	"long salt":                  "$argon2id$v=19$m=8,t=1,p=1$" + strings.Repeat("AAAA", 22) + "$" + tag32,
	"no tag":                     "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$",
	"short tag":                  "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$dGFn",
	"long tag":                   "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$" + strings.Repeat("AAAA", 22),
	"a part more":                "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$" + tag32 + "$",
	"no memory":                  "$argon2id$v=19$m=0,t=1,p=1$" + salt16 + "$" + tag32,
	"above 1 GiB":                "$argon2id$v=19$m=1048577,t=1,p=1$" + salt16 + "$" + tag32,
	"memory beyond 32 bits":      "$argon2id$v=19$m=4294967304,t=1,p=1$" + salt16 + "$" + tag32,
	"too little memory a lane":   "$argon2id$v=19$m=8,t=1,p=2$" + salt16 + "$" + tag32,
	"no passes":                  "$argon2id$v=19$m=8,t=0,p=1$" + salt16 + "$" + tag32,
	"17 passes":                  "$argon2id$v=19$m=8,t=17,p=1$" + salt16 + "$" + tag32,
	"no lanes":                   "$argon2id$v=19$m=8,t=1,p=0$" + salt16 + "$" + tag32,
	"256 lanes":                  "$argon2id$v=19$m=4096,t=1,p=256$" + salt16 + "$" + tag32,
	"negative memory":            "$argon2id$v=19$m=-8,t=1,p=1$" + salt16 + "$" + tag32,
	"parameters in another row":  "$argon2id$v=19$t=1,m=8,p=1$" + salt16 + "$" + tag32,
	"a parameter more":           "$argon2id$v=19$m=8,t=1,p=1,keyid=AA$" + salt16 + "$" + tag32,
	"a leading zero":             "$argon2id$v=19$m=08,t=1,p=1$" + salt16 + "$" + tag32,
	"a plus sign":                "$argon2id$v=19$m=+8,t=1,p=1$" + salt16 + "$" + tag32,
	"padded base64":              "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "==$" + tag32,
	"URL-safe base64":            "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$-_" + tag32[2:],
	"a line break in the base64": "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$" + tag32 + "\n",
	"stray last bits":            "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$" + tag32[:42] + "F",
	"a megabyte":                 "$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$" + strings.Repeat("A", 1<<20),
}

func TestVerifyRefusesForeignStrings(t *testing.T) {
	h := NewHasher(cheap, 1, nil)
	for name, encoded := range notOurs {
		t.Run(name, func(t *testing.T) {
			ok, stale, err := h.Verify(t.Context(), encoded, "ten potsherds")
			if ok || stale || !errors.Is(err, ErrMalformed) {
				t.Errorf("Verify = %v, %v, %v; want ErrMalformed", ok, stale, err)
			}
			if err != nil && len(err.Error()) > 200 {
				t.Errorf("the error repeats the string: %d bytes", len(err.Error()))
			}
		})
	}
}

// Vectors of the reference implementation's own tests (phc-winner-argon2, test.c, version 0x13,
// Argon2id).
func TestVerifyReferenceVectors(t *testing.T) {
	h := NewHasher(cheap, 1, nil)
	for _, encoded := range []string{
		"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
	} {
		if ok, stale, err := h.Verify(t.Context(), encoded, "password"); !ok || !stale || err != nil {
			t.Errorf("Verify(%s) = %v, %v, %v; want true, true, nil", encoded, ok, stale, err)
		}
	}
}

func TestParseAtTheBounds(t *testing.T) {
	for _, encoded := range []string{
		"$argon2id$v=19$m=8,t=1,p=1$" + salt16 + "$" + tag32,
		"$argon2id$v=19$m=1048576,t=16,p=255$" + salt16 + "$" + tag32,
		"$argon2id$v=19$m=8,t=1,p=1$" + strings.Repeat("A", 86) + "$" + strings.Repeat("A", 86),
	} {
		r, err := parse(encoded)
		if err != nil {
			t.Errorf("parse(%s): %v", encoded, err)
		} else if got := r.String(); got != encoded {
			t.Errorf("parse(%s) writes %s", encoded, got)
		}
	}
}

// Whatever the bytes, parse answers a record within bounds that writes the same bytes, or
// ErrMalformed.
func FuzzVerify(f *testing.F) {
	h := NewHasher(cheap, 1, nil)
	stored, err := h.Hash(context.Background(), "ten potsherds")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(stored, "ten potsherds")
	for _, encoded := range notOurs {
		f.Add(encoded, "ten potsherds")
	}
	f.Fuzz(func(t *testing.T, encoded, password string) {
		r, err := parse(encoded)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("error %v is not ErrMalformed", err)
			}
			return
		}
		if r.String() != encoded {
			t.Fatalf("%q is read as %q", encoded, r)
		}
		if p := r.params; p.MemoryKiB > 1<<20 || p.Passes > 16 || len(r.salt) > 64 || len(r.tag) > 64 {
			t.Fatalf("beyond the bounds: %+v", r)
		}
		if r.params.MemoryKiB > 64 || r.params.Passes > 2 {
			return // right to accept, too dear to compute here
		}
		if _, _, err := h.Verify(t.Context(), encoded, password); err != nil {
			t.Fatalf("Verify: %v", err)
		}
	})
}
