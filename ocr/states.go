package ocr

import (
	"slices"
	"strings"
)

// states has the codes of countries in machine-readable zones (ICAO Doc 9303-3, section 5), by how kinds of number name
// these countries. The number of Serbia is that of three neighbours, too.
var states = map[string]string{
	"ae": "ARE", "ar": "ARG", "bd": "BGD", "be": "BEL", "bg": "BGR", "br": "BRA", "bw": "BWA", "ch": "CHE", "cl": "CHL",
	"cn": "CHN", "co": "COL", "cz": "CZE", "de": "D", "dk": "DNK", "ec": "ECU", "ee": "EST", "eg": "EGY", "es": "ESP",
	"fi": "FIN", "fr": "FRA", "gh": "GHA", "gr": "GRC", "hr": "HRV", "id": "IDN", "ie": "IRL", "il": "ISR", "in": "IND",
	"ir": "IRN", "is": "ISL", "it": "ITA", "ke": "KEN", "kr": "KOR", "lt": "LTU", "lv": "LVA", "mx": "MEX", "my": "MYS",
	"ng": "NGA", "nl": "NLD", "no": "NOR", "pe": "PER", "ph": "PHL", "pk": "PAK", "pl": "POL", "pt": "PRT", "ro": "ROU",
	"rs": "SRB BIH MNE MKD", "se": "SWE", "si": "SVN", "sk": "SVK", "th": "THA", "tr": "TUR", "tw": "TWN", "tz": "TZA",
	"ua": "UKR", "ug": "UGA", "vn": "VNM", "za": "ZAF", "zm": "ZMB",
}

// IssuedBy reports whether documents of a state, given as in machine-readable zones, can hold a number of the scheme:
// those of the scheme's country, and of a scheme without a country those of every state.
func (s Scheme) IssuedBy(state string) bool {
	country, _, ok := strings.Cut(s.Name, "-")
	return !ok || slices.Contains(strings.Fields(states[country]), state)
}
