package store

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"
	"ostrakon/store/counter"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
)

// Options of a store. The zero value is ready to use.
type Options struct {
	Now    func() time.Time // the clock; nil means time.Now
	Logger *slog.Logger     // hears of migrations, and of failed work after a count; nil means none

	// Counter starts the process that counts an election; nil means counter.InProcess.
	Counter counter.StartFunc

	// Space measures a directory's file system in bytes; with nil, no backup is refused for want of disk space.
	Space func(dir string) (free, total int64, err error)
}

// Store is an open election office. Its methods are safe for concurrent use; each is one transaction.
type Store struct {
	// Open and OpenToCheck set these fields once; what they point to has its own locks. A store to check has no votes and
	// no token, and without a keys directory no keys, identity or signer.
	dir      string            // the data directory
	file     *boltfile.File    // the database; use view and update
	keys     *keyring.Ring     // the secrets on disk
	identity []byte            // makes the HMAC of identity numbers
	token    []byte            // signs the tokens of sessions
	signer   *ballotbox.Signer // signs manifests, receipts, checkpoints and seals
	public   ed25519.PublicKey // the public key of signer
	install  string            // the id of the installation
	now      func() time.Time  // the clock; use clock for the time of a record
	log      *slog.Logger      // hears of work that failed where no caller waits
	votes    *voteQueue        // its goroutine alone puts ballots into boxes
	counts   *counts           // the counts that run, or wait for key sheets

	mixed    bool                   // State.Mixed; Open sets it
	unsealed atomic.Pointer[string] // State.Unsealed; resultsOf sets it

	// space measures the disk of a directory; nil if nobody can. Open sets it, and nobody sets it later.
	space func(dir string) (free, total int64, err error)

	pending pendingLeaves // has its own locks: the goroutine of votes adds, ExtendLogs, Mend and a close remove
	lately  rush          // atomic: the goroutine of each voter notes a vote
	tempo   tempo         // has its own lock: the goroutine of votes writes, Stats reads

	// Locks that are held long. Lock them before any other lock.
	countMu  sync.Mutex // held by the count that runs: it destroys the key that a second count would need
	backupMu sync.Mutex // held by the backup that runs: backups share the name of a temporary file

	// endsMu guards the fields below it. Nobody locks anything while holding it.
	endsMu      sync.Mutex
	endsWaiting bool      // tryEnds writes, State and retryEnds read
	endsTried   time.Time // when tryEnds ran last

	// activeMu guards the fields below it. Nobody locks anything while holding it.
	activeMu      sync.RWMutex
	active        map[ElectionID]*activeElection // loadActive adds, forgetActive and rereadVotes remove
	activeChanges int                            // counts the removals: what was read before one may be out of date
}

// Ready reports if the store works. Errors: refusal.StorageFull, refusal.StorageFailed, boltfile.ErrClosed.
func (s *Store) Ready(ctx context.Context) error {
	err := s.view(ctx, func(*bolt.Tx) error { return nil })
	switch {
	case err != nil:
		return err
	case s.file.Full():
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

	// EndsWaiting means that sealed ballots of elections that were counted or cancelled, or what was deleted about people,
	// is still in free pages of the file: it could not be compacted, most likely because the disk has no room for a copy
	// of it. Mend tries again.
	EndsWaiting bool

	// Mixed means that a part of the file was of an older time than the rest at the start.
	Mixed bool

	// Unsealed is the title of an election whose stored results are not what its seal covers; empty while nobody has
	// found one.
	Unsealed string
}

// State returns what is wrong with the file at the moment.
func (s *Store) State() State {
	s.endsMu.Lock()
	defer s.endsMu.Unlock()
	state := State{Full: s.file.Full(), EndsWaiting: s.endsWaiting, Mixed: s.mixed}
	if title := s.unsealed.Load(); title != nil {
		state.Unsealed = *title
	}
	return state
}

// Directory returns the path of the data directory.
func (s *Store) Directory() string {
	if abs, err := filepath.Abs(s.dir); err == nil {
		return abs
	}
	return s.dir
}

// Failed gets the reason, once, when the file cannot be used any more because a part of it is missing.
func (s *Store) Failed() <-chan error { return s.file.Failed() }

// Mend, called about once a second, mends the file ([boltfile.File.Mend]) and finishes what elections left,
// and erases what was deleted.
func (s *Store) Mend() {
	s.file.Mend(&s.pending.extending, s.rereadVotes)
	s.retryEnds()
}

// view runs a read transaction. fn copies out of the transaction what it returns.
func (s *Store) view(ctx context.Context, fn func(*bolt.Tx) error) error { return s.file.View(ctx, fn) }

// update runs a write transaction, as [boltfile.File.Update] does, on a record that is as the caller expects; see
// Expect.
func (s *Store) update(ctx context.Context, fn func(*bolt.Tx) error) error {
	return s.file.Update(ctx, func(tx *bolt.Tx) error {
		if err := checkExpected(ctx, tx); err != nil {
			return err
		}
		return fn(tx)
	})
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
