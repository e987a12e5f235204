package slip

import (
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// Limits of both files.
const (
	MaxSize   = 64 << 20 // bytes
	MaxPeople = 100_000
	MaxGroups = 10_000              // of all people together; a person is in at most ballotbox.MaxGroups
	MaxNumber = sealing.Numbers - 1 // of an election in its assembly; number 0 is for rehearsals
)

// Version is that of the people file.
const Version = 4

// People is the content of the people file: for whom the registrar makes slips, and what stands on them.
type People struct {
	Version      int      `json:"version"`
	Assembly     string   `json:"assembly"` // its id
	Title        string   `json:"title"`
	Organisation string   `json:"organisation"`
	Address      string   `json:"address"`   // of the page to vote on
	KeyNumber    string   `json:"keyNumber"` // of the assembly, or "" while holders have no keys yet
	Numbers      [2]int   `json:"numbers"`   // the first and the last election to make lists for
	Groups       []string `json:"groups"`    // the names of all groups of the people, numbered from 1
	People       []Person `json:"people"`    // rising by id
}

// Person is somebody on the roll.
type Person struct {
	ID       string `json:"id"`
	FullName string `json:"fullName"`
	Member   string `json:"member"` // the organisation's own reference
	Language string `json:"language"`

	Weight   ballotbox.Weight `json:"weight"`
	Groups   []int            `json:"groups"`   // numbers of the groups that this person is in, rising
	ProxyFor []string         `json:"proxyFor"` // ids of people whose paper this person casts
}

// ParsePeople reads a people file and checks that credentials can be made for all people in it.
func ParsePeople(raw []byte) (*People, error) {
	if len(raw) > MaxSize {
		return nil, fmt.Errorf("the file has more than %d bytes", MaxSize)
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	var p People
	if err := d.Decode(&p); err != nil {
		return nil, fmt.Errorf("this is no people file: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more follows the end of the people file")
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return &p, nil
}

func (p *People) check() error {
	if p.Version != Version {
		return fmt.Errorf("version is %d, want %d", p.Version, Version)
	}
	if err := ballotbox.ParseID(p.Assembly); err != nil {
		return fmt.Errorf("assembly: %w", err)
	}
	if u, err := url.Parse(p.Address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("address: %q is not the address of a page", p.Address)
	}
	if _, ok := parseKeyNumber(p.KeyNumber); !ok && p.KeyNumber != "" {
		return fmt.Errorf("keyNumber: %q is not a key number of 32 characters", p.KeyNumber)
	}
	if first, last := p.Numbers[0], p.Numbers[1]; first < 1 || last < first || last > MaxNumber {
		return fmt.Errorf("numbers: from %d to %d are not elections from 1 to %d", first, last, MaxNumber)
	}
	if len(p.People) < 1 || len(p.People) > MaxPeople {
		return fmt.Errorf("%d people, want 1 to %d", len(p.People), MaxPeople)
	}
	if err := checkNames(p.Groups); err != nil {
		return err
	}
	if err := p.checkPeople(); err != nil {
		return err
	}
	if p.size() > MaxSize {
		return fmt.Errorf("the credentials file would have more than %d bytes: have the people file made for fewer elections",
			MaxSize)
	}
	return nil
}

// parseKeyNumber reads a key number of 32 characters.
func parseKeyNumber(text string) (number ballotbox.KeyNumber, ok bool) {
	raw, err := base32.StdEncoding.DecodeString(text)
	if err != nil || len(raw) != len(number) {
		return number, false
	}
	number = ballotbox.KeyNumber(raw)
	return number, number.String() == text
}

// ShortKeyNumber returns the key number as people compare it, or "" where there is none.
func (p *People) ShortKeyNumber() string {
	if number, ok := parseKeyNumber(p.KeyNumber); ok {
		return number.Short()
	}
	return ""
}

func (p *People) checkPeople() error {
	weights := make(map[string]ballotbox.Weight, len(p.People)) // by id
	before := ""
	for i, person := range p.People {
		if err := ballotbox.ParseID(person.ID); err != nil {
			return fmt.Errorf("person %d: id: %w", i+1, err)
		}
		if person.ID <= before {
			return fmt.Errorf("person %d: the ids do not rise", i+1)
		}
		before = person.ID
		if person.FullName == "" {
			return fmt.Errorf("person %d: no full name", i+1)
		}
		if person.Weight < 1 || person.Weight > ballotbox.MaxWeight {
			return fmt.Errorf("person %d: weight is %v, want at most %v", i+1, person.Weight, ballotbox.MaxWeight)
		}
		if !areGroups(person.Groups, p.Groups) {
			return fmt.Errorf("person %d: groups: %v are not numbers of the file's %d groups, rising", i+1, person.Groups,
				len(p.Groups))
		}
		weights[person.ID] = person.Weight
	}
	taken := map[string]bool{}
	for i, person := range p.People {
		for _, giver := range person.ProxyFor {
			if weights[giver] == 0 || giver == person.ID || taken[giver] {
				return fmt.Errorf("person %d: proxyFor: %q is no other person, or has a proxy holder already", i+1, giver)
			}
			taken[giver] = true
		}
	}
	return nil
}

// checkNames checks the names of groups.
func checkNames(names []string) error {
	if len(names) > MaxGroups {
		return fmt.Errorf("%d groups, want at most %d", len(names), MaxGroups)
	}
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if name == "" || strings.Contains(name, ballotbox.GroupSeparator) || seen[name] {
			return fmt.Errorf("groups: %q is no name, has a semicolon, or is there twice", name)
		}
		seen[name] = true
	}
	return nil
}

// areGroups reports whether numbers rise and are of groups with names.
func areGroups(numbers []int, names []string) bool {
	before := 0
	for _, n := range numbers {
		if n <= before || n > len(names) {
			return false
		}
		before = n
	}
	return len(numbers) <= ballotbox.MaxGroups
}

// Fit lowers the last number, but not below the first one, until the credentials file is not too large.
func (p *People) Fit() {
	for p.Numbers[1] > p.Numbers[0] && p.size() > MaxSize {
		p.Numbers[1]--
	}
}

// size returns a bound of the bytes that the credentials file has.
func (p *People) size() int {
	const frame, person, line, key, group = 120, 126, 7, 47, 6
	size, lines := frame, p.Numbers[1]-p.Numbers[0]+1
	for _, name := range p.Groups {
		size += 1 + len(ballotbox.AppendString(nil, name))
	}
	for _, one := range p.People {
		size += person + lines*(line+len(strconv.Itoa(int(one.Weight)))+group*len(one.Groups)+2*key*(1+len(one.ProxyFor)))
	}
	return size
}
