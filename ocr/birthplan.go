package ocr

import (
	"strings"
	"time"
)

// birthplan says where a number holds the date of birth and the sex.
type birthplan struct {
	// at has a Y, M or D at the positions of the digits of the date.
	at string
	// sex reads the holder's sex; nil if the number does not say.
	sex func(compact string) Sex
	// adjust completes what at alone cannot say: a century, an offset month. It answers false for a number of no date.
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

func (b *Birth) century(first int) {
	b.Year += first
	b.YearDigits = 4
}

// oddIsMale is the commonest rule: an odd digit at i is a man's.
func oddIsMale(i int) func(string) Sex { return sexBy(i, "13579", "02468") }

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

// monthCentury adjusts a month that has twenty added for each century but the first; 0 is none.
func monthCentury(centuries [5]int) func(string, *Birth) bool {
	return func(_ string, b *Birth) bool {
		first := centuries[b.Month/20]
		b.century(first)
		b.Month %= 20
		return first > 0
	}
}

// bangladeshi takes the year from 17 digits alone: 10 are random.
func bangladeshi(n string, b *Birth) bool {
	if len(n) < 17 {
		*b = Birth{}
	}
	return true
}

// curpCentury goes by the last character but one: a digit until 1999, a letter from then on.
func curpCentury(n string, b *Birth) bool {
	b.century(1900)
	if n[16] > '9' {
		b.Year += 100
	}
	return true
}

// belgianBirth goes by the prefix that the key was computed with. Without a month, the day is a counter.
func belgianBirth(n string, b *Birth) bool {
	b.century(1900)
	if belgianKey(n, "2") {
		b.Year += 100
	}
	if b.Month == 0 {
		b.Day = 0
	}
	return true
}

// balticCentury reads sex and century from the first digit: 1 and 2 are the nineteenth; 9 was given without a date.
func balticCentury(n string, b *Birth) bool {
	if n[0] == '9' {
		*b = Birth{}
		return true
	}
	b.century(1800 + (digit(n, 0)-1)/2*100)
	return true
}

// czechMonth takes 50 off a woman's month, and 20 off one of a day that ran out of serials.
func czechMonth(n string, b *Birth) bool {
	b.Month %= 50
	b.century(1900)
	if len(n) == 10 && b.Year < 1954 {
		b.Year += 100
	}
	if len(n) == 9 && b.Year > 1953 {
		return false
	}
	if b.Month > 20 && b.Year >= 2004 {
		b.Month -= 20
	}
	return true
}

// danishCentury goes by the seventh digit, as the CPR office tabulates it.
func danishCentury(n string, b *Birth) bool {
	switch c := n[6]; {
	case c <= '3', (c == '4' || c == '9') && b.Year >= 37:
		b.century(1900)
	case c >= '5' && c <= '8' && b.Year >= 58:
		b.century(1800)
	default:
		b.century(2000)
	}
	return true
}

// finnishCentury goes by the sign after the date, which the compact form has where it is a letter.
func finnishCentury(n string, b *Birth) bool {
	b.century(1900)
	if len(n) == 11 && n[6] <= 'F' {
		b.Year += 100
	}
	return true
}

func finnishSex(n string) Sex { return oddIsMale(len(n) - 2)(n) }

// frenchMonth takes a month after December for what it is: the code of one that was not known.
func frenchMonth(_ string, b *Birth) bool {
	if b.Month > 12 {
		b.Month = 0
	}
	return true
}

// latvianCentury goes by the seventh digit. From July 2017 numbers begin with 32 and hold no date.
func latvianCentury(n string, b *Birth) bool {
	if n[:2] >= "32" {
		*b = Birth{}
		return true
	}
	return centuryDigit(6, [10]int{1800, 1900, 2000})(n, b)
}

// norwegianCentury goes by the three digits after the date. A D number has 40 added to the day.
func norwegianCentury(n string, b *Birth) bool {
	if b.Day > 40 {
		b.Day -= 40
	}
	switch serial := modulo(n[6:9], 1000); {
	case serial < 500, serial >= 900 && b.Year >= 40:
		b.century(1900)
	case serial < 750 && b.Year >= 54:
		b.century(1800)
	case b.Year < 40:
		b.century(2000)
	default:
		return false
	}
	return true
}

// romanianCentury goes by the first digit; 7, 8 and 9 are residents, of any century.
func romanianCentury(n string, b *Birth) bool {
	if n[0] <= '6' {
		b.century([]int{1900, 1800, 2000}[(digit(n, 0)-1)/2])
	}
	return true
}

// yugoslavCentury completes a year of three digits.
func yugoslavCentury(_ string, b *Birth) bool {
	if b.Year < 800 {
		b.Year += 1000
	}
	b.century(1000)
	return true
}

// ukrainianDays counts the days from 31 December 1899.
func ukrainianDays(n string, b *Birth) bool {
	days := modulo(n[:5], 100_000)
	born := time.Date(1899, time.December, 31+days, 0, 0, 0, 0, time.UTC)
	*b = Birth{Year: born.Year(), YearDigits: 4, Month: int(born.Month()), Day: born.Day()}
	return days > 0
}

// italianBirth reads a codice fiscale, in which letters may stand for digits, and a woman's day has 40 added.
func italianBirth(n string, b *Birth) bool {
	figure := func(i int) int {
		if at := strings.IndexByte("LMNPQRSTUV", n[i]); at >= 0 {
			return at
		}
		return digit(n, i)
	}
	*b = Birth{
		Year: figure(6)*10 + figure(7), YearDigits: 2, Month: 1 + strings.IndexByte("ABCDEHLMPRST", n[8]),
		Day: figure(9)*10 + figure(10), Sex: Male,
	}
	if b.Day > 40 {
		b.Day -= 40
		b.Sex = Female
	}
	return b.Day > 0
}
