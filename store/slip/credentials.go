package slip

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ostrakon/store/ballotbox"
)

// Credentials is the content of the credentials file, which has no secret.
type Credentials struct {
	Assembly string   // its id
	First    int      // number of the election that the first list is for
	Groups   []string // the names of all groups, as in the people file
	People   []Login  // rising by id
	Lists    [][]Line // for one number after the other
}

// Login has the hashes by which a server knows the member keys of a person, see [LoginHash].
type Login struct {
	ID               string
	Printed, Reserve [32]byte
}

// Line is one paper of one election: the public vote keys that may sign it, rising.
type Line struct {
	Weight ballotbox.Weight
	Groups []int      // numbers of those that the owner is in, rising
	Keys   [][32]byte // 2, or 4 with those of a proxy holder
}

// Credential returns the line of the poll book, with the class that its ballot has in an electorate with groups; 0 if
// nobody there has its weight and is in those of its groups. The names are those of the credentials file.
func (l Line) Credential(names []string, e *ballotbox.Electorate, groups []string) ballotbox.Credential {
	c := ballotbox.Credential{Class: e.Number(l.Weight, ballotbox.GroupNumbers(l.Names(names), groups))}
	for _, key := range l.Keys {
		c.Keys = append(c.Keys, key)
	}
	return c
}

// Names are the groups of a line, from the names of the credentials file.
func (l Line) Names(names []string) []string {
	of := make([]string, len(l.Groups))
	for i, n := range l.Groups {
		of[i] = names[n-1]
	}
	return of
}

// Codes are the codes of one person.
type Codes struct{ Printed, Reserve Code }

// NewCodes draws the codes of so many people.
func NewCodes(people int) []Codes {
	all := make([]Codes, people)
	for i := range all {
		all[i] = Codes{NewCode(), NewCode()}
	}
	return all
}

// Issue makes the credentials of people from their codes, which are in the same order.
func Issue(p *People, codes []Codes) *Credentials {
	c := &Credentials{Assembly: p.Assembly, First: p.Numbers[0], Groups: p.Groups,
		Lists: make([][]Line, p.Numbers[1]-p.Numbers[0]+1)}
	keys := make([][2]Key, len(codes)) // by person
	papers := map[string][]int{}       // places of those who may cast the paper of an owner
	for i, person := range p.People {
		printed, reserve := codes[i].Printed.Key(p.Assembly), codes[i].Reserve.Key(p.Assembly)
		keys[i] = [2]Key{printed, reserve}
		c.People = append(c.People, Login{person.ID, LoginHash(printed.Login()), LoginHash(reserve.Login())})
		for _, owner := range append([]string{person.ID}, person.ProxyFor...) {
			papers[owner] = append(papers[owner], i)
		}
	}
	for n := range c.Lists {
		for _, owner := range p.People {
			line := Line{Weight: owner.Weight, Groups: owner.Groups}
			for _, caster := range papers[owner.ID] {
				for _, k := range keys[caster] {
					line.Keys = append(line.Keys, publicOf(k, c.First+n, owner.ID))
				}
			}
			slices.SortFunc(line.Keys, compareKeys)
			c.Lists[n] = append(c.Lists[n], line)
		}
		slices.SortFunc(c.Lists[n], func(a, b Line) int { return compareKeys(a.Keys[0], b.Keys[0]) })
	}
	return c
}

func publicOf(k Key, number int, owner string) [32]byte {
	return [32]byte(k.Vote(number, owner)[32:]) // the public half follows the seed
}

func compareKeys(a, b [32]byte) int { return slices.Compare(a[:], b[:]) }

// Marshal writes the credentials file.
func (c *Credentials) Marshal() []byte {
	out := fmt.Appendf(nil, `{"assembly":%q,"first":%d,"groups":[`, c.Assembly, c.First)
	for i, name := range c.Groups {
		out = ballotbox.AppendString(comma(out, i), name)
	}
	out = append(out, `],"lists":[`...)
	for i, list := range c.Lists {
		out = append(comma(out, i), '[')
		for j, line := range list {
			out = append(comma(out, j), '[')
			out = append(strconv.AppendInt(out, int64(line.Weight), 10), ",["...)
			for k, n := range line.Groups {
				out = strconv.AppendInt(comma(out, k), int64(n), 10)
			}
			out = append(out, ']')
			for _, key := range line.Keys {
				out = appendBytes(append(out, ','), key)
			}
			out = append(out, ']')
		}
		out = append(out, ']')
	}
	out = append(out, `],"people":[`...)
	for i, person := range c.People {
		out = fmt.Appendf(comma(out, i), `[%q,`, person.ID)
		out = appendBytes(append(appendBytes(out, person.Printed), ','), person.Reserve)
		out = append(out, ']')
	}
	return append(out, `],"version":4}`...)
}

func comma(out []byte, at int) []byte {
	if at > 0 {
		return append(out, ',')
	}
	return out
}

func appendBytes(out []byte, raw [32]byte) []byte {
	out = base64.StdEncoding.AppendEncode(append(out, '"'), raw[:])
	return append(out, '"')
}

// ParseCredentials reads a credentials file in its one form. It does not check that the keys are points of Ed25519, nor
// whether there are such people and papers.
func ParseCredentials(raw []byte) (*Credentials, error) {
	if len(raw) > MaxSize {
		return nil, fmt.Errorf("the file has more than %d bytes", MaxSize)
	}
	r := reader{rest: raw}
	c := &Credentials{}
	r.take(`{"assembly":`)
	c.Assembly = r.id()
	r.take(`,"first":`)
	c.First = r.number(MaxNumber)
	r.take(`,"groups":`)
	r.listOrNone(func() { c.Groups = append(c.Groups, r.name()) })
	r.take(`,"lists":`)
	r.list(func() { c.Lists = append(c.Lists, r.lines(len(c.Groups))) })
	r.take(`,"people":`)
	r.list(func() { c.People = append(c.People, r.person()) })
	r.take(`,"version":4}`)
	if len(r.rest) > 0 {
		r.fail()
	}
	if r.failed {
		return nil, fmt.Errorf("this is no credentials file: byte %d is not as it must be", len(raw)-len(r.rest)+1)
	}
	return c, c.check()
}

func (c *Credentials) check() error {
	switch {
	case len(c.Lists) < 1 || c.First+len(c.Lists)-1 > MaxNumber:
		return fmt.Errorf("%d lists from number %d on, want at least one, and none after number %d", len(c.Lists), c.First,
			MaxNumber)
	case len(c.People) < 1 || len(c.People) > MaxPeople:
		return fmt.Errorf("%d people, want 1 to %d", len(c.People), MaxPeople)
	}
	if err := checkNames(c.Groups); err != nil {
		return err
	}
	for i := 1; i < len(c.People); i++ {
		if c.People[i].ID <= c.People[i-1].ID {
			return errors.New("the ids of the people do not rise")
		}
	}
	hashes := make(map[[32]byte]bool, 2*len(c.People))
	for _, person := range c.People {
		if hashes[person.Printed] || hashes[person.Reserve] || person.Printed == person.Reserve {
			return errors.New("a login hash is there twice")
		}
		hashes[person.Printed], hashes[person.Reserve] = true, true
	}
	keys := map[[32]byte]bool{}
	for i, list := range c.Lists {
		if len(list) != len(c.People) {
			return fmt.Errorf("list %d has %d lines, and there are %d people", i+1, len(list), len(c.People))
		}
		if err := checkList(list, c.Groups, keys); err != nil {
			return fmt.Errorf("list %d: %w", i+1, err)
		}
	}
	return nil
}

// checkList checks the order of a list and its groups, and that none of its keys is among those seen before.
func checkList(list []Line, groups []string, seen map[[32]byte]bool) error {
	for i, line := range list {
		if !areGroups(line.Groups, groups) {
			return fmt.Errorf("line %d: the numbers of its groups do not rise", i+1)
		}
		if len(line.Keys) != 2 && len(line.Keys) != 4 {
			return fmt.Errorf("line %d has %d keys, want 2 or 4", i+1, len(line.Keys))
		}
		if !slices.IsSortedFunc(line.Keys, compareKeys) || i > 0 && compareKeys(list[i-1].Keys[0], line.Keys[0]) > 0 {
			return fmt.Errorf("line %d: the keys do not rise", i+1)
		}
		for _, key := range line.Keys {
			if seen[key] {
				return fmt.Errorf("line %d: a key is there twice", i+1)
			}
			seen[key] = true
		}
	}
	return nil
}
