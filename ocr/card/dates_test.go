package card

import (
	"testing"

	"ostrakon/ocr/lines"
)

func TestNamesAndDates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, full, surname, given, birth, expiry string
		page, again                               []string
	}{
		{name: "whole", full: "Clara O'Neill-Novak", birth: "1988-07-13",
			page: []string{"NAME: Clara O'Neill-Novak", "DATE OF BIRTH: 13.07.1988"}},
		{name: "in parts, two languages", full: "CLARA NOVAK", surname: "NOVAK", given: "CLARA",
			page: []string{"NOM / SURNAME", "NOVAK", "PRENOMS/GIVEN NAMES", "CLARA"}},
		{name: "German prints Name for the surname", surname: "NOVAK", given: "CLARA", full: "CLARA NOVAK",
			page: []string{"Name/Surname", "NOVAK", "Vornamen/Given names", "CLARA"}},
		{name: "beside a label in an unknown language", full: "CLARA NOVAK", surname: "NOVAK", given: "CLARA",
			birth: "1988-07-13", page: []string{
				"Surname / Xyzzy", "NOVAK", "Given names / Plugh", "CLARA", "Date of birth / Qux", "13.07.1988"}},
		{name: "beside numbered labels", full: "CLARA NOVAK", surname: "NOVAK", given: "CLARA", expiry: "2031-07-13",
			page: []string{
				"1. Surname", "NOVAK", "2. Given names", "CLARA", "4b. Valid until 13.07.2031"}},
		{name: "a father's name is another's", page: []string{"FATHERS NAME: CLARA NOVAK"}},
		{name: "a label is no value", page: []string{"SURNAME", "GIVEN NAMES"}},
		{name: "a digit within a name was a letter", full: "CLARA SOTO", page: []string{"NAME: CLARA S0TO"}},
		{name: "behind a label in a script that is not read", birth: "1988-07-13",
			page: []string{"Qux/Date of birth: 13.07.1988"}},
		{name: "Name beside a surname is the given names", surname: "NOVAK", given: "CLARA", full: "CLARA NOVAK",
			page: []string{"Surname: NOVAK", "Name: CLARA"}},
		{name: "Name beside a surname may be the whole", surname: "NOVAK", full: "CLARA NOVAK",
			page: []string{"Surname: NOVAK", "Name: CLARA NOVAK"}},
		{name: "no label of the name: right above the birth", full: "Clara Novak", birth: "1988-07-13",
			page: []string{"Clara Novak", "Date of birth: 13.07.1988"}, again: []string{"Clara Novak"}},
		{name: "two dates of long ago and no label", page: []string{"13.07.1988", "14.08.1961"}},
		{name: "one date of long ago and no label", birth: "1988-07-13", page: []string{"13.07.1988", "14.08.2021"}},
		{name: "an issue of long ago", page: []string{"DATE OF ISSUE: 13.07.1988"}},
		{name: "an issue of long ago without a label", page: []string{"13.07.2003", "12.07.2013"}},
		{name: "an issue below a label that could not be read",
			page: []string{"DATE 0F", "13.07.2003", "DATE OF EXPIRY: 12.07.2013"}, expiry: "2013-07-12"},
		{name: "nobody votes at four", page: []string{"DATE OF BIRTH: 13.07.2022"}},
		{name: "younger than a card lasts, on its line", birth: "2015-07-13", page: []string{"DATE OF BIRTH: 13.07.2015"}},
		{name: "younger than a card lasts, below", page: []string{"DATE OF BIRTH", "13.07.2015"}},
		{name: "another date is before it", page: []string{"DATE OF BIRTH", "13.07.2005", "14.08.1961"}},
		{name: "two labels, two dates", birth: "1988-07-13",
			page: []string{"DATE OF BIRTH DATE OF ISSUE", "13.07.1988 14.08.2009"}},
		{name: "day and month could be exchanged", page: []string{"DOB 03/04/1970"}},
		{name: "another date has the month first", birth: "1970-03-04", expiry: "2030-03-04",
			page: []string{"DOB 03/04/1970", "EXP 03/04/2030", "ISS 08/25/2022"}},
		{name: "another date has the day first", birth: "1970-04-03", page: []string{"DOB 03/04/1970", "ISS 25/08/2022"}},
		{name: "other dates contradict each other", page: []string{"DOB 03/04/1970", "ISS 25/08/2022", "VALID 08/26/2032"}},
		{name: "no birth in the future", expiry: "2031-07-13",
			page: []string{"DATE OF BIRTH: 13.07.2051", "DATE OF EXPIRY: 13.07.2031"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := patient(t, &scripted{t: t, page: pageOf(c.page...), lines: c.again}).Read(t.Context(), blank(600, 400),
				schemeNamed(t, "ke-id"))
			if err != nil {
				t.Fatal(err)
			}
			n := r.Names
			if n.FullName.Value != c.full || n.Surname.Value != c.surname || n.GivenNames.Value != c.given ||
				r.DateOfBirth.Value != c.birth || r.Expiry.Value != c.expiry {
				t.Errorf("read %+v, born %q, expires %q", n, r.DateOfBirth.Value, r.Expiry.Value)
			}
		})
	}
}

// In two columns a date belongs to the label that it is nearest to, and to none where two would have
// it.
func TestDatesInTwoColumns(t *testing.T) {
	t.Parallel()
	type placed struct {
		x, y int
		text string
	}
	for _, c := range []struct {
		name, birth, expiry string
		page                []placed
	}{
		{"side by side", "1988-07-13", "2031-07-13", []placed{
			{100, 100, "DATE OF BIRTH"}, {460, 100, "DATE OF EXPIRY"}, {100, 140, "13.07.1988"}, {460, 140, "13.07.2031"}}},
		{"the birth itself cannot be read", "", "", []placed{
			{100, 100, "DATE OF BIRTH"}, {460, 100, "DATE OF ISSUE"}, {100, 140, "I3.O.I9"}, {460, 140, "14.08.2009"}}},
		{"an issue whose label cannot be read", "1988-07-13", "", []placed{
			{100, 100, "DATE OF BIRTH"}, {460, 60, "0ATF 0F I55"}, {460, 100, "14.08.2012"}, {100, 140, "13.07.1988"},
			{100, 200, "SEX F"}}},
		{"the issue in the row of the label of the birth", "1988-07-13", "", []placed{
			{460, 70, "DATE OF ISSUE"}, {100, 100, "DATE OF BIRTH"}, {460, 100, "14.08.2009"}, {100, 140, "13.07.1988"}}},
		{"alone in the row of the label of the birth", "", "", []placed{
			{460, 70, "DATE OF ISSUE"}, {100, 100, "DATE OF BIRTH"}, {460, 100, "14.08.2009"}}},
		{"below the issue", "1988-07-13", "", []placed{
			{100, 100, "DATUM VYDÁNÍ"}, {100, 140, "14.08.2009"}, {100, 180, "DATUM NAROZENÍ"}, {100, 220, "13.07.1988"}}},
		{"labels in one column, values in the other", "1988-07-13", "2031-07-13", []placed{
			{100, 100, "DATE OF ISSUE"}, {460, 100, "14.08.2009"}, {100, 140, "DATE OF BIRTH"}, {460, 140, "13.07.1988"},
			{100, 180, "DATE OF EXPIRY"}, {460, 180, "13.07.2031"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var page []lines.Word
			for i, p := range c.page {
				page = append(page, printedAt(i, p.x, p.y, p.text)...)
			}
			r, err := patient(t, &scripted{t: t, page: page}).Read(t.Context(), blank(900, 400), schemeNamed(t, "ke-id"))
			if err != nil || r.DateOfBirth.Value != c.birth || r.Expiry.Value != c.expiry {
				t.Errorf("born %q, expires %q, %v; want %q and %q", r.DateOfBirth.Value, r.Expiry.Value, err, c.birth, c.expiry)
			}
		})
	}
}

// The number decides between day and month; where they contradict each other, one of them is wrong.
func TestNumberAndDateOfBirth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, printed, birth, expiry string
		readable                     bool
	}{
		{"day first", "03/04/1988", "1988-04-03", "2031-06-05", true},
		{"month first", "04/03/1988", "1988-04-03", "2031-05-06", true},
		{"in words", "3 APR 1988", "1988-04-03", "", true},
		{"another date", "14.08.1961", "", "2031-06-05", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := pageOf("ISIKUKOOD: 38804030007", "DATE OF BIRTH: "+c.printed, "DATE OF EXPIRY: 05/06/2031")
			engine := &scripted{t: t, page: page, lines: []string{"38804030007"}}
			r, err := patient(t, engine).Read(t.Context(), blank(600, 400), schemeNamed(t, "ee-isik"))
			if err != nil || r.DateOfBirth.Value != c.birth || r.Expiry.Value != c.expiry ||
				(r.Verdict == Readable) != c.readable {
				t.Errorf("read %+v, %v", r, err)
			}
			if c.readable && r.DateOfBirth.Check != Passed {
				t.Errorf("the check of the date is %s", r.DateOfBirth.Check)
			}
		})
	}
}

// A misread digit looks like any other: a date in doubt is answered only if the number says the same.
func TestDoubtfulDateOfBirth(t *testing.T) {
	t.Parallel()
	for scheme, want := range map[string]string{"ke-id": "", "ee-isik": "1988-04-03"} {
		page := pageOf("ISIKUKOOD: 38804030007", "DATE OF BIRTH: 03.04.1988")
		page[len(page)-1].Confidence = 0.7
		r, err := patient(t, &scripted{t: t, page: page, lines: []string{"38804030007"}}).Read(t.Context(), blank(600, 400),
			schemeNamed(t, scheme))
		if err != nil || r.DateOfBirth.Value != want {
			t.Errorf("%s: born %q, %v; want %q", scheme, r.DateOfBirth.Value, err, want)
		}
	}
}
