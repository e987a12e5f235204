package registrar

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

// rollColumn is a column of the roll, and how people head it.
type rollColumn struct {
	field string
	heads []string // folded
}

func rollColumns() []rollColumn {
	return []rollColumn{
		{"fullName", []string{"full name", "name"}},
		{"dateOfBirth", []string{"date of birth", "birth date", "born", "dob"}},
		{fieldNationalID, []string{"national id", "nationalid", "id number", "national id number"}},
		{fieldVoterID, []string{"voter id", "voterid", "voter number"}},
		{"member", []string{"member", "member id", "member number", "membership number", "reference"}},
		{"weight", []string{"weight", "voting weight"}},
		{"proxyFor", []string{"proxy for", "proxies"}},
		{"id", []string{"id"}},
		{"", []string{"number ends", "has key", "registered"}}, // an exported roll has them; nobody can change them so
	}
}

// readRoll reads a roll as CSV (RFC 4180; cells are divided by commas, semicolons or tabs). The
// first line heads the columns, in any order. Where there is a column for weights or proxies, an
// empty cell means 1 or nobody. What is wrong with a line goes with the line; what is wrong with
// the table is the error.
func (r Rules) readRoll(table []byte, keys bool) ([]store.RollLine, error) {
	table = bytes.TrimPrefix(table, []byte("\ufeff"))
	if !utf8.Valid(table) {
		return nil, refusal.Invalid("roll", refusal.RollNotUTF8, nil)
	}
	first, _, _ := bytes.Cut(table, []byte("\n"))
	in := csv.NewReader(bytes.NewReader(table))
	in.Comma, in.FieldsPerRecord = divider(first), -1
	// A quotation mark may follow a space. Between tabs this would swallow empty cells: a tab is a
	// space too.
	in.TrimLeadingSpace = in.Comma != '\t'
	heads, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, refusal.Invalid("roll", refusal.RollFileEmpty, nil)
	}
	if err != nil {
		return nil, syntaxError(err)
	}
	columns, err := columnsOf(heads)
	if err != nil {
		return nil, err
	}
	var lines []store.RollLine
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, syntaxError(err)
		}
		if strings.TrimSpace(strings.Join(row, "")) == "" { // spreadsheets leave such lines at the end
			continue
		}
		if len(lines) == store.MaxRollLines {
			return nil, refusal.Invalid("roll", refusal.RollTooMany, refusal.Facts{"max": store.MaxRollLines})
		}
		at, _ := in.FieldPos(0)
		lines = append(lines, r.rollLine(at, row, columns, keys))
	}
}

// divider is what separates the cells of a line: comma, semicolon or tab, whichever is most
// frequent.
func divider(line []byte) rune {
	best := ','
	for _, r := range ";\t" {
		if bytes.Count(line, []byte(string(r))) > bytes.Count(line, []byte(string(best))) {
			best = r
		}
	}
	return best
}

const maxShownHead = 80 // bytes of an unknown column's head that an error shows

// columnsOf names the field of each column; that of a column without a head is "".
func columnsOf(heads []string) ([]string, error) {
	fields := make([]string, len(heads))
	for i, head := range heads {
		folded := strings.ToLower(strings.Join(strings.FieldsFunc(head, func(r rune) bool { return strings.ContainsRune(" _-.", r) }), " "))
		at := slices.IndexFunc(rollColumns(), func(c rollColumn) bool { return slices.Contains(c.heads, folded) })
		switch {
		case folded == "":
			continue
		case at < 0:
			return nil, refusal.Invalid("roll", refusal.RollUnknownColumn, refusal.Facts{"column": strings.ToValidUTF8(head[:min(len(head), maxShownHead)], "")})
		case rollColumns()[at].field == "":
			continue
		case slices.Contains(fields, rollColumns()[at].field):
			return nil, refusal.Invalid("roll", refusal.RollRepeatedColumn, refusal.Facts{"column": rollColumns()[at].field})
		}
		fields[i] = rollColumns()[at].field
	}
	if !slices.Contains(fields, "fullName") {
		return nil, refusal.Invalid("roll", refusal.RollNoNameColumn, nil)
	}
	return fields, nil
}

// rollLine reads a line of the roll.
func (r Rules) rollLine(at int, row, columns []string, keys bool) store.RollLine {
	l := store.RollLine{Line: at}
	var wrong faults
	if len(row) > len(columns) {
		wrong.add("roll", refusal.RollExtraCells, nil)
		row = row[:len(columns)]
	}
	if slices.Contains(columns, "weight") {
		l.Weight = new(1)
	}
	if slices.Contains(columns, "proxyFor") {
		l.ProxyFor = []string{}
	}
	for i, cell := range row {
		if slices.Contains(columns, "id") {
			cell = unguarded(cell)
		}
		if cell = strings.TrimSpace(cell); cell != "" {
			r.rollCell(&l, columns[i], cell, &wrong)
		}
	}
	if l.NationalID != "" && !agreesWithNumber(r.NationalID, l.NationalID, l.DateOfBirth) || l.VoterID != "" && !agreesWithNumber(r.VoterID, l.VoterID, l.DateOfBirth) {
		wrong.add("dateOfBirth", refusal.BirthDiffers, nil)
	}
	l.NewKey = keys && l.NationalID+l.VoterID == ""
	l.Problems = wrong
	return l
}

// rollCell reads a cell that is not empty.
func (r Rules) rollCell(l *store.RollLine, field, cell string, wrong *faults) {
	switch field {
	case "fullName":
		l.FullName = cell
	case "member":
		l.Member = cell
	case "dateOfBirth":
		birth, ok := dateOf(cell)
		if !ok {
			wrong.add(field, refusal.NotDate, nil)
		}
		l.DateOfBirth = birth
	case "weight":
		weight, err := strconv.Atoi(cell)
		if err != nil {
			wrong.add(field, refusal.NotInteger, refusal.Facts{"min": 1, "max": store.MaxWeight})
			return
		}
		l.Weight = &weight
	case "proxyFor":
		l.ProxyFor = references(cell)
	case "id":
		id, err := store.ParseID[store.RollID](cell)
		if err != nil {
			wrong.add(field, refusal.RollUnknownID, nil)
		}
		l.ID = id
	case fieldNationalID, fieldVoterID:
		scheme := r.scheme(kindOf(field))
		compact, ok := scheme.Compact(cell)
		if !ok {
			wrong.add(field, refusal.NumberMalformed, describe(scheme))
			return
		}
		if field == fieldVoterID {
			l.VoterID = compact
			return
		}
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

// dateOf reads a date as tables hold it, if it can be only one date.
func dateOf(cell string) (iso string, ok bool) {
	found := ocr.FindDates(cell)
	if len(found) != 1 || len(found[0].Dates) != 1 || found[0].Substitutions > 0 || found[0].Start > 0 || found[0].End < len(cell) {
		return "", false
	}
	return found[0].Dates[0].String(), true
}

// syntaxError says where a table is not CSV.
func syntaxError(err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return refusal.Invalid("roll", refusal.RollSyntax, refusal.Facts{"line": p.Line})
	}
	return err
}
