//go:build unix

package store_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"testing"

	"ostrakon/store"
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
