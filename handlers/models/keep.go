package models

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"ostrakon/convert/spool"
	"ostrakon/store/durable"
	"ostrakon/store/refusal"
)

// syncEvery is how many bytes are written before they are synced. Votes are synced to the same disk, and wait for what
// is written before them.
const syncEvery = 4 << 20

// Keep copies a model, of which Name, By and At are set, out of the spool. note is called when the model is there but
// for its record, and its error ends it. A model that is kept already stays as it is, without a note. Errors:
// spool.ErrNotFound, refusal.ModelsFull, refusal.StorageFull.
func (s *Shelf) Keep(from *spool.Spool, m Model, note func(Model) error) (Model, error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	if kept, found := s.Find(m.Name); found {
		return kept, nil
	}
	whole, err := from.Open(m.Name, false)
	if err != nil {
		return m, err
	}
	defer whole.Close()
	packed, err := from.Open(m.Name, true)
	if err != nil {
		return m, err
	}
	defer packed.Close()
	m.Title, m.Size = strings.TrimSuffix(whole.Title, extension), whole.Size
	if packed.Packed {
		m.Packed = packed.Size
	}
	if err := s.hasRoom(m.Size + m.Packed); err != nil {
		return m, err
	}
	if err := s.write(m, whole, packed, note); err != nil {
		s.removeFiles(m)
		if durable.IsFull(err) {
			err = errors.Join(refusal.NoRoomForModel.With(refusal.Facts{"size": m.Size + m.Packed}), err)
		}
		return m, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[m.Name] = m
	return m, nil
}

// hasRoom refuses a model that is one too many, or whose bytes are too many.
func (s *Shelf) hasRoom(bytes int64) error {
	list := s.List()
	if len(list) >= MaxModels {
		return refusal.ModelsFull.With(refusal.Facts{"max": MaxModels})
	}
	total := bytes
	for _, m := range list {
		total += m.Size + m.Packed
	}
	if total > MaxBytes {
		return refusal.ModelsTooLarge.With(refusal.Facts{"size": total, "limit": MaxBytes})
	}
	if s.space == nil {
		return nil
	}
	free, size, err := s.space(s.root.Name())
	if err == nil && free-bytes < spool.Reserve(size) {
		err = refusal.NoRoomForModel.With(refusal.Facts{"size": bytes})
	}
	return err
}

// write writes the files of a model, its record last.
func (s *Shelf) write(m Model, whole, packed io.Reader, note func(Model) error) error {
	if err := s.copy(m.Name, whole); err != nil {
		return err
	}
	if m.Packed > 0 {
		if err := s.copy(spool.Packed(m.Name), packed); err != nil {
			return err
		}
	}
	if err := note(m); err != nil {
		return err
	}
	name := m.base() + recordExt
	return durable.WriteVia(s.root, name+partSuffix, name, func(f *os.File) error { return json.NewEncoder(f).Encode(m) })
}

// copy writes a file, a piece at a time.
func (s *Shelf) copy(name string, from io.Reader) error {
	return durable.WriteVia(s.root, name+partSuffix, name, func(to *os.File) error {
		for {
			_, err := io.CopyN(to, from, syncEvery)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil {
				err = to.Sync()
			}
			if err != nil {
				return err
			}
		}
	})
}
