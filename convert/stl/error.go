package stl

import (
	"errors"
	"fmt"
)

// The kinds of Error, for errors.Is.
var (
	ErrEmpty     = errors.New("the file is empty")
	ErrNotSTL    = errors.New("this is not an STL file")
	ErrNoFacets  = errors.New("the file holds no usable facet")
	ErrSyntax    = errors.New("the text does not follow ASCII STL")
	ErrTruncated = errors.New("the file ends before its first facet does")
)

// Error tells why a file could not be read. It is always the file's fault.
type Error struct {
	Offset int64  // byte where the trouble is, from 0; of a UTF-16 file, in its UTF-8 form
	Line   int    // line where the trouble is, from 1; 0 where lines mean nothing
	Reason string // a sentence or two for a person, without the place
	Err    error  // one of the sentinels
}

// Error returns the reason, after the line if that is known.
func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	if e.Offset > 0 {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Reason)
	}
	return e.Reason
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Err }

// refuse makes an Error that is about the file as a whole.
func refuse(err error, format string, args ...any) *Error {
	return &Error{Reason: fmt.Sprintf(format, args...), Err: err}
}
