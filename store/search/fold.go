package search

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold makes text comparable: NFKD, no marks, lower case, and letters that do not decompose spelt out.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, foldLetters(norm.NFKD.String(text)))
}

func foldLetters(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return text
	}
	return strings.NewReplacer(
		"ß", "ss", "ẞ", "ss", "ø", "o", "Ø", "o", "ł", "l", "Ł", "l", "đ", "d", "Đ", "d",
		"æ", "ae", "Æ", "ae", "œ", "oe", "Œ", "oe", "ı", "i", "þ", "th", "Þ", "th", "ς", "σ",
	).Replace(text)
}

// Words splits text into folded words: runs of letters, digits, and the vowel signs of Indic scripts.
func Words(text string) []string {
	return strings.FieldsFunc(Fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
}

// SortedWords returns the words of several texts, sorted, each once.
func SortedWords(texts ...string) []string {
	var all []string
	for _, t := range texts {
		all = append(all, Words(t)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
