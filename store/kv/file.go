package kv

import (
	"slices"

	bolt "go.etcd.io/bbolt"
)

// copyTx is the size of a transaction of a copy, in bytes.
const copyTx = 16 << 20

// CopyLive copies every bucket of a snapshot into an empty file: live pages only. bolt.Compact
// cannot be used. Its last commit reads values from the source after its read transaction has
// ended, and a source in use may have overwritten them by then.
func CopyLive(dst *bolt.DB, src *bolt.Tx) (err error) {
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
