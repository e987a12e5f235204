package mrz

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func day(t testing.TB, iso string) time.Time {
	t.Helper()
	d, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustParse(t testing.TB, lines ...string) Document {
	t.Helper()
	d, err := Parse(lines, day(t, "2026-01-15"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// specimens are lines published by ICAO and by states, every check digit of which agrees.
func specimens() map[string][]string {
	return map[string][]string{
		"9303-4 passport": {"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
			"L898902C36UTO7408122F1204159ZE184226B<<<<<10"},
		"9303-5 card": {"I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6",
			"ERIKSSON<<ANNA<MARIA<<<<<<<<<<"},
		"9303-6 card": {"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"},
		"9303-7 visa A": {"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
			"L8988901C4XXX4009078F96121096ZE184226B<<<<<<"},
		"9303-7 visa B": {"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"},
		"9303-11 long number": {"I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2",
			"STEVENSON<<PETER<JOHN<<<<<<<<<"},
		"9303-11 long number D2": {"I<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<", "D23145890<UTO3407127M95071227349<<<8"},
		"Germany": {"P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<",
			"C01X0006H1D<<6408125F1710319<<<<<<<<<<<<<<<0"},
		"Spain": {"IDESPBAA000589599999999R<<<<<<", "8001014F2501017ESP<<<<<<<<<<<7",
			"ESPANOLA<ESPANOLA<<CARMEN<<<<<"},
		"Netherlands": {"I<NLDSPECI20142999999990<<<<<8", "6503101F2403096NLD<<<<<<<<<<<8",
			"DE<BRUIJN<<WILLEKE<LISELOTTE<<"},
		"Portugal": {"I<PRT000024759<ZZ72<<<<<<<<<<<", "8010100F2006017PRT<<<<<<<<<<<8",
			"CARLOS<MONTEIRO<<AMELIA<VANESS"},
		"Czech Republic": {"P<CZESPECIMEN<<VZOR<<<<<<<<<<<<<<<<<<<<<<<<<",
			"99003853<1CZE1101018M1207046110101111<<<<<94"},
		"France before 2021": {"IDFRATEST<NAME<<<<<<<<<<<<<<<<0CHE02", "1710GVA123451ROBERTA<<<<<<<9112311F2"},
	}
}

func TestEverySpecimenIsValid(t *testing.T) {
	for name, lines := range specimens() {
		if d := mustParse(t, lines...); !valid(d) || !d.Holds() {
			t.Errorf("%s: not valid: %+v", name, d)
		}
	}
}

func TestPassport(t *testing.T) {
	d := mustParse(t, specimens()["9303-4 passport"]...)
	for _, c := range []struct{ what, got, want string }{
		{"format", string(d.Format), "TD3"}, {"kind", d.Kind, "P"}, {"issuer", d.Issuer, "UTO"},
		{"nationality", d.Nationality, "UTO"}, {"surname", d.Surname, "ERIKSSON"},
		{"given names", d.GivenNames, "ANNA MARIA"},
		{"number", d.Number.Value, "L898902C3"}, {"birth", d.Birth.Value, "1974-08-12"}, {"sex", d.Sex, "F"},
		{"expiry", d.Expiry.Value, "2012-04-15"}, {"optional", d.Optional.Value, "ZE184226B"},
		{"number's check", string(d.Number.Check), "passed"}, {"composite", string(d.Composite), "passed"},
	} {
		if c.got != c.want {
			t.Errorf("%s is %q, not %q", c.what, c.got, c.want)
		}
	}
	if d.NamesTruncated || d.Personal.Value != "" {
		t.Errorf("truncated %v, personal %+v", d.NamesTruncated, d.Personal)
	}
}

func TestLongNumbersAreJoined(t *testing.T) {
	for name, want := range map[string]string{
		"9303-11 long number": "D23145890734", "9303-11 long number D2": "D23145890734", "Portugal": "000024759ZZ7",
	} {
		d := mustParse(t, specimens()[name]...)
		if d.Number.Value != want || d.Number.Check != Passed || d.Optional.Value != "" {
			t.Errorf("%s: number %+v, optional %+v, want %s", name, d.Number, d.Optional, want)
		}
	}
}

func TestNumbersOfHolders(t *testing.T) {
	for name, want := range map[string]string{
		"Spain": "99999999R", "Netherlands": "999999990", "Czech Republic": "110101111",
		"Germany": "", "Portugal": "", "France before 2021": "", "9303-5 card": "",
	} {
		if d := mustParse(t, specimens()[name]...); d.Personal.Value != want {
			t.Errorf("%s: personal %+v, want %q", name, d.Personal, want)
		}
	}
	for _, p := range personals() {
		if p.source == "" {
			t.Errorf("%s has no source", p.issuer)
		}
	}
}

func TestFrenchCard(t *testing.T) {
	d := mustParse(t, specimens()["France before 2021"]...)
	if d.Surname != "TEST NAME" || d.GivenNames != "ROBERTA" || d.Number.Value != "1710GVA12345" ||
		d.Birth.Value != "1991-12-31" || d.Sex != "F" || d.Expiry.Value != "" {
		t.Errorf("%+v", d)
	}
}

// Every single wrong symbol that a check digit can tell is told by one.
func TestWrongSymbolsAreCaught(t *testing.T) {
	lines := specimens()["9303-4 passport"]
	for col := range lines[1] {
		if 10 <= col && col < 13 || col == 20 {
			continue // nationality and sex have no check digit
		}
		for _, c := range []byte(Symbols) {
			was := lines[1][col]
			if value(c)%10 == value(was)%10 {
				continue // 9303-3: symbols ten apart have the same value modulo ten
			}
			wrong := lines[1][:col] + string(c) + lines[1][col+1:]
			if d := mustParse(t, lines[0], wrong); valid(d) {
				t.Fatalf("%s passes with %c for %c in column %d", wrong, c, was, col+1)
			}
		}
	}
}

func TestDates(t *testing.T) {
	for _, c := range []struct {
		raw, today, birth, expiry string
		ok                        bool
	}{
		{"740812", "2026-01-15", "1974-08-12", "2074-08-12", true},
		{"260115", "2026-01-15", "2026-01-15", "2026-01-15", true}, // born today
		{"260116", "2026-01-15", "1926-01-16", "2026-01-16", true}, // a birth is not in the future
		{"960623", "2026-01-15", "1996-06-23", "1996-06-23", true},
		{"990101", "2110-01-15", "2099-01-01", "2099-01-01", true},
		{"051231", "2098-01-15", "2005-12-31", "2105-12-31", true},
		{"7408<<", "2026-01-15", "1974-08", "2074-08", true},
		{"74<<<<", "2026-01-15", "1974", "2074", true},
		{"<<<<<<", "2026-01-15", "", "", true},
		{"740230", "2026-01-15", "", "", false},
		{"741301", "2026-01-15", "", "", false},
		{"74<<12", "2026-01-15", "", "", false},
		{"7A0812", "2026-01-15", "", "", false},
	} {
		birth, ok := readDate(c.raw, birthCentury(day(t, c.today)))
		expiry, _ := readDate(c.raw, expiryCentury(day(t, c.today)))
		if ok != c.ok || ok && (birth != c.birth || expiry != c.expiry) {
			t.Errorf("%s on %s: birth %q, expiry %q, %v; want %q, %q, %v", c.raw, c.today, birth, expiry, ok, c.birth, c.expiry,
				c.ok)
		}
	}
}

func TestNamesThatFillTheFieldMayBeCutOff(t *testing.T) {
	if d := mustParse(t, specimens()["Portugal"]...); !d.NamesTruncated || d.GivenNames != "AMELIA VANESS" {
		t.Errorf("%+v", d)
	}
}

// valid reports whether every check digit agrees, and those of the document number and of the
// birth are there.
func valid(d Document) bool {
	for _, f := range []Field{d.Number, d.Birth, d.Expiry, d.Optional, d.Optional2, d.Personal} {
		if f.Check == Failed {
			return false
		}
	}
	return d.Composite != Failed && d.Number.Check == Passed && d.Birth.Check == Passed
}

func TestParseRefuses(t *testing.T) {
	for name, lines := range map[string][]string{
		"nothing":         nil,
		"one line":        {"P<UTO"},
		"four lines":      {"A", "A", "A", "A"},
		"uneven lines":    {strings.Repeat("<", 44), strings.Repeat("<", 43)},
		"unknown width":   {strings.Repeat("<", 40), strings.Repeat("<", 40)},
		"lower case":      {strings.Repeat("<", 44), strings.Repeat("a", 44)},
		"letters of more": {strings.Repeat("é", 22), strings.Repeat("é", 22)},
		"two of thirty":   {strings.Repeat("<", 30), strings.Repeat("<", 30)},
	} {
		if _, err := Parse(lines, day(t, "2026-01-15")); !errors.Is(err, ErrNotMRZ) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, lines := range specimens() {
		f.Add(strings.Join(lines, "\n"))
	}
	f.Add("<<\n<<")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(strings.Split(text, "\n"), time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC))
		if err != nil {
			return
		}
		if valid(d) && (d.Number.Check != Passed ||
			d.Birth.Value == "" && strings.Trim(d.Birth.Raw, "<") == "" && d.Birth.Check != Passed) {
			t.Errorf("valid without its checks: %+v", d)
		}
	})
}
