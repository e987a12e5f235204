package number

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// sameAsStrconv asks that a word is read as strconv reads it, to the bit, and refused where strconv
// refuses it.
func sameAsStrconv(t *testing.T, word string) {
	t.Helper()
	want, err := strconv.ParseFloat(word, 32)
	syntax := err != nil && err.(*strconv.NumError).Err == strconv.ErrSyntax
	got, ok := Parse([]byte(word))
	if ok == syntax {
		t.Fatalf("%q: ok is %v, strconv says %v", word, ok, err)
	}
	if ok && math.Float32bits(got) != math.Float32bits(float32(want)) && want == want {
		t.Fatalf("%q: got %v (%#08x), want %v (%#08x)", word, got, math.Float32bits(got), want,
			math.Float32bits(float32(want)))
	}
}

func TestParseFloat(t *testing.T) {
	for _, word := range []string{
		"0", "-0", "+0", "0.0", "-0.000000e+000", "1", "10.", ".5", "-.5", "1e1", "1E+001", "1.5e-7", "12345678", "123456789",
		"0.12345678", "1.123456789012345678",
		"16777217", "16777219", "16777216.999999999999999999999", "33554433", "0.1", "1e-38", "1.1754943e-38",
		"1.17549435e-38", "1e-45", "7e-46", "7.1e-46",
		"3.4028235e38", "3.4028235677973366e38", "3.4028236e38", "1e39", "-1e400", "1e-400", "1e64", "1e65", "0e99999",
		"1e99999", "9999999.99999999", "18446744073709551616",
		"1234567.1234567890123", "000000000000000000000001.5", "0.00000000000000000000000000000000000001", "8388608.5",
		"8388609.5", "4194304.25", "4194304.75",
		"nan", "NaN", "inf", "-Inf", "+infinity", "0x1p-2", "0x1.8p1", "1_000", "0x_1p0",
		"", "+", "-", ".", "e", "e5", "1e", "1e+", "1e-", "1.5.5", "1,5", "--1", "+-1", "1e5.0", "abc", "1a", "infin", "1.0f",
		"1\x00", "½",
	} {
		sameAsStrconv(t, word)
	}
}

// TestParseFloatNearTies goes through decimals on, just above and just below points halfway between
// two floats, where a second rounding goes wrong.
func TestParseFloatNearTies(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		bits := random.Uint32() &^ (1 << 31)
		a := math.Float32frombits(bits)
		b := math.Float32frombits(bits + 1)
		if a != a || math.IsInf(float64(b), 0) || b != b {
			continue
		}
		tie := float64(a) + (float64(b)-float64(a))/2
		for _, precision := range []int{-1, 6, 9, 12, 15, 17, 19, 25, 60} {
			for _, v := range []float64{tie, math.Nextafter(tie, 0), math.Nextafter(tie, math.Inf(1)), float64(a)} {
				sameAsStrconv(t, strconv.FormatFloat(v, 'e', precision, 64))
				if v > 1e-8 && v < 1e12 {
					sameAsStrconv(t, strconv.FormatFloat(v, 'f', precision, 64))
				}
			}
		}
	}
}

// TestParseFloatShortDecimals goes through numbers as files have them.
func TestParseFloatShortDecimals(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300000 {
		v := random.NormFloat64() * math.Pow(10, float64(random.IntN(12)-6))
		sameAsStrconv(t, strconv.FormatFloat(v, "feg"[random.IntN(3)], random.IntN(20)-1, 64))
	}
}

// FuzzFloat holds the reader's numbers against strconv, which rounds exactly.
func FuzzFloat(f *testing.F) {
	for _, word := range []string{"0", "-1.5", "+1.25e-3", "16777217", "1E+038", "1.17549435e-38", "nan", "0x1p-1",
		"12345678.12345678", "1e-46", ".", "1,5"} {
		f.Add(word)
	}
	f.Fuzz(sameAsStrconv)
}

// BenchmarkDecimal reads one number.
func BenchmarkDecimal(b *testing.B) {
	for _, s := range []string{"10", "-12.345678", "1.234567e+01", "12.34567890123456", "16777217", "1e-42"} {
		b.Run(s, func(b *testing.B) {
			word := []byte(s)
			for b.Loop() {
				if _, ok := Parse(word); !ok {
					b.Fatal("not read")
				}
			}
		})
	}
}
