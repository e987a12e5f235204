package stl

import (
	"fmt"

	"ostrakon/convert/remark"
)

// Error says why a file could not be read, and where the trouble is. It is always the fault of the file.
type Error struct {
	remark.Remark
	Offset int64 // the byte, from 0; of a UTF-16 file, in its UTF-8 form
	Line   int   // the line, from 1; 0 where lines mean nothing
}

// Error is the sentence in English, after the place if that is known.
func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Remark)
	}
	if e.Offset > 0 {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Remark)
	}
	return e.Remark.String()
}

// refuse makes an Error about the file as a whole.
func refuse(kind remark.Kind, params remark.Params) *Error { return &Error{Remark: kind.With(params)} }
