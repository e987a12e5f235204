package ocr

func asia() []definition {
	return []definition{
		{name: "ae-eid", description: "an Emirates ID: 15 digits, 784 and the year of birth first", shapes: "784#{12}",
			formats: "###-####-#######-#", birth: birthplan{at: "...YYYY"}, labels: "ID NUMBER, IDN",
			source: "Federal Authority for Identity, Citizenship, Customs and Port Security (UAE); its check digit is not " +
				"published"},
		{name: "bd-nid", description: "a Bangladeshi NID: 10 digits, or 17 (the 13 of an older card, with the year of " +
			"birth in front)", shapes: "#{10}, #{17}", formats: "### ### ####",
			birth: birthplan{at: "YYYY", adjust: bangladeshi}, labels: "NID NO, ID NO, NID",
			source: "National Identity Registration Act 2010 (Bangladesh); Election Commission, NID Wing: 17 digits begin " +
				"with the year of birth"},
		{name: "cn-rid", description: "a Chinese resident number: 17 digits and a digit or X",
			shapes: "(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])#{15}[0-9X]", check: mod11x2,
			birth:  birthplan{at: "......YYYYMMDD", sex: oddIsMale(16)},
			labels: "CITIZEN IDENTITY NUMBER, CITIZEN ID NO, CITIZENSHIP NUMBER",
			source: "GB 11643-1999, with the provinces of GB/T 2260, and 81 to 83 for residents from Hong Kong, Macau and " +
				"Taiwan (2018)"},
		{name: "id-nik", description: "an Indonesian NIK: 16 digits",
			shapes: "(1[1-9]|21|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-6])#{14}",
			birth:  birthplan{at: "......DDMMYY", sex: sexBy(6, "0123", "4567"), adjust: dayOffset(40)},
			labels: "NIK, NOMOR INDUK KEPENDUDUKAN",
			source: "Undang-Undang 23/2006 (Indonesia), art. 13; Peraturan Pemerintah 37/2007, art. 37: women have 40 added " +
				"to the day; provinces of Keputusan Menteri Dalam Negeri 100.1.1-6117/2022"},
		{name: "il-id", description: "an Israeli identity number: nine digits, zeros in front included", shapes: "#{9}",
			formats: "#-#######-#", check: luhnFrom(0), typed: prefixed("0", 8), labels: "ID NO, IDENTITY NUMBER",
			source: "Population Registry Law 5725-1965 (Israel); he.wikipedia.org, מספר זהות (ישראל)"},
		{name: "in-aadhaar", description: "an Indian Aadhaar number: twelve digits", shapes: "[2-9]#{11}",
			formats: "#### #### ####", check: verhoeff, labels: "AADHAAR NO, YOUR AADHAAR NO, AADHAAR, UID",
			source: "Unique Identification Authority of India, A UID Numbering Scheme, 2010"},
		{name: "in-epic", description: "an Indian voter ID: three letters and seven digits", shapes: "@@@#{7}",
			check: luhnFrom(3), labels: "EPIC NO, ELECTORS PHOTO IDENTITY CARD, IDENTITY CARD, EPIC",
			source: "Election Commission of India, Electors Photo Identity Card: unit, serial, check digit; en.wikipedia.org, " +
				"Voter ID (India)"},
		{name: "ir-nid", description: "an Iranian national number: ten digits", shapes: "#{10}", formats: "###-######-#",
			check: iranian, labels: "NATIONAL NUMBER",
			source: "National Organization for Civil Registration (Iran), Act on the Allocation of National Numbers, 1997"},
		{name: "kr-rrn", description: "a South Korean registration number: 13 digits, the date of birth first",
			shapes: "#{13}", formats: "######-#######",
			birth: birthplan{at: "YYMMDD", sex: oddIsMale(6),
				adjust: centuryDigit(6, [10]int{1800, 1900, 1900, 2000, 2000, 1900, 1900, 2000, 2000,
					1800})}, labels: "RESIDENT REGISTRATION NUMBER, REGISTRATION NO", source: "Resident Registration Act (Republic " +
				"of Korea), enforcement rules art. 2: random from October 2020, so the former check digit may not be enforced"},
		{name: "my-nric", description: "a Malaysian MyKad number: twelve digits, the date of birth first",
			shapes: "#{6}(0[1-9]|1[0-6]|2[1-9]|[345]#|6[0-8]|7[124-9]|8[2-9]|9[0-389])####", formats: "######-##-####",
			birth: birthplan{at: "YYMMDD", sex: oddIsMale(11)}, labels: "KAD PENGENALAN, MYKAD, IDENTITY CARD",
			source: "National Registration Regulations 1990 (Malaysia); Jabatan Pendaftaran Negara, codes of the places " +
				"of birth"},
		{name: "ph-pcn", description: "a Philippine PhilSys card number: 16 digits", shapes: "#{16}",
			formats: "####-####-####-####", labels: "PCN, PHILSYS CARD NUMBER",
			source: "Republic Act 11055 (Philippines), implementing rules: the PCN stands for the secret PSN"},
		{name: "pk-cnic", description: "a Pakistani CNIC: 13 digits", shapes: "[1-7]#{11}[1-9]", formats: "#####-#######-#",
			birth: birthplan{sex: oddIsMale(12)}, labels: "IDENTITY NUMBER, CNIC",
			source: "National Database and Registration Authority Ordinance 2000 (Pakistan): the first digit is the province, " +
				"an odd last digit is a man's"},
		{name: "th-id", description: "a Thai identity number: 13 digits", shapes: "[1-8]#{12}", formats: "# #### ##### ## #",
			check: thai, labels: "IDENTIFICATION NUMBER",
			source: "Department of Provincial Administration, Ministry of Interior (Thailand); en.wikipedia.org, Thai " +
				"identity card"},
		{name: "tr-tckn", description: "a Turkish identity number: eleven digits", shapes: "[1-9]#{10}", check: turkish,
			labels: "T C KIMLIK NO, TR IDENTITY NO, KIMLIK NO",
			source: "Nüfus Hizmetleri Kanunu 5490 (Türkiye); en.wikipedia.org, Turkish Identification Number"},
		{name: "tw-id", description: "a Taiwanese identity number: a letter and nine digits", shapes: "@[1289]#{8}",
			check: taiwan, birth: birthplan{sex: sexBy(1, "18", "29")}, labels: "UNIFIED ID NO, UI NO, ID NO",
			source: "Ministry of the Interior (Taiwan), Enforcement Rules of the Household Registration Act; residents' " +
				"numbers of 2021 begin with 8 or 9"},
		{name: "vn-cccd", description: "a Vietnamese identity number: twelve digits", shapes: "0#{11}",
			birth: birthplan{at: "....YY", sex: sexBy(3, "02468", "13579"),
				adjust: centuryDigit(3, [10]int{1900, 1900, 2000, 2000, 2100, 2100, 2200, 2200, 2300,
					2300})}, labels: "SO, SO DINH DANH CA NHAN, PERSONAL IDENTIFICATION NUMBER",
			source: "Decree 137/2015/ND-CP (Viet Nam), art. 13; " +
				"Circular 59/2021/TT-BCA: province, century and sex, year, six random digits"},
	}
}
