//go:build unix

package command

import "syscall"

// SpaceOf measures the file system of a directory, in bytes. free is the space that users other than the superuser may
// still fill.
func SpaceOf(dir string) (free, total int64, err error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, 0, err
	}
	return int64(fs.Bavail) * int64(fs.Bsize), int64(fs.Blocks) * int64(fs.Bsize), nil
}
