package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
)

// The endings of the names of unfinished copies.
const (
	backupSuffix  = ".backup"
	restoreSuffix = ".restore"
)

// endsPause is how long finishEnds waits after it failed: it copies the whole file.
const endsPause = time.Minute

// retryEnds tries again what could not be done after a count was sealed or an election cancelled, and erases in time
// what was deleted about people.
func (s *Store) retryEnds() {
	s.endsMu.Lock()
	waiting, tried := s.endsWaiting, s.endsTried
	s.endsMu.Unlock()
	if waiting && s.now().Sub(tried) >= endsPause || !waiting && s.eraseDue() {
		s.tryEnds()
	}
}

// tryEnds finishes what elections leave behind, and erases what was deleted. If the disk has no space for a copy, Mend
// tries again.
func (s *Store) tryEnds() {
	err := s.finishEnds()
	if err != nil {
		s.log.Error("could not erase what was deleted or what elections leave behind; it is tried again", "error", err)
	}
	s.endsMu.Lock()
	defer s.endsMu.Unlock()
	s.endsWaiting, s.endsTried = err != nil, s.now()
}

// finishEnds does what is left after counts were sealed, elections cancelled or people deleted, also after a crash in
// the middle of it. It destroys the keys of those elections and replaces the file by a compacted copy, because free
// pages keep the sealed ballots and what was known about those people. Nobody commits meanwhile, so that what is read
// of the results is on the disk before a key is destroyed.
func (s *Store) finishEnds() error {
	return s.file.Compact(func(tx *bolt.Tx) (due bool, err error) {
		meta := tx.Bucket(bucketMeta)
		if meta.Get(metaCompact) == nil {
			return meta.Get(metaErase) != nil, nil
		}
		ended, err := withoutKey(tx)
		if err != nil {
			return false, err
		}
		for _, id := range ended {
			if err := s.keys.Destroy(string(id)); err != nil {
				return false, fmt.Errorf("destroy the key of election %s: %w", id, err)
			}
		}
		return true, nil
	}, clearCompact)
}

// clearCompact notes in a compacted copy that it is one.
func clearCompact(tx *bolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	return errors.Join(meta.Delete(metaCompact), meta.Delete(metaErase))
}

// withoutKey lists the elections whose key is to be destroyed: those that are counted or cancelled.
func withoutKey(tx *bolt.Tx) ([]ElectionID, error) {
	var ended []ElectionID
	for id := range electionsIn(tx, Completed) {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return nil, err
		}
		if rec.Cancelled != nil || tx.Bucket(bucketResults).Get([]byte(rec.ID)) != nil {
			ended = append(ended, rec.ID)
		}
	}
	return ended, nil
}

// clearLeftovers removes the copies that a crash during a backup or a restore left: they hold sealed ballots.
func (s *Store) clearLeftovers() error {
	for _, suffix := range []string{backupSuffix, restoreSuffix} {
		if err := os.Remove(filepath.Join(s.dir, FileName+suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.RemoveAll(filepath.Join(s.dir, restoring)); err != nil { // root made it, and was killed
		s.log.Error("what an interrupted restore left may have keys, and cannot be removed", "error", err)
	}
	return nil
}
