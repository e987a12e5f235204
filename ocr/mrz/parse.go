package mrz

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ErrNotMRZ is wrapped by the errors of Parse: the lines have the count, the width or the characters of no layout.
var ErrNotMRZ = errors.New("not a machine-readable zone")

// Field is one datum of a document.
type Field struct {
	Raw   string // its cells, fillers and all
	Value string // without fillers; a date in ISO 8601, at the precision it has; empty where there is none
	Check Check  // what its own check digit says, or for data that only the composite digit covers, that one
}

// Document is what a machine-readable zone says.
type Document struct {
	Format         Format
	Lines          []string
	Kind           string // document code, as "P" or "ID"
	Issuer         string // code of the issuing state or organisation, as "UTO"; Germany is "D"
	Nationality    string // the same; empty where the layout has none
	Surname        string // primary identifier, words separated by spaces
	GivenNames     string // secondary identifier; may be empty
	NamesTruncated bool   // the names fill their field, so that some may be cut off
	Number         Field  // document number, whole where it overflows into the optional data
	Birth          Field
	Sex            string // "M", "F", "X", or empty for unspecified
	Expiry         Field
	Optional       Field // optional data of the first kind, or the personal number field of TD3
	Optional2      Field // TD1: optional data of the second line
	Personal       Field // the holder's own number, where the issuer is known to put it into optional data
	Composite      Check // the composite digit, None where the layout has none
}

// Parse reads the lines of a zone, each whole, of Symbols only. The fields tell wrong check digits and impossible
// dates. A birth lies in the hundred years before today, an expiry within fifty years of it. The error wraps ErrNotMRZ.
func Parse(lines []string, today time.Time) (Document, error) {
	if len(lines) != 2 && len(lines) != 3 {
		return Document{}, fmt.Errorf("%w: %d lines, not two or three", ErrNotMRZ, len(lines))
	}
	for i, line := range lines {
		if len(line) != len(lines[0]) {
			return Document{}, fmt.Errorf("%w: line %d has %d characters, the first %d", ErrNotMRZ, i+1, len(line),
				len(lines[0]))
		}
		if at := strings.IndexFunc(line, func(r rune) bool { return !strings.ContainsRune(Symbols, r) }); at >= 0 {
			return Document{}, fmt.Errorf("%w: line %d, column %d is none of A to Z, 0 to 9 and <", ErrNotMRZ, i+1, at+1)
		}
	}
	l, ok := layoutOf(lines)
	if !ok {
		return Document{}, fmt.Errorf("%w: no layout has %d lines of %d", ErrNotMRZ, len(lines), len(lines[0]))
	}
	d := Document{Format: l.format, Lines: append([]string(nil), lines...), Composite: l.checkComposite(lines)}
	for _, f := range l.fields {
		d.set(l, f, today)
	}
	d.overflow(l)
	d.findPersonal()
	return d, nil
}

// Holds reports whether the document number's check digit agrees, and no other check digit and no date is wrong.
func (d Document) Holds() bool {
	return d.Number.Check == Passed && !slices.Contains([]Check{d.Birth.Check, d.Expiry.Check, d.Optional.Check,
		d.Optional2.Check, d.Personal.Check, d.Composite}, Failed)
}

func (l layout) checkComposite(lines []string) Check {
	if !l.composite.present() {
		return None
	}
	return verdict(l.composite.of(lines)[0] == CheckDigit(l.compositeText(lines)))
}

func verdict(ok bool) Check {
	if ok {
		return Passed
	}
	return Failed
}

func (l layout) judge(f field, lines []string) Check {
	raw := f.at.of(lines)
	switch {
	case f.check.present():
		digit := f.check.of(lines)[0]
		if allFillers(raw) && f.idle && (digit == filler || digit == '0') {
			return None
		}
		return verdict(digit == CheckDigit(raw))
	case weightUnder(l.covers, f.at.line, f.at.from) > 0 && !allFillers(raw):
		return l.checkComposite(lines)
	}
	return None
}

func (d *Document) set(l layout, f field, today time.Time) {
	raw := f.at.of(d.Lines)
	value := Field{Raw: raw, Value: strings.Trim(raw, "<"), Check: l.judge(f, d.Lines)}
	switch f.name {
	case fieldCode:
		d.Kind = value.Value
	case fieldIssuer:
		d.Issuer = value.Value
	case fieldNationality:
		d.Nationality = value.Value
	case fieldSex:
		d.Sex = value.Value
	case fieldNumber:
		d.Number = value
	case fieldBirth:
		d.Birth = dated(value, birthCentury(today))
	case fieldExpiry:
		d.Expiry = dated(value, expiryCentury(today))
	case fieldOptional, fieldPersonal:
		d.Optional = value
	case fieldOptional2:
		d.Optional2 = value
	case fieldNames: // two fillers end the surname
		surname, given, _ := strings.Cut(raw, "<<")
		d.Surname, d.GivenNames = words(surname), words(given)
	case fieldSurname:
		d.Surname = words(raw)
	case fieldGiven:
		d.GivenNames = words(raw)
	}
	if f.content == names || f.content == letters {
		d.NamesTruncated = d.NamesTruncated || raw[len(raw)-1] != filler
	}
}

// dated turns a field into a date; what is none has failed whatever its digit says.
func dated(f Field, century func(int, string) int) Field {
	iso, ok := readDate(f.Raw, century)
	f.Value = iso
	if !ok {
		f.Value, f.Check = "", Failed
	}
	return f
}

// overflow joins a document number longer than nine: a filler stands for its check digit, the rest, the digit and a
// filler open the optional data (9303-5 and -6, section 4.2.2, note j). Issuers differ in whether that first filler
// takes part in the sum, as it does in Portugal; either is taken.
func (d *Document) overflow(l layout) {
	if l.format != TD1 && l.format != TD2 || d.Number.Check != Failed || strings.Contains(d.Number.Raw, "<") {
		return
	}
	after := span{0, 14, 15}
	if l.format == TD2 {
		after = span{1, 9, 10}
	}
	rest, remaining, _ := strings.Cut(d.Optional.Raw, "<")
	if after.of(d.Lines) != "<" || len(rest) < 2 {
		return
	}
	digit := rest[len(rest)-1]
	rest = rest[:len(rest)-1]
	whole := d.Number.Raw + rest
	d.Number.Value = whole
	d.Number.Check = verdict(digit == CheckDigit(whole) || digit == CheckDigit(d.Number.Raw+"<"+rest))
	d.Number.Raw += "<" + rest + string(digit)
	d.Optional.Value = strings.Trim(remaining, "<")
}
