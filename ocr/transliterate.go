package ocr

import (
	"slices"
	"strings"
	"unicode"
)

// spellings writes a word of a name with A–Z: without marks, with them written out, and in each romanisation.
func spellings(word string) []string {
	forms := []string{word}
	if strings.ContainsFunc(word, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) }) {
		for _, r := range romanisers {
			forms = append(forms, strings.TrimPrefix(r.Replace("^"+word), "^"))
		}
	}
	var all []string
	for _, form := range forms {
		all = append(all, plainLatin(form), plainLatin(icaoLatin.Replace(form)))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// nameKeys lists what a spelling is compared by: one key, or two (Yuri and Yury are IURII).
func nameKeys(spelling string) []string {
	key := strings.TrimSpace(alike.Replace(spelling + " "))
	if len(key) < min(len(spelling), 4) {
		key = spelling // Noel is not Nol
	}
	if len(key) < 5 { // Kay is not Kai
		return []string{key}
	}
	if strings.HasPrefix(key, "IE") {
		key = key[1:] // Yekaterina is Ekaterina
	}
	stem, ending := key[:len(key)-2], key[len(key)-2:]
	switch ending {
	case "AY", "EY", "OY":
		return []string{stem + ending[:1] + "I"}
	case "II", "IY", "YI", "YY":
		return []string{stem + "I", stem + "Y"}
	}
	return []string{key}
}

// icaoLatin writes accented letters out, as ICAO Doc 9303-3 (8th edition),
// section 6.A recommends for the machine-readable zone. What it only takes the
// mark off is not listed. Đ and Ə are as Serbs and Azerbaijanis write them out.
var icaoLatin = strings.NewReplacer(
	"Ä", "AE", "Ö", "OE", "Ü", "UE", "Å", "AA", "Ø", "OE", "Æ", "AE", "Œ", "OE", "Ĳ", "IJ", "Þ", "TH", "ß", "SS", "ẞ",
	"SS", "Đ", "DJ", "Ə", "A",
)

// alike makes one of what people and authorities spell in several ways. The first that fits holds;
// a space ends the word. Umlauts written out, but for an E that may be a vowel of its own at
// the end (Monroe), and the alternatives of ICAO Doc 9303-3, section 6.A (UXX, NXX); the Y and I of
// Cyrillic before vowels (Юлия: YULIYA, YULIA, IULIIA) and at the end of -ский; its KS (Алексей).
var alike = strings.NewReplacer(
	"UXX", "U", "NXX", "N", "AE ", "AE", "OE ", "OE", "UE ", "UE", "AE", "A", "OE", "O", "UE", "U",
	"IYA", "IA", "IYE", "IE", "IYO", "IO", "IYU", "IU", "IIA", "IA", "IIE", "IE", "IIO", "IO", "IIU", "IU",
	"YA", "IA", "YE", "IE", "YO", "IO", "YU", "IU", "XA", "KSA", "XE", "KSE", "XI", "KSI", "XO", "KSO",
	"SKYI ", "SKI", "SKYY ", "SKI", "SKII ", "SKI", "SKIY ", "SKI", "SKIJ ", "SKI", "SKY ", "SKI",
)

// cyrillic is ICAO Doc 9303-3, section 6.B, as far as the languages agree.
var cyrillic = strings.Fields(`А A Б B В V Г G Д D Е E Ё E Ж ZH З Z И I І I Й I К K Л L М M Н N О O П P Р R С S Т T У U
	Ф F Х KH Ц TS Ч CH Ш SH Щ SHCH Ы Y Ъ IE Э E Ю IU Я IA Ѵ Y Ґ G Ў U Ѫ U Ѓ G Ђ Đ Ѕ DZ Ј J
	Ќ K Љ LJ Њ NJ Ћ C Џ DZ Є IE Ї I`)

// greek is ELOT 743 (ISO 843, type 2); a circumflex begins the word.
var greek = strings.Fields(`^ΜΠ B ΓΓ NG ΓΞ NX ΓΧ NCH ΟΥ OU ΟΎ OU ΟΫ OY Α A Ά A Β V Γ G Δ D Ε E Έ E Ζ Z Η I Ή I Θ TH Ι I
	Ί I Ϊ I Κ K Λ L
	Μ M Ν N Ξ X Ο O Ό O Π P Ρ R Σ S Τ T Υ Y Ύ Y Ϋ Y Φ F Χ CH Ψ PS Ω O Ώ O`)

// choices are where languages depart from the common table, and where ELOT 743 goes by the next letter.
var choices = [][]string{
	nil,                    // Russian
	{"Г", "H", "Ё", "IO"},  // Belarusian
	{"Г", "H", "И", "Y"},   // Ukrainian
	{"Щ", "SHT", "Ъ", "A"}, // Bulgarian
	strings.Fields("Ж Z Х H Ц C Ч C Ш S"),    // Serbian
	strings.Fields("Ѓ GJ Ќ KJ Џ DJ Х H Ц C"), // Macedonian
	strings.Fields("ΑΥ AV ΑΎ AV ΕΥ EV ΕΎ EV ΗΥ IV ΗΎ IV"),
	strings.Fields("ΑΥ AF ΑΎ AF ΕΥ EF ΕΎ EF ΗΥ IF ΗΎ IF"),
}

// romanisers is what makes Latin letters of the others; each is a spelling that a card may have.
var romanisers = func() []*strings.Replacer {
	var all []*strings.Replacer
	for _, exceptions := range choices {
		pairs := slices.Concat(exceptions, cyrillic, []string{"Ь", ""}, greek)
		all = append(all, strings.NewReplacer(pairs...))
	}
	return all
}()
