package ocr

import (
	"strings"
	"testing"
)

func TestLettersOfANumberAreThoseOfAName(t *testing.T) {
	for _, c := range []struct {
		scheme, number, words string
		want                  bool
	}{
		{"mx-curp", "PEGL890909MJCRMS08", "NOMBRE Pérez Gómez Luisa", true},
		{"mx-curp", "PEGL890909MJCRHS08", "NOMBRE Pérez Gómez Luisa", false}, // passes the check digit
		{"mx-curp", "PEGL890909MJCRMS08", "", false},
		{"mx-curp", "BOXW310820HNERXN09", "WINSTON BOIRA", true}, // no second surname
		{"mx-curp", "MXGL890909MJCXMS08", "MUÑOZ GÓMEZ LUISA", true},
		{"mx-elector", "GMVLMR80070501M100", "GÓMEZ VELÁZQUEZ MARGARITA", true},
		{"mx-elector", "GMVLMN80070501M100", "GÓMEZ VELÁZQUEZ MARGARITA", false},
		{"it-cf", "DLCMRA75R64L219W", "COGNOME DE LUCA NOME MARIO", true},
		{"it-cf", "DLCMRC75R64L219W", "COGNOME DE LUCA NOME MARIO", false},
		{"it-cf", "BNCLSN84A19F205T", "ALESSANDRO BIANCHI", true},
		{"it-cf", "FOXLAI84A19F205T", "FO LIA", false},
		{"it-cf", "FOXLIA84A19F205T", "FO LIA", true},
		{"es-dni", "12644914C", "", true},
	} {
		if got := named(t, c.scheme).Spelled(c.number, strings.Fields(Fold(c.words))); got != c.want {
			t.Errorf("%s %s, %q: %t", c.scheme, c.number, c.words, got)
		}
	}
}
