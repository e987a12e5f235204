package ballotbox

import (
	"crypto/sha256"
	"hash"
	"strconv"
)

// Electorate is what the manifest says about the people who may vote, if those are the people on
// the roll when the election opened.
type Electorate struct {
	Size     int    `json:"size"`     // people
	RollHash string `json:"rollHash"` // of the frozen roll, see RollHasher
}

// Elector is a person on a frozen roll. The id is random, so that nobody can use the roll's hash to
// find out whether a name they guess is on the roll.
type Elector struct {
	ID          string `json:"id"`
	FullName    string `json:"fullName"`
	DateOfBirth string `json:"dateOfBirth"`
	Member      string `json:"member"`
}

// RollHasher hashes a frozen roll: "ostrakon/roll/1\0", then the electors in the order of their ids
// as text. For each elector come the four fields, in the order of Elector. A field is its length in
// bytes in decimal, a colon, and the text in UTF-8 (a netstring without its comma).
type RollHasher struct {
	hash hash.Hash
	size int
}

// NewRollHasher starts the hash of an empty roll.
func NewRollHasher() *RollHasher {
	h := sha256.New()
	h.Write([]byte("ostrakon/roll/1\x00"))
	return &RollHasher{hash: h}
}

// Add adds the next elector, in the order of ids.
func (r *RollHasher) Add(e Elector) {
	for _, field := range []string{e.ID, e.FullName, e.DateOfBirth, e.Member} {
		r.hash.Write([]byte(strconv.Itoa(len(field)) + ":" + field))
	}
	r.size++
}

// Electorate is what the manifest says about the roll.
func (r *RollHasher) Electorate() Electorate {
	return Electorate{Size: r.size, RollHash: Hash(r.hash.Sum(nil)).String()}
}
