// Package durable writes files that survive a crash or a power cut: afterwards a name stands for
// the whole new file or, if there was one, for the whole old file, and never for a part of either.
//
// # Caveats
//
// A file is safe only when Write, WriteVia or Rename has returned nil. If nothing but the sync of the directory failed,
// the new file has the name already.
//
// Rename syncs the directory, not the file: sync the file first, or a power cut may leave an empty file under the
// new name. Both names must be in one directory.
//
// Windows cannot sync a directory: there a power cut may undo the last renames. A disk, or a network file system,
// that acknowledges a sync before the bytes are safe defeats the package.
//
// A crash leaves the temporary file. WriteVia overwrites the one it left; Write leaves a new one each time.
//
// HasRoom says nothing about the moment after it: another program may take the disk space.
package durable

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// Write writes a file in the place of any before it. write gets a temporary file in the same directory, for its owner
// only. After nil, the file is on the disk under its name; an error leaves what was there before.
func Write(path string, write func(*os.File) error) error {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	f, err := os.CreateTemp(dir.Name(), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	return finish(dir, f, filepath.Base(path), write)
}

// WriteVia is Write with a temporary file of a known name, for one call at a time: a crash may leave it.
func WriteVia(dir *os.Root, tmp, name string, write func(*os.File) error) error {
	f, err := dir.OpenFile(tmp, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	return finish(dir, f, name, write)
}

// finish syncs the file before it names it: a power cut must not leave a name without the bytes.
func finish(dir *os.Root, f *os.File, name string, write func(*os.File) error) error {
	tmp := filepath.Base(f.Name())
	err := write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = rename(dir, tmp, name)
	}
	if err != nil {
		dir.Remove(tmp)
	}
	return err
}

// Rename gives a file that is synced already another name in its directory.
func Rename(from, to string) error {
	dir, err := os.OpenRoot(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer dir.Close()
	return rename(dir, filepath.Base(from), filepath.Base(to))
}

// rename syncs the directory too: it holds the names, and without that a power cut can undo the rename.
func rename(dir *os.Root, from, to string) error {
	if err := dir.Rename(from, to); err != nil {
		return err
	}
	return SyncDir(dir)
}

// MakeDir makes a directory for its owner only, and those above it, and syncs them: no power cut loses them.
func MakeDir(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	above := filepath.Dir(path)
	if above != path {
		if err := MakeDir(above); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(path, 0o700); err != nil { // another process may be faster
		return err
	}
	return SyncPath(above)
}

// SyncPath is SyncDir for the directory at a path.
func SyncPath(path string) error {
	dir, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return SyncDir(dir)
}

// SyncDir brings the files that were made, renamed or removed in a directory to the disk.
func SyncDir(dir *os.Root) error {
	if runtime.GOOS == "windows" {
		return nil // it has no sync of directories
	}
	d, err := dir.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
