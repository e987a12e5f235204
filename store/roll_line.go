package store

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// Limits of an entry of the roll, in characters.
const (
	maxMember  = 60
	maxAddress = 300
)

// SameName reports whether two names belong to one person, by the rules of the caller. registered
// is the name of an account, and onRoll is the name on the roll.
type SameName func(registered, onRoll string) bool

// RollLine is one person of a roll to import.
type RollLine struct {
	Line        int    // its number in the file
	ID          RollID // of the entry that the line is about; "" finds it by number or member reference
	FullName    string
	DateOfBirth string // YYYY-MM-DD; "" leaves it as it is
	Member      string // "" leaves it as it is
	NationalID  string // compact form; "" leaves it as it is
	VoterID     string // compact form; "" leaves it as it is
	NewKey      bool   // issue a member key
	Email       *string
	Language    *string // nil leaves this and the other two as they are, "" empties them
	Address     *string
	Present     *bool    // nil leaves it as it is; a new entry is not present
	Weight      *int     // nil leaves an entry's weight as it is; that of a new entry is 1
	ProxyFor    []string // member references of the people who gave the person their vote; nil leaves this as it is

	Problems input.Faults // what the caller found wrong with the line already

	alone bool // an entry that is added or changed by itself: what is empty empties
}

// RollOutcome is what happened to a line.
type RollOutcome string

// The outcomes of a line.
const (
	RollAdded     RollOutcome = "added"
	RollUpdated   RollOutcome = "updated"
	RollUnchanged RollOutcome = "unchanged"
	RollRefused   RollOutcome = "refused"
)

// RollLineReport is what happened to a line, or would happen to it. Key is the member key as
// printed; it is given only this once.
type RollLineReport struct {
	Line     int
	FullName string
	Member   string
	Outcome  RollOutcome
	Entry    RollID // empty for a line that was refused, and in a dry run for one that would be added
	Key      string
	// Registered means that an account has this number. OtherName means that the account has
	// another name, so it was not linked to the entry.
	Registered, OtherName bool
	Problems              input.Faults
}

// RollReport is the outcome of an import, line by line and in numbers.
type RollReport struct {
	DryRun                             bool
	Added, Updated, Unchanged, Refused int
	Lines                              []RollLineReport
}

// rollImport is an import in progress.
type rollImport struct {
	store   *Store
	tx      *bolt.Tx
	same    SameName
	now     time.Time
	seen    map[RollID]int  // the line of this import that an entry came from
	refused map[string]bool // folded member references of lines that were refused
	proxies []proxyLine
	report  RollReport
}

func (s *Store) newRollImport(tx *bolt.Tx, same SameName) *rollImport {
	return &rollImport{store: s, tx: tx, same: same, now: s.clock(), seen: make(map[RollID]int), refused: make(map[string]bool)}
}

// numbers are the identity numbers of a line, by kind.
func (l RollLine) numbers() map[IdentityKind]string {
	all := make(map[IdentityKind]string, 2)
	for kind, number := range map[IdentityKind]string{NationalID: l.NationalID, VoterID: l.VoterID} {
		if number != "" {
			all[kind] = number
		}
	}
	return all
}

// importLine puts a line on the roll, or notes why it cannot be.
func (im *rollImport) importLine(l RollLine) error {
	faults := input.Faults(l.Problems)
	l.check(&faults, im.now)
	previous, err := im.match(&l, &faults)
	if err != nil {
		return err
	}
	out := RollLineReport{Line: l.Line, FullName: l.FullName, Member: l.Member, Problems: faults}
	if len(faults) > 0 {
		out.Outcome = RollRefused
		im.refused[search.Fold(l.Member)] = true
		im.report.Lines = append(im.report.Lines, out)
		return nil
	}
	next := im.recordOf(l, previous)
	if l.NewKey && next.User == "" {
		out.Key = newMemberKey()
		im.store.giveKey(&next, out.Key)
	}
	if err := im.linkAccount(l, &next, &out); err != nil {
		return err
	}
	out.Entry, out.Outcome = next.ID, outcomeOf(previous, next)
	if out.Outcome != RollUnchanged {
		if err := rollTable.Put(im.tx, previous, next); err != nil {
			return err
		}
	}
	im.seen[next.ID] = l.Line
	if l.ProxyFor != nil {
		im.proxies = append(im.proxies, proxyLine{at: len(im.report.Lines), members: l.ProxyFor, holder: next})
	}
	im.report.Lines = append(im.report.Lines, out)
	return nil
}

// check checks and normalises the fields of a line.
func (l *RollLine) check(faults *input.Faults, now time.Time) {
	faults.Line("fullName", &l.FullName, 1, maxName)
	faults.DateOfBirth("dateOfBirth", l.DateOfBirth, now)
	faults.Line("member", &l.Member, 0, maxMember)
	if l.Weight != nil && (*l.Weight < 1 || *l.Weight > MaxWeight) {
		faults.Add("weight", refusal.NotInteger, refusal.Facts{"min": 1, "max": MaxWeight})
	}
	if l.Email != nil {
		if *l.Email = strings.TrimSpace(*l.Email); *l.Email != "" {
			faults.Email("email", l.Email)
		}
	}
	if l.Language != nil && *l.Language != "" {
		input.OneOf(faults, "language", *l.Language, LanguageCodes()...)
	}
	if l.Address != nil {
		*l.Address = addressLines(*l.Address)
		faults.Text("address", l.Address, 0, maxAddress)
	}
	checkGivers(faults, &l.ProxyFor)
}

// addressLines is an address without empty lines, and without space around its lines.
func addressLines(address string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(address, "\r", "\n")) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
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
		if faults.Line(fieldProxyFor, &(*members)[i], 1, maxMember); len(*faults) > before {
			return
		}
	}
}

func outcomeOf(previous *rollRecord, next rollRecord) RollOutcome {
	if previous == nil {
		return RollAdded
	}
	a, b := *previous, next
	if a.FullName == b.FullName && a.DateOfBirth == b.DateOfBirth && a.Member == b.Member && a.User == b.User && a.Weight == b.Weight &&
		a.Email == b.Email && a.Language == b.Language && a.Address == b.Address && a.Present == b.Present &&
		bytes.Equal(a.IdentityMAC, b.IdentityMAC) && bytes.Equal(a.SecondMAC, b.SecondMAC) && bytes.Equal(a.KeyMAC, b.KeyMAC) {
		return RollUnchanged
	}
	return RollUpdated
}

// rollMatch is the search for the entry that a line is about.
type rollMatch struct {
	im     *rollImport
	line   *RollLine
	faults *input.Faults
	found  *rollRecord
}

// look takes the entry that has something of the line, if there is one.
func (m *rollMatch) look(field string, rec rollRecord, err error) error {
	if errors.Is(err, refusal.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	switch before, twice := m.im.seen[rec.ID]; {
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

// match finds the entry that a line is about; nil for a new one.
func (im *rollImport) match(l *RollLine, faults *input.Faults) (*rollRecord, error) {
	m := rollMatch{im: im, line: l, faults: faults}
	if l.ID != "" {
		rec, err := rollTable.Get(im.tx, l.ID)
		if errors.Is(err, refusal.NotFound) {
			faults.Add("id", refusal.RollUnknownID, nil)
		}
		if err := m.look("id", rec, err); err != nil {
			return nil, err
		}
	}
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		number := l.numbers()[kind]
		if number == "" {
			continue
		}
		rec, err := rollTable.By(im.tx, bucketRollByIdentity, im.store.identityMAC(kind, number))
		if err := m.look(numberField(kind), rec, err); err != nil {
			return nil, err
		}
	}
	if l.Member != "" {
		rec, err := rollTable.By(im.tx, bucketRollByMember, []byte(search.Fold(l.Member)))
		if err := m.look("member", rec, err); err != nil {
			return nil, err
		}
	}
	if m.found != nil && m.found.User != "" {
		im.keepNumbers(*l, m.found, faults)
	}
	return m.found, nil
}

// keepNumbers refuses to take away a number from somebody who has registered.
func (im *rollImport) keepNumbers(l RollLine, found *rollRecord, faults *input.Faults) {
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		have, number := found.numberMAC(kind), l.numbers()[kind]
		if have != nil && number != "" && !bytes.Equal(have, im.store.identityMAC(kind, number)) {
			faults.Add(numberField(kind), refusal.RollNumberDiffers, nil)
		}
	}
}

// recordOf is the record of a line.
func (im *rollImport) recordOf(l RollLine, previous *rollRecord) rollRecord {
	next := rollRecord{RollEntry: RollEntry{ID: kv.NewID[RollID](), Weight: 1, CreatedAt: im.now}}
	if previous != nil {
		next = *previous
	}
	next.FullName, next.UpdatedAt = l.FullName, im.now
	if l.DateOfBirth != "" || l.alone {
		next.DateOfBirth = l.DateOfBirth
	}
	if l.Member != "" || l.alone {
		next.Member = l.Member
	}
	set(&next.Email, l.Email)
	set(&next.Language, l.Language)
	set(&next.Address, l.Address)
	set(&next.Present, l.Present)
	set(&next.Weight, l.Weight)
	for _, kind := range []IdentityKind{NationalID, VoterID} {
		if number := l.numbers()[kind]; number != "" {
			next.setNumber(Identity{Kind: kind, LastFour: lastFour(number)}, im.store.identityMAC(kind, number))
		}
	}
	return next
}

// linkAccount links the account that has a number of an entry to it, if the names agree.
func (im *rollImport) linkAccount(l RollLine, next *rollRecord, out *RollLineReport) error {
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
		if next.User != "" || u.RollEntry != "" || !im.same(u.FullName, l.FullName) {
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
