package store

import (
	"slices"
	"strings"

	"ostrakon/store/search"
)

// Language is a language of pages, e-mail and prints for voters. Its words are folded and divided by |.
type Language struct {
	Code    string // ISO 639-1
	Names   string // in this language and in the others
	Yes, No string
}

// Languages lists the languages; the first is the default.
func Languages() []Language {
	return []Language{
		{"en", "english|anglais|englisch|ingles", "yes|y|true|present", "no|n|false|absent"},
		{"fr", "french|francais|franzosisch|frances", "oui|vrai", "non|faux"},
		{"de", "german|allemand|deutsch|aleman", "ja|wahr|anwesend", "nein|falsch|abwesend"},
		{"es", "spanish|espagnol|spanisch|espanol", "si|verdadero|presente", "falso|ausente"},
	}
}

// LanguageCodes lists the codes of the languages.
func LanguageCodes() []string {
	var codes []string
	for _, l := range Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// readLanguage returns the code of a language that is given by a code, such as fr-CH, or in words; else the text.
func readLanguage(cell string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(cell), "_", "-"), "-")
	for _, l := range Languages() {
		if among(l.Names, search.Fold(code)) {
			return l.Code
		}
	}
	return code
}

// readYesNo reads a cell of a table that has yes or no, in any of the languages.
func readYesNo(cell string) (yes, ok bool) {
	yesses, noes := "1|x|✓|✔", "0|-|–"
	for _, l := range Languages() {
		yesses, noes = yesses+"|"+l.Yes, noes+"|"+l.No
	}
	word := search.Fold(cell)
	yes = among(yesses, word)
	return yes, yes || among(noes, word)
}

// among reports whether a word is one of those that | divides.
func among(words, word string) bool { return slices.Contains(strings.Split(words, "|"), word) }
