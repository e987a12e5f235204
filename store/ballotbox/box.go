package ballotbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"ostrakon/store/sealing"
)

// Ballot is a sealed ballot as the box has it: without the voter.
type Ballot struct {
	Class      int // see Cast
	Tag        sealing.Tag
	Commitment Hash // see Cast
	Sealed     []byte
}

// BallotHead is the length of what stands before the sealed bytes of a ballot in binary form.
const BallotHead = 2 + sealing.TagSize + len(Hash{})

// Append appends the binary form of the ballot: class (2 bytes, big-endian), tag, commitment and sealed bytes.
func (b Ballot) Append(raw []byte) []byte {
	raw = binary.BigEndian.AppendUint16(raw, uint16(b.Class))
	raw = append(append(raw, b.Tag[:]...), b.Commitment[:]...)
	return append(raw, b.Sealed...)
}

// ParseBallot reads the binary form of a ballot without copying the sealed bytes. ok is false for bytes that are too
// few.
func ParseBallot(raw []byte) (b Ballot, ok bool) {
	if len(raw) < BallotHead {
		return b, false
	}
	return Ballot{
		Class: int(binary.BigEndian.Uint16(raw)), Tag: sealing.Tag(raw[2:]), Commitment: Hash(raw[2+sealing.TagSize:]),
		Sealed: raw[BallotHead:len(raw):len(raw)],
	}, true
}

// Cast is what is published of the ballot.
func (b Ballot) Cast() Cast { return Cast{b.Class, b.Tag, SealedHash(b.Sealed), b.Commitment} }

// Box is what holders need to count an election: manifest, checkpoint and sealed ballots in the order of the log.
type Box struct {
	Manifest   []byte   // canonical JSON
	Checkpoint []byte   // signed note: the log at the close, without its end
	Notices    []string // signed notes: how the end was moved, oldest first
	Exports    int      // how often sealed ballots left the server while the election ran
	PollBook   *Hash    // of the stubs; nil without a poll book
	Handed     []Handed // printed papers that were handed out, by their places in the log
	Papers     PapersIn

	// of an election that was counted: its signed seal and the sorted codes of it, so that holders can count again
	Seal  []byte
	Codes []sealing.Code

	// Ballots yields the ballots in the order of the log. They may be kept. It ends after the first error.
	Ballots iter.Seq2[Ballot, error]
}

// ErrBox means that a file is not a ballot box, or not in its one form.
var ErrBox = errors.New("not a ballot box")

// boxHead is box.json.
type boxHead struct {
	Version    int    `json:"version"`
	ElectionID string `json:"electionId"`
	Exports    int    `json:"exports"`
	PollBook   string `json:"pollBook,omitempty"` // hexadecimal
	Lot        int    `json:"lot,omitempty"`      // see PapersIn
}

// files are the files of a box, in their order.
func (b *Box) files(head *[]byte) []file {
	return []file{
		whole("box.json", head), whole("manifest.json", &b.Manifest), whole("checkpoint.txt", &b.Checkpoint),
		notesIn("notices.json", &b.Notices), whole("seal.txt", &b.Seal), lines("codes.txt", &b.Codes, sealing.ParseCode),
		lines("handed.txt", &b.Handed, ParseHanded), lines("papers.txt", &b.Papers.Entered, ParseEntered),
		{"ballots.bin", b.writeBallots, b.readBallots}, // their size is in the manifest, which comes before
	}
}

// Write writes the box as a zip in its one form: the same bytes for the same box. It reads the ballots twice. It is an
// error if the box is larger than a zip can be, or a ballot has a size that is not the manifest's.
func (b *Box) Write(w io.Writer) error {
	m, err := ParseManifest(b.Manifest)
	if err != nil {
		return err
	}
	h := boxHead{Version: version, ElectionID: m.ElectionID, Exports: b.Exports, Lot: b.Papers.Lot}
	if b.PollBook != nil {
		h.PollBook = b.PollBook.String()
	}
	head, err := canonical(h)
	if err != nil {
		return err
	}
	return writeArchive(w, maxBox, b.files(&head))
}

// ReadBox reads a box of size bytes, which takes nothing but what Write writes. Its ballots are read from r when they
// are needed. It does not check what the box says: Check and Count do. Errors: ErrBox, with what is missing or
// unreadable.
func ReadBox(r io.ReaderAt, size int64) (*Box, error) {
	b, raw := &Box{}, []byte(nil)
	if err := readArchive(r, size, maxBox, b.files(&raw)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBox, err)
	}
	var head boxHead
	if err := parseCanonical(raw, &head); err != nil {
		return nil, fmt.Errorf("%w: box.json: %w", ErrBox, err)
	}
	m, err := ParseManifest(b.Manifest)
	if err != nil || head.Version != version || head.ElectionID != m.ElectionID {
		return nil, fmt.Errorf("%w: box.json is of version %d and election %q", ErrBox, head.Version, head.ElectionID)
	}
	if (head.PollBook == "") != (m.PollBook == nil) {
		return nil, fmt.Errorf("%w: only one of box.json and the manifest has a poll book", ErrBox)
	}
	if head.PollBook != "" {
		stubs, err := ParseHash(head.PollBook)
		if err != nil {
			return nil, fmt.Errorf("%w: box.json: %w", ErrBox, err)
		}
		b.PollBook = &stubs
	}
	b.Exports, b.Papers.Lot = head.Exports, head.Lot
	return b, nil
}

// readAtOnce is how many ballots are read and opened together.
const readAtOnce = 64

func (b *Box) writeBallots(w io.Writer) error {
	m, err := ParseManifest(b.Manifest)
	if err != nil {
		return err
	}
	var raw []byte
	for ballot, err := range b.Ballots {
		if err != nil {
			return err
		}
		if raw = ballot.Append(raw[:0]); len(raw) != BallotHead+m.SealedSize {
			return fmt.Errorf("a sealed ballot of %d bytes, want %d", len(ballot.Sealed), m.SealedSize)
		}
		if _, err := w.Write(raw); err != nil {
			return err
		}
	}
	return nil
}

func (b *Box) readBallots(r *io.SectionReader) error {
	m, err := ParseManifest(b.Manifest)
	if err != nil {
		return err
	}
	record := int64(BallotHead + m.SealedSize)
	if r.Size()%record != 0 {
		return fmt.Errorf("%d bytes are not ballots of %d", r.Size(), record)
	}
	b.Ballots = func(yield func(Ballot, error) bool) {
		for at := int64(0); at < r.Size(); at += readAtOnce * record {
			raw := make([]byte, min(readAtOnce*record, r.Size()-at))
			if n, err := r.ReadAt(raw, at); n < len(raw) {
				yield(Ballot{}, fmt.Errorf("ballots.bin: %w", err))
				return
			}
			for ; len(raw) > 0; raw = raw[record:] {
				if ballot, _ := ParseBallot(raw[:record]); !yield(ballot, nil) {
					return
				}
			}
		}
	}
	return nil
}

// Count is the outcome of a box: what the bundle says of it, and a seal that holders alone have signed.
type Count struct {
	Seal   []byte         // signed note; of a box that was counted before, a Recount
	Counts []byte         // the evidence, counts.txt
	Codes  []sealing.Code // of the valid ballots, sorted
	Result []byte         // canonical JSON

	// with a proof of the count: the leaves of the other ballots, in the order of the log, and the proof
	Invalid []Hash
	Proof   []byte
}

func (c *Count) files() []file {
	return []file{
		whole("seal.txt", &c.Seal), whole("counts.txt", &c.Counts), lines("codes.txt", &c.Codes, sealing.ParseCode),
		whole("result.json", &c.Result), lines("invalid.txt", &c.Invalid, ParseHash), whole("proof.bin", &c.Proof),
	}
}

// Write writes the count as a zip in its one form. It is an error if it is larger than a reader takes.
func (c *Count) Write(w io.Writer) error { return writeArchive(w, maxBundle, c.files()) }

// ReadCount reads a count of size bytes as Write writes it. Box.Accept checks its content. Errors: *CountFault.
func ReadCount(r io.ReaderAt, size int64) (*Count, error) {
	c := &Count{}
	if err := readArchive(r, size, maxBundle, c.files()); err != nil {
		return nil, &CountFault{"file", err}
	}
	return c, nil
}
