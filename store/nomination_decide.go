package store

import (
	"cmp"
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// nominationOf reads a nomination for an election. Errors: refusal.NotFound.
func nominationOf(tx *bolt.Tx, id ElectionID, nomination NominationID) (Nomination, error) {
	n, err := nominationTable.Get(tx, nomination)
	if err == nil && n.ElectionID != id {
		err = refusal.Missing(nominationTable.Name)
	}
	return n, err
}

// draftNomination reads a nomination for a DRAFT. Errors: refusal.NotFound, refusal.NotDraft.
func draftNomination(tx *bolt.Tx, id ElectionID, nomination NominationID) (Nomination, error) {
	if _, err := draft(tx, id); err != nil {
		return Nomination{}, err
	}
	return nominationOf(tx, id, nomination)
}

// unfit refuses what cannot be done with a nomination in its state.
func (n Nomination) unfit() error {
	return refusal.NominationState.With(refusal.Facts{"state": string(n.State())})
}

// DecideNomination admits a nomination for a DRAFT or refuses it, in place of an earlier decision. A refusal needs a
// reason, which the person sees; it takes the candidate away whom the nomination has become. Errors: refusal.NotFound,
// refusal.NotDraft, refusal.ValidationFailed; refusal.NominationState for a person who does not stand.
func (s *Store) DecideNomination(ctx context.Context, by audit.Actor, id ElectionID, nomination NominationID,
	admit bool, reason string) (Nomination, error) {
	least, action := 0, "nomination.admitted"
	if !admit {
		least, action = minReason, "nomination.refused"
	}
	var faults input.Faults
	faults.Text("reason", &reason, least, maxReason)
	if err := faults.Err(); err != nil {
		return Nomination{}, err
	}
	var n Nomination
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := draftNomination(tx, id, nomination)
		if err != nil {
			return err
		}
		if previous.Answer != AnswerAccepted && (admit || previous.Answer != "") {
			return previous.unfit()
		}
		n = previous
		n.Decision = &Decision{Admitted: admit, Reason: reason, By: by, At: s.clock()}
		if !admit {
			if err := dropCandidate(tx, &n); err != nil {
				return err
			}
		}
		if err := nominationTable.Put(tx, &previous, n); err != nil {
			return err
		}
		return s.auditNomination(tx, by, action, n)
	})
	return n, err
}

// dropCandidate removes the candidate whom a nomination has become, if there is one.
func dropCandidate(tx *bolt.Tx, n *Nomination) error {
	id := n.Candidate
	n.Candidate = ""
	if id == "" || !candidateTable.Has(tx, id) {
		return nil
	}
	c, err := candidateTable.Get(tx, id)
	if err != nil {
		return err
	}
	if err := unpin(tx, c); err != nil {
		return err
	}
	return deleteCandidate(tx, c)
}

// MakeCandidates makes candidates of the nominations for a DRAFT that were admitted, with statement and photo: those of
// a question by name, after the candidates who stand there. It adds each nomination once, and returns those that it has
// added. Errors: refusal.NotFound, refusal.NotDraft, refusal.NoNominations, refusal.TooManyCandidates,
// refusal.TooManyOptions; refusal.ValidationFailed for the name of a candidate whom an administrator has typed in.
func (s *Store) MakeCandidates(ctx context.Context, by audit.Actor, id ElectionID) ([]Candidate, error) {
	var added []Candidate
	err := s.update(ctx, func(tx *bolt.Tx) error {
		added = nil
		e, err := draft(tx, id)
		if err != nil {
			return err
		}
		for _, q := range e.Questions {
			due, err := dueNominations(tx, id, q.ID)
			if err != nil {
				return err
			}
			if len(due) == 0 {
				continue
			}
			if !q.takesNominations() {
				return refusal.NoNominations
			}
			made, err := s.makeCandidates(tx, by, id, q, due)
			if err != nil {
				return err
			}
			added = append(added, made...)
		}
		return nil
	})
	return added, err
}

// dueNominations reads the nominations for a question that were admitted and are no candidates, by name.
func dueNominations(tx *bolt.Tx, id ElectionID, question QuestionID) ([]Nomination, error) {
	all, err := nominationsOf(tx, id, question)
	if err != nil {
		return nil, err
	}
	due := slices.DeleteFunc(all, func(n Nomination) bool {
		return n.State() != NominationAdmitted || n.Candidate != "" && candidateTable.Has(tx, n.Candidate)
	})
	places := make(map[NominationID]string)
	for _, n := range due {
		entry, err := rollTable.Get(tx, n.Person)
		if err != nil {
			return nil, err
		}
		places[n.ID] = search.Fold(entry.sortName())
	}
	slices.SortFunc(due, func(a, b Nomination) int {
		return cmp.Or(cmp.Compare(places[a.ID], places[b.ID]), cmp.Compare(a.ID, b.ID))
	})
	return due, nil
}

// makeCandidates makes candidates of nominations for a question.
func (s *Store) makeCandidates(tx *bolt.Tx, by audit.Actor, id ElectionID, q Question,
	due []Nomination) ([]Candidate, error) {
	standing, err := candidatesOf(tx, id, q.ID)
	if err != nil {
		return nil, err
	}
	if err := q.checkCount(len(standing) + len(due)); err != nil {
		return nil, err
	}
	if err := checkTyped(tx, id, q.ID, standing, due); err != nil {
		return nil, err
	}
	place, err := q.makeRoom(tx, id, standing, len(due))
	if err != nil {
		return nil, err
	}
	var made []Candidate
	for i, n := range due {
		c := Candidate{ID: kv.NewID[CandidateID](), ElectionID: id, QuestionID: q.ID, Position: place + uint16(i),
			Name: n.Name, Affiliation: n.Affiliation, Description: n.Statement, CreatedAt: s.clock()}
		if err := s.putNominee(tx, by, n, &c); err != nil {
			return nil, err
		}
		made = append(made, c)
	}
	return made, nil
}

// checkTyped refuses names that an administrator has typed in as candidates: one person would stand twice.
func checkTyped(tx *bolt.Tx, id ElectionID, question QuestionID, standing []Candidate, due []Nomination) error {
	all, err := nominationsOf(tx, id, question)
	if err != nil {
		return err
	}
	nominated := make(map[CandidateID]bool)
	for _, n := range all {
		nominated[n.Candidate] = true
	}
	typed := slices.DeleteFunc(slices.Clone(standing), func(c Candidate) bool { return nominated[c.ID] })
	var repeated []string
	for _, n := range due {
		same := func(c Candidate) bool { return foldName(c.Name) == foldName(n.Name) }
		if slices.ContainsFunc(typed, same) && !slices.Contains(repeated, n.Name) {
			repeated = append(repeated, n.Name)
		}
	}
	if len(repeated) == 0 {
		return nil
	}
	return refusal.Invalid("names", refusal.NamesRepeated, refusal.Facts{"names": repeated})
}

// putNominee stores the candidate whom a nomination becomes, with a copy of the photo.
func (s *Store) putNominee(tx *bolt.Tx, by audit.Actor, previous Nomination, c *Candidate) error {
	if previous.Photo != nil {
		photo, data, err := readPhoto(tx, previous.Photo.ID)
		if err != nil {
			return err
		}
		image := Image{Data: data, MediaType: photo.MediaType, Width: photo.Width, Height: photo.Height}
		if c.Photo, err = replacePhoto(tx, nil, image, PhotoOwner{Candidate: c.ID}, s.clock()); err != nil {
			return err
		}
	}
	n := previous
	n.Candidate = c.ID
	if err := nominationTable.Put(tx, &previous, n); err != nil {
		return err
	}
	return s.putNewCandidate(tx, by, *c)
}
