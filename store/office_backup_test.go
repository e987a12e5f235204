package store_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

func backup(tb testing.TB, s *store.Store, withKeys bool) []byte {
	tb.Helper()
	var out bytes.Buffer
	noError(tb, s.Backup(tb.Context(), storetest.Admin, &out, withKeys))
	return out.Bytes()
}

func restore(dir string, raw []byte) error {
	_, err := store.Restore(context.Background(), dir, bytes.NewReader(raw), int64(len(raw)))
	return err
}

// entries are the files in a backup.
func entries(tb testing.TB, raw []byte) map[string][]byte {
	tb.Helper()
	all := make(map[string][]byte)
	for _, f := range must(zip.NewReader(bytes.NewReader(raw), int64(len(raw))))(tb).File {
		in := must(f.Open())(tb)
		all[f.Name] = must(io.ReadAll(in))(tb)
		in.Close()
	}
	return all
}

func TestABackupHoldsEveryVoteAcknowledgedBeforeIt(t *testing.T) {
	most := 2000
	if testing.Short() {
		most = 600
	}
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, most)
	acknowledged := make([]atomic.Bool, len(all))
	var stop atomic.Bool
	var casting sync.WaitGroup
	for w := range 64 {
		casting.Go(func() {
			for i := w; i < len(all) && !stop.Load(); i += 64 {
				if _, err := s.CastVote(t.Context(), all[i], e.ID, "",
					store.Answers{Candidate: e.Questions[0].Candidates[i%2].ID}); err != nil {
					t.Error(err)
					return
				}
				acknowledged[i].Store(true)
			}
		})
	}
	for round := range 3 {
		until(func() bool { return ballots(t, s, e.ID) >= 100*(round+1) })
		extend(t, s)
		var before []store.UserID
		for i := range all {
			if acknowledged[i].Load() {
				before = append(before, all[i])
			}
		}
		raw := backup(t, s, true)
		dir := t.TempDir()
		noError(t, restore(dir, raw))
		restored := storetest.NewIn(t, dir, store.Options{}) // verified at the end
		for _, v := range before {
			if !must(restored.HasVoted(t.Context(), v, e.ID))(t) {
				t.Errorf("round %d: a vote acknowledged before the backup is not in it", round)
			}
		}
		goOn(t, restored, e.ID)
		storetest.Advance(t, restored, e.ID, store.Completed)
		r := must(restored.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
		if r.Turnout.Ballots < len(before) {
			t.Errorf("round %d: %d ballots, %d were acknowledged before", round, r.Turnout.Ballots, len(before))
		}
	}
	stop.Store(true)
	casting.Wait()
}

func TestABackupWithoutKeysNeedsThoseOfTheInstallation(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e := running(t, s, "Ada", "Grace")
	vote(t, s, voters(t, s, 1)[0], e.Questions[0].Candidates[0])
	raw := backup(t, s, false)
	if all := entries(t, raw); len(all) != 1 || all[store.FileName] == nil {
		t.Errorf("a backup without keys has %d files", len(all))
	}
	copied := t.TempDir()
	noError(t, restore(copied, raw))
	if s, err := store.Open(t.Context(), copied, store.Options{}); !errors.Is(err, keyring.ErrMissing) {
		t.Errorf("opened %v without the keys: %v", s, err)
	}
	noError(t, os.CopyFS(filepath.Join(copied, "keys"), os.DirFS(filepath.Join(dir, "keys"))))
	restored := storetest.NewIn(t, copied, store.Options{})
	if got, want := dumpBut(t, restored, e.ID), dumpBut(t, s, e.ID); !equal(got, want) {
		t.Errorf("restored %q, want %q", got, want)
	}
}

// dumpBut dumps a store but for its audit list and the record of an election, which is stopped where
// it was restored.
func dumpBut(t *testing.T, s *store.Store, id store.ElectionID) map[string]string {
	t.Helper()
	all := store.Dump(t, s)
	maps.DeleteFunc(all, func(path, _ string) bool {
		record := strings.HasPrefix(path, "elections/") || strings.HasPrefix(path, "commits/") // its digest
		return strings.HasPrefix(path, "audit") || record && strings.Contains(path, string(id))
	})
	return all
}

// goOn lets voting go on in a restored election.
func goOn(t *testing.T, s *store.Store, id store.ElectionID) {
	t.Helper()
	must(s.ResumeElection(t.Context(), storetest.Admin, id, "The disk broke."))(t)
}

func equal(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

func TestABackupWithKeysIsAllThereIs(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e, done := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
	for _, v := range voters(t, s, 12) {
		vote(t, s, v, e.Questions[0].Candidates[0])
		vote(t, s, v, done.Questions[0].Candidates[1])
	}
	storetest.Advance(t, s, done.ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, done.ID))(t)
	// The key of a counted election that came back by accident stays behind.
	noError(t, os.WriteFile(filepath.Join(dir, "keys", string(done.ID)+".key"), make([]byte, sealing.SecretSize), 0o600))
	raw := backup(t, s, true)
	var names []string
	for name := range entries(t, raw) {
		names = append(names, name)
	}
	want := []string{"keys/identity.key", "keys/signing.key", "keys/token.key", "keys/" + string(e.ID) + ".key",
		store.FileName}
	if !slices.Equal(sorted(names), sorted(want)) {
		t.Errorf("the backup holds %q, want %q", sorted(names), sorted(want))
	}
	copied := filepath.Join(t.TempDir(), "deep", "data")
	for range 2 { // keys that are there already are no hindrance
		noError(t, restore(copied, raw))
		noError(t, os.Remove(filepath.Join(copied, store.FileName)))
	}
	noError(t, restore(copied, raw))
	restored := storetest.NewIn(t, copied, store.Options{})
	if got, want := dumpBut(t, restored, e.ID), dumpBut(t, s, e.ID); !equal(got, want) {
		t.Errorf("restored %q, want %q", got, want)
	}
	if bytes.Equal(restored.TokenKey(), s.TokenKey()) {
		t.Error("whoever has the backup can sign in to what was restored from it as anybody")
	}
	holds(t, must(restored.Bundle(t.Context(), done.ID))(t), ballotbox.Evidence{})
	goOn(t, restored, e.ID)
	storetest.Advance(t, restored, e.ID, store.Completed)
	if r := must(restored.CalculateResults(t.Context(), storetest.Admin, e.ID))(t); slices.Max(
		r.Questions[0].Outcome.Votes) != 12 {
		t.Errorf("counted %+v", r)
	}
	if err := restored.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestABackupHasNoStalePages(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	deleted := []byte("what was deleted long ago")
	e := storetest.Election(t, s, "Draft", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Description: new(strings.Repeat(string(deleted), 40))}))(t)
	noError(t, s.DeleteElection(t.Context(), storetest.Admin, e.ID))
	if raw := must(os.ReadFile(filepath.Join(dir, store.FileName)))(t); !bytes.Contains(raw, deleted) {
		t.Fatal("the file itself has nothing stale, so this shows nothing")
	}
	if copied := entries(t, backup(t, s, false))[store.FileName]; bytes.Contains(copied, deleted) || len(copied) == 0 {
		t.Errorf("the backup of %d bytes holds what was deleted", len(copied))
	}
	if files := left(t, dir); len(files) != 4 {
		t.Errorf("after the backup the directory holds %q", files)
	}
}

// failing is a writer that fails after some bytes.
type failing int

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if *f -= failing(len(p)); *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// failingAtEnd is a writer that takes all of a zip but its end.
type failingAtEnd struct{}

func (failingAtEnd) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("PK\x05\x06")) {
		return 0, errFull
	}
	return len(p), nil
}

func TestABackupThatFailsSaysSo(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	running(t, s, "Ada", "Grace")
	whole := len(backup(t, s, true))
	for _, room := range []failing{0, 100, failing(whole) / 2} {
		if err := s.Backup(t.Context(), storetest.Admin, &room, true); !errors.Is(err, errFull) {
			t.Errorf("a writer that was full: %v", err)
		}
	}
	if err := s.Backup(t.Context(), storetest.Admin, failingAtEnd{}, true); !errors.Is(err, errFull) {
		t.Errorf("a writer that was full at the end: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Backup(ctx, storetest.Admin, io.Discard, true); !errors.Is(err, context.Canceled) {
		t.Errorf("a backup that nobody waits for: %v", err)
	}
	if files := left(t, dir); len(files) != 5 {
		t.Errorf("the directory holds %q", files)
	}
}

// zipped makes a zip of names and contents, in turn.
func zipped(tb testing.TB, pairs ...string) []byte {
	tb.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for pair := range slices.Chunk(pairs, 2) {
		must(must(z.Create(pair[0]))(tb).Write([]byte(pair[1])))(tb)
	}
	noError(tb, z.Close())
	return out.Bytes()
}

func TestRestoreRefusesWhatIsNoWholeBackup(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	vote(t, s, voters(t, s, 1)[0], e.Questions[0].Candidates[0])
	whole := backup(t, s, true)
	db, secret := string(entries(t, whole)[store.FileName]), strings.Repeat("k", 32)
	flipped := slices.Clone(whole)
	flipped[len(whole)/2] ^= 1
	for name, raw := range map[string][]byte{
		"no bytes":                   nil,
		"no zip":                     []byte(db),
		"cut at the end":             whole[:len(whole)-1],
		"cut in half":                whole[:len(whole)/2],
		"a bit flipped":              flipped,
		"an empty zip":               zipped(t),
		"keys alone":                 zipped(t, "keys/token.key", secret),
		"a database that is none":    zipped(t, store.FileName, strings.Repeat("no database ", 1<<12)),
		"a database of no bytes":     zipped(t, store.FileName, ""),
		"two databases":              zipped(t, store.FileName, db, store.FileName, db),
		"a foreign file":             zipped(t, store.FileName, db, "readme.txt", "x"),
		"a file in a folder":         zipped(t, "data/"+store.FileName, db),
		"a path that leads out":      zipped(t, store.FileName, db, "../x", "x"),
		"a key that leads out":       zipped(t, store.FileName, db, "keys/../x.key", secret),
		"a key far out":              zipped(t, store.FileName, db, "keys/../../x.key", secret),
		"a key in a folder":          zipped(t, store.FileName, db, "keys/deep/x.key", secret),
		"a key behind a backslash":   zipped(t, store.FileName, db, `keys/..\x.key`, secret),
		"a key of an absolute path":  zipped(t, store.FileName, db, "keys//etc/x.key", secret),
		"a key of no name":           zipped(t, store.FileName, db, "keys/.key", secret),
		"a folder of keys":           zipped(t, store.FileName, db, "keys/", ""),
		"a key that is no key file":  zipped(t, store.FileName, db, "keys/x.txt", secret),
		"a key that is half written": zipped(t, store.FileName, db, "keys/x.key.tmp", secret),
		"a key of no bytes":          zipped(t, store.FileName, db, "keys/x.key", ""),
		"a key too long":             zipped(t, store.FileName, db, "keys/x.key", strings.Repeat("k", 5000)),
		"a key twice":                zipped(t, store.FileName, db, "keys/x.key", secret, "keys/x.key", secret),
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			if err := restore(dir, raw); !errors.Is(err, store.ErrBackup) {
				t.Errorf("restored with %v, want %v", err, store.ErrBackup)
			}
			if files := left(t, dir); len(files) != 0 {
				t.Errorf("the directory holds %q", files)
			}
			if files := left(t, filepath.Dir(dir)); len(files) != 0 {
				t.Errorf("beside the directory there is %q", files)
			}
			if err := restore(dir, whole); err != nil {
				t.Errorf("the right backup after it: %v", err)
			}
		})
	}
}

func TestRestoreReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	raw := backup(t, s, true)
	unchanged(t, s, func() {
		if err := restore(dir, raw); !errors.Is(err, store.ErrOccupied) {
			t.Errorf("restored over a database: %v", err)
		}
	})

	other := t.TempDir()
	signing, token := filepath.Join(other, "keys", "signing.key"), filepath.Join(other, "keys", "token.key")
	if err := errors.Join(os.Mkdir(filepath.Dir(token), 0o700), os.WriteFile(signing, make([]byte, 32), 0o600),
		os.WriteFile(token, make([]byte, 32), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := restore(other, raw); !errors.Is(err, keyring.ErrDifferent) {
		t.Errorf("restored beside another key: %v", err)
	}
	for _, path := range []string{signing, token} {
		if kept := must(os.ReadFile(path))(t); !bytes.Equal(kept, make([]byte, 32)) {
			t.Errorf("%s is another than was there", path)
		}
	}
	if _, err := os.Stat(filepath.Join(other, store.FileName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the database is there: %v", err)
	}
}
