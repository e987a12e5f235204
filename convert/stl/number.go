package stl

import (
	"bytes"
	"math"

	"ostrakon/convert/number"
)

// minus is U+2212, which some languages of a computer use for the hyphen.
const minus = "\u2212"

// notation is how a number was written.
type notation int

const (
	noNumber notation = iota
	plainNumber
	decimalComma     // 1,5
	groupedThousands // 1,234.5
)

// oddNumber reads notations of a few programs: a decimal comma, separators of thousands, a comma after the number, a
// typographic minus, Fortran's D exponent, C's names of values that are not finite (nan, -nan(ind), 1.#QNAN).
func oddNumber(word []byte) (float32, notation) {
	for len(word) > 1 && (word[len(word)-1] == ',' || word[len(word)-1] == ';') {
		word = word[:len(word)-1]
	}
	if len(word) > 2*number.Room {
		return 0, noNumber
	}
	if notFinite(word) {
		return float32(math.NaN()), plainNumber
	}
	var buffer [2 * number.Room]byte
	usual, kind := separators(append(buffer[:0], word...))
	for i, c := range usual {
		if c|0x20 == 'd' {
			usual[i] = 'e'
		}
	}
	for at := bytes.Index(usual, []byte(minus)); at >= 0; at = bytes.Index(usual, []byte(minus)) {
		usual[at] = '-'
		usual = append(usual[:at+1], usual[at+len(minus):]...)
	}
	v, ok := number.Parse(usual)
	if !ok {
		kind = noNumber
	}
	return v, kind
}

// separators takes separators of thousands out of a number, in place. The last kind, or a comma alone, is decimal.
func separators(number []byte) ([]byte, notation) {
	comma, point := bytes.LastIndexByte(number, ','), bytes.LastIndexByte(number, '.')
	switch {
	case comma < 0:
		return number, plainNumber
	case point > comma:
		whole := ungroup(number[:point], ',')
		return append(whole, number[point:]...), groupedThousands
	}
	whole := ungroup(number[:comma], '.')
	number = append(append(whole, '.'), number[comma+1:]...)
	return number, decimalComma
}

// ungroup takes a separator out of whole digits, in place, before groups of three. Elsewhere it stays.
func ungroup(digits []byte, separator byte) []byte {
	plain := digits[:0]
	for i, c := range digits {
		if group := len(digits) - i; c != separator || i == 0 || group%4 != 0 {
			plain = append(plain, c)
		}
	}
	return plain
}

// notFinite reports whether a word names a value that is not finite: nan…, inf…, and anything with # in it.
func notFinite(word []byte) bool {
	if word[0] == '-' || word[0] == '+' {
		word = word[1:]
	}
	if len(word) < 3 {
		return false
	}
	a, b := word[0]|0x20, word[1]|0x20
	return a == 'n' && b == 'a' || a == 'i' && b == 'n' || bytes.IndexByte(word, '#') > 0
}
