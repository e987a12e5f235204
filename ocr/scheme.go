package ocr

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Scheme is a kind of identity number.
type Scheme struct {
	Name        string         // how it is named in settings: country, hyphen, number; or "any"
	Description string         // what a valid number looks like, for the person who types one
	pattern     *regexp.Regexp // of the compact form
}

// maxTyped bounds what Compact looks at, in bytes: no number is longer however it is grouped.
const maxTyped = 64

// Schemes lists the known kinds of number.
func Schemes() []Scheme {
	return []Scheme{
		{"any", "5 to 20 letters and digits", regexp.MustCompile(`^[A-Z0-9]{5,20}$`)},
		{"in-epic", "Indian voter ID: three letters and seven digits", regexp.MustCompile(`^[A-Z]{3}[0-9]{7}$`)},
		{"ke-id", "Kenyan national ID: seven to nine digits", regexp.MustCompile(`^[0-9]{7,9}$`)},
	}
}

// SchemeNamed finds a scheme. The error of an unknown name lists those there are.
func SchemeNamed(name string) (Scheme, error) {
	var names []string
	for _, s := range Schemes() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scheme{}, fmt.Errorf("unknown kind of identity number %q: choose one of %s", name, strings.Join(names, ", "))
}

// Compact brings a typed number to the one form that is compared and kept:
// capitals and digits (NFKC), without the spaces, dots, hyphens and slashes
// people group it by. ok tells whether that is a number of the scheme.
func (s Scheme) Compact(typed string) (compact string, ok bool) {
	if len(typed) > maxTyped {
		return "", false
	}
	compact = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\u00a0.-/‐‑–", r) {
			return -1
		}
		return r
	}, strings.ToUpper(norm.NFKC.String(typed)))
	return compact, s.pattern.MatchString(compact)
}
