package main

import (
	"fmt"
	"strings"
	"time"
)

// layout is a way to lay out a card.
type layout struct {
	name          string
	width, height float64 // millimetres
	draw          func(*sheet, holder)
	any           func(holder) string // the number that the kind "any" may give
}

// layouts are those of the set. Nobody tuned the reader on one of them.
func layouts() []layout {
	none := func(holder) string { return "" }
	document := func(h holder) string { return h.document }
	return []layout{
		{"portrait", 54, 85.6, drawPortrait, none},
		{"passport", 125, 88, drawPassport, func(h holder) string {
			if h.state == "CZE" { // known to have the holder's own number there
				return h.number
			}
			return h.document
		}},
		{"right", 85.6, 54, drawRight, none},
		{"visa", 105, 74, drawVisa, document},
		{"numbered", 85.6, 54, drawNumbered, none},
	}
}

// dates writes dates in one of the ways of cards, the same for a whole card.
func dates(h holder, way int) func(time.Time) string {
	formats := []string{"02.01.2006", "02/01/2006", "02 Jan 2006", "2006-01-02", "02-01-2006", "2. 1. 2006"}
	format := formats[way%len(formats)]
	return func(day time.Time) string { return strings.ToUpper(day.Format(format)) }
}

// drawPortrait is a card that stands, its labels in two languages above the values.
func drawPortrait(s *sheet, h holder) {
	date := dates(h, s.rng.IntN(6))
	s.fill(0, 0, 54, 9, 120)
	s.print(text{x: 3, y: 4.2, size: 2.6, bold: true}, h.title)
	s.print(text{x: 3, y: 7.6, size: 2.2}, "IDENTITY CARD")
	s.portrait(3, 11, 20, 25)
	s.print(text{x: 26, y: 14, size: 1.7}, h.language.sex+" / Sex")
	s.print(text{x: 26, y: 17.4, size: 2.8, bold: true}, h.sex)
	s.print(text{x: 26, y: 21.5, size: 1.7}, h.language.nationality)
	s.print(text{x: 26, y: 24.9, size: 2.8, bold: true}, h.state)
	s.print(text{x: 26, y: 29, size: 1.7}, "Card No")
	s.print(text{x: 26, y: 32.4, size: 2.8, bold: true}, h.document)
	e := english()
	for i, f := range [][2]string{
		{h.language.surname + " / " + e.surname, strings.ToUpper(h.surname)},
		{h.language.given + " / " + e.given, strings.ToUpper(h.given)},
		{h.language.birth + " / " + e.birth, date(h.birth)}, {h.numberLabel, h.printed},
		{h.language.expiry + " / " + e.expiry, date(h.expiry)},
	} {
		y := 41 + 8.8*float64(i)
		s.print(text{x: 3, y: y, size: 1.8}, f[0])
		s.print(text{x: 3, y: y + 3.9, size: 3.3, bold: true}, f[1])
	}
}

// drawPassport is the page of a passport, its labels numbered and in three languages.
func drawPassport(s *sheet, h holder) {
	date := dates(h, 2)
	s.print(text{x: 6, y: 8, size: 4, bold: true}, h.title)
	s.print(text{x: 88, y: 8, size: 3.2}, "PASSPORT")
	s.print(text{x: 46, y: 13, size: 1.8}, "Type")
	s.print(text{x: 46, y: 17, size: 3}, "P")
	s.print(text{x: 58, y: 13, size: 1.8}, "Code")
	s.print(text{x: 58, y: 17, size: 3}, h.state)
	s.print(text{x: 90, y: 13, size: 1.8}, "Passport No./N° du passeport")
	s.print(text{x: 90, y: 17, size: 3}, h.document)
	s.portrait(5, 14, 35, 45)
	e := english()
	row := func(x, y float64, label, value string) {
		s.print(text{x: x, y: y, size: 1.8}, label)
		s.print(text{x: x, y: y + 3.7, size: 2.9}, value)
	}
	row(46, 22, "1. "+h.language.surname+"/"+e.surname+"/Nom", strings.ToUpper(h.surname))
	row(46, 29, "2. "+h.language.given+"/"+e.given+"/Prénoms", strings.ToUpper(h.given))
	row(46, 36, "3. "+h.language.nationality+"/Nationality", h.state)
	row(46, 43, "4. "+h.language.birth+"/"+e.birth, date(h.birth))
	row(90, 43, "5. "+h.numberLabel+"/Personal No.", h.printed)
	row(46, 50, "6. "+h.language.sex+"/Sex", h.sex)
	row(64, 50, "7. "+h.language.issue+"/"+e.issue, date(h.issue))
	row(46, 57, "9. "+h.language.expiry+"/"+e.expiry, date(h.expiry))
	personal := strings.ReplaceAll(h.number, "-", "")
	if len(personal) > 14 {
		personal = ""
	}
	s.zone(twoLines(h, "P", 44, personal))
}

// drawRight has its labels in a column of their own, which ends where the values begin.
func drawRight(s *sheet, h holder) {
	date := dates(h, s.rng.IntN(6))
	s.print(text{x: 82, y: 6, size: 3, bold: true, right: true}, h.title)
	s.print(text{x: 82, y: 10, size: 2.2, right: true}, "NATIONAL IDENTITY CARD")
	s.portrait(62, 14, 20, 26)
	for i, f := range [][2]string{
		{h.language.surname, h.surname}, {h.language.given, h.given}, {h.language.birth, date(h.birth)},
		{h.language.sex, h.sex},
		{h.numberLabel, h.printed}, {h.language.issue, date(h.issue)}, {h.language.expiry, date(h.expiry)},
	} {
		y := 16.5 + 5*float64(i)
		s.print(text{x: 27, y: y, size: 2, right: true}, f[0])
		s.print(text{x: 29, y: y, size: 3, bold: i != 3}, f[1])
	}
	s.print(text{x: 82, y: 51, size: 2.6, right: true}, h.document)
}

// drawVisa is a visa of either size, or a residence permit of the size TD2: the values above their
// labels, and three columns.
func drawVisa(s *sheet, h holder) {
	date := dates(h, s.rng.IntN(3))
	kind := []string{"V44", "V36", "I36"}[s.rng.IntN(3)]
	title := "VISA"
	if kind == "I36" {
		title = "RESIDENCE PERMIT"
	}
	s.print(text{x: 38, y: 8, size: 4.4, bold: true}, title)
	s.print(text{x: 98, y: 8, size: 3, right: true}, h.document)
	s.portrait(5, 10, 27, 36)
	field := func(x, y float64, label, value string) {
		s.print(text{x: x, y: y, size: 3}, value)
		s.print(text{x: x, y: y + 2.6, size: 1.7}, label)
	}
	e := english()
	field(38, 15, e.surname+", "+strings.ToLower(e.given), strings.ToUpper(h.surname+", "+h.given))
	field(38, 23.5, e.birth, date(h.birth))
	field(68, 23.5, e.sex, h.sex)
	field(80, 23.5, e.nationality, h.state)
	field(38, 32, "Valid from", date(h.issue))
	field(68, 32, "Valid until", date(h.expiry))
	field(38, 40.5, h.numberLabel, h.printed)
	field(80, 40.5, "Entries", "MULT")
	optional := strings.ReplaceAll(h.number, "-", "")
	width := map[string]int{"V44": 44, "V36": 36, "I36": 36}[kind]
	if room := map[string]int{"V44": 16, "V36": 8, "I36": 7}[kind]; len(optional) > room {
		optional = ""
	}
	s.zone(twoLines(h, kind[:1], width, optional))
}

// drawNumbered is a driving licence: its fields have numbers for labels (directive 2006/126/EC).
func drawNumbered(s *sheet, h holder) {
	date := dates(h, s.rng.IntN(2))
	s.fill(0, 0, 12, 54, 90)
	s.print(text{x: 15, y: 6.5, size: 3.4, bold: true}, "DRIVING LICENCE")
	s.print(text{x: 82, y: 6.5, size: 2.6, right: true}, h.title)
	s.portrait(3, 12, 23, 29)
	for i, f := range [][2]string{
		{"1.", strings.ToUpper(h.surname)}, {"2.", strings.ToUpper(h.given)},
		{"3.", date(h.birth) + "  " + strings.ToUpper(h.state)},
		{"4a.", date(h.issue)}, {"4b.", date(h.expiry)}, {"4d.", h.printed}, {"5.", h.document},
		{"9.", fmt.Sprintf("AM/B%c", '1'+rune(s.rng.IntN(2)))},
	} {
		y := 13 + 4.9*float64(i)
		s.print(text{x: 30, y: y, size: 2.1}, f[0])
		s.print(text{x: 35, y: y, size: 2.9}, f[1])
	}
	s.print(text{x: 58, y: 13 + 4.9*3, size: 2.1}, "4c.")
	s.print(text{x: 63, y: 13 + 4.9*3, size: 2.9}, "MINISTRY")
}
