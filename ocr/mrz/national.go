package mrz

import (
	"regexp"
	"slices"
)

// deviation is a way in which an issuer departs from ICAO 9303 or adds to it.
type deviation struct {
	name     string
	source   string
	issuer   string   // code, without fillers
	formats  []Format // where it is met
	personal *regexp.Regexp
	checked  bool
}

// deviations lists those that Parse knows, each with its source. The expression of personal
// matches optional data with the holder's own number as its first group; checked says that the
// last cell of the data is a check digit over the cells before it.
func deviations() []deviation {
	return []deviation{
		{name: "german-code", issuer: "D", formats: []Format{TD1, TD2, TD3},
			source: "ICAO 9303-3, section 5: Germany is D and two fillers"},
		{name: "french-id-1988", issuer: "FRA", formats: []Format{FrenchID},
			source: "fr.wikipedia.org, Carte nationale d'identité en France: fields of its own in 2 lines of 36, no date of expiry"},
		{name: "dutch-bsn", issuer: "NLD", formats: []Format{TD1},
			source:   "specimen SPECI2014 of the Netherlands: burgerservicenummer in the optional data, its check digit in their last cell",
			personal: regexp.MustCompile(`^([0-9]{9})<{5}[0-9]$`), checked: true},
		{name: "spanish-dni", issuer: "ESP", formats: []Format{TD1},
			source:   "specimen BAA000589 of Spain: DNI or NIE in the optional data; the document number is that of the card",
			personal: regexp.MustCompile(`^([0-9XYZ][0-9]{7}[A-Z])<*$`)},
		{name: "czech-birth-number", issuer: "CZE", formats: []Format{TD3},
			source:   "specimen 99003853 of the Czech Republic: rodné číslo in the personal number field",
			personal: regexp.MustCompile(`^([0-9]{9,10})<*$`)},
		{name: "portuguese-number", issuer: "PRT", formats: []Format{TD1},
			source: "specimen 000024759ZZ7 of Portugal: the number overflows, and the filler inside takes part in its check digit"},
	}
}

// applyDeviations names the deviations of the issuer that the document shows.
func (d *Document) applyDeviations() {
	for _, v := range deviations() {
		if v.issuer != d.Issuer || !slices.Contains(v.formats, d.Format) {
			continue
		}
		if v.personal != nil {
			found := v.personal.FindStringSubmatch(d.Optional.Raw)
			if found == nil {
				continue
			}
			d.Personal = Field{Raw: d.Optional.Raw, Value: found[1], Check: d.Optional.Check}
			if last := len(d.Optional.Raw) - 1; v.checked {
				d.Personal.Check = verdict(d.Optional.Raw[last] == CheckDigit(d.Optional.Raw[:last]))
			}
		}
		d.Deviations = append(d.Deviations, v.name)
	}
}
