package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// RollImported is the last import of the roll. It can be undone until an election opens.
type RollImported struct {
	ID       string      `json:"id"`
	At       time.Time   `json:"at"`
	By       audit.Actor `json:"by"`
	Added    int         `json:"added"`
	Updated  int         `json:"updated"`
	Removed  int         `json:"removed"`
	Undoable bool        `json:"undoable"`
}

// RollUndone says what came of an import that was undone.
type RollUndone struct {
	Removed  int // people whom it had added
	Restored int // people whom it had changed or removed, and who are as they were
	Kept     int // people whom somebody changed or removed since: they stay so
	KeptBy   []KeptElection
}

// undoneEntry is an entry before and after an import; nil where it was not there.
type undoneEntry struct {
	Before *rollRecord `json:"before,omitempty"`
	After  *rollRecord `json:"after,omitempty"`
}

// keyLastImport is the line of bucketRollUndo about the import itself. The others are those of entries.
var keyLastImport = []byte("import")

// note keeps what an entry was before the import.
func (im *rollImport) note(id RollID, previous *rollRecord) {
	if _, noted := im.before[id]; noted {
		return
	}
	if previous != nil {
		kept := *previous
		previous = &kept
	}
	im.before[id] = previous
}

// keepUndo writes down what takes the import back, in place of what took back the one before.
func (im *rollImport) keepUndo(by audit.Actor) error {
	if err := im.store.emptyUndo(im.tx); err != nil {
		return err
	}
	b := im.tx.Bucket(bucketRollUndo)
	for id, before := range im.before {
		u := undoneEntry{Before: before}
		if after, err := rollTable.Get(im.tx, id); err == nil && before != nil {
			u.After = &after
		}
		if err := kv.PutRecord(b, []byte(id), u); err != nil {
			return err
		}
	}
	r := im.report
	return kv.PutRecord(b, keyLastImport, RollImported{ID: r.ID, At: im.now, By: by, Added: r.Added, Updated: r.Updated,
		Removed: r.Removed, Undoable: true})
}

// emptyUndo forgets the last import, and with it the people whom it removed.
func (s *Store) emptyUndo(tx *bolt.Tx) error {
	last, err := lastImport(tx)
	if err != nil {
		return err
	}
	if last != nil && last.Undoable && last.Removed > 0 {
		if err := s.oweErase(tx); err != nil {
			return err
		}
	}
	if err := tx.DeleteBucket(bucketRollUndo); err != nil {
		return err
	}
	_, err = tx.CreateBucket(bucketRollUndo)
	return err
}

// lastImport reads the last import; nil if there is none.
func lastImport(tx *bolt.Tx) (*RollImported, error) {
	last, err := kv.GetRecord[RollImported](tx.Bucket(bucketRollUndo), keyLastImport)
	if errors.Is(err, refusal.NotFound) {
		return nil, nil
	}
	return &last, err
}

// dropUndo makes the last import final, and forgets what it changed.
func (s *Store) dropUndo(tx *bolt.Tx) error {
	last, err := lastImport(tx)
	if err != nil || last == nil || !last.Undoable {
		return err
	}
	if err := s.emptyUndo(tx); err != nil {
		return err
	}
	last.Undoable = false
	return kv.PutRecord(tx.Bucket(bucketRollUndo), keyLastImport, last)
}

// forgetUndone forgets what the last import changed about a person who leaves the roll, but for the fact that it did.
func forgetUndone(tx *bolt.Tx, id RollID) error {
	b := tx.Bucket(bucketRollUndo)
	u, err := kv.GetRecord[undoneEntry](b, []byte(id))
	if errors.Is(err, refusal.NotFound) || err == nil && u.Before == nil {
		return nil
	}
	if err != nil {
		return err
	}
	nobody := rollRecord{RollEntry: RollEntry{ID: id}}
	return kv.PutRecord(b, []byte(id), undoneEntry{&nobody, &nobody})
}

// UndoImport takes back the last import of the roll: who was added leaves, who was changed is as before, and who was
// removed is back, each with their number and with the key that they have. Whom somebody changed since stays so. An
// election that was open at the import keeps the weights and proxies that it opened with.
// Errors: refusal.ImportNotUndoable; those of RemoveRollEntry; refusal.RollClash if a number or reference that would
// come back belongs to somebody else now.
func (s *Store) UndoImport(ctx context.Context, by audit.Actor, id string) (RollUndone, error) {
	var out RollUndone
	err := s.update(ctx, func(tx *bolt.Tx) error {
		out = RollUndone{}
		last, err := lastImport(tx)
		if err != nil {
			return err
		}
		if last == nil || last.ID != id || !last.Undoable {
			return refusal.ImportNotUndoable
		}
		if err := s.undo(tx, &out); err != nil {
			return err
		}
		if err := s.emptyUndo(tx); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.import_undone", rollSubject(""), nil)
	})
	return out, err
}

func (s *Store) undo(tx *bolt.Tx, out *RollUndone) error {
	var added, back []rollRecord
	before := make(map[RollID]*rollRecord)
	for k, raw := range kv.Walk(tx, bucketRollUndo, nil) {
		if len(k) != kv.IDLen {
			continue
		}
		var u undoneEntry
		if err := json.Unmarshal(raw, &u); err != nil {
			return err
		}
		current, err := rollTable.Get(tx, RollID(k))
		gone := errors.Is(err, refusal.NotFound)
		switch {
		case err != nil && !gone:
			return err
		case u.Before == nil && gone:
		case u.Before == nil:
			added = append(added, current)
			before[current.ID] = &current
		case gone != (u.After == nil), !gone && !current.imported().same(u.After.imported()):
			out.Kept++
		case gone:
			back = append(back, *u.Before)
			before[u.Before.ID] = nil
		default:
			before[current.ID] = &current
			back = append(back, u.restore(current, s.clock()))
		}
	}
	for _, rec := range added {
		if err := s.removeEntry(tx, rec); err != nil {
			return err
		}
	}
	out.Removed, out.Restored = len(added), len(back)
	if err := restoreAll(tx, back); err != nil {
		return err
	}
	var err error
	out.KeptBy, err = keptSince(tx, before)
	return err
}

// imported returns the record without what an import leaves alone: keys, accounts and presence.
func (r rollRecord) imported() rollRecord {
	r.HasKey, r.KeyUsed, r.Present, r.User, r.WrongAnswers = false, false, false, "", 0
	r.KeyMAC, r.ReserveMAC, r.LinkMAC, r.SubjectMAC, r.UpdatedAt = nil, nil, nil, nil, time.Time{}
	return r
}

// restore returns the entry as it was before the import, with the keys, the account and the presence of now.
func (u undoneEntry) restore(current rollRecord, now time.Time) rollRecord {
	next := *u.Before
	next.HasKey, next.KeyUsed, next.KeyMAC = current.HasKey, current.KeyUsed, current.KeyMAC
	next.ReserveMAC, next.LinkMAC, next.SubjectMAC = current.ReserveMAC, current.LinkMAC, current.SubjectMAC
	next.User, next.UpdatedAt, next.WrongAnswers = current.User, now, current.WrongAnswers
	if u.Before.Present == u.After.Present {
		next.Present = current.Present
	}
	if next.User != u.Before.User { // who registered since did so with their number
		next.Identity, next.IdentityMAC = current.Identity, current.IdentityMAC
		next.Second, next.SecondMAC = current.Second, current.SecondMAC
	}
	return next
}

// restoreAll writes entries after removing them all: they may have exchanged references.
func restoreAll(tx *bolt.Tx, back []rollRecord) error {
	returns := make(map[RollID]bool)
	for _, rec := range back {
		returns[rec.ID] = true
		current, err := rollTable.Get(tx, rec.ID)
		if errors.Is(err, refusal.NotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := rollTable.Delete(tx, current); err != nil {
			return err
		}
	}
	for _, rec := range back {
		left := func(giver RollID) bool { return !returns[giver] && !rollTable.Has(tx, giver) }
		rec.Givers = slices.DeleteFunc(slices.Clone(rec.Givers), left)
		if rec.User != "" {
			u, err := userTable.Get(tx, rec.User)
			switch {
			case errors.Is(err, refusal.NotFound), err == nil && u.RollEntry != "" && u.RollEntry != rec.ID:
				rec.User, rec.KeyUsed = "", false
			case err != nil:
				return err
			}
		}
		if err := rollTable.Put(tx, nil, rec); err != nil {
			return err
		}
		if err := bindUser(tx, rec.User, rec.ID); err != nil {
			return err
		}
	}
	return nil
}
