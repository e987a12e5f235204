package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/sealing"
)

// rehearsed gives an election the keys of number 0.
func rehearsed(m *Manifest) {
	m.Number = number(0)
	for i := range m.Holders {
		m.Holders[i] = holderFor(m.Holders[i].Name, secret(i+1), 0)
	}
}

// keysIn is what a verifier says of the keys in a manifest.
func keysIn(says string) string {
	_, keys, _ := strings.Cut(says, "; keys ")
	return keys
}

func TestTheKeyNumberIsTheOneDescribed(t *testing.T) {
	h := hold(3, 2)
	m := h.manifest
	sum := sha256.Sum256(slices.Concat([]byte("ostrakon/keys/4\x00\x02"), m.Holders[0].Root, m.Holders[1].Root,
		m.Holders[2].Root, m.SigningKey))
	want := base32.StdEncoding.EncodeToString(sum[:20])
	short := strings.Join([]string{want[:4], want[4:8], want[8:12], want[12:16]}, " ")
	if got := m.KeyNumber(); got.String() != want || got.Short() != short {
		t.Errorf("%s, %s, want %s", got, got.Short(), want)
	}
	if says := goVerdict(h).says["manifest"]; keysIn(says) != "7 of key number "+short {
		t.Errorf("Verify says %q", says)
	}
	rehearsal := "0 of key number " + open(2, rehearsed).manifest.KeyNumber().Short() +
		". This was a rehearsal: it decides nothing."
	if says := goVerdict(holdWith(rehearsed, 3, 2)).says["manifest"]; keysIn(says) != rehearsal {
		t.Errorf("of a rehearsal Verify says %q", says)
	}
	if says := goVerdict(elsewhere()).says["manifest"]; keysIn(says) != "" {
		t.Errorf("of a key that the server has, Verify says %q", says)
	}
}

func TestAPathLeadsToTheRootForItsNumberAlone(t *testing.T) {
	keys := secret(1).AllKeys()
	for n := range keys {
		h := NewHolder("Ada", keys, n)
		if !bytes.Equal(h.Root, KeysRoot(keys)) || len(h.Path) < 4 || len(h.Path) > 5 {
			t.Errorf("number %d: %+v", n, h)
		}
		for other := range sealing.Numbers {
			if err := h.checkRoot(other); (err == nil) != (other == n) {
				t.Errorf("the keys for number %d as those for %d: %v", n, other, err)
			}
		}
	}
}
