package store

import (
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// DuplicateElection makes an election in DRAFT like another of any status: with its title, questions, candidates,
// photos, settings, holders and witnesses, but without its times and keys. With questions named, it has only those, and
// a single one gives it its title. The copy of a later round that is not counted is the same round. Errors:
// refusal.NotFound, also for a question.
func (s *Store) DuplicateElection(ctx context.Context, by audit.Actor, id ElectionID,
	only ...QuestionID) (Election, error) {
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		first, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec, candidates, err := s.draftOf(tx, id, only...)
		if err != nil {
			return err
		}
		if tx.Bucket(bucketResults).Get([]byte(id)) == nil {
			rec.Round = first.Round
		}
		e, err = s.putLike(tx, tx, by, "election.duplicated", id, rec, candidates)
		return err
	})
	return e, err
}

// DuplicateForRehearsal makes an election in DRAFT in another store that is like one in DRAFT, but for the people on
// the roll there and without witnesses. Holders who have made their sheets rehearse with key 0, which no election
// takes; before that, the server has the key. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) DuplicateForRehearsal(ctx context.Context, by audit.Actor, id ElectionID, to *Store) (Election, error) {
	var e Election
	err := s.view(ctx, func(from *bolt.Tx) error {
		if _, err := draft(from, id); err != nil {
			return err
		}
		rec, candidates, err := to.draftOf(from, id)
		if err != nil {
			return err
		}
		rec.Settings.Electorate, rec.Witnesses, rec.KeepBoxDays = ElectorateRoll, nil, 0
		return to.update(ctx, func(tx *bolt.Tx) error {
			if err := rec.rehearse(from, tx); err != nil {
				return err
			}
			e, err = to.putLike(from, tx, by, "election.duplicated", id, rec, candidates)
			return err
		})
	})
	return e, err
}

// draftOf makes an election in DRAFT like another, with the candidates of each question, or only of those named.
func (s *Store) draftOf(tx *bolt.Tx, id ElectionID, only ...QuestionID) (rec electionRecord, candidates [][]Candidate,
	err error) {
	first, err := electionTable.Get(tx, id)
	if err != nil {
		return rec, nil, err
	}
	if err := first.readCandidates(tx); err != nil {
		return rec, nil, err
	}
	for _, asked := range only {
		if !slices.ContainsFunc(first.Questions, func(q Question) bool { return q.ID == asked }) {
			return rec, nil, refusal.Missing(questionName)
		}
	}
	rec = s.draftLike(first)
	for _, q := range first.Questions {
		if len(only) > 0 && !slices.Contains(only, q.ID) {
			continue
		}
		if len(only) == 1 && q.Title != "" {
			rec.Title, rec.Translations = q.Title, untitled(rec.Translations)
		}
		rec.Questions, candidates = append(rec.Questions, q.renew(rec.Title)), append(candidates, q.Candidates)
	}
	return rec, candidates, nil
}

// renew returns the question under a new id, without the title and limits of marks that its opening filled in.
func (q Question) renew(election string) Question {
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
	if q.Each == q.Max {
		q.Each = 0
	}
	return q
}
