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
	"ostrakon/store/boltfile"
	"ostrakon/store/keyring"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// ErrWrongKey means that a secret in the keys directory does not belong to this database.
var ErrWrongKey = errors.New("the key file does not belong to this database")

// FileName is the name of the database in the data directory.
const FileName = "ostrakon.db"

// Open opens the store in a data directory, and makes both if need be, after it has finished a Replace that was
// interrupted, and followed all pages of the file. ErrNewer means that a later version wrote the file, ErrDevelopment
// that one before the first release did, and ErrWrongKey that the keys do not belong to it. Other errors:
// boltfile.ErrLocked, boltfile.ErrDamaged, ErrRestoring.
func Open(ctx context.Context, dir string, opts Options) (*Store, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if err := errors.Join(resumeReplace(dir), restoreBroken(dir)); err != nil {
		return nil, err
	}
	file, err := boltfile.Open(ctx, filepath.Join(dir, FileName), opts.Logger)
	if err != nil {
		return nil, err
	}
	keys, err := keyring.Open(filepath.Join(dir, "keys"))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	s := &Store{
		dir: dir, file: file, keys: keys, now: opts.Now, log: opts.Logger, space: opts.Space,
		active: make(map[ElectionID]*activeElection), counts: newCounts(opts.Counter),
	}
	// A preparation that has begun goes on to its end, so that a signal leaves nothing half made.
	prepare := func() error { return s.prepare(context.WithoutCancel(ctx)) }
	if err := boltfile.Survive(prepare); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", dir, err), keys.Close(), file.Close())
	}
	s.votes = startVoteQueue(s)
	return s, nil
}

// OpenToCheck opens a store, perhaps on a read-only medium, for Check and AuditHead alone. It checks secrets if there
// is a keys directory. Errors: those of Open, ErrReplacing, and one for an earlier version's file.
func OpenToCheck(ctx context.Context, dir string) (*Store, error) {
	if interrupted(dir) {
		return nil, ErrReplacing
	}
	file, err := boltfile.OpenToCheck(ctx, filepath.Join(dir, FileName))
	if err != nil {
		return nil, err
	}
	s := &Store{dir: dir, file: file, now: time.Now, log: slog.New(slog.DiscardHandler), counts: newCounts(nil)}
	if _, gone := os.Stat(filepath.Join(dir, "keys")); gone == nil {
		s.keys, err = keyring.Open(filepath.Join(dir, "keys"))
	}
	if err == nil {
		err = boltfile.Survive(func() error { return s.view(ctx, s.prepareToCheck) })
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
		return fmt.Errorf("the database has schema %d, and this program checks schema %d: "+
			"start it once on a copy that can be written", have, current)
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

// Close ends waiting counts, commits queued votes, erases what was deleted and closes the file. Later calls return
// boltfile.ErrClosed.
func (s *Store) Close() error {
	s.counts.stop()
	if s.votes != nil {
		s.votes.stop()
		if !s.eraseOwed().IsZero() {
			s.tryEnds() // nobody knows when the next start comes
		}
	}
	var err error
	if s.keys != nil {
		err = s.keys.Close()
	}
	return errors.Join(err, s.file.Close())
}

// prepare brings the file to the current schema, loads the secrets, and finishes what a crash interrupted.
func (s *Store) prepare(ctx context.Context) error {
	s.mixed = s.file.Mixed()
	if err := s.migrate(ctx, migrations()); err != nil {
		return err
	}
	if err := s.loadOrMakeInstallation(ctx); err != nil {
		return err
	}
	if err := s.clearLeftovers(); err != nil {
		return err
	}
	s.tryEnds() // what fails is tried again while people vote
	if err := s.whenRestored(ctx); err != nil {
		return err
	}
	if err := s.tellWithoutKey(ctx); err != nil {
		return err
	}
	return s.view(ctx, func(tx *bolt.Tx) error {
		if s.mixed = s.mixed || electionsMixed(tx); s.mixed {
			s.log.Error(boltfile.ErrMixed.Error(), "file", FileName)
		}
		s.compareAllSealed(tx)
		return s.gatherPending(tx)
	})
}

// whenRestored does what follows from a backup, if the file is one; else it writes nothing to a full disk.
func (s *Store) whenRestored(ctx context.Context) error {
	restored := false
	err := s.view(ctx, func(tx *bolt.Tx) error {
		restored = tx.Bucket(bucketMeta).Get(metaRestored) != nil
		return nil
	})
	if err != nil || !restored {
		return err
	}
	return s.update(ctx, s.afterRestore)
}

// loadOrMakeInstallation loads the secrets, or makes those of a new installation.
func (s *Store) loadOrMakeInstallation(ctx context.Context) error {
	fresh := false
	err := s.view(ctx, func(tx *bolt.Tx) error {
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
		return s.makeInstallation(ctx)
	}
	s.token, err = s.keys.GetOrMake(tokenKey) // a new one signs everyone out
	return err
}

// loadSecrets reads the secrets of an existing installation, but the token key. A missing or wrong identity or signing
// key is refused: otherwise new registrations could repeat old numbers, and new receipts would not fit the manifests.
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
func (s *Store) makeInstallation(ctx context.Context) (err error) {
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
	return s.update(ctx, func(tx *bolt.Tx) error {
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
