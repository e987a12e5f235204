package store

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
	"ostrakon/store/search"
)

// RollChoice is what somebody answers to a line that asks.
type RollChoice string

// The choices.
const (
	RollSame    RollChoice = "same"    // the line is about a person who is there already
	RollAnother RollChoice = "another" // it is about somebody else of that name
	RollSkip    RollChoice = "skip"    // leave the line out
	RollNoTotal RollChoice = "person"  // it is about a person, and is no total
)

// RollAnswer is an answer to a line. Of RollSame, Entry or OfLine says who it is; without both, the only candidate.
type RollAnswer struct {
	Choice RollChoice
	Entry  RollID
	OfLine int // a line of the same table
}

// RollQuestion is why a line waits for an answer.
type RollQuestion string

// The questions.
const (
	AskPerson RollQuestion = "person" // perhaps it is about a person who is there already
	AskTotal  RollQuestion = "total"  // perhaps it is a total, and no person
)

// RollCandidate is a person whom a line may be about: Entry is one of the roll, Line one of the same table.
type RollCandidate struct {
	Entry  RollID
	Line   int
	Person RollEntry
	Shares []string // the fields that are alike, by name
}

// maxAlike is how many people of one name are compared with a line. The file is in any hand, and pairs grow fast.
const maxAlike = 500

// personKey is by what people are compared: the words of a name in any order, its umlauts spelt out or not.
func personKey(name string) string {
	spelt := strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")
	words := search.Words(name)
	for i, w := range words {
		words[i] = spelt.Replace(w)
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// personKeyWidth is how much of a personKey the index has, in bytes.
const personKeyWidth = 32

// rollByPerson is the index of people who may be one.
var rollByPerson = kv.Index[rollRecord]{Bucket: bucketRollByPerson, Lines: func(r rollRecord) []kv.Line {
	return []kv.Line{{Key: kv.Key(kv.Fixed(personKey(r.FullName), personKeyWidth), []byte(r.ID))}}
}}

// rollPeers knows the people of each name, as they are now.
type rollPeers struct {
	tx    *bolt.Tx
	byKey map[string][]rollRecord
}

// of lists the people of a name, at most maxAlike.
func (p *rollPeers) of(key string) ([]rollRecord, error) {
	if all, known := p.byKey[key]; known || key == "" {
		return all, nil
	}
	all, err := namesakes(p.tx, key)
	if err == nil {
		p.byKey[key] = all
	}
	return all, err
}

// namesakes lists the people of the roll with a personKey, at most maxAlike.
func namesakes(tx *bolt.Tx, key string) ([]rollRecord, error) {
	var all []rollRecord
	for k := range kv.Walk(tx, bucketRollByPerson, kv.Fixed(key, personKeyWidth)) {
		rec, err := rollTable.Get(tx, kv.LastID[RollID](k))
		if err != nil {
			return nil, err
		}
		if personKey(rec.FullName) == key && len(all) < maxAlike {
			all = append(all, rec)
		}
	}
	return all, nil
}

// changed notes that a person was added or changed.
func (p *rollPeers) changed(previous *rollRecord, next rollRecord) {
	is := func(r rollRecord) bool { return r.ID == next.ID }
	if previous != nil {
		key := personKey(previous.FullName)
		if all, known := p.byKey[key]; known {
			p.byKey[key] = slices.DeleteFunc(all, is)
		}
	}
	key := personKey(next.FullName)
	if all, known := p.byKey[key]; known && len(all) < maxAlike {
		p.byKey[key] = append(all, next)
	}
}

// shares lists what a line and a person have in common beside the name. otherBirth reports that both have a date of
// birth, and not the same.
func (l *RollLine) shares(rec rollRecord) (fields []string, otherBirth bool) {
	says := func(value *string) bool { return value != nil && *value != "" }
	if says(l.DateOfBirth) && rec.DateOfBirth != "" {
		if otherBirth = *l.DateOfBirth != rec.DateOfBirth; !otherBirth {
			fields = append(fields, "dateOfBirth")
		}
	}
	if says(l.Email) && search.Fold(*l.Email) == search.Fold(rec.Email) {
		fields = append(fields, "email")
	}
	if says(l.Address) && slices.Equal(search.Words(*l.Address), search.Words(rec.Address)) {
		fields = append(fields, "address")
	}
	return fields, otherBirth
}

// certain reports whether a line is about a person of its name without a question: it would change nothing, and it has
// more in common with them than the name. paired says that several have the name, here and there: they pair off.
func (im *rollImport) certain(l *RollLine, rec rollRecord, paired bool) bool {
	for _, f := range []struct {
		says *string
		is   string
	}{{l.DateOfBirth, rec.DateOfBirth}, {l.Email, rec.Email}, {l.Address, rec.Address}} {
		if f.says != nil && *f.says != f.is {
			return false // this spares most comparisons below
		}
	}
	if shared, _ := l.shares(rec); len(shared) == 0 && !paired {
		return false
	}
	next := im.recordOf(l, &rec)
	next.LastName = rec.LastName
	return next.same(rec)
}

// claim finds out, before anything changes, which people of the roll lines are about for certain. Equal people and
// equal lines pair off in their order.
func (im *rollImport) claim(lines []RollLine) error {
	named := make(map[string]int)
	for i := range lines {
		l := &lines[i]
		id := im.known(l)
		if id != "" {
			im.certainly[i] = id
		} else if l.Answer.Choice == RollSame && rollTable.Has(im.tx, l.Answer.Entry) {
			id = l.Answer.Entry
		}
		if id == "" {
			named[personKey(*l.FullName)]++
		} else if _, twice := im.claimed[id]; !twice && l.Answer.Choice != RollSkip {
			im.claimed[id] = i
		}
	}
	for i := range lines {
		l := &lines[i]
		if im.certainly[i] != "" || l.ID != "" || !l.Answer.open() {
			continue
		}
		key := personKey(*l.FullName)
		peers, err := im.peers.of(key)
		if err != nil {
			return err
		}
		for _, rec := range peers {
			if _, taken := im.claimed[rec.ID]; !taken && im.certain(l, rec, named[key] > 1 && len(peers) > 1) {
				im.claimed[rec.ID], im.certainly[i] = i, rec.ID
				break
			}
		}
	}
	return nil
}

// open reports whether an answer leaves open who a line is about.
func (a RollAnswer) open() bool {
	return a.Choice == "" || a.Choice == RollNoTotal || a == RollAnswer{Choice: RollSame}
}

// known finds the entry that a line names by an id, a number or a member reference; "" where there is none.
func (im *rollImport) known(l *RollLine) RollID {
	if l.ID != "" && rollTable.Has(im.tx, l.ID) {
		return l.ID
	}
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		if number := l.number(kind); number != nil && *number != "" {
			if id := im.tx.Bucket(bucketRollByIdentity).Get(im.store.identityMAC(*number)); id != nil {
				return RollID(id)
			}
		}
	}
	if l.Member != nil && *l.Member != "" {
		return RollID(im.tx.Bucket(bucketRollByMember).Get([]byte(search.Fold(*l.Member))))
	}
	return ""
}

// resembling lists the people of its name whom line i may be about, the likely ones first: who is not taken by another
// line and has no other date of birth, who is taken, and who was born on another day. likely is how many are as likely
// as the first; it is 0 where all were born on another day.
func (im *rollImport) resembling(i int, l *RollLine) (all []RollCandidate, likely int, err error) {
	peers, err := im.peers.of(personKey(*l.FullName))
	if err != nil {
		return nil, 0, err
	}
	var ranks [3][]RollCandidate
	for _, rec := range peers {
		if rec.ID == l.ID || im.otherNumber(l, rec) {
			continue
		}
		shared, otherBirth := l.shares(rec)
		c := RollCandidate{Entry: rec.ID, Person: rec.RollEntry, Shares: append([]string{"fullName"}, shared...)}
		c.Line = im.takenBy(i, rec.ID)
		switch {
		case otherBirth:
			ranks[2] = append(ranks[2], c)
		case c.Line > 0:
			ranks[1] = append(ranks[1], c)
		default:
			ranks[0] = append(ranks[0], c)
		}
	}
	all = slices.Concat(ranks[:]...)
	for _, rank := range ranks[:2] {
		if likely = len(rank); likely > 0 {
			break
		}
	}
	return all, likely, nil
}

// otherNumber reports whether a line and a person have different identity numbers of one kind.
func (im *rollImport) otherNumber(l *RollLine, rec rollRecord) bool {
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		have, number := rec.numberMAC(kind), l.number(kind)
		if have != nil && number != nil && *number != "" && !bytes.Equal(have, im.store.identityMAC(*number)) {
			return true
		}
	}
	return false
}

// takenBy returns the number of another line that is about a person; 0 if there is none.
func (im *rollImport) takenBy(i int, id RollID) int {
	if line, seen := im.seen[id]; seen {
		return line
	}
	if other, claimed := im.claimed[id]; claimed && other != i {
		return im.lines[other].Line
	}
	return 0
}

// person decides whom line i is about that names nobody by a number: nil for a new person. It asks by the report, so
// that the line waits, where the answer is missing. double says that another line is about the same person.
func (im *rollImport) person(i int, l *RollLine, out *RollLineReport) (found *rollRecord, double bool, err error) {
	if id := im.certainly[i]; id != "" {
		rec, err := rollTable.Get(im.tx, id)
		return &rec, false, err
	}
	if l.Answer.Choice == RollAnother {
		return nil, false, nil
	}
	candidates, likely, err := im.resembling(i, l)
	if err != nil {
		return nil, false, err
	}
	id := l.Answer.Entry
	if l.Answer.OfLine > 0 {
		id = im.entryOf[l.Answer.OfLine]
	}
	if l.Answer == (RollAnswer{Choice: RollSame}) && likely == 1 {
		id = candidates[0].Entry
	}
	if l.Answer.Choice == RollSame && id != "" && rollTable.Has(im.tx, id) {
		rec, err := rollTable.Get(im.tx, id)
		return &rec, im.takenBy(i, id) > 0, err
	}
	if len(candidates) > 0 {
		out.Outcome, out.Question, out.Candidates = RollAsked, AskPerson, candidates[:min(len(candidates), maxCandidates)]
	}
	return nil, false, nil
}

// maxCandidates is how many people a question names.
const maxCandidates = 10

// fillsGaps takes from a line what an entry has already. Where two lines are about one person, the other one counts.
func (im *rollImport) fillsGaps(l *RollLine, rec rollRecord) {
	for _, f := range im.fields {
		if f.inLine(l) && f.of != nil && !slices.Contains([]string{"", "false"}, f.Cell(rec.RollEntry)) ||
			f.Name == fieldProxyFor {
			reflect.ValueOf(f.At(l)).Elem().SetZero()
		}
	}
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		if rec.numberMAC(kind) != nil {
			*l.numberAt(kind) = nil
		}
	}
	l.NewKey = false
}
