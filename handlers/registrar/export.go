package registrar

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
)

// WriteRoll writes the roll as a table: what is kept of it, so no number and no key. Whoever has
// changed the table can import it.
func WriteRoll(w io.Writer, entries []store.RollEntry) error {
	rows := [][]string{{"id", "full_name", "date_of_birth", "member", "number_ends", "has_key", "registered", "weight", "proxy_for", "email", "language", "address", "present", "key_used"}}
	for _, e := range entries {
		ends := ""
		if e.Identity != nil {
			ends = e.Identity.LastFour
		}
		rows = append(rows, []string{
			string(e.ID), e.FullName, e.DateOfBirth, e.Member, ends, strconv.FormatBool(e.HasKey), strconv.FormatBool(e.User != ""),
			strconv.Itoa(e.Weight), strings.Join(e.ProxyFor, "; "), e.Email, e.Language, e.Address, strconv.FormatBool(e.Present), strconv.FormatBool(e.KeyUsed),
		})
	}
	return WriteTable(w, rows)
}

// WriteElectorate writes the frozen roll of an election as a table, with everything that its hash
// covers.
func WriteElectorate(w io.Writer, electors []ballotbox.Elector) error {
	rows := [][]string{{"id", "full_name", "date_of_birth", "member", "weight", "proxy_for"}}
	for _, e := range electors {
		rows = append(rows, []string{e.ID, e.FullName, e.DateOfBirth, e.Member, strconv.Itoa(e.Weight), strings.Join(e.ProxyFor, ",")})
	}
	return WriteTable(w, rows)
}

// WriteVoters writes who may vote in an election, and whether they have.
func WriteVoters(w io.Writer, voters []store.Voter) error {
	rows := [][]string{{"full_name", "member", "email", "registered", "present", "has_voted"}}
	for _, v := range voters {
		rows = append(rows, []string{
			v.FullName, v.Member, v.Email, strconv.FormatBool(v.Registered), strconv.FormatBool(v.Present), strconv.FormatBool(v.HasVoted),
		})
	}
	return WriteTable(w, rows)
}

// WriteTable writes CSV. A spreadsheet takes a cell that begins with = or the like for a formula,
// so such a cell gets an apostrophe in front. So does a cell that looks as if it had one already:
// whoever takes one apostrophe away has the cell to the letter.
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

// unguarded is a cell without the apostrophe that WriteTable put in front.
func unguarded(cell string) string {
	if rest, guarded := strings.CutPrefix(cell, "'"); guarded && isFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return cell
}

func isFormula(cell string) bool { return strings.IndexAny(cell, "=+-@\t\r") == 0 }
