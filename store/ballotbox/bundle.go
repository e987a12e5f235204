package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"ostrakon/store/sealing"
)

// Bundle is all public data of an ended election, enough to check and recount it. BUNDLE.md describes it.
type Bundle struct {
	Manifest   []byte         // canonical JSON
	Checkpoint []byte         // signed note: the whole log, with cosignatures of witnesses
	Seal       []byte         // signed note; empty if the election was cancelled
	Notices    []string       // signed notes: how the end was moved, oldest first, and the cancellation
	Counts     []byte         // the evidence of the count, see Counted; empty if there was none
	Codes      []sealing.Code // of the valid ballots, sorted
	Leaves     []Cast         // the ballots, in the order of the log
	Result     []byte         // canonical JSON; empty without a count
	Invalid    []Hash         // with a proof of the count: leaves of the other ballots, in the order of the log
	Proof      []byte         // of the count; empty without one

	Credentials []Credential // the lines of the poll book, in order; empty without a poll book
	Stubs       []Stub       // of the ballots, by rising lines; empty without a poll book
	Handed      []Handed     // printed papers that were handed out, by their places in the log

	Recounts []string // signed notes: who counted again, oldest first
}

// files are the files of a bundle, in their order.
func (b *Bundle) files() []file {
	return []file{
		whole("manifest.json", &b.Manifest), whole("checkpoint.txt", &b.Checkpoint), whole("seal.txt", &b.Seal),
		notesIn("notices.json", &b.Notices), whole("counts.txt", &b.Counts), lines("codes.txt", &b.Codes, sealing.ParseCode),
		lines("leaves.txt", &b.Leaves, ParseCast), whole("result.json", &b.Result),
		lines("invalid.txt", &b.Invalid, ParseHash), whole("proof.bin", &b.Proof),
		lines("credentials.txt", &b.Credentials, ParseCredential), lines("pollbook.txt", &b.Stubs, ParseStub),
		lines("handed.txt", &b.Handed, ParseHanded), notesIn("recounts.json", &b.Recounts),
	}
}

// notesIn is a file of signed notes.
func notesIn(name string, to *[]string) file {
	return content(name, func() []byte { return notesFile(*to) },
		func(raw []byte) (err error) { *to, err = parseNotes(raw); return err },
	)
}

// Write writes the bundle as a zip in its one form. It fails if the bundle is larger than a reader takes.
func (b *Bundle) Write(w io.Writer) error { return writeArchive(w, maxBundle, b.files()) }

// ErrBundle means that a file is not a bundle, or not in its one form.
var ErrBundle = errors.New("not a bundle of an election")

// ReadBundle reads a bundle of size bytes in the one form of Write: no file may be read as two bundles. Verify checks
// what it says. Errors: ErrBundle, with what is missing or unreadable.
func ReadBundle(r io.ReaderAt, size int64) (*Bundle, error) {
	b := &Bundle{}
	if err := readArchive(r, size, maxBundle, b.files()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBundle, err)
	}
	return b, nil
}

// end is the signed note with which the log ends: the seal, or the cancellation.
func (b *Bundle) end() []byte {
	if len(b.Seal) == 0 && len(b.Notices) > 0 {
		return []byte(b.Notices[len(b.Notices)-1])
	}
	return b.Seal
}

// NoteText is the text of a signed note: what comes before its last empty line.
func NoteText(signed []byte) string {
	if at := bytes.LastIndex(signed, []byte("\n\n")); at >= 0 {
		signed = signed[:at+1]
	}
	return string(signed)
}

// Digests name a bundle and its contents, for people to compare.
type Digests struct {
	Bundle   Hash // SHA-256 of the file
	Manifest Hash // the manifest hash
	Seal     Hash // SHA-256 of the text of the seal or cancellation
}

func (d Digests) String() string {
	return fmt.Sprintf("sha256 %s manifest %s seal %s", d.Bundle, d.Manifest, d.Seal)
}

// Digests computes the digests. Its error is that of Write, which a bundle that was read has not.
func (b *Bundle) Digests() (Digests, error) {
	h := sha256.New()
	err := b.Write(h)
	return Digests{Hash(h.Sum(nil)), ManifestHash(b.Manifest), sha256.Sum256([]byte(NoteText(b.end())))}, err
}
