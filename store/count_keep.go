package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
)

// usualKeepBoxDays is how many days sealed ballots stay where people hold the keys, unless somebody chooses.
const usualKeepBoxDays = 14

// keepBox notes until when the sealed ballots of a counted election stay, or deletes them if they do not stay.
func (c *counting) keepBox(tx *bolt.Tx) error {
	id := c.election.ID
	until, err := c.manifest.BoxUntil(c.sealed.Seal)
	if err != nil {
		return err
	}
	if until.IsZero() {
		return deleteBox(tx, id)
	}
	previous, err := electionTable.Get(tx, id)
	if err != nil {
		return err
	}
	rec := previous
	rec.BoxUntil = until
	return electionTable.Put(tx, &previous, rec)
}

// deleteBox deletes the sealed ballots of an election, and notes that free pages still keep them.
func deleteBox(tx *bolt.Tx, id ElectionID) error {
	return errors.Join(tx.Bucket(bucketSealed).DeleteBucket([]byte(id)), tx.Bucket(bucketMeta).Put(metaCompact, mark))
}

// DropDue deletes the sealed ballots of counted elections that have stayed as long as their manifests say, compacts the
// file, and returns the elections. A crash in the middle leaves the rest to the next start.
func (s *Store) DropDue(ctx context.Context) ([]Election, error) {
	due, err := s.boxesDue(ctx)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	dropped, err := s.eachDue(due, nil, func(id ElectionID) (Election, error) {
		e, err := s.changeElection(ctx, audit.BySystem(), id, "election.box_deleted",
			func(tx *bolt.Tx, _ *electionRecord) error { return deleteBox(tx, id) })
		if err == nil {
			_, err = s.StopCount(ctx, id) // a second one that has begun
		}
		return e, err
	})
	s.tryEnds()
	return dropped, err
}

// boxesDue lists the counted elections whose sealed ballots are there and no longer stay.
func (s *Store) boxesDue(ctx context.Context) ([]ElectionID, error) {
	now := s.now()
	var due []ElectionID
	err := s.view(ctx, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketSealed).ForEachBucket(func(k []byte) error {
			if tx.Bucket(bucketResults).Get(k) == nil {
				return nil
			}
			rec, err := electionTable.Get(tx, ElectionID(k))
			if err == nil && !now.Before(rec.BoxUntil) {
				due = append(due, rec.ID)
			}
			return err
		})
	})
	return due, err
}
