package kv_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
)

func TestACopyHoldsWhatIsThereAndNothingThatWas(t *testing.T) {
	db := file(t)
	deleted := bytes.Repeat([]byte("what was deleted"), 300)
	update(t, db, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketThings)
		inner, err := b.CreateBucket([]byte("inner"))
		if err != nil {
			return err
		}
		for n := range 100 {
			if err := inner.Put(kv.Uint64(uint64(n)), fmt.Append(nil, "kept ", n)); err != nil {
				return err
			}
			if err := tx.Bucket(bucketByLabel).Put(kv.Uint64(uint64(n)), deleted); err != nil {
				return err
			}
		}
		return b.SetSequence(42)
	})
	update(t, db, func(tx *bolt.Tx) error {
		return tx.DeleteBucket(bucketByLabel)
	})
	path := filepath.Join(t.TempDir(), "copy.db")
	dst, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dst.Close()
	view(t, db, func(tx *bolt.Tx) error { return kv.CopyLive(dst, tx) })
	contents := func(db *bolt.DB) map[string]string {
		all := make(map[string]string)
		view(t, db, func(tx *bolt.Tx) error {
			if err := kv.CheckPages(t.Context(), tx); err != nil {
				t.Error(err)
			}
			all["sequence"] = fmt.Sprint(tx.Bucket(bucketThings).Sequence())
			return tx.Bucket(bucketThings).Bucket([]byte("inner")).ForEach(func(k, v []byte) error {
				all[string(k)] = string(v)
				return nil
			})
		})
		return all
	}
	if got, want := contents(dst), contents(db); !maps.Equal(got, want) || len(want) != 101 {
		t.Errorf("copied %q, want %q", got, want)
	}
	raw, err := os.ReadFile(path)
	if err != nil || bytes.Contains(raw, deleted[:16]) {
		t.Errorf("the copy holds what was deleted, or cannot be read: %v", err)
	}
}
