package ballotbox

import (
	"bytes"
	"crypto/hpke"
	"crypto/sha256"
	"errors"
	"sync"
	"testing"

	"golang.org/x/crypto/chacha20poly1305"
)

func TestASecretSurvivesItsBytes(t *testing.T) {
	s := must(NewSecret())
	again := must(ParseSecret(s.Bytes()))
	if len(s.Bytes()) != SecretSize || !bytes.Equal(again.Bytes(), s.Bytes()) || !bytes.Equal(again.PublicKey(), s.PublicKey()) ||
		!bytes.Equal(again.TieSeed(), s.TieSeed()) {
		t.Error("a secret is another after a round trip")
	}
	if bytes.Equal(must(NewSecret()).Bytes(), s.Bytes()) {
		t.Error("two elections have one secret")
	}
	for _, n := range []int{0, SecretSize - 1, SecretSize + 1} {
		if _, err := ParseSecret(make([]byte, n)); !errors.Is(err, ErrBadSecret) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestASecretCannotBeChangedFromOutside(t *testing.T) {
	s := must(NewSecret())
	want := s.Bytes()
	clear(s.Bytes())
	clear(s.TieSeed())
	if !bytes.Equal(s.Bytes(), want) {
		t.Error("what Bytes or TieSeed gave out is the secret itself")
	}
}

func TestTheCommitmentIsThatOfTheProtocol(t *testing.T) {
	seed := filled(7, 32)
	if got, want := TieCommitment(seed), Hash(sha256.Sum256([]byte("ostrakon/tieseed/1\x00"+string(seed)))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// booth is an election to seal ballots for.
func booth() (*held, *Box, *Opener) {
	h := open(TieStated, 2)
	return h, must(NewBox(h.manifest)), must(NewOpener(h.manifest, h.secret))
}

func TestASealedBallotOpens(t *testing.T) {
	h, box, opener := booth()
	if len(h.manifest.PublicKey) != publicLen {
		t.Errorf("the public key has %d bytes, want %d", len(h.manifest.PublicKey), publicLen)
	}
	for i := range 2 {
		choice, code := must(ParseChoice(h.manifest.Candidates[i].ID)), NewCode(NewSalt(), "")
		sealed := must(sealOne(box, choice, code))
		if len(sealed) != SealedSize {
			t.Errorf("%d bytes, want %d", len(sealed), SealedSize)
		}
		if gotChoice, gotCode, err := opener.Open(sealed); err != nil || gotChoice != choice || gotCode != code {
			t.Errorf("opened to %s, %s, %v", gotChoice, gotCode, err)
		}
		if bytes.Equal(must(sealOne(box, choice, code)), sealed) {
			t.Error("the same ballot is sealed to the same bytes twice: it can be guessed")
		}
	}
}

func TestASealedBallotIsAsTheProtocolSays(t *testing.T) {
	h, box, _ := booth()
	choice, code := must(ParseChoice(h.manifest.Candidates[0].ID)), NewCode(NewSalt(), "")
	private := must(hpke.MLKEM768X25519().NewPrivateKey(h.secret.Bytes()[:32]))
	mh := sha256.Sum256(append([]byte("ostrakon/manifest/1\x00"), h.bundle.Manifest...))
	info := append([]byte("ostrakon/ballot/1\x00"+h.manifest.ElectionID), mh[:]...)
	sealed := must(sealOne(box, choice, code))
	context := must(hpke.NewRecipient(sealed[:1120], private, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info))
	key := must(context.Export("ostrakon/ballot-key/1\x00"+string(sealed[1120:1136]), 32))
	ballot := must(must(chacha20poly1305.New(key)).Open(nil, make([]byte, 12), sealed[1136:], nil))
	if want := append(append([]byte{1}, code[:]...), choice[:]...); !bytes.Equal(ballot, want) {
		t.Errorf("%x, want %x", ballot, want)
	}
}

func TestOnlyThatElectionsOpenerOpens(t *testing.T) {
	h, box, opener := booth()
	sealed := must(sealOne(box, Choice{}, Code{}))
	another := func(edit func(*Manifest)) *Manifest {
		m := *h.manifest
		edit(&m)
		return must(ParseManifest(must(canonical(m))))
	}
	for name, m := range map[string]*Manifest{
		"another election with the same key":    another(func(m *Manifest) { m.ElectionID = idOf("another") }),
		"another manifest of the same election": another(func(m *Manifest) { m.Title += "!" }),
	} {
		if _, _, err := must(NewOpener(m, h.secret)).Open(sealed); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, raw := range map[string][]byte{
		"empty":          nil,
		"a byte short":   sealed[1:],
		"a byte more":    append(bytes.Clone(sealed), 0),
		"all zero":       make([]byte, SealedSize),
		"of version 2":   must(hpke.Seal(box.public, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), box.info, append([]byte{2}, make([]byte, ballotLen-1)...))),
		"a short ballot": must(hpke.Seal(box.public, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), box.info, []byte{1})),
	} {
		if _, _, err := opener.Open(raw); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for at := 0; at < SealedSize; at += 37 {
		changed := bytes.Clone(sealed)
		changed[at] ^= 1
		if _, _, err := opener.Open(changed); !errors.Is(err, ErrUnreadable) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
}

func TestAnotherSecretIsRefused(t *testing.T) {
	h, _, _ := booth()
	seedOnly := h.secret.Bytes()
	seedOnly[SecretSize-1] ^= 1 // the private key is right, the tie seed is not
	for name, s := range map[string]*Secret{"another election's": must(NewSecret()), "with another tie seed": must(ParseSecret(seedOnly))} {
		if _, err := NewOpener(h.manifest, s); !errors.Is(err, ErrBadSecret) {
			t.Errorf("a secret %s: %v", name, err)
		}
	}
}

func TestABoxNeedsAPublicKey(t *testing.T) {
	m := *open(TieStated, 2).manifest
	m.PublicKey = filled(0xff, publicLen)
	if _, err := NewBox(&m); err == nil {
		t.Error("bytes that are no key make a box")
	}
}

func TestABoxServesManyAtOnce(t *testing.T) {
	h, box, _ := booth()
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			choice, opener := Choice{byte(n)}, must(NewOpener(h.manifest, h.secret)) // an opener is for one goroutine
			if got, _, err := opener.Open(must(sealOne(box, choice, Code{}))); err != nil || got != choice {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
	wg.Wait()
}

func TestBallotsThatShareAnEncapsulationOpenInAnyOrder(t *testing.T) {
	_, box, opener := booth()
	first, second := must(box.Sealer()), must(box.Sealer())
	var sealed [][]byte
	for n := range 6 {
		by := first
		if n%2 == 1 {
			by = second
		}
		sealed = append(sealed, must(by.Seal(Choice{byte(n)}, Code{byte(n)})))
	}
	if bytes.Equal(sealed[0][1120:], sealed[2][1120:]) || !bytes.Equal(sealed[0][:1120], sealed[2][:1120]) {
		t.Fatal("two ballots of one sealer share more or less than the encapsulation")
	}
	for _, n := range []int{4, 1, 0, 0, 5, 2, 3} {
		if choice, code, err := opener.Open(sealed[n]); err != nil || choice != (Choice{byte(n)}) || code != (Code{byte(n)}) {
			t.Errorf("ballot %d: %s, %s, %v", n, choice, code, err)
		}
	}
	mixed := append(bytes.Clone(sealed[0][:1120]), sealed[1][1120:]...) // the encapsulation of another
	if _, _, err := opener.Open(mixed); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a ballot under another's encapsulation: %v", err)
	}
}
