package ocr

func africa() []definition {
	return []definition{
		{name: "bw-omang", description: "a Botswana Omang number: nine digits", shapes: "####[12]####",
			birth: birthplan{sex: sexBy(4, "1", "2")}, labels: "OMANG NO, ID NO",
			source: "National Registration Act (Botswana, Cap. 01:02); the fifth digit tells the sex"},
		{name: "eg-nid", description: "an Egyptian national number: 14 digits", shapes: "[23]#{13}",
			birth:  birthplan{at: ".YYMMDD", adjust: centuryDigit(0, [10]int{2: 1900, 3: 2000}), sex: oddIsMale(12)},
			labels: "NATIONAL NUMBER", source: "Civil Status Law 143 of 1994 (Egypt): century, date of birth, governorate, " +
				"serial; its check digit is not published"},
		{name: "gh-card", description: "a Ghana Card number: GHA and ten digits, as GHA-123456789-0", shapes: "GHA#{10}",
			formats: "###-#########-#", typed: prefixed("GHA", 10),
			labels: "PERSONAL ID NUMBER, NUMERO D IDENTIFICATION PERSONNEL, PIN, GHANA CARD NO",
			source: "National Identification Authority (Ghana), Personal Identification Number; its check digit is not " +
				"published"},
		{name: "gh-voter", description: "a Ghanaian voter ID: ten digits", shapes: "#{10}", labels: "VOTER ID NO, VOTER ID",
			source: "Electoral Commission of Ghana, voter identification card"},
		{name: "ke-id", description: "a Kenyan national ID: seven to nine digits", shapes: "#{7}, [1-9]#{7}, [1-9]#{8}",
			printed: "#{7-9}", typed: zerosDownTo(7), labels: "ID NUMBER, NAMBA YA KITAMBULISHO",
			source: "Registration of Persons Act (Kenya, Cap. 107)"},
		{name: "ng-nin", description: "a Nigerian NIN: eleven digits", shapes: "#{11}", formats: "#### ### ####",
			labels: "NATIONAL IDENTIFICATION NUMBER, NIN",
			source: "National Identity Management Commission Act 2007 (Nigeria); random, without a published check digit"},
		{name: "ng-vin", description: "a Nigerian voter number (VIN): 19 letters and digits", shapes: "*{19}",
			formats: "#### #### #### #######", labels: "VIN, VOTER IDENTIFICATION NUMBER",
			source: "Independent National Electoral Commission (Nigeria), permanent voter's card"},
		{name: "tz-nida", description: "a Tanzanian NIDA number: 20 digits, the date of birth first", shapes: "#{20}",
			formats: "########-#####-#####-##", birth: birthplan{at: "YYYYMMDD"}, labels: "NIN, NAMBA YA UTAMBULISHO, NIDA",
			source: "National Identification Authority (Tanzania), National Identification Number"},
		{name: "ug-nin", description: "a Ugandan NIN: 14 letters and digits, as CM or CF and the year of birth first",
			shapes: "[CA][MF]##*{10}", birth: birthplan{at: "..YY", sex: sexBy(1, "M", "F")},
			labels: "NIN, NATIONAL IDENTIFICATION NUMBER",
			source: "National Identification and Registration Authority (Uganda), National Identification Number"},
		{name: "za-id", description: "a South African ID number: 13 digits, the date of birth first", shapes: "#{10}[012]##",
			formats: "###### #### ## #", check: luhnFrom(0), birth: birthplan{at: "YYMMDD", sex: sexBy(6, "56789", "01234")},
			labels: "IDENTITY NUMBER, IDENTITEITSNOMMER, ID NO, I D NO",
			source: "Identification Act 68 of 1997 (South Africa), s. 7; Department of Home Affairs"},
		{name: "zm-nrc", description: "a Zambian NRC number: nine digits, as 123456/78/9", shapes: "#{9}",
			formats: "######/##/#", labels: "NRC NO, REGISTRATION NUMBER",
			source: "National Registration Act (Zambia, Cap. 126)"},
	}
}
