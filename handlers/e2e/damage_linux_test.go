package e2e

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
)

// mostMemory is what a check of a small database may take, in kilobytes.
const mostMemory = 256 << 10

// A damaged copy of a database is in order, or "check" says in words what is wrong with it. It never
// hangs, ends in a dump or takes much memory; and nor does "serve" where the file was cut off.
func TestDamagedCopies(t *testing.T) {
	t.Parallel()
	k := newKilled(t, 3)
	whole := pagesOf(t, filepath.Join(k.data(), store.FileName))
	found := 0
	for seed := range rounds(60, 1000) {
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		raw, cut := append([]byte(nil), whole...), false
		switch r.IntN(5) {
		case 0:
			raw, cut = raw[:r.IntN(len(raw))], true
		case 1:
			clear(raw[4096*r.IntN(len(raw)/4096):][:4096])
		default:
			for range 1 + r.IntN(20) {
				raw[r.IntN(len(raw))] = byte(r.Uint32())
			}
		}
		noError(t, os.WriteFile(filepath.Join(k.data(), store.FileName), raw, 0o600))
		damaged := judge(t, seed, "check", "-data", k.data()) != nil
		if damaged {
			found++
		}
		if cut && judge(t, seed, "serve", "-addr", "127.0.0.1:0", "-ocr", "off", "-data", k.data()) == nil {
			t.Errorf("seed %d: a file that was cut off is served", seed)
		}
		if seed%4 != 0 {
			continue
		}
		backup, dir := filepath.Join(t.TempDir(), "backup.zip"), t.TempDir()
		noError(t, os.WriteFile(backup, packed(t, raw), 0o600))
		if judge(t, seed, "restore", backup, "-data", dir) == nil && damaged {
			t.Errorf("seed %d: a damaged backup is restored", seed)
		}
	}
	if found == 0 {
		t.Error("no damage was found")
	}
}

// pagesOf reads the pages of a database: the file is longer.
func pagesOf(t *testing.T, path string) []byte {
	t.Helper()
	db := must(bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true}))(t)
	defer db.Close()
	var size int64
	noError(t, db.View(func(tx *bolt.Tx) error { size = tx.Size(); return nil }))
	raw := must(os.ReadFile(path))(t)
	return raw[:size]
}

// packed is a backup without keys that has a database.
func packed(t *testing.T, db []byte) []byte {
	t.Helper()
	var backup bytes.Buffer
	z := zip.NewWriter(&backup)
	entry, err := z.Create(store.FileName)
	if err == nil {
		_, err = entry.Write(db)
	}
	noError(t, errors.Join(err, z.Close()))
	return backup.Bytes()
}

// judge runs a command on a damaged copy. It ends with 0, or with 1 and words, and does not hang.
func judge(t *testing.T, seed int, args ...string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	out, err := cmd.CombinedOutput()
	said := string(out)
	if code := cmd.ProcessState.ExitCode(); code > 1 || code < 0 || strings.Contains(said, "goroutine ") ||
		err != nil && !strings.Contains(said, "ostrakon: ") {
		t.Errorf("seed %d: %v: %s: %.2000s", seed, args, cmd.ProcessState, said)
	}
	if used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; used > mostMemory {
		t.Errorf("seed %d: %v took %s", seed, args, fmt.Sprint(used, " kB"))
	}
	return err
}

// A copy on a disk that takes no writing, such as a stick with its switch or a CD, is checked and left as
// it is.
func TestACopyOnReadOnlyMedia(t *testing.T) {
	t.Parallel()
	k := newKilled(t, 1)
	dir := t.TempDir()
	if err := syscall.Mount(k.data(), dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("only root can mount: a copy on read-only media was left out: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	noError(t, syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); !errors.Is(err, syscall.EROFS) {
		t.Fatalf("the directory can be written: %v", err)
	}
	if err := judge(t, 0, "check", "-data", dir); err != nil {
		t.Errorf("a copy in order: %v", err)
	}
}
