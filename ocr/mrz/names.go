package mrz

import "strings"

// splitNames parts the names field: two fillers end the surname, one parts words.
func splitNames(raw string) (surname, given string) {
	surname, given, _ = strings.Cut(raw, "<<")
	return words(surname), words(given)
}

// words parts a run of names at its fillers.
func words(raw string) string {
	return strings.Join(strings.FieldsFunc(raw, func(r rune) bool { return r == filler }), " ")
}

// maxSpellings bounds what Spellings returns.
const maxSpellings = 64

// transliteration is what a national letter becomes in the zone.
type transliteration struct{ letter, written string }

// transliterations lists the letters that become two or more (9303-3, section 6.A),
// the recommended form of each first.
func transliterations() []transliteration {
	return []transliteration{
		{"Ä", "AE"}, {"Æ", "AE"}, {"Å", "AA"}, {"Ö", "OE"}, {"Ø", "OE"}, {"Œ", "OE"}, {"Ü", "UE"}, {"ß", "SS"},
		{"Þ", "TH"}, {"Ĳ", "IJ"}, {"Ñ", "NXX"}, {"Ü", "UXX"},
	}
}

// Spellings lists what a name of the zone may be in its own script: MUELLER may be
// MÜLLER, and STRASS may be STRAß. The name itself comes first, then those with fewest
// changes, 64 at most. Letters that only lose a mark (É, written E) are not
// among them: comparison ignores marks anyhow.
func Spellings(name string) []string {
	found := []string{name}
	seen := map[string]bool{name: true}
	table := transliterations()
	for i := 0; i < len(found); i++ {
		for _, t := range table {
			for at := 0; ; {
				hit := strings.Index(found[i][at:], t.written)
				if hit < 0 {
					break
				}
				at += hit
				next := found[i][:at] + t.letter + found[i][at+len(t.written):]
				if !seen[next] {
					if len(found) == maxSpellings {
						return found
					}
					seen[next] = true
					found = append(found, next)
				}
				at++
			}
		}
	}
	return found
}
