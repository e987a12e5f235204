package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
)

// Trial is a way to try an election before it opens.
type Trial string

// The ways to try an election.
const (
	Previewed Trial = "previewed" // somebody has looked at the ballot and found it right
	Rehearsed Trial = "rehearsed" // it was tried out on another store
)

// NoteTrial notes that a DRAFT's ballot was tried as it is now. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) NoteTrial(ctx context.Context, by audit.Actor, id ElectionID, how Trial) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		if err := rec.readCandidates(tx); err != nil {
			return err
		}
		previous := rec
		if rec.TriedBallot, err = rec.ballotHash(); err != nil {
			return err
		}
		if err := electionTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "election."+string(how), electionSubject(id), nil)
	})
}

// wasTried reports whether the ballot was tried: in DRAFT the one with these candidates, later any.
func (rec electionRecord) wasTried() (bool, error) {
	if rec.Status != Draft || rec.TriedBallot == nil {
		return rec.TriedBallot != nil, nil
	}
	now, err := rec.ballotHash()
	return bytes.Equal(now, rec.TriedBallot), err
}

// ballotHash is a hash of what voters see of a ballot, with the candidates that were read.
func (e Election) ballotHash() ([]byte, error) {
	seen := []any{e.Title, e.Description, e.Questions}
	for _, q := range e.Questions {
		seen = append(seen, q.Candidates)
	}
	raw, err := json.Marshal(seen)
	sum := sha256.Sum256(raw)
	return sum[:], err
}
