package card

import (
	"slices"
	"strings"

	"ostrakon/ocr"
)

// meaning is what a label says of the value beside it.
type meaning int

const (
	fullName meaning = iota
	surname
	givenNames
	birth
	expiry
	issue
	other  // a value that we do not look for, so that it is not taken for one
	number // labels of the schemes: they count from here, one meaning for each scheme
)

// label is one label of cards, as skeleton writes it.
type label struct {
	text    string
	meaning meaning
}

// vocabulary lists, in the languages whose cards there are, what is printed beside values that every
// card has. In the order of meaning; separated by commas; spaces do not count.
func vocabulary() []string {
	return []string{
		fullName: `NAME, FULL NAME, NAME OF HOLDER, NAMES, ELECTORS NAME, ELECTOR NAME, HOLDER, NOM ET PRENOMS, NOM COMPLET,
			NOMBRE Y APELLIDOS, NOMBRE COMPLETO, NOME COMPLETO, NOME DO ELEITOR, JINA KAMILI, NAMA, NAAM, NAVN, NAMN, NIMI,
			ADI SOYADI, NOME, NOMBRE`,
		surname: `SURNAME, SURNAMES, LAST NAME, FAMILY NAME, PRIMARY IDENTIFIER, NOM, NOMS, NOM DE FAMILLE, APELLIDOS,
			APELLIDO, PRIMER APELLIDO, COGNOME, SOBRENOME, APELIDO, APELIDOS, FAMILIENNAME, NACHNAME, ACHTERNAAM, EFTERNAMN,
			ETTERNAVN, EFTERNAVN, PEREKONNANIMI, PAVARDE, UZVARDS, NAZWISKO, PRIJMENI, PRIEZVISKO, NUME, SOYADI, SUKUNIMI,
			PREZIME, PRIIMEK, JINA LA UKOO`,
		givenNames: `GIVEN NAMES, GIVEN NAME, FIRST NAME, FIRST NAMES, FORENAME, FORENAMES, OTHER NAMES, MIDDLE NAMES,
			SECONDARY IDENTIFIER, PRENOM, PRENOMS, PRENOM S, NOMBRE, NOMBRES, NOME, NOMI, NOMES, NOME PROPRIO, VORNAMEN, VORNAME,
			VOORNAMEN, FORNAMN, FORNAVN, EESNIMED, EESNIMI, VARDAS, VARDAI, VARDS, IMIE, IMIONA, JMENO, JMENA, MENO, PRENUME,
			ETUNIMET, MAJINA MENGINE`,
		birth: `DATE OF BIRTH, BIRTH DATE, BIRTHDATE, DOB, D O B, BORN, BORN ON, DATE DE NAISSANCE, NE LE, NEE LE, NE E LE,
			FECHA DE NACIMIENTO, F NACIMIENTO, NACIMIENTO, DATA DE NASCIMENTO, DATA NASCIMENTO, NASCIMENTO, DATA DI NASCITA,
			NATO IL, NATA IL, GEBURTSDATUM, GEBURTSTAG, GEBOORTEDATUM, FODELSEDATUM, FODSELSDATO, FODT, SYNNYINAIKA, SYNTYMAAIKA,
			SUNNIAEG, SUNNIKUUPAEV, GIMIMO DATA, DZIMSANAS DATUMS, DATA URODZENIA, DATUM NAROZENI, DATUM NARODENIA,
			DATA NASTERII, DOGUM TARIHI, DATUM RODENJA, TAREHE YA KUZALIWA, TANGGAL LAHIR, GEBOORTEDAG`,
		expiry: `DATE OF EXPIRY, EXPIRY DATE, EXPIRY, EXPIRES, EXPIRES ON, EXPIRATION DATE, DATE OF EXPIRATION, VALID UNTIL,
			VALID TO, VALID THRU, VALID TILL, EXP, DATE D EXPIRATION, EXPIRE LE, FECHA DE CADUCIDAD, VALIDEZ, VALIDO HASTA,
			VALIDA HASTA, FECHA DE VENCIMIENTO, VENCE, DATA DE VALIDADE, VALIDADE, VALIDO ATE, SCADENZA, DATA DI SCADENZA,
			GULTIG BIS, GELDIG TOT, GILTIGT TILL, GYLDIG TIL, UDLOBSDATO, KEHTIV KUNI, GALIOJA IKI, DERIGA LIDZ, TERMIN WAZNOSCI,
			PLATNOST DO, VALABIL PANA LA, SON GECERLILIK, VRIJEDI DO, VIIMEINEN VOIMASSAOLOPAIVA`,
		issue: `DATE OF ISSUE, ISSUE DATE, DATE ISSUED, ISSUED, ISSUED ON, DATE OF ISSUANCE, ISS, VALID FROM,
			DATE DE DELIVRANCE, DELIVRE LE, DELIVREE LE, DATE D EMISSION, FECHA DE EXPEDICION, FECHA DE EMISION, EXPEDICION,
			EMISION, DATA DE EMISSAO, DATA DE EXPEDICAO, EMISSAO, EXPEDICAO, DATA DI RILASCIO, DATA DI EMISSIONE, EMISSIONE,
			RILASCIATO IL, AUSSTELLUNGSDATUM, AUSGESTELLT AM, DATUM VAN AFGIFTE, DATUM AFGIFTE, AFGIFTEDATUM, UTFARDAD,
			UTFARDANDEDATUM, UTSTEDT, UTSTEDELSESDATO, UDSTEDT, UDSTEDELSESDATO, MYONTAMISPAIVA, VALJASTATUD,
			VALJAANDMISE KUUPAEV, ISDAVIMO DATA, IZDOSANAS DATUMS, DATA WYDANIA, DATUM VYDANI, DATUM VYDANIA, DATA ELIBERARII,
			DATA EMITERII, DUZENLEME TARIHI, VERILIS TARIHI, DATUM IZDAVANJA, DATUM IZDAJE, TANGGAL DIKELUARKAN,
			TAREHE YA KUTOLEWA`,
		other: `SEX, GENDER, SEXE, SEXO, SESSO, GESCHLECHT, KJONN, NATIONALITY, NATIONALITE, NACIONALIDAD, NACIONALIDADE,
			CITTADINANZA, STAATSANGEHORIGKEIT, PLACE OF BIRTH, LIEU DE NAISSANCE, LUGAR DE NACIMIENTO, DOCUMENT NO,
			DOCUMENT NUMBER, CARD NO, CARD NUMBER, SERIAL NO, SERIAL NUMBER, NUMERO DE SERIE, NUM SOPORTE, SUPPORT NO,
			PASSPORT NO, PASSPORT NUMBER, ISSUING AUTHORITY, AUTHORITY, ADDRESS, RESIDENCE, HEIGHT, BLOOD GROUP, SIGNATURE,
			FATHERS NAME, FATHER NAME, MOTHERS NAME, MOTHER NAME, HUSBANDS NAME, SPOUSE NAME, NAME OF FATHER, NAME OF MOTHER,
			FILIACAO, CONSTITUENCY, POLLING STATION, POLLING UNIT, DISTRICT, COUNTY, OCCUPATION, PHONE, TEL, COUNTRY, EYE COLOUR,
			PARENTS, IMIONA RODZICOW, NAZWISKO RODOWE, GEBURTSNAME, NAME AT BIRTH, MAIDEN NAME,
			NOM DE NAISSANCE, MARITAL STATUS, PLACE OF ISSUE, PART NO, ACCESS NO`,
	}
}

// numberLabels lists what is printed beside the numbers of many schemes, of voters' cards above all.
func numberLabels() []string {
	return []string{
		"VOTER ID NO", "VOTER NO", "VOTER ID", "ELECTOR NO", "ELECTOR ID", "EPIC NO", "VOTER REGISTRATION NO",
		"VOTER IDENTIFICATION NUMBER",
		"REG NO", "REGISTRATION NO", "IDENTIFICATION NO", "IDENTIFICATION NUMBER", "ID NR", "ID NUM", "ID CARD NO",
	}
}

func labelsFor(schemes []ocr.Scheme) []label {
	var all []label
	for i, list := range vocabulary() {
		for text := range strings.SplitSeq(list, ",") {
			all = append(all, label{skeleton(text), meaning(i)})
		}
	}
	for i, s := range schemes {
		for _, text := range slices.Concat(s.Labels, numberLabels()) {
			all = append(all, label{skeleton(text), number + meaning(i)})
		}
	}
	return all
}

// skeleton is a solid text with one letter for all that engines take for each other, so that 1D NO is ID NO.
func skeleton(text string) string {
	return strings.NewReplacer("RN", "M", "0", "O", "D", "O", "Q", "O", "1", "I", "L", "I", "5", "S", "8", "B", "2", "Z",
		"6", "G").Replace(solid(text))
}

// solid is a text as labels are compared: capitals and digits alone.
func solid(text string) string { return strings.ReplaceAll(ocr.Fold(text), " ", "") }

// maxLabelWords is how many words of an engine one label takes, split ones included.
const maxLabelWords = 6

// tolerated is how many letters of a label may be misread.
func tolerated(length int) int {
	switch {
	case length <= 5:
		return 0
	case length <= 9:
		return 1
	}
	return min(length/5, 3)
}

type match struct {
	meanings []meaning // several where schemes share a label
	text     string
	to       int // words taken
	errors   int
}

// certain reports whether a label cannot well be a value: it is spelt right, or long.
func (m match) certain() bool { return m.errors == 0 || len(m.text) >= 10 }

// matchAt finds the label that best fits the words from an index on: fewest errors for its length, then the longer.
func matchAt(s segment, from int, labels []label) (best match, ok bool) {
	read, score := "", 0
	for to := from + 1; to <= min(len(s.words), from+maxLabelWords); to++ {
		read += skeleton(s.words[to-1].Text)
		for _, l := range labels {
			limit := tolerated(len(l.text))
			errors := distance(read, l.text, limit)
			if errors > limit {
				continue
			}
			switch worth := len(l.text) - 3*errors; {
			case worth > score:
				best, score, ok = match{[]meaning{l.meaning}, l.text, to, errors}, worth, true
			case worth == score && best.text == l.text && best.to == to:
				best.meanings = append(best.meanings, l.meaning)
			}
		}
	}
	return best, ok
}
