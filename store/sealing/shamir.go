package sealing

import "encoding/binary"

const shareSize = 32

// vector is 32 elements of GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (the field of AES, FIPS 197,
// section 4), eight in a word. No operation has a table or a branch that depends on them.
type vector [shareSize / 8]uint64

func vectorOf(share []byte) (v vector) {
	for i := range v {
		v[i] = binary.LittleEndian.Uint64(share[8*i:])
	}
	return v
}

func (v vector) bytes() []byte {
	share := make([]byte, 0, shareSize)
	for _, word := range v {
		share = binary.LittleEndian.AppendUint64(share, word)
	}
	return share
}

func (v vector) plus(w vector) vector {
	for i := range v {
		v[i] ^= w[i]
	}
	return v
}

// times multiplies each element by a public one, such as a holder's number.
func (v vector) times(public byte) (product vector) {
	for ; public != 0; public >>= 1 {
		if public&1 != 0 {
			product = product.plus(v)
		}
		for i, word := range v { // multiplies by x
			high := word >> 7 & 0x0101010101010101
			v[i] = word&0x7f7f7f7f7f7f7f7f<<1 ^ high*0x1b
		}
	}
	return product
}

// shareOf is a polynomial's value at a holder's number (A. Shamir, 1979). The first coefficient is the key.
func shareOf(polynomial []byte, number int) (share vector) {
	for end := len(polynomial); end > 0; end -= shareSize {
		share = share.times(byte(number)).plus(vectorOf(polynomial[end-shareSize : end]))
	}
	return share
}

// weightsOf returns the factors with which the holders' shares add up to the key: Lagrange's polynomials at 0.
func weightsOf(numbers []int) []byte {
	weights := make([]byte, len(numbers))
	for i, own := range numbers {
		weights[i] = 1
		for _, other := range numbers {
			if other != own {
				weights[i] = product(weights[i], product(byte(other), inverse(byte(other^own))))
			}
		}
	}
	return weights
}

// product and inverse are for public elements.
func product(a, b byte) byte { return byte(vector{uint64(a)}.times(b)[0]) }

func inverse(a byte) byte {
	power := byte(1)
	for range 254 { // a^255 = 1
		power = product(power, a)
	}
	return power
}
