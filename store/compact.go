package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/durable"
)

// compactTx bounds a transaction of a compaction, in bytes.
const compactTx = 16 << 20

// What the names of unfinished copies end in.
const (
	compactSuffix = ".compact"
	backupSuffix  = ".backup"
	restoreSuffix = ".restore"
)

// finishCounts does what is left after counts were sealed, and after a crash
// in the middle of that: destroy the keys of counted elections, and replace
// the file by a compacted copy, since freed pages keep the sealed ballots.
func (s *Store) finishCounts() error {
	var counted []string
	var compact bool
	s.dbMu.RLock()
	err := s.db.View(func(tx *bolt.Tx) error {
		compact = tx.Bucket(bucketMeta).Get(metaCompact) != nil
		if !compact {
			return nil
		}
		return tx.Bucket(bucketResults).ForEach(func(k, _ []byte) error {
			counted = append(counted, string(k))
			return nil
		})
	})
	s.dbMu.RUnlock()
	if err != nil || !compact {
		return err
	}
	for _, id := range counted {
		if err := s.keys.Destroy(id); err != nil {
			return fmt.Errorf("destroy the key of election %s: %w", id, err)
		}
	}
	return s.compact()
}

// compact puts a compacted copy in the place of the file. Calls wait
// meanwhile. A crash before the rename leaves the old file, after it the new one.
func (s *Store) compact() error {
	s.dbMu.Lock()
	defer s.dbMu.Unlock()
	path := filepath.Join(s.dir, FileName)
	tmp := path + compactSuffix
	if err := compactTo(s.db, tmp); err != nil {
		return err
	}
	if err := clearMark(tmp); err != nil {
		return err
	}
	if err := s.db.Close(); err != nil {
		return err
	}
	err := durable.Rename(tmp, path)
	db, oerr := openFile(path)
	if oerr != nil {
		return errors.Join(err, oerr) // the store stays closed: every call says so
	}
	s.db = db
	return err
}

// clearLeftovers removes the copies of a backup, restore or compaction that a crash
// interrupted: they hold sealed ballots for longer than the file does.
func (s *Store) clearLeftovers() error {
	for _, suffix := range []string{backupSuffix, compactSuffix, restoreSuffix} {
		if err := os.Remove(filepath.Join(s.dir, FileName+suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// compactTo writes a compacted copy durably: live pages only.
func compactTo(db *bolt.DB, path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dst, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait, NoSync: true, NoGrowSync: true})
	if err != nil {
		return err
	}
	err = db.View(func(tx *bolt.Tx) error { return copyLive(dst, tx) })
	if err == nil {
		err = dst.Sync()
	}
	return errors.Join(err, dst.Close())
}

// copyLive copies every bucket of a snapshot into an empty file. bolt.Compact
// will not do: its last commit reads values from the source after its read
// transaction has ended, when a source in use has put something else there.
func copyLive(dst *bolt.DB, src *bolt.Tx) (err error) {
	c := copier{dst: dst}
	if c.tx, err = dst.Begin(true); err != nil {
		return err
	}
	defer func() { c.tx.Rollback() }() // of no effect after a commit
	err = src.ForEach(func(name []byte, b *bolt.Bucket) error { return c.bucket(b, [][]byte{name}) })
	if err != nil {
		return err
	}
	return c.tx.Commit()
}

// copier writes a copy in transactions of bounded size.
type copier struct {
	dst  *bolt.DB
	tx   *bolt.Tx
	size int // bytes in tx
}

// bucket copies a bucket and those in it to a path of names.
func (c *copier) bucket(from *bolt.Bucket, path [][]byte) error {
	var made *bolt.Bucket
	var err error
	if parents := path[:len(path)-1]; len(parents) == 0 {
		made, err = c.tx.CreateBucket(path[0])
	} else {
		made, err = c.at(parents).CreateBucket(path[len(parents)])
	}
	if err == nil {
		err = made.SetSequence(from.Sequence())
	}
	if err != nil {
		return err
	}
	return from.ForEach(func(k, v []byte) error {
		if v == nil {
			return c.bucket(from.Bucket(k), append(slices.Clip(path), k))
		}
		if err := c.room(len(k) + len(v)); err != nil {
			return err
		}
		return c.at(path).Put(k, v)
	})
}

// room begins another transaction when this one is full.
func (c *copier) room(size int) error {
	if c.size += size; c.size <= compactTx {
		return nil
	}
	if err := c.tx.Commit(); err != nil {
		return err
	}
	next, err := c.dst.Begin(true)
	if err == nil {
		c.tx, c.size = next, size
	}
	return err
}

// at finds a bucket of the copy; its pages are filled to the brim.
func (c *copier) at(path [][]byte) *bolt.Bucket {
	b := c.tx.Bucket(path[0])
	for _, name := range path[1:] {
		b = b.Bucket(name)
	}
	b.FillPercent = 1
	return b
}

// clearMark notes in a compacted copy that it is one.
func clearMark(path string) error {
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait})
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketMeta).Delete(metaCompact) })
	return errors.Join(err, db.Close())
}
