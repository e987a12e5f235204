package ocr

import (
	"strings"
	"time"
)

// southernEurope is the kinds of number of southern and south-eastern Europe.
func southernEurope() []definition {
	yugoslav := birthplan{at: "DDMMYYY", sex: sexBy(9, "01234", "56789"), adjust: func(_ string, b *Birth) bool {
		if b.YearDigits = 4; b.Year >= 800 {
			b.Year += 1000
		} else {
			b.Year += 2000
		}
		return true
	}}
	return []definition{
		{
			name: "bg-egn", description: "a Bulgarian EGN: ten digits, the date of birth first",
			source: "Civil Registration Act (Bulgaria), art. 11; Ordinance RD-02-20-9 of 2012",
			shapes: []string{"##########"},
			labels: []string{"PERSONAL NO", "EGN"},
			check: checksum{"modulo 11, weights 2 4 8 5 10 9 7 3 6", func(n string) bool {
				return lastIs(n, weighted(n[:9], 2, 4, 8, 5, 10, 9, 7, 3, 6)%11%10)
			}},
			birth: birthplan{at: "YYMMDD", sex: sexBy(8, "02468", "13579"), adjust: func(_ string, b *Birth) bool {
				b.century([]int{1900, 1800, 2000, 0, 0}[b.Month/20])
				b.Month %= 20
				return b.Year >= 1800
			}},
		},
		{
			name: "es-dni", description: "a Spanish DNI: eight digits and a letter",
			source:  "Real Decreto 1553/2005 (Spain), art. 11; Real Decreto 1065/2007, art. 19",
			shapes:  []string{"########[TRWAGMYFPDXBNJZSQVHLCKE]"},
			formats: []string{"########-#"},
			labels:  []string{"DNI NUM", "DNI", "NUM DNI", "NIF", "DNI NO"},
			check:   mod23Letter,
		},
		{
			name: "es-nie", description: "a Spanish NIE: X, Y or Z, seven digits and a letter",
			source:  "Real Decreto 557/2011 (Spain), art. 206; Orden INT/2058/2008",
			shapes:  []string{"[XYZ]#######[TRWAGMYFPDXBNJZSQVHLCKE]"},
			formats: []string{"#-#######-#"},
			labels:  []string{"NIE", "NUMERO DE IDENTIDAD DE EXTRANJERO"},
			check:   mod23Letter,
		},
		{
			name: "es-nif", description: "a Spanish NIF of a person: eight digits, or K, L, M, X, Y or Z and seven digits, and a letter",
			source: "Real Decreto 1065/2007 (Spain), art. 19 and 20: K, L and M are of people with neither DNI nor NIE",
			shapes: []string{"[0-9KLMXYZ]#######[TRWAGMYFPDXBNJZSQVHLCKE]"},
			labels: []string{"DNI NUM", "DNI", "NIE", "NIF"},
			check:  mod23Letter,
		},
		{
			name: "gr-amka", description: "a Greek AMKA: eleven digits, the date of birth first",
			source: "Law 3655/2008 (Greece), art. 153; amka.gr",
			shapes: []string{"[0-3]##########"},
			labels: []string{"AMKA"},
			check:  luhnFrom(0),
			birth:  birthplan{at: "DDMMYY", sex: oddIsMale(9)},
		},
		{
			name: "hr-oib", description: "a Croatian OIB: eleven digits",
			source: "Zakon o osobnom identifikacijskom broju, NN 60/2008 (Croatia)",
			shapes: []string{"###########"},
			labels: []string{"OIB", "PERSONAL IDENTIFICATION NUMBER"},
			check:  mod11x10,
		},
		{
			name: "it-cf", description: "an Italian codice fiscale: 16 letters and digits",
			source: "Decreto ministeriale of 23 December 1976 (Italy), 13813",
			shapes: []string{"@@@@@@" + "[0-9LMNPQRSTUV][0-9LMNPQRSTUV]" + "[ABCDEHLMPRST]" + "[0-9LMNPQRSTUV][0-9LMNPQRSTUV]" +
				"@" + "[0-9LMNPQRSTUV][0-9LMNPQRSTUV][0-9LMNPQRSTUV]" + "@"},
			labels: []string{"CODICE FISCALE", "FISCAL CODE"},
			check:  codiceFiscale,
			birth:  birthplan{adjust: italianBirth},
		},
		{
			name: "pt-cc", description: "a Portuguese citizen card number: nine digits, with or without the three characters behind them",
			source: "Autenticação.gov (Portugal), Validação de Número de Documento do Cartão de Cidadão, 2009: civil number, its check digit, " +
				"the version of the card, and a check digit over all",
			shapes:  []string{"#########"},
			printed: []string{"#########**#"},
			formats: []string{"######## #"},
			labels:  []string{"N DOCUMENTO", "NO DOCUMENTO", "DOCUMENT NO"},
			check: checksum{"modulo 11, weights 9…1, where 0 is 10 too; with the version, Luhn over letters and digits, A = 10", func(n string) bool {
				return lastIs(n, (11-weighted(n[:8], 9, 8, 7, 6, 5, 4, 3, 2)%11)%11%10)
			}},
			typed: lessCheck("#########**#", 9, luhn),
		},
		{
			name: "pt-nif", description: "a Portuguese NIF of a person: nine digits",
			source: "Decreto-Lei 14/2013 (Portugal)",
			shapes: []string{"[123]########", "45#######"},
			labels: []string{"NIF", "N IDENTIFICACAO FISCAL", "TAX NO"},
			check: checksum{"modulo 11, weights 9…2", func(n string) bool {
				c := 11 - weighted(n[:8], 9, 8, 7, 6, 5, 4, 3, 2)%11
				if c > 9 {
					c = 0
				}
				return lastIs(n, c)
			}},
		},
		{
			name: "ro-cnp", description: "a Romanian CNP: 13 digits",
			source: "Legea 105/1996 (Romania); ro.wikipedia.org, Cod numeric personal, with the codes of the counties",
			shapes: []string{"[1-9]######(0[1-9]|[123]#|4[0-8]|5[12]|70|8[0-3])####"},
			labels: []string{"CNP", "COD NUMERIC PERSONAL"},
			check: checksum{"modulo 11, weights 2 7 9 1 4 6 3 5 8 2 7 9", func(n string) bool {
				c := weighted(n[:12], 2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9) % 11
				if c == 10 {
					c = 1
				}
				return lastIs(n, c)
			}},
			birth: birthplan{at: ".YYMMDD", sex: sexBy(0, "1357", "2468"), adjust: func(n string, b *Birth) bool {
				if n[0] <= '6' { // 7, 8 and 9 are residents, of any century
					b.century([]int{1900, 1800, 2000}[(digit(n, 0)-1)/2])
				}
				return true
			}},
		},
		{
			name: "rs-jmbg", description: "a JMBG of Serbia, Bosnia, Montenegro or North Macedonia: 13 digits, the date of birth first",
			source: "Zakon o jedinstvenom matičnom broju građana, Sl. glasnik RS 24/2018 (Serbia)",
			shapes: []string{"[0-3]############"},
			labels: []string{"JMBG", "JMB", "EMBG", "PERSONAL NUMBER"},
			check:  jmbg,
			birth:  yugoslav,
		},
		{
			name: "si-emso", description: "a Slovenian EMŠO: 13 digits, the date of birth first",
			source: "Zakon o centralnem registru prebivalstva (Slovenia), art. 5",
			shapes: []string{"[0-3]############"},
			labels: []string{"EMSO", "PERSONAL NO"},
			check:  jmbg,
			birth:  yugoslav,
		},
		{
			name: "ua-rnokpp", description: "a Ukrainian taxpayer number (RNOKPP): ten digits",
			source: "Tax Code of Ukraine, art. 70; uk.wikipedia.org, РНОКПП: the first five digits count the days from 31 December 1899",
			shapes: []string{"##########"},
			labels: []string{"RNOKPP", "RNTRC", "TAXPAYER CARD NUMBER"},
			check: checksum{"modulo 11, weights -1 5 7 9 4 6 10 5 7", func(n string) bool {
				return lastIs(n, (weighted(n[:9], -1, 5, 7, 9, 4, 6, 10, 5, 7)%11+11)%11%10)
			}},
			birth: birthplan{sex: oddIsMale(8), adjust: func(n string, b *Birth) bool {
				days := modulo(n[:5], 100_000)
				born := time.Date(1899, time.December, 31+days, 0, 0, 0, 0, time.UTC)
				*b = Birth{Year: born.Year(), YearDigits: 4, Month: int(born.Month()), Day: born.Day()}
				return days > 0
			}},
		},
	}
}

// italianBirth reads year, month and day of a codice fiscale. Where two people
// would share one, digits are written as letters; a woman's day has 40 added.
func italianBirth(n string, b *Birth) bool {
	figure := func(i int) int {
		if at := strings.IndexByte("LMNPQRSTUV", n[i]); at >= 0 {
			return at
		}
		return digit(n, i)
	}
	*b = Birth{
		Year: figure(6)*10 + figure(7), YearDigits: 2,
		Month: 1 + strings.IndexByte("ABCDEHLMPRST", n[8]),
		Day:   figure(9)*10 + figure(10), Sex: Male,
	}
	if b.Day > 40 {
		b.Day -= 40
		b.Sex = Female
	}
	return b.Day > 0
}
