package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// DuplicateElection makes an election in DRAFT like another of any status: with its title, questions, candidates,
// photos, settings, holders and witnesses, but without its times and keys. Errors: refusal.NotFound.
func (s *Store) DuplicateElection(ctx context.Context, by audit.Actor, id ElectionID) (Election, error) {
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, candidates, err := s.draftOf(tx, id)
		if err == nil {
			e, err = s.putLike(tx, tx, by, "election.duplicated", id, rec, candidates)
		}
		return err
	})
	return e, err
}

// DuplicateForRehearsal makes an election in DRAFT in another store that is like one in DRAFT, but for the people on
// the roll there, in the custody of the server and without witnesses. Errors: refusal.NotFound, refusal.NotDraft.
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
		rec.Settings.Electorate, rec.Custody = ElectorateRoll, ballotbox.CustodyServer
		rec.Threshold, rec.Holders, rec.Invitations, rec.Witnesses = 0, nil, nil, nil
		return to.update(ctx, func(tx *bolt.Tx) error {
			e, err = to.putLike(from, tx, by, "election.duplicated", id, rec, candidates)
			return err
		})
	})
	return e, err
}

// draftOf makes an election in DRAFT like another, with the candidates of each question.
func (s *Store) draftOf(tx *bolt.Tx, id ElectionID) (rec electionRecord, candidates [][]Candidate, err error) {
	first, err := electionTable.Get(tx, id)
	if err != nil {
		return rec, nil, err
	}
	if err := first.readCandidates(tx); err != nil {
		return rec, nil, err
	}
	rec = s.draftLike(first)
	for _, q := range first.Questions {
		rec.Questions, candidates = append(rec.Questions, q.renew(first.Title)), append(candidates, q.Candidates)
	}
	return rec, candidates, nil
}

// renew returns the question under a new id, without the title and limit of marks that its opening filled in.
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
	return q
}
