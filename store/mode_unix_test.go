//go:build unix

package store_test

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// The first start finds no database in a directory, so that the directory may be anybody's.
func TestADirectoryThatOthersCanEnterIsClosedOnce(t *testing.T) {
	const shared = fs.ModeSticky | 0o777
	for _, starts := range [][]struct {
		mode fs.FileMode // after it
		says string
	}{
		{{0o755, "can enter the data directory"}, {0o700, "now they cannot"}, {0o700, ""}},
		{{shared, "can enter the data directory"}, {shared, "can enter the data directory"}},
	} {
		dir := t.TempDir()
		if err := os.Chmod(dir, starts[0].mode); err != nil {
			t.Fatal(err)
		}
		for i, want := range starts {
			var log bytes.Buffer
			s, err := store.Open(t.Context(), dir, store.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			info, err := os.Stat(dir)
			if err != nil {
				t.Fatal(err)
			}
			if mode := info.Mode() &^ fs.ModeDir; mode != want.mode || !strings.Contains(log.String(), want.says) || (log.Len() == 0) != (want.says == "") {
				t.Errorf("start %d: the mode is %v, want %v, and the log says %q, want %q", i+1, mode, want.mode, &log, want.says)
			}
		}
	}
}

// Root restores the data of a service, which runs as another user.
func TestWhatRootRestoresBelongsToTheOwnerOfTheDirectory(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const user = 12345
	s := storetest.New(t, store.Options{})
	var backup bytes.Buffer
	if err := s.Backup(t.Context(), storetest.Admin, &backup, true); err != nil {
		t.Fatal(err)
	}
	dir, foreign := t.TempDir(), filepath.Join(t.TempDir(), "foreign")
	if err := errors.Join(os.WriteFile(foreign, nil, 0o600), os.Link(foreign, filepath.Join(dir, "linked")), os.Symlink(foreign, filepath.Join(dir, "pointer")),
		os.Chown(dir, user, user)); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(t.Context(), dir, bytes.NewReader(backup.Bytes()), int64(backup.Len())); err != nil {
		t.Fatal(err)
	}
	if err := store.GiveToOwner(dir); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if have := info.Sys().(*syscall.Stat_t); (have.Uid == user) == (d.Name() == "linked") {
			t.Errorf("%s belongs to %d", path, have.Uid)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if have := must(os.Stat(foreign))(t).Sys().(*syscall.Stat_t); have.Uid != 0 {
		t.Errorf("a file elsewhere belongs to %d now", have.Uid)
	}
}
