package store

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/keyring"
)

// ErrClosed means that the store was closed before the call.
var ErrClosed = errors.New("the store is closed")

// Options of a store. The zero value is ready to use.
type Options struct {
	Now    func() time.Time // the clock; nil means time.Now
	Logger *slog.Logger     // hears of migrations, and of failed work after a count; nil means none

	// Counter starts the process that counts an election; nil means counter.InProcess.
	Counter counter.StartFunc
}

// Store is an open election office. Its methods are safe for concurrent use; each is one
// transaction.
type Store struct {
	dir      string
	keys     *keyring.Ring
	identity []byte // keys the HMAC of identity numbers
	token    []byte
	signer   *ballotbox.Signer
	install  string
	now      func() time.Time
	log      *slog.Logger
	votes    *voteQueue
	pending  pendingLeaves
	counts   *counts

	dbMu sync.RWMutex // locked for reading while db is used, for writing while a compacted file replaces it
	db   *bolt.DB

	countMu  sync.Mutex // one count at a time: the first destroys the key that a second would need
	backupMu sync.Mutex // one backup at a time: they share the name of a temporary file

	stateMu   sync.Mutex
	state     State
	endsTried time.Time // the last attempt of finishEnds

	activeMu      sync.RWMutex
	active        map[ElectionID]*activeElection // the ACTIVE elections with a vote since the start
	activeChanges int                            // how often an election was dropped from active
	lastVote      atomic.Int64                   // when the last one came, in seconds since 1970; 0: not yet
}

// Ready reports whether the store can be read.
func (s *Store) Ready(ctx context.Context) error {
	return s.view(ctx, func(*bolt.Tx) error { return nil })
}

// State is what those who run a store should know about its file.
type State struct {
	// EndsWaiting means that the sealed ballots of elections that were counted or cancelled are still in
	// free pages of the file: it could not be compacted, most likely because the disk has no room for a
	// copy of it. FinishEnds tries again.
	EndsWaiting bool
}

// State says how the file is.
func (s *Store) State() State {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	return s.state
}

// TokenKey is the secret of 32 bytes that signs session tokens.
func (s *Store) TokenKey() []byte { return s.token }

// InstallationID names this installation; it never changes.
func (s *Store) InstallationID() string { return s.install }

// clock is the time of a record: UTC, whole milliseconds.
func (s *Store) clock() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// view runs a read transaction. Everything fn returns must be copied out of it.
func (s *Store) view(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.dbMu.RLock()
	defer s.dbMu.RUnlock()
	return closed(s.db.View(fn))
}

// update runs a write transaction. When it returns nil, the change is on disk.
func (s *Store) update(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.dbMu.RLock()
	defer s.dbMu.RUnlock()
	return closed(s.db.Update(fn))
}

func closed(err error) error {
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return ErrClosed
	}
	return err
}
