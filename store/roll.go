package store

import (
	"fmt"
	"slices"
	"time"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"

	bolt "go.etcd.io/bbolt"
)

// RollEntry is a person on the electoral roll: someone who may vote according to the organisation,
// registered or not. Identity is nil without a number; Second is a number of the other kind.
type RollEntry struct {
	ID          RollID    `json:"id"`
	FullName    string    `json:"fullName"`
	DateOfBirth string    `json:"dateOfBirth,omitempty"` // YYYY-MM-DD
	Member      string    `json:"member,omitempty"`      // the organisation's own reference, such as a membership number
	Identity    *Identity `json:"identity,omitempty"`
	Second      *Identity `json:"secondIdentity,omitempty"`
	Email       string    `json:"email,omitempty"`    // where invitations go; several people may share one
	Language    string    `json:"language,omitempty"` // of letters and messages to them
	Address     string    `json:"address,omitempty"`  // of letters, in lines
	Weight      int       `json:"weight"`             // how many votes their ballot counts for: 1 to MaxWeight
	ProxyFor    []string  `json:"proxyFor,omitempty"` // member references of the people who gave them their vote
	HasKey      bool      `json:"hasKey"`             // a member key was issued
	KeyUsed     bool      `json:"keyUsed"`            // since then, a key has signed the person in
	Present     bool      `json:"present"`            // they are at the meeting
	User        UserID    `json:"user,omitempty"`     // who registered on this entry
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"` // using a key or being present changes nothing about it
}

// KeyState says how far a person has come with a member key.
type KeyState string

// The states of a key.
const (
	KeyNone   KeyState = "none"   // none was issued
	KeyUnused KeyState = "unused" // it has not signed anybody in yet
	KeyUsed   KeyState = "used"
)

func (e RollEntry) keyState() KeyState {
	switch {
	case e.KeyUsed:
		return KeyUsed
	case e.HasKey:
		return KeyUnused
	}
	return KeyNone
}

// MaxWeight is the largest weight of a person on the roll.
const MaxWeight = 1000

// MaxProxies is the most people who can give one person their vote.
const MaxProxies = 1000

// rollState is something that is so or not with an entry, as lists filter by it: a letter and a
// digit.
type rollState string

// The states of an entry.
const (
	stateRegistered rollState = "r1"
	stateNew        rollState = "r0"
	statePresent    rollState = "p1"
	stateAbsent     rollState = "p0"
	stateKeyNone    rollState = "k0"
	stateKeyUnused  rollState = "k1"
	stateKeyUsed    rollState = "k2"
)

// part is the state as a part of a key.
func (st rollState) part() []byte { return []byte(st) }

// total is the key of the number of entries in a state.
func (st rollState) total() []byte { return []byte("roll_" + string(st)) }

func stateTotal(st rollState) kv.Total[rollRecord] {
	return kv.Total[rollRecord]{Bucket: bucketTotals, Key: st.total(), Counts: func(r rollRecord) bool {
		states := statesOf(r.RollEntry)
		return slices.Contains(states[:], st)
	}}
}

func stateOf(so bool, yes, no rollState) rollState {
	if so {
		return yes
	}
	return no
}

func keyStateOf(k KeyState) rollState {
	switch k {
	case KeyUsed:
		return stateKeyUsed
	case KeyUnused:
		return stateKeyUnused
	}
	return stateKeyNone
}

// statesOf are the states of an entry: registered or not, present or not, and that of its key.
func statesOf(e RollEntry) [3]rollState {
	return [3]rollState{
		stateOf(e.User != "", stateRegistered, stateNew), stateOf(e.Present, statePresent, stateAbsent), keyStateOf(e.keyState()),
	}
}

// rollRecord is an entry as stored. It holds neither the number nor the key. Givers stand in place
// of ProxyFor, because a member reference can change.
type rollRecord struct {
	RollEntry
	Givers      []RollID `json:"givers,omitempty"` // who gave the person their vote, as in the table
	IdentityMAC []byte   `json:"identityMac,omitempty"`
	SecondMAC   []byte   `json:"secondMac,omitempty"`
	KeyMAC      []byte   `json:"keyMac,omitempty"`  // of the key on the slip
	LinkMAC     []byte   `json:"linkMac,omitempty"` // of the key in a link sent by e-mail
}

// numberMAC is the fingerprint of the person's number of a kind; nil without one.
func (r *rollRecord) numberMAC(kind IdentityKind) []byte {
	switch {
	case r.Identity != nil && r.Identity.Kind == kind:
		return r.IdentityMAC
	case r.Second != nil && r.Second.Kind == kind:
		return r.SecondMAC
	}
	return nil
}

// setNumber gives the person a number in place of the one of its kind.
func (r *rollRecord) setNumber(id Identity, mac []byte) {
	if r.Identity == nil || r.Identity.Kind == id.Kind {
		r.Identity, r.IdentityMAC = &id, mac
		return
	}
	r.Second, r.SecondMAC = &id, mac
}

// dropNumber takes the number of a kind away.
func (r *rollRecord) dropNumber(kind IdentityKind) {
	if r.Identity != nil && r.Identity.Kind == kind {
		r.Identity, r.IdentityMAC = r.Second, r.SecondMAC
		r.Second, r.SecondMAC = nil, nil
	}
	if r.Second != nil && r.Second.Kind == kind {
		r.Second, r.SecondMAC = nil, nil
	}
}

var rollPeople = search.People{ByName: bucketRollByName, ByWord: bucketRollByWord, Words: bucketRollWords}

func searchedEntry(r rollRecord) search.Person {
	return search.Person{ID: string(r.ID), Name: r.FullName, Words: search.SortedWords(r.FullName, r.Member, r.Email)}
}

var rollTable = kv.Table[RollID, rollRecord]{
	Bucket: bucketRoll,
	Name:   "entry",
	ID:     func(r rollRecord) RollID { return r.ID },
	Indexes: append([]kv.Index[rollRecord]{
		uniqueInRoll(bucketRollByIdentity, func(r rollRecord) []byte { return r.IdentityMAC }, func(r rollRecord) []byte { return r.SecondMAC }),
		uniqueInRoll(bucketRollByKey, func(r rollRecord) []byte { return r.KeyMAC }, func(r rollRecord) []byte { return r.LinkMAC }),
		uniqueInRoll(bucketRollByMember, func(r rollRecord) []byte { return []byte(search.Fold(r.Member)) }),
		uniqueInRoll(bucketRollByUser, func(r rollRecord) []byte { return []byte(r.User) }),
		{Bucket: bucketRollByGiver, Clash: refusal.RollClash, Lines: func(r rollRecord) []kv.Line {
			lines := make([]kv.Line, 0, len(r.Givers))
			for _, giver := range r.Givers {
				lines = append(lines, kv.Line{Key: []byte(giver), Value: []byte(r.ID)})
			}
			return lines
		}},
		{Bucket: bucketRollByState, Lines: func(r rollRecord) []kv.Line {
			var lines []kv.Line
			name := search.NameLine(r.FullName, string(r.ID)).Key
			for _, st := range statesOf(r.RollEntry) {
				lines = append(lines, kv.Line{Key: kv.Key(st.part(), name)})
			}
			return lines
		}},
	}, search.Indexes(rollPeople, searchedEntry)...),
	Totals: []kv.Total[rollRecord]{
		{Bucket: bucketTotals, Key: totalRoll, Counts: func(rollRecord) bool { return true }},
		{Bucket: bucketTotals, Key: totalRollWeighted, Counts: func(r rollRecord) bool { return r.Weight != 1 }},
		stateTotal(stateRegistered), stateTotal(statePresent), stateTotal(stateKeyNone), stateTotal(stateKeyUsed),
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
