package ballotbox

import (
	"crypto/sha256"
	"hash"
	"strconv"
)

// Electorate is what the manifest says of the people who may vote, where that
// is a roll as it stood when the election opened.
type Electorate struct {
	Size     int    `json:"size"`     // people
	RollHash string `json:"rollHash"` // of the frozen roll, see RollHasher
}

// Elector is a person of a frozen roll. Its id is random, so that nobody who
// guesses a name can find by the roll's hash whether it is there.
type Elector struct {
	ID          string `json:"id"`
	FullName    string `json:"fullName"`
	DateOfBirth string `json:"dateOfBirth"`
	Member      string `json:"member"`
}

// RollHasher hashes a frozen roll: "ostrakon/roll/1\0", then of each elector, in
// the order of the ids' text, the four fields in the order of Elector, each as its length
// in bytes, decimal, a colon, and the field in UTF-8 (a netstring without its comma).
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

// Electorate is what the manifest says of the roll.
func (r *RollHasher) Electorate() Electorate {
	return Electorate{Size: r.size, RollHash: Hash(r.hash.Sum(nil)).String()}
}
