package mrz

import (
	"fmt"
	"strings"
	"time"
)

// expiryWindow is how far, in years, an expiry may lie to either side of today, which decides the century.
const expiryWindow = 50

// readDate brings YYMMDD to ISO 8601, at the precision it has: 1974-08-12, 1974-08 or 1974 where day or month are
// fillers (9303-3, section 4.8), empty where the year is. ok is false for what is not a date.
func readDate(raw string, century func(yy int, rest string) int) (iso string, ok bool) {
	if strings.HasPrefix(raw, "<<") {
		return "", onlyOf(raw, digits+"<")
	}
	known := strings.TrimRight(raw, "<")
	if len(known)%2 > 0 || !onlyOf(known, digits) {
		return "", false
	}
	yy := int(known[0]-'0')*10 + int(known[1]-'0')
	full := fmt.Sprintf("%04d", century(yy, raw[2:])) + known[2:]
	date, err := time.Parse("20060102"[:len(full)], full)
	if err != nil {
		return "", false
	}
	return date.Format(time.DateOnly)[:len(full)+len(known)/2-1], true
}

func onlyOf(s, symbols string) bool { return strings.Trim(s, symbols) == "" }

// birthCentury puts a birth into the last hundred years before today.
func birthCentury(today time.Time) func(int, string) int {
	return func(yy int, rest string) int {
		year := today.Year()/100*100 + yy
		later := strings.Compare(rest, today.Format("0102")) > 0 && rest[0] >= '0' && rest[0] <= '9'
		if year > today.Year() || year == today.Year() && later {
			year -= 100
		}
		return year
	}
}

// expiryCentury puts an expiry into the window around today.
func expiryCentury(today time.Time) func(int, string) int {
	return func(yy int, _ string) int {
		year := today.Year()/100*100 + yy
		switch {
		case year >= today.Year()+expiryWindow:
			year -= 100
		case year < today.Year()-expiryWindow:
			year += 100
		}
		return year
	}
}
