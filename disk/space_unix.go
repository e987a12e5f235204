//go:build unix

package disk

import "syscall"

// SpaceOf measures the file system that a directory is on. Free is what others than the superuser
// may use.
func SpaceOf(dir string) (Space, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return Space{}, err
	}
	return Space{Free: int64(fs.Bavail) * int64(fs.Bsize), Total: int64(fs.Blocks) * int64(fs.Bsize)}, nil
}
