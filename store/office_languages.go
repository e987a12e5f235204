package store

import (
	"slices"
	"strings"

	"ostrakon/store/search"
	"ostrakon/store/words"
)

// readLanguage returns the code of a language that is given by a code, such as fr-CH, or in words; else the text.
func readLanguage(cell string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(cell), "_", "-"), "-")
	for _, l := range words.Languages() {
		if slices.Contains(l.Called, search.Fold(code)) {
			return l.Code
		}
	}
	return code
}

// readYesNo reads a cell of a table that has yes or no, in any of the languages.
func readYesNo(cell string) (yes, ok bool) {
	word := search.Fold(cell)
	yes = slices.Contains(append(words.InTables("yes"), "1", "x", "✓", "✔"), word)
	return yes, yes || slices.Contains(append(words.InTables("no"), "0", "-", "–"), word)
}
