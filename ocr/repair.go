package ocr

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Repaired is a number that a text engine may have misread.
type Repaired struct {
	Number        string // compact and valid
	Substitutions int    // characters that were read as others
}

const (
	maxSubstitutions = 4  // more than these and nothing of the reading is to be believed
	maxRepairs       = 16 // candidates that are tried for one shape
)

// lookalikes lists, for a character as read, the capitals and digits that it may be a misreading of, the likeliest
// first. The case still counts: b looks like 6, B like 8.
var lookalikes = map[rune]string{
	'0': "ODQ", '1': "ILJ", '2': "Z", '3': "B", '4': "A", '5': "S", '6': "GB", '7': "TZ", '8': "B", '9': "GP", 'A': "4",
	'B': "8", 'b': "6", 'C': "0", 'D': "0", 'E': "6", 'G': "6", 'g': "9", 'I': "1", 'i': "1", 'J': "1", 'j': "1", 'L': "1",
	'l': "1I", 'O': "0", 'o': "0", 'Q': "0", 'q': "9", 'S': "5", 's': "5", 'T': "7", 't': "7", 'U': "0", 'Z': "2",
	'z': "2", '|': "1I", '!': "1I", ']': "1I", '[': "1I", '$': "5S", '§': "5S", '€': "6C", '?': "7", '&': "8", '@': "0O",
	'°': "0O",
}

// Repair turns what a text engine read into valid numbers of the scheme, those with fewest substitutions first. A
// character is replaced only where it cannot stand, by one that it looks like (O/0, I/1, S/5, B/8, …); a digit is never
// replaced by another digit: that would be inventing a number. Nor is the check replaced, since some character always
// fits. Characters that group are dropped. The result is empty if every number needs more than four substitutions. Of
// several with as few, the reading does not say which it was.
func (s Scheme) Repair(read string) []Repaired {
	if len(read) > maxTyped {
		return nil
	}
	var chars []rune
	for _, r := range norm.NFKC.String(read) {
		upper := []rune(strings.ToUpper(string(r)))[0]
		if upper < 0x80 && symbol(byte(upper)) != 0 || lookalikes[r] != "" {
			chars = append(chars, r)
		}
	}
	var found []Repaired
	for _, shape := range s.printed {
		if len(shape) == len(chars) {
			found = append(found, s.fit(shape, chars)...)
		}
	}
	slices.SortStableFunc(found, func(a, b Repaired) int { return cmp.Compare(a.Substitutions, b.Substitutions) })
	return found
}

// fit lists the valid numbers of one shape that the characters may be.
func (s Scheme) fit(shape shape, chars []rune) []Repaired {
	partial := []Repaired{{}}
	for i, r := range chars {
		options, cost := fitting(shape[i], r)
		if options == "" || cost > 0 && s.check != nil && i >= shape.check() {
			return nil
		}
		var next []Repaired
		for _, p := range partial {
			for _, c := range options {
				if p.Substitutions+cost <= maxSubstitutions && len(next) < maxRepairs {
					next = append(next, Repaired{p.Number + string(c), p.Substitutions + cost})
				}
			}
		}
		partial = next
	}
	var valid []Repaired
	for _, p := range partial {
		if compact, broken := s.Compact(p.Number); broken == "" {
			valid = append(valid, Repaired{compact, p.Substitutions})
		}
	}
	return valid
}

// check is where the check begins at the end of a number that has one: its last character or its last letters.
func (s shape) check() int {
	first := len(s) - 1
	for first > 0 && (s[first]|s[first-1])&digits == 0 {
		first--
	}
	return first
}

// LikeDigit reports whether a letter looks like a digit.
func LikeDigit(letter rune) bool {
	return strings.ContainsAny(lookalikes[letter]+lookalikes[unicode.ToUpper(letter)], "0123456789")
}

// fitting lists what may be at a position where r was read, and whether that is a substitution.
func fitting(set symbols, r rune) (options string, cost int) {
	upper := strings.ToUpper(string(r))
	if len(upper) == 1 && set&symbol(upper[0]) != 0 {
		return upper, 0
	}
	for _, c := range lookalikes[r] {
		if set&symbol(byte(c)) != 0 {
			options += string(c)
		}
	}
	return options, 1
}
