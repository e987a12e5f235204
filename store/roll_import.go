package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// MaxRollLines is the most lines of an import: one transaction with about eight inserts for each line.
const MaxRollLines = 10_000

// errDryRun rolls back an import that should only show what it would do.
var errDryRun = errors.New("dry run")

// ImportRules says what an import of the roll is for.
type ImportRules struct {
	DryRun bool     // show what it would do, and change nothing
	OneOf  []string // groups of which each person on the roll must be in exactly one; none for no such rule
}

// ImportRoll puts people on the electoral roll. If a line has a problem or waits for an answer, if the roll would break
// the rules, or in a dry run, it changes nothing. Either way the report says what happens to each line. A line with the
// number or the member reference of an existing entry updates that entry; one with the name of somebody asks whether it
// is them, unless it changes nothing. An account with the number of a line is linked to its entry if same says that the
// names agree. People who give away their vote may be on later lines. UndoImport takes it back. Errors:
// refusal.ValidationFailed for the field "roll" when there is no line, or more than MaxRollLines, and for "oneOf";
// those of RemoveRollEntry for somebody who leaves.
func (s *Store) ImportRoll(ctx context.Context, by audit.Actor, lines []RollLine, same SameName,
	rules ImportRules) (RollReport, error) {
	leaving, lines := splitLeaving(lines)
	if len(lines) == 0 || len(lines) > MaxRollLines {
		return RollReport{}, refusal.Invalid("roll", refusal.RollSize, refusal.Facts{"max": MaxRollLines})
	}
	if err := rules.check(); err != nil {
		return RollReport{}, err
	}
	var im *rollImport
	err := s.update(ctx, func(tx *bolt.Tx) error {
		im = s.newRollImport(tx, same)
		im.report = RollReport{DryRun: rules.DryRun, Lines: make([]RollLineReport, 0, len(lines))}
		if err := im.run(lines, leaving); err != nil {
			return err
		}
		if err := im.noteMisplaced(rules.OneOf); err != nil {
			return err
		}
		if rules.DryRun || im.report.Refused+im.report.Asked > 0 || im.report.Misplaced.count() > 0 {
			return errDryRun
		}
		im.report.ID = kv.NewID[string]()
		if err := im.keepUndo(by); err != nil {
			return err
		}
		detail := map[string]string{
			"added": strconv.Itoa(im.report.Added), "updated": strconv.Itoa(im.report.Updated),
			"unchanged": strconv.Itoa(im.report.Unchanged),
		}
		if im.report.Removed > 0 {
			detail["removed"] = strconv.Itoa(im.report.Removed)
		}
		return s.audit(tx, by, "roll.imported", audit.Subject{Kind: "roll"}, detail)
	})
	if errors.Is(err, errDryRun) {
		err = nil
		im.undoReport()
	}
	if err != nil {
		return RollReport{}, err
	}
	return im.report, nil
}

// splitLeaving divides lines into the people who leave the roll and the others.
func splitLeaving(lines []RollLine) (leaving []RollID, others []RollLine) {
	for _, l := range lines {
		if l.Leaves {
			leaving = append(leaving, l.ID)
		} else {
			others = append(others, l)
		}
	}
	return leaving, others
}

// run imports the lines, and removes who leaves.
func (im *rollImport) run(lines []RollLine, leaving []RollID) error {
	onRoll := number(im.tx, totalRoll)
	im.prepare(lines)
	before, err := im.groups()
	if err != nil {
		return err
	}
	if onRoll > 0 {
		if err := im.claim(im.lines); err != nil {
			return err
		}
	}
	for i := range im.lines {
		if err := im.importLine(i); err != nil {
			return fmt.Errorf("line %d: %w", im.lines[i].Line, err)
		}
	}
	if err := im.giveProxies(); err != nil {
		return err
	}
	if err := im.noteNewGroups(before); err != nil {
		return err
	}
	im.count()
	if onRoll > 0 {
		if err := im.findMissing(); err != nil {
			return err
		}
	}
	if err := im.remove(leaving); err != nil {
		return err
	}
	im.report.KeptBy, err = keptSince(im.tx, im.before)
	return err
}

// findMissing lists the people of the roll, by name, whom no line is about or may be about: at most MaxRollLines.
func (im *rollImport) findMissing() error {
	met := make(map[RollID]bool)
	for _, l := range im.report.Lines {
		met[l.Entry] = true
		for _, c := range l.Candidates {
			met[c.Entry] = true
		}
	}
	for id := range im.claimed {
		met[id] = true
	}
	for k := range kv.Walk(im.tx, bucketRollByName, nil) {
		id := kv.LastID[RollID](k)
		if met[id] || len(im.report.Missing) == MaxRollLines {
			continue
		}
		rec, err := rollTable.Get(im.tx, id)
		if err != nil {
			return err
		}
		im.report.Missing = append(im.report.Missing, rec.RollEntry)
	}
	return nil
}

// remove removes people who are missing. Errors: refusal.ValidationFailed for "remove" if one is not.
func (im *rollImport) remove(leaving []RollID) error {
	for _, id := range leaving {
		if !slices.ContainsFunc(im.report.Missing, func(e RollEntry) bool { return e.ID == id }) {
			return refusal.Invalid("remove", refusal.RollNotMissing, nil)
		}
		rec, err := rollTable.Get(im.tx, id)
		if errors.Is(err, refusal.NotFound) {
			continue // they are named twice
		}
		if err != nil {
			return err
		}
		if holder, err := rollTable.By(im.tx, bucketRollByGiver, []byte(id)); err == nil {
			im.note(holder.ID, &holder)
		}
		im.note(id, &rec)
		if err := im.store.removeEntry(im.tx, rec); err != nil {
			return err
		}
		im.report.Removed++
	}
	return nil
}

// giveProxies gives out votes as the lines say, or notes which lines cannot be true. It needs all lines on the roll.
func (im *rollImport) giveProxies() error {
	p := &proxyRound{im.tx, im.proxies, make(map[RollID]*proxyLine), make(map[RollID]*proxyLine)}
	for i := range p.lines {
		p.named[p.lines[i].holder.ID] = &p.lines[i]
	}
	refuse := func(l *proxyLine, problems []refusal.Field) {
		if out := &im.report.Lines[l.at]; len(problems) > 0 && out.Outcome != RollRefused {
			*out = RollLineReport{
				Line: out.Line, FullName: out.FullName, Member: out.Member, Outcome: RollRefused, Problems: problems,
			}
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
		if !l.changes() {
			continue
		}
		held, err := l.holder.entry(im.tx)
		if err != nil {
			return err
		}
		im.note(l.holder.ID, &l.holder)
		if out := &im.report.Lines[l.at]; out.Outcome == RollUnchanged || out.Outcome == RollUpdated {
			out.Outcome = RollUpdated
			out.Changes = append(out.Changes, RollChange{fieldProxyFor, strings.Join(held.ProxyFor, "; "),
				strings.Join(l.members, "; ")})
		}
	}
	waits := func(l RollLineReport) bool { return l.Outcome == RollRefused || l.Outcome == RollAsked }
	if slices.ContainsFunc(im.report.Lines, waits) {
		return nil
	}
	return p.write(im.now)
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
		case RollAsked:
			im.report.Asked++
		case RollLeftOut:
			im.report.LeftOut++
		}
	}
}

// undoReport removes from the report what did not happen.
func (im *rollImport) undoReport() {
	fresh := make(map[RollID]bool) // entries that will have another id
	for i := range im.report.Lines {
		out := &im.report.Lines[i]
		out.Key = ""
		if out.Outcome == RollAdded {
			fresh[out.Entry] = true
		}
	}
	for i := range im.report.Lines {
		out := &im.report.Lines[i]
		if fresh[out.Entry] {
			out.Entry = ""
		}
		for j := range out.Candidates {
			if fresh[out.Candidates[j].Entry] {
				out.Candidates[j].Entry = ""
			}
		}
	}
}
