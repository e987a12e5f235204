package boltfile

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/durable"
	"ostrakon/store/refusal"
)

// A commit that fails leaves it open what is on the disk. bbolt writes the changed pages and syncs them, then writes
// the page that says where the new state begins, and syncs that. If the second sync fails, everybody reads the new
// state, because it is in the memory of the kernel. But the kernel may have given up writing it, and the next sync does
// not say so: after a power cut the old state is there, and bbolt may have overwritten its pages by then. So after a
// failed commit nothing is read or written until the file is settled: the pages of both states are written once more,
// as they are read, and synced. Then the file is opened anew, and what it holds tells whether the commit stands.

// ErrNotSaved means that a change is not in the file, and may be made again.
var ErrNotSaved = errors.New("the commit failed")

// settleNow finds out what became of a commit that failed with an error.
func (f *File) settleNow(tried int, cause error) error {
	var holds int
	var err error
	for _, pause := range []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond, 1500 * time.Millisecond} {
		time.Sleep(pause)
		if holds, err = f.settle(); err == nil {
			break
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w: %w", refusal.StorageUnknown, cause, err)
	case holds >= tried:
		f.log.Warn("a commit failed, and stands after the second attempt to sync it", "error", cause)
		return nil
	case durable.IsFull(cause):
		f.full.Store(true)
		return fmt.Errorf("%w: %w", refusal.DiskFull, cause)
	}
	return fmt.Errorf("%w: %w: %w", refusal.NotSaved, ErrNotSaved, cause)
}

// settle puts the file and its name on the disk and opens it anew. holds is the file's last transaction.
func (f *File) settle() (holds int, err error) {
	f.dbMu.Lock()
	defer f.dbMu.Unlock()
	if err := rewriteStates(f.path); err != nil {
		return 0, err
	}
	if err := errors.Join(durable.SyncPath(filepath.Dir(f.path)), f.db.Close()); err != nil {
		return 0, err
	}
	db, err := reopen(f.path)
	if err != nil {
		return 0, err
	}
	f.db = db
	err = guarded(func() error { return db.View(func(tx *bolt.Tx) error { holds = tx.ID(); return nil }) })
	f.unsettled.Store(err != nil)
	return holds, err
}

// spaceNeeded is what a disk that was full must take before it counts as one with space, in bytes.
const spaceNeeded = 1 << 20

// Mend does what is due with the file, and is called about once a second. After the disk has failed, it settles the
// file, whose last commit may stand although its caller was told otherwise: so before anybody commits again, reread
// reads anew what the caller keeps in memory. Mend holds the lock hold meanwhile, and takes it before the locks of the
// file. After the disk was full, Mend finds out whether there is space again.
func (f *File) Mend(hold sync.Locker, reread func(*bolt.Tx) error) {
	if f.unsettled.Load() {
		hold.Lock()
		f.settleLater(reread)
		hold.Unlock()
	}
	if f.full.Load() && durable.HasRoom(f.path+spaceSuffix, spaceNeeded) == nil {
		f.full.Store(false)
		f.log.Info("the disk of the database has room again")
	}
}

// settleLater settles the file after the caller of Update gave up.
func (f *File) settleLater(reread func(*bolt.Tx) error) {
	f.writeMu.Lock()
	defer f.writeMu.Unlock()
	if !f.unsettled.Load() {
		return
	}
	if _, err := f.settle(); err != nil {
		return
	}
	f.log.Info("the disk of the database works again")
	if err := f.View(context.Background(), reread); err != nil {
		f.log.Error("could not read the file anew", "error", err)
	}
}
