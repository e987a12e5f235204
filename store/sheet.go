package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// RecoverySheet is what an administrator prints, so that the election can be counted even if the
// server loses the key.
type RecoverySheet struct {
	ElectionID ElectionID `json:"electionId"`
	Title      string     `json:"title"`
	Line       string     `json:"line"` // see ballotbox.SheetLine
}

// RecoverySheet reads the key of an election that is open, or closed and not counted yet, and notes
// in the audit list who saw it. Errors: refusal.NotFound, refusal.NoKey, ErrKeyMissing,
// ballotbox.ErrBadSecret for a key file that is damaged or belongs to another election.
func (s *Store) RecoverySheet(ctx context.Context, by Actor, id ElectionID) (RecoverySheet, error) {
	var sheet RecoverySheet
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if rec.Status == Draft || rec.Cancelled != nil || tx.Bucket(bucketResults).Get([]byte(id)) != nil {
			return refusal.NoKey
		}
		m, _, err := getManifest(tx, id)
		if err != nil {
			return err
		}
		secret, err := s.secret(m)
		if err != nil {
			return err
		}
		// Otherwise nobody would notice that the key is the wrong one before it is needed.
		if _, err := ballotbox.NewOpener(m, secret); err != nil {
			return err
		}
		sheet = RecoverySheet{ElectionID: id, Title: rec.Title, Line: ballotbox.SheetLine(string(id), secret)}
		return s.audit(tx, by, "election.key_shown", electionSubject(id), nil)
	})
	return sheet, err
}
