package store

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// Outcome says how the count of a question ended, in one word.
type Outcome string

// The outcomes. Beside them there are those of tally.Ending that are named alike.
const (
	OutcomeWinner     Outcome = "winner"     // all seats that could be filled are
	OutcomeDraw       Outcome = "draw"       // likewise, and a draw decided, or may have decided, who is elected
	OutcomeTie        Outcome = "tie"        // several share a place, and nobody gets it
	OutcomeNoBallots  Outcome = "no_ballots" // nobody voted for anybody
	OutcomeNoMajority Outcome = "no_majority"
	OutcomePassed     Outcome = "passed"
	OutcomeRejected   Outcome = "rejected"
	OutcomeNoQuorum   Outcome = "no_quorum"
)

// CandidateResult is the count of one candidate.
type CandidateResult struct {
	CandidateID CandidateID `json:"candidateId"`
	Name        string      `json:"name"`
	Affiliation string      `json:"affiliation,omitempty"`
	Votes       int         `json:"votes"` // irv, stv: first preferences; star: stars; schulze: candidates beaten
	Share       float64     `json:"share"` // Votes of all ballots, 0 to 1; 0 for star and schulze
	Rank        int         `json:"rank"`  // 1 is best; equal votes share a rank
	Winner      bool        `json:"winner"`
}

// QuestionResult is the count of one question.
type QuestionResult struct {
	Question ballotbox.Question `json:"question"` // as it was frozen
	Outcome  tally.Outcome      `json:"outcome"`  // numbers count the options of the question from 1
}

// Results is a counted election in full. Votes are weights; only the turnout and the quorum count
// people.
type Results struct {
	ElectionID   ElectionID              `json:"electionId"`
	Title        string                  `json:"title"`
	Questions    []QuestionResult        `json:"questions"`
	Cast         int                     `json:"cast"`
	Invalid      int                     `json:"invalid"`
	Quorum       *ballotbox.QuorumResult `json:"quorum,omitempty"`
	Turnout      Turnout                 `json:"turnout"`
	CalculatedAt time.Time               `json:"calculatedAt"`
	ResultHash   string                  `json:"resultHash"` // of the canonical result in the bundle, hexadecimal
	Seal         string                  `json:"seal"`       // the signed seal over the count

	// Of the first question.
	Method     tally.Method      `json:"method"`
	Candidates []CandidateResult `json:"candidates"` // best first
	Outcome    Outcome           `json:"outcome"`
	Winners    []CandidateID     `json:"winners"`
}

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
		if err == nil && rec.Status == Draft && !forAdmin {
			err = refusal.Missing(electionTable.Name)
		}
		if err == nil {
			r, err = resultsOf(tx, rec)
		}
		return err
	})
	return r, err
}

// resultsOf reads the results of an election. Errors: refusal.ResultsRestricted,
// refusal.ResultsNotCalculated.
func resultsOf(tx *bolt.Tx, rec electionRecord) (Results, error) {
	switch {
	case rec.Status != Completed:
		return Results{}, refusal.ResultsRestricted
	case tx.Bucket(bucketResults).Get([]byte(rec.ID)) == nil:
		return Results{}, refusal.ResultsNotCalculated
	}
	return resultTable.Get(tx, rec.ID)
}
