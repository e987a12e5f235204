package models

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ostrakon/convert/spool"
	"ostrakon/store/durable"
	"ostrakon/store/refusal"
)

// What all models together may be.
const (
	MaxModels = 100
	MaxBytes  = 500 << 20 // of their files
)

const (
	extension  = ".glb"
	recordExt  = ".json"
	partSuffix = ".part" // of a file that is not whole yet
)

// ours matches the name of a file that a shelf writes, and captures that of its model without extension.
var ours = regexp.MustCompile(`^([a-z2-7]{26})\.(?:glb|glb\.gz|json)(?:\.part)?$`)

// Model is a model that is kept.
type Model struct {
	Name   string    `json:"-"`     // of its .glb file, which the conversion gave it
	Title  string    `json:"title"` // the name to save it under, without extension
	By     string    `json:"by"`    // the id of the administrator who keeps it
	At     time.Time `json:"at"`
	Size   int64     `json:"-"` // bytes of the .glb file
	Packed int64     `json:"-"` // bytes of the copy that is compressed with gzip; 0 if there is none
}

// base is the name without extension, which the files of the model share.
func (m Model) base() string { return strings.TrimSuffix(m.Name, extension) }

// Options of a shelf.
type Options struct {
	Dir    string // made if missing
	Logger *slog.Logger
	// Space measures the file system that a directory is on, in bytes; nil means that it is never full.
	Space func(dir string) (free, total int64, err error)
}

// Shelf is a directory of kept models. Its methods are safe for concurrent use.
type Shelf struct {
	root  *os.Root
	space func(dir string) (free, total int64, err error)

	changing sync.Mutex // held while a model comes or goes, which takes long

	mu   sync.Mutex
	kept map[string]Model // by Name; changed under both locks
}

// Open opens the shelf in a directory, and removes what a crash left of a model.
func Open(o Options) (*Shelf, error) {
	if err := durable.MakeDir(o.Dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(o.Dir)
	if err != nil {
		return nil, err
	}
	s := &Shelf{root: root, space: o.Space, kept: make(map[string]Model)}
	if err := s.read(o.Logger); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close lets go of the directory.
func (s *Shelf) Close() error { return s.root.Close() }

// read reads the list. A record that cannot be read hides its model and keeps its files: somebody may mend it.
func (s *Shelf) read(log *slog.Logger) error {
	entries, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return err
	}
	recorded := make(map[string]bool)
	for _, e := range entries {
		base, found := strings.CutSuffix(e.Name(), recordExt)
		if !found || !ours.MatchString(e.Name()) {
			continue
		}
		recorded[base] = true
		m, err := s.readModel(base)
		if err != nil {
			log.Warn("a kept model cannot be read", "file", e.Name(), "error", err)
			continue
		}
		s.kept[m.Name] = m
	}
	for _, e := range entries {
		found := ours.FindStringSubmatch(e.Name())
		if found != nil && e.Type().IsRegular() && (!recorded[found[1]] || strings.HasSuffix(e.Name(), partSuffix)) {
			err = errors.Join(err, s.root.Remove(e.Name()))
		}
	}
	return err
}

// readModel reads the record of a model, and measures its files.
func (s *Shelf) readModel(base string) (m Model, err error) {
	record, err := s.root.ReadFile(base + recordExt)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(record, &m); err != nil {
		return m, err
	}
	m.Name = base + extension
	info, err := s.root.Stat(m.Name)
	if err != nil {
		return m, err
	}
	m.Size = info.Size()
	if info, err := s.root.Stat(spool.Packed(m.Name)); err == nil {
		m.Packed = info.Size()
	}
	return m, nil
}

// List returns all models, the newest first.
func (s *Shelf) List() []Model {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Model, 0, len(s.kept))
	for _, m := range s.kept {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Model) int {
		if !a.At.Equal(b.At) {
			return b.At.Compare(a.At)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list
}

// Find returns the model of a name. found is false for any name that is not that of a kept model.
func (s *Shelf) Find(name string) (m Model, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, found = s.kept[name]
	return m, found
}

// Read opens the file of a model or, where packed is set, the copy that is compressed with gzip.
func (s *Shelf) Read(m Model, packed bool) (*os.File, error) {
	if packed {
		return s.root.Open(spool.Packed(m.Name))
	}
	return s.root.Open(m.Name)
}

// Remove removes a model. note is called before, and its error ends it. A download under way goes on. Errors:
// refusal.NotFound.
func (s *Shelf) Remove(name string, note func(Model) error) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	m, found := s.Find(name)
	if !found {
		return refusal.ModelGone
	}
	if err := note(m); err != nil {
		return err
	}
	if err := s.root.Remove(m.base() + recordExt); err != nil {
		return err
	}
	s.mu.Lock()
	delete(s.kept, name)
	s.mu.Unlock()
	s.removeFiles(m)
	return durable.SyncDir(s.root)
}

// removeFiles removes what a model without a record has. The next Open removes what cannot be removed now.
func (s *Shelf) removeFiles(m Model) {
	s.root.Remove(m.Name)
	s.root.Remove(spool.Packed(m.Name))
}
