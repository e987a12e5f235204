package card

import (
	"math"
	"slices"
	"strings"
	"time"

	"ostrakon/ocr"
	"ostrakon/ocr/mrz"
)

// The confidences below which a date is not answered. A birth that no number confirms needs more:
// on drawn cards a zero with a stroke was read as 8 at 0.76. A name is not below sureName.
const (
	leastDate  = 0.5
	leastBirth = 0.8
)

func (s *session) conclude(hints ...Hint) Reading {
	none := Field{Check: None}
	r := Reading{
		DocumentType: none, Number: none, DateOfBirth: none, Expiry: none,
		Names: Names{none, none, none}, Verdict: Unreadable, Hints: []Hint{}, Details: s.details,
	}
	if s.zone != nil {
		s.concludeZone(&r)
	}
	s.concludePrint(&r)
	contradicted := s.concludeDates(&r)
	if s.zone != nil && s.contradict(&r) {
		contradicted = true
	}
	if contradicted {
		hints = append(hints, Contradiction)
	}
	if r.Number.Value != "" && !contradicted && !slices.Contains(hints, TwoCards) {
		r.Verdict = Readable
	}
	switch {
	case s.foreign():
		hints = append(hints, OtherCountry)
	case r.Number.Value == "":
		hints = append(hints, NumberNotFound)
	}
	if r.Names.FullName.Value == "" {
		hints = append(hints, NameNotFound)
	}
	r.Hints = append(r.Hints, hints...)
	return r
}

// concludeZone answers what the zone says.
func (s *session) concludeZone(r *Reading) {
	field := func(value string, check Check, confidence float64) Field {
		if value == "" {
			return Field{Check: None}
		}
		return Field{value, MRZ, check, rounded(confidence)}
	}
	z := s.zone
	r.DocumentType = field(zoneKind(z.Kind), None, s.zoneSure)
	if s.named() {
		r.Names = Names{
			FullName:   field(strings.TrimSpace(z.GivenNames+" "+z.Surname), None, s.zoneNames),
			Surname:    field(z.Surname, None, s.zoneNames),
			GivenNames: field(z.GivenNames, None, s.zoneNames),
		}
	}
	r.DateOfBirth = field(z.Birth.Value, Check(z.Birth.Check), s.zoneSure)
	r.Expiry = field(z.Expiry.Value, Check(z.Expiry.Check), s.zoneSure)
	if n, ok := s.zoneNumber(); ok {
		r.Number, r.Scheme = field(n.value, n.check, s.zoneSure), n.scheme
	}
}

// identity is a number in the zone.
type identity struct {
	value  string // compact
	scheme string
	check  Check
}

// zoneNumber finds the number of a scheme in the zone: where a nation is known to put it, else in
// the optional data, else it is the document number. The scheme that accepts anything finds a number
// in whatever data there are, so of that one only what is known to be the holder's counts, else the
// document number, and neither unless all check digits hold.
func (s *session) zoneNumber() (identity, bool) {
	if s.zone == nil {
		return identity{}, false
	}
	z := s.zone
	for _, sc := range s.schemes {
		if !s.issues(sc) {
			continue
		}
		fields := []mrz.Field{z.Personal, z.Optional, z.Optional2, z.Number}
		if sc.Name == anyName {
			if !z.Holds() {
				continue
			}
			fields = []mrz.Field{z.Personal, z.Number}
		}
		for _, f := range fields {
			// Compact would also take what people leave out, and so take a passport's number for another.
			found := sc.Repair(strings.ReplaceAll(f.Value, "<", ""))
			if len(found) > 0 && found[0].Substitutions == 0 && f.Check != mrz.Failed && s.spelled(sc, found[0].Number) {
				return identity{found[0].Number, sc.Name, Check(f.Check)}, true
			}
		}
	}
	return identity{}, false
}

// issues reports whether the card can hold a number of a scheme: its zone, if there is one, names the state.
func (s *session) issues(sc ocr.Scheme) bool { return s.zone == nil || sc.IssuedBy(s.zone.Issuer) }

// foreign reports whether the zone is of a state that has none of the schemes.
func (s *session) foreign() bool {
	return len(s.schemes) > 0 && !slices.ContainsFunc(s.schemes, s.issues)
}

// spelled reports whether the card has a name with the letters that a number holds of it.
func (s *session) spelled(sc ocr.Scheme, number string) bool {
	words := s.words
	if s.zone != nil {
		words = slices.Concat(strings.Fields(ocr.Fold(s.zone.Surname+" "+s.zone.GivenNames)), words)
	}
	return sc.Spelled(number, words)
}

// concludePrint answers what the print says, where the zone does not.
func (s *session) concludePrint(r *Reading) {
	field := func(d datum, least float64) Field {
		if d.value == "" || d.confidence < least {
			return Field{Check: None}
		}
		return Field{d.value, Visual, None, rounded(d.confidence)}
	}
	if names := s.printedNames(field); r.Names.FullName.Value == "" && s.confirmed(names) {
		r.Names = names
	}
	if b, share := s.likeliest(); r.Number.Value == "" && share >= decided {
		sc := s.schemes[b.scheme]
		r.Number, r.Scheme = Field{b.number, Visual, None, rounded(share)}, sc.Name
		if sc.Checksum != "" {
			r.Number.Check = Passed
		}
	}
}

// concludeDates answers what the print says of dates, where the zone does not. Where day and month
// could be exchanged the number decides, or the other dates of the card, or nothing is answered. It
// reports whether the date of birth contradicts the number.
func (s *session) concludeDates(r *Reading) (contradicted bool) {
	field := func(printed agreed) Field {
		if len(printed.dates) != 1 || printed.confidence < leastDate {
			return Field{Check: None}
		}
		return Field{printed.dates[0].String(), Visual, None, rounded(printed.confidence)}
	}
	printed := s.birth()
	born, known := s.bornBy(*r)
	if read, err := time.Parse(time.DateOnly, r.DateOfBirth.Value); err == nil && known {
		y, m, d := read.Date()
		if !born.Agrees(ocr.Date{Year: y, Month: m, Day: d}) {
			r.DateOfBirth.Check = Failed
			return true
		}
	}
	if r.DateOfBirth.Value == "" && printed.confidence >= leastDate {
		if known {
			printed.dates = possible(printed.dates, born.Agrees)
			contradicted = len(printed.dates) == 0
		}
		if known && born.Day > 0 || printed.confidence >= leastBirth {
			r.DateOfBirth = field(printed)
		}
		if known && born.Day > 0 && r.DateOfBirth.Value != "" {
			r.DateOfBirth.Check = Passed
			s.print.orders.learn(s.print.births, printed.dates[0])
		}
	}
	if r.Expiry.Value == "" {
		r.Expiry = field(s.print.orders.agree(s.print.expiries))
	}
	return contradicted
}

// bornBy is what the number of a reading says of the birth.
func (s *session) bornBy(r Reading) (born ocr.Birth, known bool) {
	for _, sc := range s.schemes {
		if sc.Name == r.Scheme {
			return sc.Birth(r.Number.Value)
		}
	}
	return ocr.Birth{}, false
}

func (s *session) birth() agreed { return s.print.orders.agree(s.print.births) }

// confirmed reports whether printed names hold all that the zone, if there is one, has of them.
func (s *session) confirmed(printed Names) bool {
	if s.zone == nil {
		return true
	}
	zone := strings.Fields(s.zone.Surname + " " + s.zone.GivenNames)
	return len(zone) > 0 && within(zone, strings.Fields(printed.FullName.Value))
}

// printedNames puts the names together: whole, or from their parts.
func (s *session) printedNames(field func(datum, float64) Field) Names {
	n := Names{field(s.print.fullName, sureName), field(s.print.surname, sureName), field(s.print.given, sureName)}
	if n.Surname.Value != "" && n.GivenNames.Value != "" {
		whole := datum{value: n.GivenNames.Value + " " + n.Surname.Value,
			confidence: min(n.Surname.Confidence, n.GivenNames.Confidence)}
		if n.FullName.Value == "" || n.FullName.Confidence < whole.confidence {
			n.FullName = field(whole, sureName)
		}
	}
	return complete(n)
}

// likeliest returns the number with most weight. A date of birth in it other than the printed one costs weight.
func (s *session) likeliest() (reading, float64) {
	printed := s.birth()
	return s.numbers.likeliest(func(r reading, weight float64) float64 {
		sc := s.schemes[r.scheme]
		if !s.issues(sc) || !s.spelled(sc, r.number) {
			return 0
		}
		born, ok := sc.Birth(r.number)
		if !ok || printed.confidence < leastDate {
			return weight
		}
		if !slices.ContainsFunc(printed.dates, born.Agrees) {
			return weight * perWrongBirth
		}
		return weight + agreeingBirth
	})
}

// sure reports whether the print needs no further reading.
func (s *session) sure() bool {
	if _, ok := s.zoneNumber(); ok {
		return true
	}
	_, share := s.likeliest()
	named := s.named() || s.print.fullName.confidence >= sureName ||
		s.print.surname.confidence >= sureName && s.print.given.confidence >= sureName
	birthHidden := s.zone == nil && s.birth().confidence < leastDate &&
		slices.ContainsFunc(s.page.found, func(l labelled) bool { return l.is(birth) })
	return share >= decided && named && !birthHidden
}

// named reports whether the zone gives the names, whole.
func (s *session) named() bool {
	return s.zone != nil && s.zoneNames >= leastZone && !s.zone.NamesTruncated
}

// rounded keeps two decimals: more would say more than there is.
func rounded(confidence float64) float64 { return math.Round(100*min(confidence, 1)) / 100 }
