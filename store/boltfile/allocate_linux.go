package boltfile

import (
	"os"
	"syscall"
)

// keepSize is FALLOC_FL_KEEP_SIZE: the file looks as short as it was.
const keepSize = 1

// allocate reserves a file's first bytes, if the file system can, so that a full disk spares the first elections.
func allocate(path string, bytes int64) {
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
		_ = syscall.Fallocate(int(f.Fd()), keepSize, 0, bytes)
		f.Close()
	}
}
