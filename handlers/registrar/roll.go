package registrar

import (
	"context"
	"slices"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// MaxRollBytes bounds a table of the roll: about 400 bytes for each of store.MaxRollLines.
const MaxRollBytes = 4 << 20

// Import holds the options of an import.
type Import struct {
	MemberKeys  bool      // issue a member key to everybody without a number
	DryRun      bool      // change nothing, and report what would come of it
	SkipUnknown bool      // leave columns out whose heads are not known
	Dates       DateOrder // of dates that can be two; "" refuses them
	Plan        *Plan     // how somebody who sees the report reads the table; nil for nobody
}

// Plan is how somebody who sees the report of a table wants it to be read.
type Plan struct {
	HeadRow *int                     // the line of the heads, or 0 without heads; nil finds it
	Columns []*string                // the field of each column, or "" to skip it; nil goes by its head
	Answers map[int]store.RollAnswer // to the questions of lines, by line
	AllSame bool                     // a line without an answer is about the only person of its birthday that may be meant
	// LeaveFaults leaves out dates of birth, e-mail addresses, languages and addresses that are wrong.
	LeaveFaults bool
	Remove      []store.RollID // people who are not in the table, and leave the roll
	OneOf       []string       // groups of which each person must be in exactly one
}

// Report is the outcome of an import, with what was read of the table.
type Report struct {
	store.RollReport
	HeadRow  int                       // the line of the heads; 0 without heads
	Columns  []Column                  // of the table
	Skipped  []string                  // heads that are not known
	Repaired int                       // cells whose letters a spreadsheet had damaged
	Values   map[int]map[string]string // what each line says, by line and field
}

// ImportRoll takes the people of a table onto the electoral roll: all of them or, if a line is
// refused, none. The report has the outcome of each line. Errors: refusal.ValidationFailed with the
// field "roll" if the table cannot be read.
func (r *Registrar) ImportRoll(ctx context.Context, by audit.Actor, table []byte, how Import) (Report, error) {
	rules, err := r.Rules(ctx)
	if err != nil {
		return Report{}, err
	}
	lines, report, err := rules.readRoll(table, how, r.now().Year())
	if err != nil {
		return Report{}, err
	}
	if len(lines) == 0 && how.DryRun && how.Plan != nil {
		report.DryRun = true // which column has the names is still to be said
		return report, nil
	}
	wanted := store.ImportRules{DryRun: how.DryRun}
	if how.Plan != nil {
		lines, wanted.OneOf = how.Plan.decide(lines), how.Plan.OneOf
	}
	report.RollReport, err = r.store.ImportRoll(ctx, by, lines, ocr.SameName, wanted)
	return report, err
}

// decide puts the answers of the plan into lines, and adds those who leave the roll.
func (p *Plan) decide(lines []store.RollLine) []store.RollLine {
	for i := range lines {
		l := &lines[i]
		l.Answer, l.LeavesFaults = p.Answers[l.Line], p.LeaveFaults
		if l.Answer.Choice == "" && p.AllSame {
			l.Answer.Choice = store.RollSame
		}
	}
	for _, id := range p.Remove {
		lines = append(lines, store.RollLine{ID: id, Leaves: true})
	}
	return lines
}

// AddRollEntry puts one person on the electoral roll; numbers are as somebody typed them. Errors:
// those of [store.Store.AddRollEntry].
func (r *Registrar) AddRollEntry(ctx context.Context, by audit.Actor, l store.RollLine) (store.RollEntry, error) {
	rules, err := r.Rules(ctx)
	if err != nil {
		return store.RollEntry{}, err
	}
	rules.readNumbers(&l)
	return r.store.AddRollEntry(ctx, by, l, ocr.SameName)
}

// ChangeRollEntry corrects one person of the electoral roll; numbers are as somebody typed them.
// Errors: those of [store.Store.ChangeRollEntry].
func (r *Registrar) ChangeRollEntry(
	ctx context.Context, by audit.Actor, id store.RollID, l store.RollLine,
) (store.RollEntry, error) {
	rules, err := r.Rules(ctx)
	if err != nil {
		return store.RollEntry{}, err
	}
	rules.readNumbers(&l)
	return r.store.ChangeRollEntry(ctx, by, id, l, ocr.SameName)
}

// readNumbers brings the numbers of a form into their compact form, and notes their faults.
func (r Rules) readNumbers(l *store.RollLine) {
	wrong := slices.Clone(l.Problems)
	read := func(field string, typed *string) *string {
		if typed == nil || *typed == "" {
			return typed
		}
		if compact := readNumber(r.scheme(kindOf(field)), field, *typed, &wrong); compact != "" {
			return &compact
		}
		return nil
	}
	l.NationalID, l.VoterID = read(fieldNationalID, l.NationalID), read(fieldVoterID, l.VoterID)
	if r.birthDiffers(*l) {
		wrong.Add("dateOfBirth", refusal.BirthDiffers, nil)
	}
	l.Problems = wrong
}
