package storetest

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Disk is a small disk for a test, which fills up when the test says so.
type Disk struct {
	Dir string // where it is mounted
}

// NewDisk mounts a disk of so many bytes until the test ends. The test is skipped unless it may mount.
func NewDisk(tb testing.TB, size int) Disk {
	tb.Helper()
	dir, err := os.MkdirTemp("", "ostrakon-tiny")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { os.Remove(dir) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", size)); errors.Is(err, syscall.EPERM) {
		tb.Skip("a disk can be mounted by root alone")
	} else if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			tb.Error(err)
		}
	})
	return Disk{dir}
}

func (d Disk) filler() string { return filepath.Join(d.Dir, "filler") }

// Fill writes a file that leaves so many bytes of room.
func (d Disk) Fill(room int64) error {
	f, err := os.Create(d.filler())
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := io.Copy(f, io.LimitReader(rand.Reader, 1<<30))
	if !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk is not full: %w", err)
	}
	return f.Truncate(max(0, size-room))
}

// Free removes what Fill wrote.
func (d Disk) Free() error { return os.Remove(d.filler()) }
