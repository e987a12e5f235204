package convert

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"ostrakon/convert/memory"
	"ostrakon/convert/obj"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
	"ostrakon/convert/threemf"
	"ostrakon/convert/unpack"
)

const (
	// parallelRead is the size in bytes from which a file is read in two halves at once.
	parallelRead = 4 << 20
	// maxInput is more than any output can hold. Asking for more memory than there is would end the program.
	maxInput = 64 << 30
	// defaultLargest is Options.Largest if that is 0.
	defaultLargest = 512 << 20
)

// source is the file to convert: bytes in memory, or a file that can be read at any place.
type source struct {
	data []byte
	file io.ReaderAt
	size int64

	archive *unpack.Archive // of a 3MF file, whose parts unpack to limit bytes at most
	limit   int64
	library obj.Library // finds what lies beside an OBJ file
}

func (s source) readerAt() io.ReaderAt {
	if s.file != nil {
		return s.file
	}
	return bytes.NewReader(s.data)
}

func (s source) all() ([]byte, error) {
	if s.file == nil {
		return s.data, nil
	}
	if s.size > maxInput {
		return nil, fmt.Errorf("convert: the file has %d bytes, more than an output can hold", s.size)
	}
	data := memory.Make[byte](int(s.size))
	half := 0
	if len(data) >= parallelRead {
		half = len(data) / 2 &^ 4095
	}
	var beside sync.WaitGroup
	var first, second error
	beside.Go(func() { first = memory.Fill(data[:half], s.file, 0) })
	second = memory.Fill(data[half:], s.file, int64(half))
	beside.Wait()
	if err := errors.Join(first, second); err != nil {
		return nil, fmt.Errorf("convert: read: %w", err)
	}
	return data, nil
}

// unpack puts the model inside a gzip or ZIP file in place of it, and opens a 3MF file.
func (r *run) unpack() error {
	file, limit := r.from.readerAt(), r.opts.Largest
	if limit == 0 {
		limit = defaultLargest
	}
	kind, err := unpack.Sniff(file, r.from.size)
	if err != nil {
		return fmt.Errorf("convert: read: %w", err)
	}
	var c unpack.Content
	var library obj.Library
	switch kind {
	case unpack.Plain:
		return nil
	case unpack.Gzip:
		c.Data, err = unpack.FromGzip(r.ctx, file, r.from.size, limit)
	case unpack.ZIP:
		var archive *unpack.Archive
		archive, err = unpack.OpenZIP(file, r.from.size)
		switch {
		case err != nil:
		case !threemf.Is(archive):
			c, err = archive.Model(r.ctx, limit)
			library = func(name string) ([]byte, error) { return archive.Beside(r.ctx, c.Name, name, maxLibrary) }
		case r.opts.STLOnly:
			err = &stl.Error{Remark: remark.NotSTL3MF.With(nil)}
		default:
			r.from.archive, r.from.limit = archive, limit
			return nil
		}
	}
	if err != nil {
		return err
	}
	r.from, r.warnings = source{data: c.Data, size: int64(len(c.Data)), library: library}, c.Warnings
	return nil
}
