package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// MaxRollLines is the most lines of an import: one transaction with about eight inserts for each line.
const MaxRollLines = 10_000

// errDryRun rolls back an import that should only show what it would do.
var errDryRun = errors.New("dry run")

// ImportRoll puts people on the electoral roll. If a line has a problem, or dryRun is set, it changes nothing. Either
// way the report says what happens to each line. A line with the number or the member reference of an existing entry
// updates that entry. An account with the number of a line is linked to its entry if same says that the names agree.
// People who give away their vote may be on later lines. Errors: refusal.ValidationFailed for the field "roll" when
// there is no line, or more than MaxRollLines.
func (s *Store) ImportRoll(ctx context.Context, by audit.Actor, lines []RollLine, same SameName,
	dryRun bool) (RollReport, error) {
	if len(lines) == 0 || len(lines) > MaxRollLines {
		return RollReport{}, refusal.Invalid("roll", refusal.RollSize, refusal.Facts{"max": MaxRollLines})
	}
	var im *rollImport
	err := s.update(ctx, func(tx *bolt.Tx) error {
		im = s.newRollImport(tx, same)
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
		return s.audit(tx, by, "roll.imported", audit.Subject{Kind: "roll"}, map[string]string{
			"added":   strconv.Itoa(im.report.Added),
			"updated": strconv.Itoa(im.report.Updated), "unchanged": strconv.Itoa(im.report.Unchanged),
		})
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
		if out := &im.report.Lines[l.at]; out.Outcome == RollUnchanged && l.changes() {
			out.Outcome = RollUpdated
		}
	}
	if slices.ContainsFunc(im.report.Lines, func(l RollLineReport) bool { return l.Outcome == RollRefused }) {
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
