package card

import "strings"

// zoneKind is the type that a document code of the zone stands for (ICAO 9303-4 to -7); empty for a private code.
func zoneKind(code string) string {
	switch {
	case strings.HasPrefix(code, "P"):
		return "passport"
	case strings.HasPrefix(code, "V"):
		return "visa"
	case strings.HasPrefix(code, "I"):
		return "identity_card"
	}
	return ""
}
