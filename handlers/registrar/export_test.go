package registrar_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/registrar"
)

func TestNoCellOfATableIsAFormula(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	o.enrol(t, registrar.Import{}, "full_name,national_id,member", "=HYPERLINK(1),ZQ810005,+1", "\"Sand, Emil\",ZQ810006,-2", "'t Hooft Jan,ZQ810007,@x", "''=a,ZQ810008,")
	all, err := o.store.ExportRoll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(t, func(out *strings.Builder) error { return registrar.WriteRoll(out, all) })
	named := make(map[string][]string)
	for _, r := range rows {
		named[r[1]] = r[2:]
	}
	for name, want := range map[string][]string{
		"full_name":      {"date_of_birth", "member", "number_ends", "has_key", "registered"},
		"'=HYPERLINK(1)": {"", "'+1", "0005", "false", "false"},
		"Sand, Emil":     {"", "'-2", "0006", "false", "false"},
		"'t Hooft Jan":   {"", "'@x", "0007", "false", "false"},
		"'''=a":          {"", "", "0008", "false", "false"},
	} {
		if !slices.Equal(named[name], want) {
			t.Errorf("%s: %q, want %q", name, named[name], want)
		}
	}
}

// rowsOf reads a table that was written.
func rowsOf(tb testing.TB, write func(*strings.Builder) error) [][]string {
	tb.Helper()
	var out strings.Builder
	if err := write(&out); err != nil {
		tb.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	return rows
}
