package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"ostrakon/ocr"
)

// nation is whose cards have a kind of number.
type nation struct {
	scheme, state, title string
	numberLabel          string
	// shape of the number: # is a digit, @ a letter; YYYY, YY, MM and DD are of the birth, M2 is the
	// month, by 20 more for births since 2000, C the century digit of the Baltic states and Romania.
	shape    string
	names    []string // surnames, then given names, each divided by spaces
	language language
}

// language is the labels of a card.
type language struct{ surname, given, birth, issue, expiry, sex, nationality string }

func english() language {
	return language{"Surname", "Given names", "Date of birth", "Date of issue", "Date of expiry", "Sex", "Nationality"}
}

func nations() []nation {
	return []nation{
		{"ee-isik", "EST", "EESTI VABARIIK", "Isikukood", "CYYMMDD####",
			[]string{"Tõnisson Kärner Põldmäe", "Ülle Jüri Maarja"},
			language{"Perekonnanimi", "Eesnimi", "Sünniaeg", "Väljastatud", "Kehtiv kuni", "Sugu", "Kodakondsus"}},
		{"pl-pesel", "POL", "RZECZPOSPOLITA POLSKA", "PESEL", "YYM2DD#####",
			[]string{"Wiśniewska-Żak Dąbrowski Łuczak", "Łukasz Małgorzata Zdzisław"},
			language{"Nazwisko", "Imiona", "Data urodzenia", "Data wydania", "Termin ważności", "Płeć", "Obywatelstwo"}},
		{"cz-rc", "CZE", "ČESKÁ REPUBLIKA", "Rodné číslo", "YYMMDD####",
			[]string{"Dvořák Růžička Šťastný", "Jiří Ondřej Tomáš"},
			language{"Příjmení", "Jméno", "Datum narození", "Datum vydání", "Platnost do", "Pohlaví", "Státní občanství"}},
		{"ro-cnp", "ROU", "ROMÂNIA", "CNP", "CYYMMDD12####", []string{"Ștefănescu Bălan Țurcanu", "Ionuț Mărioara Călin"},
			language{"Nume", "Prenume", "Data nașterii", "Data emiterii", "Valabil până la", "Sex", "Cetățenie"}},
		{"tr-tckn", "TUR", "TÜRKİYE CUMHURİYETİ", "T.C. Kimlik No", "###########",
			[]string{"Yıldız Çelik Öztürk", "Gülşen Uğur Mehmet"},
			language{"Soyadı", "Adı", "Doğum Tarihi", "Veriliş Tarihi", "Son Geçerlilik", "Cinsiyet", "Uyruğu"}},
		{"se-pnr", "SWE", "KONUNGARIKET SVERIGE", "Personnummer", "YYYYMMDD####",
			[]string{"Åkesson Sjöberg Bergström", "Björn Märta Göran"},
			language{"Efternamn", "Förnamn", "Födelsedatum", "Utfärdad", "Giltigt till", "Kön", "Medborgarskap"}},
		{"es-dni", "ESP", "REINO DE ESPAÑA", "DNI Núm", "########@", []string{"Núñez Ibáñez Peñalver", "Iñaki Begoña Jesús"},
			language{"Apellidos", "Nombre", "Fecha de nacimiento", "Fecha de emisión", "Validez", "Sexo", "Nacionalidad"}},
		{"pt-nif", "PRT", "REPÚBLICA PORTUGUESA", "NIF", "2########", []string{"Gonçalves Simões Falcão", "Inês João Fátima"},
			language{"Apelido", "Nome", "Data de nascimento", "Data de emissão", "Data de validade", "Sexo", "Nacionalidade"}},
		{"hr-oib", "HRV", "REPUBLIKA HRVATSKA", "OIB", "###########",
			[]string{"Šimić Đurić Žanetić", "Željko Krešimir Nives"},
			language{"Prezime", "Ime", "Datum rođenja", "Datum izdavanja", "Vrijedi do", "Spol", "Državljanstvo"}},
		{"lt-ak", "LTU", "LIETUVOS RESPUBLIKA", "Asmens kodas", "CYYMMDD####",
			[]string{"Žukauskaitė Šimkus Jonaitytė", "Rūta Žilvinas Eglė"},
			language{"Pavardė", "Vardas", "Gimimo data", "Išdavimo data", "Galioja iki", "Lytis", "Pilietybė"}},
		{"fi-hetu", "FIN", "SUOMI FINLAND", "Henkilötunnus", "DDMMYY###@",
			[]string{"Mäkelä Hämäläinen Törmänen", "Päivi Väinö Elina"},
			language{"Sukunimi", "Etunimet", "Syntymäaika", "Myöntämispäivä", "Viimeinen voimassaolopäivä", "Sukupuoli",
				"Kansalaisuus"}},
		{"no-fnr", "NOR", "NORGE", "Fødselsnummer", "DDMMYY#####", []string{"Bjørnstad Skåre Østby", "Håkon Sølvi Pål"},
			language{"Etternavn", "Fornavn", "Fødselsdato", "Utstedt", "Gyldig til", "Kjønn", "Statsborgerskap"}},
		{"nl-bsn", "NLD", "KONINKRIJK DER NEDERLANDEN", "BSN", "#########",
			[]string{"Brouwer Dijkstra Coëver", "Daniël Noëlle Joost"},
			language{"Achternaam", "Voornamen", "Geboortedatum", "Datum van afgifte", "Geldig tot", "Geslacht",
				"Nationaliteit"}},
		{"br-cpf", "BRA", "REPÚBLICA FEDERATIVA DO BRASIL", "CPF", "###########",
			[]string{"Conceição Araújo Magalhães", "Antônio Luísa Júlia"},
			language{"Sobrenome", "Nome", "Data de nascimento", "Data de emissão", "Validade", "Sexo", "Nacionalidade"}},
		{"cl-rut", "CHL", "REPÚBLICA DE CHILE", "RUN", "1########", []string{"Muñoz Órdenes Yáñez", "Tomás Sofía Andrés"},
			language{"Apellidos", "Nombres", "Fecha de nacimiento", "Fecha de emisión", "Fecha de vencimiento", "Sexo",
				"Nacionalidad"}},
		{"za-id", "ZAF", "REPUBLIC OF SOUTH AFRICA", "Identity Number", "YYMMDD####08#",
			[]string{"Mokoena Pillay Jacobs", "Thandeka Pieter Lerato"}, english()},
		{"in-aadhaar", "IND", "GOVERNMENT OF UTOPIA", "Aadhaar No", "3###########",
			[]string{"Raghunathan Deshpande Chaudhary", "Vidya Arjun Lakshmi"}, english()},
		{"ke-id", "KEN", "REPUBLIC OF KENYA", "ID Number", "2#######",
			[]string{"Kiplagat Achieng Ndung'u", "Wanjiru Kipchoge Auma"}, english()},
		{"bg-egn", "BGR", "REPUBLIC OF BULGARIA", "Personal No", "YYMMDD####",
			[]string{"Dimitrova Stoyanov Hristov", "Yordanka Krasimir Svetla"}, english()},
		{"il-id", "ISR", "STATE OF UTOPIA", "ID Number", "3########",
			[]string{"Ben-Shalom Rosenthal Avrahami", "Shoshana Yitzhak Tamar"}, english()},
	}
}

// holder is who a card is of.
type holder struct {
	nation
	surname, given       string
	birth, issue, expiry time.Time
	sex                  string
	number               string // compact
	printed              string // as the card prints it
	document             string
}

// invent makes up the holder of the n-th card.
func invent(rng *rand.Rand, n int) (holder, error) {
	all := nations()
	h := holder{nation: all[(n*7+n/each)%len(all)], sex: []string{"F", "M"}[rng.IntN(2)]}
	pick := func(list string) string {
		words := strings.Fields(list)
		return words[rng.IntN(len(words))]
	}
	h.surname, h.given = pick(h.names[0]), pick(h.names[1])
	if rng.IntN(3) == 0 {
		if second := pick(h.names[1]); second != h.given {
			h.given += " " + second
		}
	}
	h.birth = time.Date(1941+rng.IntN(65), time.Month(1+rng.IntN(12)), 1+rng.IntN(28), 0, 0, 0, 0, time.UTC)
	h.issue = time.Date(2017+rng.IntN(8), time.Month(1+rng.IntN(12)), 1+rng.IntN(28), 0, 0, 0, 0, time.UTC)
	h.expiry = h.issue.AddDate(10, 0, 0)
	h.document = fmt.Sprintf("%c%c%07d", 'A'+rng.IntN(26), 'A'+rng.IntN(26), rng.IntN(1e7))
	scheme, err := ocr.SchemeNamed(h.scheme)
	if err != nil {
		return holder{}, err
	}
	if h.number, err = validNumber(rng, scheme, h); err != nil {
		return holder{}, err
	}
	h.printed = scheme.Format(h.number)
	return h, nil
}

// validNumber draws numbers of a nation's shape until one is valid and of the holder's birth.
func validNumber(rng *rand.Rand, scheme ocr.Scheme, h holder) (string, error) {
	month, century := int(h.birth.Month()), "3"
	shifted := month
	if h.birth.Year() >= 2000 {
		century, shifted = "5", month+20
		if scheme.Name == "bg-egn" {
			month += 40
		}
	}
	if scheme.Name == "ro-cnp" {
		century = map[string]string{"3": "1", "5": "5"}[century]
	}
	sign := map[bool]string{true: "A", false: "-"}[h.birth.Year() >= 2000]
	shape := strings.NewReplacer(
		"YYYY", h.birth.Format("2006"), "YY", h.birth.Format("06"), "MM", fmt.Sprintf("%02d", month),
		"M2", fmt.Sprintf("%02d", shifted), "DD", h.birth.Format("02"), "C", century,
	).Replace(h.shape)
	if scheme.Name == "fi-hetu" {
		shape = shape[:6] + strings.Trim(sign, "-") + shape[6:]
	}
	born := ocr.Date{Year: h.birth.Year(), Month: h.birth.Month(), Day: h.birth.Day()}
	for range 1_000_000 {
		number := strings.Map(func(r rune) rune {
			switch r {
			case '#':
				return '0' + rng.Int32N(10)
			case '@':
				return 'A' + rng.Int32N(26)
			}
			return r
		}, shape)
		if scheme.Validate(number) != "" {
			continue
		}
		if b, ok := scheme.Birth(number); !ok || b.Agrees(born) {
			return number, nil
		}
	}
	return "", fmt.Errorf("no valid number of the kind %s has the shape %q", scheme.Name, shape)
}
