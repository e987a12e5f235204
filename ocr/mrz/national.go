package mrz

import "regexp"

// personal is where an issuer puts the holder's own number.
type personal struct {
	issuer, source string
	format         Format
	number         *regexp.Regexp // matches the optional data, with the number as its first group
	checked        bool           // the last cell of the data is a check digit over the cells before it
}

// personals lists those that Parse knows, each with its source.
func personals() []personal {
	return []personal{
		{issuer: "NLD", format: TD1, number: regexp.MustCompile(`^([0-9]{9})<{5}[0-9]$`), checked: true,
			source: "specimen SPECI2014 of the Netherlands: burgerservicenummer, its check digit in the last cell"},
		{issuer: "ESP", format: TD1, number: regexp.MustCompile(`^([0-9XYZ][0-9]{7}[A-Z])<*$`),
			source: "specimen BAA000589 of Spain: DNI or NIE; the document number is that of the card"},
		{issuer: "CZE", format: TD3, number: regexp.MustCompile(`^([0-9]{9,10})<*$`),
			source: "specimen 99003853 of the Czech Republic: rodné číslo in the personal number field"},
	}
}

// findPersonal finds the holder's own number in the optional data.
func (d *Document) findPersonal() {
	raw := d.Optional.Raw
	for _, p := range personals() {
		if p.issuer != d.Issuer || p.format != d.Format {
			continue
		}
		if found := p.number.FindStringSubmatch(raw); found != nil {
			d.Personal = Field{Raw: raw, Value: found[1], Check: d.Optional.Check}
			if last := len(raw) - 1; p.checked {
				d.Personal.Check = verdict(raw[last] == CheckDigit(raw[:last]))
			}
		}
	}
}
