package ballotbox

import (
	"errors"
	"fmt"
)

// Seal binds together everything about a counted election. It is signed as a note.
type Seal struct {
	ElectionID string
	Manifest   Hash
	Cast       Checkpoint // the cast log at the close
	Notices    Hash
	Counts     Hash
	CodesRoot  Hash
	Result     Hash
}

const sealTitle = "ostrakon/seal/3"

var errSealForm = errors.New("not a seal in the form of version 3")

func (s Seal) text() string {
	return fmt.Sprintf("%s\nelection %s\nmanifest %s\ncastSize %d\ncastRoot %s\nnotices %s\ncounts %s\ncodesRoot %s\nresult %s\n",
		sealTitle, s.ElectionID, s.Manifest, s.Cast.Size, s.Cast.Root, s.Notices, s.Counts, s.CodesRoot, s.Result)
}

// NewSeal computes the seal of a counted election. The codes are sorted; the notices are signed,
// oldest first.
func NewSeal(m *Manifest, cast Checkpoint, counted *Counted, codes []Code, notices []string) Seal {
	return Seal{
		ElectionID: m.ElectionID, Manifest: m.hash, Cast: cast,
		Notices: noticesHash(notices), Counts: countsHash(counted.Counts),
		CodesRoot: rootOfCodes(codes), Result: ResultHash(counted.Raw),
	}
}

func noticesHash(notices []string) Hash {
	return hashOf("ostrakon/notices/3\x00", noticesFile(notices))
}

func countsHash(counts []byte) Hash { return hashOf("ostrakon/counts/3\x00", counts) }

// ResultHash is the hash of a result, from its canonical bytes.
func ResultHash(raw []byte) Hash { return hashOf("ostrakon/result/3\x00", raw) }

// Seal signs a seal as a note.
func (s *Signer) Seal(seal Seal) ([]byte, error) {
	return s.signNote(originOf(seal.ElectionID), seal.text())
}

// openSeal checks a signed seal against a manifest and reads it.
func (m *Manifest) openSeal(signed []byte) (Seal, error) {
	var s Seal
	text, err := m.openNote(signed)
	if err != nil {
		return s, err
	}
	fields := noteFields(text)
	s.ElectionID = fields["election"]
	for _, f := range []struct {
		name string
		to   *Hash
	}{
		{"manifest", &s.Manifest}, {"castRoot", &s.Cast.Root}, {"notices", &s.Notices},
		{"counts", &s.Counts}, {"codesRoot", &s.CodesRoot}, {"result", &s.Result},
	} {
		if *f.to, err = ParseHash(fields[f.name]); err != nil {
			return s, fmt.Errorf("%w: %s: %w", errSealForm, f.name, err)
		}
	}
	size, err := parseNumber(fields["castSize"])
	if s.Cast.Size = int64(size); err != nil || s.text() != text {
		return s, errSealForm
	}
	return s, nil
}
