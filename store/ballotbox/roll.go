package ballotbox

import (
	"cmp"
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
	Size           int     `json:"size"`                     // people, 1..MaxElectorate
	WeightDecimals int     `json:"weightDecimals,omitempty"` // of a vote: those of weights, 0..MaxDecimals
	Classes        []Class `json:"classes"`                  // numbered from 1, rising weights, then groups
	RollHash       string  `json:"rollHash"`                 // of the frozen roll, see RollHasher
}

// Class is a part of the electorate whose ballots count alike.
type Class struct {
	Weight int   `json:"weight"` // how many votes a ballot counts as, in the unit of the electorate, 1..MaxTotal
	People int   `json:"people"`
	Groups []int `json:"groups,omitempty"` // numbers of the groups that they are in, rising
}

func compareClasses(a, b Class) int {
	return cmp.Or(a.Weight-b.Weight, slices.Compare(a.Groups, b.Groups))
}

// Limits of an electorate. A verifier can add up MaxTotal in a count by transfers, in 1/100000 of its unit.
const (
	MaxElectorate = 10_000_000 // people on a frozen roll
	MaxClasses    = 1000
	MaxTotal      = tally.MaxPapers // weight of all ballots of the electorate, in its unit
)

// check checks that the list of classes has its form and adds up to the size. groups is how many the manifest names.
func (e *Electorate) check(groups int) error {
	if _, err := ParseHash(e.RollHash); err != nil || e.Size < 1 || e.Size > MaxElectorate {
		return fmt.Errorf("an electorate of %d people with the hash %q", e.Size, e.RollHash)
	}
	if len(e.Classes) > MaxClasses {
		return fmt.Errorf("an electorate of %d classes", len(e.Classes))
	}
	if e.WeightDecimals > MaxDecimals {
		return fmt.Errorf("weights with %d decimals", e.WeightDecimals)
	}
	people, before := 0, Class{}
	for _, c := range e.Classes {
		if c.Weight < 1 || compareClasses(before, c) >= 0 || c.Weight > MaxTotal || c.People < 1 ||
			c.People > e.Size-people || !areGroups(c.Groups, groups) {
			return fmt.Errorf("the electorate has %d people of weight %d in the groups %d, after weight %d and groups %d",
				c.People, c.Weight, c.Groups, before.Weight, before.Groups)
		}
		people, before = people+c.People, c
	}
	if total := e.turnout(everybody).Cast; people != e.Size || total > MaxTotal {
		return fmt.Errorf("the classes are those of %d people with %d votes, the electorate has %d", people, total, e.Size)
	}
	return nil
}

// turnout is that of everybody of some classes, if all of them vote.
func (e *Electorate) turnout(of func(Class) bool) Turnout {
	var all Turnout
	for _, c := range e.Classes {
		if of(c) {
			all.add(c, c.People)
		}
	}
	return all
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
	c, _ := m.Class(class)
	return c.Weight
}

// Class is a class by its number.
func (m *Manifest) Class(number int) (c Class, found bool) {
	all := m.classes()
	if number < 1 || number > len(all) {
		return c, false
	}
	return all[number-1], true
}

// Elector is a person on a frozen roll. The random id keeps guessed names from being tested against the roll's hash.
type Elector struct {
	ID          string   `json:"id"`
	FullName    string   `json:"fullName"`
	DateOfBirth string   `json:"dateOfBirth"`
	Member      string   `json:"member"`
	Weight      Weight   `json:"weight"`   // 1..MaxWeight
	ProxyFor    []string `json:"proxyFor"` // ids of the people whose papers this person casts as well
	Groups      []string `json:"groups"`   // those of the manifest that they are in, in its order
}

// RollHasher hashes a frozen roll: "ostrakon/roll/4\0", then the electors in the order of their ids as text. For each
// elector come the seven fields, in the order of Elector: the weight as text, the givers' ids joined by commas, the
// groups joined by semicolons. A field is its length in bytes in decimal, a colon, and the text in UTF-8 (a netstring
// without its comma).
type RollHasher struct {
	hash    hash.Hash
	groups  []string // of the manifest
	size    int
	classes []Class        // with weights in ten-thousandths
	numbers map[string]int // of classes, by weight and groups
}

// NewRollHasher starts the hash of an empty roll for an election with groups.
func NewRollHasher(groups []string) *RollHasher {
	h := sha256.New()
	h.Write([]byte("ostrakon/roll/4\x00"))
	return &RollHasher{hash: h, groups: groups, numbers: make(map[string]int)}
}

// Add adds the next elector, in the order of ids.
func (r *RollHasher) Add(e Elector) {
	groups := strings.Join(e.Groups, GroupSeparator)
	for _, field := range []string{e.ID, e.FullName, e.DateOfBirth, e.Member, e.Weight.String(),
		strings.Join(e.ProxyFor, ","), groups} {
		r.hash.Write([]byte(strconv.Itoa(len(field)) + ":" + field))
	}
	r.size++
	key := e.Weight.String() + GroupSeparator + groups
	if _, known := r.numbers[key]; !known {
		r.numbers[key] = len(r.classes)
		r.classes = append(r.classes, Class{Weight: int(e.Weight), Groups: GroupNumbers(e.Groups, r.groups)})
	}
	r.classes[r.numbers[key]].People++
}

// Electorate describes the frozen roll in the manifest: its hash, its size and its classes. WeightDecimals is the
// smallest number of decimals that makes the weights of all classes whole numbers.
func (r *RollHasher) Electorate() Electorate {
	e := Electorate{Size: r.size, RollHash: Hash(r.hash.Sum(nil)).String()}
	e.Classes = append([]Class{}, slices.SortedFunc(slices.Values(r.classes), compareClasses)...)
	for _, c := range e.Classes {
		for Weight(c.Weight)%unitOf(e.WeightDecimals) != 0 {
			e.WeightDecimals++
		}
	}
	for i := range e.Classes {
		e.Classes[i].Weight /= int(unitOf(e.WeightDecimals))
	}
	return e
}

// Number is the number of the class of a weight and of groups, by their numbers; 0 if nobody is in it.
func (e *Electorate) Number(w Weight, groups []int) int {
	unit := unitOf(e.WeightDecimals)
	at, found := slices.BinarySearchFunc(e.Classes, Class{Weight: int(w / unit), Groups: groups}, compareClasses)
	if !found || w%unit != 0 {
		return 0
	}
	return at + 1
}
