package counter

import (
	"errors"
	"fmt"
	"io"

	"ostrakon/store/frame"
	"ostrakon/store/sealing"
)

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

	// SheetSize is the size of a sealed sheet: an X-Wing encapsulation, the secret, and a ChaCha20-Poly1305 tag.
	SheetSize = 1120 + sealing.SecretSize + 16
)

// Sizes of the numbers in frames, in bytes.
const (
	weightLen = 4
	numberLen = 8
)

// The errors of a count. A child sends only the first two: its own words could quote a sheet or a ballot.
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
func sheetInfo(election string) string { return "ostrakon/count/4\x00" + election }

// expect reads a frame of one kind.
func expect(r io.Reader, want byte, limit int) ([]byte, error) {
	kind, payload, err := frame.Read(r, limit)
	if err == nil && kind != want {
		err = fmt.Errorf("%w: kind %q, not %q", frame.ErrGarbled, kind, want)
	}
	return payload, err
}
