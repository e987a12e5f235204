package convert

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"sync/atomic"

	library "github.com/hschendel/stl"

	"ostrakon/convert/cores"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// The layout of a binary STL file.
const (
	binaryHeader = 84 // 80 bytes of text and the count
	binaryRecord = 50 // a normal, three corners and 16 bits
)

// readGuarded reads a file with hschendel/stl where that is safe and loses nothing, and with this
// project's reader elsewhere. The library takes every file that is not exactly as long as its count
// says for text. It reads text at a fiftieth of the speed, and uses memory for every line it does
// not understand. It keeps only the first solid, and knows no colours.
func readGuarded(ctx context.Context, data []byte) (*stl.Model, error) {
	if reason, ok := unfit(data); ok {
		m, err := stl.Read(data)
		if err != nil {
			return nil, err
		}
		m.Warnings = append(m.Warnings, reason.With(nil))
		return m, nil
	}
	header := bytes.Clone(data[:binaryHeader-4])
	// A record of 50 bytes becomes 36 of corners, so they never overtake the reader in the same memory.
	corners := soup(stl.Overlay(data)[:0])
	if err := library.CopyAll(&stoppable{ctx, bytes.NewReader(data)}, &corners); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("convert: hschendel/stl: %w", err)
	}
	return stl.FromCorners(header, corners)
}

// unfit reports whether the library must not read the file, and why.
func unfit(data []byte) (reason remark.Kind, ok bool) {
	if len(data) <= binaryHeader {
		return remark.OwnReader, true
	}
	count := int64(binary.LittleEndian.Uint32(data[binaryHeader-4:]))
	if int64(len(data)) != binaryHeader+binaryRecord*count {
		return remark.OwnReader, true
	}
	if bytes.Contains(data[:binaryHeader-4], []byte("COLOR=")) {
		return remark.OwnReaderColours, true
	}
	var coloured, broken atomic.Bool
	parts := max(1, min(runtime.GOMAXPROCS(0), int(count>>14)))
	cores.Run(parts, func(w int) {
		from, to := int(count)*w/parts, int(count)*(w+1)/parts
		colour, finite := inspect(data[binaryHeader+binaryRecord*from : binaryHeader+binaryRecord*to])
		if colour {
			coloured.Store(true)
		}
		if !finite {
			broken.Store(true)
		}
	})
	switch {
	case coloured.Load():
		return remark.OwnReaderColours, true
	case broken.Load():
		return remark.OwnReaderNonFinite, true
	}
	return remark.Kind{}, false
}

// inspect reports whether any record has attributes, and whether all corners are finite.
func inspect(records []byte) (coloured, finite bool) {
	const exponent = 0x7f800000
	var attributes uint16
	infinite := false
	for ; len(records) >= binaryRecord; records = records[binaryRecord:] {
		r := records[:binaryRecord:binaryRecord]
		for i := 12; i < 48; i += 4 {
			infinite = infinite || binary.LittleEndian.Uint32(r[i:])&exponent == exponent
		}
		attributes |= binary.LittleEndian.Uint16(r[48:])
	}
	return attributes != 0, !infinite
}

// stoppable is a reader that ends with the context.
type stoppable struct {
	ctx context.Context
	*bytes.Reader
}

// Read implements io.Reader.
func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

// soup implements the library's Writer: it collects the corners of facets, nine floats a facet.
type soup []float32

// AppendTriangle implements the library's Writer.
func (s *soup) AppendTriangle(t library.Triangle) {
	v := &t.Vertices
	*s = append(*s, v[0][0], v[0][1], v[0][2], v[1][0], v[1][1], v[1][2], v[2][0], v[2][1], v[2][2])
}

// SetTriangleCount implements the library's Writer. The length of the file gave the count already.
func (s *soup) SetTriangleCount(uint32) {}

// SetASCII implements the library's Writer. Only binary files get here.
func (s *soup) SetASCII(bool) {}

// SetName implements the library's Writer. The name comes from the header, as for the other methods.
func (s *soup) SetName(string) {}

// SetBinaryHeader implements the library's Writer.
func (s *soup) SetBinaryHeader([]byte) {}
