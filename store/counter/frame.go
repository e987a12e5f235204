package counter

import (
	"errors"
	"fmt"
	"io"

	"ostrakon/store/frame"
)

// Kinds of frame, in the order in which they first occur.
const (
	kindHead     = 'h' // JSON, see head
	kindKey      = 'k' // a public key of package sealing
	kindSheet    = 's' // SheetSize bytes, where the server has the key
	kindShares   = 'r' // SharesSize bytes, where people hold it
	kindAnswer   = 'a' // the number of a holder (1), 0 if what came is wrong
	kindBegin    = 'g' // milliseconds since 1970 (8)
	kindBallot   = 'b' // a ballot in binary form, see ballotbox.Ballot; without anything: the end
	kindProgress = 'p' // number of ballots opened (8)
	kindProof    = 'o' // proof.bin, where there is one
	kindCount    = 'c' // count.zip, without the proof
	kindFailed   = 'f' // the place of an error in failures (1)
)

// Bounds of frames, in bytes. The head of the largest election has 59 MiB, however many ballots there are: a manifest
// of 8 MiB in base64, and notices of 8 MiB, of whose bytes JSON makes up to six each; printed papers have 75 MiB more:
// 100,000 times the marks of 400 options, and a leaf. Each ballot is a frame of its
// own, and a holder's shares are one, of the size that the checkpoint asks for: 3 MiB for 100,000 ballots.
const (
	maxHead  = 160 << 20
	maxCount = 512 << 20 // as a bundle, which has what a count has
)

// numberLen is the size of the numbers in frames, in bytes.
const numberLen = 8

// The errors of a count. A child sends only the first two: its own words could quote a sheet or a ballot.
var (
	// ErrBox: what the child got is no ballot box that can be counted.
	ErrBox = errors.New("the ballot box cannot be counted")
	// ErrFailed: the child lived, and could not count.
	ErrFailed = errors.New("counting failed")
	// ErrDied: the child ended before it was done, or answered nonsense. Another one needs all again.
	ErrDied = errors.New("the counting process ended before it was done")
	// ErrWrong: a sheet or shares were not sealed to the key of this count, or are no holder's of this box.
	ErrWrong = errors.New("this is not from a holder of this election, for this count")
	// ErrEnough: as many holders as the threshold asks for have given theirs already.
	ErrEnough = errors.New("enough holders have given theirs already")
)

// failures are the errors that a child can answer with.
func failures() []error { return []error{ErrBox, ErrFailed} }

// expect reads a frame of one kind.
func expect(r io.Reader, want byte, limit int) ([]byte, error) {
	kind, payload, err := frame.Read(r, limit)
	if err == nil && kind != want {
		err = fmt.Errorf("%w: kind %q, not %q", frame.ErrGarbled, kind, want)
	}
	return payload, err
}
