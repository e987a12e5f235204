package password

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ostrakon/store/refusal"
)

// Lengths of a password that a person may choose.
const (
	// MinRunes and MaxRunes bound its characters, counted in Normalization Form C.
	MinRunes = 10
	MaxRunes = 200
	// MaxBytes bounds its UTF-8 form, as it arrived.
	MaxBytes = 1024
)

//go:embed common.txt
var common string

// Check says whether a person may choose this password, which came in a field of a request. As NIST SP 800-63B, section
// 3.1.1, recommends, it asks for length and not for a mixture of characters, and refuses what is guessed first. A
// password has 10 to 200 characters and at most 1024 bytes of UTF-8. It is not one character over and over, not one of
// the most common ones, and not one of the names that somebody who guesses would try, such as the full name, the e-mail
// address and the organisation; of an address, the local part counts too. Both stay what they are with other digits,
// signs and spaces. Comparisons ignore case. The only error is a refusal.ValidationFailed that names the field and
// never holds the password.
func Check(field, password string, names ...string) error {
	if err := admissible(field, password); err != nil {
		return err
	}
	password = norm.NFC.String(password)
	switch n := utf8.RuneCountInString(password); {
	case n < MinRunes:
		return refusal.Invalid(field, refusal.PasswordTooShort, refusal.Facts{"length": n, "min": MinRunes})
	case n > MaxRunes:
		return refusal.Invalid(field, refusal.PasswordTooLong, refusal.Facts{"length": n, "max": MaxRunes})
	}
	_, first := utf8.DecodeRuneInString(password)
	if strings.EqualFold(password, strings.Repeat(password[:first], utf8.RuneCountInString(password))) {
		return refusal.Invalid(field, refusal.PasswordRepeated, nil)
	}
	for line := range strings.SplitSeq(common, "\n") {
		if alike(line, password) {
			return refusal.Invalid(field, refusal.PasswordCommon, nil)
		}
	}
	for _, name := range names {
		name = norm.NFC.String(strings.TrimSpace(name))
		if alike(name, password) || alike(localPart(name), password) {
			return refusal.Invalid(field, refusal.PasswordName, nil)
		}
	}
	return nil
}

// alike reports whether two strings have the same letters in the same order, or are the same.
func alike(a, b string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsMark(r) {
				return r
			}
			return -1
		}, s)
	}
	return strings.EqualFold(a, b) || letters(a) != "" && strings.EqualFold(letters(a), letters(b))
}

// localPart returns the part before the last @ of an address, and "" for a string without one.
func localPart(address string) string {
	return address[:max(0, strings.LastIndexByte(address, '@'))]
}

// admissible refuses, before any work, what cannot be a password: too many bytes, or bytes that are not text.
func admissible(field, password string) error {
	if len(password) > MaxBytes {
		return refusal.Invalid(field, refusal.PasswordTooLongBytes, refusal.Facts{"length": len(password), "max": MaxBytes})
	}
	if !utf8.ValidString(password) {
		return refusal.Invalid(field, refusal.PasswordNotUTF8, nil)
	}
	return nil
}
