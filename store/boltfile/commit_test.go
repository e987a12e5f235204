package boltfile

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// A page that leads to the buckets of an older time is whole in itself, and so may be all that it leads to.
func TestARootOfAnOlderTimeIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.db")
	roots := make(map[int64][]byte) // of earlier commits, by their place in the file
	for n := range 20 {
		f, err := Open(t.Context(), path, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if f.Mixed() {
			t.Fatalf("after %d commits the file is said to be mixed", n)
		}
		err = f.Update(t.Context(), func(tx *bolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists(bucketThings)
			if err != nil {
				return err
			}
			return b.Put([]byte("n"), fmt.Append(nil, n))
		})
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		at, page := rootOf(t, path)
		older, seen := roots[at]
		roots[at] = page
		if !seen {
			continue
		}
		write(t, path, at, older)
		if f, err = Open(t.Context(), path, slog.New(slog.DiscardHandler)); err != nil || !f.Mixed() {
			t.Errorf("a root of an older time: mixed %v, %v", f.Mixed(), err)
		}
		if err := f.read(CheckCommit); !errors.Is(err, ErrMixed) {
			t.Errorf("the check says %v", err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Error("no root page took the place of an earlier one")
}

// rootOf reads the page that leads to the buckets of a file, and its place.
func rootOf(t *testing.T, path string) (at int64, page []byte) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newestMeta(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	at = int64(m.root) * m.pageSize
	return at, raw[at:][:m.pageSize]
}

// write overwrites bytes of a file.
func write(t *testing.T, path string, at int64, page []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt(page, at)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
