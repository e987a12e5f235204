package spool

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// ErrNotFound means that there is no such file, or no longer.
var ErrNotFound = errors.New("no such converted file")

// perFile is what a file counts in addition to its content, in bytes.
const perFile = 4 << 10

// Options of a spool. The zero value is ready to use.
type Options struct {
	TTL time.Duration    // how long files are kept; 0 means an hour
	Cap int64            // bytes of all files together; 0 means 4 GiB
	Now func() time.Time // the clock; nil means time.Now
	// Space measures the file system that a directory is on, in bytes; nil means that it is never full.
	Space func(dir string) (free, total int64, err error)
}

// Spool is a directory of converted files. Its methods are safe for concurrent use.
type Spool struct {
	dir   string // absolute
	ttl   time.Duration
	max   int64
	now   func() time.Time
	space func(dir string) (free, total int64, err error)

	mu      sync.Mutex
	root    *os.Root                 // of dir
	opened  int                      // how often it was
	used    int64                    // bytes of all files, and those reserved
	pending int64                    // of these, reserved and not known to be written
	writing map[*outFile]struct{}    // the files that are reserved and not kept yet
	kept    map[string]*list.Element // by base; of *entry
	age     list.List                // of *entry, the next to expire first
}

// entry is the files of one conversion.
type entry struct {
	base    string
	title   string
	files   map[string]int64 // sizes by name
	size    int64            // as counted towards the cap
	expires time.Time
	readers int
}

// Open opens the spool in a directory, which it makes if missing, and removes what an earlier run left there.
func Open(dir string, opts Options) (*Spool, error) {
	if opts.TTL == 0 {
		opts.TTL = time.Hour
	}
	if opts.Cap == 0 {
		opts.Cap = 4 << 30
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Space == nil {
		opts.Space = func(string) (free, total int64, err error) { return 1 << 62, 1 << 62, nil }
	}
	dir, err := filepath.Abs(dir) // a child that writes there works elsewhere
	if err != nil {
		return nil, err
	}
	s := &Spool{dir: dir, ttl: opts.TTL, max: opts.Cap, now: opts.Now, space: opts.Space,
		writing: make(map[*outFile]struct{}), kept: make(map[string]*list.Element)}
	if err := s.enter(); err != nil {
		return nil, err
	}
	if err := errors.Join(s.removeLeftovers(), s.tryWriting()); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", dir, err), s.root.Close())
	}
	return s, nil
}

// enter makes the directory if it is missing, and opens it.
func (s *Spool) enter() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return err
	}
	s.root = root
	s.opened++
	return nil
}

// present is the directory and how often it was opened. A cleaner of temporary directories may have removed it: then it
// is made again, without the files.
func (s *Spool) present() (root *os.Root, opened int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	there, err := os.Stat(s.dir)
	held, heldErr := s.root.Stat(".")
	if err != nil || heldErr != nil || !os.SameFile(there, held) {
		old := s.root
		if s.enter() == nil { // else writing fails, and says why
			old.Close()
		}
	}
	return s.root, s.opened
}

// tryWriting finds a directory that cannot be written. A full disk may have room later.
func (s *Spool) tryWriting() error {
	name := randomBase() + uploadExt
	f, err := s.root.Create(name)
	if isFull(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), s.root.Remove(name))
}

// Close removes the files, and leaves the directory. Closing again does nothing.
func (s *Spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.removeLeftovers()
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrClosed) {
		err = nil // somebody removed the directory, or closed the spool before
	}
	return errors.Join(err, s.root.Close())
}

// TTL is how long files are kept.
func (s *Spool) TTL() time.Duration { return s.ttl }

// removeLeftovers removes the files of an earlier run, and only files that are named as the spool names them.
func (s *Spool) removeLeftovers() error {
	entries, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ours(e.Name()) && e.Type().IsRegular() {
			err = errors.Join(err, s.root.Remove(e.Name()))
		}
	}
	return err
}

// Run removes files as they expire, until ctx ends.
func (s *Spool) Run(ctx context.Context) {
	tick := time.NewTicker(max(time.Second, min(s.ttl/4, time.Minute)))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.Clean()
		}
	}
}

// Clean removes expired files that nobody downloads and, while the reserve is not free, more of them, oldest first.
func (s *Spool) Clean() {
	free, total, err := s.space(s.dir)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	s.removeWhile(func(e *entry) bool { return !now.Before(e.expires) })
	if err == nil {
		s.makeRoom(s.lacking(free, total))
	}
}

// Remove removes a file together with the others of its conversion. Nobody can open them any more. A download under way
// goes on, and they are removed after it. A file that is not there is not an error.
func (s *Spool) Remove(name string) {
	base, _ := baseOf(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.kept[base]
	if !ok {
		return
	}
	now := s.now()
	at.Value.(*entry).expires = now
	s.age.MoveToFront(at)
	s.removeWhile(func(e *entry) bool { return !now.Before(e.expires) })
}

// removeWhile removes entries, oldest first, while more returns true. Entries that are being downloaded stay.
func (s *Spool) removeWhile(more func(*entry) bool) {
	for at := s.age.Front(); at != nil && more(at.Value.(*entry)); {
		next := at.Next()
		if e := at.Value.(*entry); e.readers == 0 {
			s.age.Remove(at)
			delete(s.kept, e.base)
			for name := range e.files {
				s.root.Remove(name) // what cannot be removed now is removed by the next Open
			}
			s.used -= e.size
		}
		at = next
	}
}
