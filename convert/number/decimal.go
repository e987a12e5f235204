package number

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// Room is how many bytes after its start Decimal may look at, whatever they are.
const Room = 64

// powers holds 10^-64 … 10^64, each the nearest float64.
var powers = func() (p [129]float64) {
	for i := range p {
		p[i], _ = strconv.ParseFloat("1e"+strconv.Itoa(i-64), 64)
	}
	return p
}()

// whole holds 10^0 … 10^8.
var whole = [9]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// Decimal reads a number in the usual notation (sign, digits, point, digits, exponent) that starts
// at t[p] and ends at a blank, and returns where it ends. It rounds exactly, to the same float32 as
// strconv. ok is false for everything else, which Parse then reads: another notation, more
// digits than fit, values that need more care. t must have Room bytes from p on.
func Decimal(t []byte, p int, point byte) (value float32, end int, ok bool) {
	w := binary.LittleEndian.Uint64(t[p:])
	sign := byte(w) - '+' // '+' is 0, '-' is 2
	signs := int(uint64(0b101) >> sign & 1)
	if t[p+signs+8]|0x20 == 'e' {
		if digits, power, ok := printed(t[p+signs:], point); ok {
			value, ok = nearest(digits, power)
			return signed(value, sign), p + signs + printedSize, ok
		}
	}
	digits, n := eight(w >> (8 * signs))
	p += signs + n
	power := 0
	if t[p] == point {
		p++
		d, k := eight(binary.LittleEndian.Uint64(t[p:]))
		digits = digits*whole[k] + d
		p += k
		power = -k
		if k == 8 {
			d, k = eight(binary.LittleEndian.Uint64(t[p:]))
			if digits >= 9e18/whole[k] {
				return 0, p, false
			}
			digits = digits*whole[k] + d
			p += k
			power -= k
		}
	}
	if n == power {
		return 0, p, false // both are 0
	}
	if t[p]|0x20 == 'e' {
		e, next := exponent(t, p+1)
		if next == 0 {
			return 0, p, false
		}
		power += e
		p = next
	}
	if t[p] > ' ' {
		return 0, p, false
	}
	value, ok = nearest(digits, power)
	return signed(value, sign), p, ok
}

// signed is a value with the sign whose distance from '+' is given.
func signed(value float32, sign byte) float32 {
	return math.Float32frombits(math.Float32bits(value) | uint32(uint64(0b100)>>sign&1)<<31)
}

// printedSize is the length of 1.234567e+01, as most programs print a number.
const printedSize = 12

// printed reads a number of that form, without its sign, before a blank, without a branch on a digit. t has 16 bytes.
func printed(t []byte, point byte) (digits uint64, power int, ok bool) {
	w, tail := binary.LittleEndian.Uint64(t), binary.LittleEndian.Uint32(t[8:])
	if byte(w>>8) != point || byte(tail)|0x20 != 'e' || t[printedSize] > ' ' {
		return 0, 0, false
	}
	x := (w&^0xffff | w&0xff<<8 | '0') ^ zeros // a zero, and the digits without the point
	sign, tens, ones := byte(tail>>8)-'+', byte(tail>>16)-'0', byte(tail>>24)-'0'
	if ((x+overNine)|x)&highs != 0 || sign&^2 != 0 || tens > 9 || ones > 9 {
		return 0, 0, false
	}
	power = int(tens)*10 + int(ones)
	negative := -int(sign >> 1)
	return fold(x), power ^ negative - negative - 6, true
}

// nearest returns the float32 nearest to digits (under 2^63) times a power of ten, if that is certain.
func nearest(digits uint64, power int) (value float32, ok bool) {
	if uint(power+64) >= uint(len(powers)) {
		return 0, false
	}
	f := float64(int64(digits)) * powers[power+64]
	// Three roundings, of the digits, the power and the product, leave f within 3 units of its last
	// place from the true value. Rounded again to 24 bits it is right unless a point halfway
	// between two float32 values is that close. That is not so below 2^-126, where they are spaced
	// differently, nor beyond the largest of them; only powers outside of -37 … 19 lead there.
	if (math.Float64bits(f)-0x0ffffff8)&0x1fffffff <= 16 {
		return nearestTo(digits, power)
	}
	if uint(power+37) > 37+19 && digits != 0 && (f < 0x1p-126 || f > math.MaxFloat32) {
		steps := f * 0x1p149 // exact; in steps of the smallest float32, a half is halfway
		fraction := steps - math.Floor(steps)
		return float32(f), f < 0x1p-126 && math.Abs(fraction-0.5) > steps*0x1p-49
	}
	return float32(f), true
}

// nearestTo is nearest for what comes close to a point halfway between two float32 values. Where
// digits and power are exact as float64, the remainder of their division or product is exact too,
// and if f is halfway it shows on which side the true value is.
func nearestTo(digits uint64, power int) (value float32, ok bool) {
	if digits > 1<<53 || power < -22 || power > 22 {
		return 0, false
	}
	var f, remainder float64
	if d := float64(digits); power < 0 {
		divisor := powers[64-power]
		f = d / divisor
		remainder = math.FMA(-f, divisor, d)
	} else {
		f = d * powers[64+power]
		remainder = math.FMA(d, powers[64+power], -f)
	}
	if remainder != 0 && math.Float64bits(f)&0x1fffffff == 0x10000000 {
		f = math.Nextafter(f, math.Inf(int(math.Copysign(1, remainder))))
	}
	return float32(f), true
}

const (
	zeros    = 0x3030303030303030 // digits become 0 to 9 by exclusive or
	overNine = 0x7676767676767676 // added, bytes over 9 get their high bit
	highs    = 0x8080808080808080
)

// eight returns the value of the digits at the start of eight bytes of text, and how many there are.
func eight(text uint64) (value uint64, n int) {
	x := text ^ zeros
	// The lowest byte over 9 gets its high bit here; carries only reach bytes after it.
	n = bits.TrailingZeros64(((x+overNine)|x)&highs) >> 3
	return fold(x << ((64 - 8*n) & 127)), n // in front of the digits come zeros
}

// fold is the number whose eight digits are the bytes of x, the first in the lowest.
func fold(x uint64) uint64 {
	x = x*10 + x>>8 // pairs
	const pairs = 0x000000ff000000ff
	return (x&pairs*(100+1000000<<32) + x>>16&pairs*(1+10000<<32)) >> 32
}

// exponent reads a sign and one to four digits at t[p]; next is 0 if there are none, or more.
func exponent(t []byte, p int) (e, next int) {
	sign := t[p] - '+'
	p += int(uint64(0b101) >> sign & 1)
	start := p
	for d := t[p] - '0'; d <= 9; d = t[p] - '0' {
		e = e*10 + int(d)
		p++
		if p > start+4 {
			return 0, 0
		}
	}
	if p == start {
		return 0, 0
	}
	if sign == 2 {
		e = -e
	}
	return e, p
}

// Parse reads a whole word as strconv.ParseFloat with 32 bits does. Values out of range are infinite and ok.
func Parse(word []byte) (value float32, ok bool) {
	if len(word) < Room/2 {
		var padded [2 * Room]byte
		n := copy(padded[:], word)
		if v, end, ok := Decimal(padded[:], 0, '.'); ok && end == n {
			return v, true
		}
	}
	if v, ok := longDecimal(word); ok {
		return v, true
	}
	v, err := strconv.ParseFloat(string(word), 32)
	if e, isNum := err.(*strconv.NumError); isNum && e.Err != strconv.ErrRange {
		return 0, false
	}
	return float32(v), true
}

// longDecimal is Decimal for any length. Digits after the nineteenth change less than nearest allows for.
func longDecimal(word []byte) (value float32, ok bool) {
	var digits uint64
	power, point, seen := 0, 0, false
	p := 0
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		p = 1
	}
	for ; p < len(word); p++ {
		d := word[p] - '0'
		switch {
		case d > 9 && (word[p] != '.' || point != 0):
			return 0, false
		case d > 9:
			point = 1
		case digits < 9e17:
			digits = digits*10 + uint64(d)
			power -= point
			seen = true
		default:
			power += 1 - point
		}
	}
	if !seen {
		return 0, false
	}
	value, ok = nearest(digits, power)
	if word[0] == '-' {
		value = -value
	}
	return value, ok
}
