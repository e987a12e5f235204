package ballotbox

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"ostrakon/store/sealing"
)

// version of all formats of this package.
const version = 4

// Suite names how ballots are sealed to each holder: HPKE (RFC 9180) with X-Wing. Its key encapsulation is safe from a
// quantum computer if ML-KEM-768 is, and from other computers if ML-KEM-768 or X25519 is.
const Suite = "MLKEM768X25519/HKDF-SHA256/ChaCha20Poly1305"

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

// hashOf is the hash of content under a domain.
func hashOf(domain string, content []byte) Hash {
	return sha256.Sum256(append([]byte(domain), content...))
}

// Manifest is an election, frozen when it opened: questions, rules and keys. FormatTime writes its times.
type Manifest struct {
	Version     int         `json:"version"`
	ElectionID  string      `json:"electionId"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	TimeZone    string      `json:"timeZone"` // of the organisation, an IANA name
	OpensAt     string      `json:"opensAt"`
	ClosesAt    string      `json:"closesAt"`
	Shuffle     bool        `json:"shuffleCandidates"`
	Questions   []Question  `json:"questions"`
	Groups      []string    `json:"groups,omitempty"` // names of groups of people, numbered from 1
	Quorum      *Quorum     `json:"quorum,omitempty"`
	Electorate  *Electorate `json:"electorate,omitempty"` // who may vote, if that is a frozen roll
	Suite       string      `json:"suite"`
	Custody     Custody     `json:"custody"`
	Threshold   int         `json:"threshold"`        // how many holders open the ballots together
	Holders     []Holder    `json:"holders"`          // numbered from 1
	Number      *int        `json:"number,omitempty"` // of the holders' keys; 0 for a rehearsal
	SealedSize  int         `json:"sealedSize"`       // bytes of every sealed ballot
	SigningKey  []byte      `json:"signingKey"`       // the installation's Ed25519 public key; base64 in JSON
	Witnesses   *Witnesses  `json:"witnesses,omitempty"`
	PollBook    *PollBook   `json:"pollBook,omitempty"` // if each ballot needs a stub
	Papers      int         `json:"papers,omitempty"`   // how many were printed
	Proof       bool        `json:"proof,omitempty"`    // whether the count is proved, see CanProve
	// how long the sealed ballots stay after the count, from the seal's countedAt on; 0 with the server's key
	KeepBoxDays int `json:"keepBoxDays,omitempty"`

	Translations []Translation `json:"translations,omitempty"`

	hash Hash // of the canonical bytes
}

// MaxKeepBoxDays is ten years: laws ask for no more.
const MaxKeepBoxDays = 3653

// Quorum is the part of the frozen roll whose papers must be in the box: a numerator and a denominator,
// 1 <= numerator <= denominator <= 100.
type Quorum struct {
	Least []int    `json:"least"`
	Of    QuorumOf `json:"of,omitempty"`
}

// QuorumOf says what a quorum counts.
type QuorumOf string

// What a quorum can count.
const (
	QuorumOfPeople  QuorumOf = ""        // each person once, whatever their weight
	QuorumOfWeights QuorumOf = "weights" // the weights of the papers
	QuorumOfBoth    QuorumOf = "both"    // both must reach the part
)

// of is the smallest number that is the part of a whole.
func (q *Quorum) of(whole int) int { return (whole*q.Least[0] + q.Least[1] - 1) / q.Least[1] }

// result judges the turnout of those who may vote.
func (q *Quorum) result(may, turnout Turnout) *QuorumResult {
	r := &QuorumResult{}
	if q.Of != QuorumOfWeights {
		r.Needed = q.of(may.People)
	}
	if q.Of != QuorumOfPeople {
		r.NeededVotes = q.of(may.Cast)
	}
	r.Met = turnout.People >= r.Needed && turnout.Cast >= r.NeededVotes
	return r
}

// NewManifest fills in the version, the suite, the size of a sealed ballot and the installation's key, and makes the
// canonical bytes. Errors: as ParseManifest, and a holder's key that cannot be sealed to.
func NewManifest(m Manifest, signer *Signer) (*Manifest, []byte, error) {
	m.Version, m.Suite, m.SigningKey = version, Suite, signer.Public()
	m.SealedSize = sealing.Size(len(m.Holders), m.OptionCount())
	raw, err := canonical(m)
	if err != nil {
		return nil, nil, err
	}
	parsed, err := ParseManifest(raw)
	if err == nil {
		_, err = parsed.SealingBox()
	}
	return parsed, raw, err
}

// ParseManifest reads a manifest strictly: canonical JSON, rules that fit together, proper keys, unique ids.
func ParseManifest(raw []byte) (*Manifest, error) {
	m := &Manifest{}
	if err := parseCanonical(raw, m); err != nil {
		return nil, err
	}
	m.hash = ManifestHash(raw)
	switch {
	case m.Version != version:
		return nil, fmt.Errorf("version %d, want %d", m.Version, version)
	case ParseID(m.ElectionID) != nil:
		return nil, fmt.Errorf("%q is not an election id", m.ElectionID)
	case m.Suite != Suite:
		return nil, fmt.Errorf("unknown suite %q", m.Suite)
	case m.SealedSize != sealing.Size(len(m.Holders), m.OptionCount()):
		return nil, fmt.Errorf("ballots of %d bytes for %d holders and %d options", m.SealedSize, len(m.Holders),
			m.OptionCount())
	case !validTime(m.OpensAt) || !validTime(m.ClosesAt):
		return nil, fmt.Errorf("opensAt %q and closesAt %q are not both times", m.OpensAt, m.ClosesAt)
	case m.KeepBoxDays > MaxKeepBoxDays || m.KeepBoxDays > 0 && !m.Custody.Traits().Sheets:
		return nil, fmt.Errorf("a box that is kept for %d days in the custody %q", m.KeepBoxDays, m.Custody)
	}
	if err := m.checkKeys(); err != nil {
		return nil, err
	}
	if err := m.checkQuestions(); err != nil {
		return nil, err
	}
	if err := m.checkElectorate(); err != nil {
		return nil, err
	}
	if err := m.checkGroups(); err != nil {
		return nil, err
	}
	if err := m.checkPapers(); err != nil {
		return nil, err
	}
	if err := checkTranslations(m.Translations); err != nil {
		return nil, err
	}
	if m.Proof {
		if err := m.CanProve(); err != nil {
			return nil, err
		}
	}
	return m, m.checkPollBook()
}

func (m *Manifest) checkElectorate() error {
	switch {
	case m.Electorate != nil:
		if err := m.Electorate.check(len(m.Groups)); err != nil {
			return err
		}
	case m.Quorum != nil:
		return errors.New("a quorum without an electorate")
	}
	if m.Quorum == nil {
		return nil
	}
	if of := m.Quorum.Of; of != QuorumOfPeople && of != QuorumOfWeights && of != QuorumOfBoth {
		return fmt.Errorf("a quorum of %q", of)
	}
	if l := m.Quorum.Least; len(l) != 2 || l[0] < 1 || l[1] < l[0] || l[1] > 100 {
		return fmt.Errorf("a quorum of %d", l)
	}
	return nil
}

// SealingBox seals and opens the ballots of the election. It fails if a holder's key cannot be sealed to.
func (m *Manifest) SealingBox() (*sealing.Box, error) {
	keys := make([][]byte, len(m.Holders))
	for i, h := range m.Holders {
		keys[i] = h.PublicKey
	}
	return sealing.NewBox(keys, m.Threshold, m.ElectionID, m.hash, m.OptionCount())
}

// Hash is the manifest's hash, see ManifestHash.
func (m *Manifest) Hash() Hash { return m.hash }

// ManifestHash is the hash of a manifest, from its canonical bytes.
func ManifestHash(raw []byte) Hash { return hashOf("ostrakon/manifest/4\x00", raw) }

// origin names the cast log of the election, and the key that signs for it.
func (m *Manifest) origin() string { return originOf(m.ElectionID) }

// OriginPrefix begins the first line of every checkpoint.
const OriginPrefix = "ostrakon/"

func originOf(election string) string { return OriginPrefix + election }

// Fingerprint is the form of a public key that people compare: the base64 of its bytes.
func Fingerprint(key []byte) string { return base64.StdEncoding.EncodeToString(key) }

// timeForm is the one form of a time (RFC 3339, UTC, whole seconds): texts sort as their times do.
const timeForm = "2006-01-02T15:04:05Z"

// FormatTime writes a time as "2026-05-01T18:00:00Z", without fractions of a second; "" for the zero time.
func FormatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(timeForm)
}

// validTime reports whether a text is what FormatTime writes.
func validTime(text string) bool {
	if text == "" {
		return true
	}
	t, err := time.Parse(timeForm, text)
	return err == nil && t.Year() > 0 && t.Format(timeForm) == text
}
