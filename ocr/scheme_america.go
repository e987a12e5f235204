package ocr

func america() []definition {
	return []definition{
		{name: "ar-dni", description: "an Argentine DNI: seven or eight digits", shapes: "[1-9]#{6}, [1-9]#{7}",
			formats: "#.###.###, ##.###.###", typed: zerosDownTo(7), labels: "DOCUMENTO, DNI, NUMERO DE DOCUMENTO",
			source: "Ley 17.671 (Argentina)"},
		{name: "br-cpf", description: "a Brazilian CPF: eleven digits", shapes: "#{11}", formats: "###.###.###-##",
			check: cpf, typed: prefixed("0", 10), labels: "CPF, REGISTRO GERAL CPF, CADASTRO DE PESSOAS FISICAS",
			source: "Receita Federal do Brasil, Instrução Normativa RFB 1.548/2015"},
		{name: "br-titulo", description: "a Brazilian voter number (título de eleitor): twelve digits",
			shapes: "#{8}[0-2]###", formats: "#### #### ####", check: tituloEleitoral,
			labels: "NUMERO DE INSCRICAO, INSCRICAO, TITULO ELEITORAL, TITULO DE ELEITOR",
			source: "Tribunal Superior Eleitoral, Resolução 21.538/2003, art. 12"},
		{name: "cl-rut", description: "a Chilean RUN: seven or eight digits and a check digit or K",
			shapes: "[1-9]#{6}[0-9K], [1-9]#{7}[0-9K]", formats: "#.###.###-#, ##.###.###-#", check: chilean,
			typed: zerosDownTo(8), labels: "RUN, RUT",
			source: "Servicio de Registro Civil e Identificación (Chile), D.S. 18.268 of 1973"},
		{name: "co-cc", description: "a Colombian cédula: six to ten digits",
			shapes: "[1-9]#{5}, [1-9]#{6}, [1-9]#{7}, [1-9]#{9}", formats: "###.###, #.###.###, ##.###.###, #.###.###.###",
			typed: zerosDownTo(6), labels: "NUMERO, NUIP, CEDULA DE CIUDADANIA",
			source: "Registraduría Nacional del Estado Civil (Colombia), cédula de ciudadanía; NUIP from 2000"},
		{name: "ec-ci", description: "an Ecuadorian cédula: ten digits", shapes: "(0[1-9]|1#|2[0-4]|30|50)[0-6]#{7}",
			formats: "#########-#", check: luhnFrom(0), labels: "CEDULA DE CIUDADANIA, NUI, CEDULA NO",
			source: "Registro Civil (Ecuador), Ley Orgánica de Gestión de la Identidad y Datos Civiles, 2016: the province " +
				"(01 to 24; 30 and 50 abroad) first"},
		{name: "mx-curp", description: "a Mexican CURP: 18 letters and digits",
			shapes: "@@@@#{6}[HMX](AS|B[CS]|C[CHLMS]|D[FG]|G[RT]|HG|JC|M[CNS]|N[ELT]|OC|PL|Q[RT]|S[LPR]|T[CLS]|VZ|YN|ZS)@@@*#",
			check:  curp, birth: birthplan{at: "....YYMMDD", sex: sexBy(10, "H", "M"), adjust: curpCentury},
			letters: curpLetters, labels: "CURP, CLAVE UNICA DE REGISTRO DE POBLACION",
			source: "Instructivo normativo para la asignación de la CURP, Diario Oficial de la Federación, 18 October 2021, " +
				"with the codes of the states"},
		{name: "mx-elector", description: "a Mexican voter key (clave de elector): 18 letters and digits",
			shapes: "@{6}#{8}[HM]###", birth: birthplan{at: "......YYMMDD", sex: sexBy(14, "H", "M")},
			letters: electorLetters, labels: "CLAVE DE ELECTOR",
			source: "Instituto Nacional Electoral (Mexico), credencial para votar: six letters, date of birth, state, sex, " +
				"three digits"},
		{name: "pe-dni", description: "a Peruvian DNI: eight digits, with or without the check character", shapes: "#{8}",
			typed: lessCheck("#{8}[0-9A-K]", 8, peruvian), labels: "DNI, CUI",
			source: "Ley 26497 (Peru), RENIEC; the check character stands apart from the number"},
	}
}
