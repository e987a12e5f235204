package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/directory"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// MaxRollLines is the most lines in an import. An import is one transaction, and each line needs
// about eight inserts. A longer roll comes in several files.
const MaxRollLines = 10_000

const maxMember = 60 // characters of a member reference

// SameName reports whether two names belong to one person, by the rules of the caller. registered
// is the name of an account, and onRoll is the name on the roll.
type SameName func(registered, onRoll string) bool

// RollLine is one person of a roll to import.
type RollLine struct {
	Line        int    // its number in the file
	ID          RollID // of the entry that the line is about; "" finds it by number or member reference
	FullName    string
	DateOfBirth string       // YYYY-MM-DD or ""
	Member      string       // or ""
	Kind        IdentityKind // of Number
	Number      string       // compact form, or ""
	NewKey      bool         // issue a member key
	Weight      *int         // nil leaves an entry's weight as it is; that of a new entry is 1
	ProxyFor    []string     // member references of the people who gave the person their vote; nil leaves this as it is

	Problems []refusal.Field // what the caller found wrong with the line already
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
	Problems              []refusal.Field
}

// RollReport is the outcome of an import, line by line and in numbers.
type RollReport struct {
	DryRun                             bool
	Added, Updated, Unchanged, Refused int
	Lines                              []RollLineReport
}

// errDryRun rolls back an import that should only show what it would do.
var errDryRun = errors.New("dry run")

// ImportRoll puts people on the electoral roll. If a line has a problem, or dryRun is set, it
// changes nothing. Either way the report says what happens to each line. A line with the number or
// the member reference of an existing entry updates that entry. An account with the number of a
// line is linked to its entry if same says that the names agree. People who give away their vote
// may be on later lines. Errors: refusal.ValidationFailed
// for the field "roll" when there is no line, or more than MaxRollLines.
func (s *Store) ImportRoll(ctx context.Context, by Actor, lines []RollLine, same SameName, dryRun bool) (RollReport, error) {
	if len(lines) == 0 || len(lines) > MaxRollLines {
		return RollReport{}, refusal.Invalid("roll", refusal.RollSize, refusal.Facts{"max": MaxRollLines})
	}
	im := rollImport{store: s, same: same, now: s.clock(), seen: make(map[RollID]int), refused: make(map[string]bool)}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		im.tx = tx
		im.report = RollReport{DryRun: dryRun, Lines: make([]RollLineReport, 0, len(lines))}
		for _, l := range lines {
			if err := im.importLine(l); err != nil {
				return fmt.Errorf("line %d: %w", l.Line, err)
			}
		}
		if err := im.giveProxies(); err != nil {
			return err
		}
		im.count()
		if dryRun || im.report.Refused > 0 {
			return errDryRun
		}
		return s.audit(tx, by, "roll.imported", Subject{Kind: "roll"}, map[string]string{
			"added": strconv.Itoa(im.report.Added), "updated": strconv.Itoa(im.report.Updated), "unchanged": strconv.Itoa(im.report.Unchanged),
		})
	})
	if errors.Is(err, errDryRun) {
		err = nil
		im.undoReport()
	}
	return im.report, err
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

// importLine puts a line on the roll, or notes why it cannot be.
func (im *rollImport) importLine(l RollLine) error {
	v := validation{fields: l.Problems}
	v.line("fullName", &l.FullName, 1, maxName)
	v.dateOfBirth("dateOfBirth", l.DateOfBirth, im.now)
	v.line("member", &l.Member, 0, maxMember)
	if l.Weight != nil && (*l.Weight < 1 || *l.Weight > MaxWeight) {
		v.fail("weight", refusal.NotInteger, refusal.Facts{"min": 1, "max": MaxWeight})
	}
	v.givers(&l.ProxyFor)
	previous, err := im.match(&l, &v)
	if err != nil {
		return err
	}
	if l.Number == "" && !l.NewKey && len(l.Problems) == 0 && (previous == nil || previous.IdentityMAC == nil && !previous.HasKey) {
		v.fail("nationalId", refusal.RollNoNumber, nil)
	}
	out := RollLineReport{Line: l.Line, FullName: l.FullName, Member: l.Member, Problems: v.fields}
	if len(v.fields) > 0 {
		out.Outcome = RollRefused
		im.refused[directory.Fold(l.Member)] = true
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

// givers checks the form of the references to people who gave their vote.
func (v *validation) givers(members *[]string) {
	if len(*members) > MaxProxies {
		v.fail(fieldProxyFor, refusal.RollManyProxies, refusal.Facts{"max": MaxProxies})
		return
	}
	*members = slices.Clone(*members)
	before := len(v.fields)
	for i := range *members {
		if v.line(fieldProxyFor, &(*members)[i], 1, maxMember); len(v.fields) > before {
			return
		}
	}
}

// giveProxies gives out votes as the lines say, or notes which lines cannot be true. It needs all
// lines on the roll.
func (im *rollImport) giveProxies() error {
	p := newProxyRound(im.tx, im.proxies)
	refuse := func(l *proxyLine, problems []refusal.Field) {
		if out := &im.report.Lines[l.at]; len(problems) > 0 && out.Outcome != RollRefused {
			*out = RollLineReport{Line: out.Line, FullName: out.FullName, Member: out.Member, Outcome: RollRefused, Problems: problems}
		}
	}
	for i := range p.lines {
		problems, err := p.resolve(&p.lines[i], im.refused)
		if err != nil {
			return err
		}
		refuse(&p.lines[i], problems)
	}
	for i := range p.lines {
		l := &p.lines[i]
		problems, err := p.conflict(l)
		if err != nil {
			return err
		}
		refuse(l, problems)
		if out := &im.report.Lines[l.at]; out.Outcome == RollUnchanged && l.changes() {
			out.Outcome = RollUpdated
		}
	}
	if slices.ContainsFunc(im.report.Lines, func(l RollLineReport) bool { return l.Outcome == RollRefused }) {
		return nil
	}
	return p.write(im.now)
}

func outcomeOf(previous *rollRecord, next rollRecord) RollOutcome {
	switch {
	case previous == nil:
		return RollAdded
	case previous.FullName == next.FullName && previous.DateOfBirth == next.DateOfBirth && previous.Member == next.Member && previous.User == next.User &&
		previous.Weight == next.Weight &&
		string(previous.IdentityMAC) == string(next.IdentityMAC) && string(previous.KeyMAC) == string(next.KeyMAC):
		return RollUnchanged
	}
	return RollUpdated
}

// match finds the entry that a line is about; nil for a new one.
func (im *rollImport) match(l *RollLine, v *validation) (*rollRecord, error) {
	var found *rollRecord
	look := func(field string, rec rollRecord, err error) error {
		if errors.Is(err, refusal.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		switch before, twice := im.seen[rec.ID]; {
		case twice:
			v.fail(field, refusal.RollRepeatsLine, refusal.Facts{"line": before})
		case found != nil && found.ID != rec.ID:
			v.fail(field, refusal.RollOtherEntry, nil)
		default:
			found = &rec
		}
		return nil
	}
	if l.ID != "" {
		rec, err := rollTable.Get(im.tx, l.ID)
		if errors.Is(err, refusal.NotFound) {
			v.fail("id", refusal.RollUnknownID, nil)
		}
		if err := look("id", rec, err); err != nil {
			return nil, err
		}
	}
	if l.Number != "" {
		rec, err := rollTable.By(im.tx, bucketRollByIdentity, im.store.identityMAC(l.Kind, l.Number))
		if err := look(numberField(l.Kind), rec, err); err != nil {
			return nil, err
		}
	}
	if l.Member != "" {
		rec, err := rollTable.By(im.tx, bucketRollByMember, []byte(directory.Fold(l.Member)))
		if err := look("member", rec, err); err != nil {
			return nil, err
		}
	}
	if found != nil && found.User != "" && found.IdentityMAC != nil && l.Number != "" &&
		string(found.IdentityMAC) != string(im.store.identityMAC(l.Kind, l.Number)) {
		v.fail(numberField(l.Kind), refusal.RollNumberDiffers, nil)
	}
	return found, nil
}

// recordOf is the record of a line.
func (im *rollImport) recordOf(l RollLine, previous *rollRecord) rollRecord {
	next := rollRecord{RollEntry: RollEntry{ID: kv.NewID[RollID](), Weight: 1, CreatedAt: im.now}}
	if previous != nil {
		next = *previous
	}
	next.FullName, next.UpdatedAt = l.FullName, im.now
	if l.DateOfBirth != "" {
		next.DateOfBirth = l.DateOfBirth
	}
	if l.Member != "" {
		next.Member = l.Member
	}
	set(&next.Weight, l.Weight)
	if l.Number != "" {
		next.IdentityMAC = im.store.identityMAC(l.Kind, l.Number)
		next.Identity = &Identity{Kind: l.Kind, LastFour: lastFour(l.Number)}
	}
	return next
}

// linkAccount links the account that has the number of an entry to it, if the names agree.
func (im *rollImport) linkAccount(l RollLine, next *rollRecord, out *RollLineReport) error {
	if next.User != "" || next.IdentityMAC == nil {
		out.Registered = next.User != ""
		return nil
	}
	id := im.tx.Bucket(bucketUsersByIdentity).Get(next.IdentityMAC)
	if id == nil {
		return nil
	}
	u, err := userTable.Get(im.tx, UserID(id))
	if err != nil {
		return err
	}
	out.Registered = true
	if u.RollEntry != "" || !im.same(u.FullName, l.FullName) {
		out.OtherName = true
		return nil
	}
	next.User = u.ID
	return bindUser(im.tx, u.ID, next.ID)
}

// count sums up the lines of the report.
func (im *rollImport) count() {
	for _, l := range im.report.Lines {
		switch l.Outcome {
		case RollAdded:
			im.report.Added++
		case RollUpdated:
			im.report.Updated++
		case RollUnchanged:
			im.report.Unchanged++
		case RollRefused:
			im.report.Refused++
		}
	}
}

// undoReport removes from the report what did not happen.
func (im *rollImport) undoReport() {
	for i := range im.report.Lines {
		out := &im.report.Lines[i]
		out.Key = ""
		if out.Outcome == RollAdded {
			out.Entry = ""
		}
	}
}
