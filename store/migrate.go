package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/durable"
	"ostrakon/store/kv"
)

// ErrNewer means that a later version of the program wrote the file.
var ErrNewer = errors.New("the database was written by a newer version of ostrakon")

// migrations brings a file from each schema to the next: number n from schema n to n+1. A released
// one never changes. A file of schema 0 is new and empty.
func migrations() []func(*bolt.Tx) error {
	return []func(*bolt.Tx) error{
		createBuckets,
		createBuckets,  // the electoral roll, frozen electorates and spent tokens
		rebuildIndexes, // pending applications
		rebuildIndexes, // users by role and status, the roll by state, the audit list by what filters it
		weighRoll,      // weights and proxies of the roll
	}
}

// createBuckets makes the missing buckets: all for a new file, those added since for an older one.
// The new indexes and counters are right when empty, because the records that they derive from are
// new too.
func createBuckets(tx *bolt.Tx) error {
	for _, name := range buckets() {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return fmt.Errorf("bucket %s: %w", name, err)
		}
	}
	return nil
}

// rebuildIndexes makes the indexes and counters anew: some came later than their records.
func rebuildIndexes(tx *bolt.Tx) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	return errors.Join(userTable.Rebuild(tx), rollTable.Rebuild(tx), auditTable.Rebuild(tx))
}

// weighRoll gives everyone on the roll the weight 1.
func weighRoll(tx *bolt.Tx) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	var all []rollRecord // read first: a bucket must not change under ForEach
	err := tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
		rec, err := kv.DecodeRecord[rollRecord](k, raw)
		rec.Weight = 1
		all = append(all, rec)
		return err
	})
	for _, rec := range all {
		err = errors.Join(err, kv.PutRecord(tx.Bucket(bucketRoll), []byte(rec.ID), rec))
	}
	return errors.Join(err, rollTable.Rebuild(tx))
}

// migrate brings the file to the current schema in one transaction. It first copies a file that
// holds data to <file>.schema-<n>.
func (s *Store) migrate() error {
	steps := migrations()
	var have int
	err := s.db.View(func(tx *bolt.Tx) (err error) {
		have, err = schemaVersion(tx)
		return err
	})
	if err != nil {
		return err
	}
	switch {
	case have == len(steps):
		return nil
	case have > len(steps):
		return fmt.Errorf("schema %d, this program knows %d: %w", have, len(steps), ErrNewer)
	case have > 0:
		kept := fmt.Sprintf("%s.schema-%d", s.db.Path(), have)
		if err := s.copyFile(kept); err != nil {
			return fmt.Errorf("copy before migration: %w", err)
		}
		s.log.Info("upgrading the database", "from", have, "to", len(steps), "copy", kept)
	}
	return s.db.Update(func(tx *bolt.Tx) error {
		for n := have; n < len(steps); n++ {
			if err := steps[n](tx); err != nil {
				return fmt.Errorf("migration from schema %d: %w", n, err)
			}
		}
		return tx.Bucket(bucketMeta).Put(metaSchema, kv.Uint64(uint64(len(steps))))
	})
}

func schemaVersion(tx *bolt.Tx) (int, error) {
	b := tx.Bucket(bucketMeta)
	if b == nil {
		return 0, nil
	}
	raw := b.Get(metaSchema)
	if len(raw) != 8 {
		return 0, fmt.Errorf("meta/schema has %d bytes, want 8", len(raw))
	}
	// No version wrote a number this high, so any high number will do.
	return int(min(binary.BigEndian.Uint64(raw), math.MaxInt32)), nil
}

// copyFile writes the database to path. The copy stays on this machine next to the original, so its
// free pages reveal nothing more.
func (s *Store) copyFile(path string) error {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	name := filepath.Base(path)
	return durable.WriteVia(dir, name+".tmp", name, func(f *os.File) error {
		return s.db.View(func(tx *bolt.Tx) error {
			_, err := tx.WriteTo(f)
			return err
		})
	})
}
