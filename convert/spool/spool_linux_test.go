package spool

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// A full disk is told as a full spool is, and leaves nothing behind.
func TestAFullDiskIsErrFull(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	out := s.Begin()
	w, err := out.Create(out.Base() + ".glb")
	if err != nil {
		t.Fatal(err)
	}
	disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	file := out.files[0]
	if err := file.file.Close(); err != nil {
		t.Fatal(err)
	}
	file.file = disk
	if _, err := w.Write(make([]byte, 100)); !errors.Is(err, ErrFull) || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("written: %v, want ErrFull that tells of ENOSPC", err)
	}
	if _, err := out.Keep("part"); !errors.Is(err, ErrFull) {
		t.Errorf("kept: %v, want ErrFull", err)
	}
	wantNames(t, dir)
	if s.used != 0 {
		t.Errorf("%d bytes are still counted", s.used)
	}
}
