package registrar

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// rollReader reads the rows of a table as lines of the roll.
type rollReader struct {
	Rules
	how     Import
	year    int       // the present one
	days    time.Time // as in the table
	columns []string  // the field of each column
}

// readRoll reads a roll. The first row heads the columns, in any order. Where there is a column for
// weights, proxies, e-mail addresses, languages, addresses or presence, an empty cell is an answer.
// What is wrong with a line goes with the line; what is wrong with the table is the error. year is
// the present one.
func (r Rules) readRoll(raw []byte, how Import, year int) ([]store.RollLine, Report, error) {
	t, err := readTable(raw)
	if err != nil {
		return nil, Report{}, err
	}
	if len(t.rows) == 0 {
		return nil, Report{}, refusal.Invalid("roll", refusal.RollFileEmpty, nil)
	}
	heads := t.rows[0].cells
	fields, skipped, err := columnsOf(heads, how.SkipUnknown)
	if err != nil {
		return nil, Report{}, err
	}
	if !slices.Contains(fields, "fullName") && !slices.Contains(fields, fieldLastName) {
		return nil, Report{}, refusal.Invalid("roll", refusal.RollNoNameColumn, nil)
	}
	report := Report{Skipped: skipped}
	for i, head := range heads {
		report.Columns = append(report.Columns, Column{shownHead(head), fields[i]})
	}
	reader := rollReader{r, how, year, t.days, fields}
	lines := make([]store.RollLine, 0, len(t.rows)-1)
	for _, row := range t.rows[1:] {
		lines = append(lines, reader.line(row))
	}
	return lines, report, nil
}

// line reads a line of the roll.
func (r *rollReader) line(row tableRow) store.RollLine {
	l := store.RollLine{Line: row.line}
	var wrong input.Faults
	cells := row.cells
	if len(cells) > len(r.columns) {
		if strings.TrimSpace(strings.Join(cells[len(r.columns):], "")) != "" {
			wrong.Add("roll", refusal.RollExtraCells, nil)
		}
		cells = cells[:len(r.columns)]
	}
	r.emptyCells(&l)
	parts := make(map[string]string) // of a name and an address
	for i, cell := range cells {
		if slices.Contains(r.columns, "id") {
			cell = unguarded(cell)
		}
		if cell = strings.TrimSpace(cell); cell != "" {
			r.cell(&l, r.columns[i], cell, parts, &wrong)
		}
	}
	if l.FullName == "" {
		l.FullName = strings.TrimSpace(parts[fieldFirstName] + " " + parts[fieldLastName])
	}
	if place := strings.TrimSpace(parts[fieldPostcode] + " " + parts[fieldCity]); parts[fieldStreet]+place != "" {
		l.Address = new(strings.Join([]string{*l.Address, parts[fieldStreet], place}, "\n"))
	}
	if l.NationalID != "" && !agreesWithNumber(r.NationalID, l.NationalID, l.DateOfBirth) || l.VoterID != "" && !agreesWithNumber(r.VoterID, l.VoterID, l.DateOfBirth) {
		wrong.Add("dateOfBirth", refusal.BirthDiffers, nil)
	}
	l.NewKey = r.how.MemberKeys && l.NationalID+l.VoterID == ""
	l.Problems = wrong
	return l
}

// emptyCells is what an empty cell says in the columns where it says something.
func (r *rollReader) emptyCells(l *store.RollLine) {
	for _, field := range r.columns {
		switch field {
		case "weight":
			l.Weight = new(1)
		case "proxyFor":
			l.ProxyFor = []string{}
		case "email":
			l.Email = new("")
		case "language":
			l.Language = new("")
		case "address", fieldStreet, fieldPostcode, fieldCity:
			l.Address = new("")
		case "present":
			l.Present = new(false)
		}
	}
}

// cell reads a cell that is not empty.
func (r *rollReader) cell(l *store.RollLine, field, cell string, parts map[string]string, wrong *input.Faults) {
	switch field {
	case "fullName":
		l.FullName = cell
	case "member":
		l.Member = cell
	case fieldFirstName, fieldLastName, fieldStreet, fieldPostcode, fieldCity:
		parts[field] = cell
	case "email":
		l.Email = &cell
	case "address":
		l.Address = &cell
	case "language":
		l.Language = new(store.ReadLanguage(cell))
	case "present":
		present, ok := store.ReadYesNo(cell)
		if !ok {
			wrong.Add(field, refusal.NotChoice, refusal.Facts{"choices": []string{"yes", "no"}})
		}
		l.Present = &present
	case "dateOfBirth":
		birth, ok := r.dateOf(cell)
		switch {
		case !ok && r.how.Dates == "" && r.inSomeOrder(cell):
			wrong.Add(field, refusal.RollDateUnclear, refusal.Facts{"option": "dates"})
		case !ok:
			wrong.Add(field, refusal.NotDate, nil)
		}
		l.DateOfBirth = birth
	case "weight":
		weight, err := strconv.Atoi(cell)
		if err != nil {
			wrong.Add(field, refusal.NotInteger, refusal.Facts{"min": 1, "max": store.MaxWeight})
			return
		}
		l.Weight = &weight
	case "proxyFor":
		l.ProxyFor = references(cell)
	case "id":
		id, err := store.ParseID[store.RollID](cell)
		if err != nil {
			wrong.Add(field, refusal.RollUnknownID, nil)
		}
		l.ID = id
	case fieldNationalID, fieldVoterID:
		r.number(l, field, cell, wrong)
	}
}

// number reads a cell with an identity number.
func (r *rollReader) number(l *store.RollLine, field, cell string, wrong *input.Faults) {
	scheme := r.scheme(kindOf(field))
	compact, broken := scheme.Compact(cell)
	switch {
	case broken != "":
		wrong.Add(field, refusal.NumberMalformed, describe(scheme))
	case field == fieldVoterID:
		l.VoterID = compact
	default:
		l.NationalID = compact
	}
}

// references reads member references that semicolons divide. A reference can have spaces in it.
func references(cell string) []string {
	all := []string{}
	for part := range strings.SplitSeq(cell, ";") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// DateOrder is the order of day, month and year in the dates of a table.
type DateOrder string

// The orders.
const (
	DayMonthYear DateOrder = "dmy"
	MonthDayYear DateOrder = "mdy"
	YearMonthDay DateOrder = "ymd"
)

// DateOrders are all orders.
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
	if len(found) != 1 || len(found[0].Dates) != 1 || found[0].Substitutions > 0 || found[0].Start > 0 || found[0].End < len(cell) {
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

// inOrder reads three numbers as a date. Of two digits, the year is the last one that is over.
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
