package ballotbox

import (
	"bytes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"testing"

	"golang.org/x/crypto/chacha20poly1305"
)

// newKey makes the key of an election from a new secret.
func newKey(tb testing.TB, election string) *Key {
	tb.Helper()
	k, err := NewKey(NewSecret(), election)
	if err != nil {
		tb.Fatal(err)
	}
	return k
}

func TestASealedBallotOpensToItsChoiceAndCode(t *testing.T) {
	k := newKey(t, "board")
	for _, choice := range []Choice{{}, {1, 2, 3}, Choice(bytes.Repeat([]byte{0xff}, 16))} {
		sealed, code := k.Seal(choice)
		if len(sealed) != SealedSize {
			t.Errorf("sealed in %d bytes, want %d", len(sealed), SealedSize)
		}
		if b, err := k.Open(sealed); err != nil || b != (Ballot{Choice: choice, Code: code}) {
			t.Errorf("opened %+v, %v, want choice %x and code %s", b, err, choice, code)
		}
	}
}

func TestSealingTheSameChoiceTwiceShowsNothing(t *testing.T) {
	k := newKey(t, "board")
	one, codeOne := k.Seal(Choice{7})
	two, codeTwo := k.Seal(Choice{7})
	nonce := chacha20poly1305.NonceSize
	if codeOne == codeTwo || bytes.Equal(one[:nonce], two[:nonce]) || bytes.Equal(one[nonce:], two[nonce:]) {
		t.Errorf("twice the same: %x and %x", one, two)
	}
}

func TestOpenRefusesWhatWasNotSealedSo(t *testing.T) {
	secret := NewSecret()
	k, err := NewKey(secret, "board")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := NewKey(secret, "council")
	if err != nil {
		t.Fatal(err)
	}
	sealed, _ := k.Seal(Choice{7})
	foreign, _ := newKey(t, "board").Seal(Choice{7})
	moved, _ := elsewhere.Seal(Choice{7})
	for name, bad := range map[string][]byte{
		"nothing":                       nil,
		"a byte less":                   sealed[:SealedSize-1],
		"a byte more":                   append(slices.Clone(sealed), 0),
		"zeros":                         make([]byte, SealedSize),
		"sealed under another key":      foreign,
		"sealed for another election":   moved,
		"sealed in a version not known": sealedAs(t, k.aead, append([]byte{version + 1}, make([]byte, plainLen-1)...), "board"),
	} {
		if b, err := k.Open(bad); !errors.Is(err, ErrUnreadable) || b != (Ballot{}) {
			t.Errorf("%s: opened %+v, %v", name, b, err)
		}
	}
	for i := range sealed {
		bad := slices.Clone(sealed)
		bad[i] ^= 0x10
		if b, err := k.Open(bad); !errors.Is(err, ErrUnreadable) || b != (Ballot{}) {
			t.Errorf("byte %d changed: opened %+v, %v", i, b, err)
		}
	}
}

// sealedAs seals any plaintext as the document of the package says.
func sealedAs(tb testing.TB, aead cipher.AEAD, plain []byte, election string) []byte {
	tb.Helper()
	nonce := make([]byte, chacha20poly1305.NonceSize)
	return append(nonce, aead.Seal(nil, nonce, plain, []byte("ostrakon/ballot/1\x00"+election))...)
}

func TestASealedBallotHasTheDocumentedForm(t *testing.T) {
	secret := NewSecret()
	k, err := NewKey(secret, "board")
	if err != nil {
		t.Fatal(err)
	}
	aead, err := chacha20poly1305.New(secret)
	if err != nil {
		t.Fatal(err)
	}
	sealed, code := k.Seal(Choice{7, 8})
	plain, err := aead.Open(nil, sealed[:12], sealed[12:], []byte("ostrakon/ballot/1\x00board"))
	choice := Choice{7, 8}
	if want := slices.Concat([]byte{1}, code[:], choice[:]); err != nil || !bytes.Equal(plain, want) {
		t.Errorf("sealed %x, %v, want %x", plain, err, want)
	}
	if b, err := k.Open(sealedAs(t, aead, plain, "board")); err != nil || b != (Ballot{choice, code}) {
		t.Errorf("opened %+v, %v", b, err)
	}
}

func TestKeysAreOfOneLength(t *testing.T) {
	if one, two := NewSecret(), NewSecret(); len(one) != 32 || bytes.Equal(one, two) {
		t.Errorf("secrets %x and %x", one, two)
	}
	for _, n := range []int{0, 16, 31, 33} {
		if k, err := NewKey(make([]byte, n), "board"); err == nil || k != nil {
			t.Errorf("a key of %d bytes was taken", n)
		}
	}
}

func TestCodeIsReadInBase32(t *testing.T) {
	code := Code{0, 1, 2, 3, 4, 250, 251, 252, 253, 254}
	text := code.String()
	if back, err := base32.StdEncoding.DecodeString(text); len(text) != 16 || err != nil || !bytes.Equal(back, code[:]) {
		t.Errorf("%q reads as %x, %v", text, back, err)
	}
}

func TestLeafIsTheDocumentedHash(t *testing.T) {
	content := sha256.Sum256([]byte("ballot"))
	want := sha256.Sum256(slices.Concat([]byte("\x00ostrakon/cast/1\x00board"), content[:]))
	if got := LeafOf("board", []byte("ballot")); got != want {
		t.Errorf("leaf %x, want %x", got, want)
	}
	const fixed = "c3240b21e775efbd58c83b4de0785747b78e1b9be7285135da9d34e2b8fa0587"
	if got := LeafOf("board", []byte("ballot")); hex.EncodeToString(got[:]) != fixed {
		t.Errorf("leaf %x was %s once: receipts that are out no longer fit", got, fixed)
	}
	if LeafOf("board", []byte("ballot")) == LeafOf("board2", []byte("ballot")) || LeafOf("board", []byte("a")) == LeafOf("board", []byte("b")) {
		t.Error("different ballots have one leaf")
	}
}

func TestAKeyServesManyAtOnce(t *testing.T) {
	k := newKey(t, "board")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 50 {
				sealed, code := k.Seal(Choice{byte(i)})
				if b, err := k.Open(sealed); err != nil || b != (Ballot{Choice{byte(i)}, code}) {
					t.Errorf("opened %+v, %v", b, err)
				}
			}
		})
	}
	wg.Wait()
}

func FuzzOpenBallot(f *testing.F) {
	k := newKey(f, "board")
	sealed, _ := k.Seal(Choice{7})
	f.Add(sealed, []byte("choice"))
	f.Add(sealed[:12], []byte{})
	f.Add([]byte{}, bytes.Repeat([]byte{0xff}, 16))
	f.Add(make([]byte, SealedSize+1), []byte("0123456789abcdef"))
	f.Fuzz(func(t *testing.T, data, text []byte) {
		if b, err := k.Open(data); err != nil && (!errors.Is(err, ErrUnreadable) || b != (Ballot{})) {
			t.Errorf("%x opens to %+v, %v", data, b, err)
		}
		var choice Choice
		copy(choice[:], text)
		sealed, code := k.Seal(choice)
		if b, err := k.Open(sealed); err != nil || b != (Ballot{choice, code}) {
			t.Errorf("choice %x, code %s: opened %+v, %v", choice, code, b, err)
		}
		for i, c := range data[:min(len(data), SealedSize)] { // sealed, then changed by data
			sealed[i] ^= c
		}
		changed := bytes.ContainsFunc(data[:min(len(data), SealedSize)], func(r rune) bool { return r != 0 })
		if _, err := k.Open(sealed); changed != errors.Is(err, ErrUnreadable) {
			t.Errorf("changed by %x: %v", data, err)
		}
	})
}

func BenchmarkSeal(b *testing.B) {
	k := newKey(b, "board")
	for b.Loop() {
		k.Seal(Choice{7})
	}
}

func BenchmarkOpen(b *testing.B) {
	k := newKey(b, "board")
	sealed, _ := k.Seal(Choice{7})
	for b.Loop() {
		if _, err := k.Open(sealed); err != nil {
			b.Fatal(err)
		}
	}
}
