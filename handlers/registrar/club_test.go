package registrar_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// sheetOf makes an XLSX file of rows, with a merged title and dates as numbers of days.
func sheetOf(tb testing.TB, rows [][]any) []byte {
	tb.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range rows {
		noError(tb, f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row))
	}
	noError(tb, f.MergeCell("Sheet1", "A1", "F1"))
	var out bytes.Buffer
	noError(tb, f.Write(&out))
	return out.Bytes()
}

// clubRows is the list of a rowing club as its secretary has it: a title, merged heads, an empty row, a double, a
// total, line breaks, and a remark under no head. birth writes a date of birth.
func clubRows(birth func(day int) any) [][]any {
	return [][]any{
		{"Ruderclub Krähe, Mitglieder 2026"}, {},
		{"Mitglied", "", "", "Adresse", "", "", "Kontakt"},
		{"Nr.", "Vorname", "Nachname", "Strasse", "PLZ", "Ort", "E-Mail", "Geb.-Datum", "Kategorie"},
		{"101", "Änne", "Weiß", "Seeweg 2", "8712", "Küsnacht", "aenne@example.org", birth(1), "Aktiv",
			"zieht um;\nneue Adresse"},
		{"102", "Björn", "Von\nRoll", "Seeweg 3", "8713", "Küsnacht", "b(at)example.org", birth(2), "Passiv"},
		{},
		{"103", "Änne", "Weiß", "Seeweg 9", "8719", "Küsnacht", "aenne@example.org", birth(3), "Aktiv"},
		{"Total", "", "3 Mitglieder"},
	}
}

// asCSV writes rows with semicolons in Windows-1252, as a German spreadsheet does.
func asCSV(tb testing.TB, rows [][]any) []byte {
	tb.Helper()
	var out strings.Builder
	for _, row := range rows {
		var cells []string
		for _, cell := range append(row, "", "", "")[:max(10, len(row))] {
			text := fmt.Sprint(cell)
			if strings.ContainsAny(text, "\n;") {
				text = `"` + text + `"`
			}
			cells = append(cells, text)
		}
		out.WriteString(strings.Join(cells, ";") + "\r\n")
	}
	return []byte(must(charmap.Windows1252.NewEncoder().String(out.String()))(tb))
}

func clubFiles(tb testing.TB) map[string][]byte {
	padded := clubRows(func(day int) any { return fmt.Sprintf("0%d.02.1990", day) })
	for i, row := range padded {
		for len(row) < 10 {
			row = append(row, "")
		}
		padded[i] = row
	}
	return map[string][]byte{
		"xlsx": sheetOf(tb, clubRows(func(day int) any { return 32904 + day })), // 31 January 1990, and so many days
		"csv":  asCSV(tb, padded),
	}
}

func TestTheListOfAClubIsReadAsItIs(t *testing.T) {
	for format, table := range clubFiles(t) {
		t.Run(format, func(t *testing.T) {
			o := newOffice(t, registrar.Rules{})
			how := registrar.Import{DryRun: true, Dates: registrar.DayMonthYear, Plan: &registrar.Plan{LeaveFaults: true}}
			report := must(o.ImportRoll(t.Context(), storetest.Admin, table, how))(t)
			if report.HeadRow != 4 || report.Added != 2 || report.Asked != 2 || report.Refused != 0 ||
				!slices.Equal(report.Skipped, []string{"Kategorie"}) || report.Columns[9].Head != "" {
				t.Errorf("%+v", report)
			}
			bad, double, total := report.Lines[1], report.Lines[2], report.Lines[3]
			if bad.FullName != "Björn Von Roll" || report.Values[bad.Line]["email"] != "b(at)example.org" ||
				double.Question != store.AskPerson || double.Candidates[0].Line != report.Lines[0].Line ||
				!slices.Equal(double.Candidates[0].Shares, []string{"fullName", "email"}) || total.Question != store.AskTotal {
				t.Errorf("%+v", report.Lines)
			}
			how.Plan.AllSame = true
			how.Plan.Answers = map[int]store.RollAnswer{total.Line: {Choice: store.RollSkip}}
			if report = must(o.ImportRoll(t.Context(), storetest.Admin, table, how))(t); report.Asked != 1 {
				t.Errorf("who was born on another day is the same person without an answer: %+v", report.Lines)
			}
			how.DryRun = false
			how.Plan.Answers[double.Line] = store.RollAnswer{Choice: store.RollSame, OfLine: double.Candidates[0].Line}
			for range 3 {
				report = must(o.ImportRoll(t.Context(), storetest.Admin, table, how))(t)
			}
			all := must(o.store.ExportRoll(t.Context(), storetest.Admin))(t)
			if len(all) != 2 || report.Unchanged != 3 || all[1].FullName != "Änne Weiß" || all[1].DateOfBirth != "1990-02-01" ||
				all[1].Member != "101" || all[1].Address != "Seeweg 2\n8712 Küsnacht" {
				t.Errorf("%+v, %+v", all, report)
			}
		})
	}
}

func TestThePlanSaysHowToReadATable(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	read := func(table string, plan registrar.Plan) (registrar.Report, error) {
		return o.ImportRoll(t.Context(), storetest.Admin, []byte(table), registrar.Import{DryRun: true, Plan: &plan})
	}
	for name, c := range map[string]struct {
		table string
		plan  registrar.Plan
		want  string // the names on the lines
	}{
		"heads further down": {"full_name,email\nx,y\nName,Mail\nZoë Brandt,z@example.org", registrar.Plan{HeadRow: new(3)},
			"Zoë Brandt"},
		"no heads": {"7,Zoë Brandt\n8,Emil Sand", registrar.Plan{HeadRow: new(0),
			Columns: []*string{new("member"), new("fullName")}}, "Zoë Brandt Emil Sand"},
		"a head of one's own": {"wer\nZoë Brandt", registrar.Plan{Columns: []*string{new("fullName")}}, "Zoë Brandt"},
		"a column is skipped": {"name,email\nZoë Brandt,nothing", registrar.Plan{Columns: []*string{nil, new("")}},
			"Zoë Brandt"},
		"no column has a name": {"wer\nZoë Brandt", registrar.Plan{}, ""},
	} {
		report, err := read(c.table, c.plan)
		var names []string
		for _, l := range report.Lines {
			names = append(names, l.FullName)
		}
		if got := strings.Join(names, " "); err != nil || got != c.want || report.Refused > 0 {
			t.Errorf("%s: %q, %v, %+v", name, got, err, report)
		}
	}
	for name, plan := range map[string]registrar.Plan{
		"an unknown field": {Columns: []*string{new("shoe")}},
		"a field twice":    {Columns: []*string{new("email"), new("email")}},
	} {
		_, err := read("name,mail\nA,B", plan)
		if wrong := refusal.FieldsOf(err); len(wrong) != 1 || wrong[0].Name != "columns" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A saved roll comes back unchanged, also after a spreadsheet took its UTF-8 for Windows-1252.
func TestASavedRollComesBackUnchanged(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	o.enrol(t, registrar.Import{}, "full_name,last_name,date_of_birth,member,address,weight",
		"Änne Weiß,Weiß,1990-04-25,+1,\"Seeweg 1\n8700 Küsnacht\",2", "Zoë Þorsdóttir,,,007,,1")
	rows := registrar.RollTable(must(o.store.ExportRoll(t.Context(), storetest.Admin))(t))
	files := make(map[string][]byte)
	for _, format := range []registrar.Format{registrar.CSV, registrar.XLSX} {
		var out bytes.Buffer
		noError(t, format.Write(&out, rows))
		files[string(format)] = out.Bytes()
	}
	if !bytes.HasPrefix(files["csv"], []byte("\xef\xbb\xbfid;full_name;")) {
		t.Errorf("CSV begins with %q", files["csv"][:20])
	}
	files["damaged"] = []byte(must(charmap.Windows1252.NewDecoder().Bytes(files["csv"][3:]))(t))
	for name, table := range files {
		report := must(o.ImportRoll(t.Context(), storetest.Admin, table, registrar.Import{}))(t)
		if report.Unchanged != 2 || (report.Repaired > 0) != (name == "damaged") {
			t.Errorf("%s: %+v", name, report)
		}
	}
}
