package store

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/boltfile"
	"ostrakon/store/durable"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
)

// backupKeys is the folder of key files in a backup.
const backupKeys = "keys/"

// The most that Restore unpacks.
const (
	maxBackup  = 64 << 30 // bytes of the database
	maxKeyFile = 4096     // bytes
	maxKeys    = 100_000
)

// ErrRestoring means that a Restore into a directory without a database did not finish: some keys may be there already.
var ErrRestoring = errors.New("a restore into this directory did not finish: restore the same backup again, or empty " +
	"the directory")

// ErrOccupied means that there is a database already where a backup should be restored.
var ErrOccupied = errors.New("there is a database already")

// ErrBackup means that a file is not a complete backup.
var ErrBackup = errors.New("this is not a complete backup")

// roomForVotes is what a backup leaves free on a disk, in bytes: people vote meanwhile.
const roomForVotes = 64 << 20

// RoomFor returns refusal.NoRoomForBackup unless dir has disk space for the copies and for votes cast meanwhile.
func (s *Store) RoomFor(ctx context.Context, dir string, copies int64) error {
	if s.space == nil {
		return nil
	}
	stats, err := s.Stats(ctx)
	if err != nil {
		return err
	}
	free, _, err := s.space(dir)
	if err != nil {
		return err
	}
	if need := copies*(stats.FileBytes-stats.FreeBytes) + roomForVotes; free < need {
		return refusal.NoRoomForBackup.With(refusal.Facts{"size": need})
	}
	return nil
}

// Backup writes a zip of the database as it is at one moment. It is a compacted copy, because the free pages of the
// file keep what was deleted. With withKeys the zip holds the secrets too, and can then open the ballots of running
// elections. People can vote meanwhile. The audit list in the copy notes already who takes it. After an error, w is
// incomplete. Errors: refusal.NoRoomForBackup, and nobody took anything, if a copy would fill the disk.
func (s *Store) Backup(ctx context.Context, by audit.Actor, w io.Writer, withKeys bool) error {
	s.backupMu.Lock()
	defer s.backupMu.Unlock()
	if err := s.RoomFor(ctx, s.dir, 1); err != nil {
		return err
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		detail := map[string]string{"keys": strconv.FormatBool(withKeys)}
		active := slices.Collect(electionsIn(tx, Active))
		return s.noteExport(tx, by, "installation.backed_up", audit.Installation(), detail, active)
	})
	if err != nil {
		return err
	}
	// Elections may open or be counted meanwhile: the keys before and after the copy together are complete.
	keys := make(map[string][]byte)
	defer clearAll(keys)
	if withKeys {
		if err := s.keys.All(keys); err != nil {
			return err
		}
	}
	copied := filepath.Join(s.dir, FileName+backupSuffix)
	defer os.Remove(copied)
	if err := s.file.CopyTo(ctx, copied); err != nil {
		return err
	}
	if err := boltfile.Check(ctx, copied, copied); err != nil {
		return err
	}
	if withKeys {
		if err := s.keys.All(keys); err != nil {
			return err
		}
		if err := dropEnded(keys, copied); err != nil {
			return err
		}
		for _, name := range []string{mailPassword, providerSecret, portalKey} {
			clear(keys[keyring.FileName(name)])
			delete(keys, keyring.FileName(name))
		}
	}
	z := zip.NewWriter(w)
	if err := zipFile(z, FileName, copied); err != nil {
		return err
	}
	for name, secret := range keys {
		out, err := z.Create(backupKeys + name)
		if err != nil {
			return err
		}
		if _, err := out.Write(secret); err != nil {
			return err
		}
	}
	return z.Close()
}

// ReadBack reads every entry of the backup in a file and compares it with its checksum.
func ReadBack(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return err
	}
	for _, entry := range z.File {
		in, err := entry.Open()
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, in)
		if err = errors.Join(err, in.Close()); err != nil {
			return fmt.Errorf("%s: %w", entry.Name, err)
		}
	}
	return nil
}

// dropEnded removes the keys of elections that a copy shows as ended: they may be from before their destruction.
func dropEnded(keys map[string][]byte, path string) error {
	return boltfile.Read(path, func(tx *bolt.Tx) error {
		ended, err := withoutKey(tx)
		for _, id := range ended {
			clear(keys[keyring.FileName(string(id))])
			delete(keys, keyring.FileName(string(id)))
		}
		return err
	})
}

// clearAll overwrites secrets in memory.
func clearAll(secrets map[string][]byte) {
	for _, secret := range secrets {
		clear(secret)
	}
}

func zipFile(z *zip.Writer, name, path string) error {
	// A database is mostly sealed ballots and JPEGs, which do not compress.
	out, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	return copyFile(out, path)
}

// Restore unpacks a backup of size bytes into a data directory that has no database, and reports whether the backup has
// keys. Key files that are there already stay. If one differs from the backup, Restore refuses. The key of sessions is
// drawn anew, since whoever had the backup could sign in with the old one as anybody. E-mail that waited in the backup
// may have gone out since: it is kept as failed, and not sent again. It checks every page of the database before the
// database gets its name. Errors: ErrOccupied, ErrBackup, keyring.ErrDifferent.
func Restore(ctx context.Context, dir string, r io.ReaderAt, size int64) (withKeys bool, err error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%s: %w", path, ErrOccupied)
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	keys, err := keyring.Open(filepath.Join(dir, "keys"))
	if err != nil {
		return false, err
	}
	defer keys.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer root.Close()
	err = durable.WriteVia(root, FileName+restoreSuffix, FileName, func(db *os.File) error {
		secrets, err := unpackAll(z, db)
		defer clearAll(secrets)
		if err != nil {
			return err
		}
		switch err := boltfile.Check(ctx, db.Name(), FileName); {
		case errors.Is(err, boltfile.ErrDamaged):
			return fmt.Errorf("%w: %w", ErrBackup, err)
		case err != nil:
			return err
		}
		if err := markRestored(db.Name()); err != nil {
			return err
		}
		// The keys come last: if the backup is refused, its keys must not block those of the right one.
		withKeys = len(secrets) > 0
		return adoptAll(keys, secrets)
	})
	return withKeys && err == nil, err
}

// restoreBroken returns ErrRestoring where a Restore was interrupted: a start would make a new installation with the
// keys of another one.
func restoreBroken(dir string) error {
	path := filepath.Join(dir, FileName)
	_, missing := os.Stat(path)
	_, begun := os.Stat(path + restoreSuffix)
	if errors.Is(missing, fs.ErrNotExist) && begun == nil {
		return fmt.Errorf("%s: %w", dir, ErrRestoring)
	}
	return nil
}

// markRestored notes that a database comes from a backup. The next start acts on it, after any migration.
func markRestored(path string) error {
	return boltfile.Change(path, func(tx *bolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		if meta == nil {
			return fmt.Errorf("%w: it is a database of something else", ErrBackup)
		}
		return meta.Put(metaRestored, mark)
	})
}

// adoptAll keeps the key files of a backup, but for the key of sessions, which the next start draws.
func adoptAll(keys *keyring.Ring, secrets map[string][]byte) error {
	if len(secrets) == 0 {
		return nil
	}
	for name, secret := range secrets {
		if name == keyring.FileName(tokenKey) {
			continue
		}
		err := keys.Adopt(name, secret)
		if errors.Is(err, keyring.ErrMissing) {
			err = fmt.Errorf("%w: %w", ErrBackup, err)
		}
		if err != nil {
			return err
		}
	}
	return keys.Destroy(tokenKey)
}

// unpackAll writes the database of a backup to db and returns the key files by name, also after an error.
func unpackAll(z *zip.Reader, db io.Writer) (map[string][]byte, error) {
	secrets := make(map[string][]byte)
	found := false
	for _, f := range z.File {
		name, isKey := strings.CutPrefix(f.Name, backupKeys)
		var err error
		switch {
		case isKey && secrets[name] == nil && len(secrets) < maxKeys:
			secrets[name], err = unpackKey(f)
		case f.Name == FileName && !found:
			found = true
			err = unpack(f, db)
		default:
			err = fmt.Errorf("%w: %q does not belong in it, or is there twice", ErrBackup, f.Name)
		}
		if err != nil {
			return secrets, err
		}
	}
	if !found {
		return secrets, fmt.Errorf("%w: %s is missing", ErrBackup, FileName)
	}
	return secrets, nil
}

func unpackKey(f *zip.File) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	defer in.Close()
	secret, err := io.ReadAll(io.LimitReader(in, maxKeyFile+1))
	if err == nil && (len(secret) == 0 || len(secret) > maxKeyFile) {
		err = errors.New("this is not a key")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrBackup, f.Name, err)
	}
	return secret, nil
}

// unpack writes out a file of a backup, and checks it against the checksum of the zip.
func unpack(f *zip.File, out io.Writer) error {
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBackup, err)
	}
	defer in.Close()
	n, err := io.Copy(out, io.LimitReader(in, maxBackup))
	switch disk := new(fs.PathError); {
	case err != nil && !errors.As(err, &disk):
		return fmt.Errorf("%w: %s: %w", ErrBackup, f.Name, err)
	case err == nil && n == maxBackup:
		return fmt.Errorf("%w: the database is larger than %d bytes", ErrBackup, int64(maxBackup))
	}
	return err
}
