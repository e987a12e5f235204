package store_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// A full disk must not stop the first elections.
func TestTheDatabaseHasItsRoomFromTheStart(t *testing.T) {
	dir := t.TempDir()
	st := storetest.NewIn(t, dir, store.Options{})
	taken := func() int64 {
		info, err := os.Stat(filepath.Join(dir, store.FileName))
		if err != nil {
			t.Fatal(err)
		}
		return info.Sys().(*syscall.Stat_t).Blocks * 512
	}
	before := taken()
	storetest.Voter(t, st, 1)
	if after := taken(); before < 16<<20 || after < 16<<20 {
		t.Errorf("%d bytes are on the disk, and %d after a change", before, after)
	}
}
