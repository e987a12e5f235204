package store

import (
	"bytes"
	"fmt"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

// entry is one line of an index.
type entry struct {
	key, value []byte
}

// index is a bucket derived from the records of another. Its lines follow from
// a record alone, so that Verify can make the whole index anew and compare.
type index[T any] struct {
	bucket  []byte
	clash   *refusal.Problem // what it means that a key belongs to another record; nil where keys end in the record's own id
	entries func(T) []entry
}

// check returns the index's clash if a line of next is taken by a record other than the one it replaces.
func (ix index[T]) check(tx *bolt.Tx, next T) error {
	if ix.clash == nil {
		return nil
	}
	b := tx.Bucket(ix.bucket)
	for _, e := range ix.entries(next) {
		if owner := b.Get(e.key); owner != nil && !bytes.Equal(owner, e.value) {
			return ix.clash
		}
	}
	return nil
}

// replace takes out the lines of previous (nil: there was none) and puts in those of next (nil: the record goes).
func (ix index[T]) replace(tx *bolt.Tx, previous, next *T) error {
	b := tx.Bucket(ix.bucket)
	var fresh []entry
	if next != nil {
		fresh = ix.entries(*next)
	}
	if previous != nil {
		for _, e := range ix.entries(*previous) {
			if !holdsKey(fresh, e.key) {
				if err := b.Delete(e.key); err != nil {
					return err
				}
			}
		}
	}
	for _, e := range fresh {
		if bytes.Equal(b.Get(e.key), e.value) && b.Get(e.key) != nil {
			continue
		}
		if err := b.Put(e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

func holdsKey(entries []entry, key []byte) bool {
	for _, e := range entries {
		if bytes.Equal(e.key, key) {
			return true
		}
	}
	return false
}

// verify compares the index with what the records say it should hold.
func (ix index[T]) verify(tx *bolt.Tx, records []T, fault func(error)) {
	want := make(map[string][]byte)
	for _, r := range records {
		for _, e := range ix.entries(r) {
			want[string(e.key)] = e.value
		}
	}
	err := tx.Bucket(ix.bucket).ForEach(func(k, v []byte) error {
		value, ok := want[string(k)]
		switch {
		case !ok:
			fault(fmt.Errorf("index %s: line %q belongs to no record", ix.bucket, k))
		case !bytes.Equal(value, v):
			fault(fmt.Errorf("index %s: line %q says %q, its record %q", ix.bucket, k, v, value))
		}
		delete(want, string(k))
		return nil
	})
	if err != nil {
		fault(err)
	}
	for k := range want {
		fault(fmt.Errorf("index %s: line %q is missing", ix.bucket, k))
	}
}
