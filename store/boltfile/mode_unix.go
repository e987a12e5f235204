//go:build unix

package boltfile

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
)

// closeDir takes the directory of a database away from other users of the machine, if they can enter it, and
// logs that. Where the directory belongs to somebody else, has no database yet or is shared by its sticky bit, as
// /tmp is, closeDir only warns: others may need the directory.
func closeDir(path string, log *slog.Logger) {
	dir := filepath.Dir(path)
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return
	}
	about := []any{"directory", dir, "mode", fs.FileMode.String(info.Mode().Perm())}
	owner, ok := info.Sys().(*syscall.Stat_t)
	_, err = os.Stat(path)
	if err == nil && ok && int(owner.Uid) == os.Geteuid() && info.Mode()&fs.ModeSticky == 0 {
		if err = os.Chmod(dir, 0o700); err == nil {
			log.Warn("other users of this computer could enter the data directory; now they cannot", about...)
			return
		}
		about = append(about, "error", err)
	}
	log.Warn("other users of this computer can enter the data directory: let only the user of the server do so", about...)
}

// GiveToOwner gives the files that root made in a directory to the directory's owner, such as the user of a service. It
// leaves out files with several names: somebody may have linked one of root's into the directory.
func GiveToOwner(dir string) error {
	info, err := os.Stat(dir)
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	err = fs.WalkDir(root.FS(), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := root.Lstat(path)
		if err != nil {
			return err
		}
		have, ok := info.Sys().(*syscall.Stat_t)
		if !ok || have.Uid != 0 || have.Nlink > 1 && !info.IsDir() {
			return nil
		}
		return root.Lchown(path, int(owner.Uid), int(owner.Gid))
	})
	return errors.Join(err, root.Close())
}
