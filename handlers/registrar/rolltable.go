package registrar

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// rollReader reads the rows of a table as lines of the roll.
type rollReader struct {
	Rules
	how      Import
	year     int               // the present one
	days     time.Time         // as in the table
	columns  []store.RollField // the field of each column; the zero value where it is skipped
	exported bool              // the table has ids, as an export does
}

// readRoll reads a roll. The first row heads the columns, in any order. The faults of a line go with the line; a fault
// of the table is the error. year is the present one.
func (r Rules) readRoll(raw []byte, how Import, year int) ([]store.RollLine, Report, error) {
	t, err := readTable(raw)
	if err != nil {
		return nil, Report{}, err
	}
	if len(t.rows) == 0 {
		return nil, Report{}, refusal.Invalid("roll", refusal.RollFileEmpty, nil)
	}
	repaired := t.repair()
	head, heads, rows := t.split(how.Plan)
	if len(rows) > store.MaxRollLines {
		return nil, Report{}, refusal.Invalid("roll", refusal.RollTooMany, refusal.Facts{"max": store.MaxRollLines})
	}
	columns, skipped, err := columnsOf(heads, how)
	if err != nil {
		return nil, Report{}, err
	}
	report := Report{HeadRow: head, Skipped: skipped, Repaired: repaired, Values: make(map[int]map[string]string)}
	for i, head := range heads {
		report.Columns = append(report.Columns, Column{shownHead(head), columns[i].Name, sample(rows, i)})
	}
	if at(columns, "fullName") < 0 && at(columns, fieldLastName) < 0 && at(columns, fieldFirstName) < 0 {
		if how.Plan != nil && how.DryRun {
			return nil, report, nil
		}
		return nil, Report{}, refusal.Invalid("roll", refusal.RollNoNameColumn, nil)
	}
	reader := rollReader{r, how, year, t.days, columns, at(columns, "id") >= 0}
	lines := make([]store.RollLine, 0, len(rows))
	for _, row := range rows {
		l, values := reader.line(row)
		lines, report.Values[row.line] = append(lines, l), values
	}
	return lines, report, nil
}

// split divides a table into the line and the cells of its heads, one a column, and the rows below.
func (t table) split(p *Plan) (line int, heads []string, rows []tableRow) {
	at := headRow(t.rows, knownHeads())
	if p != nil && p.HeadRow != nil {
		at = slices.IndexFunc(t.rows, func(row tableRow) bool { return row.line >= max(1, *p.HeadRow) })
		if *p.HeadRow == 0 || at < 0 {
			at = -1
		}
	}
	rows = t.rows
	if at >= 0 {
		line, heads, rows = t.rows[at].line, slices.Clone(t.rows[at].cells), t.rows[at+1:]
	}
	widest := len(heads)
	for _, row := range rows {
		if at < 0 || !t.days.IsZero() { // in CSV, more cells than heads show a comma too many
			widest = max(widest, len(row.cells))
		}
	}
	return line, append(heads, make([]string, widest-len(heads))...), rows
}

// sample returns the first cells of a column that are not empty.
func sample(rows []tableRow, column int) []string {
	found := []string{}
	for _, row := range rows {
		if column < len(row.cells) && len(found) < maxSample {
			if cell := shownHead(row.cells[column]); cell != "" {
				found = append(found, cell)
			}
		}
	}
	return found
}

// line reads a line of the roll. It returns also what the line says, by field: the text of a cell where it is refused.
func (r *rollReader) line(row tableRow) (store.RollLine, map[string]string) {
	l := store.RollLine{Line: row.line}
	var wrong input.Faults
	cells := row.cells
	if len(cells) > len(r.columns) {
		if strings.TrimSpace(strings.Join(cells[len(r.columns):], "")) != "" {
			wrong.Add("roll", refusal.RollExtraCells, nil) // not in a spreadsheet, whose cells keep their columns
		}
		cells = cells[:len(r.columns)]
	}
	for _, f := range r.columns {
		switch {
		case f.Empties:
			f.Clear(&l)
		case f.Name == fieldStreet, f.Name == fieldPostcode, f.Name == fieldCity:
			l.Address = new("")
		}
	}
	parts := make(map[string]string) // of a name and an address
	values := make(map[string]string)
	for i, cell := range cells {
		if r.exported {
			cell = unguarded(cell)
		}
		if cell = strings.TrimSpace(cell); cell != "" {
			r.cell(&l, r.columns[i], cell, parts, &wrong)
			values[r.columns[i].Name] = cell
		}
	}
	first, last := oneLine(parts[fieldFirstName]), oneLine(parts[fieldLastName])
	if name := strings.TrimSpace(first + " " + last); l.FullName == nil {
		l.FullName = &name
	}
	if last != "" {
		l.LastName = &last
	}
	if place := strings.TrimSpace(parts[fieldPostcode] + " " + parts[fieldCity]); parts[fieldStreet]+place != "" {
		l.Address = new(strings.Join([]string{*l.Address, parts[fieldStreet], place}, "\n"))
	}
	if r.birthDiffers(l) {
		wrong.Add("dateOfBirth", refusal.BirthDiffers, nil)
	}
	l.NewKey = r.how.MemberKeys && l.NationalID == nil && l.VoterID == nil
	l.Problems = wrong
	l.Total = isTotal(cells, *l.FullName)
	for field, value := range map[string]*string{"dateOfBirth": l.DateOfBirth, "address": l.Address} {
		if value != nil && *value != "" {
			values[field] = strings.TrimSpace(*value)
		}
	}
	for _, field := range []string{"", "id", "fullName", fieldFirstName, fieldLastName, fieldStreet, fieldPostcode,
		fieldCity} {
		delete(values, field)
	}
	for field, number := range map[string]*string{fieldNationalID: l.NationalID, fieldVoterID: l.VoterID} {
		if number != nil { // it was read, and nobody needs it in full
			values[field] = "…" + (*number)[max(0, len(*number)-4):]
		}
	}
	return l, values
}

// oneLine puts a cell on one line: spreadsheets break long ones.
func oneLine(cell string) string { return strings.Join(strings.Fields(cell), " ") }

// totals are words that head the total of a table, folded.
var totals = []string{
	"total", "totals", "sum", "count", "number", "summe", "gesamt", "insgesamt", "anzahl", "somme", "nombre", "totaux",
	"suma", "totale", "total general", "total general de socios", "gesamtzahl", "endsumme",
}

// isTotal reports whether a line looks like a total: its first cell says so, or its name begins with a digit.
func isTotal(cells []string, name string) bool {
	first := slices.IndexFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
	if first >= 0 && slices.Contains(totals, folded(cells[first])) {
		return true
	}
	return name != "" && unicode.IsDigit([]rune(name)[0]) || slices.Contains(totals, folded(name))
}

// birthDiffers reports whether the date of birth is not the one in an identity number of a line.
func (r Rules) birthDiffers(l store.RollLine) bool {
	differs := func(scheme ocr.Scheme, number *string) bool {
		return number != nil && *number != "" && l.DateOfBirth != nil && !agreesWithNumber(scheme, *number, *l.DateOfBirth)
	}
	return differs(r.NationalID, l.NationalID) || differs(r.VoterID, l.VoterID)
}

// cell reads a cell that is not empty.
func (r *rollReader) cell(
	l *store.RollLine, f store.RollField, cell string, parts map[string]string, wrong *input.Faults,
) {
	switch f.Name {
	case fieldFirstName, fieldLastName, fieldStreet, fieldPostcode, fieldCity:
		parts[f.Name] = cell
	case "dateOfBirth":
		birth, ok := r.dateOf(cell)
		switch {
		case ok:
			l.DateOfBirth = &birth
		case r.how.Dates == "" && r.inSomeOrder(cell):
			wrong.Add(f.Name, refusal.RollDateUnclear, refusal.Facts{"option": "dates"})
		default:
			wrong.Add(f.Name, refusal.NotDate, nil)
		}
	case "id":
		id, err := store.ParseID[store.RollID](cell)
		if err != nil {
			wrong.Add(f.Name, refusal.RollUnknownID, nil)
		}
		l.ID = id
	case fieldNationalID, fieldVoterID:
		scheme := r.scheme(kindOf(f.Name))
		compact, broken := scheme.Compact(cell)
		switch {
		case scheme.Name == ocr.None:
			wrong.Add(f.Name, refusal.NumberNotTaken, nil)
		case broken != "":
			wrong.Add(f.Name, refusal.NumberMalformed, describe(scheme))
		default:
			f.Read(l, compact, wrong)
		}
	case "": // an exported table has the column, and nobody can change it so
	default:
		f.Read(l, cell, wrong)
	}
}

// DateOrder is the order of day, month and year in the dates of a table.
type DateOrder string

// The orders.
const (
	DayMonthYear DateOrder = "dmy"
	MonthDayYear DateOrder = "mdy"
	YearMonthDay DateOrder = "ymd"
)

// DateOrders lists the orders.
func DateOrders() []DateOrder { return []DateOrder{DayMonthYear, MonthDayYear, YearMonthDay} }

// dateOf reads a date as tables hold it: by the order that was stated, or else if it can be only one
// date. A spreadsheet may have the number of a day in place of a date.
func (r *rollReader) dateOf(cell string) (iso string, ok bool) {
	cell = strings.TrimSuffix(cell, "T00:00:00")
	if day, err := strconv.ParseFloat(cell, 64); err == nil && !r.days.IsZero() && day >= 1 && day < 100_000 {
		return r.days.AddDate(0, 0, int(day)).Format(time.DateOnly), true
	}
	if r.how.Dates != "" {
		if iso, ok := r.inOrder(cell, r.how.Dates); ok {
			return iso, true
		}
	}
	found := ocr.FindDates(cell)
	if len(found) != 1 || len(found[0].Dates) != 1 || found[0].Substitutions > 0 ||
		found[0].Start > 0 || found[0].End < len(cell) {
		return "", false
	}
	return found[0].Dates[0].String(), true
}

// inSomeOrder reports whether a cell is a date once the order is stated.
func (r *rollReader) inSomeOrder(cell string) bool {
	return slices.ContainsFunc(DateOrders(), func(order DateOrder) bool {
		_, ok := r.inOrder(cell, order)
		return ok
	})
}

// inOrder reads three numbers as a date. A year of two digits is the last such year that is over.
func (r *rollReader) inOrder(cell string, order DateOrder) (iso string, ok bool) {
	parts := strings.FieldsFunc(cell, func(c rune) bool { return strings.ContainsRune("./- ", c) })
	if len(parts) != 3 {
		return "", false
	}
	if len(parts[0]) == 4 {
		order = YearMonthDay
	}
	at := map[DateOrder][3]int{DayMonthYear: {2, 1, 0}, MonthDayYear: {2, 0, 1}, YearMonthDay: {0, 1, 2}}[order]
	year, month, day := parts[at[0]], parts[at[1]], parts[at[2]]
	if two, err := strconv.Atoi(year); err == nil && len(year) == 2 {
		last := r.year - 1
		year = strconv.Itoa(last - (last-two)%100)
	}
	born, err := time.Parse("2006-1-2", year+"-"+month+"-"+day)
	return born.Format(time.DateOnly), err == nil
}
