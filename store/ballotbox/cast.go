package ballotbox

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// MaxWeight is the largest weight of a ballot.
const MaxWeight = 1000

// Cast is what is published of a ballot that was cast: its weight, which the roll says and the seal
// does not hide, and the hash of what was sealed.
type Cast struct {
	Weight int // 1..MaxWeight
	Sealed Hash
}

// SealedHash is the hash of a sealed ballot: its SHA-256.
func SealedHash(sealed []byte) Hash { return sha256.Sum256(sealed) }

// Leaf is the leaf of the ballot in the cast log of its election: the RFC 6962 leaf hash of
// "ostrakon/cast/3\0" ‖ election id ‖ weight (4 bytes, big-endian) ‖ SHA-256(sealed ballot).
func (c Cast) Leaf(election string) Hash {
	record := binary.BigEndian.AppendUint32([]byte("ostrakon/cast/3\x00"+election), uint32(c.Weight))
	return Hash(tlog.RecordHash(append(record, c.Sealed[:]...)))
}

// LeafOf is the leaf of a sealed ballot with a weight.
func LeafOf(election string, weight int, sealed []byte) Hash {
	return Cast{weight, SealedHash(sealed)}.Leaf(election)
}

// String is the ballot's line in leaves.txt.
func (c Cast) String() string { return strconv.Itoa(c.Weight) + " " + c.Sealed.String() }

// ParseCast reads what String writes.
func ParseCast(line string) (Cast, error) {
	weight, hash, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(weight)
	if err != nil || n < 1 || n > MaxWeight || strconv.Itoa(n) != weight {
		return Cast{}, fmt.Errorf("%q is not a weight of 1 to %d", weight, MaxWeight)
	}
	sealed, err := ParseHash(hash)
	return Cast{n, sealed}, err
}

// leavesOf are the leaves of an election's cast log.
func leavesOf(election string, casts []Cast) []Hash {
	leaves := make([]Hash, len(casts))
	for i, c := range casts {
		leaves[i] = c.Leaf(election)
	}
	return leaves
}

// weightOf is the weight of all ballots.
func weightOf(casts []Cast) int {
	sum := 0
	for _, c := range casts {
		sum += c.Weight
	}
	return sum
}

// checkWeights reports whether ballots with these weights can have been cast by the people who may
// vote: of each weight at most as many as have it, and without a roll only ballots that weigh 1.
func (m *Manifest) checkWeights(casts []Cast) error {
	left := make(map[int]int)
	if m.Electorate != nil {
		for _, w := range m.Electorate.Weights {
			left[w[0]] = w[1]
		}
	} else {
		left[1] = len(casts)
	}
	ballots := make(map[int]int)
	for _, c := range casts {
		ballots[c.Weight]++
	}
	for weight := range MaxWeight + 1 {
		if ballots[weight] > left[weight] {
			return fmt.Errorf("there are %d ballots of %d people with weight %d", ballots[weight], left[weight], weight)
		}
	}
	return nil
}

// checkOnce reports whether each sealed ballot is in the log once, whatever its weight.
func checkOnce(casts []Cast) error {
	sealed := make([]string, len(casts))
	for i, c := range casts {
		sealed[i] = string(c.Sealed[:])
	}
	slices.Sort(sealed)
	for i := 1; i < len(sealed); i++ {
		if sealed[i] == sealed[i-1] {
			return fmt.Errorf("the sealed ballot %x is there twice", sealed[i])
		}
	}
	return nil
}
