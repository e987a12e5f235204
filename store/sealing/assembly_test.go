package sealing

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// The page derives the same, see TestWhatThePageSealsIsSealedAndOpenedHere. The values change only with the format.
func TestTheKeysOfAnAssemblyStayTheSame(t *testing.T) {
	sheet := must(ParseSecret([]byte("0123456789abcdefghijklmnopqrstuv")))
	for n, want := range map[int]string{
		0:  "16270101eb0c13e44f86ffcfd72bf88740a515f28cf5a01d030e1b7b892451c7",
		1:  "0417273e1a56cb2e8006ab8ced1ce3efc6c824ce148ebab6290dc07eb6516a10",
		30: "341f1577f047649181fe1634bfb58e54d3d597527f06e7096aca236a9b31b76e",
	} {
		if got := fmt.Sprintf("%x", sheet.Derive(n).Bytes()); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	var all []byte
	for _, k := range sheet.AllKeys() {
		all = slices.Concat(all, k.PublicKey, k.SigningKey)
	}
	if got, want := sumOf(all), "3c0db354a6d927177ade4fb9fd600f3ec9384299e5fa0014dc99a8d4c2631a05"; got != want {
		t.Errorf("the public halves have %s, want %s", got, want)
	}
}

func TestASheetFindsTheSecretOfEachElection(t *testing.T) {
	sheet := NewSecret()
	seen := map[string]bool{string(sheet.Bytes()): true}
	for n, k := range sheet.AllKeys() {
		found := sheet.Find(k.PublicKey)
		if found == nil || !bytes.Equal(found.SigningKey(), k.SigningKey) || seen[string(found.Bytes())] {
			t.Fatalf("number %d: found %v", n, found != nil)
		}
		seen[string(found.Bytes())] = true
	}
	if own := sheet.Find(sheet.PublicKey()); own == nil || !bytes.Equal(own.Bytes(), sheet.Bytes()) {
		t.Error("the secret of one election alone is not found")
	}
	if sheet.Find(NewSecret().PublicKey()) != nil {
		t.Error("a stranger's key is found")
	}
}

// What holders give for 29 elections, and the public halves of all, open no ballot of the 30th and sign nothing for it.
func TestWhatIsGivenForOtherElectionsOpensNoBallot(t *testing.T) {
	const target = 17
	hash := manifest()
	var sheets []*Secret
	var keys [][]byte
	for range 3 {
		sheet := NewSecret()
		sheets, keys = append(sheets, sheet), append(keys, sheet.Derive(target).PublicKey())
	}
	box := must(NewBox(keys, 2, election, hash, 3))
	pad, seed := Device([32]byte(bytesOf(source(9), 32)))
	tag, marks := TagOf(pad, "somebody"), []byte{1, 0, 1}
	sealed := must(box.Seal(seed, marks, tag))
	// The attacker has the given secrets and all that can be made of them: bytes of public keys, secrets derived again,
	// and combinations of two.
	var known [][]*Secret
	for _, sheet := range sheets {
		var mine []*Secret
		for n, public := range sheet.AllKeys() {
			mine = append(mine, must(ParseSecret(public.PublicKey[:SecretSize])), must(ParseSecret(public.SigningKey)))
			if n == target {
				continue
			}
			given := sheet.Derive(n)
			mine = append(mine, given, given.Derive(target))
			if len(mine) > 8 {
				mixed := given.Bytes()
				for i, b := range sheet.Derive((n + 1) % target).Bytes() {
					mixed[i] ^= b
				}
				mine = append(mine, must(ParseSecret(mixed)))
			}
		}
		known = append(known, mine)
	}
	for h, mine := range known {
		right := sheets[h].Derive(target)
		for i, s := range mine {
			if bytes.Equal(s.Bytes(), right.Bytes()) || bytes.Equal(s.PublicKey(), right.PublicKey()) ||
				ed25519.Verify(right.SigningKey(), []byte("seal"), s.Sign([]byte("seal"))) {
				t.Fatalf("holder %d: attempt %d has the key", h+1, i)
			}
			partner := sheets[(h+1)%3].Derive(target) // even with one right secret beside it
			_, err := box.Opener(map[int]*Secret{h + 1: s, (h+1)%3 + 1: partner}, true)
			if !errors.Is(err, ErrBadSecret) {
				t.Fatalf("holder %d: attempt %d: %v", h+1, i, err)
			}
		}
	}
	opener := must(box.Opener(map[int]*Secret{1: sheets[0].Derive(target), 3: sheets[2].Find(keys[2])}, true))
	if _, got, err := opener.Open(sealed, tag); err != nil || !bytes.Equal(got, marks) {
		t.Errorf("the right secrets: %x, %v", got, err)
	}
}
