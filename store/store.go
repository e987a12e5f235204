package store

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
)

// ErrClosed means that the store was closed before the call.
var ErrClosed = fmt.Errorf("the store is closed: %w", refusal.BusyServer)

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
	public   ed25519.PublicKey // of signer
	install  string
	now      func() time.Time
	log      *slog.Logger
	votes    *voteQueue
	pending  pendingLeaves
	counts   *counts

	writeMu   sync.Mutex   // held during a write transaction, until it is settled; locked before dbMu
	dbMu      sync.RWMutex // locked for reading while db is used, for writing while another file replaces it
	db        *bolt.DB
	unsettled atomic.Bool // a commit or a compaction failed, and nobody knows what is on the disk
	broken    atomic.Bool // a part of the file cannot be read
	failed    chan error  // gets the reason of broken

	countMu  sync.Mutex // one count at a time: the first destroys the key that a second would need
	backupMu sync.Mutex // one backup at a time: they share the name of a temporary file

	stateMu   sync.Mutex
	state     State
	endsTried time.Time // the last attempt of finishEnds

	activeMu      sync.RWMutex
	active        map[ElectionID]*activeElection // the ACTIVE elections with a vote since the start
	activeChanges int                            // how often an election was dropped from active
	lately        rush
	tempo         tempo
}

// Ready reports whether the store can be read and written. Errors: refusal.StorageFull,
// refusal.StorageFailed, ErrClosed.
func (s *Store) Ready(ctx context.Context) error {
	err := s.view(ctx, func(*bolt.Tx) error { return nil })
	switch {
	case err != nil:
		return err
	case s.State().Full:
		return refusal.DiskFull
	case s.votes.stalled():
		return refusal.StorageUnknown
	}
	return nil
}

// State is what those who run a store should know about its file.
type State struct {
	// Full means that a change was refused because the disk is full, and that it has no room still.
	Full bool

	// EndsWaiting means that the sealed ballots of elections that were counted or cancelled are still in
	// free pages of the file: it could not be compacted, most likely because the disk has no room for a
	// copy of it. Mend tries again.
	EndsWaiting bool
}

// State says how the file is.
func (s *Store) State() State {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	return s.state
}

// change changes the state.
func (s *Store) change(how func(*State)) {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	how(&s.state)
}

// TokenKey is the secret of 32 bytes that signs session tokens.
func (s *Store) TokenKey() []byte { return s.token }

// InstallationID names this installation; it never changes.
func (s *Store) InstallationID() string { return s.install }

// clock is the time of a record: UTC, whole milliseconds.
func (s *Store) clock() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// Limits of texts in several kinds of record, in characters.
const (
	maxName        = 120
	maxTitle       = 200
	maxDescription = 5000
)

// set changes a field to a value; nil leaves the field as it is.
func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}
