package proof

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// Rounds is how often ballots are split and two of their three parts opened: a lie passes 2 rounds in 3 at most, and
// (2/3)^137 < 2^-80. slow is how often the hash that chooses the parts is hashed again: a liar tries until both
// challenges suit, and each try costs 2^10 hashes. "Why it cannot lie" in the package's comment has the reasoning.
const (
	Rounds = 137
	slow   = 1024
)

// Statement says which ballots were counted, and the totals to which a proof shows that they add up.
type Statement struct {
	Manifest, Log, Invalid Hash       // hashes of manifest and invalid.txt, and the root of the log at the close
	Totals                 []uint32   // in the order of Form.Totals
	Scales                 [][]uint32 // how a ballot of each class counts in each total; class 1 is Scales[0]
	Classes                []int      // of the counted ballots, in the order of the log
	Commitments            []Hash     // of the counted ballots
}

// errStatement is the error where the parts of a statement do not fit.
var errStatement = errors.New("the totals do not fit the election")

// fits reports a statement that does not fit the form, or whose totals could pass the prime and begin again.
func (s *Statement) fits(f *Form) error {
	most := make([]uint64, len(f.sums))
	if len(s.Totals) != len(most) || len(s.Classes) != len(s.Commitments) {
		return errStatement
	}
	for _, c := range s.Classes {
		if c < 1 || c > len(s.Scales) || len(s.Scales[c-1]) != len(most) {
			return errStatement
		}
		for i, scale := range s.Scales[c-1] {
			most[i] += uint64(scale)
		}
	}
	for i, total := range s.Totals {
		if most[i] >= prime || uint64(total) > most[i] {
			return errStatement
		}
	}
	return nil
}

// first returns the hash from which the random coefficients follow.
func (s *Statement) first(head []byte) Hash {
	statement := digest("ostrakon/statement/4\x00", s.Manifest[:], s.Log[:], s.Invalid[:], appendNumbers(nil, s.Totals))
	return digest("ostrakon/first/4\x00", statement[:], head)
}

// addUp adds the cells of a part to the sums of the totals.
func (f *Form) addUp(sums []uint64, scales, cells []uint32) {
	for i, cell := range f.sums {
		sums[i] += uint64(reduce(uint64(scales[i]) * uint64(cells[cell])))
	}
}

// coefficients fills out with the random coefficients of a ballot's cells and lines.
func coefficients(first *Hash, round, ballot int, out []uint32) {
	const label = "ostrakon/mix/4\x00"
	var b [len(label) + 32 + 8]byte
	copy(b[copy(b[:], label):], first[:])
	binary.BigEndian.PutUint32(b[len(b)-8:], uint32(round))
	binary.BigEndian.PutUint32(b[len(b)-4:], uint32(ballot))
	seed := Hash(sha256.Sum256(b[:]))
	elements(&seed, out)
}

// mask returns what hides z of a part: it follows from the tapes of the part and of the next one.
func mask(own, next *Hash) uint32 {
	var a, b [1]uint32
	elements(own, a[:])
	elements(next, b[:])
	return minus(a[0], b[0])
}

// minus returns a − b.
func minus(a, b uint32) uint32 { return reduce(uint64(a) + prime - uint64(b)) }

// open returns the part of each round that is opened together with the next one.
func open(first Hash, zed []byte, rounds int) []int {
	second := digest("ostrakon/second/4\x00", first[:], zed)
	for range slow {
		second = sha256.Sum256(second[:])
	}
	parts := make([]int, 0, rounds)
	for i := 0; ; i++ {
		for _, b := range digest("ostrakon/open/4\x00", second[:], u32(i)) {
			if len(parts) == rounds {
				return parts
			}
			if b < 255 {
				parts = append(parts, int(b%3))
			}
		}
	}
}

// headSize returns the bytes of a round in HEAD.
func (f *Form) headSize() int { return 8*len(f.sums) + 96 }

// ballotSize returns the bytes of a ballot in a round that opens part e and the next one.
func (f *Form) ballotSize(e int) int {
	if e == 0 {
		return 96
	}
	return 96 + 4*f.cells
}

// MaxSize is how many bytes a proof about so many ballots has at most, whichever parts are opened.
func (f *Form) MaxSize(ballots int) int64 {
	return Rounds * int64(f.headSize()+8+64+ballots*f.ballotSize(1))
}
