package ballotbox

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"math"
	"slices"
	"strconv"
	"strings"

	"ostrakon/store/tally"
)

// Electorate is the part of the manifest about the voters, if they are the people on a frozen roll.
type Electorate struct {
	Size     int     `json:"size"`     // people, 1..MaxElectorate
	Classes  []Class `json:"classes"`  // numbered from 1, rising weights
	RollHash string  `json:"rollHash"` // of the frozen roll, see RollHasher
}

// Class is a part of the electorate whose ballots count alike.
type Class struct {
	Weight int `json:"weight"` // how many votes a ballot counts as, 1..MaxWeight
	People int `json:"people"`
}

// Limits of an electorate. A verifier can add up MaxTotal in a count by transfers, in 1/100000 of a vote.
const (
	MaxElectorate = 10_000_000 // people on a frozen roll
	MaxClasses    = 1000
	MaxWeight     = 1_000_000
	MaxTotal      = tally.MaxPapers // weight of all ballots of the electorate
)

// check checks that the list of classes has its form and adds up to the size.
func (e *Electorate) check() error {
	if _, err := ParseHash(e.RollHash); err != nil || e.Size < 1 || e.Size > MaxElectorate {
		return fmt.Errorf("an electorate of %d people with the hash %q", e.Size, e.RollHash)
	}
	if len(e.Classes) > MaxClasses {
		return fmt.Errorf("an electorate of %d classes", len(e.Classes))
	}
	people, before := 0, 0
	for _, c := range e.Classes {
		if c.Weight <= before || c.Weight > MaxWeight || c.People < 1 || c.People > e.Size {
			return fmt.Errorf("the electorate has %d people of weight %d after weight %d", c.People, c.Weight, before)
		}
		people, before = people+c.People, c.Weight
	}
	if total := e.weight(); people != e.Size || total > MaxTotal {
		return fmt.Errorf("the classes are those of %d people with %d votes, the electorate has %d", people, total, e.Size)
	}
	return nil
}

// weight is that of the ballots of all people.
func (e *Electorate) weight() int {
	sum := 0
	for _, c := range e.Classes {
		sum += c.Weight * c.People
	}
	return sum
}

// classes are those of ballots. Without an electorate there is one, whose ballots weigh 1.
func (m *Manifest) classes() []Class {
	if m.Electorate == nil {
		return []Class{{Weight: 1, People: math.MaxInt}}
	}
	return m.Electorate.Classes
}

// weight is that of a ballot of a class; 0 if the manifest does not have the class.
func (m *Manifest) weight(class int) int {
	if all := m.classes(); class >= 1 && class <= len(all) {
		return all[class-1].Weight
	}
	return 0
}

// ClassOf is the class whose ballots have a weight; 0 if there is none.
func (m *Manifest) ClassOf(weight int) int { return classOf(m.classes(), weight) }

// ClassOf is the class of the people with a weight; 0 if nobody has it.
func (e *Electorate) ClassOf(weight int) int { return classOf(e.Classes, weight) }

func classOf(all []Class, weight int) int {
	return 1 + slices.IndexFunc(all, func(c Class) bool { return c.Weight == weight })
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
	e := Electorate{Size: r.size, Classes: []Class{}, RollHash: Hash(r.hash.Sum(nil)).String()}
	for weight, n := range r.people {
		e.Classes = append(e.Classes, Class{weight, n})
	}
	slices.SortFunc(e.Classes, func(a, b Class) int { return a.Weight - b.Weight })
	return e
}
