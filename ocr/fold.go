package ocr

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold brings text to the form that is compared: capitals without accents, single spaces for anything else.
func Fold(text string) string {
	var b strings.Builder
	space := false
	for _, r := range plainLatin(text) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// undecomposed is the Latin letters that Unicode does not decompose, written out (ICAO Doc 9303-3, section 6.A).
var undecomposed = strings.NewReplacer(
	"ß", "SS", "ẞ", "SS", "Æ", "AE", "Œ", "OE", "Ø", "O", "Þ", "TH", "Ð", "D", "Đ", "D", "Ł", "L", "Ħ", "H", "Ŧ", "T",
	"Ŋ", "N", "ĸ", "Q", "ı", "I", "Ə", "E",
)

// plainLatin is text in capitals, Latin, Greek and Cyrillic without marks. In Indic scripts marks are vowels.
func plainLatin(text string) string {
	text = undecomposed.Replace(strings.ToUpper(norm.NFC.String(text)))
	return strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36F {
			return -1
		}
		return r
	}, strings.ToUpper(norm.NFKD.String(text)))
}
