package store

import (
	"context"
	"fmt"
	"time"

	"ostrakon/store/directory"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

// RollEntry is a person on the electoral roll: someone who may vote according to the organisation,
// registered or not. Identity is nil without a number.
type RollEntry struct {
	ID          RollID    `json:"id"`
	FullName    string    `json:"fullName"`
	DateOfBirth string    `json:"dateOfBirth,omitempty"` // YYYY-MM-DD
	Member      string    `json:"member,omitempty"`      // the organisation's own reference, such as a membership number
	Identity    *Identity `json:"identity,omitempty"`
	Weight      int       `json:"weight"`             // how many votes their ballot counts for: 1 to MaxWeight
	ProxyFor    []string  `json:"proxyFor,omitempty"` // member references of the people who gave them their vote
	HasKey      bool      `json:"hasKey"`             // a member key was issued
	KeyUsed     bool      `json:"keyUsed"`            // since then, a key has signed the person in
	User        UserID    `json:"user,omitempty"`     // who registered on this entry
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
}

// MaxWeight is the largest weight of a person on the roll.
const MaxWeight = 1000

// MaxProxies is the most people who can give one person their vote.
const MaxProxies = 1000

// rollRecord is an entry as stored. It holds neither the number nor the key. Givers stand in place
// of ProxyFor, because a member reference can change.
type rollRecord struct {
	RollEntry
	Givers      []RollID `json:"givers,omitempty"` // who gave the person their vote, as in the table
	IdentityMAC []byte   `json:"identityMac,omitempty"`
	KeyMAC      []byte   `json:"keyMac,omitempty"`  // of the key on the slip
	LinkMAC     []byte   `json:"linkMac,omitempty"` // of the key in a link sent by e-mail
}

var rollDirectory = directory.Directory{ByName: bucketRollByName, ByWord: bucketRollByWord, Words: bucketRollWords}

func searchedEntry(r rollRecord) directory.Person {
	return directory.Person{ID: string(r.ID), Name: r.FullName, Words: directory.SortedWords(r.FullName, r.Member)}
}

var rollTable = kv.Table[RollID, rollRecord]{
	Bucket: bucketRoll,
	Name:   "entry",
	ID:     func(r rollRecord) RollID { return r.ID },
	Indexes: append([]kv.Index[rollRecord]{
		uniqueInRoll(bucketRollByIdentity, func(r rollRecord) []byte { return r.IdentityMAC }),
		uniqueInRoll(bucketRollByKey, func(r rollRecord) []byte { return r.KeyMAC }, func(r rollRecord) []byte { return r.LinkMAC }),
		uniqueInRoll(bucketRollByMember, func(r rollRecord) []byte { return []byte(directory.Fold(r.Member)) }),
		uniqueInRoll(bucketRollByUser, func(r rollRecord) []byte { return []byte(r.User) }),
		{Bucket: bucketRollByGiver, Clash: refusal.RollClash, Lines: func(r rollRecord) []kv.Line {
			lines := make([]kv.Line, 0, len(r.Givers))
			for _, giver := range r.Givers {
				lines = append(lines, kv.Line{Key: []byte(giver), Value: []byte(r.ID)})
			}
			return lines
		}},
		{Bucket: bucketRollByState, Lines: func(r rollRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key(statePart(r.User != ""), directory.NameLine(r.FullName, string(r.ID)).Key)}}
		}},
	}, directory.Indexes(rollDirectory, searchedEntry)...),
	Counters: []kv.Counter[rollRecord]{
		{Bucket: bucketCounters, Key: counterRoll, Counts: func(rollRecord) bool { return true }},
		{Bucket: bucketCounters, Key: counterRollRegistered, Counts: func(r rollRecord) bool { return r.User != "" }},
		{Bucket: bucketCounters, Key: counterRollWeighted, Counts: func(r rollRecord) bool { return r.Weight != 1 }},
	},
}

// uniqueInRoll is an index by what only one entry may have. An entry has a line for each that it
// has.
func uniqueInRoll(bucket []byte, of ...func(rollRecord) []byte) kv.Index[rollRecord] {
	return kv.Index[rollRecord]{Bucket: bucket, Clash: refusal.RollClash, Lines: func(r rollRecord) (lines []kv.Line) {
		for _, part := range of {
			if k := part(r); len(k) > 0 {
				lines = append(lines, kv.Line{Key: k, Value: []byte(r.ID)})
			}
		}
		return lines
	}}
}

// entry is the record as callers see it.
func (r rollRecord) entry(tx *bolt.Tx) (RollEntry, error) {
	e := r.RollEntry
	for _, id := range r.Givers {
		giver, err := rollTable.Get(tx, id)
		if err != nil {
			return RollEntry{}, fmt.Errorf("giver of a vote: %w", err)
		}
		e.ProxyFor = append(e.ProxyFor, giver.Member)
	}
	return e, nil
}

// RollSize says how many people are on the roll, how many of them have registered, and how many
// have a weight other than 1.
type RollSize struct {
	Entries, Registered, Weighted int
}

// RollPage is a part of the electoral roll, with the size of the whole roll.
type RollPage struct {
	List[RollEntry]
	RollSize
}

// RollFilter says which entries of the roll a list has. The zero value is all of them.
type RollFilter struct {
	Query      string // those that have, for each word, a word of name or member reference that begins so
	Registered *bool  // only those whose person has registered, or has not; nil for both
}

func (f RollFilter) matches(e RollEntry) bool {
	return f.Registered == nil || *f.Registered == (e.User != "")
}

// total is how many entries match, as far as counters say.
func (f RollFilter) total(size RollSize) *int {
	switch {
	case f.Query != "":
		return nil
	case f.Registered == nil:
		return &size.Entries
	case *f.Registered:
		return &size.Registered
	}
	return new(size.Entries - size.Registered)
}

// statePart is a key part of one byte.
func statePart(registered bool) []byte {
	if registered {
		return []byte{1}
	}
	return []byte{0}
}

// Roll lists the entries of a filter by name. With a query the order is that of the words found,
// and every entry that the query finds may be looked at. Errors: refusal.ValidationFailed.
func (s *Store) Roll(ctx context.Context, f RollFilter, p Page) (RollPage, error) {
	var out RollPage
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		out.RollSize = RollSize{number(tx, counterRoll), number(tx, counterRollRegistered), number(tx, counterRollWeighted)}
		out.Total = f.total(out.RollSize)
		take := func(id []byte) (bool, error) {
			rec, err := rollTable.Get(tx, RollID(id))
			if err != nil || !f.matches(rec.RollEntry) {
				return false, err
			}
			e, err := rec.entry(tx)
			out.Items = append(out.Items, e)
			return true, err
		}
		if f.Query == "" && f.Registered != nil {
			out.Next, err = rollDirectory.SearchAmong(tx, bucketRollByState, statePart(*f.Registered), "", p, take)
		} else {
			out.Next, err = rollDirectory.Search(tx, f.Query, p, take)
		}
		return err
	})
	return out, err
}

// bindUser notes in a user on which entry they registered; "" removes the note. It leaves users
// alone that are right already.
func bindUser(tx *bolt.Tx, id UserID, roll RollID) error {
	if id == "" {
		return nil
	}
	previous, err := userTable.Get(tx, id)
	if err != nil {
		return fmt.Errorf("user of a roll entry: %w", err)
	}
	if previous.RollEntry == roll {
		return nil
	}
	next := previous
	next.RollEntry = roll
	return userTable.Put(tx, &previous, next)
}

func rollSubject(id RollID) Subject { return Subject{Kind: "roll", ID: string(id)} }
