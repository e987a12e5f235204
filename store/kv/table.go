package kv

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// Table is a bucket of records, as JSON under their ids. Its indexes and totals change with the records.
type Table[ID ~string, T any] struct {
	Bucket  []byte
	Name    string // what a record is called when there is none
	ID      func(T) ID
	Indexes []Index[T]
	Totals  []Total[T]
}

// Get reads a record. Errors: refusal.NotFound.
func (t Table[ID, T]) Get(tx *bolt.Tx, id ID) (T, error) {
	rec, err := GetRecord[T](tx.Bucket(t.Bucket), []byte(id))
	if errors.Is(err, refusal.NotFound) {
		err = refusal.Missing(t.Name)
	}
	return rec, err
}

// Has reports whether there is a record of an id.
func (t Table[ID, T]) Has(tx *bolt.Tx, id ID) bool { return tx.Bucket(t.Bucket).Get([]byte(id)) != nil }

// By reads the record to which an index leads from a key. Errors: refusal.NotFound.
func (t Table[ID, T]) By(tx *bolt.Tx, index, key []byte) (T, error) {
	id := tx.Bucket(index).Get(key)
	if id == nil {
		var none T
		return none, refusal.Missing(t.Name)
	}
	return t.Get(tx, ID(id))
}

// Put writes a record in place of previous, or nil, unless it clashes. Errors: the Clash of an index.
func (t Table[ID, T]) Put(tx *bolt.Tx, previous *T, next T) error {
	for _, ix := range t.Indexes {
		if err := ix.clashes(tx, next); err != nil {
			return err
		}
	}
	if err := t.derive(tx, previous, &next); err != nil {
		return err
	}
	return PutRecord(tx.Bucket(t.Bucket), []byte(t.ID(next)), next)
}

// Delete removes a record.
func (t Table[ID, T]) Delete(tx *bolt.Tx, rec T) error {
	if err := t.derive(tx, &rec, nil); err != nil {
		return err
	}
	return tx.Bucket(t.Bucket).Delete([]byte(t.ID(rec)))
}

// derive brings the indexes and totals from previous to next. Either may be nil.
func (t Table[ID, T]) derive(tx *bolt.Tx, previous, next *T) error {
	for _, ix := range t.Indexes {
		if err := ix.replace(tx, previous, next); err != nil {
			return err
		}
	}
	for _, c := range t.Totals {
		if err := c.replace(tx, previous, next); err != nil {
			return err
		}
	}
	return nil
}

// Check yields every record that can be decoded, and reports faults of the indexes and totals. It keeps no records,
// because there may be millions: it looks for extra index lines if their number is wrong.
func (t Table[ID, T]) Check(tx *bolt.Tx, report func(error)) iter.Seq[T] {
	return func(yield func(T) bool) {
		lines, counted := make([]int, len(t.Indexes)), make([]uint64, len(t.Totals))
		for rec := range t.decoded(tx, report) {
			for i, ix := range t.Indexes {
				lines[i] += ix.checkRecord(tx, rec, report)
			}
			for i, c := range t.Totals {
				if c.Counts(rec) {
					counted[i]++
				}
			}
			if !yield(rec) {
				return
			}
		}
		for i, ix := range t.Indexes {
			if tx.Bucket(ix.Bucket).Stats().KeyN != lines[i] {
				ix.checkStrays(tx, t.decoded(tx, func(error) {}), report)
			}
		}
		for i, c := range t.Totals {
			if have := Count(tx.Bucket(c.Bucket), c.Key); have != counted[i] {
				report(fmt.Errorf("total %s says %d, the records %d", c.Key, have, counted[i]))
			}
		}
	}
}

// decoded yields the records that can be decoded, and reports the others.
func (t Table[ID, T]) decoded(tx *bolt.Tx, report func(error)) iter.Seq[T] {
	return func(yield func(T) bool) {
		c := tx.Bucket(t.Bucket).Cursor()
		for k, raw := c.First(); k != nil; k, raw = c.Next() {
			var rec T
			if err := json.Unmarshal(raw, &rec); err != nil {
				report(fmt.Errorf("%s: record %q: %w", t.Bucket, k, err))
				continue
			}
			if id := t.ID(rec); string(id) != string(k) {
				report(fmt.Errorf("%s: record %q has the id %q", t.Bucket, k, id))
			}
			if !yield(rec) {
				return
			}
		}
	}
}
