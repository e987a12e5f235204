package ballotbox

import (
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

const (
	version   = 1
	codeLen   = 10
	choiceLen = 16
	plainLen  = 1 + codeLen + choiceLen

	// SealedSize is the length of every sealed ballot, in bytes.
	SealedSize = chacha20poly1305.NonceSize + plainLen + chacha20poly1305.Overhead
)

// ErrUnreadable means that a sealed ballot does not open: it was changed,
// belongs to another election, or was sealed under another key.
var ErrUnreadable = errors.New("sealed ballot does not open")

// Choice is the candidate a ballot is for: the 16 bytes of the candidate's id.
type Choice [choiceLen]byte

// Code is the voter's one-time code.
type Code [codeLen]byte

// String is the code as a voter sees it: 16 characters of upper-case base32 (RFC 4648).
func (c Code) String() string { return base32.StdEncoding.EncodeToString(c[:]) }

// Ballot is what a sealed ballot holds.
type Ballot struct {
	Choice Choice
	Code   Code
}

// Leaf identifies a cast ballot without revealing it; doc.go defines it.
type Leaf [sha256.Size]byte

// Key seals and opens the ballots of one election. It is safe for concurrent use.
type Key struct {
	aead     cipher.AEAD
	election string
}

// NewSecret draws the secret of an election's key.
func NewSecret() []byte {
	secret := make([]byte, chacha20poly1305.KeySize)
	rand.Read(secret)
	return secret
}

// NewKey makes the key of an election from its secret of 32 bytes.
func NewKey(secret []byte, election string) (*Key, error) {
	aead, err := chacha20poly1305.New(secret)
	if err != nil {
		return nil, fmt.Errorf("key of election %s: %w", election, err)
	}
	return &Key{aead: aead, election: election}, nil
}

// Seal makes the sealed ballot for a choice, with a fresh code.
func (k *Key) Seal(choice Choice) (sealed []byte, code Code) {
	rand.Read(code[:])
	var plain [plainLen]byte
	plain[0] = version
	copy(plain[1:], code[:])
	copy(plain[1+codeLen:], choice[:])

	sealed = make([]byte, chacha20poly1305.NonceSize, SealedSize)
	rand.Read(sealed)
	return k.aead.Seal(sealed, sealed, plain[:], k.associated()), code
}

// Open reads a sealed ballot, or returns ErrUnreadable.
func (k *Key) Open(sealed []byte) (Ballot, error) {
	if len(sealed) != SealedSize {
		return Ballot{}, fmt.Errorf("%d bytes, want %d: %w", len(sealed), SealedSize, ErrUnreadable)
	}
	nonce, box := sealed[:chacha20poly1305.NonceSize], sealed[chacha20poly1305.NonceSize:]
	plain, err := k.aead.Open(nil, nonce, box, k.associated())
	if err != nil || plain[0] != version {
		return Ballot{}, ErrUnreadable
	}
	var b Ballot
	copy(b.Code[:], plain[1:])
	copy(b.Choice[:], plain[1+codeLen:])
	return b, nil
}

func (k *Key) associated() []byte { return []byte("ostrakon/ballot/1\x00" + k.election) }

// LeafOf is the leaf of a sealed ballot cast in an election.
func LeafOf(election string, sealed []byte) Leaf {
	content := sha256.Sum256(sealed)
	h := sha256.New()
	h.Write([]byte("\x00ostrakon/cast/1\x00"))
	h.Write([]byte(election))
	h.Write(content[:])
	return Leaf(h.Sum(nil))
}
