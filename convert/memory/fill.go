package memory

import (
	"errors"
	"io"
)

// Fill reads len(p) bytes of a file from an offset on, or returns io.ErrUnexpectedEOF if it has become shorter.
func Fill(p []byte, file io.ReaderAt, offset int64) error {
	n, err := file.ReadAt(p, offset)
	switch {
	case n == len(p):
		return nil
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}
