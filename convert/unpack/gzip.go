package unpack

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"ostrakon/convert/memory"
)

// gunzip unpacks all members. The last four bytes are the size of the last one, mostly the only (RFC 1952, 2.3.1).
func gunzip(ctx context.Context, file io.ReaderAt, size, limit int64) ([]byte, error) {
	from := &directory{file: file, listed: true}
	var last [4]byte
	if _, err := from.ReadAt(last[:], max(0, size-4)); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	section := io.NewSectionReader(from, 0, size)
	r, err := gzip.NewReader(bufio.NewReaderSize(section, pieceSize/4))
	if err != nil {
		return nil, from.cause(formatGzip)
	}
	claimed := int64(binary.LittleEndian.Uint32(last[:]))
	if claimed > limit || tooDense(claimed, size) {
		claimed = 0 // nothing but reading tells whether it is true
	}
	data := memory.Make[byte](int(claimed + 1))[:0] // one byte more finds the end
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(data) == cap(data) {
			data = append(memory.Make[byte](int(min(2*int64(cap(data))+pieceSize, limit+1)))[:0], data...)
		}
		n, err := r.Read(data[len(data):min(cap(data), len(data)+pieceSize)])
		data = data[:len(data)+n]
		packed, _ := section.Seek(0, io.SeekCurrent) // what it came from, so that a bomb ends before it fills the memory
		switch unpacked := int64(len(data)); {
		case unpacked > limit:
			return nil, tooLarge(formatGzip, limit)
		case tooDense(unpacked, packed):
			return nil, dense(formatGzip)
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, from.cause(formatGzip)
		}
	}
}
