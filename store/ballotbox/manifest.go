package ballotbox

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

// Hash is a SHA-256 value; its text is hexadecimal.
type Hash [sha256.Size]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads 64 lower-case hexadecimal digits.
func ParseHash(text string) (Hash, error) {
	var h Hash
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(h) || hex.EncodeToString(raw) != text {
		return h, fmt.Errorf("%q is not 64 hexadecimal digits", text)
	}
	return Hash(raw), nil
}

// TieBreak says what happens when candidates share the first place.
type TieBreak string

// The ways to deal with a tie.
const (
	TieStated TieBreak = "none" // the result says that there is a tie, and nobody wins
	TieDraw   TieBreak = "draw" // the committed seed breaks it, see draw
)

// Standing is a candidate, frozen when the election opened.
type Standing struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Affiliation string `json:"affiliation"`
	Description string `json:"description"`
	PhotoSHA256 string `json:"photoSha256"` // "" without a photo
}

// Manifest is an election, frozen when it opened: what people vote on, by which rules, and with
// which keys. Times are RFC 3339 in UTC, "" when unset.
type Manifest struct {
	Version       int        `json:"version"`
	ElectionID    string     `json:"electionId"`
	Title         string     `json:"title"`
	Description   string     `json:"description"`
	Method        string     `json:"method"`
	TieBreak      TieBreak   `json:"tieBreak"`
	Shuffle       bool       `json:"shuffleCandidates"`
	OpensAt       string     `json:"opensAt"`
	ClosesAt      string     `json:"closesAt"`
	Candidates    []Standing `json:"candidates"` // in the order of entry
	Suite         string     `json:"suite"`
	PublicKey     []byte     `json:"publicKey"`  // seals the ballots; base64 in JSON
	SealedSize    int        `json:"sealedSize"` // bytes of every sealed ballot
	SigningKey    []byte     `json:"signingKey"` // the installation's Ed25519 public key; base64 in JSON
	TieCommitment string     `json:"tieSeedCommitment"`

	Electorate *Electorate `json:"electorate,omitempty"` // who may vote, if that is a frozen roll; the version is 2 then

	hash Hash // of the canonical bytes
}

// MethodPlurality is the only counting method: one candidate on each ballot, and most votes win.
const MethodPlurality = "plurality"

// NewManifest fills in the keys and the version, and makes the canonical bytes.
func NewManifest(m Manifest, s *Secret, signer *Signer) (*Manifest, []byte, error) {
	m.Version, m.Suite, m.SealedSize = m.versionOf(), Suite, SealedSize
	m.PublicKey, m.SigningKey = s.PublicKey(), signer.Public()
	m.TieCommitment = TieCommitment(s.TieSeed()).String()
	raw, err := canonical(m)
	if err != nil {
		return nil, nil, err
	}
	parsed, err := ParseManifest(raw)
	return parsed, raw, err
}

// ParseManifest reads a manifest strictly: canonical JSON, known members, known rules, keys of the
// right size, each candidate once.
func ParseManifest(raw []byte) (*Manifest, error) {
	m := &Manifest{}
	if err := parseCanonical(raw, m); err != nil {
		return nil, err
	}
	m.hash = ManifestHash(raw)
	if _, err := ParseChoice(m.ElectionID); err != nil { // both kinds of id have one form
		return nil, fmt.Errorf("%q is not an election id", m.ElectionID)
	}
	seen := make(map[string]bool)
	for _, c := range m.Candidates {
		if _, err := ParseChoice(c.ID); err != nil || seen[c.ID] {
			return nil, fmt.Errorf("candidate %q is named twice or has no proper id", c.ID)
		}
		seen[c.ID] = true
	}
	switch {
	case m.Version != m.versionOf():
		return nil, fmt.Errorf("version %d, want %d", m.Version, m.versionOf())
	case m.Suite != Suite || m.SealedSize != SealedSize:
		return nil, fmt.Errorf("unknown suite %q with ballots of %d bytes", m.Suite, m.SealedSize)
	case m.Method != MethodPlurality:
		return nil, fmt.Errorf("unknown method %q", m.Method)
	case m.TieBreak != TieStated && m.TieBreak != TieDraw:
		return nil, fmt.Errorf("unknown tieBreak %q", m.TieBreak)
	case len(m.PublicKey) != publicLen:
		return nil, fmt.Errorf("publicKey has %d bytes, want %d", len(m.PublicKey), publicLen)
	case len(m.SigningKey) != ed25519.PublicKeySize:
		return nil, errors.New("signingKey is not an Ed25519 public key")
	case len(m.Candidates) < 2:
		return nil, fmt.Errorf("%d candidates, want at least 2", len(m.Candidates))
	}
	if _, err := ParseHash(m.TieCommitment); err != nil {
		return nil, fmt.Errorf("tieSeedCommitment: %w", err)
	}
	if m.Electorate == nil {
		return m, nil
	}
	if _, err := ParseHash(m.Electorate.RollHash); err != nil || m.Electorate.Size < 1 {
		return nil, fmt.Errorf("an electorate of %d people with the hash %q", m.Electorate.Size, m.Electorate.RollHash)
	}
	return m, nil
}

// versionOf is the version of a manifest with these members: version 2 added the frozen roll.
func (m *Manifest) versionOf() int {
	if m.Electorate != nil {
		return version + 1
	}
	return version
}

// ManifestHash is the hash of a manifest, from its canonical bytes.
func ManifestHash(raw []byte) Hash {
	return sha256.Sum256(append([]byte("ostrakon/manifest/1\x00"), raw...))
}

// info binds a sealed ballot to its election and the election's manifest.
func (m *Manifest) info() []byte {
	return append([]byte("ostrakon/ballot/1\x00"+m.ElectionID), m.hash[:]...)
}

// origin names the cast log of the election, and the key that signs for it.
func (m *Manifest) origin() string { return originOf(m.ElectionID) }

// OriginPrefix begins the first line of every checkpoint.
const OriginPrefix = "ostrakon/"

func originOf(election string) string { return OriginPrefix + election }

// Fingerprint is the form of a public key that people compare: the base64 of its bytes.
func Fingerprint(key []byte) string { return base64.StdEncoding.EncodeToString(key) }
