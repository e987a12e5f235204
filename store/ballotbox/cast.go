package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/sealing"
)

// MaxWeight is the largest weight of a ballot.
const MaxWeight = 1000

// Cast is what is published of a ballot that was cast: its weight, which the roll says and the seal
// does not hide, the tag that binds it to one person, and the hash of what was sealed.
type Cast struct {
	Weight int // 1..MaxWeight
	Tag    sealing.Tag
	Sealed Hash
}

// SealedHash is the hash of a sealed ballot: its SHA-256.
func SealedHash(sealed []byte) Hash { return sha256.Sum256(sealed) }

// Leaf is the leaf of the ballot in the log of its election: the RFC 6962 leaf hash of
// "ostrakon/cast/4\0" ‖ election id ‖ weight (4 bytes, big-endian) ‖ tag ‖ SHA-256(sealed ballot).
func (c Cast) Leaf(election string) Hash {
	record := binary.BigEndian.AppendUint32([]byte("ostrakon/cast/4\x00"+election), uint32(c.Weight))
	record = append(record, c.Tag[:]...)
	return Hash(tlog.RecordHash(append(record, c.Sealed[:]...)))
}

// LeafOf is the leaf of a sealed ballot with a weight and a tag.
func LeafOf(election string, weight int, tag sealing.Tag, sealed []byte) Hash {
	return Cast{weight, tag, SealedHash(sealed)}.Leaf(election)
}

// BallotNumber writes 130 bits of a leaf for people: 26 characters of base32 (RFC 4648) in groups of 4 and 6.
func (h Hash) BallotNumber() string {
	text := base32.StdEncoding.EncodeToString(h[:])[:26]
	groups := slices.Collect(slices.Chunk([]byte(text[:20]), 4))
	return string(bytes.Join(append(groups, []byte(text[20:])), []byte(" ")))
}

// OpenLeaf is the first leaf of the log: the RFC 6962 leaf hash of "ostrakon/open/4\0" ‖ manifest hash.
func (m *Manifest) OpenLeaf() Hash {
	return Hash(tlog.RecordHash(append([]byte("ostrakon/open/4\x00"), m.hash[:]...)))
}

// EndLeaf is the last leaf of the log: the RFC 6962 leaf hash of "ostrakon/end/4\0" ‖ SHA-256(NoteText).
func EndLeaf(text string) Hash {
	hash := sha256.Sum256([]byte(text))
	return Hash(tlog.RecordHash(append([]byte("ostrakon/end/4\x00"), hash[:]...)))
}

// String is the ballot's line in leaves.txt.
func (c Cast) String() string { return fmt.Sprintf("%d %x %s", c.Weight, c.Tag[:], c.Sealed) }

// ParseCast reads what String writes.
func ParseCast(line string) (Cast, error) {
	weight, rest, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(weight)
	if err != nil || n < 1 || n > MaxWeight || strconv.Itoa(n) != weight {
		return Cast{}, fmt.Errorf("%.100q is not a weight of 1 to %d", weight, MaxWeight)
	}
	tag, sealed, _ := strings.Cut(rest, " ")
	t, err := ParseHash(tag)
	if err != nil {
		return Cast{}, err
	}
	s, err := ParseHash(sealed)
	return Cast{n, sealing.Tag(t), s}, err
}

// ballotsHash is the hash of the set of ballots: "ostrakon/ballots/4\0" and their leaves, sorted.
func ballotsHash(leaves []Hash) Hash {
	sorted := slices.SortedFunc(slices.Values(leaves), func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })
	h := sha256.New()
	h.Write([]byte("ostrakon/ballots/4\x00"))
	for _, leaf := range sorted {
		h.Write(leaf[:])
	}
	return Hash(h.Sum(nil))
}

// leavesOf are the leaves of ballots.
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
	sealed := make([]Hash, len(casts))
	for i, c := range casts {
		sealed[i] = c.Sealed
	}
	slices.SortFunc(sealed, func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })
	for i := 1; i < len(sealed); i++ {
		if sealed[i] == sealed[i-1] {
			return fmt.Errorf("the sealed ballot %x is there twice", sealed[i][:])
		}
	}
	return nil
}
