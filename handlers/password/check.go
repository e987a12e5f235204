package password

import (
	_ "embed"
	"strings"
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

// Check says whether a person may choose this password, which came in a field of a request. It asks for length and refuses what is guessed first, and asks
// for no mixture of characters (NIST SP 800-63B, section 3.1.1): 10 to 200 characters, at most 1024 bytes, UTF-8, not one
// character over and over, not one of the commonest, and not one of the personal strings. These are what is known of the
// person, such as the full name and the e-mail address; an address also stands for its local part. Comparisons ignore
// case. Its only error is a refusal.ValidationFailed that names the field and never holds the password.
func Check(field, password string, personal ...string) error {
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
		if strings.EqualFold(line, password) {
			return refusal.Invalid(field, refusal.PasswordCommon, nil)
		}
	}
	for _, known := range personal {
		known = norm.NFC.String(strings.TrimSpace(known))
		if strings.EqualFold(known, password) || strings.EqualFold(localPart(known), password) {
			return refusal.Invalid(field, refusal.PasswordPersonal, nil)
		}
	}
	return nil
}

// localPart returns what stands before the last @ of an address, and nothing for a string without one.
func localPart(address string) string {
	return address[:max(0, strings.LastIndexByte(address, '@'))]
}

// admissible refuses, before any work, what is no password at all: too many bytes, or bytes that are no text.
func admissible(field, password string) error {
	if len(password) > MaxBytes {
		return refusal.Invalid(field, refusal.PasswordTooLongBytes, refusal.Facts{"length": len(password), "max": MaxBytes})
	}
	if !utf8.ValidString(password) {
		return refusal.Invalid(field, refusal.PasswordNotUTF8, nil)
	}
	return nil
}
