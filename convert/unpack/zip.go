package unpack

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"ostrakon/convert/memory"
	"ostrakon/convert/remark"
)

const (
	// maxDirectory is the most bytes that list an archive's entries, with the 64 KiB of a comment at its end.
	maxDirectory = 2 << 20
	// encrypted is the bit of an entry's flags that says so, APPNOTE 4.4.4.
	encrypted = 1
	// pieceSize is how much is unpacked before the context is looked at again.
	pieceSize = 1 << 20
)

// Entry is a file in a ZIP archive.
type Entry struct {
	*zip.File
}

// Archive is a ZIP archive. Folders are no entries.
type Archive struct {
	file    *directory
	entries []*Entry
}

// OpenZIP lists the entries of a ZIP archive. The error is an *stl.Error if it is damaged, too long or overlapping.
func OpenZIP(file io.ReaderAt, size int64) (*Archive, error) {
	a := &Archive{file: &directory{file: file, left: maxDirectory}}
	r, err := zip.NewReader(a.file, size)
	switch {
	case a.file.err != nil:
		return nil, a.file.err
	case a.file.left < 0 || err == nil && len(r.File) > MaxEntries:
		return nil, refuse(remark.PackedTooMany, remark.Params{"limit": MaxEntries})
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // no path is ever used
		return nil, damaged(formatOf(file))
	}
	a.file.listed = true
	for _, f := range r.File {
		if !f.FileInfo().IsDir() {
			a.entries = append(a.entries, &Entry{f})
		}
	}
	return a, a.apart(size)
}

// formatOf is the format of an archive without a directory, by the names of its first entries.
func formatOf(file io.ReaderAt) string {
	start := make([]byte, 4<<10)
	n, _ := file.ReadAt(start, 0)
	for _, name := range []string{"[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"} {
		if bytes.Contains(start[:n], []byte(name)) {
			return "3MF"
		}
	}
	return formatZIP
}

// apart refuses entries that share bytes, by which an archive of a few megabytes can hold petabytes.
func (a *Archive) apart(size int64) error {
	type span struct{ from, to int64 }
	spans := make([]span, 0, len(a.entries))
	for _, e := range a.entries {
		from, err := e.DataOffset()
		if a.file.err != nil {
			return a.file.err
		}
		if err != nil || e.CompressedSize64 > uint64(size) || from+int64(e.CompressedSize64) > size {
			return damaged(formatZIP)
		}
		if e.CompressedSize64 > 0 {
			spans = append(spans, span{from, from + int64(e.CompressedSize64)})
		}
	}
	slices.SortFunc(spans, func(x, y span) int { return cmp.Compare(x.from, y.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return damaged(formatZIP)
		}
	}
	return nil
}

// Find is the entry of a name, whatever the case of its letters; nil if there is none.
func (a *Archive) Find(name string) *Entry {
	for _, e := range a.entries {
		if strings.EqualFold(e.Name, name) {
			return e
		}
	}
	return nil
}

// HasExtension reports whether the name of an entry ends in an extension, whatever the case of its letters.
func (a *Archive) HasExtension(extension string) bool {
	return slices.ContainsFunc(a.entries, func(e *Entry) bool { return strings.EqualFold(path.Ext(e.Name), extension) })
}

// Read unpacks an entry, into limit bytes at most. Errors are those of FromGzip.
func (a *Archive) Read(ctx context.Context, e *Entry, limit int64) ([]byte, error) {
	r, err := a.Open(ctx, e, limit)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data := memory.Make[byte](int(e.UncompressedSize64))
	for done := 0; ; {
		n, err := r.Read(data[done:min(len(data), done+pieceSize)])
		switch done += n; {
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}

// Open unpacks an entry piece by piece, limit bytes at most. Reading fails as FromGzip does, or ends with io.EOF.
func (a *Archive) Open(ctx context.Context, e *Entry, limit int64) (io.ReadCloser, error) {
	packed := int64(e.CompressedSize64)
	switch {
	case e.Flags&encrypted != 0:
		return nil, refuse(remark.PackedEncrypted, nil)
	case e.Method != zip.Store && e.Method != zip.Deflate:
		return nil, refuse(remark.PackedMethod, remark.Params{"method": e.Method})
	case e.UncompressedSize64 > uint64(limit):
		return nil, tooLarge(formatZIP, limit)
	case tooDense(int64(e.UncompressedSize64), packed):
		return nil, dense(formatZIP)
	}
	r, err := e.Open()
	if err != nil {
		return nil, a.file.cause(formatZIP)
	}
	return &reader{ReadCloser: r, ctx: ctx, archive: a, left: int64(e.UncompressedSize64)}, nil
}

type reader struct {
	io.ReadCloser
	ctx     context.Context
	archive *Archive
	left    int64 // bytes, as the entry says
}

// Read reads at least a byte, or returns an error.
func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if r.left == 0 {
		if n, err := io.ReadFull(r.ReadCloser, make([]byte, 1)); n != 0 || err != io.EOF { // this also compares the checksum
			return 0, r.archive.file.cause(formatZIP)
		}
		return 0, io.EOF
	}
	n, err := io.ReadAtLeast(r.ReadCloser, p[:min(int64(len(p)), r.left)], 1)
	if r.left -= int64(n); err != nil {
		return n, r.archive.file.cause(formatZIP)
	}
	return n, nil
}

// cause is the error of reading the file, or that of a damaged archive in a format.
func (d *directory) cause(format string) error {
	if d.err != nil {
		return d.err
	}
	return damaged(format)
}

// errDirectory ends the listing of an archive.
var errDirectory = errors.New("unpack: the directory is too large")

// directory is the file of an archive, of which little may be read until it is listed. It remembers read errors.
type directory struct {
	file   io.ReaderAt
	left   int64
	listed bool
	err    error
}

// ReadAt reads as io.ReaderAt does. A negative offset is what a damaged archive asks for.
func (d *directory) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, zip.ErrFormat
	}
	if !d.listed {
		if d.left -= int64(len(p)); d.left < 0 {
			return 0, errDirectory
		}
	}
	n, err := d.file.ReadAt(p, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		d.err = err
	}
	return n, err
}
