package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// cosignature is the type of a witness's key in the C2SP signed-note registry.
const cosignature = 4

// KeyHash is the first four bytes of SHA-256(name ‖ "\n" ‖ 0x04 ‖ key), big-endian.
func (w Witness) KeyHash() uint32 {
	h := sha256.Sum256(slices.Concat([]byte(w.Name), []byte{'\n', cosignature}, w.Key))
	return binary.BigEndian.Uint32(h[:])
}

// String writes the C2SP verifier key: name + key hash in eight hexadecimal digits + base64 of 0x04 ‖ key.
func (w Witness) String() string {
	return fmt.Sprintf("%s+%08x+%s", w.Name, w.KeyHash(),
		base64.StdEncoding.EncodeToString(append([]byte{cosignature}, w.Key...)))
}

// ParseWitness reads the verifier key of a witness, as String writes it.
func ParseWitness(vkey string) (Witness, error) {
	words := strings.SplitN(vkey, "+", 3)
	if len(words) == 3 {
		raw, err := base64.StdEncoding.DecodeString(words[2])
		if err == nil && len(raw) == 1+ed25519.PublicKeySize && CheckSigningKey(raw[1:]) == nil {
			w := Witness{words[0], raw[1:]}
			if checkWitnessName(w.Name) == nil && w.String() == vkey {
				return w, nil
			}
		}
	}
	return Witness{}, fmt.Errorf("%.200q is not the key of a witness: name+hash+key with an Ed25519 key of type 4", vkey)
}

// cosigner checks the cosignatures of a witness.
type cosigner struct{ Witness }

// Name is the witness's name, as key name.
func (c cosigner) Name() string { return c.Witness.Name }

// Verify checks a cosignature (C2SP tlog-cosignature, cosignature/v1) of a checkpoint's text.
func (c cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	signed := fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(signature), text)
	return ed25519.Verify(c.Key, signed, signature[8:])
}

// cosigners are the manifest's witnesses, and others whom it does not name alike.
func (m *Manifest) cosigners(others ...Witness) []note.Verifier {
	var all []note.Verifier
	named := func(w Witness) bool {
		return slices.ContainsFunc(all, func(v note.Verifier) bool {
			c := v.(cosigner)
			return c.Witness.Name == w.Name && bytes.Equal(c.Key, w.Key)
		})
	}
	if m.Witnesses != nil {
		for _, w := range m.Witnesses.Keys {
			all = append(all, cosigner{w})
		}
	}
	for _, w := range others {
		if !named(w) {
			all = append(all, cosigner{w})
		}
	}
	return all
}

// OpenCosigned checks a signed checkpoint against a manifest and reads it. It also returns the names of the manifest's
// witnesses who have cosigned it. If one of them has a line that is not right, the whole checkpoint is refused.
func (m *Manifest) OpenCosigned(signed []byte) (Checkpoint, []string, error) {
	c, by, err := m.openCosigned(signed, m.cosigners()...)
	var names []string
	for _, s := range by {
		names = append(names, s.Name)
	}
	return c, names, err
}

// AddCosignatures adds to a signed checkpoint the lines of the manifest's witnesses in from, another copy of it. A
// witness who signed both keeps the old line. The lines stand in the order of the manifest after the installation's;
// others go. Errors: another checkpoint; a witness of the manifest without a line or with a wrong one.
func (m *Manifest) AddCosignatures(signed, from []byte) ([]byte, error) {
	known := m.cosigners()
	if _, _, err := m.openCosigned(signed, known...); err != nil {
		return nil, err
	}
	if err := checkSignatureLines(from); err != nil {
		return nil, err
	}
	added, err := note.Open(from, note.VerifierList(known...))
	if err != nil {
		return nil, fmt.Errorf("no right cosignature of a witness whom the manifest names: %w", err)
	}
	if added.Text != NoteText(signed) {
		return nil, errors.New("the cosignature is of another checkpoint")
	}
	own, err := verifier(m.origin(), m.SigningKey)
	if err != nil {
		return nil, err
	}
	known = append([]note.Verifier{own}, known...)
	had, err := note.Open(signed, note.VerifierList(known...))
	if err != nil {
		return nil, err
	}
	return joinNote(had.Text, known, append(had.Sigs, added.Sigs...)), nil
}

// joinNote writes a note with the first signature of each signer, in the order of signers.
func joinNote(text string, signers []note.Verifier, signatures []note.Signature) []byte {
	out := []byte(text + "\n")
	for _, v := range signers {
		at := slices.IndexFunc(signatures, func(s note.Signature) bool { return isOf(s, v) })
		if at >= 0 {
			out = fmt.Appendf(out, "— %s %s\n", v.Name(), signatures[at].Base64)
		}
	}
	return out
}
