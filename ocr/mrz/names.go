package mrz

import "strings"

// splitNames parts the names field: two fillers end the surname, one parts words.
func splitNames(raw string) (surname, given string) {
	surname, given, _ = strings.Cut(raw, "<<")
	return words(surname), words(given)
}

// words parts a run of names at its fillers.
func words(raw string) string {
	return strings.Join(strings.FieldsFunc(raw, func(r rune) bool { return r == filler }), " ")
}
