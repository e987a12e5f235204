package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// RollPerson names a person of the roll.
type RollPerson struct {
	ID       RollID `json:"id"`
	FullName string `json:"fullName"`
}

// KeptElection is an ACTIVE election that keeps an earlier weight, groups or proxy of a person.
type KeptElection struct {
	ID    ElectionID `json:"id"`
	Title string     `json:"title"`
}

// errNameShared means that several people of the roll have a name.
var errNameShared = errors.New("several people have this name")

// findReferred finds the person of the roll with a member reference, an id or, if only one person has it, a full name.
// Errors: refusal.NotFound, errNameShared.
func findReferred(tx *bolt.Tx, reference string) (rollRecord, error) {
	folded := search.Fold(reference)
	rec, err := rollTable.By(tx, bucketRollByMember, []byte(folded))
	if !errors.Is(err, refusal.NotFound) {
		return rec, err
	}
	if rec, err = rollTable.Get(tx, RollID(reference)); !errors.Is(err, refusal.NotFound) {
		return rec, err
	}
	alike, err := namesakes(tx, personKey(reference))
	if err != nil {
		return rec, err
	}
	alike = slices.DeleteFunc(alike, func(r rollRecord) bool { return search.Fold(r.FullName) != folded })
	switch len(alike) {
	case 0:
		return rec, refusal.NotFound
	case 1:
		return alike[0], nil
	}
	return rec, errNameShared
}

// reference returns what findReferred finds a person by: their member reference, their name or, if others have it,
// their id.
func (r rollRecord) reference(tx *bolt.Tx) (string, error) {
	if r.Member != "" {
		return r.Member, nil
	}
	found, err := findReferred(tx, r.FullName)
	switch {
	case errors.Is(err, errNameShared), err == nil && found.ID != r.ID:
		return string(r.ID), nil
	}
	return r.FullName, err
}

// shownName is a person's member reference or, without one, their name, for a refusal.
func (r rollRecord) shownName() string { return cmp.Or(r.Member, r.FullName) }

// holderOf returns who holds a person's vote; nil for nobody.
func holderOf(tx *bolt.Tx, giver RollID) (*rollRecord, error) {
	holder, err := rollTable.By(tx, bucketRollByGiver, []byte(giver))
	if errors.Is(err, refusal.NotFound) {
		return nil, nil
	}
	return &holder, err
}

// SetHolder gives the vote of a person of the roll to another person, instead of whoever holds it, or takes it back if
// holder is "". Elections that are open keep the earlier proxy. Errors: refusal.NotFound; refusal.ValidationFailed for
// the field holder.
func (s *Store) SetHolder(ctx context.Context, by audit.Actor, giver, holder RollID) (RollEntry, error) {
	var e RollEntry
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := rollTable.Get(tx, giver)
		if err != nil {
			return err
		}
		now := s.clock()
		before, err := holderOf(tx, giver)
		if err != nil {
			return err
		}
		if holder == "" && before == nil || before != nil && before.ID == holder {
			e, err = rec.entry(tx)
			return err
		}
		if err := takeBack(tx, giver, now); err != nil {
			return err
		}
		if holder != "" {
			if err := rec.giveTo(tx, holder, now); err != nil {
				return err
			}
		}
		if e, err = rec.entry(tx); err != nil {
			return err
		}
		if e.KeptBy, err = keptBy(tx, nil, []RollID{giver}); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.changed", rollSubject(giver), map[string]string{"fields": fieldHolder})
	})
	return e, err
}

// fieldHolder is the field that says who holds a person's vote.
const fieldHolder = "holder"

// giveTo gives a person's vote, which nobody holds, to a holder.
func (r rollRecord) giveTo(tx *bolt.Tx, holder RollID, now time.Time) error {
	previous, err := rollTable.Get(tx, holder)
	if errors.Is(err, refusal.NotFound) {
		return refusal.Invalid(fieldHolder, refusal.RollUnknownID, nil)
	}
	if err != nil {
		return err
	}
	passedOn, err := holderOf(tx, holder)
	switch {
	case err != nil:
		return err
	case holder == r.ID:
		return refusal.Invalid(fieldHolder, refusal.RollOwnProxy, refusal.Facts{"member": r.shownName()})
	case len(r.Givers) > 0:
		return refusal.Invalid(fieldHolder, refusal.RollGiverHolds, refusal.Facts{"member": r.shownName()})
	case passedOn != nil:
		return refusal.Invalid(fieldHolder, refusal.RollHolderGave, refusal.Facts{"holder": passedOn.FullName})
	case len(previous.Givers) >= MaxProxies:
		return refusal.Invalid(fieldHolder, refusal.RollManyProxies, refusal.Facts{"max": MaxProxies})
	}
	next := previous
	next.Givers, next.UpdatedAt = append(slices.Clone(previous.Givers), r.ID), now
	return rollTable.Put(tx, &previous, next)
}

// keptSince lists the ACTIVE elections that keep a weight, groups or a proxy which entries had before; nil is for an
// entry that was not there.
func keptSince(tx *bolt.Tx, before map[RollID]*rollRecord) ([]KeptElection, error) {
	var people, givers []RollID
	for id, previous := range before {
		next, err := rollTable.Get(tx, id)
		if err != nil && !errors.Is(err, refusal.NotFound) {
			return nil, err
		}
		if previous == nil {
			previous = &rollRecord{}
		}
		reweighed, given := changedVotes(*previous, next)
		people, givers = append(people, reweighed...), append(givers, given...)
	}
	return keptBy(tx, people, givers)
}

// changedVotes lists whose weight or groups, and the holder of whose vote, differ between two records of an entry. That
// of an entry that is not there is zero.
func changedVotes(previous, next rollRecord) (people, givers []RollID) {
	if previous.ID != "" && next.ID != "" &&
		(previous.Weight != next.Weight || !slices.Equal(previous.Groups, next.Groups)) {
		people = []RollID{next.ID}
	}
	for _, id := range slices.Concat(previous.Givers, next.Givers) {
		if slices.Contains(previous.Givers, id) != slices.Contains(next.Givers, id) {
			givers = append(givers, id)
		}
	}
	return people, givers
}

// keptBy lists the ACTIVE elections whose frozen roll has another weight or other groups for one of some people, or
// another holder for one of some givers, than the roll now. Somebody who is not on it may be in one of its groups now.
func keptBy(tx *bolt.Tx, people, givers []RollID) ([]KeptElection, error) {
	var all []KeptElection
	for id := range electionsIn(tx, Active) {
		e, err := electionTable.Get(tx, id)
		if err != nil {
			return nil, err
		}
		keeps, err := e.keeps(tx, people, givers)
		if err != nil {
			return nil, err
		}
		if keeps {
			all = append(all, KeptElection{id, e.Title})
		}
	}
	return all, nil
}

func (e *Election) keeps(tx *bolt.Tx, people, givers []RollID) (bool, error) {
	frozen := frozenRoll(tx, e.ID)
	if frozen == nil {
		return false, nil
	}
	for i, id := range slices.Concat(people, givers) {
		p, err := elector(frozen, id)
		if err != nil && !errors.Is(err, refusal.NotFound) {
			return false, err
		}
		if i < len(people) {
			rec, err := rollTable.Get(tx, id)
			came := p.ID == "" && e.Settings.Electorate == ElectorateRoll && e.asksSome() && e.asks(rec)
			if err != nil || came || p.ID != "" && (p.Weight != rec.Weight || !slices.Equal(p.Groups, e.groupsOf(rec))) {
				return true, err
			}
			continue
		}
		holder, err := holderOf(tx, id)
		if err != nil {
			return false, err
		}
		if e.MaxProxies > 0 && p.HeldBy != holder.id() {
			return true, nil
		}
	}
	return false, nil
}

// id is the id of a record; "" for nobody.
func (r *rollRecord) id() RollID {
	if r == nil {
		return ""
	}
	return r.ID
}
