//go:build unix

package store_test

import (
	"bytes"
	"log/slog"
	"os"
	"strings"
	"testing"

	"ostrakon/store"
)

func TestADirectoryThatOthersCanEnterIsClosedOnce(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		var log bytes.Buffer
		s, err := store.Open(t.Context(), dir, store.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm() != 0o700 || strings.Count(log.String(), "mode=-rwxr-xr-x") != want {
			t.Errorf("mode %v, %v, and the log says %s", info.Mode(), err, &log)
		}
	}
}
