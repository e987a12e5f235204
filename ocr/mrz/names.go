package mrz

import "strings"

// words parts a run of names at its fillers.
func words(raw string) string {
	return strings.Join(strings.FieldsFunc(raw, func(r rune) bool { return r == filler }), " ")
}
