package store

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"ostrakon/store/ballotbox"
	"ostrakon/store/durable"
	"ostrakon/store/keyring"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// FileName is the name of the database in the data directory.
const FileName = "ostrakon.db"

// lockWait is how long Open waits for another process to let go of the file.
const lockWait = 500 * time.Millisecond

// ErrLocked means that another process, most likely a running server, holds the data directory.
var ErrLocked = errors.New("the data directory is in use by another process")

// ErrClosed means that the store was closed before the call was carried out.
var ErrClosed = errors.New("the store is closed")

// ErrWrongKey means that a secret in the keys directory is not the one this database was made with.
var ErrWrongKey = errors.New("the key file does not belong to this database")

// Options of a store. The zero value is ready to use.
type Options struct {
	Now    func() time.Time // the clock; nil means time.Now
	Logger *slog.Logger     // told of migrations, and of work after a count that will be tried again; nil means silence
}

// Store is an open election office. Its methods are safe for concurrent use;
// each is one transaction.
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

	dbMu sync.RWMutex // held for reading while db is used, for writing while a compacted file takes its place
	db   *bolt.DB

	countMu  sync.Mutex // one count at a time: the first destroys the key that a second would need
	backupMu sync.Mutex // one backup at a time: they share the name of a temporary file

	openMu sync.RWMutex
	open   map[ElectionID]*openElection // the ACTIVE elections that were voted in since the start
}

// Open opens the store in a data directory, making both if need be. It returns
// ErrLocked when another process has it open, ErrNewer when the file was
// written by a later version, and ErrWrongKey when the keys directory is not
// the one that belongs to the file.
func Open(dir string, opts Options) (*Store, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	db, err := openFile(filepath.Join(dir, FileName))
	if err != nil {
		return nil, err
	}
	keys, err := keyring.Open(filepath.Join(dir, "keys"))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := &Store{dir: dir, db: db, keys: keys, now: opts.Now, log: opts.Logger, open: make(map[ElectionID]*openElection)}
	if err := s.prepare(); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", dir, err), keys.Close(), s.db.Close())
	}
	s.votes = startVoteQueue(s)
	return s, nil
}

// Close commits the votes that are queued and closes the file. Calls that come
// after it return ErrClosed or an error of the file.
func (s *Store) Close() error {
	s.votes.stop()
	s.dbMu.Lock()
	defer s.dbMu.Unlock()
	return errors.Join(s.keys.Close(), s.db.Close())
}

// Ready reports whether the store can be read.
func (s *Store) Ready(ctx context.Context) error {
	return s.view(ctx, func(*bolt.Tx) error { return nil })
}

// TokenKey is the secret of 32 bytes that signs session tokens.
func (s *Store) TokenKey() []byte { return s.token }

// InstallationID names this installation; it never changes.
func (s *Store) InstallationID() string { return s.install }

// openFile opens the database file. bbolt's creation of a file is not
// crash-safe, so a new one is made under another name first.
func openFile(path string) (*bolt.DB, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		tmp := path + ".new"
		if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		db, err := bolt.Open(tmp, 0o600, &bolt.Options{Timeout: lockWait})
		if err != nil {
			return nil, fmt.Errorf("create %s: %w", path, err)
		}
		if err := db.Close(); err != nil {
			return nil, err
		}
		if err := durable.Rename(tmp, path); err != nil {
			return nil, err
		}
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{
		Timeout:         lockWait,
		FreelistType:    bolt.FreelistMapType,
		InitialMmapSize: initialMmap(),
	})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return db, nil
}

// initialMmap keeps a growing file from remapping while read transactions are
// open, which would stall the writer. Only address space is taken, except on
// Windows, where a mapping extends the file, and on 32 bits, where it is scarce.
func initialMmap() int {
	if runtime.GOOS == "windows" || ^uint(0)>>32 == 0 {
		return 0
	}
	return 1 << 30
}

// prepare brings the file to the current schema, loads the secrets, and takes
// up what a crash interrupted.
func (s *Store) prepare() error {
	if err := s.migrate(); err != nil {
		return err
	}
	if err := s.loadOrFound(); err != nil {
		return err
	}
	if err := s.finishCounts(); err != nil {
		return err
	}
	if err := s.clearLeftovers(); err != nil {
		return err
	}
	return s.db.View(s.gatherPending)
}

// loadOrFound loads the secrets, or makes those of a new installation.
func (s *Store) loadOrFound() error {
	fresh := false
	err := s.db.View(func(tx *bolt.Tx) error {
		in, err := installation(tx)
		if errors.Is(err, refusal.NotFound) {
			fresh = true
			return nil
		}
		if err != nil {
			return err
		}
		s.install = in.ID
		return s.loadSecrets(in)
	})
	if err != nil || !fresh {
		return err
	}
	return s.found()
}

// loadSecrets reads the secrets of an existing installation. A missing token
// key is made anew (everybody signs in again); a missing or foreign identity
// or signing key is refused, since new registrations would not be checked
// against old ones, and new receipts not be those of the manifests.
func (s *Store) loadSecrets(in installationRecord) (err error) {
	if s.identity, err = s.keys.Get(identityKey, sha256.Size); err != nil {
		return fmt.Errorf("identity numbers cannot be checked; restore the keys directory from a backup: %w", err)
	}
	if subtle.ConstantTimeCompare(fingerprintOf(s.identity), in.IdentityKey) != 1 {
		return fmt.Errorf("keys/%s.key: %w", identityKey, ErrWrongKey)
	}
	seed, err := s.keys.Get(signingKey, ed25519.SeedSize)
	if err != nil {
		return fmt.Errorf("receipts cannot be signed; restore the keys directory from a backup: %w", err)
	}
	if s.signer, err = ballotbox.NewSigner(seed); err != nil {
		return err
	}
	if !bytes.Equal(s.signer.Public(), in.SigningKey) {
		return fmt.Errorf("keys/%s.key: %w", signingKey, ErrWrongKey)
	}
	s.token, err = s.keys.GetOrMake(tokenKey)
	return err
}

// found makes the secrets and the installation record of a new file.
func (s *Store) found() (err error) {
	if s.identity, err = s.keys.GetOrMake(identityKey); err != nil {
		return err
	}
	if s.token, err = s.keys.GetOrMake(tokenKey); err != nil {
		return err
	}
	seed, err := s.keys.GetOrMake(signingKey)
	if err != nil {
		return err
	}
	if s.signer, err = ballotbox.NewSigner(seed); err != nil {
		return err
	}
	s.install = kv.NewID[string]()
	return s.db.Update(func(tx *bolt.Tx) error {
		return kv.PutRecord(tx.Bucket(bucketSettings), settingInstallation, installationRecord{
			ID: s.install, IdentityKey: fingerprintOf(s.identity), SigningKey: s.signer.Public(), CreatedAt: s.clock(),
		})
	})
}

const (
	identityKey = "identity"
	signingKey  = "signing"
	tokenKey    = "token"
)

func fingerprintOf(secret []byte) []byte {
	sum := sha256.Sum256(append([]byte("ostrakon/fingerprint/1\x00"), secret...))
	return sum[:]
}

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

// update runs a write transaction; when it returns nil, the change is on disk.
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
