package spool

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

// Output is the files of one conversion on their way in. It is for one goroutine.
type Output struct {
	spool *Spool
	base  string
	files []*outFile
}

// Begin begins the files of a conversion. End it with Keep or Discard.
func (s *Spool) Begin() *Output { return &Output{spool: s, base: randomBase()} }

// Base is the random name, without extension, that the files share.
func (o *Output) Base() string { return o.base }

// Create makes a file of the output. name must be Base and one of the extensions .glb, .gltf and
// .bin. It and the Write of the file return ErrFull when the spool or the disk is full.
func (o *Output) Create(name string) (io.Writer, error) {
	if base, ok := baseOf(name); !ok || base != o.base {
		return nil, fmt.Errorf("spool: %q is no name for an output", name)
	}
	if err := o.spool.reserve(perFile); err != nil {
		return nil, err
	}
	f, err := o.spool.root.OpenFile(name+partSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		o.spool.release(perFile)
		return nil, full(err)
	}
	out := &outFile{spool: o.spool, name: name, file: f}
	o.files = append(o.files, out)
	return out, nil
}

// Keep syncs the files and lets them be opened, until the time it returns. title is the name that
// downloads are offered under, without extension. If it fails, nothing is left.
func (o *Output) Keep(title string) (expires time.Time, err error) {
	defer func() {
		if err != nil {
			err = full(err)
			o.Discard()
		}
	}()
	e := &entry{base: o.base, title: title, files: make(map[string]int64, len(o.files))}
	for _, f := range o.files {
		if err := f.finish(); err != nil {
			return time.Time{}, err
		}
		e.files[f.name] = f.size
		e.size += perFile + f.size
	}
	s := o.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	e.expires = s.now().Add(s.ttl)
	s.kept[e.base] = s.age.PushBack(e)
	o.files = nil
	return e.expires, nil
}

// Discard removes what was written. After Keep it does nothing.
func (o *Output) Discard() {
	for _, f := range o.files {
		f.discard()
	}
	o.files = nil
}

// outFile is a file while it is written.
type outFile struct {
	spool  *Spool
	name   string
	file   *os.File
	size   int64
	err    error // the first one of Write
	closed bool
	whole  bool // has its final name
}

// Write counts the bytes towards the cap and writes them.
func (f *outFile) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	if f.err = f.spool.reserve(int64(len(p))); f.err != nil {
		return 0, f.err
	}
	f.size += int64(len(p))
	var n int
	n, f.err = f.file.Write(p)
	f.err = full(f.err)
	return n, f.err
}

// full marks the errors of a full disk and of a quota as ErrFull.
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// finish syncs the file and gives it its name.
func (f *outFile) finish() error {
	if f.err != nil {
		return f.err
	}
	f.closed = true
	if err := errors.Join(f.file.Sync(), f.file.Close()); err != nil {
		return err
	}
	if err := f.spool.root.Rename(f.name+partSuffix, f.name); err != nil {
		return err
	}
	f.whole = true
	return nil
}

func (f *outFile) discard() {
	if !f.closed {
		f.file.Close()
	}
	name := f.name + partSuffix
	if f.whole {
		name = f.name
	}
	f.spool.root.Remove(name) // what cannot be removed now is removed by the next Open
	f.spool.release(perFile + f.size)
}
