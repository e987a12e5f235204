package store

import (
	"context"
	"fmt"
	"ostrakon/store/refusal"
	"time"

	bolt "go.etcd.io/bbolt"
)

// RollEntry is a person of the electoral roll: somebody the organisation says
// may vote, registered or not. Identity is nil without a number.
type RollEntry struct {
	ID          RollID    `json:"id"`
	FullName    string    `json:"fullName"`
	DateOfBirth string    `json:"dateOfBirth,omitempty"` // YYYY-MM-DD
	Member      string    `json:"member,omitempty"`      // the organisation's own reference, such as a membership number
	Identity    *Identity `json:"identity,omitempty"`
	HasKey      bool      `json:"hasKey"`         // a member key was issued
	User        UserID    `json:"user,omitempty"` // who registered on this entry
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
}

// rollRecord is an entry as stored. Neither the number nor the key is kept.
type rollRecord struct {
	RollEntry
	IdentityMAC []byte `json:"identityMac,omitempty"`
	KeyMAC      []byte `json:"keyMac,omitempty"`
}

func rollDirectory() directory {
	return directory{byName: bucketRollByName, byWord: bucketRollByWord, words: bucketRollWords}
}

func searchedEntry(r rollRecord) person {
	return person{id: string(r.ID), name: r.FullName, words: sortedWords(r.FullName, r.Member)}
}

func rollIndexes() []index[rollRecord] {
	// unique is an index by what only one entry may have.
	unique := func(bucket []byte, of func(rollRecord) []byte) index[rollRecord] {
		return index[rollRecord]{bucket, refusal.RollClash, func(r rollRecord) []entry {
			k := of(r)
			if len(k) == 0 {
				return nil
			}
			return []entry{{k, []byte(r.ID)}}
		}}
	}
	return append([]index[rollRecord]{
		unique(bucketRollByIdentity, func(r rollRecord) []byte { return r.IdentityMAC }),
		unique(bucketRollByKey, func(r rollRecord) []byte { return r.KeyMAC }),
		unique(bucketRollByMember, func(r rollRecord) []byte { return []byte(fold(r.Member)) }),
		unique(bucketRollByUser, func(r rollRecord) []byte { return []byte(r.User) }),
	}, directoryIndexes(rollDirectory(), searchedEntry)...)
}

func getEntry(tx *bolt.Tx, id RollID) (rollRecord, error) {
	return getJSON[rollRecord](tx.Bucket(bucketRoll), []byte(id))
}

// entryBy finds an entry through one of the unique indexes. Errors: refusal.NotFound.
func entryBy(tx *bolt.Tx, bucket, k []byte) (rollRecord, error) {
	if len(k) == 0 {
		return rollRecord{}, refusal.NotFound
	}
	id := tx.Bucket(bucket).Get(k)
	if id == nil {
		return rollRecord{}, refusal.NotFound
	}
	return getEntry(tx, RollID(id))
}

// putEntry writes an entry with its indexes and counters; either record may be
// nil, not both. Errors: refusal.RollClash.
func putEntry(tx *bolt.Tx, previous, next *rollRecord) error {
	if next != nil {
		for _, ix := range rollIndexes() {
			if err := ix.check(tx, *next); err != nil {
				return err
			}
		}
	}
	for _, ix := range rollIndexes() {
		if err := ix.replace(tx, previous, next); err != nil {
			return err
		}
	}
	if err := recount(tx, rollCounters(), previous, next); err != nil {
		return err
	}
	if next == nil {
		return tx.Bucket(bucketRoll).Delete([]byte(previous.ID))
	}
	return putJSON(tx.Bucket(bucketRoll), []byte(next.ID), *next)
}

func rollCounters() []counter[rollRecord] {
	return []counter[rollRecord]{
		{counterRoll, func(rollRecord) bool { return true }},
		{counterRollRegistered, func(r rollRecord) bool { return r.User != "" }},
	}
}

// RollSize says how many people are on the roll, and how many of them have registered.
type RollSize struct {
	Entries, Registered int
}

// RollPage is a part of the electoral roll, with the size of the whole roll.
type RollPage struct {
	List[RollEntry]
	RollSize
}

// Roll lists the electoral roll. Without a query: all, by name. With one: the
// entries that have, for each word of it, a word of name or member reference
// that begins so. Errors: refusal.ValidationFailed.
func (s *Store) Roll(ctx context.Context, query string, p Page) (RollPage, error) {
	var out RollPage
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		counters := tx.Bucket(bucketCounters)
		out.RollSize = RollSize{int(count(counters, counterRoll)), int(count(counters, counterRollRegistered))}
		out.Next, err = rollDirectory().search(tx, query, p, func(id []byte) error {
			rec, err := getEntry(tx, RollID(id))
			out.Items = append(out.Items, rec.RollEntry)
			return err
		})
		return err
	})
	return out, err
}

// ExportRoll reads the whole electoral roll by name, as it is at one moment.
func (s *Store) ExportRoll(ctx context.Context) ([]RollEntry, error) {
	var all []RollEntry
	err := s.view(ctx, func(tx *bolt.Tx) error {
		_, err := scan{bucket: bucketRollByName, limit: -1}.run(tx, func(k, _ []byte) (bool, error) {
			rec, err := getEntry(tx, RollID(k[len(k)-idLen:]))
			all = append(all, rec.RollEntry)
			return true, err
		})
		return err
	})
	return all, err
}

// RemoveRollEntry takes a person off the roll. Their account stays as it is.
// Errors: refusal.NotFound; refusal.RollInUse while an election that is ACTIVE froze the
// entry, or who registered on it has voted in one: enrolled anew, with another
// key, they could vote again.
func (s *Store) RemoveRollEntry(ctx context.Context, by Actor, id RollID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := getEntry(tx, id)
		if err != nil {
			return err
		}
		if inActiveElectorate(tx, id) || rec.User != "" && votedInActive(tx, rec.User) {
			return refusal.RollInUse
		}
		if err := bindUser(tx, rec.User, ""); err != nil {
			return err
		}
		if err := putEntry(tx, &rec, nil); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.removed", rollSubject(id), nil)
	})
}

// NewMemberKey issues a member key for an entry, in place of the one it had.
// The key is returned this once. Errors: refusal.NotFound, refusal.RollRegistered when
// somebody has registered on the entry already.
func (s *Store) NewMemberKey(ctx context.Context, by Actor, id RollID) (RollEntry, string, error) {
	printed := newMemberKey()
	var rec rollRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := getEntry(tx, id)
		if err != nil {
			return err
		}
		if previous.User != "" {
			return refusal.RollRegistered
		}
		rec = previous
		s.giveKey(&rec, printed)
		rec.UpdatedAt = s.clock()
		if err := putEntry(tx, &previous, &rec); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.key_issued", rollSubject(id), nil)
	})
	return rec.RollEntry, printed, err
}

func (s *Store) giveKey(rec *rollRecord, printed string) {
	k, _ := ParseMemberKey(printed)
	rec.KeyMAC, rec.HasKey = s.memberKeyMAC(k), true
}

// bindUser notes at a user on which entry they registered; "" takes the note
// away. No user, or one that is already so, is left alone.
func bindUser(tx *bolt.Tx, id UserID, roll RollID) error {
	if id == "" {
		return nil
	}
	previous, err := getUser(tx, id)
	if err != nil {
		return fmt.Errorf("user of a roll entry: %w", err)
	}
	if previous.RollEntry == roll {
		return nil
	}
	next := previous
	next.RollEntry = roll
	return putUser(tx, &previous, next)
}

func rollSubject(id RollID) Subject { return Subject{Kind: "roll", ID: string(id)} }
