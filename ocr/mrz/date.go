package mrz

import (
	"fmt"
	"strings"
	"time"
)

// expiryWindow is how far, in years, an expiry may lie to either side of today:
// the century is the one that keeps it inside.
const expiryWindow = 50

// readDate brings YYMMDD to ISO 8601, at the precision it has: 1974-08-12,
// 1974-08 or 1974 where day or month are fillers (9303-3, section 4.8), empty where
// the year is. ok is false for what is not a date.
func readDate(raw string, century func(yy int, rest string) int) (iso string, ok bool) {
	if allFillers(raw) || strings.HasPrefix(raw, "<<") {
		return "", digitsOrFillers(raw)
	}
	var parts [3]int
	known := 3
	for i := range parts {
		two := raw[2*i : 2*i+2]
		switch {
		case two == "<<" && i > 0:
			known = min(known, i)
		case isDigit(two[0]) && isDigit(two[1]) && known > i:
			parts[i] = int(two[0]-'0')*10 + int(two[1]-'0')
		default:
			return "", false
		}
	}
	year := century(parts[0], raw[2:])
	switch known {
	case 1:
		return fmt.Sprintf("%04d", year), true
	case 2:
		return fmt.Sprintf("%04d-%02d", year, parts[1]), 1 <= parts[1] && parts[1] <= 12
	}
	iso = fmt.Sprintf("%04d-%02d-%02d", year, parts[1], parts[2])
	_, err := time.Parse(time.DateOnly, iso)
	return iso, err == nil
}

func digitsOrFillers(s string) bool { return strings.Trim(s, "0123456789<") == "" }

// birthCentury puts a birth into the last hundred years before today.
func birthCentury(today time.Time) func(int, string) int {
	return func(yy int, rest string) int {
		year := today.Year()/100*100 + yy
		later := strings.Compare(rest, today.Format("0102")) > 0 && isDigit(rest[0])
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
