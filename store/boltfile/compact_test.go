package boltfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	bolt "go.etcd.io/bbolt"
)

var bucketThings, bucketOld = []byte("things"), []byte("old")

func TestACopyHoldsWhatIsThereAndNothingThatWas(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "file.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	deleted := bytes.Repeat([]byte("what was deleted"), 300)
	update(t, db, func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket(bucketThings)
		if err != nil {
			return err
		}
		inner, err := b.CreateBucket([]byte("inner"))
		if err != nil {
			return err
		}
		old, err := tx.CreateBucket(bucketOld)
		if err != nil {
			return err
		}
		for n := range 100 {
			if err := inner.Put([]byte{byte(n)}, fmt.Append(nil, "kept ", n)); err != nil {
				return err
			}
			if err := old.Put([]byte{byte(n)}, deleted); err != nil {
				return err
			}
		}
		return b.SetSequence(42)
	})
	update(t, db, func(tx *bolt.Tx) error {
		return tx.DeleteBucket(bucketOld)
	})
	path := filepath.Join(t.TempDir(), "copy.db")
	dst, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dst.Close()
	view(t, db, func(tx *bolt.Tx) error { return copyLive(dst, tx) })
	contents := func(db *bolt.DB) map[string]string {
		all := make(map[string]string)
		view(t, db, func(tx *bolt.Tx) error {
			if err := CheckPages(t.Context(), tx); err != nil {
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

// A copy allocates some times as much as it copies: with transactions of 16 MiB it was twelve times as much.
func TestACopyTakesLittleMemory(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "file.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const records, size = 64 << 10, 512
	update(t, db, func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket(bucketThings)
		for n := range records {
			err = errors.Join(err, b.Put(binary.BigEndian.AppendUint32(nil, uint32(n)), make([]byte, size)))
		}
		return err
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := copyCompacted(db, filepath.Join(t.TempDir(), "copy.db")); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 4*records*size {
		t.Errorf("%d MiB were allocated to copy %d MiB", took>>20, records*size>>20)
	}
}
