package ocr

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// agreement is how two names agree.
type agreement string

// What compareNames finds.
const (
	namesDiffer    agreement = ""          // they are not one person's, as far as the names say
	namesSame      agreement = "same"      // alike but for order, case, accents, hyphens and transliteration
	namesSlip      agreement = "slip"      // alike but for one slip of the keyboard
	namesTruncated agreement = "truncated" // the machine-readable zone had no room for more
)

const (
	maxNameBytes = 256 // a longer name agrees with nothing
	maxNameWords = 16
	maxSoft      = 3 // hyphens and apostrophes that are tried both ways; a further one parts words
)

// SameName reports whether a typed name is the one read from a card or found on the roll.
func SameName(typed, read string) bool { return compareNames(typed, read) != namesDiffer }

// compareNames compares a whole name as typed with a whole name as read or
// enrolled. It forgives
//
//   - the order of the words, and commas, full stops and spaces between them;
//   - case and accents, and letters that stand in for others: ß, ø, ł, đ, þ, ı, …;
//   - hyphens and apostrophes: O'Brien is OBRIEN and O BRIEN, Anne-Marie is ANNEMARIE;
//   - transliteration: AE, OE, UE, AA, SS, TH and NXX of ICAO Doc 9303-3 section 6.A
//     and the letter without its mark; its Cyrillic tables (6.B) in six languages;
//     Greek by ELOT 743;
//   - one slip: a letter too many, too few or wrong, two exchanged, or a missing
//     space, in one word of the name. A word of three letters or fewer, and a wrong
//     letter in one of four, is another name (Li and Lu, Juan and Joan). So is a
//     change of the vowel that ends a word: Daniel and Daniela may be twins.
//   - truncation, if read is the names field of a machine-readable zone as printed,
//     fillers included, and full to its last cell: words cut short, or left out.
//
// And nothing more. A missing or additional name is a different person, the
// second given name as well: who is enrolled as Anna Maria Schmidt types it. Initials,
// titles, short forms (Bob) and other spellings (Mohamed, Muhammad) do not agree.
//
// It is symmetric, except for truncation.
func compareNames(typed, read string) agreement {
	a, b := readings(typed), readings(read)
	keys := map[string]bool{}
	for _, words := range a {
		keys[nameKey(words)] = true
	}
	for _, words := range b {
		if keys[nameKey(words)] {
			return namesSame
		}
	}
	if zone, ok := fullZone(read); ok && slices.ContainsFunc(a, zone.cutFrom) {
		return namesTruncated
	}
	for _, words := range a {
		if slices.ContainsFunc(b, func(other []string) bool { return oneSlip(words, other) }) {
			return namesSlip
		}
	}
	return namesDiffer
}

// nameKey is the same for all spellings and orders of the words.
func nameKey(words []string) string {
	sorted := make([]string, len(words))
	for i, w := range words {
		sorted[i] = merged.Replace(w)
	}
	slices.Sort(sorted)
	return strings.Join(sorted, " ")
}

// readings lists the ways to part a name into words, in each of its spellings. None for one that is
// empty or too long.
func readings(name string) [][]string {
	if len(name) > maxNameBytes {
		return nil
	}
	var all [][]string
	for _, spelling := range nameSpellings(name) {
		parts, soft := nameParts(spelling)
		if len(parts) == 0 || len(parts) > maxNameWords {
			continue
		}
		if len(soft) > maxSoft {
			soft = soft[:maxSoft]
		}
		for joined := range 1 << len(soft) {
			words := slices.Clone(parts)
			for i := len(soft) - 1; i >= 0; i-- {
				if joined&(1<<i) != 0 {
					at := soft[i]
					words[at-1] += words[at]
					words = slices.Delete(words, at, at+1)
				}
			}
			all = append(all, words)
		}
	}
	return all
}

// nameSpellings writes a name in capitals A–Z: with its marks taken off, with
// them written out, and in each romanisation if its script is not Latin.
func nameSpellings(name string) []string {
	upper := strings.ToUpper(norm.NFC.String(strings.Map(func(r rune) rune {
		if strings.ContainsRune(apostrophes, r) {
			return '\''
		}
		return r
	}, name)))
	spellings := []string{plainLatin(upper), plainLatin(icaoLatin.Replace(upper))}
	if strings.ContainsFunc(upper, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) }) {
		for _, r := range romanisers {
			spellings = append(spellings, plainLatin(r.Replace(upper)))
		}
	}
	slices.Sort(spellings)
	return slices.Compact(spellings)
}

// nameParts cuts a name at everything that is not a letter. soft lists the
// parts that only a hyphen or an apostrophe divides from the one before.
func nameParts(name string) (parts []string, soft []int) {
	start, mark := -1, false
	flush := func(end int) {
		if start >= 0 {
			parts = append(parts, name[start:end])
			start = -1
		}
	}
	for i, r := range name {
		switch {
		case unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit):
			if start < 0 {
				start = i
				if mark && len(parts) > 0 {
					soft = append(soft, len(parts))
				}
			}
			mark = false
		default:
			mark = (start >= 0 || mark) && (r == '\'' || unicode.Is(unicode.Hyphen, r) || unicode.Is(unicode.Dash, r))
			flush(i)
		}
	}
	flush(len(name))
	return parts, soft
}

// apostrophes includes the letters that transliterations of Arabic and Hebrew use as one.
const apostrophes = "'`´’‘ʼʻʹʾʿ′＇"

// oneSlip reports whether two names of several words are alike but for one slip.
func oneSlip(a, b []string) bool {
	a, b = unmatched(a, b), unmatched(b, a)
	switch {
	case len(a) == 1 && len(b) == 1:
		return slippedWord(a[0], b[0])
	case len(a) == 1 && len(b) == 2:
		return joins(b, a[0])
	case len(a) == 2 && len(b) == 1:
		return joins(a, b[0])
	}
	return false
}

// unmatched is the words of a that b does not have, as often as a has them.
func unmatched(a, b []string) []string {
	left := slices.Clone(b)
	return slices.DeleteFunc(slices.Clone(a), func(w string) bool {
		i := slices.Index(left, w)
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
		return i >= 0
	})
}

// joins reports whether a word is two words without the space between them.
func joins(two []string, word string) bool {
	return len(word) >= 4 && (word == two[0]+two[1] || word == two[1]+two[0])
}

// slippedWord reports whether one slip makes one word of the other. Only words
// of A–Z slip: in other scripts one character is too much of a name.
func slippedWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 4 || strings.Trim(a+b, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	const vowels = "AEIOU"
	last := i == len(b)-1
	switch {
	case len(b) == len(a)+1:
		return a[i:] == b[i+1:] && !(last && strings.IndexByte(vowels, b[i]) >= 0)
	case len(b) != len(a) || i == len(a):
		return false
	case a[i+1:] == b[i+1:]:
		return len(a) >= 5 && !(last && (strings.IndexByte(vowels, a[i]) >= 0 || strings.IndexByte(vowels, b[i]) >= 0))
	}
	return !last && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// zoneNames is the names field of a machine-readable zone that has no cell left.
type zoneNames struct{ surnames, given []string }

// fullZone recognises such a field: of the length of a TD1 (30), TD2 or MRV-B
// (31), TD3 or MRV-A (39), with a letter in the last cell, which says that
// names may have been truncated (ICAO Doc 9303-4, section 4.2.3).
func fullZone(read string) (zoneNames, bool) {
	if len(read) != 30 && len(read) != 31 && len(read) != 39 || strings.Trim(read, "ABCDEFGHIJKLMNOPQRSTUVWXYZ<") != "" {
		return zoneNames{}, false
	}
	surnames, given, parted := strings.Cut(read, "<<")
	filler := func(r rune) bool { return r == '<' }
	zone := zoneNames{strings.FieldsFunc(surnames, filler), strings.FieldsFunc(given, filler)}
	return zone, parted && len(zone.surnames) > 0 && len(zone.given) > 0 && !strings.HasSuffix(read, "<")
}

// cutFrom reports whether the field may be a whole name that was cut to size.
// The first surname and the first given name must be whole, or with three
// letters where the field ends; of the others an initial may be left, or nothing.
func (z zoneNames) cutFrom(words []string) bool {
	left := slices.Clone(words)
	take := func(word string, atLeast int) bool {
		i := slices.Index(left, word)
		if i < 0 && len(word) >= atLeast {
			i = slices.IndexFunc(left, func(w string) bool { return strings.HasPrefix(w, word) })
		}
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
		return i >= 0
	}
	whole := len(z.surnames[0]) + 1
	firstGiven := len(z.given[0]) + 1
	if len(z.given) == 1 {
		firstGiven = 3
	}
	if !take(z.surnames[0], whole) || !take(z.given[0], firstGiven) {
		return false
	}
	for _, word := range slices.Concat(z.surnames[1:], z.given[1:]) {
		if !take(word, 1) {
			return false
		}
	}
	return true
}
