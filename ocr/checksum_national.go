package ocr

import "strings"

// cpf is the check of the Brazilian CPF.
var cpf = checksum{mod11Pairs.name + ", not all digits alike", func(n string) bool {
	return strings.Trim(n, n[:1]) != "" && mod11Pairs.holds(n)
}}

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

// chilean is the check character of the RUN.
var chilean = checksum{"modulo 11, weights 2…7 from the right", func(n string) bool {
	sum := 0
	for i := range len(n) - 1 {
		sum += digit(n, len(n)-2-i) * (2 + i%6)
	}
	return "0K987654321"[sum%11] == n[len(n)-1]
}}

// peruvian is the check character behind a Peruvian DNI, a digit or, on older cards, a letter.
func peruvian(n string) bool {
	r := weighted(n[:8], 3, 2, 7, 6, 5, 4, 3, 2) % 11
	return n[8] == "65432110987"[r] || n[8] == "KJIHGFEDCBA"[r]
}

// curp is the check digit of the Mexican CURP: positions weigh 18 to 2, and letters after N count one more, for Ñ.
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

// iranian is the check digit of the national number.
var iranian = checksum{"modulo 11, weights 10…2", func(n string) bool {
	c := weighted(n[:9], 10, 9, 8, 7, 6, 5, 4, 3, 2) % 11
	if c > 1 {
		c = 11 - c
	}
	return lastIs(n, c)
}}

// thai is the check digit of the Thai number: a remainder of 0 is written as 1, one of 1 as 0.
var thai = checksum{"modulo 11, weights 13…2", func(n string) bool {
	return lastIs(n, (11-weighted(n[:12], 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11)%10)
}}

// turkish is the two check digits of the Turkish number.
var turkish = checksum{"modulo 10 twice, weights 7 and 9, then the sum of ten digits", func(n string) bool {
	tenth := weighted(n[:9], 7, 9, 7, 9, 7, 9, 7, 9, 7) % 10
	sum := weighted(n[:10], 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) % 10
	return digit(n, 9) == tenth && digit(n, 10) == sum
}}

// taiwan writes the letter as two digits; weights are 1, 9, 8, …, 1, and the check digit completes a multiple of ten.
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

// belgian is the key of the national number, whose prefix is the century.
var belgian = checksum{"97 less the remainder modulo 97, with a 2 in front from 2000 on", func(n string) bool {
	return belgianKey(n, "") || belgianKey(n, "2")
}}

// belgianKey checks the key of a Belgian number with a prefix for the century.
func belgianKey(n, prefix string) bool { return modulo(n[9:], 100) == 97-modulo(prefix+n[:9], 97) }

// german is the check digit printed behind the serial number: modulo 10, weights 7, 3, 1 over digits
// and letters, A = 10 (ICAO Doc 9303-3, section 4.9).
func german(n string) bool {
	sum := 0
	for i := range len(n) - 1 {
		sum += value(n[i]) * [3]int{7, 3, 1}[i%3]
	}
	return lastIs(n, sum%10)
}

// finnish is the check character of the personal identity code.
var finnish = checksum{"modulo 31 over 0…9A…Y", func(n string) bool {
	serial := n[len(n)-4 : len(n)-1]
	return "0123456789ABCDEFHJKLMNPRSTUVWXY"[modulo(n[:6]+serial, 31)] == n[len(n)-1]
}}

// french is the key of the NIR.
var french = checksum{"97 less the remainder modulo 97; 2A counts as 19, 2B as 18", func(n string) bool {
	number := n[:13]
	switch n[6] {
	case 'A':
		number = n[:5] + "19" + n[7:13]
	case 'B':
		number = n[:5] + "18" + n[7:13]
	}
	return modulo(n[13:], 100) == 97-modulo(number, 97)
}}

// irish is the first letter of the PPS number; the second counts if it is A or B.
var irish = checksum{"modulo 23, weights 8…2 and 9", func(n string) bool {
	sum := weighted(n[:7], 8, 7, 6, 5, 4, 3, 2)
	if len(n) == 9 && n[8] <= 'B' {
		sum += 9 * int(n[8]-'A'+1)
	}
	return "WABCDEFGHIJKLMNOPQRSTUV"[sum%23] == n[7]
}}

// elfproef is the check of the BSN.
var elfproef = checksum{"divisible by 11, weights 9…2 and -1 (elfproef)", func(n string) bool {
	return n != "000000000" && weighted(n, 9, 8, 7, 6, 5, 4, 3, 2, -1)%11 == 0
}}

// norwegian is the two check digits of birth and D numbers.
var norwegian = checksum{"modulo 11 twice, weights 3 7 6 1 8 9 4 5 2 1 and 5 4 3 2 7 6 5 4 3 2 1", func(n string) bool {
	return weighted(n, 3, 7, 6, 1, 8, 9, 4, 5, 2, 1)%11 == 0 && weighted(n, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
}}

// romanian is the check digit of the CNP: a remainder of 10 is written as 1.
var romanian = checksum{"modulo 11, weights 2 7 9 1 4 6 3 5 8 2 7 9", func(n string) bool {
	c := weighted(n[:12], 2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9) % 11
	if c == 10 {
		c = 1
	}
	return lastIs(n, c)
}}
