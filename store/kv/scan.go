package kv

import (
	"bytes"
	"iter"

	bolt "go.etcd.io/bbolt"
)

// Walk yields the lines whose keys have a prefix, in order. Writing to the bucket meanwhile would skip keys.
func Walk(tx *bolt.Tx, bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := tx.Bucket(bucket).Cursor()
		for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
			if !yield(k, v) {
				return
			}
		}
	}
}

// Lines counts the keys of a bucket that have a prefix.
func Lines(tx *bolt.Tx, bucket, prefix []byte) int {
	n := 0
	for range Walk(tx, bucket, prefix) {
		n++
	}
	return n
}

// Scan walks keys with a prefix, upwards or downwards, and hands each to visit until visit has taken Limit of them.
type Scan struct {
	Bucket   []byte
	Prefix   []byte
	After    []byte // the last key of the page before; nil: from the start
	Backward bool   // from the last key to the first
	Limit    int
}

// Run calls visit, which reports whether it took the line, for each key, and returns the next page's cursor or "".
func (sc Scan) Run(tx *bolt.Tx, visit func(k, v []byte) (bool, error)) (next string, err error) {
	return sc.RunOn(tx.Bucket(sc.Bucket), visit)
}

// RunOn is Run on a bucket inside another.
func (sc Scan) RunOn(b *bolt.Bucket, visit func(k, v []byte) (bool, error)) (next string, err error) {
	c := b.Cursor()
	taken := 0
	var last []byte
	for k, v := sc.first(c); k != nil && bytes.HasPrefix(k, sc.Prefix); k, v = sc.step(c) {
		if taken == sc.Limit {
			return Cursor(last), nil
		}
		took, err := visit(k, v)
		if err != nil {
			return "", err
		}
		if took {
			taken++
			last = bytes.Clone(k)
		}
	}
	return "", nil
}

func (sc Scan) step(c *bolt.Cursor) (k, v []byte) {
	if sc.Backward {
		return c.Prev()
	}
	return c.Next()
}

func (sc Scan) first(c *bolt.Cursor) (k, v []byte) {
	switch {
	case !sc.Backward && sc.After == nil:
		return c.Seek(sc.Prefix)
	case !sc.Backward:
		if k, v = c.Seek(sc.After); bytes.Equal(k, sc.After) {
			return c.Next()
		}
		return k, v
	case sc.After != nil:
		k, _ = c.Seek(sc.After)
	default:
		k, _ = c.Seek(Key(sc.Prefix, bytes.Repeat([]byte{0xff}, 64)))
	}
	if k == nil {
		return c.Last()
	}
	return c.Prev()
}
