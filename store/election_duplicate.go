package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
)

// DuplicateElection makes an election in DRAFT like another of any status: with its title, questions,
// candidates, photos, settings, holders and witnesses, but without its times and keys. Errors:
// refusal.NotFound.
func (s *Store) DuplicateElection(ctx context.Context, by Actor, id ElectionID) (Election, error) {
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		first, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if err := first.readCandidates(tx); err != nil {
			return err
		}
		rec := s.draftLike(first)
		var candidates [][]Candidate
		for _, q := range first.Questions {
			rec.Questions, candidates = append(rec.Questions, q.unsettled(first.Title)), append(candidates, q.Candidates)
		}
		e, err = s.putLike(tx, by, "election.duplicated", id, rec, candidates)
		return err
	})
	return e, err
}

// unsettled is the question under a new id, without what its opening filled in: the title of the
// election, and the most marks where there was no limit. Both may be others next time.
func (q Question) unsettled(election string) Question {
	options := len(q.Candidates)
	q.ID, q.Candidates = kv.NewID[QuestionID](), nil
	if q.Title == election {
		q.Title = ""
	}
	var usual Question
	usual.setMethod(q.Method)
	if usual.Max == 0 && q.Max == usual.rules(options).Max {
		q.Max = 0
	}
	return q
}
