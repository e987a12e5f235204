package store

import (
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// noteExport notes in the audit list that someone takes data away from this machine, and counts it in those of the
// elections that are ACTIVE. It comes before the data: if that breaks off, a part of it was taken too.
func (s *Store) noteExport(tx *bolt.Tx, by audit.Actor, action string, on audit.Subject, detail map[string]string,
	elections []ElectionID) error {
	for _, id := range elections {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if rec.Status != Active {
			continue
		}
		next := rec
		next.Exports++
		if err := electionTable.Put(tx, &rec, next); err != nil {
			return err
		}
	}
	return s.audit(tx, by, action, on, detail)
}

// ExportRoll reads the whole electoral roll at one moment, by name, after noting in the audit list who does.
func (s *Store) ExportRoll(ctx context.Context, by audit.Actor) ([]RollEntry, error) {
	err := s.update(ctx, func(tx *bolt.Tx) error {
		return s.noteExport(tx, by, "roll.exported", rollSubject(""), nil, slices.Collect(electionsIn(tx, Active)))
	})
	if err != nil {
		return nil, err
	}
	var all []RollEntry
	err = s.view(ctx, func(tx *bolt.Tx) error {
		for k := range kv.Walk(tx, bucketRollByName, nil) {
			rec, err := rollTable.Get(tx, kv.LastID[RollID](k))
			if err != nil {
				return err
			}
			e, err := rec.entry(tx)
			if err != nil {
				return err
			}
			all = append(all, e)
		}
		return nil
	})
	return all, err
}

// ExportElectorate reads a frozen roll in the order of its hash, for comparison with the manifest, and audits who does.
// Errors: refusal.NotFound, also for an election without a frozen roll, or whose frozen roll was deleted.
func (s *Store) ExportElectorate(ctx context.Context, by audit.Actor, id ElectionID) ([]ballotbox.Elector, error) {
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if e, err := electionTable.Get(tx, id); err == nil && !e.RollGoneAt.IsZero() || frozenRoll(tx, id) == nil {
			return refusal.Missing("electorate")
		}
		return s.noteExport(tx, by, "election.electorate_exported", electionSubject(id), nil, []ElectionID{id})
	})
	if err != nil {
		return nil, err
	}
	var all []ballotbox.Elector
	err = s.view(ctx, func(tx *bolt.Tx) error {
		return frozenRoll(tx, id).ForEach(func(k, raw []byte) error {
			p, err := kv.DecodeRecord[ballotbox.Elector](k, raw)
			all = append(all, p)
			return err
		})
	})
	return all, err
}

// NamedAudit is an audit line with the present names of its ids, as far as their records still exist.
type NamedAudit struct {
	audit.Record
	ActorName   string
	SubjectName string
}

// exportedLines is how many lines of the audit list are exported together.
const exportedLines = 1000

// ExportAudit hands on the lines of the audit list that the filter has, the oldest first, after noting in the list who
// does: at most 1,000 at a time, however long the list is. Lines never change, so it does not matter that the parts are
// read one after the other, and a client that takes its time keeps no page of the database from being used again. The
// note is the last line, where the filter has it. Errors: those of each.
func (s *Store) ExportAudit(ctx context.Context, by audit.Actor, f audit.Filter, each func([]NamedAudit) error) error {
	var last uint64
	err := s.update(ctx, func(tx *bolt.Tx) error {
		err := s.audit(tx, by, "installation.audit_exported", audit.Installation(), nil)
		last = audit.ReadHead(tx).Seq
		return err
	})
	for next := uint64(1); err == nil && next <= last; {
		var some []NamedAudit
		err = s.view(ctx, func(tx *bolt.Tx) error {
			names := make(map[audit.Subject]string)
			nameOf := func(kind, id string) string {
				on := audit.Subject{Kind: kind, ID: id}
				if _, known := names[on]; !known {
					names[on] = nameOf(tx, kind, id)
				}
				return names[on]
			}
			for ; next <= last && len(some) < exportedLines; next++ {
				e, err := audit.Get(tx, next)
				if err != nil {
					return err
				}
				if f.Matches(e) {
					some = append(some, NamedAudit{e, nameOf("user", e.Actor.ID), nameOf(e.Subject.Kind, e.Subject.ID)})
				}
			}
			return nil
		})
		if err == nil {
			err = each(some)
		}
	}
	return err
}

// nameOf is what the user, election or show of hands of an id is called, if there is one.
func nameOf(tx *bolt.Tx, kind, id string) string {
	switch kind {
	case "user":
		if u, err := userTable.Get(tx, UserID(id)); err == nil {
			return u.FullName
		}
	case "election":
		if e, err := electionTable.Get(tx, ElectionID(id)); err == nil {
			return e.Title
		}
	case handsTable.Name:
		if h, err := handsTable.Get(tx, HandsID(id)); err == nil {
			return h.Title
		}
	}
	return ""
}
