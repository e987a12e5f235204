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
	"regexp"
	"runtime"
	"slices"
	"strings"
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

// replacing starts a child that replaces the old directory in a new directory, traced with some arguments of strace.
func replacing(t *testing.T, old, fresh installed, trace ...string) (dir string, cmd *exec.Cmd) {
	t.Helper()
	above := t.TempDir()
	dir = filepath.Join(above, "data")
	noError(t, os.WriteFile(filepath.Join(above, "new.zip"), fresh.backup, 0o600))
	noError(t, restore(dir, old.backup))
	cmd = exec.CommandContext(t.Context(), must(exec.LookPath("strace"))(t), append(trace, os.Args[0])...)
	cmd.Env = append(os.Environ(), replaceIn+"="+dir)
	return dir, cmd
}

// A restore over a database that is killed before any system call that changes something, or where one fails, leaves a
// directory with which a server starts: the old one as it was, or the new one beside all of the old one.
func TestAReplacementIsKilledAtEverySystemCall(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is not installed")
	}
	old, fresh := newInstalled(t), newInstalled(t)
	log := filepath.Join(t.TempDir(), "log")
	dir, cmd := replacing(t, old, fresh, "-f", "-qq", "-o", log, "-e", "trace=?"+strings.Join(changing, ",?"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !wholeAfter(t, dir, old, fresh) {
		t.Error("nothing was replaced")
	}
	calls := make(map[string]int)
	threads := make(map[string]int)
	for _, m := range regexp.MustCompile(`(?m)^(\d+) +(\w+)\(`).FindAllStringSubmatch(
		string(must(os.ReadFile(log))(t)), -1) {
		threads[m[1]+m[2]]++
		calls[m[2]] = max(calls[m[2]], threads[m[1]+m[2]])
	}
	for _, name := range []string{"openat", "mkdirat", "renameat", "linkat", "unlinkat", "pwrite64", "fsync"} {
		if calls[name] == 0 {
			t.Errorf("no %s is in the trace of a whole replacement", name)
		}
	}
	var before, after int
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		for n := range calls[name] {
			for _, fault := range []string{"signal=KILL", "error=EIO"} {
				if fault == "error=EIO" && !slices.Contains(breaking, name) {
					continue
				}
				t.Run(fmt.Sprintf("%s %d %s", name, n+1, fault), func(t *testing.T) {
					dir, cmd := replacing(t, old, fresh, "-f", "-qq", "-o", "/dev/null", "-e", "trace="+name,
						"-e", fmt.Sprintf("inject=%s:%s:when=%d", name, fault, n+1))
					err := cmd.Run()
					replaced := wholeAfter(t, dir, old, fresh)
					switch {
					case err == nil && (fault == "signal=KILL" || !replaced):
						t.Errorf("came to the end; replaced: %v", replaced)
					case replaced:
						after++
					default:
						before++
					}
				})
			}
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
