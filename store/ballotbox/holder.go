package ballotbox

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ostrakon/store/sealing"
)

// MaxHolderName bounds the name of a holder or witness, in characters.
const MaxHolderName = 100

// Holder is one of those who hold the key of an election.
type Holder struct {
	Name       string   `json:"name"`           // 1..MaxHolderName characters
	PublicKey  []byte   `json:"publicKey"`      // ballots are sealed to it; base64 in JSON
	SigningKey []byte   `json:"signingKey"`     // Ed25519: the holder signs the seal; base64 in JSON
	Root       []byte   `json:"root,omitempty"` // over the holder's keys for all numbers, see KeysRoot
	Path       [][]byte `json:"path,omitempty"` // from these keys to the root
}

// Witness is somebody who cosigns checkpoints of the log (C2SP tlog-cosignature).
type Witness struct {
	Name string `json:"name"` // 1..MaxHolderName characters from 0x21 to 0x7e without "+"; not of this program
	Key  []byte `json:"key"`  // Ed25519; base64 in JSON
}

// Witnesses are those whose cosignatures the last checkpoint needs, and how many of them.
type Witnesses struct {
	Needed int       `json:"needed"` // 1 to the number of keys
	Keys   []Witness `json:"keys"`   // 1..MaxWitnesses
}

// MaxWitnesses is the largest number of witnesses in a manifest.
const MaxWitnesses = 9

// KeyTaken reports whether a signing key is that of the installation, a holder or a witness. All keys differ.
func KeyTaken(key, installation []byte, holders []Holder, witnesses []Witness) bool {
	return bytes.Equal(key, installation) ||
		slices.ContainsFunc(holders, func(h Holder) bool { return bytes.Equal(key, h.SigningKey) }) ||
		slices.ContainsFunc(witnesses, func(w Witness) bool { return bytes.Equal(key, w.Key) })
}

var errKeyTaken = errors.New("a signingKey that is there twice")

// checkKeys checks who holds which keys.
func (m *Manifest) checkKeys() error {
	if err := CheckSigningKey(m.SigningKey); err != nil {
		return err
	}
	if err := m.checkHolders(); err != nil {
		return err
	}
	return m.checkWitnesses()
}

func (m *Manifest) checkHolders() error {
	n, custody := len(m.Holders), m.Custody.Traits()
	switch {
	case custody.Custody == "":
		return fmt.Errorf("unknown custody %q", m.Custody)
	case n < 1 || n > sealing.MaxHolders:
		return fmt.Errorf("%d holders, want 1 to %d", n, sealing.MaxHolders)
	case m.Threshold < 1 || m.Threshold > n:
		return fmt.Errorf("a threshold of %d of %d holders", m.Threshold, n)
	case custody.ServerKey && (n != 1 || m.Holders[0].Name != ServerHolder):
		return errors.New("in the custody of the server there is one holder, the server")
	}
	seals := make(map[string]bool)
	for i, h := range m.Holders {
		err := CheckSigningKey(h.SigningKey)
		switch {
		case KeyTaken(h.SigningKey, m.SigningKey, m.Holders[:i], nil):
			err = errKeyTaken
		case err != nil:
		case h.Name == "" || utf8.RuneCountInString(h.Name) > MaxHolderName:
			err = fmt.Errorf("a name of %d characters", utf8.RuneCountInString(h.Name))
		case len(h.PublicKey) != sealing.PublicKeySize:
			err = fmt.Errorf("publicKey has %d bytes, want %d", len(h.PublicKey), sealing.PublicKeySize)
		case seals[string(h.PublicKey)]:
			err = errors.New("a publicKey that is there twice")
		}
		if err != nil {
			return fmt.Errorf("holder %d: %w", i+1, err)
		}
		seals[string(h.PublicKey)] = true
	}
	return m.checkNumber()
}

func (m *Manifest) checkWitnesses() error {
	if m.Witnesses == nil {
		return nil
	}
	n := len(m.Witnesses.Keys)
	if n < 1 || n > MaxWitnesses || m.Witnesses.Needed < 1 || m.Witnesses.Needed > n {
		return fmt.Errorf("%d of %d witnesses are needed", m.Witnesses.Needed, n)
	}
	names := make(map[string]bool)
	for i, w := range m.Witnesses.Keys {
		err := CheckSigningKey(w.Key)
		switch {
		case KeyTaken(w.Key, m.SigningKey, m.Holders, m.Witnesses.Keys[:i]):
			err = errKeyTaken
		case err != nil:
		case names[w.Name] || CheckWitnessName(w.Name) != nil:
			err = fmt.Errorf("its name %.200q is in no proper form or there twice", w.Name)
		}
		if err != nil {
			return fmt.Errorf("witness %d: %w", i+1, err)
		}
		names[w.Name] = true
	}
	return nil
}

// CheckWitnessName checks the name of a witness in a manifest. It must not look like that of a log.
func CheckWitnessName(name string) error {
	if strings.HasPrefix(name, OriginPrefix) {
		return fmt.Errorf("%.200q begins like the name of a log", name)
	}
	return checkWitnessName(name)
}

// checkWitnessName checks the form of a witness's name, which is that of a key name in a note.
func checkWitnessName(name string) error {
	if name == "" || len(name) > MaxHolderName ||
		strings.ContainsFunc(name, func(r rune) bool { return r < 0x21 || r > 0x7e || r == '+' }) {
		return fmt.Errorf("%.200q is not the name of a witness", name)
	}
	return nil
}
