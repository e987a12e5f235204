package kv

import (
	"bytes"
	"fmt"
	"iter"

	bolt "go.etcd.io/bbolt"
)

// Line is a line of an index.
type Line struct {
	Key, Value []byte
}

// Index is a bucket of lines that follow from each record of another bucket alone, so that Check can compare them.
type Index[T any] struct {
	Bucket []byte
	Clash  error // the error if a key belongs to another record; nil where keys end in the record's id
	Lines  func(T) []Line
}

// clashes returns the index's Clash if a line of next belongs to another record.
func (ix Index[T]) clashes(tx *bolt.Tx, next T) error {
	if ix.Clash == nil {
		return nil
	}
	b := tx.Bucket(ix.Bucket)
	for _, l := range ix.Lines(next) {
		if owner := b.Get(l.Key); owner != nil && !bytes.Equal(owner, l.Value) {
			return ix.Clash
		}
	}
	return nil
}

// replace replaces the lines of previous by those of next. Either may be nil.
func (ix Index[T]) replace(tx *bolt.Tx, previous, next *T) error {
	b := tx.Bucket(ix.Bucket)
	var fresh []Line
	if next != nil {
		fresh = ix.Lines(*next)
	}
	if previous != nil {
		for _, l := range ix.Lines(*previous) {
			if !hasKey(fresh, l.Key) {
				if err := b.Delete(l.Key); err != nil {
					return err
				}
			}
		}
	}
	for _, l := range fresh {
		if have := b.Get(l.Key); have != nil && bytes.Equal(have, l.Value) {
			continue
		}
		if err := b.Put(l.Key, l.Value); err != nil {
			return err
		}
	}
	return nil
}

func hasKey(lines []Line, key []byte) bool {
	for _, l := range lines {
		if bytes.Equal(l.Key, key) {
			return true
		}
	}
	return false
}

// checkRecord reports wrong and missing lines of a record, and returns how many the index has.
func (ix Index[T]) checkRecord(tx *bolt.Tx, rec T, report func(error)) (has int) {
	b := tx.Bucket(ix.Bucket)
	lines := ix.Lines(rec)
	for i, l := range lines {
		if hasKey(lines[:i], l.Key) {
			continue
		}
		value := b.Get(l.Key)
		if value == nil {
			report(fmt.Errorf("index %s: line %q is missing", ix.Bucket, l.Key))
			continue
		}
		has++
		if !bytes.Equal(value, l.Value) {
			report(fmt.Errorf("index %s: line %q says %q, its record %q", ix.Bucket, l.Key, value, l.Value))
		}
	}
	return has
}

// checkStrays reports lines that belong to none of the records.
func (ix Index[T]) checkStrays(tx *bolt.Tx, records iter.Seq[T], report func(error)) {
	want := make(map[string]bool)
	for r := range records {
		for _, l := range ix.Lines(r) {
			want[string(l.Key)] = true
		}
	}
	err := tx.Bucket(ix.Bucket).ForEach(func(k, _ []byte) error {
		if !want[string(k)] {
			report(fmt.Errorf("index %s: line %q belongs to no record", ix.Bucket, k))
		}
		return nil
	})
	if err != nil {
		report(err)
	}
}
