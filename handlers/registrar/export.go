package registrar

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
)

// WriteRoll writes the roll as a table, without numbers and keys, which the store does not keep. People can change the
// table and import it again.
func WriteRoll(w io.Writer, entries []store.RollEntry) error {
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
	return WriteTable(w, rows)
}

// WriteElectorate writes the frozen roll of an election as a table, with everything that its hash covers.
func WriteElectorate(w io.Writer, electors []ballotbox.Elector) error {
	rows := [][]string{{"id", "full_name", "date_of_birth", "member", "weight", "proxy_for"}}
	for _, e := range electors {
		rows = append(rows, []string{
			e.ID, e.FullName, e.DateOfBirth, e.Member, strconv.Itoa(e.Weight), strings.Join(e.ProxyFor, ","),
		})
	}
	return WriteTable(w, rows)
}

// WriteVoters writes who may vote in an election, whether they have, and who holds their vote.
func WriteVoters(w io.Writer, voters []store.Voter) error {
	rows := [][]string{{"full_name", "member", "email", "registered", "present", "has_voted", "proxy"}}
	for _, v := range voters {
		proxy := ""
		if v.Proxy != nil {
			proxy = v.Proxy.Name
		}
		rows = append(rows, []string{
			v.FullName, v.Member, v.Email,
			strconv.FormatBool(v.Registered), strconv.FormatBool(v.Present), strconv.FormatBool(v.HasVoted), proxy,
		})
	}
	return WriteTable(w, rows)
}

// WriteTable writes CSV. It puts an apostrophe before a cell that a spreadsheet would take for a formula, and before a
// cell that looks as if it had that apostrophe already: without its first apostrophe, each is the cell to the letter.
func WriteTable(w io.Writer, rows [][]string) error {
	out := csv.NewWriter(w)
	for _, row := range rows {
		for i, cell := range row {
			if isFormula(strings.TrimLeft(cell, "'")) {
				row[i] = "'" + cell
			}
		}
	}
	return out.WriteAll(rows)
}

// unguarded removes from a cell the apostrophe that WriteTable put in front.
func unguarded(cell string) string {
	if rest, guarded := strings.CutPrefix(cell, "'"); guarded && isFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return cell
}

func isFormula(cell string) bool { return strings.IndexAny(cell, "=+-@\t\r") == 0 }
