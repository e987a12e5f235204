package kv

import (
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// GetRecord reads the record under a key. Errors: refusal.NotFound.
func GetRecord[T any](b *bolt.Bucket, key []byte) (T, error) {
	raw := b.Get(key)
	if raw == nil {
		var none T
		return none, refusal.NotFound
	}
	return DecodeRecord[T](key, raw)
}

// DecodeRecord reads a record from its JSON.
func DecodeRecord[T any](key, raw []byte) (T, error) {
	var rec T
	if err := json.Unmarshal(raw, &rec); err != nil {
		return rec, fmt.Errorf("record %q: %w", key, err)
	}
	return rec, nil
}

// PutRecord writes a record as JSON, so that a person can read it with bbolt's own tool.
func PutRecord(b *bolt.Bucket, key []byte, rec any) error {
	raw, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	return b.Put(key, raw)
}
