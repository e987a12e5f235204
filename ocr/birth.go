package ocr

import "time"

// Sex is what a number says of its holder's sex.
type Sex string

// The sexes that numbers tell apart; Unstated is every other answer.
const (
	Unstated Sex = ""
	Male     Sex = "M"
	Female   Sex = "F"
)

// Birth holds the parts of a date of birth that an identity number tells. A part that the number does not tell is zero.
type Birth struct {
	Year       int // of four digits, or of two if YearDigits says so
	YearDigits int // 4; 2 if the number leaves the century open; 0 if it holds no year
	Month      int // 1 to 12
	Day        int // 1 to 31
	Sex        Sex
}

// Agrees reports whether a person born on a date may have the number: everything that it does say fits.
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

// Birth reads what a valid compact number says of its holder's birth. ok is false if it says nothing.
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

func (d Date) before(other Date) bool { return d.String() < other.String() }
