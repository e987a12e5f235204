package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"

	"ostrakon/ocr/lines/net"
)

// syllables of names that sound European, African or Indian; none is a list of names.
func syllables() (onsets, vowels, codas []string) {
	return strings.Fields("b br c ch cl d dr f fr g gl gr h j k kh kl kr l ll m mb mw n ng nd p pr qu r rr s sch sh sk " +
			"sl sp st sw t th tr ts tz v vl w x y z zh"),
		strings.Fields("a e i o u a e i o a e i aa ai au ea ei ia ie io oe oo ou ue y"),
		strings.Fields("l n r s t d k m n r s ck ll nn rd rt st nt ng tz x z ff rs ns th c b g h p v")
}

// accents are what a letter may be printed as.
func accents() map[rune]string {
	return map[rune]string{
		'a': "àáâãäåăąāæ", 'c': "çćč", 'd': "ďđð", 'e': "èéêëēėęě", 'g': "ğģ", 'i': "ìíîïīįı", 'k': "ķ", 'l': "ĺľļł",
		'n': "ñńņň",
		'o': "òóôõöøőœ", 'r': "ŕř", 's': "śşšșß", 't': "ťțþ", 'u': "ùúûüūůűų", 'y': "ý", 'z': "źżž",
	}
}

// labels are words of cards in several languages.
func labels() []string {
	return strings.Split("Surname|Given names|Name|Names|Full name|First name|Last name|Date of "+
		"birth|Birth|Sex|Gender|Female|Male|Nationality|Place of birth|"+
		"Date of issue|Date of expiry|Expiry|Valid until|Valid from|Expires|Issued|Document No.|Card No|Passport No.|ID "+
		"Number|Identity card|IDENTITY CARD|"+
		"NATIONAL IDENTITY CARD|PASSPORT|DRIVING LICENCE|DRIVER LICENSE|VISA|RESIDENCE PERMIT|VOTER IDENTITY CARD|ELECTION "+
		"COMMISSION|REPUBLIC OF|STATE OF|"+
		"KINGDOM OF|Personal No.|Personal code|Authority|Signature|Address|Height|Type|Code|Country|Holder|Number|Father's "+
		"name|Elector|Age|DOB|ISS|EXP|SEX|"+
		"Nom|Prénoms|Prénom|Né(e) le|Date de naissance|Lieu de naissance|Sexe|Nationalité|Date de délivrance|Date "+
		"d'expiration|Valable jusqu'au|CARTE D'IDENTITÉ|"+
		"RÉPUBLIQUE|N° du "+
		"passeport|Numéro|Nachname|Name|Vornamen|Vorname|Geburtsdatum|Geburtsort|Geschlecht|Staatsangehörigkeit|Gültig "+
		"bis|Ausgestellt am|"+
		"PERSONALAUSWEIS|REISEPASS|Familienname|Ausweisnummer|Apellidos|Nombre|Nombres|Fecha de nacimiento|Lugar de "+
		"nacimiento|Sexo|Nacionalidad|Válido hasta|"+
		"Fecha de expedición|DNI|NÚM|REINO DE|REPÚBLICA|CÉDULA DE IDENTIDAD|Cognome|Nome|Luogo e data di nascita|Data di "+
		"nascita|Sesso|Cittadinanza|Scadenza|"+
		"Emissione|CARTA DI IDENTITÀ|REPUBBLICA|Codice fiscale|Apelido|Data de "+
		"nascimento|Validade|Naturalidade|Filiação|Data de emissão|CPF|Registro Geral|"+
		"Nazwisko|Imiona|Imię|Data urodzenia|Płeć|Obywatelstwo|Data ważności|DOWÓD "+
		"OSOBISTY|RZECZPOSPOLITA|PESEL|Příjmení|Jméno|Datum narození|Pohlaví|Platnost do|"+
		"Rodné číslo|Priezvisko|Meno|Dátum narodenia|Rodné číslo|Achternaam|Voornamen|Geboortedatum|Geslacht|Geldig "+
		"tot|Efternamn|Förnamn|Födelsedatum|"+
		"Personnummer|Kön|Giltigt t.o.m.|Etternavn|Fornavn|Fødselsdato|Fødselsnummer|Gyldig "+
		"til|Efternavn|Fornavne|Sukunimi|Etunimet|Syntymäaika|Henkilötunnus|"+
		"Perekonnanimi|Eesnimed|Sünniaeg|Isikukood|Uzvārds|Vārds|Dzimšanas datums|Personas kods|Pavardė|Vardas|Gimimo "+
		"data|Asmens kodas|Családi név|Utónév|"+
		"Születési idő|Nume|Prenume|Data nașterii|Cod numeric personal|CNP|Prezime|Ime|Datum rođenja|OIB|Soyadı|Adı|Doğum "+
		"tarihi|Son geçerlilik|T.C. Kimlik No|"+
		"Jina|Tarehe ya kuzaliwa|Jinsia|EPIC No|NIN|VIN|ID "+
		"No|BSN|NIF|NIE|SSN|UTOPIA|MINISTRY|INTERIOR|MULT|Entries|Kind|Blood group|Domicile", "|")
}

// writer makes texts.
type writer struct{ *rand.Rand }

func (w writer) of(choices ...string) string { return choices[w.IntN(len(choices))] }

// one reports a chance of one in n.
func (w writer) one(n int) bool { return w.IntN(n) == 0 }

// name is a word of syllables, with its first letter as a capital.
func (w writer) name() string {
	onsets, vowels, codas := syllables()
	var b strings.Builder
	for i := range 1 + w.IntN(2) + w.IntN(3)/2*w.IntN(2) {
		if i > 0 || !w.one(4) {
			b.WriteString(w.of(onsets...))
		}
		b.WriteString(w.of(vowels...))
		if w.one(2) {
			b.WriteString(w.of(codas...))
		}
	}
	if w.one(3) {
		b.WriteString(w.of("a", "o", "i", "e", "ez", "ski", "ova", "son", "sen", "ini", "el", "l", "ll", "il", "er", "en",
			"u", "y", "ić", "ó"))
	}
	letters := []rune(b.String())
	if w.one(5) {
		for i, r := range letters {
			if with := []rune(accents()[r]); len(with) > 0 && w.one(3) {
				letters[i] = with[w.IntN(len(with))]
			}
		}
	}
	letters[0] = unicode.ToUpper(letters[0])
	return string(letters)
}

// names are one to three words, as cards print them.
func (w writer) names() string {
	parts := []string{w.name()}
	for w.one(2) && len(parts) < 4 {
		parts = append(parts, w.name())
	}
	text := strings.Join(parts, " ")
	switch w.IntN(16) {
	case 0:
		text = strings.Replace(text, " ", "-", 1)
	case 1:
		text = w.of("O'", "D'", "N'") + text
	case 2:
		text = strings.Replace(text, " ", ", ", 1)
	case 3:
		text = w.of("de ", "van der ", "von ", "da ", "al-", "Mc", "Dr. ", "bin ") + text
	case 4:
		text = string(rune('A'+w.IntN(26))) + ". " + text
	}
	if w.one(2) {
		return upper(text)
	}
	return text
}

// upper is a text in capitals as print has them.
func upper(text string) string { return strings.ReplaceAll(strings.ToUpper(text), "ß", "SS") }

// date is a date in one of many forms.
func (w writer) date() string {
	day, month, year := 1+w.IntN(31), 1+w.IntN(12), 1930+w.IntN(110)
	months := []string{
		"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC", "January", "February", "March",
		"April", "June", "July",
		"August", "September", "October", "November", "December", "janv.", "févr.", "mars", "avril", "mai", "juin", "juil.",
		"août", "sept.", "oct.",
		"déc.", "Januar", "Februar", "März", "Juni", "Juli", "Oktober", "Dezember", "ENE", "ABR", "AGO", "DIC", "enero",
		"mayo", "agosto", "GEN", "MAG",
		"GIU", "LUG", "SET", "OTT", "maio", "STY", "LUT", "KWI", "WRZ",
	}
	name := w.of(months...)
	switch w.IntN(3) {
	case 0:
		name = upper(name)
	}
	separator := w.of(".", ".", "/", "/", "-", " ", ". ", " / ")
	switch w.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf("%02d%s%02d%s%04d", day, separator, month, separator, year)
	case 3:
		return fmt.Sprintf("%04d%s%02d%s%02d", year, w.of("-", ".", "/", " "), month, w.of("-", ".", "/", " "), day)
	case 4:
		return fmt.Sprintf("%d%s%d%s%d", day, separator, month, separator, year)
	case 5:
		return fmt.Sprintf("%02d%s%02d%s%02d", day, separator, month, separator, year%100)
	case 6:
		return fmt.Sprintf("%02d %s %04d", day, name, year)
	}
	return fmt.Sprintf("%s %d, %04d", name, day, year)
}

// number is digits, with letters among them or between groups.
func (w writer) number() string {
	shape := w.of("########@", "@@@#######", "########", "###########", "###.###.###-##", "#### #### ####", "@@#######",
		"@########", "######-####",
		"######/####", "## ## ## ## ###", "#-####-#####-##-#", "@@######@", "##########", "@@@@@######@@@@", "### ### ###",
		"##.###.###-#", "###-##-####",
		"@@@@######@@@@@@##", "######", "####", "#########@", "@#######@", "###-####-#######-#", "@@ ##### ##", "#.###.###",
		"@@#@#@@##")
	if w.one(4) {
		shape = strings.Repeat("#", 1+w.IntN(14))
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '#':
			return '0' + w.Int32N(10)
		case '@':
			return 'A' + w.Int32N(26)
		}
		return r
	}, shape)
}

// scramble is symbols in no order: they keep the network from reading words instead of letters.
func (w writer) scramble() string {
	all := net.Symbols()[1:]
	var out []rune
	common := w.one(2)
	for range 2 + w.IntN(10) {
		n := len(all)
		if common {
			n = 62
		}
		out = append(out, all[w.IntN(n)])
		if w.one(7) {
			out = append(out, ' ')
		}
	}
	return strings.TrimSpace(string(out))
}

// label is one, or two with a slash between.
func (w writer) label() string {
	text := w.of(labels()...)
	switch w.IntN(8) {
	case 0:
		text += w.of(" / ", "/") + w.of(labels()...)
	case 1:
		text = upper(text)
	case 2:
		text = fmt.Sprint(1+w.IntN(12)) + w.of(". ", ") ") + text
	case 3:
		text = strings.ToLower(text)
	}
	return text
}

// line is the text of a line of print.
func (w writer) line() string {
	switch w.IntN(20) {
	case 0, 1, 2, 3, 4, 5:
		return w.names()
	case 6, 7, 8:
		return w.date()
	case 9, 10, 11:
		return w.number()
	case 12, 13, 14:
		return w.label()
	case 15:
		return w.label() + w.of(": ", " ", " : ") + w.number()
	case 16:
		return w.label() + w.of(": ", " ") + w.date()
	case 17:
		return w.label() + w.of(": ", " ") + w.names()
	case 18:
		if w.one(4) {
			return w.of("M", "F", "X", "P", "1.", "2.", "3.", "4a.", "4b.", "4c.", "4d.", "5.", "9.", "I", "B", "AM/B1",
				"171 cm", "O+", "DEU", "CZE", "ESP")
		}
		return w.scramble()
	}
	return w.scramble()
}
