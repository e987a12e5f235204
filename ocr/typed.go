package ocr

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Compact brings a typed number to the one form that is compared and kept: capitals and the digits 0 to 9, without what
// people group it by and what cannot be seen. Arabic, Persian, Devanagari, Bengali and Thai digits are read as well.
// The code of the country (ISO 3166-1 alpha-2) may stand in front, and a kind may have other ways of writing its
// numbers: see rewriting. broken is "" for a valid number of the scheme, else the rule that it breaks.
func (s Scheme) Compact(typed string) (compact string, broken Rule) {
	if utf8.RuneCountInString(typed) > maxTyped {
		return "", RuleLength
	}
	text := plain(typed)
	compact = ungrouped(text)
	broken = s.Validate(compact)
	if broken != RuleLength && broken != RuleCharacters {
		return compact, broken
	}
	forms := []string{text}
	if country, _, ok := strings.Cut(s.Name, "-"); ok {
		if rest, ok := strings.CutPrefix(text, strings.ToUpper(country)); ok {
			forms = append(forms, strings.TrimLeft(rest, "-"))
		}
	}
	for _, form := range forms {
		rule := Rule("")
		if s.typed != nil {
			form, rule = s.typed(form, s.today)
		}
		form = ungrouped(form)
		if rule == "" {
			rule = s.Validate(form)
		}
		if rule == "" || rule == RuleDate || rule == RuleChecksum {
			return form, rule
		}
	}
	return compact, broken
}

// plain is a text in capitals and the digits 0 to 9 (NFKC), without the spaces, dots, slashes,
// apostrophes and the like that numbers are grouped by, and without characters that cannot be seen,
// such as copied text is full of (Unicode category Cf). Of hyphens and dashes one kind is left.
func plain(typed string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Cf, r), strings.ContainsRune("._,'’/", r):
			return -1
		case strings.ContainsRune("‐‑–—−", r):
			return '-'
		}
		for _, zero := range "٠۰०০๐" {
			if r >= zero && r <= zero+9 {
				return '0' + r - zero
			}
		}
		return r
	}, strings.ToUpper(norm.NFKC.String(typed)))
}

func ungrouped(text string) string { return strings.ReplaceAll(text, "-", "") }

// rewriting turns a plain text, hyphens included, into a compact number if it is another way of writing one, and leaves
// any other text as it is. broken is RuleChecksum if a check character that the compact number lacks is wrong.
type rewriting func(text string, today Date) (rewritten string, broken Rule)

// zerosDownTo drops zeros in front while more than least characters are left.
func zerosDownTo(least int) rewriting {
	return func(text string, _ Date) (string, Rule) {
		n := ungrouped(text)
		for len(n) > least && n[0] == '0' {
			n = n[1:]
		}
		return n, ""
	}
}

// prefixed adds a country's prefix to a number of length characters that was typed without the prefix.
func prefixed(prefix string, length int) rewriting {
	return func(text string, _ Date) (string, Rule) {
		if n := ungrouped(text); len(n) == length {
			return prefix + n, ""
		}
		return text, ""
	}
}

// lessCheck cuts off the check characters that the compact form lacks, if they are right.
func lessCheck(shape string, kept int, holds func(n string) bool) rewriting {
	long := parseShapes(shape)[0]
	return func(text string, _ Date) (string, Rule) {
		n := ungrouped(text)
		switch {
		case len(n) != len(long) || !long.matches(n):
			return text, ""
		case !holds(n):
			return text, RuleChecksum
		}
		return n[:kept], ""
	}
}

// personnummer writes the year of a Swedish number of ten digits with its century: the hyphen
// becomes a plus in the year in which its holder turns a hundred (Folkbokföringslag 1991:481, § 18).
func personnummer(text string, today Date) (string, Rule) {
	const sign = 6
	if len(text) != sign+5 || text[sign] != '-' && text[sign] != '+' || strings.Trim(text[:2], "0123456789") != "" ||
		today == (Date{}) {
		return text, ""
	}
	year := today.Year - today.Year%100 + modulo(text[:2], 100)
	if year > today.Year {
		year -= 100
	}
	if text[sign] == '+' {
		year -= 100
	}
	return fmt.Sprintf("%04d%s%s", year, text[2:sign], text[sign+1:]), ""
}
