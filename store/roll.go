package store

import (
	"fmt"
	"slices"
	"strings"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"

	bolt "go.etcd.io/bbolt"
)

// KeyState is how far a person has come with a member key.
type KeyState string

// The states of a key.
const (
	KeyNone   KeyState = "none"   // no key was issued
	KeyUnused KeyState = "unused" // the key has not signed anybody in yet
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

// rollState is a state of an entry by which lists filter: a letter and a digit.
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

// part returns the state as a part of a key.
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

// statesOf returns the states of an entry: registered or not, present or not, and that of its key.
func statesOf(e RollEntry) [3]rollState {
	return [3]rollState{
		stateOf(e.User != "", stateRegistered, stateNew), stateOf(e.Present, statePresent, stateAbsent),
		keyStateOf(e.keyState()),
	}
}

// rollRecord is a stored entry, without number and key. Givers replace ProxyFor: member references can change.
type rollRecord struct {
	RollEntry
	Givers      []RollID `json:"givers,omitempty"` // who gave the person their vote, as in the table
	IdentityMAC []byte   `json:"identityMac,omitempty"`
	SecondMAC   []byte   `json:"secondMac,omitempty"`
	KeyMAC      []byte   `json:"keyMac,omitempty"`     // the key on the slip
	ReserveMAC  []byte   `json:"reserveMac,omitempty"` // the key on the slip in reserve that a registrar made
	LinkMAC     []byte   `json:"linkMac,omitempty"`    // the key in a link sent by e-mail
	// the key in a link that somebody asked for; once the link is opened, it takes the place of LinkMAC
	AskedMAC []byte `json:"askedMac,omitempty"`
	// what the provider calls the person, who has said so while a slip or a link signed them in
	SubjectMAC []byte `json:"subjectMac,omitempty"`
}

// numberMAC returns the fingerprint of the person's number of a kind; nil without a number.
func (r *rollRecord) numberMAC(kind IdentityKind) []byte {
	switch {
	case r.Identity != nil && r.Identity.Kind == kind:
		return r.IdentityMAC
	case r.Second != nil && r.Second.Kind == kind:
		return r.SecondMAC
	}
	return nil
}

// setNumber gives the person a number in place of their number of that kind.
func (r *rollRecord) setNumber(id Identity, mac []byte) {
	if r.Identity == nil || r.Identity.Kind == id.Kind {
		r.Identity, r.IdentityMAC = &id, mac
		return
	}
	r.Second, r.SecondMAC = &id, mac
}

// dropNumber removes the number of a kind.
func (r *rollRecord) dropNumber(kind IdentityKind) {
	if r.Identity != nil && r.Identity.Kind == kind {
		r.Identity, r.IdentityMAC = r.Second, r.SecondMAC
		r.Second, r.SecondMAC = nil, nil
	}
	if r.Second != nil && r.Second.Kind == kind {
		r.Second, r.SecondMAC = nil, nil
	}
}

// shownNumber returns what an entry shows of a number: its last characters.
func (r *rollRecord) shownNumber(kind IdentityKind) string {
	for _, id := range []*Identity{r.Identity, r.Second} {
		if id != nil && id.Kind == kind {
			return "…" + id.LastFour
		}
	}
	return ""
}

// sortName is what lists go by: the last name, and then all names. It is what an import said or, without that and
// after a change of the name, what is before a comma, or the last word.
func (e RollEntry) sortName() string {
	name := e.FullName
	last, _, comma := strings.Cut(name, ",")
	switch words := strings.Fields(name); {
	case e.LastName != "" && strings.Contains(search.Fold(name), search.Fold(e.LastName)):
		last = e.LastName
	case !comma && len(words) > 0:
		last = words[len(words)-1]
	}
	return last + " " + name
}

var rollPeople = search.People{ByName: bucketRollByName, ByWord: bucketRollByWord, Words: bucketRollWords}

func searchedEntry(r rollRecord) search.Person {
	words := search.SortedWords(r.FullName, r.Member, r.Email)
	return search.Person{ID: string(r.ID), Name: r.sortName(), Words: words}
}

var rollTable = kv.Table[RollID, rollRecord]{
	Bucket: bucketRoll, Name: "entry", ID: func(r rollRecord) RollID { return r.ID },
	Indexes: append([]kv.Index[rollRecord]{
		uniqueInRoll(bucketRollByIdentity, func(r rollRecord) [][]byte { return [][]byte{r.IdentityMAC, r.SecondMAC} }),
		uniqueInRoll(bucketRollByKey, func(r rollRecord) [][]byte {
			return [][]byte{r.KeyMAC, r.ReserveMAC, r.LinkMAC, r.AskedMAC, r.SubjectMAC}
		}),
		uniqueInRoll(bucketRollByMember, func(r rollRecord) [][]byte { return [][]byte{[]byte(search.Fold(r.Member))} }),
		uniqueInRoll(bucketRollByUser, func(r rollRecord) [][]byte { return [][]byte{[]byte(r.User)} }),
		{Bucket: bucketRollByGiver, Clash: refusal.RollClash, Lines: func(r rollRecord) []kv.Line {
			lines := make([]kv.Line, 0, len(r.Givers))
			for _, giver := range r.Givers {
				lines = append(lines, kv.Line{Key: []byte(giver), Value: []byte(r.ID)})
			}
			return lines
		}},
		rollByPerson,
		{Bucket: bucketRollByState, Lines: func(r rollRecord) []kv.Line {
			var lines []kv.Line
			name := search.NameLine(r.sortName(), string(r.ID)).Key
			for _, st := range statesOf(r.RollEntry) {
				lines = append(lines, kv.Line{Key: kv.Key(st.part(), name)})
			}
			return lines
		}},
	}, search.Indexes(rollPeople, searchedEntry)...),
	Totals: []kv.Total[rollRecord]{
		{Bucket: bucketTotals, Key: totalRoll, Counts: func(rollRecord) bool { return true }},
		{Bucket: bucketTotals, Key: totalRollWeighted, Counts: func(r rollRecord) bool { return r.Weight != ballotbox.Vote }},
		stateTotal(stateRegistered), stateTotal(statePresent), stateTotal(stateKeyNone), stateTotal(stateKeyUsed),
	},
}

// uniqueInRoll makes an index by keys that only one entry may have. Empty keys are left out.
func uniqueInRoll(bucket []byte, keys func(rollRecord) [][]byte) kv.Index[rollRecord] {
	return kv.Index[rollRecord]{Bucket: bucket, Clash: refusal.RollClash, Lines: func(r rollRecord) (lines []kv.Line) {
		for _, k := range keys(r) {
			if len(k) > 0 {
				lines = append(lines, kv.Line{Key: k, Value: []byte(r.ID)})
			}
		}
		return lines
	}}
}

// entry returns the record as callers see it.
func (r rollRecord) entry(tx *bolt.Tx) (RollEntry, error) {
	e := r.RollEntry
	for _, id := range r.Givers {
		giver, err := rollTable.Get(tx, id)
		if err != nil {
			return RollEntry{}, fmt.Errorf("giver of a vote: %w", err)
		}
		reference, err := giver.reference(tx)
		if err != nil {
			return RollEntry{}, err
		}
		e.ProxyFor = append(e.ProxyFor, reference)
		e.Proxies = append(e.Proxies, RollPerson{giver.ID, giver.FullName})
	}
	holder, err := holderOf(tx, r.ID)
	if err == nil && holder != nil {
		e.Holder = &RollPerson{holder.ID, holder.FullName}
	}
	e.Blocked = len(r.KeyMAC) == 0 && len(r.ReserveMAC) > 0
	e.Version = r.version(e)
	return e, err
}

// bindUser notes in a user their entry on the roll, or removes the note for "". It writes changes only.
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

func rollSubject(id RollID) audit.Subject { return audit.Subject{Kind: "roll", ID: string(id)} }
