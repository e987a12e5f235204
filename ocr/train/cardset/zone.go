package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"ostrakon/ocr/mrz"
)

// fit fills a text up to a width, or cuts it.
func fit(words string, width int) string { return (words + strings.Repeat("<", width))[:width] }

// zoneName writes a name as 9303-3, section 6, transliterates it.
func zoneName(h holder) string {
	special := strings.NewReplacer("Å", "AA", "Ä", "AE", "Ö", "OE", "Ø", "OE", "Ü", "UE", "Ñ", "N", "Đ", "D", "Ł", "L",
		"Õ", "O", "ı", "I", "İ", "I")
	plain := func(name string) string {
		name = special.Replace(strings.ToUpper(name))
		name, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), name)
		if err != nil {
			panic(err) // no text fails
		}
		return strings.NewReplacer(" ", "<", "-", "<", "'", "").Replace(name)
	}
	return plain(h.surname) + "<<" + plain(h.given)
}

// checked is a field with its check digit.
func checked(field string) string { return field + string(mrz.CheckDigit(field)) }

// twoLines is a zone of two lines: a passport (P), a card of the size TD2 (I) or a visa (V).
func twoLines(h holder, code string, width int, optional string) []string {
	upper := fit(code+"<"+h.state+zoneName(h), width)
	number := checked(fit(h.document, 9))
	birth, expiry := checked(h.birth.Format("060102")), checked(h.expiry.Format("060102"))
	lower := number + h.state + birth + h.sex + expiry
	switch code {
	case "P":
		personal := fit(optional, 14)
		digit := "<"
		if optional != "" {
			digit = string(mrz.CheckDigit(personal))
		}
		lower += personal + digit
		return []string{upper, lower + string(mrz.CheckDigit(number+birth+expiry+personal+digit))}
	case "I":
		lower += fit(optional, 7)
		return []string{upper, lower + string(mrz.CheckDigit(number+birth+expiry+fit(optional, 7)))}
	}
	return []string{upper, lower + fit(optional, width-28)}
}
