//go:build unix

package store

import (
	"io/fs"
	"log/slog"
	"os"
	"syscall"
)

// closeDir takes the data directory away from other users of the machine, if they can enter it, and
// says so. Where it belongs to somebody else, it says that they can.
func closeDir(dir string, log *slog.Logger) {
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return
	}
	mode := slog.String("mode", fs.FileMode.String(info.Mode().Perm()))
	owner, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(owner.Uid) == os.Geteuid() {
		if err = os.Chmod(dir, 0o700); err == nil {
			log.Warn("other users of this computer could enter the data directory; now they cannot", "directory", dir, mode)
			return
		}
	}
	log.Warn("other users of this computer can enter the data directory: let only the user of the server do so", "directory", dir, mode, "error", err)
}
