package ballotbox

import (
	"bytes"
	"crypto/cipher"
	"crypto/hpke"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/crypto/chacha20poly1305"
)

// Suite names the HPKE suite (RFC 9180) that seals ballots. Its key encapsulation is safe from a
// quantum computer if ML-KEM-768 is, and from other computers if ML-KEM-768 or X25519 is.
const Suite = "MLKEM768X25519/HKDF-SHA256/ChaCha20Poly1305"

const (
	version = 3
	codeLen = 10

	publicLen = 1216 // public key of MLKEM768X25519
	encLen    = 1120 // encapsulated key of MLKEM768X25519
	saltLen   = 16

	// SecretSize is the length of an election's secret, in bytes.
	SecretSize = 32
)

// SealedSize is the length of a sealed ballot with so many options on its paper, in bytes.
func SealedSize(options int) int {
	return encLen + saltLen + 1 + codeLen + options + chacha20poly1305.Overhead
}

// ErrUnreadable means that a sealed ballot does not open: it was changed, belongs to another
// election, or was sealed under another key or manifest.
var ErrUnreadable = errors.New("sealed ballot does not open")

// ErrBadSecret means that bytes are not an election's secret, or not this election's.
var ErrBadSecret = errors.New("this is not the key of the election")

// Secret is what an election keeps outside the database until it is counted: the private key that
// opens its ballots.
type Secret struct {
	private hpke.PrivateKey
	bytes   [SecretSize]byte // seed of the private key
}

// NewSecret draws an election's secret.
func NewSecret() (*Secret, error) {
	var raw [SecretSize]byte
	rand.Read(raw[:])
	return ParseSecret(raw[:])
}

// ParseSecret reads a secret from its SecretSize bytes. Errors: ErrBadSecret.
func ParseSecret(raw []byte) (*Secret, error) {
	if len(raw) != SecretSize {
		return nil, fmt.Errorf("%w: %d bytes, want %d", ErrBadSecret, len(raw), SecretSize)
	}
	private, err := hpke.MLKEM768X25519().NewPrivateKey(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBadSecret, err)
	}
	return &Secret{private: private, bytes: [SecretSize]byte(raw)}, nil
}

// Bytes is the secret as ParseSecret reads it.
func (s *Secret) Bytes() []byte { return bytes.Clone(s.bytes[:]) }

// PublicKey is what ballots are sealed to.
func (s *Secret) PublicKey() []byte { return s.private.PublicKey().Bytes() }

// Box seals the ballots of one election. It is safe for concurrent use.
type Box struct {
	public  hpke.PublicKey
	info    []byte
	options int
}

// NewBox makes the box of the election that a manifest describes.
func NewBox(m *Manifest) (*Box, error) {
	public, err := hpke.MLKEM768X25519().NewPublicKey(m.PublicKey)
	if err != nil {
		return nil, fmt.Errorf("public key of election %s: %w", m.ElectionID, err)
	}
	return &Box{public: public, info: m.info(), options: m.OptionCount()}, nil
}

// Sealer seals ballots that are put into the file together. They share one encapsulation, which is
// nearly all the work of sealing. That shows that they were cast together, but the file shows that
// anyway. A sealer is for one goroutine.
type Sealer struct {
	enc     []byte
	context *hpke.Sender
	options int
}

// Sealer makes an encapsulation.
func (b *Box) Sealer() (*Sealer, error) {
	enc, context, err := hpke.NewSender(b.public, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), b.info)
	return &Sealer{enc: enc, context: context, options: b.options}, err
}

// Seal makes the sealed ballot for the marks of a paper, one byte for each option, and a code. It
// does not judge the marks: Manifest.CheckMarks does.
func (s *Sealer) Seal(marks []byte, code Code) ([]byte, error) {
	if len(marks) != s.options {
		return nil, fmt.Errorf("%d marks on a paper of %d options", len(marks), s.options)
	}
	sealed := make([]byte, encLen+saltLen, SealedSize(s.options))
	copy(sealed, s.enc)
	salt := sealed[encLen:]
	rand.Read(salt)
	aead, err := ballotAEAD(s.context.Export, salt)
	if err != nil {
		return nil, err
	}
	ballot := slices.Concat([]byte{version}, code[:], marks)
	return aead.Seal(sealed, zeroNonce(), ballot, nil), nil
}

// ballotAEAD is the cipher of one ballot. Its key is exported from the context that the
// encapsulation makes (RFC 9180, section 5.3) under the ballot's own salt. So the key is used once,
// and the nonce can be zero.
func ballotAEAD(export func(string, int) ([]byte, error), salt []byte) (cipher.AEAD, error) {
	key, err := export("ostrakon/ballot-key/3\x00"+string(salt), chacha20poly1305.KeySize)
	if err != nil {
		return nil, err
	}
	return chacha20poly1305.New(key)
}

func zeroNonce() []byte { return make([]byte, chacha20poly1305.NonceSize) }

// Opener opens the ballots of one election. It remembers the last encapsulation that it opened, so
// open ballots that share one in a row. An opener is for one goroutine.
type Opener struct {
	private hpke.PrivateKey
	info    []byte
	size    int // of a sealed ballot
	enc     []byte
	context *hpke.Recipient
}

// NewOpener makes an opener for an election from its secret. Errors: ErrBadSecret when the secret
// belongs to another election.
func NewOpener(m *Manifest, s *Secret) (*Opener, error) {
	if !bytes.Equal(s.PublicKey(), m.PublicKey) {
		return nil, ErrBadSecret
	}
	return &Opener{private: s.private, info: m.info(), size: m.SealedSize}, nil
}

// Open reads a sealed ballot: one mark for each option, which may be no valid vote, and the code.
// Errors: ErrUnreadable.
func (o *Opener) Open(sealed []byte) (marks []byte, code Code, err error) {
	if len(sealed) != o.size {
		return nil, Code{}, fmt.Errorf("%w: %d bytes, want %d", ErrUnreadable, len(sealed), o.size)
	}
	enc, salt, box := sealed[:encLen], sealed[encLen:encLen+saltLen], sealed[encLen+saltLen:]
	if o.context == nil || !bytes.Equal(enc, o.enc) {
		context, err := hpke.NewRecipient(enc, o.private, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), o.info)
		if err != nil {
			return nil, Code{}, ErrUnreadable
		}
		o.enc, o.context = bytes.Clone(enc), context
	}
	aead, err := ballotAEAD(o.context.Export, salt)
	if err != nil {
		return nil, Code{}, err
	}
	ballot, err := aead.Open(nil, zeroNonce(), box, nil)
	if err != nil || ballot[0] != version { // the length follows from that of the sealed ballot
		return nil, Code{}, ErrUnreadable
	}
	return ballot[1+codeLen:], Code(ballot[1 : 1+codeLen]), nil
}
