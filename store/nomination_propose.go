package store

import (
	"context"
	"errors"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// maxProposals is how many people a member can propose for a question.
const maxProposals = 5

// Propose proposes somebody for a question, by their full name or member reference. What it returns says nothing of who
// is on the roll and who stands: the name may fit a person or nobody, and an administrator finds the person later. It
// returns whom the member has proposed for the question. Errors: refusal.NotFound, refusal.NotMember,
// refusal.NominationsOver, refusal.NominationsFull, refusal.TooManyProposals, refusal.ValidationFailed.
func (s *Store) Propose(ctx context.Context, user UserID, id ElectionID, question QuestionID,
	name string) (proposed []string, err error) {
	err = s.update(ctx, func(tx *bolt.Tx) error {
		proposed = nil
		var faults input.Faults
		faults.Name("name", &name, 1, maxName)
		if err := faults.Err(); err != nil {
			return err
		}
		member, err := memberOf(tx, user)
		if err != nil {
			return err
		}
		if _, err := s.callFor(tx, id, question); err != nil {
			return err
		}
		all, err := nominationsOf(tx, id, question)
		if err != nil {
			return err
		}
		if proposed = proposalsBy(all, member.ID); slices.Contains(proposed, name) {
			return nil
		}
		if err := roomToPropose(all, proposed); err != nil {
			return err
		}
		proposed = append(proposed, name)
		n, err := s.putProposal(tx, id, question, all, Proposal{member.ID, member.FullName, name})
		if err != nil {
			return err
		}
		return s.auditNomination(tx, audit.ByUser(user), "nomination.proposed", n)
	})
	return proposed, err
}

// proposalsBy lists whom a member has proposed among nominations, in the member's words.
func proposalsBy(all []Nomination, member RollID) (wrote []string) {
	for _, n := range all {
		for _, p := range n.Proposals {
			if p.By == member {
				wrote = append(wrote, p.Wrote)
			}
		}
	}
	return wrote
}

// roomToPropose checks that a member can propose one more. Errors: refusal.TooManyProposals, refusal.NominationsFull.
func roomToPropose(all []Nomination, proposed []string) error {
	if len(proposed) >= maxProposals {
		return refusal.TooManyProposals.With(refusal.Facts{"max": maxProposals})
	}
	waiting := 0
	for _, n := range all {
		if n.Answer == "" {
			waiting++
		}
	}
	if waiting >= MaxCandidates {
		return refusal.NominationsFull.With(refusal.Facts{"max": MaxCandidates})
	}
	return nil
}

// putProposal adds a proposal to the nomination of the same person or name, or makes one.
func (s *Store) putProposal(tx *bolt.Tx, id ElectionID, question QuestionID, all []Nomination,
	p Proposal) (Nomination, error) {
	n := Nomination{ID: kv.NewID[NominationID](), ElectionID: id, QuestionID: question, Name: p.Wrote,
		CreatedAt: s.clock()}
	person, err := findReferred(tx, p.Wrote)
	switch {
	case err == nil:
		n.Person, n.Name = person.ID, person.FullName
	case !errors.Is(err, refusal.NotFound) && !errors.Is(err, errNameShared):
		return n, err
	}
	var previous *Nomination
	at := slices.IndexFunc(all, func(other Nomination) bool {
		return other.Person == n.Person && (n.Person != "" || search.Fold(other.Name) == search.Fold(n.Name))
	})
	if at >= 0 {
		previous = &all[at]
		n = *previous
	}
	n.Proposals = append(slices.Clone(n.Proposals), p)
	return n, nominationTable.Put(tx, previous, n)
}

// FindNominee says which person of the roll a proposal means. If the person is nominated for the question already, the
// two become one. Errors: refusal.NotFound, refusal.NotDraft, refusal.NominationState for one whose person is known.
func (s *Store) FindNominee(ctx context.Context, by audit.Actor, id ElectionID, nomination NominationID,
	person RollID) (Nomination, error) {
	var n Nomination
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := draftNomination(tx, id, nomination)
		if err != nil {
			return err
		}
		if previous.Person != "" {
			return previous.unfit()
		}
		entry, err := rollTable.Get(tx, person)
		if err != nil {
			return err
		}
		n = previous
		n.Person, n.Name = entry.ID, entry.FullName
		known, err := nominationFor(tx, id, n.QuestionID, person)
		if err != nil {
			return err
		}
		replaced := &previous
		if known != nil {
			if err := deleteNomination(tx, previous); err != nil {
				return err
			}
			n, replaced = *known, known
			n.Proposals = slices.Concat(known.Proposals, previous.Proposals)
		}
		if err := nominationTable.Put(tx, replaced, n); err != nil {
			return err
		}
		return s.auditNomination(tx, by, "nomination.found", n)
	})
	return n, err
}
