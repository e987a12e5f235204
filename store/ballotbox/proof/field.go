package proof

import (
	"crypto/sha256"
	"encoding/binary"
)

// prime is the order of the field in which cells, parts and sums are numbers.
const prime = 1<<31 - 1

// reduce returns v modulo prime, in the same time for all v.
func reduce(v uint64) uint32 {
	v = v&prime + v>>31
	v = v&prime + v>>31
	v -= prime
	return uint32(v + prime*(v>>63))
}

// fieldLabel begins what is hashed for elements.
const fieldLabel = "ostrakon/field/4\x00"

// elements fills out with the numbers below prime that follow from a seed.
func elements(seed *Hash, out []uint32) {
	var block [len(fieldLabel) + 32 + 4]byte
	copy(block[copy(block[:], fieldLabel):], seed[:])
	for i := uint32(0); len(out) > 0; i++ {
		binary.BigEndian.PutUint32(block[len(block)-4:], i)
		sum := sha256.Sum256(block[:])
		for at := 0; at < 32 && len(out) > 0; at += 8 {
			out[0] = reduce(binary.BigEndian.Uint64(sum[at:]))
			out = out[1:]
		}
	}
}

// digest returns the SHA-256 of a label and what follows it.
func digest(label string, rest ...[]byte) Hash {
	h := sha256.New()
	h.Write([]byte(label))
	for _, b := range rest {
		h.Write(b)
	}
	return Hash(h.Sum(nil))
}

// u32 writes a number as four bytes.
func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// appendNumbers appends numbers of four bytes each.
func appendNumbers(b []byte, numbers []uint32) []byte {
	for _, v := range numbers {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}
