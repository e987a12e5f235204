package input

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	joiners  = "\u200c\u200d"
	fillers  = "\u2800" // looks like a space; Unicode's table has the others
	keycap   = '\u20e3'
	virama   = 9 // the combining class of what takes the vowel from a letter of India
	noLetter = '\x00'
)

// Misleading reports whether a character is invisible or changes how others look, so that two candidates could look the
// same. Joiners, which several scripts need, do neither in their place.
func Misleading(r rune) bool {
	return !strings.ContainsRune(joiners, r) && (strings.ContainsRune(fillers, r) ||
		unicode.In(r, unicode.Cf, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point))
}

// invisible reports whether a character can be invisible.
func invisible(r rune) bool {
	return Misleading(r) || strings.ContainsRune(joiners, r) || unicode.Is(unicode.Variation_Selector, r)
}

// conceals reports whether a text has a misleading character, or a joiner or selector of variants where it changes
// nothing that is seen. Persian, Kurdish and Urdu have joiners after letters, the scripts of India after a virama, and
// pictures between two others. Selectors follow pictures, and letters of scripts with variants, such as those of
// Japanese names.
func conceals(text string) bool {
	runes := []rune(text)
	before := noLetter // the last letter or sign; marks belong to it
	for i, r := range runes {
		next := noLetter
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		switch {
		case r <= unicode.MaxASCII:
			before = r
		case Misleading(r):
			return true
		case strings.ContainsRune(joiners, r):
			afterVirama := i > 0 && norm.NFC.PropertiesString(string(runes[i-1])).CCC() == virama
			pictures := unicode.In(before, unicode.So, unicode.Sk) && unicode.Is(unicode.So, next)
			if !afterVirama && !pictures && !unicode.In(before, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko) {
				return true
			}
			before = noLetter // a second one would change nothing
		case unicode.Is(unicode.Variation_Selector, r):
			if unicode.Is(unicode.Variation_Selector, next) || next != keycap &&
				!unicode.In(before, unicode.So, unicode.Sm, unicode.Han, unicode.Mongolian, unicode.Myanmar) {
				return true
			}
		case !unicode.Is(unicode.M, r):
			before = r
		}
	}
	return false
}

// cyrillicAndGreek have letters that look like Latin ones.
var cyrillicAndGreek = []*unicode.RangeTable{unicode.Cyrillic, unicode.Greek}

// recommended are the other scripts in which living languages are written for the most part (UAX 31, table 5).
var recommended = []*unicode.RangeTable{
	unicode.Arabic, unicode.Armenian, unicode.Bengali, unicode.Bopomofo, unicode.Devanagari, unicode.Ethiopic,
	unicode.Georgian, unicode.Gujarati, unicode.Gurmukhi, unicode.Hangul, unicode.Han, unicode.Hebrew, unicode.Hiragana,
	unicode.Kannada, unicode.Katakana, unicode.Khmer, unicode.Lao, unicode.Malayalam, unicode.Myanmar, unicode.Oriya,
	unicode.Sinhala, unicode.Tamil, unicode.Telugu, unicode.Thaana, unicode.Thai, unicode.Tibetan,
}

// together are the scripts that one word has in Japanese, in Chinese and in Korean.
var together = [][]*unicode.RangeTable{
	{unicode.Han, unicode.Hiragana, unicode.Katakana}, {unicode.Han, unicode.Bopomofo}, {unicode.Han, unicode.Hangul},
}

// mixesScripts reports whether a word has letters of scripts that nobody mixes, so that it may look like another word.
// It goes by the level "moderately restrictive" of UTS 39: one script, those of together, or one of recommended, each
// also with Latin letters.
func mixesScripts(word string) bool {
	latin := false
	var others []*unicode.RangeTable
	for _, r := range word {
		switch script := scriptOf(r); {
		case script == unicode.Latin:
			latin = true
		case script != unicode.Common && !slices.Contains(others, script):
			others = append(others, script)
		}
	}
	if len(others) < 2 {
		return latin && len(others) == 1 && !slices.Contains(recommended, others[0])
	}
	return !slices.ContainsFunc(together, func(scripts []*unicode.RangeTable) bool {
		return !slices.ContainsFunc(others, func(s *unicode.RangeTable) bool { return !slices.Contains(scripts, s) })
	})
}

// scriptOf returns the script of a character; Common for those of several scripts, and nil for a script that is neither
// recommended nor Latin, Cyrillic or Greek.
func scriptOf(r rune) *unicode.RangeTable {
	switch {
	case unicode.Is(unicode.Latin, r):
		return unicode.Latin
	case r <= unicode.MaxASCII || unicode.In(r, unicode.Common, unicode.Inherited):
		return unicode.Common
	}
	for _, scripts := range [][]*unicode.RangeTable{cyrillicAndGreek, recommended} {
		for _, script := range scripts {
			if unicode.Is(script, r) {
				return script
			}
		}
	}
	return nil
}

// words splits a text into its words. A hyphen parts two: many languages write "IT-" before a word of their own.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
}
