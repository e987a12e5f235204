package ocr

import (
	"strings"
	"time"
)

// Sex is what a number says of its holder's sex.
type Sex string

// The sexes that numbers tell apart; Unstated is every other answer.
const (
	Unstated Sex = ""
	Male     Sex = "M"
	Female   Sex = "F"
)

// Birth is what a number says of its holder's birth. Kinds of number differ in
// how much they say, so a field that is not in the number is zero.
type Birth struct {
	Year       int // of four digits, or of two if YearDigits says so
	YearDigits int // 4; 2 if the number leaves the century open; 0 if it holds no year
	Month      int // 1 to 12
	Day        int // 1 to 31
	Sex        Sex
}

// Agrees reports whether a person born on a date may have the number: everything that it does say
// fits.
func (b Birth) Agrees(date Date) bool {
	year := true
	switch b.YearDigits {
	case 4:
		year = b.Year == date.Year
	case 2:
		year = b.Year == date.Year%100
	}
	return year && (b.Month == 0 || b.Month == int(date.Month)) && (b.Day == 0 || b.Day == date.Day)
}

// Birth reads what a valid compact number says of its holder's birth. ok is
// false if it says nothing.
func (s Scheme) Birth(compact string) (b Birth, ok bool) {
	if s.Validate(compact) != "" {
		return Birth{}, false
	}
	b, ok = s.birth.read(compact)
	return b, ok && b != Birth{}
}

// possible reports whether there is, or may be, such a date.
func (b Birth) possible() bool {
	year := b.Year
	switch b.YearDigits {
	case 0:
		year = 2000
	case 2:
		year += 2000 // a leap year in this century or, except for 00, in the last
	}
	month, day := b.Month, b.Day
	if month == 0 {
		month = 1
	}
	if day == 0 {
		day = 1
	}
	return Date{year, time.Month(month), day}.valid()
}

// maxAge is the age, in years, that nobody exceeds: the oldest person of whom it is certain was 122.
const maxAge = 125

// alive reports whether a person so born may live on a day. A day that is not known is any.
func (b Birth) alive(today Date) bool {
	if b.YearDigits != 4 || today == (Date{}) {
		return true
	}
	earliest, latest := Date{b.Year, time.January, 1}, Date{b.Year, time.December, 31}
	if b.Month > 0 {
		earliest.Month, latest.Month = time.Month(b.Month), time.Month(b.Month)
	}
	if b.Day > 0 {
		earliest.Day, latest.Day = b.Day, b.Day
	}
	tooOld := Date{today.Year - maxAge - 1, today.Month, today.Day}
	return !today.before(earliest) && tooOld.before(latest)
}

// before reports whether a day is earlier than another.
func (d Date) before(other Date) bool { return d.String() < other.String() }

// birthplan says where a number holds the date of birth and the sex.
type birthplan struct {
	// at has a Y, M or D at the positions of the digits of the date.
	at string
	// sex reads the holder's sex; nil if the number does not say.
	sex func(compact string) Sex
	// adjust completes what at alone cannot say: a century, a month that is
	// offset. It answers false if the number can be of no date.
	adjust func(compact string, b *Birth) bool
	// partial allows a month or day of 00: not known when the number was given out.
	partial bool
}

// read gives what the number holds; ok is false if it holds what cannot be.
func (p birthplan) read(compact string) (b Birth, ok bool) {
	for i := range min(len(p.at), len(compact)) {
		at := strings.IndexByte(symbolOrder, compact[i])
		switch p.at[i] {
		case 'Y':
			b.Year = b.Year*10 + at
			b.YearDigits++
		case 'M':
			b.Month = b.Month*10 + at
		case 'D':
			b.Day = b.Day*10 + at
		}
	}
	if p.adjust != nil && !p.adjust(compact, &b) {
		return Birth{}, false
	}
	if p.sex != nil {
		b.Sex = p.sex(compact)
	}
	complete := b.Month > 0 && (b.Day > 0 || !strings.Contains(p.at, "D"))
	return b, complete || p.partial || b.YearDigits == 0 || !strings.Contains(p.at, "M")
}

// century completes a year of two digits.
func (b *Birth) century(first int) {
	b.Year += first
	b.YearDigits = 4
}

// oddIsMale is the commonest rule: an odd digit at i is a man's.
func oddIsMale(i int) func(string) Sex { return sexBy(i, "13579", "02468") }

// sexBy reads the sex from the character at i.
func sexBy(i int, male, female string) func(string) Sex {
	return func(compact string) Sex {
		switch {
		case strings.IndexByte(male, compact[i]) >= 0:
			return Male
		case strings.IndexByte(female, compact[i]) >= 0:
			return Female
		}
		return Unstated
	}
}

// centuryDigit adjusts by the digit at i: centuries has one for each digit, 0 where there is none.
func centuryDigit(i int, centuries [10]int) func(string, *Birth) bool {
	return func(compact string, b *Birth) bool {
		first := centuries[digit(compact, i)]
		b.century(first)
		return first > 0
	}
}

// dayOffset takes a number for special holders for what it is: a day that many days on.
func dayOffset(days int) func(string, *Birth) bool {
	return func(_ string, b *Birth) bool {
		if b.Day > days {
			b.Day -= days
		}
		return true
	}
}
