package ballotbox

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"
)

// Electorate is the part of the manifest about the voters, if they are the people on a frozen roll.
type Electorate struct {
	Size     int      `json:"size"`     // people, 1..MaxElectorate
	Weights  [][2]int `json:"weights"`  // each weight and how many people have it, rising weights
	RollHash string   `json:"rollHash"` // of the frozen roll, see RollHasher
}

// MaxElectorate is the largest number of people on a frozen roll.
const MaxElectorate = 10_000_000

// check checks that the list of weights has its form and adds up to the size.
func (e *Electorate) check() error {
	if _, err := ParseHash(e.RollHash); err != nil || e.Size < 1 || e.Size > MaxElectorate {
		return fmt.Errorf("an electorate of %d people with the hash %q", e.Size, e.RollHash)
	}
	people, before := 0, 0
	for _, w := range e.Weights {
		weight, n := w[0], w[1]
		if weight <= before || weight > MaxWeight || n < 1 || n > e.Size {
			return fmt.Errorf("the electorate has %d people of weight %d after weight %d", n, weight, before)
		}
		people, before = people+n, weight
	}
	if people != e.Size {
		return fmt.Errorf("the weights are those of %d people, the electorate has %d", people, e.Size)
	}
	return nil
}

// Elector is a person on a frozen roll. The random id keeps guessed names from being tested against the roll's hash.
type Elector struct {
	ID          string   `json:"id"`
	FullName    string   `json:"fullName"`
	DateOfBirth string   `json:"dateOfBirth"`
	Member      string   `json:"member"`
	Weight      int      `json:"weight"`   // 1..MaxWeight
	ProxyFor    []string `json:"proxyFor"` // ids of the people whose papers this person casts as well
}

// RollHasher hashes a frozen roll: "ostrakon/roll/4\0", then the electors in the order of their ids as text. For each
// elector come the six fields, in the order of Elector: the weight in decimal, the givers' ids joined by commas. A
// field is its length in bytes in decimal, a colon, and the text in UTF-8 (a netstring without its comma).
type RollHasher struct {
	hash   hash.Hash
	size   int
	people map[int]int // of each weight
}

// NewRollHasher starts the hash of an empty roll.
func NewRollHasher() *RollHasher {
	h := sha256.New()
	h.Write([]byte("ostrakon/roll/4\x00"))
	return &RollHasher{hash: h, people: make(map[int]int)}
}

// Add adds the next elector, in the order of ids.
func (r *RollHasher) Add(e Elector) {
	for _, field := range []string{e.ID, e.FullName, e.DateOfBirth, e.Member, strconv.Itoa(e.Weight),
		strings.Join(e.ProxyFor, ",")} {
		r.hash.Write([]byte(strconv.Itoa(len(field)) + ":" + field))
	}
	r.size++
	r.people[e.Weight]++
}

// Electorate is what the manifest says about the roll.
func (r *RollHasher) Electorate() Electorate {
	e := Electorate{Size: r.size, Weights: [][2]int{}, RollHash: Hash(r.hash.Sum(nil)).String()}
	for weight, n := range r.people {
		e.Weights = append(e.Weights, [2]int{weight, n})
	}
	slices.SortFunc(e.Weights, func(a, b [2]int) int { return a[0] - b[0] })
	return e
}
