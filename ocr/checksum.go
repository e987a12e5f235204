package ocr

import (
	"fmt"
	"strconv"
	"strings"
)

// checksum is a published algorithm of check digits, only asked about numbers of the scheme's shape.
type checksum struct {
	name  string
	holds func(compact string) bool
}

// weighted sums the digits of n times their weights; it stops where either ends.
func weighted(n string, weights ...int) int {
	sum := 0
	for i := 0; i < min(len(n), len(weights)); i++ {
		sum += digit(n, i) * weights[i]
	}
	return sum
}

func digit(n string, i int) int { return int(n[i] - '0') }

// value is a letter or digit as a number: 0 to 9, A = 10 to Z = 35.
func value(c byte) int { return strings.IndexByte(symbolOrder, c) }

// modulo is the remainder of a number written out in digits.
func modulo(n string, m int) int {
	r := 0
	for i := range len(n) {
		r = (r*10 + digit(n, i)) % m
	}
	return r
}

// remainder is a last digit that is the weighted sum of those before it, modulo a number, of which 10 is written as 0.
func remainder(modulus int, weights ...int) checksum {
	return checksum{weightsName(modulus, weights), func(n string) bool {
		return lastIs(n, (weighted(n[:len(n)-1], weights...)%modulus+modulus)%modulus%10)
	}}
}

// complement is a last digit that completes the weighted sum of the others to a multiple; 10 is written as 0.
func complement(modulus int, weights ...int) checksum {
	return checksum{weightsName(modulus, weights), func(n string) bool {
		return lastIs(n, (modulus-weighted(n[:len(n)-1], weights...)%modulus)%modulus%10)
	}}
}

func weightsName(modulus int, weights []int) string {
	return fmt.Sprintf("modulo %d, weights %s", modulus, strings.Trim(fmt.Sprint(weights), "[]"))
}

// luhnFrom is the Luhn algorithm over the digits from a position on.
func luhnFrom(start int) checksum {
	return checksum{"Luhn, ISO/IEC 7812-1 annex B", func(n string) bool { return luhn(n[start:]) }}
}

// luhn doubles every second value from the right and sums the digits; letters count as in value.
func luhn(n string) bool {
	sum := 0
	for i := range len(n) {
		v := value(n[len(n)-1-i])
		if i%2 == 1 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0
}

// verhoeff is J. Verhoeff's code of 1969: a permutation by position, then the dihedral group of order ten.
var verhoeff = checksum{"Verhoeff", func(n string) bool {
	const (
		product = "0123456789" + "1234067895" + "2340178956" + "3401289567" + "4012395678" +
			"5987604321" + "6598710432" + "7659821043" + "8765932104" + "9876543210"
		permuted = "0123456789" + "1576283094" + "5803796142" + "8916043527" +
			"9453126870" + "4286573901" + "2793806415" + "7046913258"
	)
	c := 0
	for i := range len(n) {
		p := digit(permuted, i%8*10+digit(n, len(n)-1-i))
		c = digit(product, c*10+p)
	}
	return c == 0
}}

// mod11x2 is ISO 7064 MOD 11-2: the check character 10 is written X.
var mod11x2 = checksum{"ISO 7064 MOD 11-2", func(n string) bool {
	r := 0
	for i := range len(n) - 1 {
		r = (r + digit(n, i)) * 2 % 11
	}
	return "10X98765432"[r] == n[len(n)-1]
}}

var mod11x10 = checksum{"ISO 7064 MOD 11,10", func(n string) bool {
	p := 10
	for i := range len(n) - 1 {
		s := (p + digit(n, i)) % 10
		if s == 0 {
			s = 10
		}
		p = s * 2 % 11
	}
	return (p+digit(n, len(n)-1))%10 == 1
}}

func lastIs(n string, want int) bool { return digit(n, len(n)-1) == want }

// mod11Twice is the check of Estonia and Lithuania: modulo 11, once more with other weights for 10, and then 0.
var mod11Twice = checksum{"modulo 11 in two passes, weights 1…9,1 then 3…9,1,2,3", func(n string) bool {
	c := weighted(n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1) % 11
	if c == 10 {
		c = weighted(n, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3) % 11 % 10
	}
	return lastIs(n, c)
}}

// mod23Letter is the letter of the Spanish DNI; X, Y, Z before an NIE count as 0, 1, 2, and K, L, M as nothing.
var mod23Letter = checksum{"modulo 23 over TRWAGMYFPDXBNJZSQVHLCKE", func(n string) bool {
	number := n[:len(n)-1]
	if i := strings.IndexByte("XYZ", number[0]); i >= 0 {
		number = strconv.Itoa(i) + number[1:]
	}
	number = strings.TrimLeft(number, "KLM")
	return "TRWAGMYFPDXBNJZSQVHLCKE"[modulo(number, 23)] == n[len(n)-1]
}}

// codiceFiscale is the control letter of the decree of 23 December 1976, art. 12:
// characters at odd places are looked up, those at even places count as they are, modulo 26.
var codiceFiscale = checksum{"modulo 26 with the table of odd places, D.M. 23 December 1976", func(n string) bool {
	odd := [26]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
	sum := 0
	for i := range len(n) - 1 {
		v := value(n[i])
		if v >= 10 {
			v -= 10
		}
		if i%2 == 0 {
			v = odd[v]
		}
		sum += v
	}
	return byte('A'+sum%26) == n[len(n)-1]
}}

// mod11Pairs is two check digits, each the negative weighted sum of all before it, modulo 11, with 10 written as 0.
var mod11Pairs = checksum{"modulo 11 twice, weights 10…2 then 11…2", func(n string) bool {
	first := -weighted(n[:9], 10, 9, 8, 7, 6, 5, 4, 3, 2) % 11
	second := -weighted(n[:10], 11, 10, 9, 8, 7, 6, 5, 4, 3, 2) % 11
	return digit(n, 9) == (first+11)%11%10 && digit(n, 10) == (second+11)%11%10
}}

// rodneCislo is divisible by eleven; until 1985 a remainder of 10 was written as 0, and until 1953 there was no check.
var rodneCislo = checksum{"divisible by 11, ten digits only", func(n string) bool {
	return len(n) == 9 || lastIs(n, modulo(n[:9], 11)%10)
}}
