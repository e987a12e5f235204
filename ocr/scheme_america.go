package ocr

// america is the kinds of number of the Americas.
func america() []definition {
	return []definition{
		{
			name: "ar-dni", description: "an Argentine DNI: seven or eight digits",
			source:  "Ley 17.671 (Argentina)",
			shapes:  []string{"[1-9]######", "[1-9]#######"},
			formats: []string{"#.###.###", "##.###.###"},
			labels:  []string{"DOCUMENTO", "DNI", "NUMERO DE DOCUMENTO"},
			typed:   zerosDownTo(7),
		},
		{
			name: "br-cpf", description: "a Brazilian CPF: eleven digits",
			source:  "Receita Federal do Brasil, Instrução Normativa RFB 1.548/2015",
			shapes:  []string{"###########"},
			formats: []string{"###.###.###-##"},
			labels:  []string{"CPF", "REGISTRO GERAL CPF", "CADASTRO DE PESSOAS FISICAS"},
			check: checksum{mod11Pairs.name + ", not all digits alike", func(n string) bool {
				for i := range n {
					if n[i] != n[0] {
						return mod11Pairs.holds(n)
					}
				}
				return false
			}},
		},
		{
			name: "br-titulo", description: "a Brazilian voter number (título de eleitor): twelve digits",
			source:  "Tribunal Superior Eleitoral, Resolução 21.538/2003, art. 12",
			shapes:  []string{"########[0-2]###"},
			formats: []string{"#### #### ####"},
			labels:  []string{"NUMERO DE INSCRICAO", "INSCRICAO", "TITULO ELEITORAL", "TITULO DE ELEITOR"},
			check:   tituloEleitoral,
		},
		{
			name: "cl-rut", description: "a Chilean RUN: seven or eight digits and a check digit or K",
			source:  "Servicio de Registro Civil e Identificación (Chile), D.S. 18.268 of 1973",
			shapes:  []string{"[1-9]######[0-9K]", "[1-9]#######[0-9K]"},
			formats: []string{"#.###.###-#", "##.###.###-#"},
			labels:  []string{"RUN", "RUT"},
			typed:   zerosDownTo(8),
			check: checksum{"modulo 11, weights 2…7 from the right", func(n string) bool {
				sum := 0
				for i := range len(n) - 1 {
					sum += digit(n, len(n)-2-i) * (2 + i%6)
				}
				return "0K987654321"[sum%11] == n[len(n)-1]
			}},
		},
		{
			name: "co-cc", description: "a Colombian cédula: six to ten digits",
			source:  "Registraduría Nacional del Estado Civil (Colombia), cédula de ciudadanía; NUIP from 2000",
			shapes:  []string{"[1-9]#####", "[1-9]######", "[1-9]#######", "[1-9]#########"},
			formats: []string{"###.###", "#.###.###", "##.###.###", "#.###.###.###"},
			labels:  []string{"NUMERO", "NUIP", "CEDULA DE CIUDADANIA"},
			typed:   zerosDownTo(6),
		},
		{
			name: "ec-ci", description: "an Ecuadorian cédula: ten digits",
			source:  "Registro Civil (Ecuador), Ley Orgánica de Gestión de la Identidad y Datos Civiles, 2016: the province (01 to 24; 30 and 50 abroad) first",
			shapes:  []string{"(0[1-9]|1#|2[0-4]|30|50)[0-6]#######"},
			formats: []string{"#########-#"},
			labels:  []string{"CEDULA DE CIUDADANIA", "NUI", "CEDULA NO"},
			check:   luhnFrom(0),
		},
		{
			name: "mx-curp", description: "a Mexican CURP: 18 letters and digits",
			source: "Instructivo normativo para la asignación de la CURP, Diario Oficial de la Federación, 18 October 2021, with the codes of the states",
			shapes: []string{"@@@@######[HMX](AS|B[CS]|C[CHLMS]|D[FG]|G[RT]|HG|JC|M[CNS]|N[ELT]|OC|PL|Q[RT]|S[LPR]|T[CLS]|VZ|YN|ZS)@@@*#"},
			labels: []string{"CURP", "CLAVE UNICA DE REGISTRO DE POBLACION"},
			check:  curp,
			birth: birthplan{at: "....YYMMDD", sex: sexBy(10, "H", "M"), adjust: func(n string, b *Birth) bool {
				if n[16] <= '9' {
					b.century(1900)
				} else {
					b.century(2000)
				}
				return true
			}},
		},
		{
			name: "mx-elector", description: "a Mexican voter key (clave de elector): 18 letters and digits",
			source: "Instituto Nacional Electoral (Mexico), credencial para votar: six letters, date of birth, state, sex, three digits",
			shapes: []string{"@@@@@@########[HM]###"},
			labels: []string{"CLAVE DE ELECTOR"},
			birth:  birthplan{at: "......YYMMDD", sex: sexBy(14, "H", "M")},
		},
		{
			name: "pe-dni", description: "a Peruvian DNI: eight digits, with or without the check character",
			source: "Ley 26497 (Peru), RENIEC; the check character stands apart from the number",
			shapes: []string{"########"},
			labels: []string{"DNI", "CUI"},
			typed:  lessCheck("########[0-9A-K]", 8, peruvian),
		},
	}
}

// tituloEleitoral is the check of the Brazilian voter number: eight digits, the state, two check
// digits. In São Paulo and Minas Gerais (01 and 02) a remainder of 0 is written as 1.
var tituloEleitoral = checksum{"modulo 11 twice, weights 2…9 then 7, 8, 9", func(n string) bool {
	state := n[8:10]
	if state < "01" || state > "28" {
		return false
	}
	written := func(remainder int) int {
		if remainder == 0 && state <= "02" {
			return 1
		}
		return remainder % 10
	}
	first := written(weighted(n[:8], 2, 3, 4, 5, 6, 7, 8, 9) % 11)
	second := written(weighted(n[8:11], 7, 8, 9) % 11)
	return digit(n, 10) == first && digit(n, 11) == second
}}

// peruvian is the check character behind a Peruvian DNI, a digit or, on older cards, a letter.
func peruvian(n string) bool {
	r := weighted(n[:8], 3, 2, 7, 6, 5, 4, 3, 2) % 11
	return n[8] == "65432110987"[r] || n[8] == "KJIHGFEDCBA"[r]
}

// curp is the check digit of the Mexican CURP: positions weigh 18 to 2, and letters after N count
// one more, for Ñ.
var curp = checksum{"modulo 10, weights 18…2, Ñ between N and O", func(n string) bool {
	sum := 0
	for i := range 17 {
		v := value(n[i])
		if n[i] > 'N' {
			v++
		}
		sum += v * (18 - i)
	}
	return lastIs(n, (10-sum%10)%10)
}}
