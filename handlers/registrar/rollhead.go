package registrar

import (
	"slices"
	"strings"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// Column is a column of a table: its head, the field that it fills, or "" where it is skipped, and its first cells.
type Column struct {
	Head, Field string
	Sample      []string
}

// The fields of columns that make up a field of the roll together.
const (
	fieldFirstName = "firstName"
	fieldLastName  = "lastName"
	fieldStreet    = "street"
	fieldPostcode  = "postcode"
	fieldCity      = "city"
)

// maxHeadRow is how many rows of a table may come before its heads, with them.
const maxHeadRow = 15

// knownHeads lists the fields by their folded heads.
func knownHeads() map[string]store.RollField {
	known := make(map[string]store.RollField)
	for _, f := range store.RollFields() {
		for _, head := range f.Heads() {
			known[head] = f
		}
	}
	return known
}

// folded brings a head into the form by which it is known.
func folded(head string) string { return strings.Join(search.Words(head), " ") }

// headRow finds the row of the heads: the one with the most heads that are known among the first rows, or the first.
func headRow(rows []tableRow, known map[string]store.RollField) int {
	best, most := 0, 0
	for i, row := range rows[:min(len(rows), maxHeadRow)] {
		fields := make(map[string]bool)
		for _, cell := range row.cells {
			if f, ok := known[folded(cell)]; ok {
				fields[f.Column] = true
			}
		}
		if len(fields) > most {
			best, most = i, len(fields)
		}
	}
	return best
}

// columnsOf finds the field of each head: the zero value for a column without a head and, if these are skipped, for a
// head that it does not know. A plan says it for some, and skips the others. Errors: refusal.ValidationFailed.
func columnsOf(heads []string, how Import) (columns []store.RollField, skipped []string, err error) {
	known := knownHeads()
	columns = make([]store.RollField, len(heads))
	planned, err := how.Plan.assign(columns)
	if err != nil {
		return nil, nil, err
	}
	for i, head := range heads {
		f, ok := known[folded(head)]
		switch {
		case planned[i] || folded(head) == "":
		case !ok:
			skipped = append(skipped, shownHead(head))
		case f.Name != "" && at(columns, f.Name) >= 0 && how.Plan == nil:
			return nil, nil, refusal.Invalid("roll", refusal.RollRepeatedColumn, refusal.Facts{"column": f.Name})
		case f.Name != "" && at(columns, f.Name) >= 0:
			skipped = append(skipped, shownHead(head))
		default:
			columns[i] = f
		}
	}
	if len(skipped) > 0 && !how.SkipUnknown && how.Plan == nil {
		shown := strings.Join(skipped[:min(len(skipped), maxShownHeads)], ", ")
		facts := refusal.Facts{"columns": shown, "option": "skipUnknown"}
		return nil, nil, refusal.Invalid("roll", refusal.RollUnknownColumns, facts)
	}
	if len(planned) == 0 {
		findName(columns, known)
	}
	return columns, skipped, nil
}

// assign gives columns the fields of a plan, and says which have been decided.
func (p *Plan) assign(columns []store.RollField) (planned map[int]bool, err error) {
	planned = make(map[int]bool)
	if p == nil {
		return planned, nil
	}
	fields := make(map[string]store.RollField)
	for _, f := range store.RollFields() {
		fields[f.Name] = f
	}
	for i, name := range p.Columns[:min(len(p.Columns), len(columns))] {
		if name == nil {
			continue
		}
		planned[i] = true
		f, ok := fields[*name]
		switch {
		case *name == "":
			continue
		case !ok:
			return nil, refusal.Invalid("columns", refusal.RollNoField, refusal.Facts{"field": shownHead(*name)})
		case at(columns, f.Name) >= 0:
			return nil, refusal.Invalid("columns", refusal.RollRepeatedColumn, refusal.Facts{"column": f.Name})
		}
		columns[i] = f
	}
	return planned, nil
}

// at returns the place of a field among columns, or -1.
func at(columns []store.RollField, field string) int {
	return slices.IndexFunc(columns, func(f store.RollField) bool { return f.Name == field })
}

// findName gives the column of names its field where “Nom”, which is a last name beside a first one, is the only
// column of names. A table without any name is refused later.
func findName(columns []store.RollField, known map[string]store.RollField) {
	last, first, full := at(columns, fieldLastName), at(columns, fieldFirstName), at(columns, "fullName")
	switch {
	case full < 0 && first < 0 && last >= 0:
		columns[last] = known["full name"]
	case full < 0 && last < 0 && first >= 0:
		columns[first] = known["full name"]
	case full >= 0 && first >= 0 && last < 0: // “Name, Vorname”
		columns[full] = known["last name"]
	}
}

// Heads of unknown columns that an error shows.
const (
	maxShownHead  = 40 // bytes of each
	maxShownHeads = 20
)

// maxSample is how many cells a column shows.
const maxSample = 3

// shownHead puts a head on one line, short enough to show.
func shownHead(head string) string {
	head = strings.Join(strings.Fields(strings.ToValidUTF8(head, "")), " ")
	if len(head) > maxShownHead {
		head = strings.ToValidUTF8(head[:maxShownHead], "") + "…"
	}
	return head
}
