package store_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

func TestANewFileHasTheCurrentSchema(t *testing.T) {
	s := storetest.New(t, store.Options{})
	if got := store.Dump(t, s)["meta/\"schema\""]; got != "\x00\x00\x00\x00\x00\x00\x00\x05" {
		t.Errorf("schema %q", got)
	}
}

func TestAFileOfAnotherSchemaIsLeftAlone(t *testing.T) {
	for name, tc := range map[string]struct {
		version []byte
		want    error // nil: any
	}{
		"the next version":      {[]byte{0, 0, 0, 0, 0, 0, 0, 6}, store.ErrNewer},
		"a version far ahead":   {[]byte{0, 0, 0, 1, 0, 0, 0, 1}, store.ErrNewer},
		"a number out of range": {bytes.Repeat([]byte{0xff}, 8), store.ErrNewer},
		"seven bytes":           {make([]byte, 7), nil},
		"no bytes":              {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := open(t, dir).Close(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, store.FileName)
			edit(t, dir, func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), tc.version) })
			before := must(os.ReadFile(file))(t)
			for range 2 { // the second finds the file unlocked
				if _, err := store.Open(dir, store.Options{}); err == nil || errors.Is(err, store.ErrLocked) || tc.want != nil && !errors.Is(err, tc.want) {
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
	vote(t, s, voters(t, s, 1)[0], e.Candidates[0])
	dir := t.TempDir()
	path := filepath.Join(dir, store.FileName)
	if err := os.WriteFile(path, bytes.Repeat([]byte("left by an attempt before "), 1<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.CopyFile(s, path); err != nil {
		t.Fatal(err)
	}
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

// A file of each released schema opens, is right in every respect, and goes on: the election that
// ran is closed and counted.
func TestAFileOfTheFirstSchemaIsTakenOver(t *testing.T) {
	dir := unpack(t, "testdata/schema-1.tar.gz")
	s := storetest.NewIn(t, dir, store.Options{})
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, store.FileName+".schema-1")); err != nil {
		t.Errorf("no copy was kept: %v", err)
	}
	all := must(s.Elections(t.Context(), "", store.Page{}))(t).Items
	if got := titles(all); !slices.Equal(got, []string{"Election of Mary", "Election of Ada", "A draft"}) {
		t.Fatalf("elections %q", got)
	}
	for _, e := range all[:2] {
		if e.Turnout != (store.Turnout{Ballots: 2, Electorate: 3}) {
			t.Errorf("%s: turnout %+v", e.Title, e.Turnout)
		}
	}
	holds(t, must(s.Bundle(t.Context(), all[0].ID))(t), ballotbox.Evidence{})
	waiting := must(s.SearchUsers(t.Context(), store.UserFilter{Query: "number2"}, store.Page{}))(t).Items
	vote(t, s, waiting[0].ID, all[1].Candidates[1])
	storetest.Advance(t, s, all[1].ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, all[1].ID))(t)
	holds(t, must(s.Bundle(t.Context(), all[1].ID))(t), ballotbox.Evidence{})
}

func TestRecordsOfAnOlderSchemaAreIndexed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	var want []string
	for n := range 4 {
		r := storetest.Registration(n + 1)
		r.Checks, r.Review = []store.AdmissionCheck{{Name: "card_name", Passed: n == 0}}, true
		if u := must(s.Register(t.Context(), r))(t); n > 0 {
			want = append(want, u.FullName)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	edit(t, dir, func(tx *bolt.Tx) error {
		for _, name := range []string{"applicants", "users_by_kind", "roll_by_state", "audit_by"} {
			if err := tx.DeleteBucket([]byte(name)); err != nil {
				return err
			}
		}
		counters := tx.Bucket([]byte("counters"))
		return errors.Join(counters.Delete([]byte("applicants")), counters.Delete([]byte("users_USER_ACTIVE")),
			tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte{0, 0, 0, 0, 0, 0, 0, 2}))
	})
	s = storetest.NewIn(t, dir, store.Options{})
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range must(s.SearchUsers(t.Context(), store.UserFilter{Pending: true}, store.Page{}))(t).Items {
		got = append(got, u.FullName)
	}
	if n := *must(s.SearchUsers(t.Context(), store.UserFilter{Role: store.RoleUser}, store.Page{}))(t).Total; n != 4 {
		t.Errorf("%d voters, want 4", n)
	}
	if n := *must(s.AuditList(t.Context(), store.AuditFilter{Kind: "user"}, store.Page{}))(t).Total; n != 4 {
		t.Errorf("%d lines about users, want 4", n)
	}
	if n := must(s.SearchUsers(t.Context(), store.UserFilter{}, store.Page{}))(t).Pending; n != 3 || !slices.Equal(got, want) {
		t.Errorf("%d applications, of %q; want %q", n, got, want)
	}
}

// unpack unpacks a data directory.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	f := must(os.Open(archive))(t)
	defer f.Close()
	dir := t.TempDir()
	files := tar.NewReader(must(gzip.NewReader(f))(t))
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.FileInfo().IsDir() {
			err = os.MkdirAll(path, 0o700)
		} else {
			err = os.WriteFile(path, must(io.ReadAll(files))(t), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
