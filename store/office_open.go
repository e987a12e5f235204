package store

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/durable"
	"ostrakon/store/keyring"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// ErrWrongKey means that a secret in the keys directory does not belong to this database.
var ErrWrongKey = errors.New("the key file does not belong to this database")

// Open opens the store in a data directory, and makes both if need be. It returns ErrLocked when
// another process has it open, ErrNewer when a later version wrote the file, ErrDevelopment when one
// from before the first release did, and ErrWrongKey when the keys directory does not belong to the
// file. ErrDamaged says what is wrong with the pages of the file, all of which it follows.
func Open(ctx context.Context, dir string, opts Options) (*Store, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if err := durable.MakeDir(dir); err != nil {
		return nil, err
	}
	closeDir(dir, opts.Logger)
	path := filepath.Join(dir, FileName)
	db, err := openFile(ctx, path)
	if err != nil {
		return nil, err
	}
	// A power cut during a commit that nobody was told of leaves the same, so this must not stop a start.
	if err := kv.CheckStates(path); err != nil {
		opts.Logger.Warn("changes that were saved may be lost: check what was changed last", "file", path, "error", err)
	}
	keys, err := keyring.Open(filepath.Join(dir, "keys"))
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := &Store{dir: dir, db: db, keys: keys, now: opts.Now, log: opts.Logger, active: make(map[ElectionID]*activeElection), counts: newCounts(opts.Counter), failed: make(chan error, 1)}
	if err := survived(s.prepare); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", dir, err), keys.Close(), s.db.Close())
	}
	s.votes = startVoteQueue(s)
	return s, nil
}

// OpenToCheck opens a store for Check and AuditHead alone, and changes nothing: the directory may be a
// copy on a medium that cannot be written. Secrets are checked if there is a keys directory. The errors
// are those of Open; another one says that an earlier version wrote the file.
func OpenToCheck(ctx context.Context, dir string) (*Store, error) {
	path := filepath.Join(dir, FileName)
	if err := inspectFile(ctx, path); err != nil {
		return nil, err
	}
	if err := damage(path, kv.CheckStates(path)); err != nil {
		return nil, err
	}
	db, err := openBolt(path, &bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	s := &Store{dir: dir, db: db, now: time.Now, log: slog.New(slog.DiscardHandler), counts: newCounts(nil), failed: make(chan error, 1)}
	if _, gone := os.Stat(filepath.Join(dir, "keys")); gone == nil {
		s.keys, err = keyring.Open(filepath.Join(dir, "keys"))
	}
	if err == nil {
		err = survived(func() error { return db.View(s.prepareToCheck) })
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", dir, err), s.Close())
	}
	return s, nil
}

// prepareToCheck reads what Check compares records with.
func (s *Store) prepareToCheck(tx *bolt.Tx) error {
	have, err := schemaVersion(tx)
	if err != nil {
		return err
	}
	current := firstSchema + len(migrations())
	if err := known(have, current); err != nil {
		return err
	}
	if have < current {
		return fmt.Errorf("the database has schema %d, and this program checks schema %d: start it once on a copy that can be written", have, current)
	}
	in, err := installation(tx)
	if err != nil {
		return err
	}
	if s.install, s.public = in.ID, in.SigningKey; s.keys == nil {
		return nil
	}
	return s.loadSecrets(in)
}

// Close ends the counts that wait for sheets, commits the queued votes and closes the file. Later calls
// return ErrClosed or an error of the file.
func (s *Store) Close() error {
	s.counts.stop()
	if s.votes != nil {
		s.votes.stop()
	}
	var err error
	if s.keys != nil {
		err = s.keys.Close()
	}
	if s.broken.Load() {
		return err // what bbolt holds ends with the process
	}
	s.dbMu.Lock()
	defer s.dbMu.Unlock()
	return errors.Join(err, s.db.Close())
}

// prepare brings the file to the current schema, loads the secrets, and finishes what a crash
// interrupted.
func (s *Store) prepare() error {
	if err := s.migrate(migrations()); err != nil {
		return err
	}
	if err := s.loadOrMakeInstallation(); err != nil {
		return err
	}
	if err := s.clearLeftovers(); err != nil {
		return err
	}
	s.tryEnds() // what fails is tried again while people vote
	if err := s.whenRestored(); err != nil {
		return err
	}
	return s.db.View(s.gatherPending)
}

// whenRestored does what follows from a backup, if the file comes from one. Otherwise it writes
// nothing: a full disk must not keep a store from opening.
func (s *Store) whenRestored() error {
	restored := false
	err := s.db.View(func(tx *bolt.Tx) error {
		restored = tx.Bucket(bucketMeta).Get(metaRestored) != nil
		return nil
	})
	if err != nil || !restored {
		return err
	}
	return s.db.Update(s.afterRestore)
}

// loadOrMakeInstallation loads the secrets, or makes those of a new installation.
func (s *Store) loadOrMakeInstallation() error {
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
		s.install, s.public = in.ID, in.SigningKey
		return s.loadSecrets(in)
	})
	if err != nil {
		return err
	}
	if fresh {
		return s.makeInstallation()
	}
	s.token, err = s.keys.GetOrMake(tokenKey) // a new one signs everyone out
	return err
}

// loadSecrets reads the secrets of an existing installation, but the token key. A missing or wrong
// identity or signing key is refused: otherwise new registrations could repeat old numbers, and new
// receipts would not fit the manifests.
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
	defer clear(seed)
	if s.signer, err = ballotbox.NewSigner(seed); err != nil {
		return err
	}
	if !bytes.Equal(s.signer.Public(), in.SigningKey) {
		return fmt.Errorf("keys/%s.key: %w", signingKey, ErrWrongKey)
	}
	return nil
}

// makeInstallation makes the secrets and the installation record of a new file.
func (s *Store) makeInstallation() (err error) {
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
	defer clear(seed)
	if s.signer, err = ballotbox.NewSigner(seed); err != nil {
		return err
	}
	s.install, s.public = kv.NewID[string](), s.signer.Public()
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
