package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// lacksKey reports whether the server should have the key of an election whose ballots are not counted yet, and has
// not. Until the key is back nobody could count a ballot, so nobody casts one.
func (s *Store) lacksKey(tx *bolt.Tx, e *Election) bool {
	return e.Status != Draft && e.Cancelled == nil && e.Custody.Traits().ServerKey && s.keys != nil &&
		tx.Bucket(bucketResults).Get([]byte(e.ID)) == nil && !s.keys.Has(string(e.ID))
}

// WithoutKey finds an election that waits for a key which is missing from the keys directory. From then on nobody votes
// in it until the key is back. It leaves out records that cannot be read: Check tells those.
func (s *Store) WithoutKey(ctx context.Context) (e Election, found bool, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketSealed).ForEachBucket(func(id []byte) error {
			if rec, err := electionTable.Get(tx, ElectionID(id)); err == nil && s.lacksKey(tx, &rec.Election) {
				e, found = rec.Election, true
				s.forgetActive(rec.ID)
			}
			return nil
		})
	})
	return e, found, err
}

// tellWithoutKey logs that the key of an election is missing.
func (s *Store) tellWithoutKey(ctx context.Context) error {
	e, found, err := s.WithoutKey(ctx)
	if found {
		s.log.Error("the key of an election is not in the keys directory, so nobody can vote in it: put the key file back, "+
			"or enter the key sheet with \"ostrakon key import\"", "election", e.ID, "code", refusal.KeyMissing.Code())
	}
	return err
}
