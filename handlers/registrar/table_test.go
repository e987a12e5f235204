package registrar_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// sheet is an XLSX file of these rows.
func sheet(tb testing.TB, rows ...[]any) []byte {
	tb.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		noError(tb, errors.Join(err, f.SetSheetRow("Sheet1", cell, &row)))
	}
	var out bytes.Buffer
	noError(tb, f.Write(&out))
	return out.Bytes()
}

// inUTF16 is a text in UTF-16 without a mark.
func inUTF16(text string, order binary.AppendByteOrder) string {
	var raw []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		raw = order.AppendUint16(raw, unit)
	}
	return string(raw)
}

func TestTheRollComesAsPeopleHaveIt(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	const german = "Nachname;Vorname;Geburtsdatum;Mitgliedsnr.;Ausweisnummer;E-Mail;Straße;PLZ;Ort;Sprache;Anwesend\n" +
		"Müller;Zoë;31.12.80;E-1;ZQ810005;zoe@example.org;Am Deich 3;25899;Niebüll;Deutsch;ja\n"
	dmy := registrar.Import{Dates: registrar.DayMonthYear}
	latin := strings.NewReplacer("ß", "\xdf", "ü", "\xfc", "ë", "\xeb").Replace(german)
	birthday := time.Date(1980, 12, 31, 0, 0, 0, 0, time.UTC)
	heads := []any{"Nombre", "Apellidos", "Fecha de nacimiento", "N.º de socio", "DNI", "Correo electrónico", "Dirección",
		"Idioma", "Presente", "Talla"}
	for name, tc := range map[string]struct {
		table string
		how   registrar.Import
	}{
		"German":                 {german, dmy},
		"Windows-1252":           {latin, dmy},
		"UTF-16 with a mark":     {"\xff\xfe" + inUTF16(german, binary.LittleEndian), dmy},
		"UTF-16, big end first":  {"\xfe\xff" + inUTF16(german, binary.BigEndian), dmy},
		"UTF-16 without a mark":  {inUTF16(german, binary.LittleEndian), dmy},
		"big end first, no mark": {inUTF16(german, binary.BigEndian), dmy},
		"tabs":                   {strings.ReplaceAll(german, ";", "\t"), dmy},
		"a first line for Excel": {"sep=;\r\n" + strings.ReplaceAll(german, "\n", "\r\n"), dmy},
		"lines ended by CR":      {strings.ReplaceAll(german, "\n", "\r"), dmy},
		"numbers that stay text": {strings.NewReplacer("25899", `="25899"`, "E-1", `"=""E-1"""`).Replace(german), dmy},
		"month first": {strings.Replace(german, "31.12.80", "12/31/80", 1),
			registrar.Import{Dates: registrar.MonthDayYear}},
		"year first": {strings.Replace(german, "31.12.80", "80-12-31", 1),
			registrar.Import{Dates: registrar.YearMonthDay}},
		"four digits in that order": {strings.Replace(german, "31.12.80", "1980-12-31", 1), dmy},
		"XLSX": {string(sheet(t, heads,
			[]any{"Zoë", "Müller", birthday, "E-1", "ZQ810005", "zoe@example.org", "Am Deich 3\n25899 Niebüll", "de-DE", "sí",
				38})),
			registrar.Import{SkipUnknown: true}},
		"French": {"Nom,Prénom,Date de naissance,N° d’adhérent,Numéro national,Courriel,Adresse " +
			"postale,Langue,Présence\nMüller,Zoë,1980-12-31,E-1,ZQ810005,zoe@example.org,\"Am Deich 3\n25899 " +
			"Niebüll\",allemand,x\n", registrar.Import{}},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := o.ImportRoll(t.Context(), storetest.Admin, []byte(tc.table), tc.how)
			if err != nil || report.Added != 1 {
				t.Fatalf("%v: %+v", err, report)
			}
			e := o.take(t)
			if e.FullName != "Zoë Müller" || e.DateOfBirth != "1980-12-31" || e.Member != "E-1" || e.Identity == nil ||
				e.Email != "zoe@example.org" ||
				e.Address != "Am Deich 3\n25899 Niebüll" || e.Language != "de" || !e.Present {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestUnknownColumnsAreNamedAtOnceOrSkipped(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	const table = "Name,Shoe size,National ID,Voter ID,Hair\nEmil Sand,44,ZQ810005,VQ710005,red\n"
	_, err := o.ImportRoll(t.Context(), storetest.Admin, []byte(table), registrar.Import{})
	wrong := refusal.FieldsOf(err)
	if len(wrong) != 1 || wrong[0].Fault != refusal.RollUnknownColumns || wrong[0].Facts["columns"] != "Shoe size, Hair" ||
		wrong[0].Facts["option"] != "skipUnknown" {
		t.Errorf("%v", err)
	}
	report, err := o.ImportRoll(t.Context(), storetest.Admin, []byte(table), registrar.Import{SkipUnknown: true})
	want := []registrar.Column{{"Name", "fullName", []string{"Emil Sand"}}, {"Shoe size", "", []string{"44"}},
		{"National ID", "nationalId", []string{"ZQ810005"}}, {"Voter ID", "voterId", []string{"VQ710005"}},
		{"Hair", "", []string{"red"}}}
	if err != nil || report.Added != 1 || !slices.Equal(report.Skipped, []string{"Shoe size", "Hair"}) ||
		!reflect.DeepEqual(report.Columns, want) {
		t.Errorf("%v: %+v", err, report)
	}
	if e := o.take(t); e.Identity == nil || e.Second == nil || e.Identity.Kind != store.NationalID ||
		e.Second.Kind != store.VoterID {
		t.Errorf("%+v", e)
	}
}

// A date that needs an order points to the choice of one; other text does not. A year of two digits is the last one
// that is over by the registrar's clock, which stands in 2031.
func TestUnclearDatesPointToTheChoiceOfTheirOrder(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	read := func(date string, order registrar.DateOrder) (refusal.Field, bool) {
		t.Helper()
		report, err := o.ImportRoll(t.Context(), storetest.Admin, []byte("name,born\nEmil Sand,"+date+"\n"),
			registrar.Import{Dates: order})
		if err != nil || len(report.Lines) != 1 {
			t.Fatalf("%s: %v: %+v", date, err, report)
		}
		if wrong := report.Lines[0].Problems; len(wrong) > 0 {
			return wrong[0], false
		}
		return refusal.Field{}, true
	}
	for _, date := range []string{"03/04/1980", "03/04/05", "31.12.80"} {
		if wrong, ok := read(date, ""); ok || wrong.Fault != refusal.RollDateUnclear || wrong.Facts["option"] != "dates" {
			t.Errorf("%s: %+v", date, wrong)
		}
	}
	for _, order := range append(registrar.DateOrders(), "") {
		if wrong, ok := read("32/32/1980", order); ok || wrong.Fault != refusal.NotDate {
			t.Errorf("in the order %q: %+v", order, wrong)
		}
	}
	for date, want := range map[string]string{"1.2.30": "2030-02-01", "1.2.31": "1931-02-01", "1.2.99": "1999-02-01"} {
		if wrong, ok := read(date, registrar.DayMonthYear); !ok {
			t.Errorf("%s: %+v", date, wrong)
		} else if e := o.take(t); e.DateOfBirth != want {
			t.Errorf("%s is %s, want %s", date, e.DateOfBirth, want)
		}
	}
}

// A spreadsheet is held to its caps before anything of it is decoded.
func TestSpreadsheetsBeyondTheCapsAreRefused(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	pack := func(parts int, size int) []byte {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for i := range parts {
			w, err := z.Create("xl/part" + strings.Repeat("x", i))
			if err == nil {
				_, err = w.Write(make([]byte, size))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		noError(t, z.Close())
		return out.Bytes()
	}
	// far is a spreadsheet whose last row, or cell, says that it stands elsewhere.
	far := func(was, is string) []byte {
		raw := sheet(t, []any{"Name", "National ID"}, []any{"Emil Sand", "ZQ810005"})
		z := must(zip.NewReader(bytes.NewReader(raw), int64(len(raw))))(t)
		var out bytes.Buffer
		packed := zip.NewWriter(&out)
		for _, part := range z.File {
			from := must(part.Open())(t)
			text := must(io.ReadAll(from))(t)
			to, err := packed.Create(part.Name)
			if err == nil {
				_, err = to.Write(bytes.Replace(text, []byte(was), []byte(is), 1))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		noError(t, packed.Close())
		return out.Bytes()
	}
	good := sheet(t, []any{"Name", "National ID"}, []any{"Emil Sand", "ZQ810005"})
	for name, raw := range map[string][]byte{
		"many parts": pack(201, 1), "a large part": pack(1, 33<<20), "large parts": pack(9, 4<<20), "no sheets": pack(1, 1),
		"cut off":        good[:len(good)/2],
		"a row far down": far(`<row r="2"`, `<row r="2000000000"`), "a cell far right": far(`r="B2"`, `r="XFD2"`),
	} {
		_, err := o.ImportRoll(t.Context(), storetest.Admin, raw, registrar.Import{})
		if wrong := refusal.FieldsOf(err); len(wrong) != 1 || wrong[0].Fault != refusal.RollDamaged {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever a file is, a dry run of it ends in a report or in a refusal of the file.
func FuzzReadTable(f *testing.F) {
	f.Add([]byte("sep=;\nName;National ID\nEmil;=\"00123\"\n"), "dmy")
	f.Add([]byte("\xff\xfeN\x00a\x00m\x00e\x00\n\x00E\x00"), "")
	f.Add([]byte("Nom\tPr\xe9nom\tn\xe9e le\rSand\tEmil\t3.4.70"), "mdy")
	f.Add(sheet(f, []any{"Name", "Date of birth", "National ID"}, []any{"Emil Sand", 29336, "ZQ810005"}), "ymd")
	o := newOffice(f, registrar.Rules{})
	f.Fuzz(func(t *testing.T, raw []byte, dates string) {
		how := registrar.Import{MemberKeys: true, DryRun: true, SkipUnknown: true, Dates: registrar.DateOrder(dates)}
		if !slices.Contains(registrar.DateOrders(), how.Dates) {
			how.Dates = ""
		}
		report, err := o.ImportRoll(t.Context(), storetest.Admin, raw, how)
		if err != nil && !errors.Is(err, refusal.ValidationFailed) {
			t.Error(err)
		}
		if err == nil && len(report.Lines) == 0 {
			t.Error("neither a report nor a refusal")
		}
	})
}
