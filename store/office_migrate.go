package store

import (
	"context"
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

// ErrDevelopment means that a version of the program from before its first release wrote the file.
var ErrDevelopment = errors.New("the database was written by a development version of ostrakon, which this version " +
	"cannot read: " +
	"export the electoral roll with that version, start this one with a new data directory, and import the roll")

// firstSchema is the schema of the first release. Lower numbers were those of development versions.
const firstSchema = 12

// migrations brings a file from schema firstSchema+n to the next with step n. A released step never changes.
func migrations() []func(*bolt.Tx) error { return nil }

// createBuckets makes the buckets of a new file.
func createBuckets(tx *bolt.Tx) error {
	for _, name := range buckets() {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return fmt.Errorf("bucket %s: %w", name, err)
		}
	}
	return nil
}

// migrate applies all steps in one transaction. It first copies any but a new file to <file>.schema-<n>.
func (s *Store) migrate(ctx context.Context, steps []func(*bolt.Tx) error) error {
	current := firstSchema + len(steps)
	var have int
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		have, err = schemaVersion(tx)
		return err
	})
	switch {
	case err != nil:
		return err
	case have == current:
		return nil
	case have == 0:
		steps = []func(*bolt.Tx) error{createBuckets}
	case known(have, current) != nil:
		return known(have, current)
	default:
		steps = steps[have-firstSchema:]
		kept := filepath.Join(s.dir, fmt.Sprintf("%s.schema-%d", FileName, have))
		if err := s.copyFile(ctx, kept); err != nil {
			return fmt.Errorf("copy before migration: %w", err)
		}
		s.log.Info("upgrading the database", "from", have, "to", current, "copy", kept)
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		for n, step := range steps {
			if err := step(tx); err != nil {
				return fmt.Errorf("step %d of the migration from schema %d: %w", n+1, have, err)
			}
		}
		return tx.Bucket(bucketMeta).Put(metaSchema, kv.Uint64(uint64(current)))
	})
}

// known refuses a file of a schema that this program does not read.
func known(have, current int) error {
	switch {
	case have < firstSchema:
		return fmt.Errorf("schema %d, this program knows %d to %d: %w", have, firstSchema, current, ErrDevelopment)
	case have > current:
		return fmt.Errorf("schema %d, this program knows %d: %w", have, current, ErrNewer)
	}
	return nil
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

// copyFile writes the database to path. The copy stays beside the original: its free pages reveal nothing new.
func (s *Store) copyFile(ctx context.Context, path string) error {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	name := filepath.Base(path)
	return durable.WriteVia(dir, name+".tmp", name, func(f *os.File) error {
		return s.view(ctx, func(tx *bolt.Tx) error {
			_, err := tx.WriteTo(f)
			return err
		})
	})
}
