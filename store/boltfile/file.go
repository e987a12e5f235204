package boltfile

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"ostrakon/store/durable"
	"ostrakon/store/refusal"
)

// ErrClosed means that the file was closed before the call.
var ErrClosed = fmt.Errorf("the store is closed: %w", refusal.BusyServer)

// File is an open database file. Its methods are safe for concurrent use.
type File struct {
	path string
	log  *slog.Logger

	// writeMu is held during a write transaction, and until its file is settled. It is locked before dbMu.
	writeMu sync.Mutex

	// dbMu is locked for reading while a transaction uses db, and for writing while another bolt.DB takes its place.
	dbMu sync.RWMutex
	db   *bolt.DB

	mixed bool // see Mixed; Open sets it

	unsettled atomic.Bool // a commit or a compaction failed, and nobody knows what is on the disk
	full      atomic.Bool // a commit found the disk full, and Mend has found no disk space since
	broken    atomic.Bool // a part of the file cannot be read
	failed    chan error  // gets the reason of broken, once
}

// Open opens or makes a database file, checks all pages and removes unfinished copies. Errors: ErrLocked, ErrDamaged.
func Open(ctx context.Context, path string, log *slog.Logger) (*File, error) {
	if err := durable.MakeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	closeDir(path, log)
	db, err := openOrCreate(ctx, path)
	if err != nil {
		return nil, err
	}
	// A power cut during a commit that nobody was told of leaves the same, so this must not stop a start.
	if err := checkStates(path); err != nil {
		log.Warn("changes that were saved may be lost: check what was changed last", "file", path, "error", err)
	}
	if err := removeAll(path+compactSuffix, path+spaceSuffix); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	f := &File{path: path, log: log, db: db, failed: make(chan error, 1)}
	f.mixed = guarded(func() error { return db.View(CheckCommit) }) != nil
	return f, nil
}

// OpenToCheck opens a file, perhaps on a read-only medium, and changes nothing. Errors: ErrLocked, ErrDamaged.
func OpenToCheck(ctx context.Context, path string) (*File, error) {
	if err := inspect(ctx, path); err != nil {
		return nil, err
	}
	if err := damage(path, checkStates(path)); err != nil {
		return nil, err
	}
	db, err := openBolt(path, &bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	return &File{path: path, log: slog.New(slog.DiscardHandler), db: db, failed: make(chan error, 1)}, nil
}

// Close closes the file. Later calls return ErrClosed or an error of the file. If a part of the file cannot be read,
// bbolt may hold locks, and what bbolt has open ends with the process.
func (f *File) Close() error {
	if f.broken.Load() {
		return nil
	}
	f.dbMu.Lock()
	defer f.dbMu.Unlock()
	return f.db.Close()
}

// Failed gets the reason, once, when the file cannot be used any more because a part of it is missing.
func (f *File) Failed() <-chan error { return f.failed }

// Full reports whether a change was refused because the disk is full, and the disk has no space still.
func (f *File) Full() bool { return f.full.Load() }

// Mixed reports whether a part of the file was of an older time than the rest when it was opened, see CheckCommit.
func (f *File) Mixed() bool { return f.mixed }

// View runs a read transaction.
func (f *File) View(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.dbMu.RLock()
	if f.unsettled.Load() {
		f.dbMu.RUnlock()
		f.writeMu.Lock() // the caller whose commit failed is about to settle the file
		f.dbMu.RLock()
		f.writeMu.Unlock()
	}
	defer f.dbMu.RUnlock()
	return f.read(fn)
}

// ViewSynced runs a read transaction that sees only what is on the disk: View sees a commit before its sync is over.
func (f *File) ViewSynced(fn func(*bolt.Tx) error) error {
	f.writeMu.Lock()
	defer f.writeMu.Unlock()
	f.dbMu.RLock()
	defer f.dbMu.RUnlock()
	return f.read(fn)
}

// read runs a read transaction. The caller holds dbMu.
func (f *File) read(fn func(*bolt.Tx) error) error {
	if err := f.usable(); err != nil {
		return err
	}
	return f.noticed(guarded(func() error { return f.db.View(fn) }))
}

// Update runs a write transaction. When it returns nil, the change is on disk. If the disk fails, Update returns
// refusal.StorageFull or refusal.NotSaved, and nothing has changed, or refusal.StorageFailed, and nobody knows.
func (f *File) Update(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.writeMu.Lock()
	defer f.writeMu.Unlock()
	tried, err := f.commit(fn)
	if tried == 0 || err == nil || errors.Is(err, errFault) {
		return err
	}
	return f.settleNow(tried, err)
}

// commit runs a write transaction. tried is its number, or 0 if it did not get as far as its commit.
func (f *File) commit(fn func(*bolt.Tx) error) (tried int, err error) {
	f.dbMu.RLock()
	defer f.dbMu.RUnlock()
	if err := f.usable(); err != nil {
		return 0, err
	}
	err = f.noticed(guarded(func() error {
		return f.db.Update(numbered(func(tx *bolt.Tx) error {
			err := fn(tx)
			if err == nil {
				tried = tx.ID()
			}
			return err
		}))
	}))
	if tried != 0 && err != nil {
		f.unsettled.Store(true)
	}
	return tried, err
}

// usable returns why the file must not be used. The caller holds dbMu.
func (f *File) usable() error {
	switch {
	case f.broken.Load():
		return ErrDamaged
	case f.unsettled.Load():
		return refusal.StorageUnknown
	}
	return nil
}

// noticed passes an error of the file on. After a fault bbolt may hold locks for ever, so the file is not used again.
func (f *File) noticed(err error) error {
	switch {
	case errors.Is(err, errFault):
		if !f.broken.Swap(true) {
			f.failed <- err
		}
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return ErrClosed
	}
	return err
}
