package keyring

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

var secret = bytes.Repeat([]byte{7}, secretLen)

// open opens a ring that is closed when the test ends.
func open(t *testing.T, dir string) *Ring {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// files are the names of the files in a directory.
func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestASecretIsKeptReplacedAndForgotten(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	if got, err := r.Get("token", secretLen); !errors.Is(err, ErrMissing) || got != nil {
		t.Errorf("before it was put: %x, %v", got, err)
	}
	other := bytes.Repeat([]byte{8}, secretLen)
	for _, want := range [][]byte{secret, other} {
		if err := r.Put("token", want); err != nil {
			t.Fatal(err)
		}
		for _, ring := range []*Ring{r, open(t, dir)} {
			if got, err := ring.Get("token", secretLen); err != nil || !bytes.Equal(got, want) {
				t.Errorf("got %x, %v, want %x", got, err, want)
			}
		}
	}
	if got := files(t, dir); len(got) != 1 || got[0] != "token.key" {
		t.Errorf("the directory holds %q", got)
	}
	for range 2 { // the second time it is not there, which is no error
		if err := r.Destroy("token"); err != nil {
			t.Errorf("destroy: %v", err)
		}
	}
	if _, err := r.Get("token", secretLen); !errors.Is(err, ErrMissing) {
		t.Errorf("after it was destroyed: %v", err)
	}
}

func TestGetOrMakeDrawsASecretOnce(t *testing.T) {
	r := open(t, t.TempDir())
	first, err := r.GetOrMake("token")
	if err != nil || len(first) != 32 || bytes.Equal(first, make([]byte, 32)) {
		t.Fatalf("made %x, %v", first, err)
	}
	if again, err := r.GetOrMake("token"); err != nil || !bytes.Equal(again, first) {
		t.Errorf("again %x, %v, first %x", again, err, first)
	}
	if other, err := r.GetOrMake("identity"); err != nil || bytes.Equal(other, first) {
		t.Errorf("another name: %x, %v", other, err)
	}
}

func TestADamagedSecretIsRefusedAndKept(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	for _, content := range [][]byte{{}, secret[:31], append(secret, 0)} {
		if err := os.WriteFile(filepath.Join(dir, "token.key"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Get("token", secretLen); !errors.Is(err, ErrDamaged) || got != nil {
			t.Errorf("%d bytes: got %x, %v", len(content), got, err)
		}
		if got, err := r.GetOrMake("token"); !errors.Is(err, ErrDamaged) || got != nil {
			t.Errorf("%d bytes: got or made %x, %v", len(content), got, err)
		}
		if left, err := os.ReadFile(filepath.Join(dir, "token.key")); err != nil || !bytes.Equal(left, content) {
			t.Errorf("the file holds %x, %v", left, err)
		}
	}
}

func TestAnInterruptedPutLeavesTheSecretAlone(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	if err := r.Put("token", secret); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "token.key.tmp"), []byte("half a longer secret than the one to come"),
		0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Get("token", secretLen); err != nil || !bytes.Equal(got, secret) {
		t.Errorf("got %x, %v", got, err)
	}
	if err := r.Put("token", secret); err != nil {
		t.Fatal(err)
	}
	if got := files(t, dir); len(got) != 1 {
		t.Errorf("the directory holds %q", got)
	}
}

func TestNamesStayInTheDirectory(t *testing.T) {
	parent := t.TempDir()
	if err := os.WriteFile(filepath.Join(parent, "outside.key"), secret, 0o600); err != nil {
		t.Fatal(err)
	}
	r := open(t, filepath.Join(parent, "keys"))
	for _, name := range []string{"../outside", filepath.Join(parent, "outside"), "none/../../outside"} {
		if got, err := r.Get(name, secretLen); err == nil || got != nil {
			t.Errorf("get %s: %x, %v", name, got, err)
		}
		if err := r.Put(name, make([]byte, 32)); err == nil {
			t.Errorf("put %s succeeded", name)
		}
		r.Destroy(name) // no error where there is nothing on the way: what counts is the file outside
	}
	if got, err := os.ReadFile(filepath.Join(parent, "outside.key")); err != nil || !bytes.Equal(got, secret) {
		t.Errorf("the file outside holds %x, %v", got, err)
	}
}

func TestSecretsAreForTheOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // has no such permissions
	}
	dir := filepath.Join(t.TempDir(), "deep", "keys")
	r := open(t, dir)
	if err := r.Put("token", secret); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, filepath.Join(dir, "token.key"): 0o600} {
		if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", path, fi.Mode(), err, want)
		}
	}
}

func TestAClosedRingGivesNothing(t *testing.T) {
	r := open(t, t.TempDir())
	if err := r.Put("token", secret); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if got, err := r.Get("token", secretLen); got != nil || !errors.Is(err, fs.ErrClosed) {
		t.Errorf("get: %x, %v", got, err)
	}
	if err := r.Put("token", secret); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("put: %v", err)
	}
}

func TestDestroyLeavesNothingOfASecretThatWasBeingPut(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir)
	if err := r.Put("e", secret); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "e.key.tmp"), secret, 0o600); err != nil { // as a crash in Put leaves it
		t.Fatal(err)
	}
	if err := r.Destroy("e"); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
