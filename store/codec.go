package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

// getJSON decodes the record under k, or returns refusal.NotFound.
func getJSON[T any](b *bolt.Bucket, k []byte) (T, error) {
	var v T
	raw := b.Get(k)
	if raw == nil {
		return v, refusal.NotFound
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, fmt.Errorf("record %q: %w", k, err)
	}
	return v, nil
}

// putJSON writes a record as JSON, so that a person can read it with bbolt's own tool.
func putJSON(b *bolt.Bucket, k []byte, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(k, raw)
}

// count reads a counter; one never written is zero.
func count(b *bolt.Bucket, k []byte) uint64 {
	if raw := b.Get(k); len(raw) == 8 {
		return binary.BigEndian.Uint64(raw)
	}
	return 0
}

// addCount changes a counter by delta.
func addCount(b *bolt.Bucket, k []byte, delta int) error {
	return b.Put(k, uint64Key(count(b, k)+uint64(delta)))
}

// counter counts the records of a sort, so that nobody has to scan for the number.
type counter[T any] struct {
	key    []byte
	counts func(T) bool
}

// recount keeps counters right when previous (nil: there was none) becomes next (nil: the record goes).
func recount[T any](tx *bolt.Tx, counters []counter[T], previous, next *T) error {
	for _, c := range counters {
		delta := 0
		if next != nil && c.counts(*next) {
			delta++
		}
		if previous != nil && c.counts(*previous) {
			delta--
		}
		if delta == 0 {
			continue
		}
		if err := addCount(tx.Bucket(bucketCounters), c.key, delta); err != nil {
			return err
		}
	}
	return nil
}
