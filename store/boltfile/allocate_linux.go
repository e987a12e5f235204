package boltfile

import (
	"os"
	"syscall"
)

// keepSize is FALLOC_FL_KEEP_SIZE: the file looks as short as it was.
const keepSize = 1

// allocate takes the room of a file's first bytes, so that a full disk does not stop the first
// elections: see fallocate(2). A file system that cannot leaves the file as it is.
func allocate(path string, bytes int64) {
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
		_ = syscall.Fallocate(int(f.Fd()), keepSize, 0, bytes)
		f.Close()
	}
}
