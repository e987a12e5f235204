package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Signer is the installation's signing key. It is safe for concurrent use.
type Signer struct {
	key ed25519.PrivateKey
}

// NewSigner makes the signer from its seed of 32 bytes.
func NewSigner(seed []byte) (*Signer, error) {
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("signing key has %d bytes, want %d", len(seed), ed25519.SeedSize)
	}
	return &Signer{key: ed25519.NewKeyFromSeed(seed)}, nil
}

// Public is the public key, 32 bytes.
func (s *Signer) Public() []byte { return s.key.Public().(ed25519.PublicKey) }

// noteSigner signs notes under the name of one election's log.
type noteSigner struct {
	note.Verifier
	key ed25519.PrivateKey
}

func (n noteSigner) Sign(msg []byte) ([]byte, error) { return ed25519.Sign(n.key, msg), nil }

// signNote makes a note (C2SP signed-note) of an election, signed by the installation.
func (s *Signer) signNote(origin, text string) ([]byte, error) {
	v, err := verifier(origin, s.Public())
	if err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: text}, noteSigner{v, s.key})
}

func verifier(origin string, public []byte) (note.Verifier, error) {
	vkey, err := note.NewEd25519VerifierKey(origin, public)
	if err != nil {
		return nil, err
	}
	return note.NewVerifier(vkey)
}

// CheckSigningKey checks that a key is in the one form of its point (RFC 8032, section 5.1.3: the coordinate y is below
// p, and there is a point with it) and not one of the eight points of low order, under which a signature can be made
// that holds for every text. Of the points with x = 0, whose sign has two forms, there are only such.
func CheckSigningKey(key []byte) error {
	if len(key) != ed25519.PublicKeySize {
		return errors.New("signingKey is not an Ed25519 public key")
	}
	y := bytes.Clone(key)
	y[31] &= 0x7f // the sign of x
	slices.Reverse(y)
	n, one := new(big.Int).SetBytes(y), big.NewInt(1)
	p := new(big.Int).Sub(new(big.Int).Lsh(one, 255), big.NewInt(19))
	// x² = (y²-1) / (dy²+1), and a quotient is a square if the product is one; d = -121665/121666.
	d := new(big.Int).ModInverse(big.NewInt(121666), p)
	d.Mul(d, big.NewInt(-121665))
	square := new(big.Int).Mul(n, n)
	below := new(big.Int).Add(new(big.Int).Mul(d, square), one)
	if n.Cmp(p) >= 0 || big.Jacobi(below.Mul(below, square.Sub(square, one)), p) < 0 {
		return errors.New("signingKey is no point in its one form")
	}
	eighth, _ := new(big.Int).SetString("2707385501144840649318225287225658788936804267575313519463743609750303402022", 10)
	for _, low := range []*big.Int{big.NewInt(0), big.NewInt(1), eighth} {
		if n.Cmp(low) == 0 || new(big.Int).Add(n, low).Cmp(p) == 0 {
			return errors.New("signingKey is a point of low order: everybody can sign with it")
		}
	}
	return nil
}

// openNote checks the signatures of a note: the installation's must be there, and those of others that are there must
// be right. It returns the text and the others' signatures by line. Key names are visible ASCII, and base64 is in its
// one form, so that all verifiers read a note alike.
func (m *Manifest) openNote(signed []byte, others ...note.Verifier) (text string, by []note.Signature, err error) {
	if err := checkSignatureLines(signed); err != nil {
		return "", nil, err
	}
	v, err := verifier(m.origin(), m.SigningKey)
	if err != nil {
		return "", nil, err
	}
	n, err := note.Open(signed, note.VerifierList(append(slices.Clip(others), v)...))
	if err != nil {
		return "", nil, fmt.Errorf("%w: %w", errNotSigned, err)
	}
	at := slices.IndexFunc(n.Sigs, func(s note.Signature) bool { return isOf(s, v) })
	if at < 0 {
		return "", nil, errNotSigned
	}
	return n.Text, slices.Delete(n.Sigs, at, at+1), nil
}

// isOf reports whether a signature is that of a verifier's key.
func isOf(s note.Signature, v note.Verifier) bool { return s.Name == v.Name() && s.Hash == v.KeyHash() }

var errNotSigned = errors.New("it is not signed by the key of the manifest")

var errSignatureLine = errors.New("a signature line is not in its form")

// checkSignatureLines checks the form of the lines after the last empty line.
func checkSignatureLines(signed []byte) error {
	_, name, _ := strings.Cut(string(signed[max(0, bytes.LastIndex(signed, []byte("\n\n"))):]), "\n\n")
	for line := range strings.Lines(name) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		if len(words) != 3 || strings.ContainsFunc(words[1], func(r rune) bool { return r < 0x21 || r > 0x7e }) {
			return errSignatureLine
		}
		raw, err := base64.StdEncoding.DecodeString(words[2])
		if err != nil || base64.StdEncoding.EncodeToString(raw) != words[2] {
			return errSignatureLine
		}
	}
	return nil
}

// Checkpoint says that an election's cast log had a root at a size.
type Checkpoint struct {
	Size int64
	Root Hash
}

func (c Checkpoint) text(origin string) string {
	return fmt.Sprintf("%s\n%d\n%s\n", origin, c.Size, base64.StdEncoding.EncodeToString(c.Root[:]))
}

// Checkpoint signs a checkpoint of an election's cast log in the form of C2SP tlog-checkpoint.
func (s *Signer) Checkpoint(election string, c Checkpoint) ([]byte, error) {
	origin := originOf(election)
	return s.signNote(origin, c.text(origin))
}

// OpenCheckpoint checks a signed checkpoint against a manifest and reads it.
func (m *Manifest) OpenCheckpoint(signed []byte) (Checkpoint, error) {
	c, _, err := m.openCosigned(signed)
	return c, err
}

// openCosigned is OpenCheckpoint that also returns the cosignatures of certain witnesses.
func (m *Manifest) openCosigned(signed []byte, witnesses ...note.Verifier) (Checkpoint, []note.Signature, error) {
	text, by, err := m.openNote(signed, witnesses...)
	if err != nil {
		return Checkpoint{}, nil, err
	}
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[0] != m.origin() {
		return Checkpoint{}, nil, fmt.Errorf("not a checkpoint of %s", m.origin())
	}
	size, sizeErr := parseNumber(lines[1])
	root, rootErr := tlog.ParseHash(lines[2])
	c := Checkpoint{Size: int64(size), Root: Hash(root)}
	if sizeErr != nil || rootErr != nil || c.text(m.origin()) != text {
		return Checkpoint{}, nil, fmt.Errorf("%q at %q is not a size and a root", lines[2], lines[1])
	}
	return c, by, nil
}
