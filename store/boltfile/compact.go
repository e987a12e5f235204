package boltfile

import (
	"context"
	"errors"
	"os"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/durable"
)

// The endings of the names of files that a crash may leave beside the database.
const (
	compactSuffix = ".compact"
	spaceSuffix   = ".room"
)

// Compact puts a compacted copy in the place of the file, if due reports that it should: free pages keep what was
// deleted. clear changes the copy first. Other calls wait, and nobody commits meanwhile, so that what due reads is on
// the disk. A crash before the rename leaves the old file, a crash after it the new one. A failure of the rename
// leaves it open which of them it would be: Mend settles that, and opens the file.
func (f *File) Compact(due func(*bolt.Tx) (bool, error), clear func(*bolt.Tx) error) error {
	f.dbMu.Lock()
	defer f.dbMu.Unlock()
	compact := false
	err := f.read(func(tx *bolt.Tx) (err error) {
		compact, err = due(tx)
		return err
	})
	if err != nil || !compact {
		return err
	}
	tmp := f.path + compactSuffix
	if err = copyCompacted(f.db, tmp); err == nil {
		err = Change(tmp, clear)
	}
	if err != nil {
		os.Remove(tmp) // others need the disk space
		return err
	}
	if err = errors.Join(f.db.Close(), durable.Rename(tmp, f.path)); err == nil {
		var db *bolt.DB
		if db, err = reopen(f.path); err == nil {
			f.db = db
		}
	}
	f.unsettled.Store(err != nil)
	return err
}

// CopyTo writes a compacted copy of the file as it is at one moment. When it returns nil, the copy is on disk.
func (f *File) CopyTo(ctx context.Context, path string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.dbMu.RLock()
	defer f.dbMu.RUnlock()
	if err := f.usable(); err != nil {
		return err
	}
	return f.noticed(copyCompacted(f.db, path))
}

// copyCompacted writes a compacted copy: live pages only. When it returns nil, the copy is on disk.
func copyCompacted(db *bolt.DB, path string) error {
	if err := removeAll(path); err != nil {
		return err
	}
	dst, err := openBolt(path, &bolt.Options{NoSync: true, NoGrowSync: true})
	if err != nil {
		return err
	}
	err = guarded(func() error { return db.View(func(tx *bolt.Tx) error { return copyLive(dst, tx) }) })
	if err == nil {
		err = dst.Sync()
	}
	return errors.Join(err, dst.Close())
}

// copyTx is the size of a transaction of a copy, in bytes. A transaction holds some times its size in memory until it
// commits, and larger ones take longer for the same file.
const copyTx = 2 << 20

// copyLive copies the live pages of every bucket of a snapshot into an empty file. bolt.Compact would not do: its last
// commit reads values after its read transaction, when a source in use may have overwritten them.
func copyLive(dst *bolt.DB, src *bolt.Tx) (err error) {
	c := copier{dst: dst}
	if c.tx, err = dst.Begin(true); err != nil {
		return err
	}
	defer func() { c.tx.Rollback() }() // of no effect after a commit
	err = src.ForEach(func(name []byte, b *bolt.Bucket) error { return c.bucket(b, [][]byte{name}) })
	if err == nil {
		err = number(c.tx)
	}
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
	if c.size += size; c.size <= copyTx {
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

// at finds a bucket of the copy, and has its pages filled completely.
func (c *copier) at(path [][]byte) *bolt.Bucket {
	b := c.tx.Bucket(path[0])
	for _, name := range path[1:] {
		b = b.Bucket(name)
	}
	b.FillPercent = 1
	return b
}
