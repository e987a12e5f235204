package ocr

// northernEurope is the kinds of number of the Nordic and Baltic countries and of western and
// central Europe.
func northernEurope() []definition {
	baltic := birthplan{at: ".YYMMDD", adjust: balticCentury, sex: sexBy(0, "1357", "2468")}
	czech := birthplan{at: "YYMMDD", adjust: czechMonth, sex: sexBy(2, "0123", "5678")}
	return []definition{
		{
			name: "be-rrn", description: "a Belgian national number: eleven digits, the date of birth first",
			source:  "Koninklijk besluit of 3 April 1984 (Belgium) on the identification number of the National Register",
			shapes:  []string{"##[01]########"},
			formats: []string{"##.##.##-###.##"},
			labels:  []string{"RIJKSREGISTERNUMMER", "NUMERO DE REGISTRE NATIONAL", "NATIONAL REGISTER NO", "NATIONALREGISTERNUMMER", "IDENTIFICATION NO", "NN"},
			check: checksum{"97 less the remainder modulo 97, with a 2 in front from 2000 on", func(n string) bool {
				return belgian(n, "") || belgian(n, "2")
			}},
			birth: birthplan{at: "YYMMDD", sex: oddIsMale(8), partial: true, adjust: func(n string, b *Birth) bool {
				switch {
				case belgian(n, "2"):
					b.century(2000)
				default:
					b.century(1900)
				}
				if b.Month == 0 {
					b.Day = 0 // a counter, not a day
				}
				return true
			}},
		},
		{
			name: "ch-ahv", description: "a Swiss AHV number: 13 digits, 756 first",
			source:  "Bundesgesetz über die Alters- und Hinterlassenenversicherung (Switzerland), art. 50c; AHVV art. 133",
			shapes:  []string{"756##########"},
			formats: []string{"###.####.####.##"},
			labels:  []string{"AHV NR", "NO AVS", "N AVS", "SOZIALVERSICHERUNGSNUMMER"},
			check: checksum{"EAN-13, modulo 10, weights 1 and 3", func(n string) bool {
				return weighted(n, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1)%10 == 0
			}},
		},
		{
			name: "cz-rc", description: "a Czech birth number: nine or ten digits, the date of birth first",
			source:  "Zákon 133/2000 Sb. (Czechia), § 13",
			shapes:  []string{"#########", "##########"},
			formats: []string{"######/###", "######/####"},
			labels:  []string{"RODNE CISLO", "PERSONAL NO"},
			check:   rodneCislo,
			birth:   czech,
		},
		{
			name: "de-ausweis", description: "a German identity card number: nine letters and digits, with or without the check digit",
			source: "Personalausweisverordnung (Germany), § 28, and Personalausweisgesetz § 2 (8): serial number; the check digit is in the machine-readable zone",
			shapes: []string{"[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]" +
				"[0-9CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]"},
			labels: []string{"AUSWEISNUMMER", "DOCUMENT NO", "BUNDESREPUBLIK DEUTSCHLAND"},
			typed:  lessCheck("*********#", 9, german),
		},
		{
			name: "dk-cpr", description: "a Danish CPR number: ten digits, the date of birth first",
			source:  "CPR-kontoret (Denmark), Personnummeret i CPR: numbers without a modulo 11 check from 2007",
			shapes:  []string{"[0-3]#[01]#######"},
			formats: []string{"######-####"},
			labels:  []string{"PERSONNUMMER", "CPR NR", "PERSONNR"},
			birth:   birthplan{at: "DDMMYY", sex: oddIsMale(9), adjust: danishCentury},
		},
		{
			name: "ee-isik", description: "an Estonian isikukood: eleven digits",
			source: "EVS 585:2007; Rahvastikuregistri seadus (Estonia)",
			shapes: []string{"[1-8]##########"},
			labels: []string{"ISIKUKOOD", "PERSONAL CODE"},
			check:  mod11Twice,
			birth:  baltic,
		},
		{
			name: "fi-hetu", description: "a Finnish personal identity code: the date of birth, a sign of the century and four characters",
			source:  "Laki väestötietojärjestelmästä 661/2009 (Finland), § 11; Digital and Population Data Services Agency: serials 002 to 899",
			shapes:  []string{"######(00[2-9]|0[1-9]#|[1-8]##)[0-9A-FHJ-NPR-Y]", "######[A-FU-Y](00[2-9]|0[1-9]#|[1-8]##)[0-9A-FHJ-NPR-Y]"},
			formats: []string{"######-####", "###########"},
			labels:  []string{"HENKILOTUNNUS", "PERSONBETECKNING", "PERSONAL IDENTITY CODE", "HETU"},
			check: checksum{"modulo 31 over 0…9A…Y", func(n string) bool {
				serial := n[len(n)-4 : len(n)-1]
				return "0123456789ABCDEFHJKLMNPRSTUVWXY"[modulo(n[:6]+serial, 31)] == n[len(n)-1]
			}},
			birth: birthplan{at: "DDMMYY", sex: func(n string) Sex { return oddIsMale(len(n) - 2)(n) }, adjust: func(n string, b *Birth) bool {
				if len(n) == 11 && n[6] <= 'F' {
					b.century(2000)
				} else {
					b.century(1900)
				}
				return true
			}},
		},
		{
			name: "fr-nir", description: "a French NIR: 13 digits and a key of two",
			source:  "Décret 82-103 of 22 January 1982 (France), art. 4; INSEE",
			shapes:  []string{"[12]##############", "[12]####2[AB]########"},
			formats: []string{"# ## ## ## ### ### ##"},
			labels:  []string{"NIR", "NUMERO DE SECURITE SOCIALE", "N DE SECURITE SOCIALE"},
			check: checksum{"97 less the remainder modulo 97; 2A counts as 19, 2B as 18", func(n string) bool {
				number := n[:13]
				switch n[6] {
				case 'A':
					number = n[:5] + "19" + n[7:13]
				case 'B':
					number = n[:5] + "18" + n[7:13]
				}
				return modulo(n[13:], 100) == 97-modulo(number, 97)
			}},
			birth: birthplan{at: ".YYMM", partial: true, sex: sexBy(0, "1", "2"), adjust: func(_ string, b *Birth) bool {
				if b.Month > 12 {
					b.Month = 0 // a code for an unknown month
				}
				return true
			}},
		},
		{
			name: "ie-pps", description: "an Irish PPS number: seven digits and one or two letters",
			source: "Social Welfare Consolidation Act 2005 (Ireland), s. 262; Revenue Commissioners on the format of 2013: before it, " +
				"a W marked a wife under the number of her husband, a T a second use of the same person's",
			shapes: []string{"#######[A-W]", "#######[A-W][ABW]"},
			labels: []string{"PPS NO", "PPSN", "PERSONAL PUBLIC SERVICE NUMBER", "UIMHIR PSP"},
			check: checksum{"modulo 23, weights 8…2 and 9", func(n string) bool {
				sum := weighted(n[:7], 8, 7, 6, 5, 4, 3, 2)
				if len(n) == 9 && n[8] != 'W' {
					sum += 9 * int(n[8]-'A'+1)
				}
				return "WABCDEFGHIJKLMNOPQRSTUV"[sum%23] == n[7]
			}},
			typed: lessCheck("#######[A-W]T", 8, func(string) bool { return true }),
		},
		{
			name: "is-kt", description: "an Icelandic kennitala: ten digits, the date of birth first",
			source:  "Lög um skráningu einstaklinga 140/2019 (Iceland); skra.is: numbers given out from 18 February 2026 have no check digit",
			shapes:  []string{"[0-3]########[089]"},
			formats: []string{"######-####"},
			labels:  []string{"KENNITALA", "ID NO"},
			birth:   birthplan{at: "DDMMYY", adjust: centuryDigit(9, [10]int{0: 2000, 8: 1800, 9: 1900})},
		},
		{
			name: "lt-ak", description: "a Lithuanian personal code: eleven digits",
			source: "Gyventojų registro įstatymas (Lithuania), art. 8",
			shapes: []string{"[1-69]##########"},
			labels: []string{"ASMENS KODAS", "PERSONAL CODE"},
			check:  mod11Twice,
			birth:  baltic,
		},
		{
			name: "lv-pk", description: "a Latvian personal code: eleven digits",
			source:  "Fizisko personu reģistra likums (Latvia): 32 first, and no date, from July 2017; its check digit is not published",
			shapes:  []string{"[0-3]##########"},
			formats: []string{"######-#####"},
			labels:  []string{"PERSONAS KODS", "PERSONAL CODE"},
			birth: birthplan{at: "DDMMYY", adjust: func(n string, b *Birth) bool {
				if n[:2] >= "32" {
					*b = Birth{}
					return true
				}
				return centuryDigit(6, [10]int{1800, 1900, 2000})(n, b)
			}},
		},
		{
			name: "nl-bsn", description: "a Dutch BSN: nine digits",
			source: "Wet algemene bepalingen burgerservicenummer (Netherlands), Besluit BSN art. 4",
			shapes: []string{"#########"},
			labels: []string{"BURGERSERVICENUMMER", "PERSOONSNUMMER", "BSN", "PERSONAL NO"},
			check: checksum{"divisible by 11, weights 9…2 and -1 (elfproef)", func(n string) bool {
				return n != "000000000" && weighted(n, 9, 8, 7, 6, 5, 4, 3, 2, -1)%11 == 0
			}},
		},
		{
			name: "no-fnr", description: "a Norwegian birth or D number: eleven digits",
			source:  "Folkeregisterforskriften of 14 July 2017 nr. 1201 (Norway), § 2-2-1; Skatteetaten",
			shapes:  []string{"[0-7]##########"},
			formats: []string{"###### #####"},
			labels:  []string{"FODSELSNUMMER", "FODSELSNR", "PERSONNUMMER", "D NUMMER"},
			check: checksum{"modulo 11 twice, weights 3 7 6 1 8 9 4 5 2 1 and 5 4 3 2 7 6 5 4 3 2 1", func(n string) bool {
				return weighted(n, 3, 7, 6, 1, 8, 9, 4, 5, 2, 1)%11 == 0 && weighted(n, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
			}},
			birth: birthplan{at: "DDMMYY", sex: oddIsMale(8), adjust: norwegianCentury},
		},
		{
			name: "pl-pesel", description: "a Polish PESEL: eleven digits",
			source: "Ustawa o ewidencji ludności of 24 September 2010 (Poland), art. 15",
			shapes: []string{"###########"},
			labels: []string{"PESEL", "NUMER PESEL", "PERSONAL NUMBER"},
			check: checksum{"modulo 10, weights 1, 3, 7, 9", func(n string) bool {
				return weighted(n, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)%10 == 0
			}},
			birth: birthplan{at: "YYMMDD", sex: oddIsMale(9), adjust: func(_ string, b *Birth) bool {
				b.century([]int{1900, 2000, 2100, 2200, 1800}[b.Month/20])
				b.Month %= 20
				return true
			}},
		},
		{
			name: "se-pnr", description: "a Swedish personnummer: twelve digits, or ten with the hyphen or plus",
			source:  "Folkbokföringslag 1991:481 (Sweden), § 18; Skatteverket SKV 704, SKV 707: coordination numbers have 60 added to the day",
			shapes:  []string{"[12]###########"},
			formats: []string{"########-####"},
			labels:  []string{"PERSONNUMMER", "PERSONNR", "PERSONAL NO", "PERSONAL IDENTITY NUMBER", "SAMORDNINGSNUMMER"},
			check:   luhnFrom(2),
			birth:   birthplan{at: "YYYYMMDD", sex: oddIsMale(10), adjust: dayOffset(60)},
			typed:   personnummer,
		},
		{
			name: "sk-rc", description: "a Slovak birth number: nine or ten digits, the date of birth first",
			source:  "Zákon 301/1995 Z. z. (Slovakia), § 2",
			shapes:  []string{"#########", "##########"},
			formats: []string{"######/###", "######/####"},
			labels:  []string{"RODNE CISLO", "PERSONAL NO"},
			check:   rodneCislo,
			birth:   czech,
		},
	}
}

// belgian checks the key of a Belgian number with a prefix for the century.
func belgian(n, prefix string) bool { return modulo(n[9:], 100) == 97-modulo(prefix+n[:9], 97) }

// german is the check digit printed behind the serial number: modulo 10, weights 7, 3, 1 over digits
// and letters, A = 10 (ICAO Doc 9303-3, section 4.9).
func german(n string) bool {
	sum := 0
	for i := range len(n) - 1 {
		sum += value(n[i]) * [3]int{7, 3, 1}[i%3]
	}
	return lastIs(n, sum%10)
}

// balticCentury reads sex and century from the first digit: 1 and 2 are the nineteenth; 9 was given
// without a date.
func balticCentury(n string, b *Birth) bool {
	if n[0] == '9' {
		*b = Birth{}
		return true
	}
	b.century(1800 + (digit(n, 0)-1)/2*100)
	return true
}

// czechMonth takes 50 off a woman's month, and 20 off one of a day that ran out of serials.
func czechMonth(n string, b *Birth) bool {
	b.Month %= 50
	b.century(1900)
	if len(n) == 10 && b.Year < 1954 {
		b.Year += 100
	}
	if len(n) == 9 && b.Year > 1953 {
		return false
	}
	if b.Month > 20 && b.Year >= 2004 {
		b.Month -= 20
	}
	return true
}

// danishCentury goes by the seventh digit, as the CPR office tabulates it.
func danishCentury(n string, b *Birth) bool {
	switch c := n[6]; {
	case c <= '3', (c == '4' || c == '9') && b.Year >= 37:
		b.century(1900)
	case c >= '5' && c <= '8' && b.Year >= 58:
		b.century(1800)
	default:
		b.century(2000)
	}
	return true
}

// norwegianCentury goes by the three digits after the date. A D number has 40 added to the day.
func norwegianCentury(n string, b *Birth) bool {
	if b.Day > 40 {
		b.Day -= 40
	}
	switch serial := modulo(n[6:9], 1000); {
	case serial < 500, serial >= 900 && b.Year >= 40:
		b.century(1900)
	case serial < 750 && b.Year >= 54:
		b.century(1800)
	case b.Year < 40:
		b.century(2000)
	default:
		return false
	}
	return true
}
