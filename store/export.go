package store

import (
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// noteExport notes in the audit list that someone takes data away from this machine, and counts it in
// those of the elections that are ACTIVE. It comes before the data: if that breaks off, a part of it
// was taken too.
func (s *Store) noteExport(tx *bolt.Tx, by Actor, action string, on Subject, detail map[string]string, elections []ElectionID) error {
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

// ExportRoll reads the whole electoral roll at one moment, by name, after noting in the audit list
// who does.
func (s *Store) ExportRoll(ctx context.Context, by Actor) ([]RollEntry, error) {
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

// ExportElectorate reads the frozen roll of an election in the order of its hash, so that anyone who
// gets it can check it against the manifest. First it notes in the audit list who does. Errors:
// refusal.NotFound, also for an election without a frozen roll.
func (s *Store) ExportElectorate(ctx context.Context, by Actor, id ElectionID) ([]ballotbox.Elector, error) {
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if frozenRoll(tx, id) == nil {
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
