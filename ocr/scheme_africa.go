package ocr

// africa is the kinds of number of Africa.
func africa() []definition {
	return []definition{
		{
			name: "bw-omang", description: "a Botswana Omang number: nine digits",
			source: "National Registration Act (Botswana, Cap. 01:02); the fifth digit tells the sex",
			shapes: []string{"####[12]####"},
			labels: []string{"OMANG NO", "ID NO"},
			birth:  birthplan{sex: sexBy(4, "1", "2")},
		},
		{
			name: "eg-nid", description: "an Egyptian national number: 14 digits",
			source: "Civil Status Law 143 of 1994 (Egypt): century, date of birth, governorate, serial; its check digit is not published",
			shapes: []string{"[23]#############"},
			labels: []string{"NATIONAL NUMBER"},
			birth:  birthplan{at: ".YYMMDD", adjust: centuryDigit(0, [10]int{2: 1900, 3: 2000}), sex: oddIsMale(12)},
		},
		{
			name: "gh-card", description: "a Ghana Card number: GHA and ten digits, as GHA-123456789-0",
			source:  "National Identification Authority (Ghana), Personal Identification Number; its check digit is not published",
			shapes:  []string{"GHA##########"},
			formats: []string{"###-#########-#"},
			labels:  []string{"PERSONAL ID NUMBER", "NUMERO D IDENTIFICATION PERSONNEL", "PIN", "GHANA CARD NO"},
			typed:   prefixed("GHA", 10),
		},
		{
			name: "gh-voter", description: "a Ghanaian voter ID: ten digits",
			source: "Electoral Commission of Ghana, voter identification card",
			shapes: []string{"##########"},
			labels: []string{"VOTER ID NO", "VOTER ID"},
		},
		{
			name: "ke-id", description: "a Kenyan national ID: seven to nine digits",
			source:  "Registration of Persons Act (Kenya, Cap. 107)",
			shapes:  []string{"#######", "[1-9]#######", "[1-9]########"},
			printed: repeated('#', 7, 9),
			labels:  []string{"ID NUMBER", "NAMBA YA KITAMBULISHO"},
			typed:   zerosDownTo(7),
		},
		{
			name: "ng-nin", description: "a Nigerian NIN: eleven digits",
			source:  "National Identity Management Commission Act 2007 (Nigeria); random, without a published check digit",
			shapes:  []string{"###########"},
			formats: []string{"#### ### ####"},
			labels:  []string{"NATIONAL IDENTIFICATION NUMBER", "NIN"},
		},
		{
			name: "ng-vin", description: "a Nigerian voter number (VIN): 19 letters and digits",
			source:  "Independent National Electoral Commission (Nigeria), permanent voter's card",
			shapes:  repeated('*', 19, 19),
			formats: []string{"#### #### #### #######"},
			labels:  []string{"VIN", "VOTER IDENTIFICATION NUMBER"},
		},
		{
			name: "tz-nida", description: "a Tanzanian NIDA number: 20 digits, the date of birth first",
			source:  "National Identification Authority (Tanzania), National Identification Number",
			shapes:  repeated('#', 20, 20),
			formats: []string{"########-#####-#####-##"},
			labels:  []string{"NIN", "NAMBA YA UTAMBULISHO", "NIDA"},
			birth:   birthplan{at: "YYYYMMDD"},
		},
		{
			name: "ug-nin", description: "a Ugandan NIN: 14 letters and digits, as CM or CF and the year of birth first",
			source: "National Identification and Registration Authority (Uganda), National Identification Number",
			shapes: []string{"[CA][MF]##**********"},
			labels: []string{"NIN", "NATIONAL IDENTIFICATION NUMBER"},
			birth:  birthplan{at: "..YY", sex: sexBy(1, "M", "F")},
		},
		{
			name: "za-id", description: "a South African ID number: 13 digits, the date of birth first",
			source:  "Identification Act 68 of 1997 (South Africa), s. 7; Department of Home Affairs",
			shapes:  []string{"##########[012]##"},
			formats: []string{"###### #### ## #"},
			labels:  []string{"IDENTITY NUMBER", "IDENTITEITSNOMMER", "ID NO", "I D NO"},
			check:   luhnFrom(0),
			birth:   birthplan{at: "YYMMDD", sex: sexBy(6, "56789", "01234")},
		},
		{
			name: "zm-nrc", description: "a Zambian NRC number: nine digits, as 123456/78/9",
			source:  "National Registration Act (Zambia, Cap. 126)",
			shapes:  []string{"#########"},
			formats: []string{"######/##/#"},
			labels:  []string{"NRC NO", "REGISTRATION NUMBER"},
		},
	}
}
