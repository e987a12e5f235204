package registrar_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// office is a registrar with the directory of its store.
type office struct {
	*registrar.Registrar
	store *store.Store
	dir   string
}

func newOffice(tb testing.TB, rules registrar.Rules) office {
	tb.Helper()
	o := office{dir: tb.TempDir()}
	clock := storetest.NewClock()
	o.store = storetest.NewIn(tb, o.dir, store.Options{Now: clock.Now})
	o.Registrar = registrar.New(o.store, rules, clock.Now)
	return o
}

// enrol imports a roll that must be accepted.
func (o office) enrol(tb testing.TB, how registrar.Import, lines ...string) store.RollReport {
	tb.Helper()
	report, err := o.ImportRoll(tb.Context(), storetest.Admin, []byte(strings.Join(lines, "\n")), how)
	if err != nil || report.Refused > 0 {
		tb.Fatalf("%v, %+v", err, report)
	}
	return report.RollReport
}

// take takes the one entry off the roll.
func (o office) take(tb testing.TB) store.RollEntry {
	tb.Helper()
	all, err := o.store.ExportRoll(tb.Context(), storetest.Admin)
	if err != nil || len(all) != 1 {
		tb.Fatalf("roll %+v, %v", all, err)
	}
	noError(tb, o.store.RemoveRollEntry(tb.Context(), storetest.Admin, all[0].ID))
	return all[0]
}

// fingerprint is the two meta pages of the database file. Every transaction that commits writes one.
func (o office) fingerprint(tb testing.TB) string {
	tb.Helper()
	f := must(os.Open(filepath.Join(o.dir, store.FileName)))(tb)
	defer f.Close()
	pages := make([]byte, 2*os.Getpagesize())
	must(io.ReadFull(f, pages))(tb)
	return string(pages)
}

func TestImportReadsWhatSpreadsheetsWrite(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	for name, table := range map[string]string{
		"commas":     "full_name,date_of_birth,national_id,member\nEmil Sand,1990-04-25,ZQ810005,E-1",
		"semicolons": "Full Name;Date of Birth;National ID;Member\nEmil Sand;25.04.1990;ZQ810005;E-1\n",
		"tabs":       "name\tborn\tid number\treference\nEmil Sand\t25/04/1990\tZQ810005\tE-1\n",
		"a byte order mark": "\ufefffull_name,date_of_birth,national_id,member\r\nEmil " +
			"Sand,1990-04-25,ZQ810005,E-1\r\n",
		"quotes": `"full_name","date_of_birth","national_id","member"` + "\n" +
			`"Emil Sand","1990-04-25","ZQ810005","E-1"`,
		"spaces before quotes": `full_name, date_of_birth, national_id, member` + "\n" +
			`"Emil Sand", "1990-04-25", "ZQ810005", "E-1"`,
		"another order": "member,national_id,,full-name,DOB\nE-1,zq 81 / 0005,ignored,  Emil   Sand ,25 Apr 1990",
		"empty lines": "full_name,date_of_birth,national_id,member\n\n,,,\nEmil " +
			"Sand,1990-04-25,ZQ810005,E-1\n , ,,\n\n",
		"lines that are cut short": "full_name,date_of_birth,national_id,member,voter_id\nEmil " +
			"Sand,1990-04-25,ZQ810005,E-1\n",
		"a quotation mark in a name": "full_name,date_of_birth,national_id,member\n\"Emil \"\"Milo\"\" " +
			"Sand\",1990-04-25,ZQ810005,E-1",
	} {
		t.Run(name, func(t *testing.T) {
			o.enrol(t, registrar.Import{}, table)
			e := o.take(t)
			full := strings.Join(strings.Fields(strings.Replace(e.FullName, `"Milo" `, "", 1)), " ")
			if full != "Emil Sand" || e.DateOfBirth != "1990-04-25" || e.Member != "E-1" || e.HasKey || e.User != "" {
				t.Errorf("%+v", e)
			}
			if e.Identity == nil || *e.Identity != (store.Identity{Kind: store.NationalID, LastFour: "0005"}) {
				t.Errorf("identity %+v", e.Identity)
			}
		})
	}
}

func TestImportRefusesWhatIsNoTable(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	for name, table := range map[string]string{
		"nothing":                    "",
		"blank lines":                "\n\n",
		"no people":                  "full_name,national_id\n",
		"no names":                   "national_id\nZQ810005",
		"a column it does not know":  "full_name,shoe_size\nEmil,44",
		"a column twice":             "full_name,name\nEmil,Emil",
		"an open quotation mark":     "full_name,national_id\n\"Emil Sand,ZQ810005\n",
		"a lone quotation mark":      "full_name,national_id\nEmil \"Sand,ZQ810005\n",
		"bytes of no text":           "full_name,national_id\nZo\x81,ZQ810005\n",
		"half a letter of UTF-16":    "\xff\xfef\x00u\x00l\x00l",
		"a spreadsheet of old":       "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
		"no spreadsheet":             "PK\x03\x04full_name",
		"101 columns":                "full_name" + strings.Repeat(",", 100) + "\nEmil",
		"10,001 people":              "full_name,national_id\n" + strings.Repeat("A,B\n", store.MaxRollLines+1),
		"a head of a thousand bytes": "full_name," + strings.Repeat("ü", 500) + "\nEmil,44",
	} {
		t.Run(name, func(t *testing.T) {
			before := o.fingerprint(t)
			_, err := o.ImportRoll(t.Context(), storetest.Admin, []byte(table), registrar.Import{})
			wrong := refusal.FieldsOf(err)
			if !errors.Is(err, refusal.ValidationFailed) || len(wrong) != 1 || wrong[0].Name != "roll" ||
				len(err.Error()) > 300 {
				t.Errorf("error %v", err)
			}
			if o.fingerprint(t) != before {
				t.Error("the database file changed")
			}
		})
	}
}

// The report says what is wrong with each line, and one such line keeps all the others out.
func TestImportReportsEveryLine(t *testing.T) {
	o := newOffice(t, registrar.Rules{VoterID: scheme(t, "pl-pesel")})
	o.enrol(t, registrar.Import{}, "full_name,national_id,member", "Emil Sand,ZQ810005,E-1", "Fay Dunn,ZQ810006,E-2")
	const heads, good = "full_name,date_of_birth,national_id,voter_id,member,weight,proxy_for,id",
		"Gil Moor,,ZQ81-0007,,,1000,e-1"
	for name, c := range map[string]struct{ line, field string }{
		"no name":                           {",1990-04-25,ZQ810008,,", "fullName"},
		"a name of 121 letters":             {strings.Repeat("n", 121) + ",,ZQ810008,,", "fullName"},
		"a name of two lines":               {"\"Hal\nMoor\",,ZQ810008,,", "fullName"},
		"a bad number":                      {"Hal Moor,,ZQ,,", "nationalId"},
		"a bad check digit":                 {"Hal Moor,,,44051401358,", "voterId"},
		"no date":                           {"Hal Moor,soon,ZQ810008,,", "dateOfBirth"},
		"a date that may be two":            {"Hal Moor,04/05/1990,ZQ810008,,", "dateOfBirth"},
		"a date that was not":               {"Hal Moor,1999-02-29,ZQ810008,,", "dateOfBirth"},
		"a date to come":                    {"Hal Moor,2032-01-01,ZQ810008,,", "dateOfBirth"},
		"a date with more":                  {"Hal Moor,1990-04-25 or so,ZQ810008,,", "dateOfBirth"},
		"a date that the number denies":     {"Hal Moor,1944-05-15,,44051401359,", "dateOfBirth"},
		"a member reference of 61 letters":  {"Hal Moor,,ZQ810008,," + strings.Repeat("m", 61), "member"},
		"too many cells":                    {"Hal Moor,,ZQ810008,,,,,,,x", "roll"},
		"a number of the file":              {"Hal Moor,,zq 81 0007,,", "nationalId"},
		"a number and a reference of two":   {"Hal Moor,,ZQ810005,,E-2", "member"},
		"a reference that another line has": {"Hal Moor,,ZQ810008,,e-9\nIan Moor,,ZQ810009,,E-9", "member"},
		"a weight of nothing":               {"Hal Moor,,ZQ810008,,,0", "weight"},
		"a weight of 1000001":               {"Hal Moor,,ZQ810008,,,1000001", "weight"},
		"a weight beyond all numbers":       {"Hal Moor,,ZQ810008,,," + strings.Repeat("9", 30), "weight"},
		"a weight of five decimals":         {"Hal Moor,,ZQ810008,,,1.50000", "weight"},
		"a weight of letters":               {"Hal Moor,,ZQ810008,,,٣", "weight"},
		"a vote of nobody":                  {"Hal Moor,,ZQ810008,,,,Ж-9", "proxyFor"},
		"a vote of two who are one cell":    {"Hal Moor,,ZQ810008,,,,E-1 E-2", "proxyFor"},
		"a vote that another line has":      {"Hal Moor,,ZQ810008,,,,E-1", "proxyFor"},
		"their own vote":                    {"Hal Moor,,ZQ810008,,H-1,,h-1", "proxyFor"},
		"votes of more than a thousand":     {"Hal Moor,,ZQ810008,,,," + strings.Repeat("E-1;", 1001), "proxyFor"},
		"an id of nobody":                   {"Hal Moor,,ZQ810008,,,,,aaaaaaaaaaaaaaaaaaaaaaaaaa", "id"},
		"what is no id":                     {"Hal Moor,,ZQ810008,,,,,17", "id"},
	} {
		t.Run(name, func(t *testing.T) {
			before := o.fingerprint(t)
			table := strings.Join([]string{heads, good, c.line}, "\n")
			report := must(o.ImportRoll(t.Context(), storetest.Admin, []byte(table), registrar.Import{}))(t)
			first, last := report.Lines[0], report.Lines[len(report.Lines)-1]
			if report.Refused != 1 || last.Outcome != store.RollRefused || len(last.Problems) != 1 ||
				last.Problems[0].Name != c.field {
				t.Errorf("want %s: %+v", c.field, report)
			}
			if first.Outcome != store.RollAdded || first.Entry != "" || first.Key != "" {
				t.Errorf("the good line: %+v", first)
			}
			if o.fingerprint(t) != before {
				t.Error("the database file changed")
			}
		})
	}
}

// What spreadsheets paste is divided by tabs, and many of its cells are empty. One that was
// swallowed moved the number into the column of the reference, where it was stored as it is.
func TestEmptyCellsBetweenTabsKeepTheirPlace(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	for name, table := range map[string]string{
		"in the middle":          "full_name\tmember\tnational_id\nTomas Lind\t\t12345678Z\n",
		"several in a row":       "full_name\tdate_of_birth\tmember\tnational_id\nTomas Lind\t\t\t12345678Z\n",
		"at the beginning":       "member\tfull_name\tnational_id\n\tTomas Lind\t12345678Z\n",
		"in the line of heads":   "full_name\t\tmember\tnational_id\nTomas Lind\tignored\t\t12345678Z\n",
		"with spaces in the way": "full_name\tmember\tnational_id\nTomas Lind\t  \t 12345678Z\n",
	} {
		t.Run(name, func(t *testing.T) {
			o.enrol(t, registrar.Import{MemberKeys: true}, table)
			e := o.take(t)
			if e.FullName != "Tomas Lind" || e.Member != "" || e.HasKey || e.Identity == nil || e.Identity.LastFour != "678Z" {
				t.Errorf("%+v", e)
			}
		})
	}
}

// Where a table has a column for weights or proxies, an empty cell is an answer; where it has none,
// the roll stays as it is.
func TestTheRollKeepsWhatATableDoesNotAsk(t *testing.T) {
	o := newOffice(t, registrar.Rules{})
	o.enrol(t, registrar.Import{}, "Name;National ID;Reference;Voting weight;Proxy for",
		`Emil Sand;ZQ810005;E-1;2;"E-2; E-3"`, "Fay Dunn;ZQ810006;E-2;;", "Gil Moor;ZQ810007;E-3")
	for _, step := range []struct {
		table   string
		weight  ballotbox.Weight
		proxies []string
	}{
		{"name,member\nEmil Sand,E-1", 2, []string{"E-2", "E-3"}},
		{"name,member,proxies\nEmil Sand,E-1, ; E-3 ;;", 2, []string{"E-3"}},
		{"name\tmember\tweight\nEmil Sand\tE-1\t", 1, []string{"E-3"}},
		{"name,member,proxy_for\nEmil Sand,E-1", 1, nil},
	} {
		o.enrol(t, registrar.Import{}, step.table)
		all, err := o.store.ExportRoll(t.Context(), storetest.Admin) // Emil Sand is the last
		if err != nil || len(all) != 3 || all[2].Weight != step.weight*ballotbox.Vote ||
			!slices.Equal(all[2].ProxyFor, step.proxies) {
			t.Errorf("%q: %+v, %v", step.table, all, err)
		}
	}
}

// Whatever a table is, a dry run of it ends in a report whose numbers agree, and changes nothing.
func FuzzImportRoll(f *testing.F) {
	for _, table := range []string{
		"full_name,national_id,member,weight,proxy_for\nEmil Sand,ZQ810005,E-1,3,e-2; Ж 3\nFay " +
			"Dunn,ZQ810006,E-2,,\nЖанна,ZQ810007,Ж 3,1000,",
		"id;name;proxies\n;Emil;\"E-1;E-1\"\n",
		"name\tmember\tproxy for\nA\ta\tb\nB\tb\ta\n",
		"name,member,proxy_for,weight\nA,a,a,0\nB,;,;;;;,-1\n",
		"id,name\n'=1,'=A\naaaaaaaaaaaaaaaaaaaaaaaaaa,B\n",
	} {
		f.Add([]byte(table))
	}
	o := newOffice(f, registrar.Rules{})
	before := o.fingerprint(f)
	for _, file := range clubFiles(f) {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, table []byte) {
		for _, plan := range []*registrar.Plan{nil, {HeadRow: new(2), AllSame: true, LeaveFaults: true}} {
			report, err := o.ImportRoll(t.Context(), storetest.Admin, table,
				registrar.Import{MemberKeys: true, DryRun: true, Plan: plan})
			if err != nil {
				if !errors.Is(err, refusal.ValidationFailed) {
					t.Error(err)
				}
				continue
			}
			agrees(t, report.RollReport)
		}
		if o.fingerprint(t) != before {
			t.Error("the database file changed")
		}
	})
}

// agrees checks that the numbers of a report are those of its lines.
func agrees(t *testing.T, report store.RollReport) {
	refused, asked := 0, 0
	for _, l := range report.Lines {
		if (l.Outcome == store.RollRefused) != (len(l.Problems) > 0) ||
			(l.Outcome == store.RollAsked) != (l.Question != "") ||
			l.Key != "" {
			t.Errorf("%+v", l)
		}
		switch l.Outcome {
		case store.RollRefused:
			refused++
		case store.RollAsked:
			asked++
		}
	}
	if report.Refused != refused || report.Asked != asked || report.Added+report.Updated+report.Unchanged+refused+asked+
		report.LeftOut != len(report.Lines) {
		t.Errorf("%+v", report)
	}
}
