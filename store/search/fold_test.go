package search_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ostrakon/store/search"
)

func FuzzFold(f *testing.F) {
	for _, seed := range []string{
		"", "Åse Strøm", "GROẞ groß", "Νίκος ΝΙΚΟΣ", "राम कुमार", "İpek ısı", "ﬁ ǆ ㎏ ﷺ", "a\u0301\u0323b", "\xff\xfe",
		"0\xf2ύ",
		"O'Brien-Smith +44 (20) 7946", "ｆｕｌｌ",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := search.Words(text)
		if !utf8.ValidString(text) {
			return // never stored; what it finds does not matter
		}
		for _, w := range words {
			stray := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsUpper(r) }
			if w == "" || strings.ContainsFunc(w, stray) {
				t.Errorf("%q has the word %q", text, w)
			}
		}
		folded := search.Fold(text)
		for _, form := range []func(string) string{search.Fold, norm.NFC.String, norm.NFD.String, norm.NFKC.String,
			norm.NFKD.String} {
			same := form(text)
			if other := search.Fold(same); other != folded {
				t.Errorf("%q folds to %q, but %q to %q", text, folded, same, other)
			}
		}
		if again := search.Words(strings.Join(words, " ")); !slices.Equal(again, words) {
			t.Errorf("%q has the words %q, joined %q", text, words, again)
		}
	})
}
