package handlers

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/fault"
)

// rollColumn is a column of a roll that is imported, and how people head it.
type rollColumn struct {
	field string
	heads []string // folded
}

func rollColumns() []rollColumn {
	return []rollColumn{
		{"fullName", []string{"full name", "name"}},
		{"dateOfBirth", []string{"date of birth", "birth date", "born", "dob"}},
		{"nationalId", []string{"national id", "nationalid", "id number", "national id number"}},
		{"voterId", []string{"voter id", "voterid", "voter number"}},
		{"member", []string{"member", "member id", "member number", "membership number", "reference"}},
	}
}

// readRoll reads a roll as CSV (RFC 4180, divided by commas, semicolons or
// tabs), whose first line heads the columns in any order. keys asks for a
// member key for each person without a number. What is wrong with a line goes
// with it; what is wrong with the file is the error, for the field "roll".
func (s *Server) readRoll(raw []byte, keys bool) ([]store.RollLine, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if !utf8.Valid(raw) {
		return nil, invalid("roll", fault.RollNotUTF8, nil)
	}
	first, _, _ := bytes.Cut(raw, []byte("\n"))
	in := csv.NewReader(bytes.NewReader(raw))
	in.Comma, in.FieldsPerRecord, in.TrimLeadingSpace = divider(first), -1, true
	heads, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, invalid("roll", fault.RollFileEmpty, nil)
	}
	if err != nil {
		return nil, csvProblem(err)
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
			return nil, csvProblem(err)
		}
		if strings.TrimSpace(strings.Join(row, "")) == "" { // spreadsheets leave such lines at the end
			continue
		}
		if len(lines) == store.MaxRollLines {
			return nil, invalid("roll", fault.RollTooMany, fault.Params{"max": store.MaxRollLines})
		}
		at, _ := in.FieldPos(0)
		lines = append(lines, s.rollLine(at, row, columns, keys))
	}
}

// divider is what divides the cells of a line: the one of comma, semicolon and tab that is there most.
func divider(line []byte) rune {
	best := ','
	for _, r := range ";\t" {
		if bytes.Count(line, []byte(string(r))) > bytes.Count(line, []byte(string(best))) {
			best = r
		}
	}
	return best
}

// columnsOf names the field of each column.
func columnsOf(heads []string) ([]string, error) {
	fields := make([]string, len(heads))
	for i, head := range heads {
		folded := strings.ToLower(strings.Join(strings.FieldsFunc(head, func(r rune) bool { return strings.ContainsRune(" _-.", r) }), " "))
		at := slices.IndexFunc(rollColumns(), func(c rollColumn) bool { return slices.Contains(c.heads, folded) })
		switch {
		case folded == "":
			continue
		case at < 0:
			return nil, invalid("roll", fault.RollUnknownColumn, fault.Params{"column": clip(head)})
		case slices.Contains(fields, rollColumns()[at].field):
			return nil, invalid("roll", fault.RollRepeatedColumn, fault.Params{"column": rollColumns()[at].field})
		}
		fields[i] = rollColumns()[at].field
	}
	if !slices.Contains(fields, "fullName") {
		return nil, invalid("roll", fault.RollNoNameColumn, nil)
	}
	return fields, nil
}

// rollLine reads a line of the roll.
func (s *Server) rollLine(at int, row, columns []string, keys bool) store.RollLine {
	l := store.RollLine{Line: at}
	fail := func(field string, code fault.Code, params fault.Params) {
		l.Problems = append(l.Problems, store.FieldError{Field: field, Fault: fault.Fault{Code: code, Params: params}})
	}
	if len(row) > len(columns) {
		fail("roll", fault.RollExtraCells, nil)
		row = row[:len(columns)]
	}
	for i, cell := range row {
		cell = strings.TrimSpace(cell)
		switch field := columns[i]; {
		case cell == "":
		case field == "fullName":
			l.FullName = cell
		case field == "member":
			l.Member = cell
		case field == "dateOfBirth":
			birth, ok := dateOf(cell)
			if !ok {
				fail(field, fault.NotDate, nil)
			}
			l.DateOfBirth = birth
		case field == "nationalId", field == "voterId":
			kind, scheme := store.NationalID, s.nationalID
			if field == "voterId" {
				kind, scheme = store.VoterID, s.voterID
			}
			if l.Number != "" {
				fail(field, fault.RollSecondNumber, nil)
				continue
			}
			compact, ok := scheme.Compact(cell)
			if !ok {
				fail(field, fault.NumberMalformed, malformed(scheme))
				continue
			}
			l.Kind, l.Number = kind, compact
		}
	}
	if scheme := s.schemes()[l.Kind]; l.Number != "" && !agreesWithNumber(scheme, l.Number, l.DateOfBirth) {
		fail("dateOfBirth", fault.BirthDiffers, nil)
	}
	l.NewKey = keys && l.Number == ""
	return l
}

// dateOf reads a date as tables hold it, in the one order that it can have.
func dateOf(cell string) (iso string, ok bool) {
	found := ocr.FindDates(cell)
	if len(found) != 1 || len(found[0].Dates) != 1 || found[0].Substitutions > 0 || found[0].Start > 0 || found[0].End < len(cell) {
		return "", false
	}
	return found[0].Dates[0].String(), true
}

// csvProblem tells where a file is no CSV.
func csvProblem(err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return invalid("roll", fault.RollSyntax, fault.Params{"line": p.Line})
	}
	return err
}
