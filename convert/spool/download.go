package spool

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"time"
)

// Download is a file on its way out. Until it is closed the file is not removed.
type Download struct {
	io.ReadSeeker           // of the file, or of the copy that is compressed with gzip
	Packed        bool      // it is the copy
	Name          string    // in the spool; it never names another content
	Title         string    // the name to save it under, with extension
	Size          int64     // bytes of what is read
	Expires       time.Time // when Open stops finding it

	spool *Spool
	entry *entry
	file  *os.File
}

// Open opens a file for reading, or where packed is set and there is one, its copy that is compressed with gzip. It
// returns ErrNotFound for any name that is not that of a kept file.
func (s *Spool) Open(name string, packed bool) (*Download, error) {
	base, ok := baseOf(name)
	if !ok {
		return nil, ErrNotFound
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at, found := s.kept[base]
	if !found {
		return nil, ErrNotFound
	}
	e := at.Value.(*entry)
	size, found := e.files[name]
	if !found || !s.now().Before(e.expires) {
		return nil, ErrNotFound
	}
	content := name
	if copied, found := e.files[Packed(name)]; found && packed {
		content, size = Packed(name), copied
	} else {
		packed = false
	}
	f, err := s.root.Open(content)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound // somebody removed it
	}
	if err != nil {
		return nil, err
	}
	e.readers++
	title := name // a .bin keeps its name, by which the .gltf beside it finds it
	if extension := path.Ext(name); extension != ".bin" {
		title = e.title + extension
	}
	return &Download{ReadSeeker: f, Packed: packed, Name: name, Title: title, Size: size, Expires: e.expires,
		spool: s, entry: e, file: f}, nil
}

// Has reports whether a file is kept.
func (s *Spool) Has(name string) bool {
	base, _ := baseOf(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[base] != nil
}

// Close ends the download.
func (d *Download) Close() error {
	err := d.file.Close()
	d.spool.mu.Lock()
	defer d.spool.mu.Unlock()
	d.entry.readers--
	return err
}
