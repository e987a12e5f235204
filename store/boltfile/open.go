package boltfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/durable"
)

// lockWait is how long Open waits for another process to let go of the file.
const lockWait = 500 * time.Millisecond

// allocated is how much of a file is on the disk from the start, in bytes: what bbolt lets it grow by at once.
const allocated = 16 << 20

// ErrLocked means that another process, most likely a running server, holds the data directory.
var ErrLocked = errors.New("the data directory is in use by another process")

// openOrCreate opens a database file, and checks its pages first. A crash while bbolt creates a file can
// leave a broken one, so a new file is made under another name first. Errors: ErrLocked, ErrDamaged.
func openOrCreate(ctx context.Context, path string) (*bolt.DB, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		tmp := path + ".new"
		if err := removeAll(tmp); err != nil {
			return nil, err
		}
		db, err := openBolt(tmp, &bolt.Options{})
		if err != nil {
			return nil, fmt.Errorf("create %s: %w", path, err)
		}
		if err := db.Close(); err != nil {
			return nil, err
		}
		if err := durable.Rename(tmp, path); err != nil {
			return nil, err
		}
	} else if err := inspect(ctx, path); err != nil {
		return nil, err
	}
	return reopen(path)
}

// reopen opens a database file whose pages are known to be in order.
func reopen(path string) (*bolt.DB, error) {
	db, err := openBolt(path, &bolt.Options{FreelistType: bolt.FreelistMapType, InitialMmapSize: initialMmap()})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	allocate(path, allocated)
	return db, nil
}

// initialMmap is the size of the first memory map: mapping a growing file again would make the writer wait for readers.
// It takes only address space, scarce on 32 bits; on Windows it would extend the file.
func initialMmap() int {
	switch {
	case runtime.GOOS == "windows":
		return 0
	case ^uint(0)>>32 == 0:
		return 64 << 20
	}
	return 1 << 30
}

// Read reads a database file that nobody writes to.
func Read(path string, fn func(*bolt.Tx) error) error {
	db, err := openBolt(path, &bolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(guarded(func() error { return db.View(fn) }), db.Close())
}

// Change changes a database file that nobody else uses.
func Change(path string, fn func(*bolt.Tx) error) error {
	db, err := openBolt(path, &bolt.Options{})
	if err != nil {
		return err
	}
	return errors.Join(db.Update(numbered(fn)), db.Close())
}

// Lock keeps other processes from writing to a file until the lock is closed. Errors: ErrLocked, ErrDamaged.
func Lock(path string) (io.Closer, error) {
	db, err := openBolt(path, &bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	return db, nil
}

// removeAll removes files that may be missing.
func removeAll(paths ...string) error {
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
