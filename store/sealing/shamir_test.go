package sealing

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slow multiplies as one does on paper: as polynomials over GF(2), then modulo 0x11b.
func slow(a, b byte) byte {
	wide := 0
	for i := range 8 {
		if b>>i&1 == 1 {
			wide ^= int(a) << i
		}
	}
	for i := 14; i >= 8; i-- {
		if wide>>i&1 == 1 {
			wide ^= 0x11b << (i - 8)
		}
	}
	return byte(wide)
}

func TestTheFieldHas256Elements(t *testing.T) {
	if got := slow(0x57, 0x83); got != 0xc1 { // the example of FIPS 197, section 4.2
		t.Fatalf("%x", got)
	}
	for a := range 256 {
		var all vector
		for i := range all {
			all[i] = uint64(a) * 0x0101010101010101
		}
		for b := range 256 {
			if got, want := all.times(byte(b)).bytes(),
				slow(byte(a), byte(b)); !bytes.Equal(got, slices.Repeat([]byte{want}, 32)) {
				t.Fatalf("%x · %x = %x, want %x", a, b, got, want)
			}
		}
		if a > 0 && slow(byte(a), inverse(byte(a))) != 1 {
			t.Fatalf("1/%x = %x", a, inverse(byte(a)))
		}
	}
}

func TestAnyThresholdOfSharesGivesTheKeyAndFewerDoNot(t *testing.T) {
	combine := func(polynomial []byte, numbers []int) []byte {
		var sum vector
		for i, weight := range weightsOf(numbers) {
			sum = sum.plus(shareOf(polynomial, numbers[i]).times(weight))
		}
		return sum.bytes()
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, MaxHolders).Draw(t, "holders")
		k := rapid.IntRange(1, n).Draw(t, "threshold")
		polynomial := rapid.SliceOfN(rapid.ByteRange(1, 255), k*shareSize, k*shareSize).Draw(t, "polynomial")
		for _, numbers := range subsets(n, k) {
			if got := combine(polynomial, numbers); !bytes.Equal(got, polynomial[:shareSize]) {
				t.Errorf("%v give %x", numbers, got)
			}
		}
		// With one share fewer each byte is wrong: the last coefficient has no zero.
		for _, numbers := range subsets(n, k-1) {
			for i, b := range combine(polynomial, numbers) {
				if k > 1 && b == polynomial[i] {
					t.Errorf("%v give byte %d", numbers, i)
				}
			}
		}
	})
	if got := shareOf(bytes.Repeat([]byte{7}, shareSize), 9).bytes(); !bytes.Equal(got,
		bytes.Repeat([]byte{7}, shareSize)) {
		t.Errorf("the share of a threshold of one is %x", got)
	}
}
