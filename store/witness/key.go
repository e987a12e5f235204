package witness

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"ostrakon/store/ballotbox"
)

// Key is the key of a witness. It is safe for concurrent use.
type Key struct {
	ballotbox.Witness // its public half
	private           ed25519.PrivateKey
}

// keyPrefix begins the text of a key, as golang.org/x/mod/sumdb/note has it.
const keyPrefix = "PRIVATE+KEY+"

// cosignatureKey is the type of the key in the C2SP signed-note registry.
const cosignatureKey = 4

// NewKey draws the key of a witness. The name is one that nobody else has, such as a domain with a
// path: 1 to 100 visible ASCII characters without "+", not beginning with "ostrakon/".
func NewKey(name string) (*Key, error) {
	seed := make([]byte, ed25519.SeedSize)
	rand.Read(seed)
	return keyOf(name, seed)
}

func keyOf(name string, seed []byte) (*Key, error) {
	private := ed25519.NewKeyFromSeed(seed)
	k := &Key{ballotbox.Witness{Name: name, Key: private.Public().(ed25519.PublicKey)}, private}
	if _, err := ballotbox.ParseWitness(k.Witness.String()); err != nil ||
		strings.HasPrefix(name, ballotbox.OriginPrefix) {
		return nil, fmt.Errorf("%.200q cannot be the name of a witness: take 1 to 100 letters, digits and signs, without "+
			"spaces and +, such as example.org/witness", name)
	}
	return k, nil
}

// Secret writes the key: PRIVATE+KEY+name+key hash in eight hexadecimal digits+base64 of 0x04 ‖ 32-byte seed.
func (k *Key) Secret() string {
	return fmt.Sprintf("%s%s+%08x+%s", keyPrefix, k.Name, k.KeyHash(),
		base64.StdEncoding.EncodeToString(append([]byte{cosignatureKey}, k.private.Seed()...)))
}

// ParseKey reads a key as Secret writes it.
func ParseKey(text string) (*Key, error) {
	rest, found := strings.CutPrefix(text, keyPrefix)
	words := strings.SplitN(rest, "+", 3)
	if found && len(words) == 3 {
		raw, err := base64.StdEncoding.DecodeString(words[2])
		if err == nil && len(raw) == 1+ed25519.SeedSize && raw[0] == cosignatureKey {
			if k, err := keyOf(words[0], raw[1:]); err == nil && k.Secret() == text {
				return k, nil
			}
		}
	}
	return nil, errors.New("this is not the key of a witness: one line that begins with " + keyPrefix)
}

// Cosign adds the witness's line to a signed checkpoint (C2SP tlog-cosignature, cosignature/v1): at that time, to the
// second, it was the largest one seen of its log. Call it after [Sight.Next] and [Dir.Save].
func (k *Key) Cosign(checkpoint []byte, at time.Time) []byte {
	text := ballotbox.NoteText(checkpoint)
	signature := ed25519.Sign(k.private, fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at.Unix(), text))
	line := binary.BigEndian.AppendUint32(nil, k.KeyHash())
	line = append(binary.BigEndian.AppendUint64(line, uint64(at.Unix())), signature...)
	return fmt.Appendf(bytes.Clone(checkpoint), "— %s %s\n", k.Name, base64.StdEncoding.EncodeToString(line))
}
