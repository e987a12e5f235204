package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// replaceIn names the directory in which this program, as a child of a test, replaces everything by new.zip beside it.
const replaceIn = "OSTRAKON_TEST_REPLACE"

func TestMain(m *testing.M) {
	dir := os.Getenv(replaceIn)
	if dir == "" {
		os.Exit(m.Run())
	}
	runtime.LockOSThread() // strace counts the calls of each thread
	raw, err := os.ReadFile(filepath.Join(filepath.Dir(dir), "new.zip"))
	if err == nil {
		_, _, err = store.Replace(context.Background(), dir, bytes.NewReader(raw), int64(len(raw)), time.Now())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// changing are the system calls that change what is on a disk, and those that sync it.
var changing = []string{"openat", "mkdirat", "renameat", "renameat2", "linkat", "unlinkat", "fchownat", "fchmodat",
	"write", "pwrite64", "ftruncate", "fallocate", "fsync", "fdatasync"}

// breaking are those that fail in a second run.
var breaking = []string{"mkdirat", "renameat", "linkat", "unlinkat", "fsync", "fdatasync"}

// surely are those that every whole replacement makes, on each system.
var surely = []string{"openat", "mkdirat", "renameat", "linkat", "unlinkat", "pwrite64", "fsync"}

// installed is an installation with an open election, whose key the server keeps.
type installed struct {
	election store.ElectionID
	backup   []byte
	files    map[string]string // of a data directory with it, by path, but for the key of sessions
}

func newInstalled(t *testing.T) installed {
	t.Helper()
	s := storetest.New(t, store.Options{})
	o := installed{election: running(t, s, "Ada", "Grace").ID}
	o.backup = backup(t, s, true)
	dir := t.TempDir()
	noError(t, restore(dir, o.backup))
	o.files = filesIn(t, dir)
	return o
}

// filesIn reads the files of a directory, but for the key of sessions, which a start draws.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	noError(t, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "token.key" {
			files[path] = string(must(os.ReadFile(filepath.Join(dir, path)))(t))
		}
		return err
	}))
	return files
}

// replaceBroken has a child replace the old directory in a new directory, with a fault that strace injects into calls
// of a name, where this processor has calls of that name.
func replaceBroken(t *testing.T, old, fresh installed, name, fault string) (dir string, err error) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	noError(t, restore(dir, old.backup))
	return dir, fresh.breakIn(t, dir, name, fault)
}

// breakIn has a child restore the backup into a directory, whatever is there, with a fault.
func (o installed) breakIn(t *testing.T, dir, name, fault string) error {
	t.Helper()
	noError(t, os.WriteFile(filepath.Join(filepath.Dir(dir), "new.zip"), o.backup, 0o600))
	cmd := exec.CommandContext(t.Context(), must(exec.LookPath("strace"))(t), "-f", "-qq", "-o", "/dev/null",
		"-e", "trace=?"+name, "-e", "inject=?"+name+":"+fault, os.Args[0])
	cmd.Env = append(os.Environ(), replaceIn+"="+dir)
	return cmd.Run()
}

// A restore over a database that is killed before any system call that changes something, or where one fails, leaves a
// directory with which a server starts: the old one as it was, or the new one beside all of the old one.
func TestAReplacementIsKilledAtEverySystemCall(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is not installed")
	}
	old, fresh := newInstalled(t), newInstalled(t)
	var before, after int
	// run breaks the nth call of a name and reports whether the child came to its end all the same.
	run := func(name, fault string, n int) (whole bool) {
		t.Run(fmt.Sprintf("%s %d %s", name, n, fault), func(t *testing.T) {
			dir, err := replaceBroken(t, old, fresh, name, fmt.Sprintf("%s:when=%d", fault, n))
			replaced := wholeAfter(t, dir, old, fresh)
			whole = err == nil
			switch {
			case whole && !replaced:
				t.Error("came to its end, and nothing is replaced")
			case replaced:
				after++
			default:
				before++
			}
		})
		return whole
	}
	for _, name := range changing {
		n := 1
		for !run(name, "signal=KILL", n) && !t.Failed() {
			if slices.Contains(breaking, name) {
				run(name, "error=EIO", n)
			}
			n++
		}
		if n == 1 && slices.Contains(surely, name) {
			t.Errorf("a whole replacement calls no %s", name)
		}
	}
	t.Logf("%d faults left the old directory, %d the new one", before, after)
	if before < 20 || after < 5 {
		t.Error("too few for a whole replacement")
	}
}

// wholeAfter starts a store in a directory, checks it and reports whether it is the new one.
func wholeAfter(t *testing.T, dir string, old, fresh installed) bool {
	t.Helper()
	if slices.Contains(listing(t, dir), "replacing") {
		if _, err := store.OpenToCheck(t.Context(), dir); !errors.Is(err, store.ErrReplacing) {
			t.Errorf("a check before the start: %v", err)
		}
	}
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	noError(t, s.Check(t.Context()))
	_, err = s.Election(t.Context(), fresh.election)
	replaced, want, names := err == nil, old, listing(t, dir)
	if replaced {
		want = fresh
		if len(names) != 3 || !maps.Equal(filesIn(t, filepath.Join(dir, names[2])), old.files) {
			t.Errorf("not all of the old directory is kept: %q", names)
		}
	} else if len(names) != 2 {
		t.Errorf("beside the old directory there is %q", names)
	}
	must(s.Election(t.Context(), want.election))(t)
	for path, secret := range filesIn(t, filepath.Join(dir, "keys")) {
		if secret != want.files["keys/"+path] {
			t.Errorf("keys/%s is another", path)
		}
	}
	return replaced
}

// A restore into an empty directory that is killed before any system call that changes something leaves a directory
// with which a server starts anew, with nothing of the backup, or with all of it. Or the start says what to do, and
// that helps.
func TestARestoreIsKilledAtEverySystemCall(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is not installed")
	}
	o := newInstalled(t)
	left := make(map[string]int)
	for _, name := range changing {
		for n, whole := 1, false; !whole && !t.Failed(); n++ {
			t.Run(fmt.Sprintf("%s %d", name, n), func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "data")
				noError(t, os.Mkdir(dir, 0o700))
				whole = o.breakIn(t, dir, name, fmt.Sprintf("signal=KILL:when=%d", n)) == nil
				left[o.startIn(t, dir)]++
			})
		}
	}
	t.Logf("left %v", left)
	if left["nothing"] < 2 || left["a part"] < 5 || left["all"] < len(changing) {
		t.Errorf("left %v", left)
	}
}

// startIn starts a store in a directory after a restore, and returns how much of the backup was there.
func (o installed) startIn(t *testing.T, dir string) string {
	t.Helper()
	found := "all"
	keys := filesIn(t, dir)
	s, err := store.Open(t.Context(), dir, store.Options{})
	if errors.Is(err, store.ErrRestoring) {
		found = "a part"
		noError(t, restore(dir, o.backup))
		s, err = store.Open(t.Context(), dir, store.Options{})
	}
	noError(t, err)
	defer s.Close()
	noError(t, s.Check(t.Context()))
	if _, err := s.Election(t.Context(), o.election); err == nil {
		return found
	}
	if len(keys) > 0 {
		t.Errorf("a new installation where there was %q", slices.Sorted(maps.Keys(keys)))
	}
	return "nothing"
}
