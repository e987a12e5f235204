package sealing

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

const (
	// SecretSize is the length of a holder's secret, in bytes.
	SecretSize = 32

	// MaxHolders is how many holders an election can have.
	MaxHolders = 9

	// SheetPrefix stands before a sheet where it is printed in one line.
	SheetPrefix = "OSTRAKON-KEY:"

	sheetPath = "#/SHEET/" // stands before it in the link that its QR code is, in capitals

	sheetSumSize  = 3
	sheetKeyChars = (SecretSize + sheetSumSize) * 8 / 5 // 56
)

// ErrBadSecret means that bytes are not a holder's secret, or not that of the holder named.
var ErrBadSecret = errors.New("this is not the key of the holder")

// ErrSheet means that a text is not a holder's key, or has a typing error.
var ErrSheet = errors.New("this is not a complete key: compare it with the sheet, character by character")

// Secret is a holder's 32 bytes, for the keys that open ballots and sign counts. It is safe for concurrent use.
type Secret struct {
	bytes  [SecretSize]byte
	kem    *privateKey
	signer ed25519.PrivateKey
}

// NewSecret draws a holder's secret from crypto/rand.
func NewSecret() *Secret {
	var raw [SecretSize]byte
	rand.Read(raw[:])
	defer clear(raw[:])
	return secretOf(raw)
}

// ParseSecret reads a secret from its SecretSize bytes. Errors: ErrBadSecret.
func ParseSecret(raw []byte) (*Secret, error) {
	if len(raw) != SecretSize {
		return nil, fmt.Errorf("%w: %d bytes, want %d", ErrBadSecret, len(raw), SecretSize)
	}
	return secretOf([SecretSize]byte(raw)), nil
}

func secretOf(raw [SecretSize]byte) *Secret {
	prk := extract(raw[:], nil)
	kemSeed := expand(prk, "ostrakon/holder-kem/4\x00", kemSeedSize)
	signSeed := expand(prk, "ostrakon/holder-sign/4\x00", ed25519.SeedSize)
	defer clear(prk)
	defer clear(kemSeed)
	defer clear(signSeed)
	return &Secret{bytes: raw, kem: newPrivateKey(kemSeed), signer: ed25519.NewKeyFromSeed(signSeed)}
}

// Bytes is the secret as ParseSecret reads it.
func (s *Secret) Bytes() []byte { return append([]byte(nil), s.bytes[:]...) }

// PublicKey is what shares of ballots are sealed to: an X-Wing encapsulation key of PublicKeySize bytes.
func (s *Secret) PublicKey() []byte { return s.kem.public() }

// SigningKey checks what Sign signs.
func (s *Secret) SigningKey() ed25519.PublicKey { return s.signer.Public().(ed25519.PublicKey) }

// Sign makes the Ed25519 signature of a message (RFC 8032, section 5.1.6).
func (s *Secret) Sign(message []byte) []byte { return ed25519.Sign(s.signer, message) }

// Sheet is the secret to print: 56 characters of base32 (RFC 4648, section 6), the last of which find typing errors.
func (s *Secret) Sheet() string {
	sum := sheetSum(s.bytes[:])
	return sheetEncoding().EncodeToString(append(s.Bytes(), sum[:]...))
}

// ParseSheet reads a secret from its sheet as people type it: in either case, with white space or hyphens between the
// characters, 0, 1 and 8 for O, I and B, and with or without SheetPrefix; or as a scanner reads the link of its QR
// code. Errors: ErrSheet.
func ParseSheet(text string) (*Secret, error) {
	text = strings.Map(meant, strings.TrimSpace(text))
	if _, linked, found := strings.Cut(text, sheetPath); found {
		text = linked
	}
	text = strings.TrimPrefix(text, SheetPrefix)
	key := strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	if len(key) != sheetKeyChars {
		return nil, ErrSheet
	}
	raw, err := sheetEncoding().DecodeString(key)
	if err != nil || [sheetSumSize]byte(raw[SecretSize:]) != sheetSum(raw[:SecretSize]) {
		return nil, ErrSheet
	}
	defer clear(raw)
	return secretOf([SecretSize]byte(raw)), nil
}

func sheetEncoding() *base32.Encoding { return base32.StdEncoding.WithPadding(base32.NoPadding) }

func sheetSum(secret []byte) [sheetSumSize]byte {
	sum := sha256.Sum256(append([]byte("ostrakon/sheet/4\x00"), secret...))
	return [sheetSumSize]byte(sum[:])
}

// meant turns the letters a to z into capitals, and no other letter into one of them, and digits that no sheet has into
// the letters for which people take them.
func meant(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case r == '0':
		return 'O'
	case r == '1':
		return 'I'
	case r == '8':
		return 'B'
	}
	return r
}
