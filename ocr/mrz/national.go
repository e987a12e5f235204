package mrz

import (
	"regexp"
	"slices"
)

// Deviation is a way in which an issuer goes beside or beyond 9303.
type Deviation struct {
	Name     string
	Source   string
	issuer   string   // code, without fillers
	formats  []Format // where it is met
	personal *regexp.Regexp
	checked  bool
}

// Deviations lists those that Parse knows: each with its source, none from hearsay. The
// expression of personal matches the optional data that hold the holder's own number as its
// first group; checked says that their last cell is a check digit over the cells before it.
func Deviations() []Deviation {
	return []Deviation{
		{Name: "german-code", issuer: "D", formats: []Format{TD1, TD2, TD3},
			Source: "ICAO 9303-3, section 5: Germany is D and two fillers"},
		{Name: "french-id-1988", issuer: "FRA", formats: []Format{FrenchID},
			Source: "fr.wikipedia.org, Carte nationale d'identité en France: fields of its own in 2 lines of 36, no date of expiry"},
		{Name: "dutch-bsn", issuer: "NLD", formats: []Format{TD1},
			Source:   "specimen SPECI2014 of the Netherlands: burgerservicenummer in the optional data, its check digit in their last cell",
			personal: regexp.MustCompile(`^([0-9]{9})<{5}[0-9]$`), checked: true},
		{Name: "spanish-dni", issuer: "ESP", formats: []Format{TD1},
			Source:   "specimen BAA000589 of Spain: DNI or NIE in the optional data; the document number is that of the card",
			personal: regexp.MustCompile(`^([0-9XYZ][0-9]{7}[A-Z])<*$`)},
		{Name: "czech-birth-number", issuer: "CZE", formats: []Format{TD3},
			Source:   "specimen 99003853 of the Czech Republic: rodné číslo in the personal number field",
			personal: regexp.MustCompile(`^([0-9]{9,10})<*$`)},
		{Name: "portuguese-number", issuer: "PRT", formats: []Format{TD1},
			Source: "specimen 000024759ZZ7 of Portugal: the number overflows, and the filler inside takes part in its check digit"},
	}
}

// applyDeviations names the deviations of the issuer that the document shows.
func (d *Document) applyDeviations() {
	for _, v := range Deviations() {
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
		d.Deviations = append(d.Deviations, v.Name)
	}
}
