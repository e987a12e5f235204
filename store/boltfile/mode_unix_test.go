//go:build unix

package boltfile_test

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

	"ostrakon/store/boltfile"
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
			f, err := boltfile.Open(t.Context(), filepath.Join(dir, "file.db"), slog.New(slog.NewTextHandler(&log, nil)))
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			info, err := os.Stat(dir)
			if err != nil {
				t.Fatal(err)
			}
			mode, said := info.Mode()&^fs.ModeDir, log.String()
			if mode != want.mode || !strings.Contains(said, want.says) || (said == "") != (want.says == "") {
				t.Errorf("start %d: the mode is %v, want %v, and the log is %q, want %q", i+1, mode, want.mode, said, want.says)
			}
		}
	}
}

// Root may restore the data of a service, which runs as another user.
func TestWhatRootMakesBelongsToTheOwnerOfTheDirectory(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const user = 12345
	dir, foreign := t.TempDir(), filepath.Join(t.TempDir(), "foreign")
	if err := errors.Join(
		os.WriteFile(foreign, nil, 0o600), os.Link(foreign, filepath.Join(dir, "linked")),
		os.Symlink(foreign, filepath.Join(dir, "pointer")), os.Chown(dir, user, user),
		os.WriteFile(filepath.Join(dir, "file.db"), nil, 0o600), os.Mkdir(filepath.Join(dir, "keys"), 0o700),
		os.WriteFile(filepath.Join(dir, "keys", "token.key"), nil, 0o600), boltfile.GiveToOwner(dir),
	); err != nil {
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
	info, err := os.Stat(foreign)
	if err != nil {
		t.Fatal(err)
	}
	if have := info.Sys().(*syscall.Stat_t); have.Uid != 0 {
		t.Errorf("a file elsewhere belongs to %d now", have.Uid)
	}
}
