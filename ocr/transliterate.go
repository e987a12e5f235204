package ocr

import "strings"

// icaoLatin writes accented letters out, as ICAO Doc 9303-3 (8th edition),
// section 6.A recommends for the machine-readable zone. What it only takes the
// mark off is not listed.
var icaoLatin = strings.NewReplacer(
	"Ä", "AE", "Ö", "OE", "Ü", "UE", "Å", "AA", "Ø", "OE", "Æ", "AE", "Œ", "OE", "Ĳ", "IJ", "Þ", "TH", "ß", "SS", "ẞ", "SS",
)

// merged undoes icaoLatin and its alternatives (UXX, NXX): MÜLLER, MUELLER, MUXXLLER and MULLER
// come out alike.
var merged = strings.NewReplacer("UXX", "U", "NXX", "N", "AE", "A", "OE", "O", "UE", "U", "AA", "A")

// cyrillic is ICAO Doc 9303-3, section 6.B, as far as the languages agree.
var cyrillic = strings.Fields(`А A Б B В V Г G Д D Е E Ё E Ж ZH З Z И I І I Й I К K Л L М M Н N О O П P Р R С S Т T У U
	Ф F Х KH Ц TS Ч CH Ш SH Щ SHCH Ы Y Ъ IE Э E Ю IU Я IA Ѵ Y Ґ G Ў U Ѫ U Ѓ G Ђ D Ѕ DZ Ј J Ќ K Љ LJ Њ NJ Ћ C Џ DZ Є IE Ї I`)

// cyrillicByLanguage is where that section departs from the common table.
var cyrillicByLanguage = [][]string{
	nil,                    // Russian
	{"Г", "H", "Ё", "IO"},  // Belarusian
	{"Г", "H", "И", "Y"},   // Ukrainian
	{"Щ", "SHT", "Ъ", "A"}, // Bulgarian
	strings.Fields("Ж Z Х H Ц C Ч C Ш S"),    // Serbian
	strings.Fields("Ѓ GJ Ќ KJ Џ DJ Х H Ц C"), // Macedonian
}

// greek is ELOT 743 (ISO 843, type 2), without the pairs that depend on their neighbours.
var greek = strings.Fields(`ΓΓ NG ΓΞ NX ΓΧ NCH ΟΥ OU ΟΎ OU ΟΫ OY Α A Ά A Β V Γ G Δ D Ε E Έ E Ζ Z Η I Ή I Θ TH Ι I Ί I Ϊ I Κ K Λ L
	Μ M Ν N Ξ X Ο O Ό O Π P Ρ R Σ S Τ T Υ Y Ύ Y Ϋ Y Φ F Χ CH Ψ PS Ω O Ώ O`)

// romanisers is what makes Latin letters of the others; each is a spelling that a card may have.
var romanisers = func() []*strings.Replacer {
	var all []*strings.Replacer
	for _, exceptions := range cyrillicByLanguage {
		pairs := append(append([]string{}, exceptions...), cyrillic...)
		pairs = append(pairs, "Ь", "", "Ъ", "")
		all = append(all, strings.NewReplacer(append(pairs, greek...)...))
	}
	return all
}()
