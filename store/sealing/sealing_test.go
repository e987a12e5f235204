package sealing

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hpke"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/chacha20poly1305"
	"pgregory.net/rapid"
)

// The draws of 1,000 ballots are computed here from the table in doc.go, and the shares are unwrapped
// by crypto/hpke.
func TestCryptoHPKEOpensThousandBallots(t *testing.T) {
	for n := 1; n <= 4; n++ {
		k := (n + 2) / 2
		c, r := convene(t, uint64(n), n, k, 5), source(uint64(n))
		var keys []hpke.PrivateKey
		for _, s := range c.secrets {
			prk, _ := hkdf.Extract(sha256.New, s.Bytes(), nil)
			seed, _ := hkdf.Expand(sha256.New, prk, "ostrakon/holder-kem/4\x00", 32)
			key, err := hpke.MLKEM768X25519().NewPrivateKey(seed)
			if err != nil || !bytes.Equal(key.PublicKey().Bytes(), s.PublicKey()) {
				t.Fatalf("another public key, %v", err)
			}
			keys = append(keys, key)
		}
		hash := manifest()
		for range 250 {
			v := c.draft(r)
			sealed := c.seal(t, v)
			prk, _ := hkdf.Extract(sha256.New, slices.Concat(v.seed[:], v.marks), nil)
			drawn, _ := hkdf.Expand(sha256.New, prk, "ostrakon/draws/4\x00"+election+string(hash[:])+string(v.tag[:]),
				16+32*k+64*n)
			if !bytes.Equal(sealed[:16], drawn[:16]) {
				t.Fatal("another salt")
			}
			for i, key := range keys {
				part := sealed[16+1168*i : 16+1168*(i+1)]
				recipient := must(hpke.NewRecipient(part[:1120], key, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(),
					[]byte("ostrakon/ballot/4\x00"+election+string(hash[:])+string(rune(i+1)))))
				wrapping := must(recipient.Export("ostrakon/share/4\x00"+string(drawn[:16]), 32))
				want := make([]byte, 32)
				for b := range want {
					power := byte(1)
					for degree := range k {
						want[b] ^= slow(drawn[16+32*degree+b], power)
						power = slow(power, byte(i+1))
					}
				}
				if share, err := unwrap(wrapping, part[1120:], nil); err != nil || !bytes.Equal(share, want) {
					t.Fatalf("share %d is %x, want %x (%v)", i+1, share, want, err)
				}
			}
			said, err := unwrap(drawn[16:48], sealed[16+1168*n:], v.tag[:])
			if err != nil || !bytes.Equal(said, slices.Concat([]byte{version}, v.seed[:], v.marks)) {
				t.Fatalf("it says %x, %v", said, err)
			}
		}
	}
}

func unwrap(key, box, aad []byte) ([]byte, error) {
	aead, err := chacha20poly1305.New(key)
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, make([]byte, 12), box, aad)
}

func TestAnyThresholdOfHoldersOpenTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(r, "holders")
		k := rapid.IntRange(1, n).Draw(r, "threshold")
		drawn := rapid.Uint64().Draw(r, "seed")
		c := convene(t, drawn, n, k, rapid.IntRange(1, 400).Draw(r, "marks"))
		v := c.draft(source(drawn))
		sealed := c.seal(t, v)
		if len(sealed) != Size(n, c.marks) {
			r.Fatalf("%d bytes", len(sealed))
		}
		if !bytes.Equal(c.seal(t, v), sealed) {
			r.Fatal("sealed again it has other bytes")
		}
		for _, numbers := range subsets(n, k) {
			for _, open := range []func([]byte, Tag) (Seed, []byte, error){c.with(t, true, numbers...).Open,
				c.apart(t, numbers...)} {
				seed, marks, err := open(sealed, v.tag)
				if err != nil || seed != v.seed || !bytes.Equal(marks, v.marks) {
					r.Fatalf("%v open %x, %x, %v", numbers, seed, marks, err)
				}
			}
		}
	})
}

func TestFewerHoldersThanTheThresholdOpenNothing(t *testing.T) {
	c := convene(t, 1, 3, 2, 4)
	v := c.draft(source(1))
	sealed := c.seal(t, v)
	for number := 1; number <= 3; number++ {
		if _, err := c.Opener(map[int]*Secret{number: c.secrets[number-1]}, true); err == nil {
			t.Errorf("holder %d is enough", number)
		}
		// Not even with a program of their own: their share alone is no key.
		o := c.with(t, false, 1, 2, 3)
		o.parts = []*part{{holder: c.holders[number-1], key: c.secrets[number-1].kem, weight: 1}}
		if _, _, err := o.Open(sealed, v.tag); !errors.Is(err, ErrUnreadable) {
			t.Errorf("holder %d opens it: %v", number, err)
		}
	}
}

func TestAnOpenerIsForTheSecretsOfTheHolders(t *testing.T) {
	c := convene(t, 1, 3, 2, 4)
	for name, secrets := range map[string]map[int]*Secret{
		"of nobody":       {1: NewSecret(), 2: c.secrets[1]},
		"swapped":         {1: c.secrets[1], 2: c.secrets[0]},
		"number 0":        {0: c.secrets[0], 1: c.secrets[0], 2: c.secrets[1]},
		"number 4":        {1: c.secrets[0], 2: c.secrets[1], 4: c.secrets[2]},
		"a wrong surplus": {1: c.secrets[0], 2: c.secrets[1], 3: c.secrets[1]},
	} {
		if _, err := c.Opener(secrets, true); !errors.Is(err, ErrBadSecret) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Opener(nil, true); err == nil {
		t.Error("nobody opens ballots")
	}
	for _, number := range []int{0, 2, 4} {
		if _, err := c.ShareOpener(number, c.secrets[0]); !errors.Is(err, ErrBadSecret) {
			t.Errorf("the shares of holder %d with the key of holder 1: %v", number, err)
		}
	}
	for _, numbers := range [][]int{nil, {1}, {1, 2, 3}, {0, 1}, {3, 4}} {
		if _, err := c.Combiner(numbers); err == nil {
			t.Errorf("shares of %v open ballots", numbers)
		}
	}
}

func TestBoxesThatCannotBe(t *testing.T) {
	keys := convene(t, 1, 3, 2, 4).keys
	low := append(bytes.Clone(keys[0][:PublicKeySize-pointSize]), make([]byte, pointSize)...)
	large := bytes.Clone(keys[0])
	large[0], large[1] = 0xff, 0xff // 4095 is not below the modulus
	for name, b := range map[string]struct {
		keys             [][]byte
		threshold, marks int
		says             string
	}{
		"no holders":        {nil, 0, 4, "0 of 0"},
		"no threshold":      {keys, 0, 4, "0 of 3"},
		"too high":          {keys, 4, 4, "4 of 3"},
		"too many":          {slices.Repeat(keys, 4), 2, 4, "2 of 12"},
		"no marks":          {keys, 2, 0, "without marks"},
		"short key":         {[][]byte{keys[0], keys[1][1:]}, 2, 4, "holder 2: a public key of 1215 bytes"},
		"empty key":         {[][]byte{nil}, 1, 4, "holder 1: a public key of 0 bytes"},
		"same key":          {[][]byte{keys[0], keys[1], keys[0]}, 2, 4, "holders 1 and 3"},
		"point of order 4":  {[][]byte{low}, 1, 4, "hides nothing"},
		"not below modulus": {[][]byte{large}, 1, 4, "ML-KEM"},
	} {
		if _, err := NewBox(b.keys, b.threshold, election, manifest(), b.marks); err == nil ||
			!strings.Contains(err.Error(), b.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, marks := range [][]byte{nil, make([]byte, 3), make([]byte, 5)} {
		if _, err := convene(t, 1, 1, 1, 4).Seal(Seed{}, marks, Tag{}); err == nil {
			t.Errorf("%d marks are sealed", len(marks))
		}
	}
}

func TestARepeatedSeedUsesNothingAgain(t *testing.T) {
	c := convene(t, 1, 3, 2, 4)
	v := c.draft(source(1))
	another := v
	another.tag[0] ^= 1
	marked := v
	marked.marks = slices.Concat([]byte{v.marks[0] ^ 1}, v.marks[1:])
	sealed, drawn := c.seal(t, v), c.draw(v.seed, v.marks, v.tag)
	for name, other := range map[string]vote{"other marks": marked, "another person": another} {
		for what, pair := range map[string][2][]byte{
			"ballot": {sealed, c.seal(t, other)},
			"draws":  {drawn.all, c.draw(other.seed, other.marks, other.tag).all},
		} {
			for from := 0; from+16 <= len(pair[0]); from += 16 {
				if bytes.Equal(pair[0][from:from+16], pair[1][from:from+16]) {
					t.Errorf("%s: bytes from %d of the %s are the same", name, from, what)
				}
			}
		}
	}
	if v.seed.Code(v.tag) == v.seed.Code(another.tag) {
		t.Error("two people have one code")
	}
	for name, box := range map[string]*Box{
		"election": must(NewBox(c.keys, 2, strings.ToUpper(election), manifest(), 4)),
		"manifest": must(NewBox(c.keys, 2, election, [32]byte{}, 4)),
	} {
		d := box.draw(v.seed, v.marks, v.tag)
		if bytes.Equal(d.salt, drawn.salt) || bytes.Equal(d.key(), drawn.key()) {
			t.Errorf("another %s draws the same", name)
		}
	}
}

func TestBatch(t *testing.T) {
	c, r := convene(t, 1, 1, 1, 4), source(1)
	b := must(c.Batch())
	o := c.with(t, false, 1)
	var encs, salts, bodies = map[string]bool{}, map[string]bool{}, map[string]bool{}
	v := c.draft(r)
	for range 20 {
		sealed := must(b.Seal(v.seed, v.marks, v.tag))
		salts[string(sealed[:saltSize])], encs[string(sealed[saltSize:saltSize+encSize])] = true, true
		bodies[string(sealed[saltSize+partSize:])] = true
		seed, marks, err := o.Open(sealed, v.tag)
		if err != nil || seed != v.seed || !bytes.Equal(marks, v.marks) || len(sealed) != Size(1, 4) {
			t.Fatalf("%x, %x, %v", seed, marks, err)
		}
		if _, _, err := c.with(t, true, 1).Open(sealed, v.tag); !errors.Is(err, ErrUnreadable) {
			t.Errorf("sealed again it has the same bytes: %v", err)
		}
	}
	if len(encs) != 1 || len(salts) != 20 || len(bodies) != 20 {
		t.Errorf("%d encapsulations, %d salts, %d keys", len(encs), len(salts), len(bodies))
	}
	if _, err := b.Seal(v.seed, v.marks[1:], v.tag); err == nil {
		t.Error("three marks of four are sealed")
	}
	if _, err := convene(t, 1, 2, 1, 4).Batch(); err == nil {
		t.Error("a batch for two holders")
	}
}

// Ballots of several batches and of devices, mixed: what an opener remembers does not mislead it.
func TestAnOpenerRemembersTheRightEncapsulation(t *testing.T) {
	c, r := convene(t, 1, 1, 1, 4), source(1)
	batches := []*Batch{must(c.Batch()), must(c.Batch())}
	o := c.with(t, false, 1)
	low := make([]byte, Size(1, 4))
	for i := range 40 {
		v := c.draft(r)
		sealed := c.seal(t, v)
		if i%4 < 2 {
			sealed = must(batches[i%8/4].Seal(v.seed, v.marks, v.tag))
		}
		if i%3 == 0 {
			if _, _, err := o.Open(low, v.tag); !errors.Is(err, ErrUnreadable) {
				t.Error(err)
			}
		}
		if seed, _, err := o.Open(sealed, v.tag); err != nil || seed != v.seed {
			t.Errorf("%d: %v", i, err)
		}
	}
}

func TestABoxIsSafeForConcurrentUse(t *testing.T) {
	c, r := convene(t, 1, 2, 2, 4), source(1)
	var group sync.WaitGroup
	for range 8 {
		v := c.draft(r)
		want := c.seal(t, v)
		group.Go(func() {
			for range 10 {
				if got, err := c.Seal(v.seed, v.marks, v.tag); err != nil || !bytes.Equal(got, want) {
					t.Error("other bytes")
				}
			}
		})
	}
	group.Wait()
}

func TestTheStubHasAPadOfItsOwn(t *testing.T) {
	random := [32]byte{1}
	pad, _ := Device(random)
	stub := StubPad(random)
	if stub == pad || stub != StubPad(random) || stub == StubPad([32]byte{2}) {
		t.Errorf("the pad is %x, that of the stub %x", pad, stub)
	}
}
