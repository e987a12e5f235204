package input

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

// MaxEmail is the longest e-mail address in bytes: the longest path of an SMTP command (RFC 5321 and errata).
const MaxEmail = 254

const (
	minPhone      = 5 // digits
	maxPhone      = 20
	maxTimeZone   = 64
	earliestBirth = "1900-01-01"
)

// Text normalises a field (NFC, without space around it) and checks its characters and its length in characters.
func (f *Faults) Text(field string, value *string, least, most int) {
	*value = norm.NFC.String(strings.TrimSpace(*value))
	n := utf8.RuneCountInString(*value)
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }
	switch {
	case !utf8.ValidString(*value) || strings.ContainsRune(*value, utf8.RuneError):
		f.Add(field, refusal.NotUTF8, nil)
	case strings.ContainsFunc(*value, control):
		f.Add(field, refusal.ControlCharacters, nil)
	case conceals(*value):
		f.Add(field, refusal.InvisibleCharacters, nil)
	case n < least || least > 0 && !strings.ContainsFunc(*value, unicode.IsGraphic):
		f.Add(field, refusal.Required, nil)
	case n > most:
		f.Add(field, refusal.TooLong, refusal.Facts{"max": most})
	}
}

// Line checks a text that stands on one line.
func (f *Faults) Line(field string, value *string, least, most int) {
	f.Text(field, value, least, most)
	if strings.ContainsAny(*value, "\r\n\t\u2028\u2029") {
		f.Add(field, refusal.NotSingleLine, nil)
	}
}

// Name checks a line that names somebody: no word may mix letters of scripts that look alike.
func (f *Faults) Name(field string, value *string, least, most int) {
	before := len(*f)
	f.Line(field, value, least, most)
	if len(*f) == before && slices.ContainsFunc(words(*value), mixesScripts) {
		f.Add(field, refusal.MixedScripts, nil)
	}
}

// Email normalises and checks an e-mail address. It has no invisible characters, and neither the part before the @ nor
// a label of the domain mixes scripts: another address could look the same.
func (f *Faults) Email(field string, value *string) {
	*value = norm.NFC.String(strings.TrimSpace(*value))
	if *value == "" {
		f.Add(field, refusal.Required, nil)
		return
	}
	if len(*value) > MaxEmail {
		f.Add(field, refusal.TooLongBytes, refusal.Facts{"max": MaxEmail})
		return
	}
	a, err := mail.ParseAddress(*value)
	local, domain, _ := strings.Cut(*value, "@")
	switch {
	case strings.ContainsFunc(*value, invisible):
		f.Add(field, refusal.InvisibleCharacters, nil)
	case err != nil || a.Address != *value || strings.ContainsFunc(*value, unicode.IsSpace):
		f.Add(field, refusal.NotEmail, nil)
	case mixesScripts(local) || slices.ContainsFunc(strings.Split(domain, "."), mixesScripts):
		f.Add(field, refusal.MixedScripts, nil)
	}
}

// EmailKey returns the form of an e-mail address that tells accounts apart: lower case, NFKC, trimmed.
func EmailKey(email string) string {
	return strings.ToLower(norm.NFKC.String(strings.TrimSpace(email)))
}

// Phone checks a phone number, which may be missing.
func (f *Faults) Phone(field string, value *string) {
	*value = strings.TrimSpace(*value)
	digits := 0
	for _, r := range *value {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune(" +()-", r):
			f.Add(field, refusal.PhoneCharacters, nil)
			return
		}
	}
	if *value != "" && (len(*value) > maxPhone || digits < minPhone) {
		f.Add(field, refusal.PhoneLength, refusal.Facts{"min": minPhone, "max": maxPhone})
	}
}

// DateOfBirth checks a date of birth, which may be missing.
func (f *Faults) DateOfBirth(field, value string, now time.Time) {
	if value == "" {
		return
	}
	born, err := time.Parse(time.DateOnly, value)
	switch {
	case err != nil:
		f.Add(field, refusal.NotDate, nil)
	case born.After(now) || value < earliestBirth:
		f.Add(field, refusal.DateOutOfRange, refusal.Facts{"min": earliestBirth})
	}
}

// TimeZone checks the IANA name of a time zone. It refuses "Local", because pages need a name.
func (f *Faults) TimeZone(field, name string) {
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" || len(name) > maxTimeZone {
		f.Add(field, refusal.NotTimeZone, nil)
	}
}
