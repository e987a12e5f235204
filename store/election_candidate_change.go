package store

import (
	"context"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// CandidateChange is what an administrator sets of a candidate. nil leaves a field as it is.
type CandidateChange struct {
	Name        *string
	Affiliation *string
	Description *string
	Kind        *string
	List        *CandidateID // "" is a list
	Minority    *bool
	Since       *string

	Translations *[]ballotbox.Translation // replace those that there are
}

// maxPitch is the longest description of a candidate, in characters.
const maxPitch = 2000

func (ch CandidateChange) apply(tx *bolt.Tx, q Question, c *Candidate, now time.Time) error {
	set(&c.Name, ch.Name)
	set(&c.Affiliation, ch.Affiliation)
	set(&c.Description, ch.Description)
	set(&c.Kind, ch.Kind)
	var faults input.Faults
	faults.Name("name", &c.Name, 1, maxName)
	faults.Name("affiliation", &c.Affiliation, 0, maxName)
	faults.Text("description", &c.Description, 0, maxPitch)
	faults.Line("kind", &c.Kind, 0, ballotbox.MaxKind)
	setTranslations(&faults, &c.Translations, ch.Translations, map[string]int{"name": maxName, "affiliation": maxName},
		map[string]int{"description": maxPitch})
	if err := ch.applyList(tx, &faults, q, c); err != nil {
		return err
	}
	faults.DateOfBirth("since", c.Since, now)
	return faults.Err()
}

// AddCandidate adds a candidate to a question of a DRAFT; "" is the only question. Errors: refusal.NotFound,
// refusal.NotDraft, refusal.MotionOptions, refusal.TooManyCandidates, refusal.TooManyOptions, refusal.ValidationFailed.
func (s *Store) AddCandidate(ctx context.Context, by audit.Actor, id ElectionID, question QuestionID,
	ch CandidateChange) (Candidate, error) {
	c := Candidate{ID: kv.NewID[CandidateID](), ElectionID: id, CreatedAt: s.clock()}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		q, err := draftQuestion(tx, id, question)
		if err != nil {
			return err
		}
		c.QuestionID = q.ID
		if err := ch.apply(tx, q, &c, s.now()); err != nil {
			return err
		}
		standing, err := candidatesOf(tx, id, c.QuestionID)
		if err != nil {
			return err
		}
		if err := q.checkCount(len(standing) + 1); err != nil {
			return err
		}
		if c.Position, err = q.makeRoom(tx, id, standing, 1); err != nil {
			return err
		}
		return s.putNewCandidate(tx, by, c)
	})
	return c, err
}

// UpdateCandidate changes a candidate of an election in DRAFT. Errors: refusal.NotFound (also when the candidate is in
// another election), refusal.NotDraft, refusal.MotionOptions, refusal.ValidationFailed.
func (s *Store) UpdateCandidate(ctx context.Context, by audit.Actor, election ElectionID, id CandidateID,
	ch CandidateChange) (Candidate, error) {
	return s.changeCandidate(ctx, by, election, id, "candidate.updated", func(tx *bolt.Tx, c *Candidate) error {
		q, err := draftQuestion(tx, c.ElectionID, c.QuestionID)
		if err != nil {
			return err
		}
		return ch.apply(tx, q, c, s.now())
	})
}

func (s *Store) changeCandidate(
	ctx context.Context, by audit.Actor, election ElectionID, id CandidateID, action string,
	change func(*bolt.Tx, *Candidate) error,
) (Candidate, error) {
	var c Candidate
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := draftCandidate(tx, election, id)
		if err != nil {
			return err
		}
		c = previous
		if err := change(tx, &c); err != nil {
			return err
		}
		if err := candidateTable.Put(tx, &previous, c); err != nil {
			return err
		}
		return s.auditCandidate(tx, by, action, c)
	})
	return c, err
}

// putNewCandidate stores a new candidate.
func (s *Store) putNewCandidate(tx *bolt.Tx, by audit.Actor, c Candidate) error {
	if err := candidateTable.Put(tx, nil, c); err != nil {
		return err
	}
	return s.auditCandidate(tx, by, "candidate.added", c)
}

// checkCount refuses more candidates than the question takes. Errors: refusal.TooManyCandidates.
func (q *Question) checkCount(candidates int) error {
	if most := q.maxCandidates(); candidates > most {
		return refusal.TooManyCandidates.With(refusal.Facts{"max": most})
	}
	return nil
}

// makeRoom returns the place of new candidates after those who stand, but before the last one of Last. Errors:
// refusal.TooManyOptions if they do not fit on the paper of the election.
func (q Question) makeRoom(tx *bolt.Tx, id ElectionID, standing []Candidate, more int) (uint16, error) {
	if err := roomForOptions(tx, id, more); err != nil {
		return 0, err
	}
	if !q.Last || len(standing) == 0 {
		return nextPosition(standing), nil
	}
	last := standing[len(standing)-1]
	moved := last
	moved.Position += uint16(more)
	return last.Position, candidateTable.Put(tx, &last, moved)
}

// RemoveCandidate changes a DRAFT. Without the last candidate of Question.Last, the next one is a candidate. A
// list with candidates stays. Errors: refusal.NotFound, refusal.NotDraft, refusal.MotionOptions, refusal.ListNotEmpty.
func (s *Store) RemoveCandidate(ctx context.Context, by audit.Actor, election ElectionID, id CandidateID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		c, err := draftCandidate(tx, election, id)
		if err != nil {
			return err
		}
		if err := mayLeave(tx, c); err != nil {
			return err
		}
		if err := unpin(tx, c); err != nil {
			return err
		}
		if err := deleteCandidate(tx, c); err != nil {
			return err
		}
		return s.auditCandidate(tx, by, "candidate.removed", c)
	})
}

// unpin takes Last from the question whose last candidate c is.
func unpin(tx *bolt.Tx, c Candidate) error {
	rec, err := electionTable.Get(tx, c.ElectionID)
	if err != nil {
		return err
	}
	at, err := rec.place(c.QuestionID)
	if err != nil || !rec.Questions[at].Last {
		return err
	}
	standing, err := candidatesOf(tx, c.ElectionID, c.QuestionID)
	if err != nil || standing[len(standing)-1].ID != c.ID {
		return err
	}
	previous := rec
	rec.Questions = slices.Clone(rec.Questions)
	rec.Questions[at].Last = false
	return electionTable.Put(tx, &previous, rec)
}

// OrderCandidates orders the candidates of a DRAFT's question, "" for its only one. order names each once. The last one
// of Question.Last stays last, and candidates stay on their lists. Errors: refusal.NotFound,
// refusal.NotDraft, refusal.MotionOptions, refusal.ValidationFailed.
func (s *Store) OrderCandidates(ctx context.Context, by audit.Actor, id ElectionID, question QuestionID,
	order []CandidateID) (Election, error) {
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		q, err := draftQuestion(tx, id, question)
		if err != nil {
			return err
		}
		standing, err := candidatesOf(tx, id, q.ID)
		if err != nil {
			return err
		}
		if len(order) != len(standing) {
			return refusal.Invalid("order", refusal.OrderIncomplete, nil)
		}
		place := make(map[CandidateID]uint16, len(standing))
		for i, c := range order {
			place[c] = uint16(i)
		}
		for _, c := range standing {
			if _, named := place[c.ID]; !named {
				return refusal.Invalid("order", refusal.OrderIncomplete, nil)
			}
		}
		if q.Last && len(standing) > 0 {
			place[standing[len(standing)-1].ID] = uint16(len(standing))
		}
		for _, previous := range standing {
			next := previous
			next.Position = place[previous.ID]
			if err := candidateTable.Put(tx, &previous, next); err != nil {
				return err
			}
		}
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if e, err = fullElection(tx, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "election.candidates_ordered", electionSubject(id), nil)
	})
	return e, err
}

// draftQuestion returns a question whose candidates may be changed. "" stands for the only question. Errors:
// refusal.NotFound, refusal.NotDraft, refusal.MotionOptions, refusal.ValidationFailed.
func draftQuestion(tx *bolt.Tx, election ElectionID, id QuestionID) (Question, error) {
	rec, err := draft(tx, election)
	if err != nil {
		return Question{}, err
	}
	at, err := rec.place(id)
	if err != nil {
		return Question{}, err
	}
	if rec.Questions[at].Method.Traits().Answers {
		return Question{}, refusal.MotionOptions
	}
	return rec.Questions[at], nil
}

// MayChangeCandidate is nil if an administrator may change a candidate now, before work is put into a change. Errors:
// refusal.NotFound (also when the candidate is in another election), refusal.NotDraft, refusal.MotionOptions.
func (s *Store) MayChangeCandidate(ctx context.Context, election ElectionID, id CandidateID) error {
	return s.view(ctx, func(tx *bolt.Tx) error {
		_, err := draftCandidate(tx, election, id)
		return err
	})
}

// draftCandidate reads a candidate who may be changed: of the given election, unless it is "", which must be in DRAFT.
func draftCandidate(tx *bolt.Tx, election ElectionID, id CandidateID) (Candidate, error) {
	c, err := candidateTable.Get(tx, id)
	if err != nil {
		return c, err
	}
	if election != "" && c.ElectionID != election {
		return c, refusal.Missing(candidateTable.Name)
	}
	_, err = draftQuestion(tx, c.ElectionID, c.QuestionID)
	return c, err
}
