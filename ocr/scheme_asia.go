package ocr

// asia is the kinds of number of Asia.
func asia() []definition {
	return []definition{
		{
			name: "ae-eid", description: "an Emirates ID: 15 digits, 784 and the year of birth first",
			source:  "Federal Authority for Identity, Citizenship, Customs and Port Security (UAE); its check digit is not published",
			shapes:  []string{"784############"},
			formats: []string{"###-####-#######-#"},
			labels:  []string{"ID NUMBER", "IDN"},
			birth:   birthplan{at: "...YYYY"},
		},
		{
			name: "bd-nid", description: "a Bangladeshi NID: 10 digits, or 17 (the 13 of an older card, with the year of birth in front)",
			source:  "National Identity Registration Act 2010 (Bangladesh); Election Commission, NID Wing: 17 digits begin with the year of birth",
			shapes:  []string{"##########", "#################"},
			formats: []string{"### ### ####"},
			labels:  []string{"NID NO", "ID NO", "NID"},
			birth: birthplan{at: "YYYY", adjust: func(n string, b *Birth) bool {
				if len(n) < 17 {
					*b = Birth{}
				}
				return true
			}},
		},
		{
			name: "cn-rid", description: "a Chinese resident number: 17 digits and a digit or X",
			source: "GB 11643-1999, with the provinces of GB/T 2260, and 81 to 83 for residents from Hong Kong, Macau and Taiwan (2018)",
			shapes: []string{"(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])###############[0-9X]"},
			labels: []string{"CITIZEN IDENTITY NUMBER", "CITIZEN ID NO", "CITIZENSHIP NUMBER"},
			check:  mod11x2,
			birth:  birthplan{at: "......YYYYMMDD", sex: oddIsMale(16)},
		},
		{
			name: "id-nik", description: "an Indonesian NIK: 16 digits",
			source: "Undang-Undang 23/2006 (Indonesia), art. 13; Peraturan Pemerintah 37/2007, art. 37: women have 40 added to the day; " +
				"provinces of Keputusan Menteri Dalam Negeri 100.1.1-6117/2022",
			shapes: []string{"(1[1-9]|21|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-6])##############"},
			labels: []string{"NIK", "NOMOR INDUK KEPENDUDUKAN"},
			birth: birthplan{at: "......DDMMYY", adjust: dayOffset(40), sex: func(n string) Sex {
				if n[6] >= '4' {
					return Female
				}
				return Male
			}},
		},
		{
			name: "il-id", description: "an Israeli identity number: nine digits, zeros in front included",
			source:  "Population Registry Law 5725-1965 (Israel); he.wikipedia.org, מספר זהות (ישראל)",
			shapes:  []string{"#########"},
			formats: []string{"#-#######-#"},
			labels:  []string{"ID NO", "IDENTITY NUMBER"},
			check:   luhnFrom(0),
			typed:   prefixed("0", 8),
		},
		{
			name: "in-aadhaar", description: "an Indian Aadhaar number: twelve digits",
			source:  "Unique Identification Authority of India, A UID Numbering Scheme, 2010",
			shapes:  []string{"[2-9]###########"},
			formats: []string{"#### #### ####"},
			labels:  []string{"AADHAAR NO", "YOUR AADHAAR NO", "AADHAAR", "UID"},
			check:   verhoeff,
		},
		{
			name: "in-epic", description: "an Indian voter ID: three letters and seven digits",
			source: "Election Commission of India, Electors Photo Identity Card: unit, serial, check digit; en.wikipedia.org, Voter ID (India)",
			shapes: []string{"@@@#######"},
			labels: []string{"EPIC NO", "ELECTORS PHOTO IDENTITY CARD", "IDENTITY CARD", "EPIC"},
			check:  luhnFrom(3),
		},
		{
			name: "ir-nid", description: "an Iranian national number: ten digits",
			source:  "National Organization for Civil Registration (Iran), Act on the Allocation of National Numbers, 1997",
			shapes:  []string{"##########"},
			formats: []string{"###-######-#"},
			labels:  []string{"NATIONAL NUMBER"},
			check: checksum{"modulo 11, weights 10…2", func(n string) bool {
				c := weighted(n[:9], 10, 9, 8, 7, 6, 5, 4, 3, 2) % 11
				if c > 1 {
					c = 11 - c
				}
				return lastIs(n, c)
			}},
		},
		{
			name: "kr-rrn", description: "a South Korean registration number: 13 digits, the date of birth first",
			source: "Resident Registration Act (Republic of Korea), enforcement rules art. 2: random from October 2020, " +
				"so the former check digit may not be enforced",
			shapes:  []string{"#############"},
			formats: []string{"######-#######"},
			labels:  []string{"RESIDENT REGISTRATION NUMBER", "REGISTRATION NO"},
			birth: birthplan{at: "YYMMDD", sex: oddIsMale(6), adjust: centuryDigit(6,
				[10]int{0: 1800, 1: 1900, 2: 1900, 3: 2000, 4: 2000, 5: 1900, 6: 1900, 7: 2000, 8: 2000, 9: 1800})},
		},
		{
			name: "my-nric", description: "a Malaysian MyKad number: twelve digits, the date of birth first",
			source:  "National Registration Regulations 1990 (Malaysia); Jabatan Pendaftaran Negara, codes of the places of birth",
			shapes:  []string{"######(0[1-9]|1[0-6]|2[1-9]|[345]#|6[0-8]|7[124-9]|8[2-9]|9[0-389])####"},
			formats: []string{"######-##-####"},
			labels:  []string{"KAD PENGENALAN", "MYKAD", "IDENTITY CARD"},
			birth:   birthplan{at: "YYMMDD", sex: oddIsMale(11)},
		},
		{
			name: "ph-pcn", description: "a Philippine PhilSys card number: 16 digits",
			source:  "Republic Act 11055 (Philippines), implementing rules: the PCN stands for the secret PSN",
			shapes:  []string{"################"},
			formats: []string{"####-####-####-####"},
			labels:  []string{"PCN", "PHILSYS CARD NUMBER"},
		},
		{
			name: "pk-cnic", description: "a Pakistani CNIC: 13 digits",
			source:  "National Database and Registration Authority Ordinance 2000 (Pakistan): the first digit is the province, an odd last digit is a man's",
			shapes:  []string{"[1-7]###########[1-9]"},
			formats: []string{"#####-#######-#"},
			labels:  []string{"IDENTITY NUMBER", "CNIC"},
			birth:   birthplan{sex: oddIsMale(12)},
		},
		{
			name: "th-id", description: "a Thai identity number: 13 digits",
			source:  "Department of Provincial Administration, Ministry of Interior (Thailand); en.wikipedia.org, Thai identity card",
			shapes:  []string{"[1-8]############"},
			formats: []string{"# #### ##### ## #"},
			labels:  []string{"IDENTIFICATION NUMBER"},
			check: checksum{"modulo 11, weights 13…2", func(n string) bool {
				return lastIs(n, (11-weighted(n[:12], 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11)%10)
			}},
		},
		{
			name: "tr-tckn", description: "a Turkish identity number: eleven digits",
			source: "Nüfus Hizmetleri Kanunu 5490 (Türkiye); en.wikipedia.org, Turkish Identification Number",
			shapes: []string{"[1-9]##########"},
			labels: []string{"T C KIMLIK NO", "TR IDENTITY NO", "KIMLIK NO"},
			check: checksum{"modulo 10 twice, weights 7 and 9, then the sum of ten digits", func(n string) bool {
				tenth := weighted(n[:9], 7, 9, 7, 9, 7, 9, 7, 9, 7) % 10
				sum := weighted(n[:10], 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) % 10
				return digit(n, 9) == tenth && digit(n, 10) == sum
			}},
		},
		{
			name: "tw-id", description: "a Taiwanese identity number: a letter and nine digits",
			source: "Ministry of the Interior (Taiwan), Enforcement Rules of the Household Registration Act; residents' numbers of 2021 begin with 8 or 9",
			shapes: []string{"@[1289]########"},
			labels: []string{"UNIFIED ID NO", "UI NO", "ID NO"},
			check:  taiwan,
			birth:  birthplan{sex: sexBy(1, "18", "29")},
		},
		{
			name: "vn-cccd", description: "a Vietnamese identity number: twelve digits",
			source: "Decree 137/2015/ND-CP (Viet Nam), art. 13; Circular 59/2021/TT-BCA: province, century and sex, year, six random digits",
			shapes: []string{"0###########"},
			labels: []string{"SO", "SO DINH DANH CA NHAN", "PERSONAL IDENTIFICATION NUMBER"},
			birth: birthplan{at: "....YY", sex: sexBy(3, "02468", "13579"), adjust: centuryDigit(3,
				[10]int{1900, 1900, 2000, 2000, 2100, 2100, 2200, 2200, 2300, 2300})},
		},
	}
}

// taiwan writes the letter as two digits; weights are 1, 9, 8, …, 1, and the check digit completes
// a multiple of ten.
var taiwan = checksum{"modulo 10, weights 1, 9, 8…1", func(n string) bool {
	const order = "ABCDEFGHJKLMNPQRSTUVXYWZIO" // from 10 on, by the age of the counties
	letter := 0
	for i := range len(order) {
		if order[i] == n[0] {
			letter = 10 + i
		}
	}
	sum := letter/10 + letter%10*9 + weighted(n[1:9], 8, 7, 6, 5, 4, 3, 2, 1)
	return lastIs(n, (10-sum%10)%10)
}}
