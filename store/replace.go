package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/durable"
)

// Replace is Restore for a data directory that may have a database. What it replaces is kept, in the
// directory that it returns: the database, which may be damaged, and if the backup has keys those
// too. at is the time for the name of that directory; "" means that there was nothing to keep. Until
// the backup has been checked as a whole, nothing is moved. Errors: ErrLocked while a server uses the
// directory, ErrBackup.
func Replace(ctx context.Context, dir string, r io.ReaderAt, size int64, at time.Time) (withKeys bool, kept string, err error) {
	if _, err := os.Stat(filepath.Join(dir, FileName)); errors.Is(err, fs.ErrNotExist) {
		withKeys, err = Restore(ctx, dir, r, size)
		return withKeys, "", err
	}
	lock, err := openBolt(filepath.Join(dir, FileName), &bolt.Options{ReadOnly: true})
	if errors.Is(err, ErrLocked) {
		return false, "", err
	}
	if err == nil { // otherwise it is damaged, which may be why it is replaced
		if err := lock.Close(); err != nil {
			return false, "", err
		}
	}
	fresh, err := os.MkdirTemp(dir, "restoring-*")
	if err != nil {
		return false, "", err
	}
	defer os.RemoveAll(fresh)
	if withKeys, err = Restore(ctx, fresh, r, size); err != nil {
		return false, "", err
	}
	kept = filepath.Join(dir, "replaced-"+at.UTC().Format("20060102T150405Z"))
	if err := os.Mkdir(kept, 0o700); err != nil {
		return false, "", err
	}
	names := []string{FileName}
	if withKeys {
		names = append(names, "keys")
	}
	return withKeys, kept, exchange(names, dir, kept, fresh)
}

// exchange moves files from dir to kept, and those of the same names from fresh to dir. After an
// error everything is where it was.
func exchange(names []string, dir, kept, fresh string) (err error) {
	var back []func() error
	for _, name := range names {
		for _, move := range [][2]string{{dir, kept}, {fresh, dir}} {
			from, to := filepath.Join(move[0], name), filepath.Join(move[1], name)
			if err = os.Rename(from, to); err != nil {
				for _, undo := range slices.Backward(back) {
					err = errors.Join(err, undo())
				}
				return err
			}
			back = append(back, func() error { return os.Rename(to, from) })
		}
	}
	for _, changed := range []string{kept, dir} {
		root, err := os.OpenRoot(changed)
		if err != nil {
			return err
		}
		if err := errors.Join(durable.SyncDir(root), root.Close()); err != nil {
			return err
		}
	}
	return nil
}
