package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/sealing"
)

// Cast holds the public data of a ballot that was cast: its class, which the roll says and the seal does not hide, the
// tag that binds the ballot to one person, the hash of its sealed bytes, and the commitment to its marks.
type Cast struct {
	Class      int // number of the class in the manifest, 1..MaxClasses
	Tag        sealing.Tag
	Sealed     Hash
	Commitment Hash // zero: none
}

// SealedHash is the hash of a sealed ballot: its SHA-256.
func SealedHash(sealed []byte) Hash { return sha256.Sum256(sealed) }

// Leaf is the leaf of the ballot in the log of its election: the RFC 6962 leaf hash of
// "ostrakon/cast/4\0" ‖ election id ‖ class (2 bytes, big-endian) ‖ tag ‖ SHA-256(sealed ballot) ‖ commitment.
func (c Cast) Leaf(election string) Hash {
	record := binary.BigEndian.AppendUint16([]byte("ostrakon/cast/4\x00"+election), uint16(c.Class))
	return Hash(tlog.RecordHash(slices.Concat(record, c.Tag[:], c.Sealed[:], c.Commitment[:])))
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

// String is the ballot's line in leaves.txt. A commitment stands in it only if it is not zero.
func (c Cast) String() string {
	line := fmt.Sprintf("%d %x %s", c.Class, c.Tag[:], c.Sealed)
	if c.Commitment != (Hash{}) {
		line += " " + c.Commitment.String()
	}
	return line
}

// ParseCast reads what String writes.
func ParseCast(line string) (Cast, error) {
	fields := strings.Split(line, " ")
	if len(fields) != 3 && len(fields) != 4 {
		return Cast{}, fmt.Errorf("%.300q is not a class, a tag, a hash and perhaps a commitment", line)
	}
	class, err := parseFrom(fields[0], 1, MaxClasses)
	if err != nil {
		return Cast{}, fmt.Errorf("class: %w", err)
	}
	var hashes [3]Hash
	for i, field := range fields[1:] {
		if hashes[i], err = ParseHash(field); err != nil {
			return Cast{}, err
		}
	}
	c := Cast{class, sealing.Tag(hashes[0]), hashes[1], hashes[2]}
	if c.String() != line {
		return Cast{}, fmt.Errorf("%.300q has a commitment of zeros", line)
	}
	return c, nil
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
func (m *Manifest) weightOf(casts []Cast) int {
	sum := 0
	for _, c := range casts {
		sum += m.weight(c.Class)
	}
	return sum
}

// checkClasses reports whether ballots of these classes can have been cast by the people who may
// vote: of each class at most as many as belong to it, and none of a class that the manifest does not have.
func (m *Manifest) checkClasses(casts []Cast) error {
	ballots := make(map[int]int)
	for _, c := range casts {
		ballots[c.Class]++
	}
	for _, class := range slices.Sorted(maps.Keys(ballots)) {
		people := 0
		if all := m.classes(); class <= len(all) {
			people = all[class-1].People
		}
		if ballots[class] > people {
			return fmt.Errorf("there are %d ballots of class %d, which has %d people", ballots[class], class, people)
		}
	}
	return nil
}

// checkOnce reports whether each sealed ballot is in the log once, whatever its class.
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
