package ocr

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Scheme is a kind of identity number. Its zero value is no kind: it accepts nothing.
type Scheme struct {
	Name        string // how it is named in settings: country (ISO 3166), hyphen, number; or "any"
	Description string // what a valid number looks like, for the person who types one
	Source      string // the law, standard or page that publishes the rule
	// the published algorithm of its check digits; empty if there is none, or none that may be enforced
	Checksum string
	Labels   []string // what cards print beside it, as Fold writes it, the most telling first

	shapes  []shape  // of the compact form
	printed []shape  // of what cards print
	formats []string // how it is grouped for people: '#' stands for a character
	check   func(compact string) bool
	birth   birthplan
	letters spelling
	typed   rewriting
	today   Date // zero if not known
}

// On is the scheme on a day: its numbers are of people who were born by then, at most 125 years
// before. The zero value of a day, which a scheme has at first, leaves both open, and it cannot tell
// the century of a Swedish number of ten digits.
func (s Scheme) On(day time.Time) Scheme {
	year, month, dayOfMonth := day.Date()
	s.today = Date{year, month, dayOfMonth}
	return s
}

// maxTyped bounds what Compact looks at, in characters: no number is longer however it is grouped.
const maxTyped = 64

// Schemes lists the known kinds of number: "any" first, then by continent.
func Schemes() []Scheme { return slices.Clone(catalogue) }

// catalogue is every scheme, in the order in which they are listed.
var catalogue = slices.Concat(
	prepare([]definition{anyNumber}, ""),
	prepare(africa(), genericLabels),
	prepare(america(), genericLabels),
	prepare(asia(), genericLabels),
	prepare(europe(), genericLabels),
)

// definition is a scheme in the tables of the continents, in one line, so that kinds can be compared.
type definition struct {
	name, description string
	shapes            string // of the compact form, see shape.go; here and below, a comma divides
	printed           string // of what cards print, if that is not the same
	formats           string
	check             checksum  // see checksum.go
	birth             birthplan // see birth.go
	letters           spelling  // of the holder's name, see initials.go
	typed             rewriting // of the other ways in which people write it, see typed.go
	labels            string
	source            string
}

// genericLabels are printed beside a number on the cards of many countries.
const genericLabels = "NATIONAL ID NO, NATIONAL ID NUMBER, NATIONAL ID, CITIZEN ID NO, IDENTITY NO, IDENTITY NUMBER, " +
	"ID NUMBER, ID NO, PERSONAL NUMBER, PERSONAL NO, PERSONAL CODE, PERSONAL ID NO, REGISTRATION NO, ID"

// anyNumber is the scheme of an installation that names none.
var anyNumber = definition{
	name:        "any",
	description: "5 to 20 letters and digits",
	source:      "an agreement of this program: long enough to be a number, short enough for every country's",
	shapes:      "*{5-20}",
	labels:      genericLabels + ", VOTER ID NO, CARD NO, DOCUMENT NO, NO",
}

func prepare(table []definition, common string) []Scheme {
	schemes := make([]Scheme, 0, len(table))
	for _, d := range table {
		schemes = append(schemes, Scheme{
			Name: d.name, Description: d.description, Source: d.source, Checksum: d.check.name,
			Labels: append(list(d.labels), list(common)...), formats: list(d.formats), shapes: parseShapes(d.shapes),
			printed: parseShapes(cmp.Or(d.printed, d.shapes)), check: d.check.holds, birth: d.birth, letters: d.letters,
			typed: d.typed,
		})
	}
	return schemes
}

func list(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, ", ")
}

// None is the name of the scheme of an organisation that has no such numbers. No number is valid in it.
const None = "none"

// SchemeNamed finds a scheme, or None. The error of an unknown name lists those there are.
func SchemeNamed(name string) (Scheme, error) {
	if name == None {
		return Scheme{Name: None, Description: "no number of this kind"}, nil
	}
	names := make([]string, 0, len(catalogue))
	for _, s := range catalogue {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scheme{}, fmt.Errorf("unknown kind of identity number %q: choose one of %s", name, strings.Join(names, ", "))
}

// Rule is a rule that an identity number can break.
type Rule string

// The rules, in the order in which Validate applies them.
const (
	RuleLength     Rule = "length"     // too few characters, or too many
	RuleCharacters Rule = "characters" // a letter where a digit belongs, a prefix that does not exist
	RuleDate       Rule = "date"       // the date of birth in the number does not exist, or is nobody's who can be alive
	RuleChecksum   Rule = "checksum"   // the check digits do not fit the rest
)

// Validate returns the rule (length, characters, birth, check digits) that a compact number breaks, or "".
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
	if birth, ok := s.birth.read(compact); !ok || !birth.possible() || !birth.alive(s.today) {
		return RuleDate
	}
	if s.check != nil && !s.check(compact) {
		return RuleChecksum
	}
	return ""
}

// Overlaps reports whether a compact number can have the length and characters of both schemes.
func (s Scheme) Overlaps(t Scheme) bool {
	for _, a := range s.shapes {
		if slices.ContainsFunc(t.shapes, a.overlaps) {
			return true
		}
	}
	return false
}

// Format groups a compact number as its cards print it. A number of no known length is returned as it is.
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

// Lengths lists how many characters a number of the scheme has on cards, not counting what groups them.
func (s Scheme) Lengths() []int {
	var lengths []int
	for _, shape := range s.printed {
		lengths = append(lengths, len(shape))
	}
	slices.Sort(lengths)
	return slices.Compact(lengths)
}

// Alphabet lists every character of the scheme's numbers and their grouping, for a text engine.
func (s Scheme) Alphabet() string {
	var all symbols
	for _, shape := range s.printed {
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
