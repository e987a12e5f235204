package card

import (
	"slices"
	"strings"

	"ostrakon/ocr"
)

// surePrint is the confidence from which the print may contradict the zone: below it, it is likelier misread.
const surePrint = 0.85

// contradict compares the print with the zone and marks what disagrees. It reports whether anything does.
func (s *session) contradict(r *Reading) bool {
	found := false
	fail := func(f *Field, failed bool) {
		if failed && f.Source == MRZ {
			f.Check = Failed
			found = true
		}
	}
	b, share := s.likeliest()
	fail(&r.Number, share >= decided && s.schemes[b.scheme].Name == r.Scheme && b.number != r.Number.Value &&
		!s.numbers.has(r.Number.Value))
	fail(&r.DateOfBirth, s.otherBirth(r.DateOfBirth.Value))
	fail(&r.Names.Surname, s.otherName(s.zone.Surname, s.print.surname))
	fail(&r.Names.GivenNames, s.otherName(s.zone.GivenNames, s.print.given))
	fail(&r.Names.FullName, s.otherName(r.Names.FullName.Value, s.print.fullName))
	if r.Names.Surname.Check == Failed || r.Names.GivenNames.Check == Failed {
		r.Names.FullName.Check = Failed
	}
	return found
}

// otherBirth reports whether the print clearly has another date of birth, and that of the zone nowhere.
func (s *session) otherBirth(zone string) bool {
	says := func(dates []ocr.Date) bool {
		return slices.ContainsFunc(dates, func(d ocr.Date) bool { return d.String() == zone })
	}
	printed := s.birth()
	return printed.confidence >= surePrint && len(zone) == len("2006-01-02") && !says(printed.dates) &&
		!slices.ContainsFunc(s.page.dates, func(d dated) bool { return says(d.Dates) })
}

// otherName reports whether a printed name clearly has a word that the zone does not, and lacks one that the zone has.
func (s *session) otherName(zone string, read datum) bool {
	if read.confidence < surePrint || zone == "" {
		return false
	}
	return !within(strings.Fields(read.value), strings.Fields(zone)) && !s.anywhere(zone)
}

// anywhere reports whether all words of a name are printed somewhere on the page.
func (s *session) anywhere(name string) bool {
	var all []string
	for _, seg := range s.page.segments {
		for _, w := range seg.words {
			all = append(all, w.Text)
		}
	}
	return within(strings.Fields(name), all)
}

// within reports whether each word has its like among others, misread or transliterated letters
// forgiven. Three letters are no evidence: they are what is left of a longer word below a hologram.
// Words that hyphens or spaces part differently are compared joined as well.
func within(words, others []string) bool {
	joined := solid(strings.Join(others, ""))
	for _, w := range words {
		w := solid(w)
		like := strings.Contains(joined, w)
		for _, o := range others {
			o := solid(o)
			limit := max(len(w), len(o)) * 2 / 5
			like = like || distance(w, o, limit) <= limit
		}
		if !like && len(w) > 3 {
			return false
		}
	}
	return true
}
