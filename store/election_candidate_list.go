package store

import (
	"context"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// AddCandidates adds candidates of the given names to a question of a DRAFT, in their order: all, or none of them. ""
// is the only question. In a question with lists they stand on a list, or are lists themselves for "". A name that is
// there twice, or stands already, is refused. Errors: refusal.NotFound, refusal.NotDraft, refusal.MotionOptions,
// refusal.TooManyCandidates, refusal.TooManyOptions, refusal.ValidationFailed.
func (s *Store) AddCandidates(ctx context.Context, by audit.Actor, id ElectionID, question QuestionID,
	list CandidateID, names []string) ([]Candidate, error) {
	names = slices.Clone(names)
	var added []Candidate
	err := s.update(ctx, func(tx *bolt.Tx) error {
		q, err := draftQuestion(tx, id, question)
		if err != nil {
			return err
		}
		standing, err := candidatesOf(tx, id, q.ID)
		if err != nil {
			return err
		}
		if err := q.checkCount(len(standing) + len(names)); err != nil {
			return err
		}
		if list != "" && !isList(standing, list) || list != "" && q.Lists == nil {
			return refusal.Invalid("list", refusal.NotAList, nil)
		}
		if err := checkNames(names, standing); err != nil {
			return err
		}
		added, err = s.putCandidates(tx, by, q, standing, Candidate{ElectionID: id, QuestionID: q.ID, List: list}, names)
		return err
	})
	return added, err
}

// foldName makes names of candidates comparable.
func foldName(name string) string { return strings.Join(strings.Fields(search.Fold(name)), " ") }

// checkNames cleans the names of new candidates, and refuses those that are there more than once.
func checkNames(names []string, standing []Candidate) error {
	var faults input.Faults
	if len(names) == 0 {
		faults.Add("names", refusal.Required, nil)
	}
	seen := make(map[string]bool)
	for _, c := range standing {
		seen[foldName(c.Name)] = true
	}
	var repeated []string
	for i := range names {
		faults.Name("names", &names[i], 1, maxName)
		folded := foldName(names[i])
		if seen[folded] && !slices.Contains(repeated, names[i]) {
			repeated = append(repeated, names[i])
		}
		seen[folded] = true
	}
	if len(repeated) > 0 {
		faults.Add("names", refusal.NamesRepeated, refusal.Facts{"names": repeated})
	}
	return faults.Err()
}

// putCandidates stores new candidates of a question after those who stand, like one but for their names.
func (s *Store) putCandidates(tx *bolt.Tx, by audit.Actor, q Question, standing []Candidate, like Candidate,
	names []string) ([]Candidate, error) {
	place, err := q.makeRoom(tx, like.ElectionID, standing, len(names))
	if err != nil {
		return nil, err
	}
	var added []Candidate
	for i, name := range names {
		c := like
		c.ID, c.Position, c.Name, c.CreatedAt = kv.NewID[CandidateID](), place+uint16(i), name, s.clock()
		if err := s.putNewCandidate(tx, by, c); err != nil {
			return nil, err
		}
		added = append(added, c)
	}
	return added, nil
}
