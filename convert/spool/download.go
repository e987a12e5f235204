package spool

import (
	"io"
	"os"
	"path"
	"time"
)

// Download is a file on its way out. Until it is closed the file is not removed.
type Download struct {
	io.ReadSeeker
	Name    string    // in the spool; it never names another content
	Title   string    // the name to save it under, with extension
	Size    int64     // bytes
	Expires time.Time // when Open stops finding it

	spool *Spool
	entry *entry
	file  *os.File
}

// Open opens a file for reading. It returns ErrNotFound for any name that is not that of a kept file.
func (s *Spool) Open(name string) (*Download, error) {
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
	f, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	e.readers++
	title := name // a .bin keeps its name, by which the .gltf beside it finds it
	if extension := path.Ext(name); extension != ".bin" {
		title = e.title + extension
	}
	return &Download{ReadSeeker: f, Name: name, Title: title, Size: size, Expires: e.expires, spool: s, entry: e,
		file: f}, nil
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
