package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/boltfile"
	"ostrakon/store/storetest"
)

// replaced opens the data directory dir after a backup replaced what is in it, and returns what was kept.
func replaced(t *testing.T, dir string, raw []byte) (*store.Store, string) {
	t.Helper()
	_, kept, err := store.Replace(t.Context(), dir, bytes.NewReader(raw), int64(len(raw)), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return storetest.NewIn(t, dir, store.Options{}), kept
}

func listing(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, e := range must(os.ReadDir(dir))(t) {
		names = append(names, e.Name())
	}
	return names
}

func TestABackupReplacesADatabaseThatIsKept(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	with, without := backup(t, s, true), backup(t, s, false)
	for name, c := range map[string]struct {
		raw  []byte
		keys bool
	}{"with keys": {with, true}, "without": {without, false}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			noError(t, restore(dir, with))
			damaged := []byte("this is no database")
			noError(t, os.WriteFile(filepath.Join(dir, store.FileName), damaged, 0o600))
			restored, kept := replaced(t, dir, c.raw)
			if got := must(restored.Election(t.Context(), e.ID))(t); got.Title != "Board" {
				t.Errorf("restored %+v", got)
			}
			if got := must(os.ReadFile(filepath.Join(kept, store.FileName)))(t); !bytes.Equal(got, damaged) {
				t.Errorf("kept %q", got)
			}
			if got := slices.Contains(listing(t, kept), "keys"); got != c.keys {
				t.Errorf("kept the keys: %v", got)
			}
			if got := listing(t, dir); !slices.Equal(got, []string{"keys", store.FileName, filepath.Base(kept)}) {
				t.Errorf("the directory has %q", got)
			}
		})
	}
}

func TestNothingIsReplacedByABadBackupOrUnderAServer(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	storetest.Election(t, s, "Board", "Ada", "Grace")
	raw, before := backup(t, s, true), listing(t, dir)
	replace := func(dir string, raw []byte) error {
		_, _, err := store.Replace(t.Context(), dir, bytes.NewReader(raw), int64(len(raw)), time.Now())
		return err
	}
	if err := replace(dir, raw); !errors.Is(err, boltfile.ErrLocked) {
		t.Errorf("under a server: %v", err)
	}
	copied := t.TempDir()
	noError(t, restore(copied, raw))
	if err := replace(copied, raw[:len(raw)/2]); !errors.Is(err, store.ErrBackup) {
		t.Errorf("half a backup: %v", err)
	}
	for _, dir := range []string{dir, copied} {
		if got := listing(t, dir); !slices.Equal(got, before) {
			t.Errorf("the directory has %q, had %q", got, before)
		}
	}
}

// A backup with keys is what somebody needs whose keys are gone.
func TestABackupReplacesADatabaseWithoutKeys(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	raw, dir := backup(t, s, true), t.TempDir()
	noError(t, errors.Join(restore(dir, raw), os.RemoveAll(filepath.Join(dir, "keys"))))
	restored, kept := replaced(t, dir, raw)
	if got := must(restored.Election(t.Context(), e.ID))(t); got.Title != "Board" {
		t.Errorf("restored %+v", got)
	}
	if got := listing(t, kept); !slices.Equal(got, []string{store.FileName}) {
		t.Errorf("kept %q", got)
	}
}
