package card

import "strings"

// The types of document.
const (
	passport        = "passport"
	identityCard    = "identity_card"
	voterCard       = "voter_card"
	drivingLicence  = "driving_licence"
	residencePermit = "residence_permit"
	visa            = "visa"
)

// zoneKind is the type that a document code of the zone stands for (ICAO 9303-4 to -7); empty for a private code.
func zoneKind(code string) string {
	switch {
	case strings.HasPrefix(code, "P"):
		return passport
	case strings.HasPrefix(code, "V"):
		return visa
	case strings.HasPrefix(code, "I"):
		return identityCard
	}
	return ""
}

// titles is what cards are headed by, the narrower title first: a voter identity card is an identity card too.
func titles() []struct{ kind, text string } {
	return []struct{ kind, text string }{
		{voterCard, "VOTER IDENTITY CARD"}, {voterCard, "ELECTION COMMISSION"}, {voterCard, "ELECTORAL COMMISSION"},
		{voterCard, "VOTERS CARD"}, {voterCard, "VOTER ID"}, {voterCard, "TITULO ELEITORAL"},
		{voterCard, "CREDENCIAL PARA VOTAR"}, {voterCard, "CARTE D ELECTEUR"}, {drivingLicence, "DRIVING LICENCE"},
		{drivingLicence, "DRIVER LICENSE"}, {drivingLicence, "PERMIS DE CONDUIRE"}, {residencePermit, "RESIDENCE PERMIT"},
		{residencePermit, "TITRE DE SEJOUR"}, {residencePermit, "AUFENTHALTSTITEL"}, {passport, "PASSPORT"},
		{passport, "PASSEPORT"}, {passport, "PASAPORTE"}, {passport, "REISEPASS"}, {identityCard, "IDENTITY CARD"},
		{identityCard, "NATIONAL ID"}, {identityCard, "DOCUMENTO NACIONAL DE IDENTIDAD"},
		{identityCard, "CARTE NATIONALE D IDENTITE"}, {identityCard, "PERSONALAUSWEIS"}, {identityCard, "CARTA DI IDENTITA"},
		{identityCard, "CARTAO DE CIDADAO"}, {identityCard, "IDENTITEITSKAART"},
	}
}

// printedKind finds the title of a card, wherever it is in a line.
func printedKind(page []segment) (kind string, confidence float64) {
	for _, t := range titles() {
		want := solid(t.text)
		for _, s := range page {
			for from := range s.words {
				read := ""
				for to := from + 1; to <= min(len(s.words), from+maxLabelWords); to++ {
					read += solid(s.words[to-1].Text)
					if distance(read, want, tolerated(len(want))) <= tolerated(len(want)) {
						return t.kind, s.part(from, to).confidence()
					}
				}
			}
		}
	}
	return "", 0
}
