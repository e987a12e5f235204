package registrar_test

import (
	"encoding/csv"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

func TestNoCellOfATableIsAFormula(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	o.enrol(t, registrar.Import{}, "full_name,national_id,member", "=HYPERLINK(1),ZQ810005,+1",
		"\"Sand, Emil\",ZQ810006,-2", "'t Hooft Jan,ZQ810007,@x", "''=a,ZQ810008,")
	all := must(o.store.ExportRoll(t.Context(), storetest.Admin))(t)
	rows := rowsOf(t, func(out *strings.Builder) error { return registrar.WriteTable(out, registrar.RollTable(all)) })
	named := make(map[string][]string)
	for _, r := range rows {
		named[r[1]] = r[2:]
	}
	for name, want := range map[string][]string{
		"full_name": {"last_name", "date_of_birth", "member", "number_ends", "has_key", "registered", "weight", "proxy_for",
			"groups", "email", "language", "address", "present", "key_used"},
		"'=HYPERLINK(1)": {"", "", "'+1", "0005", "false", "false", "1", "", "", "", "", "", "false", "false"},
		"Sand, Emil":     {"", "", "'-2", "0006", "false", "false", "1", "", "", "", "", "", "false", "false"},
		"'t Hooft Jan":   {"", "", "'@x", "0007", "false", "false", "1", "", "", "", "", "", "false", "false"},
		"'''=a":          {"", "", "", "0008", "false", "false", "1", "", "", "", "", "", "false", "false"},
	} {
		if !slices.Equal(named[name], want) {
			t.Errorf("%s: %q, want %q", name, named[name], want)
		}
	}
}

// Each sign with which a formula begins, somewhere, is guarded, and comes back.
func TestEveryFormulaIsGuarded(t *testing.T) {
	for sign := range strings.SplitSeq("= + - @ | % ＝ ＋ － ＠ \t \r", " ") {
		cells := [][]string{{"a", sign + "1"}}
		rows := rowsOf(t, func(out *strings.Builder) error { return registrar.WriteTable(out, cells) })
		if got := rows[0][1]; got != "'"+sign+"1" {
			t.Errorf("%q is written as %q", sign+"1", got)
		}
	}
}

// What a secretary exports, changes in a spreadsheet and imports again is the same roll but for the
// changes, also for people without a member reference.
func TestAnExportedRollIsImportedAgain(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	o.enrol(t, registrar.Import{}, "full_name,national_id,member,weight,proxy_for",
		"Zoë Þorsdóttir,ZQ810005,+1,3,-2; M 3;", "=Sand;Emil,ZQ810006,-2,,", "'t Hooft Jan,ZQ810007,M 3,1,",
		"''=a,ZQ810008,,1000,")
	before := must(o.store.ExportRoll(t.Context(), storetest.Admin))(t)
	i := slices.IndexFunc(before, func(e store.RollEntry) bool { return e.Member == "+1" })
	if before[i].Weight != 3*ballotbox.Vote ||
		!slices.Equal(before[i].ProxyFor, []string{"-2", "M 3"}) {
		t.Errorf("%+v", before[i])
	}
	var table strings.Builder
	noError(t, registrar.WriteTable(&table, registrar.RollTable(before)))
	if got := o.enrol(t, registrar.Import{}, table.String()); got.Unchanged != 4 {
		t.Errorf("%+v", got)
	}
	changed := strings.NewReplacer(",1000,,", ",,,", "'-2; M 3", "").Replace(table.String())
	if got := o.enrol(t, registrar.Import{}, changed); got.Updated != 2 || got.Unchanged != 2 {
		t.Errorf("%+v\n%s", got, changed)
	}
	for _, r := range rowsOf(t, func(out *strings.Builder) error {
		after, err := o.store.ExportRoll(t.Context(), storetest.Admin)
		return errors.Join(err, registrar.WriteTable(out, registrar.RollTable(after)))
	})[1:] {
		if want := "1"; r[8] != want && r[4] != "'+1" || r[9] != "" {
			t.Errorf("%q", r)
		}
	}
}

// rowsOf reads a table that was written.
func rowsOf(tb testing.TB, write func(*strings.Builder) error) [][]string {
	tb.Helper()
	var out strings.Builder
	noError(tb, write(&out))
	return must(csv.NewReader(strings.NewReader(out.String())).ReadAll())(tb)
}

func TestAFrozenRollIsReadAsItWasWritten(t *testing.T) {
	electors := []ballotbox.Elector{
		{ID: "a", FullName: `=HYPERLINK("x"), Emil`, DateOfBirth: "1990-01-02", Member: "+1", Weight: ballotbox.Vote,
			ProxyFor: []string{"b", "c"}},
		{ID: "b", FullName: "'t Hooft Jan", Weight: 1000 * ballotbox.Vote},
		{ID: "c", FullName: "''=a", Member: "'", Weight: 2500},
		{ID: "d", FullName: "＝a", Member: "'%b", Weight: ballotbox.Vote},
	}
	var table strings.Builder
	if err := registrar.WriteElectorate(&table, electors); err != nil {
		t.Fatal(err)
	}
	got, err := registrar.ReadElectorate(strings.NewReader(table.String()))
	if err != nil || !reflect.DeepEqual(got, electors) {
		t.Errorf("read %+v, %v", got, err)
	}
}
