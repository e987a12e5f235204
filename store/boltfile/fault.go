package boltfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// ErrDamaged means that the database file does not hold together: bytes of it have changed, or its end is missing.
var ErrDamaged = errors.New("the database file is damaged: " +
	"keep a copy of the data directory, then restore a backup into a new one")

// errFault means that a part of the file cannot be read.
var errFault = errors.New("a part of it cannot be read")

// guarded calls what reads the file through memory, and makes ErrDamaged of the kernel's faults, in a file that became
// too short or unreadable, and of bbolt's panics, so that neither ends the process.
func guarded(run func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interface {
			error
			Addr() uintptr // of the fault, see debug.SetPanicOnFault
		}:
			err = fmt.Errorf("%w: %w", ErrDamaged, errFault)
		case string:
			err = fmt.Errorf("%w: %w: %s", ErrDamaged, errFault, p)
		default:
			panic(p)
		}
	}()
	return run()
}

// Survive calls run on a file that may be damaged, and returns ErrDamaged if bbolt panics on its pages.
func Survive(run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, p)
		}
	}()
	return guarded(run)
}

// openBolt opens a database file. It returns ErrLocked when another process has it open.
func openBolt(path string, opts *bolt.Options) (db *bolt.DB, err error) {
	opts.Timeout = lockWait
	err = Survive(func() (err error) { db, err = bolt.Open(path, 0o600, opts); return err })
	if errors.Is(err, bolterrors.ErrTimeout) {
		err = fmt.Errorf("%s: %w", path, ErrLocked)
	}
	return db, err
}

// inspect follows all pages of a file that nobody writes to. Errors: ErrLocked, and ErrDamaged with details.
func inspect(ctx context.Context, path string) error {
	lock, err := openBolt(path, &bolt.Options{ReadOnly: true})
	if errors.Is(err, ErrLocked) {
		return err
	}
	if err == nil {
		defer lock.Close()
	}
	if wrong := damage(path, checkFile(ctx, path)); wrong != nil {
		return wrong // in the words of this program
	}
	return err
}

// Check follows all pages of both states of an unused file. Errors name the file as called. Errors: ErrDamaged.
func Check(ctx context.Context, path, called string) error {
	if err := checkFile(ctx, path); err != nil {
		return damage(called, err)
	}
	return damage(called, checkStates(path))
}

// damage makes ErrDamaged of what is wrong with the pages of a file, and leaves other errors.
func damage(path string, err error) error {
	_, unread := err.(*fs.PathError)
	if err == nil || unread || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%s: %w: %w", path, ErrDamaged, err)
}
