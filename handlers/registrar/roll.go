package registrar

import (
	"context"

	"ostrakon/ocr"
	"ostrakon/store"
)

// MaxRollBytes bounds a table of the roll: about 400 bytes for each of store.MaxRollLines.
const MaxRollBytes = 4 << 20

// Import is how a roll is imported.
type Import struct {
	MemberKeys bool // issue a member key to everybody without a number
	DryRun     bool // change nothing, and report what would come of it
}

// ImportRoll takes the people of a table onto the electoral roll: all of them or, if a line is
// refused, none. The report has the outcome of each line. Errors: refusal.ValidationFailed with the
// field "roll" if the table cannot be read.
func (r *Registrar) ImportRoll(ctx context.Context, by store.Actor, table []byte, how Import) (store.RollReport, error) {
	lines, err := r.readRoll(table, how.MemberKeys)
	if err != nil {
		return store.RollReport{}, err
	}
	return r.store.ImportRoll(ctx, by, lines, ocr.SameName, how.DryRun)
}
