package store

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// QuestionResult is the count of one question.
type QuestionResult struct {
	Question ballotbox.Question      `json:"question"` // as it was frozen
	Turnout  Turnout                 `json:"turnout"`  // of the people who are asked it
	Cast     int                     `json:"cast"`     // by these people
	Quorum   *ballotbox.QuorumResult `json:"quorum,omitempty"`
	Paper    *ballotbox.PaperColumn  `json:"paper,omitempty"` // of the printed papers among all
	Outcome  tally.Outcome           `json:"outcome"`         // numbers count the options of the question from 1
}

// GroupResult holds the turnout of a group, and the weight of its ballots.
type GroupResult struct {
	Name    string  `json:"name"`
	Turnout Turnout `json:"turnout"`
	Cast    int     `json:"cast"`
}

// PaperResult says what became of the printed papers of an election.
type PaperResult struct {
	Printed   int `json:"printed"`
	HandedOut int `json:"handedOut"`
	ballotbox.PaperTurnout
	Lot int `json:"lot,omitempty"` // the number thrown for the draw
}

// Results is a counted election in full. Votes are weights in the unit that Decimals gives; only the turnout and the
// quorum count people.
type Results struct {
	ElectionID   ElectionID       `json:"electionId"`
	Title        string           `json:"title"`
	Questions    []QuestionResult `json:"questions"`
	Cast         int              `json:"cast"`
	Invalid      int              `json:"invalid"`
	Decimals     int              `json:"weightDecimals,omitempty"` // of a vote: those of weights
	Groups       []GroupResult    `json:"groups,omitempty"`
	Turnout      Turnout          `json:"turnout"`
	Paper        *PaperResult     `json:"paper,omitempty"` // nil where no papers were printed
	CalculatedAt time.Time        `json:"calculatedAt"`
	ResultHash   string           `json:"resultHash"` // of the canonical result in the bundle, hexadecimal
	Seal         string           `json:"seal"`       // the signed seal over the count
}

var resultTable = kv.Table[ElectionID, Results]{
	Bucket: bucketResults, Name: "result", ID: func(r Results) ElectionID { return r.ElectionID },
}

// results is the count with the questions, names and the turnout.
func (c *counting) results(now time.Time) Results {
	counted := c.sealed.Result
	r := Results{
		ElectionID: c.election.ID, Title: c.manifest.Title, Cast: counted.Cast, Invalid: counted.Invalid,
		Turnout: Turnout{counted.People, c.election.Turnout.Electorate}, CalculatedAt: now,
		ResultHash: ballotbox.ResultHash(c.count.Result).String(),
		Seal:       string(c.sealed.Seal),
	}
	if roll := c.manifest.Electorate; roll != nil {
		r.Decimals = roll.WeightDecimals
	}
	if counted.Paper != nil {
		r.Paper = &PaperResult{Printed: c.manifest.Papers, HandedOut: len(c.box.Handed), PaperTurnout: *counted.Paper}
		if entry := c.election.Entry; entry != nil && entry.Lot != nil {
			r.Paper.Lot = *entry.Lot
		}
	}
	for i, q := range counted.Questions {
		turnout := Turnout{Ballots: q.People, Electorate: c.election.Turnout.Electorate}
		if c.manifest.Electorate != nil {
			turnout.Electorate = c.manifest.People(c.manifest.Questions[i].IsFor)
		}
		r.Questions = append(r.Questions, QuestionResult{Question: c.manifest.Questions[i], Turnout: turnout, Cast: q.Cast,
			Quorum: q.Quorum, Paper: q.Paper, Outcome: q.Outcome})
	}
	for i, g := range counted.Groups {
		people := c.manifest.People(func(of ballotbox.Class) bool { return of.IsIn(i + 1) })
		r.Groups = append(r.Groups, GroupResult{c.manifest.Groups[i], Turnout{Ballots: g.People, Electorate: people}, g.Cast})
	}
	return r
}

// Results reads the results of a COMPLETED election. For a voter, a DRAFT does not exist. Errors: refusal.NotFound,
// refusal.ResultsRestricted before the close, refusal.ResultsNotCalculated before the count, refusal.ResultsNotSealed.
func (s *Store) Results(ctx context.Context, id ElectionID, forAdmin bool) (Results, error) {
	var r Results
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err == nil && rec.Status == Draft && !forAdmin {
			err = refusal.Missing(electionTable.Name)
		}
		if err == nil {
			r, err = s.resultsOf(tx, rec)
		}
		return err
	})
	return r, err
}

// resultsOf reads the results of an election, and compares them with what its seal covers. Errors:
// refusal.ResultsRestricted, refusal.ResultsNotCalculated, refusal.ResultsNotSealed.
func (s *Store) resultsOf(tx *bolt.Tx, rec electionRecord) (Results, error) {
	switch {
	case rec.Status != Completed:
		return Results{}, refusal.ResultsRestricted
	case tx.Bucket(bucketResults).Get([]byte(rec.ID)) == nil:
		return Results{}, refusal.ResultsNotCalculated
	}
	r, err := resultTable.Get(tx, rec.ID)
	if err == nil {
		err = s.compareSealed(tx, rec, r)
	}
	if err != nil {
		s.unsealed.Store(&rec.Title)
		s.log.Error("the results are not what was sealed, and are not shown", "election", rec.ID, "error", err)
		return Results{}, refusal.ResultsNotSealed
	}
	return r, nil
}

// compareSealed returns an error unless results are those that the manifest of this installation and its seal give.
// Neither covers CalculatedAt.
func (s *Store) compareSealed(tx *bolt.Tx, rec electionRecord, r Results) error {
	m, _, err := getManifest(tx, rec.ID)
	if err != nil {
		return err
	}
	counted := tx.Bucket(bucketCounted).Bucket([]byte(rec.ID))
	if m.ElectionID != string(rec.ID) || !bytes.Equal(m.SigningKey, s.public) || counted == nil {
		return errors.New("there is no manifest or no seal of this election")
	}
	seal, raw := bytes.Clone(counted.Get(countedSeal)), bytes.Clone(counted.Get(countedResult))
	sealed, err := m.SealedResult(seal, raw)
	if err != nil {
		return err
	}
	handed, err := readHanded(counted.Get(countedHanded))
	if err != nil {
		return err
	}
	c := counting{
		election: rec.Election, manifest: m, count: &ballotbox.Count{Result: raw},
		sealed: &ballotbox.Sealed{Seal: seal, Result: sealed}, box: &ballotbox.Box{Handed: handed},
	}
	c.election.Turnout.Electorate = rec.Electorate
	if !reflect.DeepEqual(r, c.results(r.CalculatedAt)) {
		return errNotSealed
	}
	return nil
}

var errNotSealed = errors.New("they are not what was sealed")

// compareAllSealed compares the results of all counted elections with their seals, and tells State and the log.
func (s *Store) compareAllSealed(tx *bolt.Tx) {
	for id := range electionsIn(tx, Completed) {
		if rec, err := electionTable.Get(tx, id); err == nil {
			_, _ = s.resultsOf(tx, rec)
		}
	}
}
