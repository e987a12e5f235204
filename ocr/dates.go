package ocr

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Date is a day of the Gregorian calendar.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// String is the date as ISO 8601 writes it: 2006-01-02.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

func (d Date) valid() bool {
	t := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
	return t.Year() == d.Year && t.Month() == d.Month && t.Day() == d.Day
}

// Order says whether a date in numbers writes the day or the month first.
type Order int

// The orders.
const (
	Unordered   Order = iota // it does not show: the year is first, the month is a word, or 05/05/1980
	DayFirst                 // as in 31/12/1980
	MonthFirst               // as in 12/31/1980
	EitherFirst              // 03/04/1980 may be both
)

// PrintedDate is a date found in a line of print.
type PrintedDate struct {
	Start, End    int    // where it is in the line, in bytes
	Dates         []Date // what it may be: 03/04/1980 is the 3rd of April, or then the 4th of March
	Order         Order  // which it writes first
	Substitutions int    // characters that were read as others: O for 0, 1 for I
}

const (
	maxLine    = 256  // bytes of a line that is searched for dates
	firstYear  = 1880 // nobody born before lives
	lastYear   = 2150 // no card lasts longer
	yearDigits = 4
)

// FindDates finds the dates in a line as a text engine read it, in their order. It knows 31.12.1980, 31/12/1980,
// 12/31/1980, 31-12-1980, 31 12 1980, 1980-12-31, 1980年12月31日, 31 DEC 1980, 31 DEC/DÉC 1980, December 31, 1980 and 31
// de diciembre de 1980, with the names of months in the languages of months.go, and repairs digits that were read as
// letters, and the other way round. Where day and month may be exchanged (only with slashes and hyphens) both dates are
// given, that with the day first before the other. Years have four digits. A line of more than 256 bytes holds none.
func FindDates(line string) []PrintedDate {
	if len(line) > maxLine {
		return nil
	}
	var found []PrintedDate
	tokens := dateTokens(line)
	for i := 0; i < len(tokens); {
		match, used := matchDate(tokens[i:])
		if used == 0 {
			i++
			continue
		}
		match.Start, match.End = tokens[i].start, tokens[i+used-1].end
		found = append(found, match)
		i += used
	}
	return found
}

// dateToken is a run of letters and digits, and what divides it from the next.
type dateToken struct {
	text       string
	start, end int
	gap        string
}

// dateTokens cuts a line. Characters of other scripts divide, as 年 and 月 do.
func dateTokens(line string) []dateToken {
	var tokens []dateToken
	start, last := -1, 0
	flush := func(end int) {
		if start < 0 {
			return
		}
		if n := len(tokens); n > 0 {
			tokens[n-1].gap = line[last:start]
		}
		tokens = append(tokens, dateToken{text: line[start:end], start: start, end: end})
		start, last = -1, end
	}
	for i, r := range line {
		inside := r >= '0' && r <= '9' || r == '|' || unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Mn, r)
		switch {
		case !inside:
			flush(i)
		case start < 0:
			start = i
		}
	}
	flush(len(line))
	return tokens
}

// divides reports whether a gap may stand within a date.
func divides(gap string) bool {
	return utf8.RuneCountInString(gap) <= 3 && strings.Trim(gap, " ./-–—,'年月") == ""
}

// matchDate matches a date at the first of the tokens; used is how many it takes.
func matchDate(tokens []dateToken) (match PrintedDate, used int) {
	for _, form := range []func([]dateToken) (PrintedDate, int){numericDate, wordedDate, gluedDate} {
		if match, used = form(tokens); used > 0 && len(match.Dates) > 0 && match.Substitutions <= maxSubstitutions {
			return match, used
		}
	}
	return PrintedDate{}, 0
}

func numericDate(tokens []dateToken) (PrintedDate, int) {
	if len(tokens) < 3 || !divides(tokens[0].gap) || !divides(tokens[1].gap) || tokens[0].gap == "" ||
		tokens[1].gap == "" {
		return PrintedDate{}, 0
	}
	var n, width [3]int
	match := PrintedDate{}
	for i := range n {
		cost := 0
		if n[i], width[i], cost = dateNumber(tokens[i].text); width[i] == 0 {
			return PrintedDate{}, 0
		}
		match.Substitutions += cost
	}
	switch {
	case width[0] == yearDigits && width[1] <= 2 && width[2] <= 2:
		match.add(n[0], n[1], n[2])
	case width[0] <= 2 && width[1] <= 2 && width[2] == yearDigits:
		match.addBoth(n, strings.ContainsAny(tokens[0].gap+tokens[1].gap, "/-–—"))
	}
	return match, 3
}

// wordedDate matches a day, the name of a month, perhaps in a second language, and a year; or the month first.
func wordedDate(tokens []dateToken) (match PrintedDate, used int) {
	var day, year int
	var months []time.Month
	for _, t := range tokens {
		n, width, cost := dateNumber(dateOrdinals.Replace(strings.ToUpper(t.text)))
		named, namedCost := monthsNamed(t.text)
		used++
		switch {
		case months == nil && named != nil:
			months = named
			match.Substitutions += namedCost
		case named != nil:
			months = slices.DeleteFunc(slices.Clone(months), func(m time.Month) bool { return !slices.Contains(named, m) })
			match.Substitutions += namedCost
		case day == 0 && (width == 1 || width == 2):
			day = n
			match.Substitutions += cost
		case months != nil && day > 0 && width == yearDigits:
			year = n
			match.Substitutions += cost
		case used == 1 || !slices.Contains([]string{"DE", "DEL", "OF"}, Fold(t.text)):
			return PrintedDate{}, 0
		}
		if year > 0 {
			for _, m := range months {
				match.add(year, int(m), day)
			}
			return match, used
		}
		if used == 7 || !divides(t.gap) {
			break
		}
	}
	return PrintedDate{}, 0
}

// gluedDate matches 31DEC1980.
func gluedDate(tokens []dateToken) (match PrintedDate, used int) {
	text := tokens[0].text
	if len(text) < 8 || len(text) > 20 {
		return PrintedDate{}, 0
	}
	for _, split := range []int{2, 1} {
		day, dayWidth, dayCost := dateNumber(text[:split])
		year, yearWidth, yearCost := dateNumber(text[len(text)-yearDigits:])
		months, cost := monthsNamed(text[split : len(text)-yearDigits])
		if dayWidth == 0 || yearWidth == 0 {
			continue
		}
		for _, m := range months {
			match.add(year, int(m), day)
		}
		match.Substitutions = dayCost + cost + yearCost
		return match, 1
	}
	return PrintedDate{}, 0
}

// add keeps a date that exists and that somebody alive can have on a card.
func (p *PrintedDate) add(year, month, day int) {
	d := Date{year, time.Month(month), day}
	if d.valid() && year >= firstYear && year <= lastYear && !slices.Contains(p.Dates, d) {
		p.Dates = append(p.Dates, d)
	}
}

// addBoth adds two numbers and a year with the day first and, where that is usual, the month first.
func (p *PrintedDate) addBoth(n [3]int, monthFirst bool) {
	if p.add(n[2], n[1], n[0]); n[0] == n[1] {
		return
	}
	if len(p.Dates) > 0 {
		p.Order = DayFirst
	}
	if !monthFirst {
		return
	}
	p.add(n[2], n[0], n[1])
	switch {
	case len(p.Dates) == 2:
		p.Order = EitherFirst
	case p.Order == Unordered && len(p.Dates) == 1:
		p.Order = MonthFirst
	}
}

// dateOrdinals takes the ending off 1st, 2nd, 3rd, 4th and 1er.
var dateOrdinals = strings.NewReplacer("1ST", "1", "2ND", "2", "3RD", "3", "TH", "", "1ER", "1")

// dateNumber reads a number of one, two or four digits, at least half of them read as such; width 0 is none.
func dateNumber(text string) (n, width, substitutions int) {
	for _, r := range text {
		c := byte('x')
		if r >= '0' && r <= '9' {
			c = byte(r)
		} else {
			for _, like := range lookalikes[r] {
				if like >= '0' && like <= '9' {
					c = byte(like)
					break
				}
			}
			substitutions++
		}
		if c == 'x' || width == yearDigits {
			return 0, 0, 0
		}
		n = n*10 + int(c-'0')
		width++
	}
	if width == 3 || substitutions*2 > width {
		return 0, 0, 0
	}
	return n, width, substitutions
}
