package store

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"sync"
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

	// Space measures the file system that a directory is on, in bytes; nil means that no backup is refused for want
	// of disk space.
	Space func(dir string) (free, total int64, err error)
}

// Store is an open election office. Its methods are safe for concurrent use; each is one
// transaction.
type Store struct {
	// Open sets these fields, and nobody changes them afterwards. What they point to has locks of its own.
	dir      string                                          // the data directory
	file     *boltfile.File                                  // the database; view and update reach it
	keys     *keyring.Ring                                   // the secrets; nil in a store to check that has no keys directory
	identity []byte                                          // keys the HMAC of identity numbers
	token    []byte                                          // signs the tokens of sessions
	signer   *ballotbox.Signer                               // signs manifests, receipts, checkpoints and results; nil in a store to check
	public   ed25519.PublicKey                               // the public key of signer
	install  string                                          // names the installation
	now      func() time.Time                                // the clock
	log      *slog.Logger                                    // hears of work that failed
	space    func(dir string) (free, total int64, err error) // measures the disk; nil if nobody does
	votes    *voteQueue                                      // its goroutine alone puts ballots into boxes; nil in a store to check
	counts   *counts                                         // the counts that run, or wait for key sheets

	pending pendingLeaves // has its own locks; the queue of votes, ExtendLogs, Mend and the close of an election use it
	lately  rush          // atomic: every voter's goroutine notes a vote here
	tempo   tempo         // has its own lock: the goroutine of votes writes it, Stats reads it

	countMu  sync.Mutex // held by the one count that runs: it destroys the key that a second would need
	backupMu sync.Mutex // held by the one backup that runs: backups share the name of a temporary file

	endsMu      sync.Mutex // held for moments, never with another lock
	endsWaiting bool       // guarded by endsMu; see State.EndsWaiting
	endsTried   time.Time  // guarded by endsMu; the last attempt of finishEnds

	activeMu      sync.RWMutex                   // held for moments, never with another lock that is locked later
	active        map[ElectionID]*activeElection // guarded by activeMu; the ACTIVE elections with a vote since the start
	activeChanges int                            // guarded by activeMu; how often an election was dropped from active
}

// Ready reports whether the store can be read and written. Errors: refusal.StorageFull,
// refusal.StorageFailed, boltfile.ErrClosed.
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

	// EndsWaiting means that the sealed ballots of elections that were counted or cancelled are still in
	// free pages of the file: it could not be compacted, most likely because the disk has no room for a
	// copy of it. Mend tries again.
	EndsWaiting bool
}

// State returns what is wrong with the file at the moment.
func (s *Store) State() State {
	s.endsMu.Lock()
	defer s.endsMu.Unlock()
	return State{Full: s.file.Full(), EndsWaiting: s.endsWaiting}
}

// Failed gets the reason, once, when the file cannot be used any more because a part of it is missing.
func (s *Store) Failed() <-chan error { return s.file.Failed() }

// Mend does what is due with the file, and is called about once a second: see [boltfile.File.Mend]. It also tries
// again to remove what elections leave behind.
func (s *Store) Mend() {
	s.file.Mend(&s.pending.extending, s.rereadVotes)
	s.retryEnds()
}

// view runs a read transaction. fn copies out of the transaction what it returns.
func (s *Store) view(ctx context.Context, fn func(*bolt.Tx) error) error { return s.file.View(ctx, fn) }

// update runs a write transaction, as [boltfile.File.Update] does.
func (s *Store) update(ctx context.Context, fn func(*bolt.Tx) error) error {
	return s.file.Update(ctx, fn)
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
