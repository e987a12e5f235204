package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"ostrakon/store/boltfile"
	"ostrakon/store/durable"
)

// Replace is Restore for a data directory that may have a database. What it replaces is kept, in the directory that it
// returns: the database, which may be damaged, and if the backup has keys those too. at is the time for the name of
// that directory; "" means that there was nothing to keep. Until the backup has been checked as a whole, nothing is
// moved. Errors: boltfile.ErrLocked while a server uses the directory, ErrBackup.
func Replace(ctx context.Context, dir string, r io.ReaderAt, size int64, at time.Time) (withKeys bool, kept string,
	err error) {
	if _, err := os.Stat(filepath.Join(dir, FileName)); errors.Is(err, fs.ErrNotExist) {
		withKeys, err = Restore(ctx, dir, r, size)
		return withKeys, "", err
	}
	lock, err := boltfile.Lock(filepath.Join(dir, FileName))
	switch {
	case errors.Is(err, boltfile.ErrLocked):
		return false, "", err
	case err == nil: // no server starts until the end; one that is damaged cannot be served
		defer lock.Close()
	}
	fresh := filepath.Join(dir, restoring)
	if err := errors.Join(os.RemoveAll(fresh), os.Mkdir(fresh, 0o700)); err != nil {
		return false, "", err
	}
	defer os.RemoveAll(fresh)
	if withKeys, err = Restore(ctx, fresh, r, size); err != nil {
		return false, "", err
	}
	if runtime.GOOS == "windows" && lock != nil {
		lock.Close() // a file that is open cannot be renamed there
	}
	kept = filepath.Join(dir, "replaced-"+at.UTC().Format("20060102T150405Z"))
	if err := os.Mkdir(kept, 0o700); err != nil {
		return false, "", err
	}
	return withKeys, kept, exchange(dir, kept, fresh, withKeys)
}

// restoring is the directory of a backup that is about to replace a database.
const restoring = "restoring"

// exchange moves the database and, if need be, the keys from dir to kept, and those of fresh to dir. A crash never
// leaves dir without a database, which the next start would make anew. After an error all is where it was.
func exchange(dir, kept, fresh string, withKeys bool) error {
	keys, keptKeys := filepath.Join(dir, "keys"), filepath.Join(kept, "keys")
	if withKeys {
		if err := os.Rename(keys, keptKeys); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.Rename(filepath.Join(fresh, "keys"), keys); err != nil {
			return errors.Join(err, putBack(keptKeys, keys))
		}
	}
	path := filepath.Join(dir, FileName)
	err := os.Link(path, filepath.Join(kept, FileName))
	if err != nil { // some file systems of sticks have no links
		err = durable.Write(filepath.Join(kept, FileName), func(out *os.File) error { return copyFile(out, path) })
	}
	if err == nil {
		err = os.Rename(filepath.Join(fresh, FileName), path)
	}
	if err != nil && withKeys {
		err = errors.Join(err, os.RemoveAll(keys), putBack(keptKeys, keys))
	}
	if err != nil {
		return err
	}
	return errors.Join(durable.SyncPath(kept), durable.SyncPath(dir))
}

// putBack undoes a rename of what may not have been there.
func putBack(from, to string) error {
	if err := os.Rename(from, to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func copyFile(out io.Writer, path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(out, in)
	return err
}
