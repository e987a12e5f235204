package ocr

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Scheme is a kind of identity number. Its zero value is no kind: it accepts nothing.
type Scheme struct {
	Name        string   // how it is named in settings: country (ISO 3166), hyphen, number; or "any"
	Description string   // what a valid number looks like, for the person who types one
	Source      string   // the law, standard or page that publishes the rule
	Checksum    string   // the published algorithm of its check digits; empty if there is none, or none that may be enforced
	Labels      []string // what cards print beside it, as Fold writes it, the most telling first

	shapes  []shape
	formats []string // how it is grouped for people: '#' stands for a character
	check   func(compact string) bool
	birth   birthplan
}

// maxTyped bounds what Compact looks at, in bytes: no number is longer however it is grouped.
const maxTyped = 64

// Schemes lists the known kinds of number: "any" first, then by continent.
func Schemes() []Scheme { return slices.Clone(catalogue) }

// catalogue is every scheme, in the order in which they are listed.
var catalogue = slices.Concat(
	prepare([]definition{anyNumber}, nil),
	prepare(africa(), genericLabels),
	prepare(america(), genericLabels),
	prepare(asia(), genericLabels),
	prepare(northernEurope(), genericLabels),
	prepare(southernEurope(), genericLabels),
)

// definition is a scheme as the tables of the continents write it.
type definition struct {
	name, description, source string
	shapes                    []string // see shape.go
	formats                   []string
	labels                    []string
	check                     checksum
	birth                     birthplan
}

// genericLabels are printed beside a number on the cards of many countries.
var genericLabels = []string{
	"NATIONAL ID NO", "NATIONAL ID NUMBER", "NATIONAL ID", "CITIZEN ID NO", "IDENTITY NO", "IDENTITY NUMBER", "ID NUMBER",
	"ID NO", "PERSONAL NUMBER", "PERSONAL NO", "PERSONAL CODE", "PERSONAL ID NO", "REGISTRATION NO", "ID",
}

// anyNumber is the scheme of an installation that names none.
var anyNumber = definition{
	name:        "any",
	description: "5 to 20 letters and digits",
	source:      "an agreement of this program: long enough to be a number, short enough for every country's",
	shapes:      repeated('*', 5, 20),
	labels:      append(slices.Clone(genericLabels), "VOTER ID NO", "CARD NO", "DOCUMENT NO", "NO"),
}

// prepare compiles a table.
func prepare(table []definition, common []string) []Scheme {
	schemes := make([]Scheme, 0, len(table))
	for _, d := range table {
		s := Scheme{
			Name: d.name, Description: d.description, Source: d.source, Checksum: d.check.name,
			Labels: slices.Concat(d.labels, common), formats: d.formats, check: d.check.holds, birth: d.birth,
		}
		for _, text := range d.shapes {
			s.shapes = append(s.shapes, parseShape(text))
		}
		schemes = append(schemes, s)
	}
	return schemes
}

// SchemeNamed finds a scheme. The error of an unknown name lists those there are.
func SchemeNamed(name string) (Scheme, error) {
	names := make([]string, 0, len(catalogue))
	for _, s := range catalogue {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scheme{}, fmt.Errorf("unknown kind of identity number %q: choose one of %s", name, strings.Join(names, ", "))
}

// Compact brings a typed number to the one form that is compared and kept:
// capitals and digits (NFKC), without the spaces, dots, hyphens and slashes
// people group it by. ok reports whether that is a valid number of the scheme;
// if not, Validate says which rule it breaks.
func (s Scheme) Compact(typed string) (compact string, ok bool) {
	if len(typed) > maxTyped {
		return "", false
	}
	compact = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\u00a0.-/‐‑–—−", r) {
			return -1
		}
		return r
	}, strings.ToUpper(norm.NFKC.String(typed)))
	return compact, s.Validate(compact) == ""
}

// Rule is a rule that an identity number can break.
type Rule string

// The rules, in the order in which Validate applies them.
const (
	RuleLength     Rule = "length"     // too few characters, or too many
	RuleCharacters Rule = "characters" // a letter where a digit belongs, a prefix that does not exist
	RuleDate       Rule = "date"       // the date of birth within the number is not a date
	RuleChecksum   Rule = "checksum"   // the check digits do not fit the rest
)

// Validate returns the rule that a compact number breaks, or "" if it is valid: its length, its
// characters, the date of birth if it holds one, and its check digits.
func (s Scheme) Validate(compact string) (broken Rule) {
	var fits, sameLength bool
	for _, shape := range s.shapes {
		if len(shape) == len(compact) {
			sameLength = true
			fits = fits || shape.matches(compact)
		}
	}
	switch {
	case !sameLength:
		return RuleLength
	case !fits:
		return RuleCharacters
	}
	if birth, ok := s.birth.read(compact); !ok || !birth.possible() {
		return RuleDate
	}
	if s.check != nil && !s.check(compact) {
		return RuleChecksum
	}
	return ""
}

// Format groups a compact number as its cards print it. A number of no known length is returned as
// it is.
func (s Scheme) Format(compact string) string {
	for _, format := range s.formats {
		if strings.Count(format, "#") != len(compact) {
			continue
		}
		var b strings.Builder
		rest := compact
		for _, r := range format {
			if r == '#' {
				b.WriteByte(rest[0])
				rest = rest[1:]
				continue
			}
			b.WriteRune(r)
		}
		return b.String()
	}
	return compact
}

// Alphabet lists every character that a number of the scheme, or the grouping
// of one, may hold: what a text engine looks for.
func (s Scheme) Alphabet() string {
	var all symbols
	for _, shape := range s.shapes {
		for _, set := range shape {
			all |= set
		}
	}
	var b strings.Builder
	for i, r := range symbolOrder {
		if all&(1<<i) != 0 {
			b.WriteRune(r)
		}
	}
	for _, format := range s.formats {
		for _, r := range format {
			if r != '#' && r != ' ' && !strings.ContainsRune(b.String(), r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
