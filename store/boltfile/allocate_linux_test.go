package boltfile_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/boltfile"
)

// A full disk must not stop the first elections.
func TestAFileHasItsSpaceFromTheStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.db")
	f, err := boltfile.Open(t.Context(), path, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, when := range []string{"before a change", "after a change"} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if taken := info.Sys().(*syscall.Stat_t).Blocks * 512; taken < 16<<20 {
			t.Errorf("%s %d bytes are on the disk", when, taken)
		}
		err = f.Update(t.Context(), func(tx *bolt.Tx) error {
			_, err := tx.CreateBucketIfNotExists([]byte("things"))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
