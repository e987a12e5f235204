package store

import (
	"net/mail"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // not every computer has the names of time zones
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ostrakon/store/refusal"
)

// Limits of text fields, in characters.
const (
	maxName        = 120
	maxTitle       = 200
	maxDescription = 5000
	maxPitch       = 2000 // description of a candidate
	minPhone       = 5    // digits
	maxPhone       = 20
	maxTimeZone    = 64
)

// MaxEmail is the longest e-mail address, in bytes: the longest path that fits an SMTP command (RFC
// 5321 with its errata).
const MaxEmail = 254

// validation gathers what is wrong with an input.
type validation struct {
	fields []refusal.Field
}

func (v *validation) fail(field string, fault *refusal.Fault, facts refusal.Facts) {
	v.fields = append(v.fields, fault.Of(field, facts))
}

func (v *validation) err() error { return refusal.InvalidFields(v.fields) }

// text normalises a field (NFC, without space around it) and checks its length and characters.
func (v *validation) text(field string, value *string, least, most int) {
	*value = norm.NFC.String(strings.TrimSpace(*value))
	n := utf8.RuneCountInString(*value)
	switch {
	case !utf8.ValidString(*value) || strings.ContainsRune(*value, utf8.RuneError):
		v.fail(field, refusal.NotUTF8, nil)
	case strings.ContainsFunc(*value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }):
		v.fail(field, refusal.ControlCharacters, nil)
	case strings.ContainsFunc(*value, misleading):
		v.fail(field, refusal.InvisibleCharacters, nil)
	case n < least || least > 0 && !strings.ContainsFunc(*value, unicode.IsGraphic):
		v.fail(field, refusal.Required, nil)
	case n > most:
		v.fail(field, refusal.TooLong, refusal.Facts{"max": most})
	}
}

// misleading reports whether a character is invisible or changes how others look, so that two
// candidates could look the same. Joiners, which several scripts need, do neither.
func misleading(r rune) bool {
	const joiners = "\u200c\u200d"
	return unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Cf, r) && !strings.ContainsRune(joiners, r) || r == '\u3164' || r == '\u115f' || r == '\u1160'
}

// line is text on a single line.
func (v *validation) line(field string, value *string, least, most int) {
	v.text(field, value, least, most)
	if strings.ContainsAny(*value, "\r\n\t\u2028\u2029") {
		v.fail(field, refusal.NotSingleLine, nil)
	}
}

func (v *validation) email(field string, value *string) {
	*value = norm.NFC.String(strings.TrimSpace(*value))
	if *value == "" {
		v.fail(field, refusal.Required, nil)
		return
	}
	if len(*value) > MaxEmail {
		v.fail(field, refusal.TooLongBytes, refusal.Facts{"max": MaxEmail})
		return
	}
	a, err := mail.ParseAddress(*value)
	if err != nil || a.Address != *value || strings.ContainsFunc(*value, unicode.IsSpace) {
		v.fail(field, refusal.NotEmail, nil)
	}
}

func (v *validation) phone(field string, value *string) {
	*value = strings.TrimSpace(*value)
	digits := 0
	for _, r := range *value {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune(" +()-", r):
			v.fail(field, refusal.PhoneCharacters, nil)
			return
		}
	}
	if *value != "" && (len(*value) > maxPhone || digits < minPhone) {
		v.fail(field, refusal.PhoneLength, refusal.Facts{"min": minPhone, "max": maxPhone})
	}
}

const earliestBirth = "1900-01-01"

func (v *validation) dateOfBirth(field, value string, now time.Time) {
	if value == "" {
		return
	}
	born, err := time.Parse(time.DateOnly, value)
	switch {
	case err != nil:
		v.fail(field, refusal.NotDate, nil)
	case born.After(now) || value < earliestBirth:
		v.fail(field, refusal.DateOutOfRange, refusal.Facts{"min": earliestBirth})
	}
}

// timeZone checks the IANA name of a time zone. Pages need a name, so "Local" is none.
func (v *validation) timeZone(field, name string) {
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" || len(name) > maxTimeZone {
		v.fail(field, refusal.NotTimeZone, nil)
	}
}

// oneOf checks that a field is one of its choices, and reports whether it is.
func oneOf[T ~string](v *validation, field string, value T, choices ...T) bool {
	if slices.Contains(choices, value) {
		return true
	}
	var names []string
	for _, c := range choices {
		names = append(names, string(c))
	}
	v.fail(field, refusal.NotChoice, refusal.Facts{"choices": names})
	return false
}

// EmailKey is the form of an e-mail address that tells accounts apart: lower case, one normal form
// (NFKC), no space around it.
func EmailKey(email string) string {
	return strings.ToLower(norm.NFKC.String(strings.TrimSpace(email)))
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}
