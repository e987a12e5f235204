package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/tally"
)

// CandidateResult is the count of one candidate.
type CandidateResult struct {
	CandidateID CandidateID `json:"candidateId"`
	Name        string      `json:"name"`
	Affiliation string      `json:"affiliation,omitempty"`
	Votes       int         `json:"votes"`
	Share       float64     `json:"share"` // of all ballots, 0 to 1
	Rank        int         `json:"rank"`  // 1 is best; equal votes share a rank
	Winner      bool        `json:"winner"`
}

// Outcome is a counted election, as it is sealed: everything but the seal itself.
type Outcome struct {
	ElectionID   ElectionID        `json:"electionId"`
	Title        string            `json:"title"`
	Method       string            `json:"method"`
	Candidates   []CandidateResult `json:"candidates"` // best first
	Turnout      Turnout           `json:"turnout"`
	Outcome      tally.Outcome     `json:"outcome"`
	Winners      []CandidateID     `json:"winners"`
	CalculatedAt time.Time         `json:"calculatedAt"`
}

// Results is a counted election with the seal over it.
type Results struct {
	Outcome
	Seal string // SHA-256 over "ostrakon/result/1\0" and the stored JSON of Outcome, hexadecimal
}

// resultRecord keeps the exact bytes that the seal covers.
type resultRecord struct {
	Outcome json.RawMessage `json:"outcome"`
	Seal    string          `json:"seal"`
}

func sealOf(outcome []byte) string {
	sum := sha256.Sum256(append([]byte("ostrakon/result/1\x00"), outcome...))
	return hex.EncodeToString(sum[:])
}

func readResults(tx *bolt.Tx, id ElectionID) (Results, error) {
	var r Results
	rec, err := getJSON[resultRecord](tx.Bucket(bucketResults), []byte(id))
	if err != nil {
		return r, err
	}
	if rec.Seal != sealOf(rec.Outcome) {
		return r, fmt.Errorf("results of election %s do not match their seal", id)
	}
	r.Seal = rec.Seal
	if err := json.Unmarshal(rec.Outcome, &r.Outcome); err != nil {
		return r, fmt.Errorf("results of election %s: %w", id, err)
	}
	if r.ElectionID != id {
		return r, fmt.Errorf("results of election %s are those of %s", id, r.ElectionID)
	}
	return r, nil
}

// CalculateResults opens and counts the ballots of a COMPLETED election and
// seals the outcome. A second call returns the first answer. Errors:
// ErrNotFound, ErrNotCompleted, ErrKeyMissing, and an error of the file when
// a ballot does not open or stands there twice, or the ballots are not as many
// as those who voted.
func (s *Store) CalculateResults(ctx context.Context, by Actor, id ElectionID) (Results, error) {
	var r Results
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := getElection(tx, id)
		if err != nil {
			return err
		}
		if rec.Status != Completed {
			return ErrNotCompleted
		}
		if tx.Bucket(bucketResults).Get([]byte(id)) != nil {
			r, err = readResults(tx, id)
			return err
		}
		e, err := whole(tx, rec)
		if err != nil {
			return err
		}
		choices, err := s.openBallots(ctx, tx, e)
		if err != nil {
			return err
		}
		if r, err = s.outcome(e, choices); err != nil {
			return err
		}
		raw, err := json.Marshal(r.Outcome)
		if err != nil {
			return err
		}
		r.Seal = sealOf(raw)
		if err := putJSON(tx.Bucket(bucketResults), []byte(id), resultRecord{raw, r.Seal}); err != nil {
			return err
		}
		return s.audit(tx, by, "election.counted", electionSubject(id), map[string]string{"seal": r.Seal})
	})
	return r, err
}

// openBallots opens the ballots of an election in memory. No two have the
// same code unless one is a copy of the other.
func (s *Store) openBallots(ctx context.Context, tx *bolt.Tx, e Election) ([]CandidateID, error) {
	box, err := s.box(e.ID)
	if err != nil {
		return nil, err
	}
	choices := make([]CandidateID, 0, e.Turnout.Ballots)
	codes := make(map[ballotbox.Code]bool, e.Turnout.Ballots)
	err = tx.Bucket(bucketSealed).Bucket([]byte(e.ID)).ForEach(func(k, sealed []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		b, err := box.Open(sealed)
		if err != nil {
			return fmt.Errorf("ballot %x of election %s: %w", k, e.ID, err)
		}
		if codes[b.Code] {
			return fmt.Errorf("ballot %x of election %s is a copy: %w", k, e.ID, ballotbox.ErrUnreadable)
		}
		codes[b.Code] = true
		choices = append(choices, candidateOf(b.Choice))
		return nil
	})
	if err != nil {
		return nil, err
	}
	voters := tx.Bucket(bucketVoted).Bucket([]byte(e.ID)).Stats().KeyN
	if len(choices) != voters || voters != e.Turnout.Ballots {
		return nil, fmt.Errorf("election %s: %d ballots, %d voters, turnout %d: %w", e.ID, len(choices), voters, e.Turnout.Ballots, ballotbox.ErrUnreadable)
	}
	return choices, nil
}

// outcome counts the choices.
func (s *Store) outcome(e Election, choices []CandidateID) (Results, error) {
	names := make(map[CandidateID]Candidate, len(e.Candidates))
	standing := make([]CandidateID, len(e.Candidates))
	for i, c := range e.Candidates {
		names[c.ID], standing[i] = c, c.ID
	}
	lines, end, strays := tally.Plurality(standing, choices)
	if strays > 0 {
		return Results{}, fmt.Errorf("election %s: %d ballots for nobody who stands: %w", e.ID, strays, ballotbox.ErrUnreadable)
	}
	o := Outcome{
		ElectionID: e.ID, Title: e.Title, Method: e.Method, Turnout: e.Turnout,
		Outcome: end, Winners: []CandidateID{}, CalculatedAt: s.clock(),
	}
	for _, l := range lines {
		share := 0.0
		if len(choices) > 0 {
			share = float64(l.Votes) / float64(len(choices))
		}
		o.Candidates = append(o.Candidates, CandidateResult{
			CandidateID: l.Candidate, Name: names[l.Candidate].Name, Affiliation: names[l.Candidate].Affiliation,
			Votes: l.Votes, Share: share, Rank: l.Rank, Winner: l.Winner,
		})
		if l.Winner {
			o.Winners = append(o.Winners, l.Candidate)
		}
	}
	return Results{Outcome: o}, nil
}

// Results reads the results of a COMPLETED election. A voter is not told that
// a DRAFT exists. Errors: ErrNotFound, ErrResultsRestricted before the close,
// ErrResultsNotCalculated before the count.
func (s *Store) Results(ctx context.Context, id ElectionID, forAdmin bool) (Results, error) {
	var r Results
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := getElection(tx, id)
		switch {
		case err != nil:
			return err
		case rec.Status == Draft && !forAdmin:
			return ErrNotFound
		case rec.Status != Completed:
			return ErrResultsRestricted
		case tx.Bucket(bucketResults).Get([]byte(id)) == nil:
			return ErrResultsNotCalculated
		}
		r, err = readResults(tx, id)
		return err
	})
	return r, err
}
