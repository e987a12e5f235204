package store

import (
	"bytes"
	"cmp"
	"errors"
	"reflect"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// SameName reports whether registered, an account's name, and onRoll, the roll's name, are one person's.
type SameName func(registered, onRoll string) bool

// RollOutcome is what happened to a line.
type RollOutcome string

// The outcomes of a line.
const (
	RollAdded     RollOutcome = "added"
	RollUpdated   RollOutcome = "updated"
	RollUnchanged RollOutcome = "unchanged"
	RollRefused   RollOutcome = "refused"
	RollAsked     RollOutcome = "asked"   // it waits for an answer
	RollLeftOut   RollOutcome = "leftOut" // by an answer
)

// RollChange is a field that a line changes.
type RollChange struct {
	Field, Old, New string
}

// RollLineReport is what happened to a line, or would happen to it.
type RollLineReport struct {
	Line     int
	FullName string
	Member   string
	Outcome  RollOutcome
	Entry    RollID // empty for a line that was refused, and in a dry run for one that would be added
	Key      string // the member key as printed, given only this once
	// Registered: an account has this number. OtherName: it has another name, so the entry was not linked to it.
	Registered, OtherName bool
	Problems              input.Faults
	Question              RollQuestion // of a line that is asked
	Candidates            []RollCandidate
	Changes               []RollChange // of a line that updates an entry
}

// RollReport is the outcome of an import, line by line and in numbers.
type RollReport struct {
	ID                                                 string // of an import that was made
	DryRun                                             bool
	Added, Updated, Unchanged, Refused, Asked, LeftOut int
	Removed                                            int
	Lines                                              []RollLineReport
	Missing                                            []RollEntry    // people of the roll whom no line is about
	NewGroups                                          []GroupSize    // that nobody was in before
	KeptBy                                             []KeptElection // that keep earlier weights, groups or proxies
	Misplaced                                          *Misplaced     // nil without a rule, and while lines wait
}

// rollImport is an import in progress.
type rollImport struct {
	store   *Store
	tx      *bolt.Tx
	same    SameName
	now     time.Time
	fields  []RollField
	seen    map[RollID]int  // the line of this import that an entry came from
	refused map[string]bool // folded member references and names of lines that were refused
	proxies []proxyLine
	report  RollReport

	lines     []RollLine
	peers     rollPeers
	claimed   map[RollID]int         // the place of the line that is about a person of the roll
	certainly map[int]RollID         // who a line is about for certain, by its place
	entryOf   map[int]RollID         // who a line was about, by its number
	before    map[RollID]*rollRecord // what the import changes, as it was; nil for a new person
}

func (s *Store) newRollImport(tx *bolt.Tx, same SameName) *rollImport {
	now := s.clock()
	return &rollImport{
		store: s, tx: tx, same: same, now: now, fields: rollFields(now),
		seen: make(map[RollID]int), refused: make(map[string]bool),
		peers: rollPeers{tx, make(map[string][]rollRecord)}, claimed: make(map[RollID]int),
		certainly: make(map[int]RollID), entryOf: make(map[int]RollID), before: make(map[RollID]*rollRecord),
	}
}

// number returns what a line says about the number of a kind: nil for nothing, "" to remove it.
func (l *RollLine) number(kind IdentityKind) *string { return *l.numberAt(kind) }

func (l *RollLine) numberAt(kind IdentityKind) **string {
	if kind == VoterID {
		return &l.VoterID
	}
	return &l.NationalID
}

// prepare checks the fields of lines by themselves, and brings their values into their kept form.
func (im *rollImport) prepare(lines []RollLine) {
	im.lines = slices.Clone(lines)
	for i := range im.lines {
		l := &im.lines[i]
		l.Problems = slices.Clone(l.Problems)
		l.FullName = cmp.Or(l.FullName, new(""))
		for _, f := range im.fields {
			f.checkLine(l, &l.Problems)
		}
		if l.LeavesFaults {
			l.leaveFaults(im.fields)
		}
	}
}

// leaveFaults takes out of a line the fields that it can do without and that have faults.
func (l *RollLine) leaveFaults(fields []RollField) {
	can := []string{"dateOfBirth", "email", "language", "address"}
	l.Problems = slices.DeleteFunc(l.Problems, func(f refusal.Field) bool {
		i := slices.IndexFunc(fields, func(field RollField) bool { return field.Name == f.Name })
		if i < 0 || !slices.Contains(can, f.Name) {
			return false
		}
		reflect.ValueOf(fields[i].At(l)).Elem().SetZero()
		return true
	})
}

// importLine puts line i on the roll, or notes why that is impossible or what it waits for.
func (im *rollImport) importLine(i int) error {
	l := &im.lines[i]
	out := RollLineReport{Line: l.Line, FullName: *l.FullName, Member: *cmp.Or(l.Member, new(""))}
	previous, double, err := im.decide(i, l, &out)
	if err != nil {
		return err
	}
	if out.Outcome == "" && len(out.Problems) > 0 {
		out.Outcome = RollRefused
		im.refused[search.Fold(out.Member)], im.refused[search.Fold(out.FullName)] = true, true
	}
	if out.Outcome == "" {
		if double {
			im.fillsGaps(l, *previous)
		}
		err = im.write(l, previous, &out)
	}
	im.report.Lines = append(im.report.Lines, out)
	return err
}

// decide finds the entry that line i is about, nil for a new person, unless the line is left out, waits or has faults.
func (im *rollImport) decide(i int, l *RollLine, out *RollLineReport) (found *rollRecord, double bool, err error) {
	switch {
	case l.Answer.Choice == RollSkip:
		out.Outcome = RollLeftOut
		return nil, false, nil
	case l.Total && (l.Answer.Choice == "" || l.Answer == RollAnswer{Choice: RollSame}):
		out.Outcome, out.Question = RollAsked, AskTotal
		return nil, false, nil
	}
	faults := slices.Clone(l.Problems)
	found, double, err = im.match(l, &faults, out)
	if err == nil && found == nil && len(faults) == 0 && out.Outcome == "" {
		found, double, err = im.person(i, l, out)
	}
	if err == nil && l.alone && found != nil && personKey(found.FullName) != personKey(*l.FullName) {
		_, _, err = im.person(i, l, out)
	}
	if found != nil && found.User != "" && !double {
		im.keepNumbers(l, found, &faults)
	}
	out.Problems = faults
	return found, double, err
}

// write puts a line on the roll.
func (im *rollImport) write(l *RollLine, previous *rollRecord, out *RollLineReport) error {
	next := im.recordOf(l, previous)
	if l.NewKey && next.User == "" {
		out.Key = newMemberKey()
		im.store.giveKey(&next, out.Key)
	}
	if err := im.linkAccount(next.FullName, &next, out); err != nil {
		return err
	}
	switch out.Entry = next.ID; {
	case previous == nil:
		out.Outcome = RollAdded
	case next.same(*previous):
		out.Outcome = RollUnchanged
	default:
		out.Outcome, out.Changes = RollUpdated, im.changes(*previous, next)
	}
	if out.Outcome != RollUnchanged {
		im.note(next.ID, previous)
		if err := rollTable.Put(im.tx, previous, next); err != nil {
			return err
		}
		im.peers.changed(previous, next)
	}
	if _, seen := im.seen[next.ID]; !seen {
		im.seen[next.ID] = l.Line
	}
	im.entryOf[l.Line] = next.ID
	if l.ProxyFor != nil {
		im.proxies = append(im.proxies, proxyLine{at: len(im.report.Lines), members: l.ProxyFor, holder: next})
	}
	return nil
}

// changes lists what two records of a person have different.
func (im *rollImport) changes(previous, next rollRecord) (all []RollChange) {
	add := func(field, before, after string) {
		if before != after {
			all = append(all, RollChange{field, before, after})
		}
	}
	for _, f := range im.fields {
		if f.of != nil && f.At != nil && f.Name != fieldProxyFor {
			add(f.Name, f.Cell(previous.RollEntry), f.Cell(next.RollEntry))
		}
	}
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		add(numberField(kind), previous.shownNumber(kind), next.shownNumber(kind))
	}
	return all
}

// checkGivers checks the form of the references to people who gave their vote.
func checkGivers(faults *input.Faults, members *[]string) {
	if len(*members) > MaxProxies {
		faults.Add(fieldProxyFor, refusal.RollManyProxies, refusal.Facts{"max": MaxProxies})
		return
	}
	*members = slices.Clone(*members)
	before := len(*faults)
	for i := range *members {
		if faults.Line(fieldProxyFor, &(*members)[i], 1, maxName); len(*faults) > before {
			return
		}
	}
}

// same reports whether two records differ in nothing but the time of their last change.
func (r rollRecord) same(other rollRecord) bool {
	r.UpdatedAt = other.UpdatedAt
	return reflect.DeepEqual(r, other)
}

// rollMatch is the search for the entry that a line names.
type rollMatch struct {
	im     *rollImport
	line   *RollLine
	faults *input.Faults
	found  *rollRecord
	double bool // another line is about the entry
}

// look notes rec as the entry that the line is about, unless err is refusal.NotFound. field is what they share.
func (m *rollMatch) look(field string, rec rollRecord, err error) error {
	if errors.Is(err, refusal.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	switch before, twice := m.im.seen[rec.ID]; {
	case twice && m.line.ID == "" && m.line.Answer.Choice != RollAnother && (m.found == nil || m.found.ID == rec.ID) &&
		personKey(rec.FullName) == personKey(*m.line.FullName):
		m.found, m.double = &rec, true
	case twice:
		m.faults.Add(field, refusal.RollRepeatsLine, refusal.Facts{"line": before})
	case m.line.alone && rec.ID != m.line.ID:
		m.faults.Add(field, refusal.RollTaken, refusal.Facts{"name": rec.FullName})
	case m.found != nil && m.found.ID != rec.ID:
		m.faults.Add(field, refusal.RollOtherEntry, nil)
	default:
		m.found = &rec
	}
	return nil
}

// match finds the entry that a line names by its id, a number or its member reference; nil for none. A second line of
// the same name asks whether it is a double.
func (im *rollImport) match(l *RollLine, faults *input.Faults, out *RollLineReport) (*rollRecord, bool, error) {
	m := rollMatch{im: im, line: l, faults: faults}
	if l.ID != "" {
		rec, err := rollTable.Get(im.tx, l.ID)
		if errors.Is(err, refusal.NotFound) {
			faults.Add("id", refusal.RollUnknownID, nil)
		}
		if err := m.look("id", rec, err); err != nil {
			return nil, false, err
		}
	}
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		number := l.number(kind)
		if number == nil || *number == "" {
			continue
		}
		rec, err := rollTable.By(im.tx, bucketRollByIdentity, im.store.identityMAC(*number))
		if err := m.look(numberField(kind), rec, err); err != nil {
			return nil, false, err
		}
	}
	if l.Member != nil && *l.Member != "" {
		rec, err := rollTable.By(im.tx, bucketRollByMember, []byte(search.Fold(*l.Member)))
		if err := m.look("member", rec, err); err != nil {
			return nil, false, err
		}
	}
	if m.double && l.Answer.Choice != RollSame {
		out.Outcome, out.Question = RollAsked, AskPerson
		shared, _ := l.shares(*m.found)
		out.Candidates = []RollCandidate{{Entry: m.found.ID, Line: im.seen[m.found.ID], Person: m.found.RollEntry,
			Shares: append([]string{"fullName"}, shared...)}}
	}
	return m.found, m.double, nil
}

// keepNumbers refuses to replace or remove a number of somebody who has registered.
func (im *rollImport) keepNumbers(l *RollLine, found *rollRecord, faults *input.Faults) {
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		have, number := found.numberMAC(kind), l.number(kind)
		if have != nil && number != nil && !bytes.Equal(have, im.store.identityMAC(*number)) {
			faults.Add(numberField(kind), refusal.RollNumberDiffers, nil)
		}
	}
}

// recordOf makes the record of a line.
func (im *rollImport) recordOf(l *RollLine, previous *rollRecord) rollRecord {
	next := rollRecord{RollEntry: RollEntry{ID: kv.NewID[RollID](), Weight: ballotbox.Vote, CreatedAt: im.now}}
	if previous != nil {
		next = *previous
	}
	next.UpdatedAt = im.now
	for _, f := range im.fields {
		f.keep(l, &next.RollEntry)
	}
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		switch number := l.number(kind); {
		case number == nil:
		case *number == "":
			next.dropNumber(kind)
		default:
			next.setNumber(Identity{Kind: kind, LastFour: lastFour(*number)}, im.store.identityMAC(*number))
		}
	}
	return next
}

// linkAccount links an entry to the account of its numbers, if the account's name agrees with name.
func (im *rollImport) linkAccount(name string, next *rollRecord, out *RollLineReport) error {
	if next.User != "" {
		out.Registered = true
		return nil
	}
	for _, mac := range [][]byte{next.IdentityMAC, next.SecondMAC} {
		var id []byte
		if len(mac) > 0 {
			id = im.tx.Bucket(bucketUsersByIdentity).Get(mac)
		}
		if id == nil {
			continue
		}
		u, err := userTable.Get(im.tx, UserID(id))
		if err != nil {
			return err
		}
		out.Registered = true
		if next.User != "" || u.RollEntry != "" || !im.same(u.FullName, name) {
			out.OtherName = true
			continue
		}
		next.User = u.ID
		if err := bindUser(im.tx, u.ID, next.ID); err != nil {
			return err
		}
	}
	return nil
}
