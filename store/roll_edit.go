package store

import (
	"context"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// RollChange is what to say about one person of the roll: nil leaves a field as it is, and a pointer
// to "" empties it. For a new person nil is empty.
type RollChange struct {
	FullName    *string
	DateOfBirth *string // YYYY-MM-DD
	Member      *string
	NationalID  *string // compact form
	VoterID     *string // compact form
	Email       *string
	Language    *string
	Address     *string
	Weight      *int
	ProxyFor    []string // member references of the people who gave the person their vote; nil leaves this as it is

	Problems input.Faults // what the caller found wrong already
}

// AddRollEntry puts one person on the roll by the rules of an import. They may be without a number:
// then they vote by a member key, which they get later. An account with their number is linked to
// the entry if same says that the names agree. Errors: refusal.ValidationFailed, also for a number
// or member reference that somebody on the roll has.
func (s *Store) AddRollEntry(ctx context.Context, by Actor, c RollChange, same SameName) (RollEntry, error) {
	return s.putRollEntry(ctx, by, "", c, same)
}

// ChangeRollEntry corrects one person of the roll by the rules of an import. What an election froze
// stays as it was. Errors: refusal.NotFound, refusal.ValidationFailed.
func (s *Store) ChangeRollEntry(ctx context.Context, by Actor, id RollID, c RollChange, same SameName) (RollEntry, error) {
	return s.putRollEntry(ctx, by, id, c, same)
}

func (s *Store) putRollEntry(ctx context.Context, by Actor, id RollID, c RollChange, same SameName) (RollEntry, error) {
	var e RollEntry
	err := s.update(ctx, func(tx *bolt.Tx) error {
		var previous rollRecord
		if id != "" {
			var err error
			if previous, err = rollTable.Get(tx, id); err != nil {
				return err
			}
		}
		line, dropped := c.line(previous)
		im := s.newRollImport(tx, same)
		if previous.User != "" && len(dropped) > 0 && len(c.Problems) == 0 {
			line.Problems = append(slices.Clone(line.Problems), refusal.RollNumberDiffers.Of(numberField(dropped[0]), nil))
		}
		outcome, err := im.one(line, dropped)
		if err != nil {
			return err
		}
		rec, err := rollTable.Get(tx, outcome.Entry)
		if err != nil {
			return err
		}
		if e, err = rec.entry(tx); err != nil || outcome.Outcome == RollUnchanged {
			return err
		}
		if outcome.Outcome == RollAdded {
			return s.audit(tx, by, "roll.added", rollSubject(rec.ID), nil)
		}
		return s.audit(tx, by, "roll.changed", rollSubject(rec.ID), map[string]string{"fields": strings.Join(c.fields(), " ")})
	})
	return e, err
}

// one imports a line by itself, and takes numbers away. Errors: refusal.ValidationFailed.
func (im *rollImport) one(l RollLine, dropped []IdentityKind) (RollLineReport, error) {
	if err := im.importLine(l); err != nil {
		return RollLineReport{}, err
	}
	if err := im.giveProxies(); err != nil {
		return RollLineReport{}, err
	}
	out := im.report.Lines[0]
	if out.Outcome == RollRefused || len(dropped) == 0 {
		return out, out.Problems.Err()
	}
	previous, err := rollTable.Get(im.tx, out.Entry)
	if err != nil {
		return out, err
	}
	next := previous
	for _, kind := range dropped {
		next.dropNumber(kind)
	}
	next.UpdatedAt, out.Outcome = im.now, RollUpdated
	return out, rollTable.Put(im.tx, &previous, next)
}

// line is the line that changes an entry, and the kinds of number that the entry loses.
func (c RollChange) line(previous rollRecord) (l RollLine, dropped []IdentityKind) {
	l = RollLine{
		ID: previous.ID, FullName: previous.FullName, DateOfBirth: previous.DateOfBirth, Member: previous.Member,
		Email: c.Email, Language: c.Language, Address: c.Address, Weight: c.Weight, ProxyFor: c.ProxyFor, Problems: c.Problems, alone: true,
	}
	set(&l.FullName, c.FullName)
	set(&l.DateOfBirth, c.DateOfBirth)
	set(&l.Member, c.Member)
	set(&l.NationalID, c.NationalID)
	set(&l.VoterID, c.VoterID)
	for kind, number := range map[IdentityKind]*string{NationalID: c.NationalID, VoterID: c.VoterID} {
		if number != nil && *number == "" && previous.numberMAC(kind) != nil {
			dropped = append(dropped, kind)
		}
	}
	slices.Sort(dropped)
	return l, dropped
}

// fields are the names of what a change says something about.
func (c RollChange) fields() []string {
	var all []string
	for _, f := range []struct {
		name string
		said bool
	}{
		{"fullName", c.FullName != nil}, {"dateOfBirth", c.DateOfBirth != nil}, {"member", c.Member != nil}, {"nationalId", c.NationalID != nil},
		{"voterId", c.VoterID != nil}, {"email", c.Email != nil}, {"language", c.Language != nil}, {"address", c.Address != nil},
		{"weight", c.Weight != nil}, {fieldProxyFor, c.ProxyFor != nil},
	} {
		if f.said {
			all = append(all, f.name)
		}
	}
	return all
}

// SetPresent notes that a person of the roll is present, or is not. Errors: refusal.NotFound.
func (s *Store) SetPresent(ctx context.Context, by Actor, id RollID, present bool) (RollEntry, error) {
	var e RollEntry
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		next := previous
		next.Present = present
		if e, err = next.entry(tx); err != nil || previous.Present == present {
			return err
		}
		if err := rollTable.Put(tx, &previous, next); err != nil {
			return err
		}
		action := "roll.present"
		if !present {
			action = "roll.absent"
		}
		return s.audit(tx, by, action, rollSubject(id), nil)
	})
	return e, err
}

// ClearPresent notes that nobody is present any more, and returns how many people were.
func (s *Store) ClearPresent(ctx context.Context, by Actor) (int, error) {
	var present []RollID
	err := s.update(ctx, func(tx *bolt.Tx) error {
		present = nil
		for k := range kv.Walk(tx, bucketRollByState, statePresent.part()) {
			present = append(present, kv.LastID[RollID](k))
		}
		for _, id := range present {
			previous, err := rollTable.Get(tx, id)
			if err != nil {
				return err
			}
			next := previous
			next.Present = false
			if err := rollTable.Put(tx, &previous, next); err != nil {
				return err
			}
		}
		if len(present) == 0 {
			return nil
		}
		return s.audit(tx, by, "roll.present_cleared", rollSubject(""), nil)
	})
	return len(present), err
}
