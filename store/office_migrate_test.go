package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/boltfile"
	"ostrakon/store/storetest"
)

func TestANewFileHasTheCurrentSchema(t *testing.T) {
	s := storetest.New(t, store.Options{})
	if got := store.Dump(t, s)["meta/\"schema\""]; got != string(number(store.Schema())) {
		t.Errorf("schema %q", got)
	}
}

func TestAFileOfAnotherSchemaIsLeftAlone(t *testing.T) {
	for name, tc := range map[string]struct {
		version []byte
		want    error // nil: any
	}{
		"the next version":      {number(store.Schema() + 1), store.ErrNewer},
		"before the first one":  {number(8), store.ErrDevelopment},
		"the very first":        {number(1), store.ErrDevelopment},
		"a version far ahead":   {[]byte{0, 0, 0, 1, 0, 0, 0, 1}, store.ErrNewer},
		"a number out of range": {bytes.Repeat([]byte{0xff}, 8), store.ErrNewer},
		"seven bytes":           {make([]byte, 7), nil},
		"no bytes":              {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			noError(t, open(t, dir).Close())
			file := filepath.Join(dir, store.FileName)
			edit(t, dir, func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), tc.version) })
			before := must(os.ReadFile(file))(t)
			for range 2 { // the second finds the file unlocked
				_, err := store.Open(t.Context(), dir, store.Options{})
				if err == nil || errors.Is(err, boltfile.ErrLocked) || tc.want != nil && !errors.Is(err, tc.want) {
					t.Errorf("opened with %v, want %v", err, tc.want)
				}
			}
			if !bytes.Equal(before, must(os.ReadFile(file))(t)) {
				t.Error("the file was written to")
			}
		})
	}
}

func TestTheCopyBeforeAMigrationIsWhole(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	vote(t, s, voters(t, s, 1)[0], e.Questions[0].Candidates[0])
	dir := t.TempDir()
	path := filepath.Join(dir, store.FileName)
	noError(t, os.WriteFile(path, bytes.Repeat([]byte("left by an attempt before "), 1<<16), 0o600))
	noError(t, store.CopyFile(s, path))
	if bytes.Contains(must(os.ReadFile(path))(t), []byte("left by")) {
		t.Error("the file of an attempt before was not cut off")
	}
	storetest.CheckFile(t, dir)
	edit(t, dir, func(tx *bolt.Tx) error { // the keys stay where they were: take over the copy under new ones
		return tx.Bucket([]byte("settings")).Delete([]byte("installation"))
	})
	copied, want := store.Dump(t, open(t, dir)), store.Dump(t, s)
	for _, d := range []map[string]string{copied, want} {
		delete(d, "settings/\"installation\"")
	}
	if !maps.Equal(copied, want) {
		t.Errorf("copied %q, want %q", copied, want)
	}
	if err := store.CopyFile(s, filepath.Join(dir, "none", "copy")); err == nil {
		t.Error("a copy into no directory succeeded")
	}
}

// A step of a migration sees the file as it was, runs once, and leaves a copy of the file before it.
func TestAFileIsBroughtToTheNextSchemas(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	ran := 0
	steps := []func(*bolt.Tx) error{
		func(tx *bolt.Tx) error { ran++; return tx.Bucket([]byte("meta")).Put([]byte("one"), []byte("1")) },
		func(tx *bolt.Tx) error {
			ran++
			if tx.Bucket([]byte("meta")).Get([]byte("one")) == nil {
				t.Error("the second step ran before the first")
			}
			return tx.Bucket([]byte("meta")).Delete([]byte("one"))
		},
	}
	before := store.Dump(t, s)
	failed := errors.New("the disk is full")
	if err := store.Migrate(s, steps[0], func(*bolt.Tx) error { return failed }); !errors.Is(err, failed) ||
		!maps.Equal(store.Dump(t, s), before) {
		t.Errorf("a step that fails: %v; it leaves the file as it was: %t", err, maps.Equal(store.Dump(t, s), before))
	}
	ran = 0
	for range 2 { // the second time there is nothing to do
		if err := store.Migrate(s, steps...); err != nil || ran != 2 {
			t.Errorf("%d steps ran: %v", ran, err)
		}
	}
	after := store.Dump(t, s)
	if got := after["meta/\"schema\""]; got != string(number(store.Schema()+2)) {
		t.Errorf("schema %q", got)
	}
	before["meta/\"schema\""] = after["meta/\"schema\""]
	if !maps.Equal(before, after) {
		t.Error("the steps changed more than they say")
	}
	noError(t, s.Close())
	if _, err := store.Open(t.Context(), dir, store.Options{}); !errors.Is(err, store.ErrNewer) {
		t.Errorf("a file of a newer schema: %v", err)
	}
	if err := os.Rename(filepath.Join(dir, fmt.Sprintf("%s.schema-%d", store.FileName, store.Schema())),
		filepath.Join(dir, store.FileName)); err != nil {
		t.Fatal(err)
	}
	if got := must(open(t, dir).Election(t.Context(), e.ID))(t); got.Title != e.Title {
		t.Errorf("the copy before the migration has %+v", got)
	}
}
