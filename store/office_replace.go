package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"ostrakon/store/boltfile"
	"ostrakon/store/durable"
)

// ErrReplacing means that a Replace has decided for the backup, and did not finish.
var ErrReplacing = errors.New("a restore into this directory is not finished: the next start of the server finishes it")

const (
	restoring  = "restoring" // a directory with a backup; a start removes it
	replacing  = "replacing" // what restoring is called from when the backup counts; finishReplace empties it
	keptPrefix = "replaced-" // begins the name of the directory of what was replaced, which is first in those two
)

// Replace is Restore for a data directory that may have a database. What it replaces is kept, in the directory that it
// returns: the database, which may be damaged, and if the backup has keys those too. at is the time for the name of
// that directory; "" means that there was nothing to keep. Until the backup has been checked as a whole, nothing is
// moved. A crash leaves what was there before, or the backup, since one rename decides: see finishReplace. Errors:
// boltfile.ErrLocked while a server uses the directory, ErrBackup, fs.ErrExist if something is kept under that time.
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
	if err := finishReplace(dir); err != nil {
		return false, "", err
	}
	kept = filepath.Join(dir, keptPrefix+at.UTC().Format("20060102T150405Z"))
	if _, err := os.Stat(kept); err == nil {
		return false, "", fmt.Errorf("%s: %w", kept, fs.ErrExist)
	}
	fresh := filepath.Join(dir, restoring)
	defer os.RemoveAll(fresh)
	if withKeys, err = prepareReplace(ctx, dir, filepath.Join(fresh, filepath.Base(kept)), r, size); err != nil {
		return false, "", err
	}
	if runtime.GOOS == "windows" && lock != nil {
		lock.Close() // a file that is open cannot be renamed there
	}
	if err := durable.Rename(fresh, filepath.Join(dir, replacing)); err != nil {
		return false, "", err
	}
	return withKeys, kept, finishReplace(dir)
}

// prepareReplace unpacks a backup into the directory restoring, and puts the database that it will replace into kept.
func prepareReplace(ctx context.Context, dir, kept string, r io.ReaderAt, size int64) (withKeys bool, err error) {
	fresh := filepath.Dir(kept)
	if err := errors.Join(os.RemoveAll(fresh), os.MkdirAll(kept, 0o700)); err != nil {
		return false, err
	}
	if withKeys, err = Restore(ctx, fresh, r, size); err != nil {
		return false, err
	}
	if !withKeys {
		if err := os.Remove(filepath.Join(fresh, "keys")); err != nil { // it is empty: those that are there stay
			return false, err
		}
	}
	path, second := filepath.Join(dir, FileName), filepath.Join(kept, FileName)
	if os.Link(path, second) != nil { // some file systems of sticks have no links
		err = durable.Write(second, func(out *os.File) error { return copyFile(out, path) })
		if err != nil {
			return false, err
		}
	}
	// The start that may have to finish this runs as the owner of the directory.
	return withKeys, errors.Join(durable.SyncPath(kept), durable.SyncPath(fresh), boltfile.GiveToOwner(dir))
}

// resumeReplace finishes a Replace that was interrupted. Errors: boltfile.ErrLocked if it goes on in another process.
func resumeReplace(dir string) error {
	if !interrupted(dir) {
		return nil
	}
	lock, err := boltfile.Lock(filepath.Join(dir, FileName))
	if errors.Is(err, boltfile.ErrLocked) {
		return err
	}
	if err == nil { // otherwise the file is damaged
		lock.Close()
	}
	return finishReplace(dir)
}

// interrupted reports whether the directory replacing is there.
func interrupted(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, replacing))
	return err == nil
}

// finishReplace moves what is in the directory replacing to its place, and removes that directory. It does the steps
// that are left, so it may itself be interrupted and called again.
func finishReplace(dir string) error {
	if !interrupted(dir) {
		return nil
	}
	fresh := filepath.Join(dir, replacing)
	entries, err := os.ReadDir(fresh)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), keptPrefix) })
	if i >= 0 { // the last that is moved
		if err := exchange(dir, fresh, entries[i].Name()); err != nil {
			return fmt.Errorf("finish the restore: %w", err)
		}
	}
	return os.RemoveAll(fresh)
}

// exchange moves keys and database of fresh to dir, those keys that were there to the directory kept in fresh, and that
// directory to dir. dir always has a database: without one, a start would make another installation.
func exchange(dir, fresh, kept string) error {
	keys, freshKeys, keptDir := filepath.Join(dir, "keys"), filepath.Join(fresh, "keys"), filepath.Join(fresh, kept)
	if _, err := os.Stat(freshKeys); err == nil { // then keys are the old ones, or moved already
		if err := renameIfThere(keys, filepath.Join(keptDir, "keys")); err != nil {
			return errors.Join(err, os.Rename(fresh, filepath.Join(dir, restoring))) // such as a mount: all stays as it was
		}
		if err := os.Rename(freshKeys, keys); err != nil {
			return err
		}
	}
	if err := renameIfThere(filepath.Join(fresh, FileName), filepath.Join(dir, FileName)); err != nil {
		return err
	}
	err := errors.Join(durable.SyncPath(keptDir), durable.SyncPath(fresh), durable.SyncPath(dir))
	if err == nil {
		err = os.Rename(keptDir, filepath.Join(dir, kept))
	}
	if err == nil {
		err = durable.SyncPath(dir)
	}
	return err
}

// renameIfThere renames what may not be there.
func renameIfThere(from, to string) error {
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
