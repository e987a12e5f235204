package registrar

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
)

// Format is a format of tables for spreadsheets.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// MediaType returns the media type of the format.
func (f Format) MediaType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// byteOrderMark tells a spreadsheet that a text is in UTF-8; without it, Excel reads “ü” as “Ã¼”.
const byteOrderMark = "\ufeff"

// Write writes a table for spreadsheets. The CSV begins with a byte order mark, and semicolons divide its cells, since
// Excel takes a comma for a part of a number in German, French and Spanish; XLSX needs neither.
func (f Format) Write(w io.Writer, rows [][]string) error {
	if f == XLSX {
		return writeSheet(w, guarded(rows))
	}
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.Comma = ';'
	return out.WriteAll(guarded(rows))
}

// writeSheet writes rows of text as the one sheet of an XLSX file.
func writeSheet(w io.Writer, rows [][]string) error {
	f := excelize.NewFile()
	defer f.Close()
	sheet, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	for i, row := range rows {
		cells := make([]any, len(row))
		for j, cell := range row {
			cells[j] = cell
		}
		if err := sheet.SetRow("A"+strconv.Itoa(i+1), cells); err != nil {
			return err
		}
	}
	if err := sheet.Flush(); err != nil {
		return err
	}
	_, err = f.WriteTo(w)
	return err
}

// RollTable makes a table of the roll, without numbers and keys, which the store does not keep. People can change it
// and import it again.
func RollTable(entries []store.RollEntry) [][]string {
	fields := slices.DeleteFunc(store.RollFields(), func(f store.RollField) bool { return !f.Exported() })
	rows := make([][]string, 1, 1+len(entries))
	for _, f := range fields {
		rows[0] = append(rows[0], f.Column)
	}
	for _, e := range entries {
		var row []string
		for _, f := range fields {
			row = append(row, f.Cell(e))
		}
		rows = append(rows, row)
	}
	return rows
}

// electorColumns are the columns of a frozen roll, in the order of ballotbox.Elector.
func electorColumns() []string {
	return []string{"id", "full_name", "date_of_birth", "member", "weight", "proxy_for", "groups"}
}

// WriteElectorate writes the frozen roll of an election as a table, with everything that its hash covers.
func WriteElectorate(w io.Writer, electors []ballotbox.Elector) error {
	rows := [][]string{electorColumns()}
	for _, e := range electors {
		rows = append(rows, []string{
			e.ID, e.FullName, e.DateOfBirth, e.Member, e.Weight.String(), strings.Join(e.ProxyFor, ","),
			strings.Join(e.Groups, ballotbox.GroupSeparator),
		})
	}
	return WriteTable(w, rows)
}

// ReadElectorate reads a frozen roll that WriteElectorate wrote. Its hash shows whether anything in it was changed.
func ReadElectorate(r io.Reader) ([]ballotbox.Elector, error) {
	electors := []ballotbox.Elector{}
	table := csv.NewReader(r)
	heads, err := table.Read()
	if err != nil || !slices.Equal(heads, electorColumns()) {
		return nil, fmt.Errorf("not a frozen roll: its first line does not name the columns %q", electorColumns())
	}
	for {
		row, err := table.Read()
		if err == io.EOF {
			return electors, nil
		}
		if err != nil {
			return nil, fmt.Errorf("not a frozen roll: after %d people comes no line with seven cells", len(electors))
		}
		for i, cell := range row {
			row[i] = unguarded(cell)
		}
		weight, err := ballotbox.ParseWeight(row[4])
		if err != nil || len(electors) == ballotbox.MaxElectorate {
			return nil, fmt.Errorf("not a frozen roll: after %d people comes the weight %q", len(electors), row[4])
		}
		e := ballotbox.Elector{ID: row[0], FullName: row[1], DateOfBirth: row[2], Member: row[3], Weight: weight}
		if row[5] != "" {
			e.ProxyFor = strings.Split(row[5], ",")
		}
		if row[6] != "" {
			e.Groups = strings.Split(row[6], ballotbox.GroupSeparator)
		}
		electors = append(electors, e)
	}
}

// VoterTable makes a table of who may vote in an election, whether they have, and who holds their vote.
func VoterTable(voters []store.Voter) [][]string {
	rows := [][]string{{"full_name", "member", "email", "registered", "present", "has_voted", "on_paper", "proxy"}}
	for _, v := range voters {
		proxy := ""
		if v.Proxy != nil {
			proxy = v.Proxy.Name
		}
		rows = append(rows, []string{
			v.FullName, v.Member, v.Email,
			strconv.FormatBool(v.Registered), strconv.FormatBool(v.Present), strconv.FormatBool(v.HasVoted),
			strconv.FormatBool(v.OnPaper), proxy,
		})
	}
	return rows
}

// WriteTable writes CSV for programs, as RFC 4180 says.
func WriteTable(w io.Writer, rows [][]string) error { return csv.NewWriter(w).WriteAll(guarded(rows)) }

// guarded puts an apostrophe before a cell that a spreadsheet would take for a formula, and before a cell that looks as
// if it had that apostrophe already: without its first apostrophe, each is the cell to the letter.
func guarded(rows [][]string) [][]string {
	safe := make([][]string, len(rows))
	for i, row := range rows {
		safe[i] = slices.Clone(row)
		for j, cell := range row {
			if isFormula(strings.TrimLeft(cell, "'")) {
				safe[i][j] = "'" + cell
			}
		}
	}
	return safe
}

// unguarded removes from a cell the apostrophe that guarded put in front.
func unguarded(cell string) string {
	if rest, guarded := strings.CutPrefix(cell, "'"); guarded && isFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return cell
}

// isFormula reports whether a cell begins as a formula does in some spreadsheet: in a Japanese one with the wide signs,
// in old ones with a bar or a percent sign.
func isFormula(cell string) bool { return strings.IndexAny(cell, "=+-@|%＝＋－＠\t\r") == 0 }
