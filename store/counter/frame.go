package counter

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"ostrakon/store/sealing"
)

// A frame is a kind (one byte), a length (four, big-endian) and as many bytes.
const frameHeader = 5

// Kinds of frame, in the order in which they first occur.
const (
	kindHead     = 'h' // JSON, see head
	kindKey      = 'k' // a public key of package sealing
	kindSheet    = 's' // SheetSize bytes
	kindAnswer   = 'a' // the number of a holder (1), 0 if the sheet is wrong
	kindBegin    = 'g' // milliseconds since 1970 (8)
	kindBallot   = 'b' // weight (4), tag (32), sealed ballot; without anything: the end
	kindProgress = 'p' // number of ballots opened (8)
	kindCount    = 'c' // count.zip
	kindFailed   = 'f' // the place of an error in failures (1)
)

// Bounds of frames, in bytes.
const (
	maxHead  = 64 << 20  // the manifest and the notices have at most 8 MiB each, before base64
	maxCount = 512 << 20 // as a bundle, which has what a count has

	// SheetSize is the size of a sealed sheet: an encapsulated key of X-Wing, the secret, and the
	// tag of ChaCha20-Poly1305.
	SheetSize = 1120 + sealing.SecretSize + 16
)

// Sizes of the numbers in frames, in bytes.
const (
	weightLen = 4
	numberLen = 8
)

// What a count can fail with. A child answers with the first two; its own words stay in it, because
// they could quote a sheet or a ballot.
var (
	// ErrBox: what the child got is no ballot box that can be counted.
	ErrBox = errors.New("the ballot box cannot be counted")
	// ErrFailed: the child lived, and could not count.
	ErrFailed = errors.New("counting failed")
	// ErrDied: the child ended before it was done, or answered nonsense. Sheets are needed again.
	ErrDied = errors.New("the counting process ended before it was done")
	// ErrWrongSheet: a sheet was not sealed to the key of this count, or is no holder's.
	ErrWrongSheet = errors.New("the sheet is not one of a holder of this election")
	// ErrEnough: the sheets that the threshold asks for are there already.
	ErrEnough = errors.New("there are enough sheets already")
)

// failures are the errors that a child can answer with.
func failures() []error { return []error{ErrBox, ErrFailed} }

// sheetInfo binds a sealed sheet to an election.
func sheetInfo(election string) string { return "ostrakon/count/3\x00" + election }

func writeFrame(w io.Writer, kind byte, payload []byte) error {
	header := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	if _, err := w.Write(header); err != nil {
		return err
	}
	if len(payload) == 0 { // a write of nothing to a pipe waits for a reader on some systems
		return nil
	}
	_, err := w.Write(payload)
	return err
}

// readFrame reads a frame of at most limit bytes. io.EOF means that there is none, errGarbled that
// what comes is no frame.
func readFrame(r io.Reader, limit int) (kind byte, payload []byte, err error) {
	var header [frameHeader]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(header[1:])
	if uint64(length) > uint64(limit) {
		return 0, nil, fmt.Errorf("%w: %d bytes, at most %d are accepted", errGarbled, length, limit)
	}
	payload = make([]byte, length)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, fmt.Errorf("%w: cut short", errGarbled)
	}
	return header[0], payload, nil
}

// expect reads a frame of one kind.
func expect(r io.Reader, want byte, limit int) ([]byte, error) {
	kind, payload, err := readFrame(r, limit)
	if err == nil && kind != want {
		err = fmt.Errorf("%w: kind %q, not %q", errGarbled, kind, want)
	}
	return payload, err
}

var errGarbled = errors.New("not the frame that was expected")
