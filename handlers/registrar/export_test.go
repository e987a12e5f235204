package registrar_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
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

func TestMemberKeysAreWrittenWithTheirPeople(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	report := o.enrol(t, registrar.Import{MemberKeys: true}, "full_name,national_id,member", "Emil Sand,ZQ810005,E-1", "Fay Dunn,,=2", "Gil Moor,,")
	rows := rowsOf(t, func(out *strings.Builder) error { return registrar.WriteMemberKeys(out, report) })
	want := [][]string{
		{"id", "full_name", "member", "member_key"},
		{string(report.Lines[1].Entry), "Fay Dunn", "'=2", report.Lines[1].Key},
		{string(report.Lines[2].Entry), "Gil Moor", "", report.Lines[2].Key},
	}
	if !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("%q, want %q", rows, want)
	}
	for _, row := range rows[1:] {
		if _, ok := store.ParseMemberKey(row[3]); !ok {
			t.Errorf("%q is not a member key", row[3])
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
