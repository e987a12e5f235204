package tess

import (
	"context"
	"errors"
	"image"
)

// MaxPixels is the largest picture that an engine reads, width times height:
// twice a card at 1400 pixels, which is what reads best.
const MaxPixels = 4 << 20

// maxAlphabet is the longest alphabet, in bytes.
const maxAlphabet = 256

// What keeps an engine from reading. Errors of an engine wrap one of these, or
// are the context's; none quotes what was read.
var (
	// ErrUnavailable: the engine cannot be started on this machine.
	ErrUnavailable = errors.New("the text engine is not available")
	// ErrPicture: the picture is empty or above MaxPixels, or the alphabet is
	// too long or holds a control character.
	ErrPicture = errors.New("the picture cannot be given to the text engine")
	// ErrFailed: the engine broke down over a picture, or was closed.
	ErrFailed = errors.New("the text engine failed")
)

// Mode tells an engine how text is laid out in a picture. The values are
// Tesseract's page segmentation modes.
type Mode int

// The page segmentation modes that reading a card needs.
const (
	Column Mode = 3  // blocks of text, found by layout analysis
	Line   Mode = 7  // the picture is one line of text
	Sparse Mode = 11 // pieces of text anywhere, in no order
)

// Word is a word that an engine read.
type Word struct {
	Text       string
	Box        image.Rectangle // in pixels of the picture that was read
	Confidence float64         // the engine's own estimate, 0 to 1
	Line       int             // words of one line share the number; lines count from 0
}

// Engine reads the text of a picture. It serves one call at a time: a second
// one waits.
type Engine interface {
	// Read returns the words of img in the engine's reading order; none is no
	// error. A non-empty alphabet limits the characters that are considered.
	//
	// Errors: ErrPicture, ErrFailed, ctx.Err().
	Read(ctx context.Context, img *image.Gray, mode Mode, alphabet string) ([]Word, error)
	// Close frees what the engine holds. Read fails from then on.
	Close() error
}
