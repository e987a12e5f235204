package store

import (
	"cmp"
	"context"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// AddRollEntry puts one person on the roll by the rules of an import. Somebody without a number votes by a member key,
// which they get later. An account with their number is linked to the entry if same says that the names agree. Errors:
// refusal.ValidationFailed, also for a number or member reference that somebody on the roll has;
// refusal.PerhapsSamePerson for the name of somebody on the roll, unless the line answers RollAnother.
func (s *Store) AddRollEntry(ctx context.Context, by audit.Actor, l RollLine, same SameName) (RollEntry, error) {
	return s.putRollEntry(ctx, by, "", l, same)
}

// ChangeRollEntry corrects an entry, but no frozen roll. Errors: refusal.NotFound, refusal.ValidationFailed, and
// refusal.PerhapsSamePerson where the entry gets the name of another.
func (s *Store) ChangeRollEntry(ctx context.Context, by audit.Actor, id RollID, l RollLine,
	same SameName) (RollEntry, error) {
	return s.putRollEntry(ctx, by, id, l, same)
}

func (s *Store) putRollEntry(ctx context.Context, by audit.Actor, id RollID, l RollLine,
	same SameName) (RollEntry, error) {
	var e RollEntry
	err := s.update(ctx, func(tx *bolt.Tx) error {
		line := l
		line.ID, line.alone = id, true
		if id != "" {
			previous, err := rollTable.Get(tx, id)
			if err != nil {
				return err
			}
			line.FullName = cmp.Or(l.FullName, &previous.FullName)
		}
		im := s.newRollImport(tx, same)
		im.prepare([]RollLine{line})
		if err := im.importLine(0); err != nil {
			return err
		}
		if err := im.giveProxies(); err != nil {
			return err
		}
		out := im.report.Lines[0]
		if out.Outcome == RollRefused {
			return out.Problems.Err()
		}
		if out.Outcome == RollAsked {
			return perhapsSame(out.Candidates)
		}
		rec, err := rollTable.Get(tx, out.Entry)
		if err != nil {
			return err
		}
		if e, err = rec.entry(tx); err != nil || out.Outcome == RollUnchanged {
			return err
		}
		if e.KeptBy, err = keptSince(tx, im.before); err != nil {
			return err
		}
		if out.Outcome == RollAdded {
			return s.audit(tx, by, "roll.added", rollSubject(rec.ID), nil)
		}
		var fields []string
		for _, f := range im.fields {
			if f.inLine(&l) {
				fields = append(fields, f.Name)
			}
		}
		return s.audit(tx, by, "roll.changed", rollSubject(rec.ID), map[string]string{"fields": strings.Join(fields, " ")})
	})
	return e, err
}

// perhapsSame refuses a person who may be one of the roll, and names those.
func perhapsSame(candidates []RollCandidate) error {
	var names, entries []string
	for _, c := range candidates {
		names, entries = append(names, c.Person.FullName), append(entries, string(c.Entry))
	}
	return refusal.PerhapsSamePerson.With(refusal.Facts{"names": names, "entries": entries})
}

// SetPresent notes that a person of the roll is present, or is not. Errors: refusal.NotFound.
func (s *Store) SetPresent(ctx context.Context, by audit.Actor, id RollID, present bool) (RollEntry, error) {
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
func (s *Store) ClearPresent(ctx context.Context, by audit.Actor) (int, error) {
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
