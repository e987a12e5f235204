package spool

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Output is the files of one conversion on their way in: a large upload, and what it becomes. It is for one goroutine.
type Output struct {
	spool  *Spool
	root   *os.Root
	opened int // see Opened
	base   string
	upload *Upload // nil: none
	files  []*outFile
	held   int64 // bytes reserved
}

// Begin begins the files of a conversion. End it with Keep or Discard.
func (s *Spool) Begin() *Output {
	root, opened := s.present()
	return &Output{spool: s, root: root, opened: opened, base: randomBase()}
}

// Base is the random name, without extension, that the files share.
func (o *Output) Base() string { return o.base }

// reserve counts bytes that are about to be written, and makes room for them.
func (o *Output) reserve(bytes int64) error {
	if err := o.spool.reserve(bytes, o.held); err != nil {
		return err
	}
	o.held += bytes
	return nil
}

// release gives back bytes, of which some were never written.
func (o *Output) release(bytes, pending int64) {
	o.spool.release(bytes, pending)
	o.held -= bytes
}

// Dir is the directory of all files of the spool, an absolute path.
func (o *Output) Dir() string { return o.spool.dir }

// Opened is how often the spool has opened its directory. It is another directory each time.
func (o *Output) Opened() int { return o.opened }

// Path is where the file of a name is until Keep: whoever converts writes it there.
func (o *Output) Path(name string) string { return filepath.Join(o.Dir(), name+partSuffix) }

// Create makes an empty file, Base and .glb, .gltf, .bin, .usdz or .png, or the Packed copy of one, and reserves its
// bytes. A copy may turn out smaller. Errors: ErrFull, *SizeError.
func (o *Output) Create(name string, size int64) error {
	if base, ok := baseOf(strings.TrimSuffix(name, packedExt)); !ok || base != o.base || size < 0 {
		return fmt.Errorf("spool: %q of %d bytes is no output", name, size)
	}
	if err := o.reserve(perFile + size); err != nil {
		return err
	}
	f, err := o.root.OpenFile(name+partSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		err = o.full(err)
		o.release(perFile+size, perFile+size)
		return err
	}
	made := &outFile{name: name, size: size, file: f}
	o.files = append(o.files, made)
	o.spool.mu.Lock()
	defer o.spool.mu.Unlock()
	o.spool.writing[made] = struct{}{}
	return nil
}

// Keep lets the files be opened, until the time it returns. They must have the sizes that they were created with. title
// is the name that downloads are offered under, without extension. If it fails, nothing is left.
func (o *Output) Keep(title string) (expires time.Time, err error) {
	defer func() {
		if err != nil {
			err = o.full(err)
			o.Discard()
		}
	}()
	o.dropUpload()
	s := o.spool
	if len(o.files) == 0 {
		return s.now(), nil // an inspection makes none
	}
	e := &entry{base: o.base, title: title, files: make(map[string]int64, len(o.files))}
	for _, f := range o.files {
		if err := o.fit(f); err != nil {
			return time.Time{}, err
		}
		if err := f.finish(o.root); err != nil {
			return time.Time{}, err
		}
		e.files[f.name] = f.size
		e.size += perFile + f.size
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending -= e.size
	o.written()
	e.expires = s.now().Add(s.ttl)
	s.kept[e.base] = s.age.PushBack(e)
	o.files = nil
	return e.expires, nil
}

// fit checks the size of a file that is written, and gives back what a packed copy left of the bytes reserved for it.
func (o *Output) fit(f *outFile) error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	spare := f.size - info.Size()
	if copied := strings.HasSuffix(f.name, packedExt); spare < 0 || spare > 0 && !copied {
		return fmt.Errorf("spool: %s has %d bytes, and was to have %d", f.name, info.Size(), f.size)
	}
	s := o.spool
	s.mu.Lock() // reserve reads the sizes of all files that are being written
	defer s.mu.Unlock()
	f.size -= spare
	o.held -= spare
	s.used -= spare
	s.pending -= spare
	return nil
}

// Discard removes what was written. After Keep it does nothing.
func (o *Output) Discard() {
	o.dropUpload()
	o.spool.mu.Lock()
	o.written()
	o.spool.mu.Unlock()
	for _, f := range o.files {
		f.discard(o.root)
		o.release(perFile+f.size, perFile+f.size)
	}
	o.files = nil
}

// written notes that nobody writes the files any more. The caller holds the lock of the spool.
func (o *Output) written() {
	for _, f := range o.files {
		delete(o.spool.writing, f)
	}
}

// full marks the errors of a full disk and of a quota, see Full.
func (o *Output) full(err error) error {
	if isFull(err) {
		return o.Full(err)
	}
	return err
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// Full makes an ErrFull of the reason why the disk lacks reserved bytes, and removes the oldest files.
func (o *Output) Full(why error) error {
	o.spool.mu.Lock()
	defer o.spool.mu.Unlock()
	o.spool.makeRoom(o.held)
	return fmt.Errorf("%w: %w", ErrFull, why)
}

type outFile struct {
	name   string
	size   int64 // under the lock of the spool, once the file is among those being written
	file   *os.File
	closed bool
	whole  bool // has its final name
}

// finish gives the file its name. It is not synced: it does not outlive the process, and the votes' fsync would wait.
func (f *outFile) finish(root *os.Root) error {
	f.closed = true
	if err := f.file.Close(); err != nil {
		return err
	}
	if err := root.Rename(f.name+partSuffix, f.name); err != nil {
		return err
	}
	f.whole = true
	return nil
}

func (f *outFile) discard(root *os.Root) {
	if !f.closed {
		f.file.Close()
	}
	name := f.name + partSuffix
	if f.whole {
		name = f.name
	}
	root.Remove(name) // what cannot be removed now is removed by the next Open
}
