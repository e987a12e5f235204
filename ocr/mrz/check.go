package mrz

import "strings"

// Symbols are the characters of a machine-readable zone (9303-3, section 4.3), in the order of Scores. The index of a
// digit or letter is its value in a check digit; the filler, last, counts as zero.
const Symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"

const filler = '<'

// fillerIndex is where Scores keeps the filler.
const fillerIndex = len(Symbols) - 1

// Check is what a check digit says of a field.
type Check string

// The outcomes of a check.
const (
	None   Check = "none"   // the layout has no check digit for it, or it is empty
	Passed Check = "passed" // the digit agrees
	Failed Check = "failed" // the digit disagrees, or the value cannot be
)

// CheckDigit returns the digit ('0' to '9') that 9303-3, section 4.9, gives a text: the values of its symbols weighted
// 7, 3, 1, modulo ten. A byte outside Symbols counts as zero.
func CheckDigit(text string) byte {
	sum := 0
	for i := range len(text) {
		sum += weight(i) * value(text[i])
	}
	return byte('0' + sum%10)
}

func weight(i int) int { return [3]int{7, 3, 1}[i%3] }

func value(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 10
	}
	return 0
}

func index(c byte) int {
	if c == filler {
		return fillerIndex
	}
	return value(c)
}

func allFillers(s string) bool { return strings.Trim(s, "<") == "" }
