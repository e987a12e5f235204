package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/durable"
)

// The endings of the names of unfinished copies.
const (
	compactSuffix = ".compact"
	backupSuffix  = ".backup"
	restoreSuffix = ".restore"
	roomSuffix    = ".room"
)

// endsPause is how long finishEnds waits after it failed: it copies the whole file.
const endsPause = time.Minute

// retryEnds tries again what could not be done after a count was sealed or an election cancelled.
func (s *Store) retryEnds() {
	s.stateMu.Lock()
	due := s.state.EndsWaiting && s.now().Sub(s.endsTried) >= endsPause
	s.stateMu.Unlock()
	if due {
		s.tryEnds()
	}
}

// tryEnds finishes what elections leave behind. Where it fails, above all because there is no room for
// a copy of the file, State says so and Mend tries again.
func (s *Store) tryEnds() {
	err := s.finishEnds()
	if err != nil {
		s.log.Error("could not remove what elections leave behind; it is tried again", "error", err)
	}
	s.change(func(state *State) { state.EndsWaiting, s.endsTried = err != nil, s.now() })
}

// finishEnds does what is left after counts were sealed or elections cancelled, also after a crash
// in the middle of it. It destroys the keys of those elections and replaces the file by a compacted
// copy, because free pages keep the sealed ballots. Other calls wait. Nobody commits meanwhile, so that
// what is read of the results is on the disk before a key is destroyed.
func (s *Store) finishEnds() error {
	s.dbMu.Lock()
	defer s.dbMu.Unlock()
	var ended []ElectionID
	var compact bool
	err := s.read(func(tx *bolt.Tx) (err error) {
		compact = tx.Bucket(bucketMeta).Get(metaCompact) != nil
		if compact {
			ended, err = withoutKey(tx)
		}
		return err
	})
	if err != nil || !compact {
		return err
	}
	for _, id := range ended {
		if err := s.keys.Destroy(string(id)); err != nil {
			return fmt.Errorf("destroy the key of election %s: %w", id, err)
		}
	}
	return s.compact()
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

// compact puts a compacted copy in the place of the file. The caller holds dbMu for writing. A crash
// before the rename leaves the old file, a crash after it the new one. A failure of the rename leaves it
// open which of them it would be: Mend settles that, and opens the file.
func (s *Store) compact() error {
	path := filepath.Join(s.dir, FileName)
	tmp := path + compactSuffix
	err := compactTo(s.db, tmp)
	if err == nil {
		err = clearMark(tmp)
	}
	if err != nil {
		os.Remove(tmp) // voters need the disk space
		return err
	}
	if err = errors.Join(s.db.Close(), durable.Rename(tmp, path)); err == nil {
		var db *bolt.DB
		if db, err = reopenFile(path); err == nil {
			s.db = db
		}
	}
	s.unsettled.Store(err != nil)
	return err
}

// clearLeftovers removes the copies that a crash during a backup, restore or compaction left. They
// hold sealed ballots longer than the file does.
func (s *Store) clearLeftovers() error {
	for _, suffix := range []string{backupSuffix, compactSuffix, restoreSuffix, roomSuffix} {
		if err := os.Remove(filepath.Join(s.dir, FileName+suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(s.dir, restoring)) // it may have keys
}

// clearMark takes the mark for compaction out of a compacted copy.
func clearMark(path string) error {
	db, err := openBolt(path, &bolt.Options{})
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketMeta).Delete(metaCompact) })
	return errors.Join(err, db.Close())
}
