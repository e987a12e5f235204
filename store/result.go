package store

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
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

// Results is a counted election in full.
type Results struct {
	ElectionID   ElectionID        `json:"electionId"`
	Title        string            `json:"title"`
	Method       string            `json:"method"`
	Candidates   []CandidateResult `json:"candidates"` // best first
	Turnout      Turnout           `json:"turnout"`
	Outcome      tally.Ended       `json:"outcome"`
	Winners      []CandidateID     `json:"winners"`
	CalculatedAt time.Time         `json:"calculatedAt"`
	ResultHash   string            `json:"resultHash"` // of the canonical result in the bundle, hexadecimal
	Seal         string            `json:"seal"`       // the signed seal over the count
}

// Keys of the counted bucket.
var (
	countedBallots = []byte("ballots") // candidate ids of 16 bytes, sorted
	countedCodes   = []byte("codes")   // codes of 10 bytes, sorted
	countedResult  = []byte("result")  // canonical JSON
	countedSeal    = []byte("seal")    // signed note
)

var resultTable = kv.Table[ElectionID, Results]{
	Bucket: bucketResults,
	Name:   "result",
	ID:     func(r Results) ElectionID { return r.ElectionID },
}

// Results reads the results of a COMPLETED election. For a voter, a DRAFT does not exist. Errors:
// refusal.NotFound, refusal.ResultsRestricted before the close, refusal.ResultsNotCalculated before
// the count.
func (s *Store) Results(ctx context.Context, id ElectionID, forAdmin bool) (Results, error) {
	var r Results
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		switch {
		case err != nil:
			return err
		case rec.Status == Draft && !forAdmin:
			return refusal.Missing(electionTable.Name)
		case rec.Status != Completed:
			return refusal.ResultsRestricted
		case tx.Bucket(bucketResults).Get([]byte(id)) == nil:
			return refusal.ResultsNotCalculated
		}
		r, err = resultTable.Get(tx, id)
		return err
	})
	return r, err
}
