package store

import (
	"bytes"
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// SetWitnesses names the witnesses of an election in DRAFT, and how many of them must cosign its last checkpoint; the
// zero value names none. Errors: refusal.NotFound, refusal.NotDraft, refusal.ValidationFailed.
func (s *Store) SetWitnesses(ctx context.Context, by audit.Actor, id ElectionID,
	w ballotbox.Witnesses) (Election, error) {
	return s.changeDraft(ctx, by, id, "election.witnesses_set", func(tx *bolt.Tx, rec *electionRecord) error {
		rec.Witnesses = nil
		if w.Needed == 0 && len(w.Keys) == 0 {
			return nil
		}
		rec.Witnesses = &ballotbox.Witnesses{Needed: w.Needed, Keys: slices.Clone(w.Keys)}
		return s.checkWitnesses(tx, rec, w)
	})
}

// checkWitnesses checks that witnesses are as a manifest of the election has them. Errors: refusal.ValidationFailed.
func (s *Store) checkWitnesses(tx *bolt.Tx, rec *electionRecord, w ballotbox.Witnesses) error {
	var holders []ballotbox.Holder
	if rec.AssemblyID != "" {
		a, err := assemblyTable.Get(tx, rec.AssemblyID)
		if err != nil {
			return err
		}
		if holders, err = a.others(tx, 0); err != nil {
			return err
		}
	}
	var faults input.Faults
	if n := len(w.Keys); n < 1 {
		faults.Add("keys", refusal.Required, nil)
	} else if n > ballotbox.MaxWitnesses {
		faults.Add("keys", refusal.ListTooLong, refusal.Facts{"max": ballotbox.MaxWitnesses})
	} else if w.Needed < 1 || w.Needed > n {
		faults.Add("needed", refusal.NotInteger, refusal.Facts{"min": 1, "max": n})
	}
	for i, key := range w.Keys {
		switch {
		case ballotbox.CheckWitnessName(key.Name) != nil:
			faults.Add("keys", refusal.WitnessName, refusal.Facts{"max": ballotbox.MaxHolderName})
		case ballotbox.CheckSigningKey(key.Key) != nil:
			faults.Add("keys", refusal.KeyImproper, nil)
		case slices.ContainsFunc(w.Keys[:i], func(other ballotbox.Witness) bool { return other.Name == key.Name }):
			faults.Add("keys", refusal.Repeated, nil)
		case ballotbox.KeyTaken(key.Key, s.signer.Public(), holders, w.Keys[:i]):
			faults.Add("keys", refusal.KeyTaken, nil)
		}
	}
	return faults.Err()
}

// AddCosignature adds the cosignatures of a note to the checkpoint of the cast log that the note is: the newest one, or
// one before it. It keeps those of witnesses that the manifest names. Errors: refusal.NotFound, also for a DRAFT;
// refusal.CosignatureRefused for a note that is no checkpoint of this log, or without a right line of such a witness.
func (s *Store) AddCosignature(ctx context.Context, id ElectionID, note []byte) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		m, _, err := getManifest(tx, id)
		if err != nil {
			return err
		}
		c, witnesses, err := m.OpenCosigned(note)
		if err != nil || len(witnesses) == 0 {
			return refusal.CosignatureRefused
		}
		checkpoints := tx.Bucket(bucketCheckpoints).Bucket([]byte(id))
		stored := checkpoints.Get(kv.Uint64(uint64(c.Size)))
		if have, err := m.OpenCheckpoint(stored); stored == nil || err != nil || have != c {
			return refusal.CosignatureRefused
		}
		merged, err := m.AddCosignatures(stored, note)
		if err != nil || bytes.Equal(merged, stored) {
			return err
		}
		return checkpoints.Put(kv.Uint64(uint64(c.Size)), merged)
	})
}
