package durable

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// The errors of Windows for a disk without room: ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL.
const (
	windowsHandleFull = syscall.Errno(39)
	windowsDiskFull   = syscall.Errno(112)
)

// IsFull reports whether an error says that a disk, or what its user may have of it, is full.
func IsFull(err error) bool {
	if runtime.GOOS == "windows" {
		return errors.Is(err, windowsHandleFull) || errors.Is(err, windowsDiskFull)
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// HasRoom returns nil if a file of so many bytes fits the disk. Two calls at the same time must not share the path.
func HasRoom(path string, bytes int) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, bytes))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close(), os.Remove(path))
}
