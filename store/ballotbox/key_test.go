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
	if len(s.Bytes()) != SecretSize || !bytes.Equal(again.Bytes(), s.Bytes()) || !bytes.Equal(again.PublicKey(), s.PublicKey()) {
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
	if !bytes.Equal(s.Bytes(), want) {
		t.Error("what Bytes gave out is the secret itself")
	}
}

// booth is an election to seal ballots for.
func booth() (*held, *Box, *Opener) {
	h := open(2, nil)
	return h, must(NewBox(h.manifest)), must(NewOpener(h.manifest, h.secret))
}

func TestASealedBallotOpens(t *testing.T) {
	h, box, opener := booth()
	if len(h.manifest.PublicKey) != publicLen {
		t.Errorf("the public key has %d bytes, want %d", len(h.manifest.PublicKey), publicLen)
	}
	for _, marks := range [][]byte{{0, 1}, {1, 0}, {0, 0}, {255, 7}} { // Seal and Open do not judge
		code := NewCode(NewSalt(), "")
		sealed := must(sealOne(box, marks, code))
		if len(sealed) != h.manifest.SealedSize {
			t.Errorf("%d bytes, want %d", len(sealed), h.manifest.SealedSize)
		}
		if got, same, err := opener.Open(sealed); err != nil || !bytes.Equal(got, marks) || same != code {
			t.Errorf("opened to %x, %s, %v", got, same, err)
		}
		if bytes.Equal(must(sealOne(box, marks, code)), sealed) {
			t.Error("the same ballot is sealed to the same bytes twice: it can be guessed")
		}
	}
	if _, err := sealOne(box, []byte{1}, Code{}); err == nil {
		t.Error("a paper without a mark for each option is sealed")
	}
}

func TestASealedBallotIsAsTheProtocolSays(t *testing.T) {
	h, box, _ := booth()
	marks, code := []byte{3, 4}, NewCode(NewSalt(), "")
	private := must(hpke.MLKEM768X25519().NewPrivateKey(h.secret.Bytes()[:32]))
	mh := sha256.Sum256(append([]byte("ostrakon/manifest/3\x00"), h.bundle.Manifest...))
	info := append([]byte("ostrakon/ballot/3\x00"+h.manifest.ElectionID), mh[:]...)
	sealed := must(sealOne(box, marks, code))
	context := must(hpke.NewRecipient(sealed[:1120], private, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info))
	key := must(context.Export("ostrakon/ballot-key/3\x00"+string(sealed[1120:1136]), 32))
	ballot := must(must(chacha20poly1305.New(key)).Open(nil, make([]byte, 12), sealed[1136:], nil))
	if want := append(append([]byte{3}, code[:]...), marks...); !bytes.Equal(ballot, want) {
		t.Errorf("%x, want %x", ballot, want)
	}
}

func TestOnlyThatElectionsOpenerOpens(t *testing.T) {
	h, box, opener := booth()
	sealed := must(sealOne(box, []byte{0, 1}, Code{}))
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
		"all zero":       make([]byte, len(sealed)),
		"of version 2":   sealedAs(box, append([]byte{2}, make([]byte, codeLen+2)...)),
		"a short ballot": sealedAs(box, append([]byte{3}, make([]byte, codeLen+1)...)),
		"a long ballot":  sealedAs(box, append([]byte{3}, make([]byte, codeLen+3)...)),
	} {
		if _, _, err := opener.Open(raw); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for at := 0; at < len(sealed); at += 37 {
		changed := bytes.Clone(sealed)
		changed[at] ^= 1
		if _, _, err := opener.Open(changed); !errors.Is(err, ErrUnreadable) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
}

func TestAnotherSecretIsRefused(t *testing.T) {
	h, _, _ := booth()
	if _, err := NewOpener(h.manifest, must(NewSecret())); !errors.Is(err, ErrBadSecret) {
		t.Errorf("another election's secret: %v", err)
	}
}

func TestABoxNeedsAPublicKey(t *testing.T) {
	m := *open(2, nil).manifest
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
			marks, opener := []byte{byte(n), 1}, must(NewOpener(h.manifest, h.secret)) // an opener is for one goroutine
			if got, _, err := opener.Open(must(sealOne(box, marks, Code{}))); err != nil || !bytes.Equal(got, marks) {
				t.Errorf("%x, %v", got, err)
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
		sealed = append(sealed, must(by.Seal([]byte{byte(n), 2}, Code{byte(n)})))
	}
	if bytes.Equal(sealed[0][1120:], sealed[2][1120:]) || !bytes.Equal(sealed[0][:1120], sealed[2][:1120]) {
		t.Fatal("two ballots of one sealer share more or less than the encapsulation")
	}
	for _, n := range []int{4, 1, 0, 0, 5, 2, 3} {
		if marks, code, err := opener.Open(sealed[n]); err != nil || !bytes.Equal(marks, []byte{byte(n), 2}) || code != (Code{byte(n)}) {
			t.Errorf("ballot %d: %x, %s, %v", n, marks, code, err)
		}
	}
	mixed := append(bytes.Clone(sealed[0][:1120]), sealed[1][1120:]...) // the encapsulation of another
	if _, _, err := opener.Open(mixed); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a ballot under another's encapsulation: %v", err)
	}
}

// sealOne seals a ballot with an encapsulation of its own.
func sealOne(b *Box, marks []byte, code Code) ([]byte, error) {
	s, err := b.Sealer()
	if err != nil {
		return nil, err
	}
	return s.Seal(marks, code)
}

// sealedAs seals any bytes in place of a ballot.
func sealedAs(b *Box, ballot []byte) []byte {
	s := must(b.Sealer())
	salt := make([]byte, saltLen)
	return must(ballotAEAD(s.context.Export, salt)).Seal(append(s.enc, salt...), zeroNonce(), ballot, nil)
}
