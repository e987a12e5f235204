package handlers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"ostrakon/handlers"
	"ostrakon/handlers/command"
	"ostrakon/store"
	"ostrakon/store/audit"
)

// smallDisk makes a disk of 70 MiB for the temporary files of the test: a real one if the test may mount it,
// or else the sizes of its files count. It returns how converted files measure the disk.
func smallDisk(t *testing.T) (space func(string) (free, total int64, err error), mounted bool) {
	t.Helper()
	const size = 70 << 20
	dir := must(os.MkdirTemp("", "ostrakon-disk"))(t)
	t.Setenv("TMPDIR", dir)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=70m"); err == nil {
		t.Cleanup(func() {
			if err := syscall.Unmount(dir, 0); err != nil {
				t.Error(err)
			}
			os.Remove(dir)
		})
		return command.SpaceOf, true
	}
	t.Cleanup(func() { os.Remove(dir) })
	return func(string) (int64, int64, error) {
		free := int64(size)
		filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				if info, err := e.Info(); err == nil { // else it has just gone
					free -= info.Size()
				}
			}
			return nil
		})
		return free, size, nil
	}, false
}

// A backup that would fill the disk is refused before it begins, and people go on voting.
func TestABackupLeavesTheElectionItsDisk(t *testing.T) {
	if _, mounted := smallDisk(t); !mounted {
		t.Skip("only root can mount a small disk")
	}
	w := newWorld(t)
	refused := w.do(t, w.post("/api/admin/backup", obj{"password": rightPassword}))
	checkRefusal(t, refused, "storage_full", "")
	if said := refused.json(t)["params"].(obj); said["what"] != "backup" || said["size"].(float64) < 64<<20 {
		t.Errorf("refused with %v", said)
	}
	if text := w.metrics(t); !strings.Contains(text, "ostrakon_disk_bytes 73400320\n") {
		t.Errorf("the disk of the database is not in\n%s", text)
	}
	list := must(w.store.AuditList(t.Context(), audit.Filter{}, store.Page{}))(t)
	for _, line := range list.Items {
		if line.Action == "installation.backed_up" {
			t.Error("a backup is noted that nobody has")
		}
	}
	w.vote(t, w.ada, w.active, 0)
}

// Conversions fill the disk while people vote: every vote is taken.
func TestConversionsLeaveTheElectionItsDisk(t *testing.T) {
	space, _ := smallDisk(t)
	w := newWorld(t, func(opts *handlers.Options) { opts.Conversions.Space = space })
	c := w.crowd(t, 200)
	c.reach(t)
	var voted atomic.Bool
	var makers sync.WaitGroup
	var first string
	full := make(chan struct{})
	for i := range 3 {
		makers.Go(func() {
			model := convertCall(stl(terrain(50+10*i)), text("method", "custom")) // the larger ones are files on that disk, too
			filled := false
			for !voted.Load() {
				a := w.do(t, model)
				if a.status != 200 {
					checkRefusal(t, a, "storage_full", "")
				}
				if i > 0 {
					continue
				}
				if first == "" {
					first = a.text(t, "download_url")
				}
				if !filled && w.do(t, get(first)).status == 404 { // it had to make room
					filled = true
					close(full)
				}
			}
		})
	}
	<-full
	c.each(t, c.receipt)
	voted.Store(true)
	makers.Wait()
}
