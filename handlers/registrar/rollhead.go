package registrar

import (
	"slices"
	"strings"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// Column is a column of a table: its head, and the field that it fills, or "" where it is skipped.
type Column struct {
	Head, Field string
}

// The fields of columns that make up a field of the roll together.
const (
	fieldFirstName = "firstName"
	fieldLastName  = "lastName"
	fieldStreet    = "street"
	fieldPostcode  = "postcode"
	fieldCity      = "city"
)

// columnsOf finds the field of each head: the zero value for a column without a head and, if these are skipped, for a
// head that it does not know. Errors: refusal.ValidationFailed for the field "roll".
func columnsOf(heads []string, skip bool) (columns []store.RollField, skipped []string, err error) {
	known := make(map[string]store.RollField)
	for _, f := range store.RollFields() {
		for _, words := range f.Heads {
			for word := range strings.SplitSeq(words, "|") {
				known[word] = f
			}
		}
	}
	columns = make([]store.RollField, len(heads))
	for i, head := range heads {
		folded := strings.Join(search.Words(head), " ")
		f, ok := known[folded]
		switch {
		case folded == "":
		case !ok:
			skipped = append(skipped, shownHead(head))
		case f.Name != "" && at(columns, f.Name) >= 0:
			return nil, nil, refusal.Invalid("roll", refusal.RollRepeatedColumn, refusal.Facts{"column": f.Name})
		default:
			columns[i] = f
		}
	}
	if len(skipped) > 0 && !skip {
		shown := strings.Join(skipped[:min(len(skipped), maxShownHeads)], ", ")
		facts := refusal.Facts{"columns": shown, "option": "skipUnknown"}
		return nil, nil, refusal.Invalid("roll", refusal.RollUnknownColumns, facts)
	}
	findName(columns, known)
	return columns, skipped, nil
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

// shownHead puts a head on one line, short enough to show.
func shownHead(head string) string {
	head = strings.Join(strings.Fields(strings.ToValidUTF8(head, "")), " ")
	if len(head) > maxShownHead {
		head = strings.ToValidUTF8(head[:maxShownHead], "") + "…"
	}
	return head
}
