package ocr

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestFindDates(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"31.12.1980", "1980-12-31"},
		{"Date of birth 03.09.1949 Sex M", "1949-09-03"},
		{"03.04.1980", "1980-04-03"}, // with full stops the day is first
		{"03/04/1980", "1980-04-03|1980-03-04"},
		{"12/31/1980", "1980-12-31"},
		{"31-12-1980", "1980-12-31"},
		{"05/05/1980", "1980-05-05"},
		{"1980-12-31", "1980-12-31"},
		{"1980/12/31", "1980-12-31"},
		{"1980 12 31", "1980-12-31"},
		{"1980年1月2日", "1980-01-02"},
		{"31 DEC 1980", "1980-12-31"},
		{"31 DEC/DÉC 1980", "1980-12-31"},
		{"25 MAI/MAY 1988", "1988-05-25"},
		{"5. März 1971", "1971-03-05"},
		{"14 de julio de 1969", "1969-07-14"},
		{"1er août 1944", "1944-08-01"},
		{"December 31, 1980", "1980-12-31"},
		{"Jul 4th, 1976", "1976-07-04"},
		{"12 JUI 1980", "1980-06-12|1980-07-12"}, // juin or juillet
		{"30 CZERWCA 1955", "1955-06-30"},
		{"30 ČERVENEC 1955", "1955-07-30"},
		{"31DEC1980", "1980-12-31"},
		// slips of a text engine
		{"O3.O9.l949", "1949-09-03"},
		{"3I/12/1980", "1980-12-31"},
		{"31 0CT 198O", "1980-10-31"},
		{"31 JU1 1980", "1980-07-31"},
		// several
		{"DOB 01.02.1990 EXP 05.04.2034", "1990-02-01 2034-04-05"},
		// no dates
		{"", ""},
		{"31.02.1980", ""},
		{"31/13/1980", ""},
		{"29.02.1900", ""},
		{"1.2.80", ""}, // the century is not printed
		{"01.01.1066", ""},
		{"3238 316 6113", ""},
		{"427141918681", ""},
		{"12 JAN/FEB 1980", ""}, // the two names contradict each other
		{"12 Baker Street 1980", ""},
		{"OI.OI.IOOI", ""},
		{strings.Repeat("31.12.1980 ", 40), ""},
	} {
		var found []string
		for _, p := range FindDates(c.line) {
			var dates []string
			for _, d := range p.Dates {
				dates = append(dates, d.String())
			}
			found = append(found, strings.Join(dates, "|"))
		}
		if got := strings.Join(found, " "); got != c.want {
			t.Errorf("FindDates(%q) = %q, want %q", c.line, got, c.want)
		}
	}
}

func TestFindDatesTellsWhereAndHowSure(t *testing.T) {
	line := "Geboren am O3.09.1949 in Bonn"
	found := FindDates(line)
	if len(found) != 1 || line[found[0].Start:found[0].End] != "O3.09.1949" || found[0].Substitutions != 1 {
		t.Errorf("FindDates(%q) = %+v", line, found)
	}
}

func TestFindDatesTellsTheOrder(t *testing.T) {
	for line, want := range map[string]Order{
		"03/04/1980": EitherFirst, "03-04-1980": EitherFirst, "03.04/1980": EitherFirst, "13/04/1980": DayFirst,
		"04/13/1980": MonthFirst,
		"03.04.1980": DayFirst, "05/05/1980": Unordered, "1980-04-03": Unordered, "3 APR 1980": Unordered,
	} {
		if found := FindDates(line); len(found) != 1 || found[0].Order != want {
			t.Errorf("FindDates(%q) = %+v, want the order %d", line, found, want)
		}
	}
}

func TestMonthsOfEachLanguageAreTwelve(t *testing.T) {
	for i, names := range monthNames {
		for _, name := range strings.Fields(names) {
			if Fold(name) != name {
				t.Errorf("%q is not folded", name)
			}
			if got, _ := monthsNamed(name); len(got) != 1 || got[0] != time.Month(i+1) {
				t.Errorf("%q names %v, want month %d alone", name, got, i+1)
			}
		}
	}
}

func TestPrintedDatesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Date(rapid.IntRange(1900, 2030).Draw(t, "year"), 1, rapid.IntRange(1, 366).Draw(t, "day"), 0, 0, 0, 0,
			time.UTC)
		layout := rapid.SampledFrom([]string{
			"02.01.2006", "2.1.2006", "02/01/2006", "02-01-2006", "02 01 2006", "2006-01-02", "2006.01.02", "2 Jan 2006",
			"02 January 2006", "Jan 2, 2006", "02Jan2006", "02/Jan/2006",
		}).Draw(t, "layout")
		line := fmt.Sprintf("Birth: %s (M)", d.Format(layout))
		found := FindDates(line)
		if len(found) != 1 || found[0].Dates[0].String() != d.Format(time.DateOnly) || found[0].Substitutions != 0 {
			t.Fatalf("%q: %+v", line, found)
		}
	})
}

func FuzzFindDates(f *testing.F) {
	for _, seed := range []string{"31.12.1980", "1er août 1944", "31 DEC/DÉC 1980", "|||.||.||||", "O3.O9.l949",
		"\xff31.12.1980", "1980年1月2日", "31DEC1980",
		"e\u0301.1.1980",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		end := 0
		for _, p := range FindDates(line) {
			if p.Start < end || p.End <= p.Start || p.End > len(line) {
				t.Errorf("%q: %+v after %d", line, p, end)
			}
			end = p.End
			if len(p.Dates) == 0 || len(p.Dates) > 12 || p.Substitutions > maxSubstitutions {
				t.Errorf("%q: %+v", line, p)
			}
			for _, d := range p.Dates {
				if !d.valid() {
					t.Errorf("%q holds %s", line, d)
				}
			}
		}
	})
}
