package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// RecoverySheet is what somebody needs to print so that an election can be
// counted if the server's own copy of its key is lost.
type RecoverySheet struct {
	ElectionID ElectionID `json:"electionId"`
	Title      string     `json:"title"`
	Line       string     `json:"line"` // see ballotbox.SheetLine
}

// RecoverySheet reads the key of an election that is open, or closed and not
// counted yet, and notes in the audit who saw it. Errors: refusal.NotFound, refusal.NoKey,
// ErrKeyMissing, ballotbox.ErrBadSecret for a key file that is damaged or another election's.
func (s *Store) RecoverySheet(ctx context.Context, by Actor, id ElectionID) (RecoverySheet, error) {
	var sheet RecoverySheet
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if rec.Status == Draft || tx.Bucket(bucketResults).Get([]byte(id)) != nil {
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
		// A sheet of the wrong key would be found out only when it is needed.
		if _, err := ballotbox.NewOpener(m, secret); err != nil {
			return err
		}
		sheet = RecoverySheet{ElectionID: id, Title: rec.Title, Line: ballotbox.SheetLine(string(id), secret)}
		return s.audit(tx, by, "election.key_shown", electionSubject(id), nil)
	})
	return sheet, err
}
