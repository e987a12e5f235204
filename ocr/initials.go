package ocr

import (
	"slices"
	"strings"
)

// spelling reports whether words of a card spell the letters of a name in a compact number; nil if it holds none.
type spelling func(compact string, words []string) bool

// Spelled reports whether words of a card, as Fold writes them, in their order, spell the letters of the holder's name
// in a compact number. Numbers of most schemes hold no such letters; then it is true.
func (s Scheme) Spelled(compact string, words []string) bool {
	return s.letters == nil || s.letters(compact, words)
}

const (
	vowels     = "AEIOU"
	consonants = "BCDFGHJKLMNPQRSTVWXYZ"
)

// inner is the first letter of a set behind the first letter of a word, else X.
func inner(word, set string) byte {
	if i := strings.IndexAny(word[1:], set); i >= 0 {
		return word[1+i]
	}
	return 'X'
}

// begins reports whether a word begins with a letter and has a consonant inside, as a number writes them: X for Ñ.
func begins(word string, initial, consonant byte) bool {
	like := func(read, want byte) bool { return read == want || want == 'X' && read == 'N' }
	return word != "" && like(word[0], initial) && like(inner(word, consonants), consonant)
}

// curpLetters is the first letters of both surnames and a given name, behind the first the first vowel inside that
// surname (X in place of a rude word), and near the end the first consonants inside the three. Without a second surname
// both its letters are X.
func curpLetters(n string, words []string) bool {
	any := func(initial, consonant byte) bool {
		return slices.ContainsFunc(words, func(w string) bool { return begins(w, initial, consonant) })
	}
	first := func(w string) bool {
		return begins(w, n[0], n[13]) && (n[1] == 'X' || n[1] == inner(w, vowels))
	}
	return slices.ContainsFunc(words, first) && (n[2] == 'X' && n[14] == 'X' || any(n[2], n[14])) && any(n[3], n[15])
}

// electorLetters is the first letter and the first consonant inside both surnames and a given name.
func electorLetters(n string, words []string) bool {
	for _, pair := range []string{n[:2], n[2:4], n[4:6]} {
		if pair != "XX" && !slices.ContainsFunc(words, func(w string) bool { return begins(w, pair[0], pair[1]) }) {
			return false
		}
	}
	return true
}

// fiscalLetters is three letters of the surname, then three of the given names, each of up to four words.
func fiscalLetters(n string, words []string) bool {
	var surname, given bool
	for from := range words {
		for to := from + 1; to <= min(from+4, len(words)); to++ {
			run := strings.Join(words[from:to], "")
			surname = surname || fiscalCode(run, false) == n[:3]
			given = given || fiscalCode(run, true) == n[3:6]
		}
	}
	return surname && given
}

// fiscalCode is the first three consonants of a name, of given names with four or more the first, third and fourth; if
// there are fewer, its vowels and then X complete them.
func fiscalCode(name string, given bool) string {
	only := func(set string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(set, r) {
				return r
			}
			return -1
		}, name)
	}
	code := only(consonants)
	if given && len(code) > 3 {
		return code[:1] + code[2:4]
	}
	return (code + only(vowels) + "XXX")[:3]
}
