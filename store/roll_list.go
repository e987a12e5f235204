package store

import (
	"context"

	bolt "go.etcd.io/bbolt"
)

// RollSize says how many people are on the roll, and how many of them have registered, have a weight other than 1, are
// present, have no member key, have one that has not signed anybody in, or one that has.
type RollSize struct {
	Entries, Registered, Weighted, Present int
	KeyNone, KeyUnused, KeyUsed            int
}

// RollPage is a part of the electoral roll, with the size of the whole roll.
type RollPage struct {
	List[RollEntry]
	RollSize
	LastImport *RollImported // nil if there was none, or it was undone
}

// RollFilter says which entries of the roll a list has. The zero value is all of them.
type RollFilter struct {
	// those that have, for each word, a word of name, member reference or e-mail address that begins so
	Query      string
	Registered *bool    // only those whose person has registered, or has not; nil for both
	Present    *bool    // only those who are present, or are not; nil for both
	Key        KeyState // "" for any
}

// states are those that a filter asks for. The first is the one that few have.
func (f RollFilter) states() []rollState {
	var all []rollState
	if f.Present != nil {
		all = append(all, stateOf(*f.Present, statePresent, stateAbsent))
	}
	if f.Key != "" {
		all = append(all, keyStateOf(f.Key))
	}
	if f.Registered != nil {
		all = append(all, stateOf(*f.Registered, stateRegistered, stateNew))
	}
	return all
}

func (f RollFilter) matches(e RollEntry) bool {
	return (f.Registered == nil || *f.Registered == (e.User != "")) && (f.Present == nil || *f.Present == e.Present) &&
		(f.Key == "" || f.Key == e.keyState())
}

// total is how many entries match, as far as counters say.
func (f RollFilter) total(size RollSize) *int {
	states := f.states()
	if f.Query != "" || len(states) > 1 {
		return nil
	}
	if len(states) == 0 {
		return &size.Entries
	}
	n := map[rollState]int{
		stateRegistered: size.Registered, stateNew: size.Entries - size.Registered, statePresent: size.Present,
		stateAbsent:  size.Entries - size.Present,
		stateKeyNone: size.KeyNone, stateKeyUnused: size.KeyUnused, stateKeyUsed: size.KeyUsed,
	}[states[0]]
	return &n
}

func rollSize(tx *bolt.Tx) RollSize {
	n := RollSize{
		Entries: number(tx, totalRoll), Registered: number(tx, stateRegistered.total()),
		Weighted: number(tx, totalRollWeighted),
		Present:  number(tx, statePresent.total()), KeyNone: number(tx, stateKeyNone.total()),
		KeyUsed: number(tx, stateKeyUsed.total()),
	}
	n.KeyUnused = n.Entries - n.KeyNone - n.KeyUsed
	return n
}

// Roll lists the entries of a filter by name or, with a query, by the words found; a query may look at all. Counters
// give the total without a query or for one state alone. Errors: refusal.ValidationFailed.
func (s *Store) Roll(ctx context.Context, f RollFilter, p Page) (RollPage, error) {
	var out RollPage
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		out.RollSize = rollSize(tx)
		out.Total = f.total(out.RollSize)
		if out.LastImport, err = lastImport(tx); err != nil {
			return err
		}
		take := func(id []byte) (bool, error) {
			rec, err := rollTable.Get(tx, RollID(id))
			if err != nil || !f.matches(rec.RollEntry) {
				return false, err
			}
			e, err := rec.entry(tx)
			out.Items = append(out.Items, e)
			return true, err
		}
		if states := f.states(); f.Query == "" && len(states) > 0 {
			out.Next, err = rollPeople.FindAmong(tx, bucketRollByState, states[0].part(), "", p, take)
		} else {
			out.Next, err = rollPeople.Find(tx, f.Query, p, take)
		}
		return err
	})
	return out, err
}

// RollEntry reads an entry of the roll. Errors: refusal.NotFound.
func (s *Store) RollEntry(ctx context.Context, id RollID) (RollEntry, error) {
	var e RollEntry
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := rollTable.Get(tx, id)
		if err == nil {
			e, err = rec.entry(tx)
		}
		return err
	})
	return e, err
}
