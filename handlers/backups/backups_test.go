package backups

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// names are those in a directory.
func names(t *testing.T, dir string) (found []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		found = append(found, e.Name())
	}
	return found
}

// running runs a schedule in a bubble until the test ends it.
func running(t *testing.T, o Options) (*Schedule, func()) {
	t.Helper()
	st := storetest.New(t, store.Options{Now: time.Now})
	o.Now, o.Logger = time.Now, slog.New(slog.DiscardHandler)
	s := New(st, o)
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { s.Run(ctx) })
	return s, func() {
		cancel()
		ended.Wait()
	}
}

func TestBackupsAreMadeReadBackAndRotated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a bubble begins at midnight of 1 January 2000, UTC
		dir := filepath.Join(t.TempDir(), "backups")
		s, end := running(t, Options{Dir: dir, Make: true, Every: 24 * time.Hour, Keep: 2})
		defer end()
		after := func(d time.Duration, want ...string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if got := names(t, dir); !slices.Equal(got, want) {
				t.Errorf("at %s there are %q, want %q", time.Now().UTC(), got, want)
			}
		}
		const first, second, third = "ostrakon-20000101T001000Z.zip", "ostrakon-20000102T001000Z.zip",
			"ostrakon-20000103T001000Z.zip"
		after(9 * time.Minute)
		if !s.State().Good.IsZero() || s.Old() {
			t.Errorf("before the first: %+v, old: %v", s.State(), s.Old())
		}
		after(2*time.Minute, first)
		if err := os.WriteFile(filepath.Join(dir, "ours.zip"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		after(24*time.Hour, first, second, "ours.zip")
		after(24*time.Hour, second, third, "ours.zip")
		info, err := os.Stat(filepath.Join(dir, third))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		f, err := os.Open(filepath.Join(dir, third))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if withKeys, err := store.Restore(t.Context(), t.TempDir(), f, info.Size()); err != nil || withKeys {
			t.Errorf("restored, with keys: %v, %v", withKeys, err)
		}
	})
}

func TestAServerFindsTheBackupsOfTheLastOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		const before = "ostrakon-19991231T180000Z.zip" // six hours before the bubble begins
		if err := os.WriteFile(filepath.Join(dir, before), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		_, end := running(t, Options{Dir: dir, Every: 24 * time.Hour, Keep: 7})
		defer end()
		time.Sleep(17 * time.Hour)
		synctest.Wait()
		if got := names(t, dir); len(got) != 1 {
			t.Errorf("a backup was made before it was due: %q", got)
		}
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if got := names(t, dir); !slices.Equal(got, []string{before, "ostrakon-20000101T180000Z.zip"}) {
			t.Errorf("there are %q", got)
		}
	})
}

func TestABackupThatFailsIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "backups")
		if err := os.WriteFile(dir, nil, 0o600); err != nil { // no directory can be made here
			t.Fatal(err)
		}
		s, end := running(t, Options{Dir: dir, Make: true, Every: time.Hour, Keep: 7})
		defer end()
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		if state := s.State(); !state.Good.IsZero() || state.Failed.IsZero() || s.Old() {
			t.Errorf("after the first attempt: %+v, old: %v", state, s.Old())
		}
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if !s.Old() {
			t.Error("nobody is told that there is no backup")
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if state := s.State(); state.Good.IsZero() || !state.Failed.IsZero() || s.Old() || len(names(t, dir)) != 1 {
			t.Errorf("after there was room: %+v, old: %v, %q", state, s.Old(), names(t, dir))
		}
	})
}

// A stick that was pulled out: its directory must not appear on the disk of the server.
func TestADirectoryThatSomebodyChoseIsNotMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "stick")
		s, end := running(t, Options{Dir: dir, Every: time.Hour, Keep: 7})
		defer end()
		if s.State().Failed.IsZero() {
			t.Error("nobody is told at the start")
		}
		time.Sleep(21 * time.Minute)
		synctest.Wait()
		if _, err := os.Stat(dir); !os.IsNotExist(err) || s.State().Failed.IsZero() {
			t.Errorf("%v, %+v", err, s.State())
		}
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		time.Sleep(12 * time.Minute)
		synctest.Wait()
		if state := s.State(); state.Good.IsZero() || !state.Failed.IsZero() {
			t.Errorf("with the stick: %+v", state)
		}
	})
}

// A computer without a battery starts in the past, and somebody sets its clock later.
func TestBackupsOfAWrongClockKeepNothingBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		for _, name := range []string{"ostrakon-20311109T180000Z.zip", "ostrakon-20311110T180000Z.zip"} {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, end := running(t, Options{Dir: dir, Every: 24 * time.Hour, Keep: 2})
		defer end()
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		if got := names(t, dir); !slices.Equal(got,
			[]string{"ostrakon-20000101T001000Z.zip", "ostrakon-20311110T180000Z.zip"}) {
			t.Errorf("there are %q", got)
		}
		if s.Old() || s.State().Good.Year() != 2000 {
			t.Errorf("old: %v, %+v", s.Old(), s.State())
		}
	})
}
