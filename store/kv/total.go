package kv

import (
	"encoding/binary"

	bolt "go.etcd.io/bbolt"
)

// Total counts records of a kind.
type Total[T any] struct {
	Bucket []byte
	Key    []byte
	Counts func(T) bool
}

// Count reads a number. One that was never written is zero.
func Count(b *bolt.Bucket, key []byte) uint64 {
	if raw := b.Get(key); len(raw) == 8 {
		return binary.BigEndian.Uint64(raw)
	}
	return 0
}

// AddCount changes a number by delta.
func AddCount(b *bolt.Bucket, key []byte, delta int) error {
	return b.Put(key, Uint64(Count(b, key)+uint64(delta)))
}

// replace counts next instead of previous. Either may be nil.
func (c Total[T]) replace(tx *bolt.Tx, previous, next *T) error {
	delta := 0
	if next != nil && c.Counts(*next) {
		delta++
	}
	if previous != nil && c.Counts(*previous) {
		delta--
	}
	if delta == 0 {
		return nil
	}
	return AddCount(tx.Bucket(c.Bucket), c.Key, delta)
}
