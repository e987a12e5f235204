package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"ostrakon/store/durable"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// A commit that fails leaves it open what is on the disk. bbolt writes the changed pages and syncs
// them, then writes the page that says where the new state begins, and syncs that. If the second sync
// fails, everybody reads the new state, because it is in the memory of the kernel. But the kernel may
// have given up writing it, and the next sync does not say so: after a power cut the old state is
// there, and bbolt may have overwritten its pages by then. So after a failed commit nothing is read or
// written until the file is settled: the pages of both states are written once more, as they are read,
// and synced. Then the file is opened anew, and what it holds tells whether the commit stands.

// settleAfter are the pauses before the attempts to settle a file while whoever committed waits. Later
// attempts are those of Mend.
func settleAfter() []time.Duration {
	return []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond, 1500 * time.Millisecond}
}

// view runs a read transaction. Everything fn returns must be copied out of it.
func (s *Store) view(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.dbMu.RLock()
	if s.unsettled.Load() {
		s.dbMu.RUnlock()
		s.writeMu.Lock() // whoever committed is about to settle the file
		s.dbMu.RLock()
		s.writeMu.Unlock()
	}
	defer s.dbMu.RUnlock()
	return s.read(fn)
}

// viewSynced is view without what is not on the disk yet: others see a commit before its sync is over.
func (s *Store) viewSynced(fn func(*bolt.Tx) error) error {
	s.writeMu.Lock()
	defer s.writeMu.Unlock()
	s.dbMu.RLock()
	defer s.dbMu.RUnlock()
	return s.read(fn)
}

// read runs a read transaction. The caller holds dbMu.
func (s *Store) read(fn func(*bolt.Tx) error) error {
	if err := s.usable(); err != nil {
		return err
	}
	return s.noticed(guarded(func() error { return s.db.View(fn) }))
}

// update runs a write transaction. When it returns nil, the change is on disk. If the disk fails, it
// returns refusal.StorageFull or refusal.NotSaved, and nothing has changed, or refusal.StorageFailed,
// and nobody knows.
func (s *Store) update(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.writeMu.Lock()
	defer s.writeMu.Unlock()
	tried, err := s.commit(fn)
	if tried == 0 || err == nil || errors.Is(err, errFault) {
		return err
	}
	return s.settleNow(tried, err)
}

// commit runs a write transaction. tried is its number, or 0 if it did not get as far as its commit.
func (s *Store) commit(fn func(*bolt.Tx) error) (tried int, err error) {
	s.dbMu.RLock()
	defer s.dbMu.RUnlock()
	if err := s.usable(); err != nil {
		return 0, err
	}
	err = s.noticed(guarded(func() error {
		return s.db.Update(func(tx *bolt.Tx) error {
			err := fn(tx)
			if err == nil {
				tried = tx.ID()
			}
			return err
		})
	}))
	if tried != 0 && err != nil {
		s.unsettled.Store(true)
	}
	return tried, err
}

// errNotSaved means that a change is not in the file, and may be made again.
var errNotSaved = errors.New("the commit failed")

// settleNow finds out what became of a commit that failed with an error.
func (s *Store) settleNow(tried int, cause error) error {
	var holds int
	var err error
	for _, pause := range settleAfter() {
		time.Sleep(pause)
		if holds, err = s.settle(); err == nil {
			break
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w: %w", refusal.StorageUnknown, cause, err)
	case holds >= tried:
		s.log.Warn("a commit failed, and stands after the second attempt to sync it", "error", cause)
		return nil
	case durable.IsFull(cause):
		s.change(func(state *State) { state.Full = true })
		return fmt.Errorf("%w: %w", refusal.DiskFull, cause)
	}
	return fmt.Errorf("%w: %w: %w", refusal.NotSaved, errNotSaved, cause)
}

// settle makes sure that what is read of the file, and its name, is on the disk, and opens it anew.
// holds is the number of the last transaction that is in it.
func (s *Store) settle() (holds int, err error) {
	s.dbMu.Lock()
	defer s.dbMu.Unlock()
	path := filepath.Join(s.dir, FileName)
	if err := kv.RewriteStates(path); err != nil {
		return 0, err
	}
	if err := errors.Join(durable.SyncPath(s.dir), s.db.Close()); err != nil {
		return 0, err
	}
	db, err := reopenFile(path)
	if err != nil {
		return 0, err
	}
	s.db = db
	err = guarded(func() error { return db.View(func(tx *bolt.Tx) error { holds = tx.ID(); return nil }) })
	s.unsettled.Store(err != nil)
	return holds, err
}

// usable reports why the file must not be used. The caller holds dbMu.
func (s *Store) usable() error {
	switch {
	case s.broken.Load():
		return ErrDamaged
	case s.unsettled.Load():
		return refusal.StorageUnknown
	}
	return nil
}

// noticed passes an error of the file on. After a fault, bbolt may hold locks for ever, so that nothing
// is tried any more.
func (s *Store) noticed(err error) error {
	switch {
	case errors.Is(err, errFault):
		if !s.broken.Swap(true) {
			s.failed <- err
		}
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return ErrClosed
	}
	return err
}

// Failed tells once that the file cannot be used any more, and why: a part of it is missing.
func (s *Store) Failed() <-chan error { return s.failed }

// roomNeeded is what a disk that was full must take before it counts as one with room, in bytes.
const roomNeeded = 1 << 20

// Mend does what is due with the file, and is called about once a second. After the disk has failed, it
// settles the file. After the disk was full, it finds out whether there is room again. And it tries
// again to remove what elections leave behind.
func (s *Store) Mend() {
	if s.unsettled.Load() {
		s.settleLater()
	}
	if s.State().Full && durable.HasRoom(filepath.Join(s.dir, FileName+roomSuffix), roomNeeded) == nil {
		s.change(func(state *State) { state.Full = false })
		s.log.Info("the disk of the database has room again")
	}
	s.retryEnds()
}

// settleLater settles the file after whoever committed gave up. The commit may stand, and nobody has
// noted that, so what is kept in memory is read anew.
func (s *Store) settleLater() {
	s.pending.extending.Lock()
	defer s.pending.extending.Unlock()
	s.writeMu.Lock()
	defer s.writeMu.Unlock()
	if !s.unsettled.Load() {
		return
	}
	if _, err := s.settle(); err != nil {
		return
	}
	s.log.Info("the disk of the database works again")
	if err := s.view(context.Background(), s.gatherPending); err != nil {
		s.log.Error("could not find the ballots that wait for the log", "error", err)
	}
	s.activeMu.Lock()
	clear(s.active)
	s.activeChanges++
	s.activeMu.Unlock()
}
