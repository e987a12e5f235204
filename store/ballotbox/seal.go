package ballotbox

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"golang.org/x/mod/sumdb/note"

	"ostrakon/store/sealing"
)

// CountedBy says where an election was counted.
type CountedBy string

// An election is counted by a process of the server, or at a table, on a computer without a network.
const (
	CountedByServer CountedBy = "server"
	CountedByTable  CountedBy = "table"
)

// Seal binds a counted election together. The installation and a threshold of the holders sign it as a note.
type Seal struct {
	ElectionID string
	Manifest   Hash
	Cast       Checkpoint // the log at the close: the open leaf and the ballots
	Ballots    Hash       // of the set of ballots, which those who counted have seen
	Notices    Hash
	PollBook   *Hash // of the stubs; nil without a poll book
	Counts     Hash
	Proof      *Hash // of the proof and the ballots that do not count; nil without a proof
	CodesRoot  Hash
	Result     Hash
	Exports    int    // how often sealed ballots left the server while the election ran
	CountedAt  string // as FormatTime writes it
	CountedBy  CountedBy
}

const sealTitle = "ostrakon/seal/4"

var errSealForm = errors.New("not a seal in the form of version 4")

func (s Seal) text() string {
	pollBook, proof := "", ""
	if s.PollBook != nil {
		pollBook = fmt.Sprintf("pollBook %s\n", s.PollBook)
	}
	if s.Proof != nil {
		proof = fmt.Sprintf("proof %s\n", s.Proof)
	}
	return fmt.Sprintf("%s\nelection %s\nmanifest %s\ncastSize %d\ncastRoot %s\nballots %s\nnotices %s\n%scounts "+
		"%s\n%scodesRoot %s\nresult %s\nexports %d\ncountedAt %s\ncountedBy %s\n",
		sealTitle, s.ElectionID, s.Manifest, s.Cast.Size, s.Cast.Root, s.Ballots, s.Notices, pollBook, s.Counts, proof,
		s.CodesRoot, s.Result, s.Exports, s.CountedAt, s.CountedBy)
}

// NewSeal computes the seal of a count. cast is the checkpoint of the log at the close, leaves are
// those of the ballots in any order, the notices are signed, oldest first, and stubs is the hash of
// the poll book's, nil without one.
func NewSeal(m *Manifest, cast Checkpoint, leaves []Hash, c *Counted, notices []string, stubs *Hash, exports int,
	by CountedBy, at time.Time) Seal {
	s := Seal{
		ElectionID: m.ElectionID, Manifest: m.hash, Cast: cast, Ballots: ballotsHash(leaves), Notices: noticesHash(notices),
		PollBook: stubs, Counts: countsHash(c.Counts), CodesRoot: rootOfCodes(c.Codes), Result: ResultHash(c.Raw),
		Exports: exports, CountedAt: FormatTime(at), CountedBy: by,
	}
	if m.Proof {
		hash := proofHash(c.Invalid, c.Proof)
		s.Proof = &hash
	}
	return s
}

func noticesHash(notices []string) Hash {
	return hashOf("ostrakon/notices/4\x00", notesFile(notices))
}

func countsHash(counts []byte) Hash { return hashOf("ostrakon/counts/4\x00", counts) }

// ResultHash is the hash of a result, from its canonical bytes.
func ResultHash(raw []byte) Hash { return hashOf("ostrakon/result/4\x00", raw) }

// holderName is the key name of a holder, by number.
func (m *Manifest) holderName(number int) string {
	return m.origin() + "/holder/" + strconv.Itoa(number)
}

// holderSigners check the signatures of holders, by rising numbers.
func (m *Manifest) holderSigners() ([]note.Verifier, error) {
	all := make([]note.Verifier, len(m.Holders))
	for i, h := range m.Holders {
		var err error
		if all[i], err = verifier(m.holderName(i+1), h.SigningKey); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// signSeal is a note signed by holders alone, by rising numbers. Errors: sealing.ErrBadSecret.
func (m *Manifest) signSeal(text string, secrets map[int]*sealing.Secret) ([]byte, error) {
	out := []byte(text + "\n")
	for _, number := range slices.Sorted(maps.Keys(secrets)) {
		s := secrets[number]
		if !slices.Equal(s.SigningKey(), m.Holders[number-1].SigningKey) {
			return nil, fmt.Errorf("holder %d: %w", number, sealing.ErrBadSecret)
		}
		v, err := verifier(m.holderName(number), s.SigningKey())
		if err != nil {
			return nil, err
		}
		out = appendSignature(out, v, s.Sign([]byte(text)))
	}
	return out, nil
}

// AddSignature adds to the seal of a count the signature of the holder with a number, which it checks. It does not look
// whether they signed it before. Errors: another number, a signature that is not theirs.
func (m *Manifest) AddSignature(seal []byte, number int, signature []byte) ([]byte, error) {
	if number < 1 || number > len(m.Holders) {
		return nil, fmt.Errorf("there is no holder %d", number)
	}
	v, err := verifier(m.holderName(number), m.Holders[number-1].SigningKey)
	if err != nil {
		return nil, err
	}
	if !v.Verify([]byte(NoteText(seal)), signature) {
		return nil, fmt.Errorf("it is not the signature of holder %d", number)
	}
	return appendSignature(slices.Clip(seal), v, signature), nil
}

// appendSignature adds a line to a note.
func appendSignature(note []byte, v note.Verifier, signature []byte) []byte {
	raw := append(binary.BigEndian.AppendUint32(nil, v.KeyHash()), signature...)
	return fmt.Appendf(note, "— %s %s\n", v.Name(), base64.StdEncoding.EncodeToString(raw))
}

// addInstallation adds the installation's signature before those of the holders, by number. It drops other lines.
func (m *Manifest) addInstallation(signed []byte, signer *Signer) ([]byte, error) {
	if err := checkSignatureLines(signed); err != nil {
		return nil, err
	}
	known, err := m.holderSigners()
	if err != nil {
		return nil, err
	}
	n, err := note.Open(signed, note.VerifierList(known...))
	if err != nil {
		return nil, err
	}
	own, err := signer.signNote(m.origin(), n.Text)
	if err != nil {
		return nil, err
	}
	holders := joinNote("", known, n.Sigs) // after an empty line
	return append(own, holders[1:]...), nil
}

// openSeal reads a signed seal and returns how many holders signed it: at least the manifest's threshold.
func (m *Manifest) openSeal(signed []byte) (s Seal, holders int, err error) {
	text, by, err := m.openByHolders(signed)
	if err == nil {
		s, err = parseSeal(text)
	}
	if err == nil && (s.PollBook == nil) != (m.PollBook == nil) {
		err = fmt.Errorf("%w: only one of seal and manifest has a poll book", errSealForm)
	}
	if err == nil && (s.Proof != nil) != m.Proof {
		err = fmt.Errorf("%w: only one of seal and manifest has a proof of the count", errSealForm)
	}
	return s, len(by), err
}

// openByHolders reads a note that the installation and as many holders as the manifest's threshold have signed, and
// returns the signatures of the holders.
func (m *Manifest) openByHolders(signed []byte) (text string, by []note.Signature, err error) {
	known, err := m.holderSigners()
	if err != nil {
		return "", nil, err
	}
	text, by, err = m.openNote(signed, known...)
	if err == nil && len(by) < m.Threshold {
		err = fmt.Errorf("%d holders have signed it, %d are needed", len(by), m.Threshold)
	}
	return text, by, err
}

// SealedResult reads the result that a seal covers. The seal must be of this manifest, and signed by the installation
// and enough holders.
func (m *Manifest) SealedResult(seal, result []byte) (*Result, error) {
	s, _, err := m.openSeal(seal)
	if err == nil {
		err = m.sealedBy(s)
	}
	if hash := ResultHash(result); err == nil && hash != s.Result {
		err = fmt.Errorf("the hash of the result is %s, the seal says %s", hash, s.Result)
	}
	if err != nil {
		return nil, err
	}
	return ParseResult(result)
}

// sealedBy returns an error unless a seal is of the election of this manifest, and covers the manifest.
func (m *Manifest) sealedBy(s Seal) error {
	switch {
	case s.ElectionID != m.ElectionID:
		return fmt.Errorf("the manifest's election is %s, the seal says %q", m.ElectionID, s.ElectionID)
	case s.Manifest != m.hash:
		return fmt.Errorf("the manifest's hash is %s, the seal says %s", m.hash, s.Manifest)
	}
	return nil
}

// BoxUntil is until when the sealed ballots of a count with this seal stay; zero if they do not.
func (m *Manifest) BoxUntil(seal []byte) (time.Time, error) {
	s, _, err := m.openSeal(seal)
	if err != nil || m.KeepBoxDays == 0 {
		return time.Time{}, err
	}
	at, err := time.Parse(timeForm, s.CountedAt)
	return at.AddDate(0, 0, m.KeepBoxDays), err
}

func parseSeal(text string) (s Seal, err error) {
	fields := noteFields(text)
	s.ElectionID, s.CountedAt, s.CountedBy = fields["election"], fields["countedAt"], CountedBy(fields["countedBy"])
	hashes := map[string]*Hash{
		"manifest": &s.Manifest, "castRoot": &s.Cast.Root, "ballots": &s.Ballots, "notices": &s.Notices,
		"counts": &s.Counts, "codesRoot": &s.CodesRoot, "result": &s.Result,
	}
	for name, to := range map[string]**Hash{"pollBook": &s.PollBook, "proof": &s.Proof} {
		if _, found := fields[name]; found {
			*to = new(Hash)
			hashes[name] = *to
		}
	}
	for name, to := range hashes {
		if *to, err = ParseHash(fields[name]); err != nil {
			return s, fmt.Errorf("%w: %s: %w", errSealForm, name, err)
		}
	}
	size, sizeErr := parseNumber(fields["castSize"])
	exports, exportsErr := parseNumber(fields["exports"])
	s.Cast.Size, s.Exports = int64(size), exports
	by := s.CountedBy == CountedByServer || s.CountedBy == CountedByTable
	if ParseID(s.ElectionID) != nil || sizeErr != nil || exportsErr != nil || !by || s.CountedAt == "" ||
		!validTime(s.CountedAt) || s.text() != text {
		return s, errSealForm
	}
	return s, nil
}
