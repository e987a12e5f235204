package meshopt

import (
	"errors"
	"fmt"
)

// The ways in which a stream can be wrong; each is found by errors.Is in the
// *Error that a decoder returns.
var (
	// ErrHeader: the first byte names another stream or version.
	ErrHeader = errors.New("wrong header byte")
	// ErrTruncated: the stream ends before the elements asked for.
	ErrTruncated = errors.New("stream ends too early")
	// ErrTrailing: bytes are left over after the elements asked for.
	ErrTrailing = errors.New("bytes left over")
	// ErrTable: the table of codes at the end of a triangle stream holds an
	// entry that the format forbids.
	ErrTable = errors.New("forbidden entry in the code table")
	// ErrInteger: a variable-length integer does not fit into 32 bits.
	ErrInteger = errors.New("integer over 32 bits")
	// ErrSize: the caller's slice is not a whole number of elements, or the
	// stride is not one the format allows.
	ErrSize = errors.New("size or stride not allowed")
)

// Error is what a decoder answers to a stream that breaks the format.
type Error struct {
	Stream string // "vertices" or "triangles"
	Offset int    // byte of the stream at which decoding stopped
	Err    error  // one of the errors of this package
}

// Error names the stream, the place and the reason.
func (e *Error) Error() string {
	return fmt.Sprintf("meshopt: %s at byte %d: %v", e.Stream, e.Offset, e.Err)
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }
