package slip

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/ballotbox"
)

// assembly returns five people in three groups, the third of whom casts the papers of the first and the last one.
func assembly() *People {
	p := &People{Version: 4, Assembly: idOf(99), Title: "Assembly", Organisation: "Club", Address: "https://vote.example",
		Numbers: [2]int{2, 4}, Groups: []string{"Nord", "Süd \"\u2028", "West"}}
	for i := range 5 {
		p.People = append(p.People, Person{ID: idOf(i + 1), FullName: "Person " + string(rune('A'+i)), Language: "en",
			Weight: ballotbox.Vote + ballotbox.Weight(i%2*95_000),
			Groups: [][]int{{1}, {}, {2, 3}, {3}, {1, 2, 3}}[i], ProxyFor: []string{}})
	}
	p.People[2].ProxyFor = []string{idOf(1), idOf(5)}
	return p
}

func codesOf(p *People) (codes []Codes) {
	for _, person := range p.People {
		codes = append(codes, Codes{codeOf("printed" + person.ID), codeOf("reserve" + person.ID)})
	}
	return codes
}

func fileOf(t testing.TB, p *People) []byte {
	t.Helper()
	raw, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestCredentialsStayTheSame(t *testing.T) {
	p := assembly()
	golden(t, "people.json", append(fileOf(t, p), '\n'))
	golden(t, "credentials.json", Issue(p, codesOf(p)).Marshal())
}

func TestEachPaperHasTheKeysOfItsOwnerAndOfTheProxyHolder(t *testing.T) {
	p := assembly()
	codes := codesOf(p)
	c := Issue(p, codes)
	for n, list := range c.Lists {
		for i, owner := range p.People {
			casters := []Codes{codes[i]}
			if i == 0 || i == 4 {
				casters = append(casters, codes[2])
			}
			want := Line{Weight: owner.Weight, Groups: owner.Groups}
			for _, caster := range casters {
				for _, code := range []Code{caster.Printed, caster.Reserve} {
					want.Keys = append(want.Keys, [32]byte(code.Key(p.Assembly).Vote(2+n, owner.ID)[32:]))
				}
			}
			slices.SortFunc(want.Keys, compareKeys)
			if !slices.ContainsFunc(list, func(l Line) bool {
				return l.Weight == want.Weight && slices.Equal(l.Groups, want.Groups) && slices.Equal(l.Keys, want.Keys)
			}) {
				t.Errorf("list %d has no line with the keys of %s", n, owner.FullName)
			}
		}
	}
	for i, person := range c.People {
		if login := codes[i].Printed.Key(p.Assembly).Login(); person.ID != p.People[i].ID ||
			person.Printed != LoginHash(login) {
			t.Errorf("person %d is not known by the login of the printed code", i)
		}
	}
}

// The roll has groups that the election does not name, and the election numbers its groups in its own order.
func TestALineHasTheClassOfItsGroupsInTheElection(t *testing.T) {
	groups := []string{"West", "Nord", "Ost"}
	e := &ballotbox.Electorate{Size: 4, Classes: []ballotbox.Class{{Weight: 1, People: 1, Groups: []int{1}},
		{Weight: 1, People: 1, Groups: []int{1, 2}}, {Weight: 1, People: 1, Groups: []int{2}}, {Weight: 2, People: 1}}}
	for _, c := range []struct {
		line Line
		want int
	}{
		{Line{Weight: ballotbox.Vote, Groups: []int{1}}, 3}, {Line{Weight: ballotbox.Vote, Groups: []int{1, 2}}, 3},
		{Line{Weight: ballotbox.Vote, Groups: []int{1, 2, 3}}, 2}, {Line{Weight: ballotbox.Vote, Groups: []int{3}}, 1},
		{Line{Weight: 2 * ballotbox.Vote, Groups: []int{2}}, 4}, {Line{Weight: 2 * ballotbox.Vote}, 4},
		{Line{Weight: ballotbox.Vote}, 0}, {Line{Weight: 2 * ballotbox.Vote, Groups: []int{1}}, 0},
		{Line{Weight: 3 * ballotbox.Vote}, 0}, {Line{Weight: ballotbox.Vote + 1}, 0},
	} {
		c.line.Keys = [][32]byte{{1}, {2}}
		got := c.line.Credential(assembly().Groups, e, groups)
		if got.Class != c.want || len(got.Keys) != 2 {
			t.Errorf("%+v is of class %d, want %d", c.line, got.Class, c.want)
		}
	}
}

func TestCredentialsAreReadInTheirOneForm(t *testing.T) {
	p := assembly()
	raw := Issue(p, codesOf(p)).Marshal()
	c, err := ParseCredentials(raw)
	if err != nil || !bytes.Equal(c.Marshal(), raw) {
		t.Fatalf("the file is not read as it was written (%v)", err)
	}
	if len(raw) > p.size() {
		t.Errorf("the file has %d bytes, more than the bound of %d", len(raw), p.size())
	}
	file := string(raw)
	for _, way := range [][2]string{
		{`"version":4`, `"version":3`}, {`{"assembly"`, `{ "assembly"`}, {`"first":2`, `"first":02`},
		{`"first":2`, `"first":0`}, {`"first":2`, `"first":29`}, {`"lists":[`, `"lists":[[],`},
		{`"people":[`, `"people":[[],`}, {`=",`, `",`}, {`[105000,[3],`, `[9,[3],"",`}, {`[105000,`, `[10000000001,`},
		{`[105000,`, `[0,`},
		{`[105000,`, `[-1,`}, {`[105000,`, `[1e5,`}, {`[105000,`, `[18446744073709551626,`},
		{`[105000,[3],`, `[105000,`}, {`[105000,[3],`, `[105000,[4],`}, {`[105000,[3],`, `[105000,[0],`},
		{`[105000,[3],`, `[105000,3,`},
		{`,[2,3],`, `,[3,2],`}, {`,[2,3],`, `,[2,2],`}, {`,[2,3],`, `,[2,3,],`}, {`"Nord",`, ``}, {`"Nord"`, `"West"`},
		{`"Nord"`, `""`}, {`"Nord"`, `"N;d"`}, {`"Nord"`, `"N\u006frd"`}, {`"Nord"`, `"N\xffrd"`}, {`"Nord"`, `1`},
		{`"Nord",`, `"Nord`}, {`"groups":[`, `"groups":[,`},
		{`}`, "}\n"}, {`}`, ``}, {`"` + idOf(1), `"` + idOf(3)},
		{idOf(99), strings.Repeat("9", 26)},
	} {
		damaged := strings.Replace(file, way[0], way[1], 1)
		if damaged == file {
			t.Fatalf("nothing is %s", way[0])
		}
		if _, err := ParseCredentials([]byte(damaged)); err == nil {
			t.Errorf("%s instead of %s is read", way[1], way[0])
		}
	}
	for name, edit := range map[string]func(*Credentials){
		"a key twice":         func(c *Credentials) { c.Lists[1] = c.Lists[0] },
		"a line less":         func(c *Credentials) { c.Lists[1] = c.Lists[1][1:] },
		"a key less":          func(c *Credentials) { c.Lists[0][0].Keys = c.Lists[0][0].Keys[1:] },
		"keys in disorder":    func(c *Credentials) { slices.Reverse(c.Lists[0][0].Keys) },
		"lines in disorder":   func(c *Credentials) { slices.Reverse(c.Lists[0]) },
		"people in disorder":  func(c *Credentials) { slices.Reverse(c.People) },
		"one login for codes": func(c *Credentials) { c.People[0].Reserve = c.People[0].Printed },
		"a login twice":       func(c *Credentials) { c.People[0].Reserve = c.People[1].Printed },
		"no list":             func(c *Credentials) { c.Lists = nil },
		"lists past the end":  func(c *Credentials) { c.First = 29 },
	} {
		c := Issue(p, codesOf(p))
		edit(c)
		if _, err := ParseCredentials(c.Marshal()); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestAPeopleFileIsCheckedBeforeCodesAreDrawn(t *testing.T) {
	if _, err := ParsePeople(fileOf(t, assembly())); err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string]func(*People){
		"version":            func(p *People) { p.Version = 3 },
		"assembly":           func(p *People) { p.Assembly = "x" },
		"no address":         func(p *People) { p.Address = "" },
		"address of no page": func(p *People) { p.Address = "javascript:alert(1)" },
		"key number":         func(p *People) { p.KeyNumber = "ABCD" },
		"number 0":           func(p *People) { p.Numbers = [2]int{0, 1} },
		"numbers fall":       func(p *People) { p.Numbers = [2]int{3, 2} },
		"number 31":          func(p *People) { p.Numbers = [2]int{1, 31} },
		"nobody":             func(p *People) { p.People = nil },
		"id":                 func(p *People) { p.People[0].ID = "1" },
		"ids fall":           func(p *People) { slices.Reverse(p.People) },
		"an id twice":        func(p *People) { p.People[1].ID = p.People[0].ID },
		"no name":            func(p *People) { p.People[0].FullName = "" },
		"no weight":          func(p *People) { p.People[0].Weight = 0 },
		"weight":             func(p *People) { p.People[0].Weight = ballotbox.MaxWeight + 1 },
		"no name of a group": func(p *People) { p.Groups[0] = "" },
		"two of one name":    func(p *People) { p.Groups[0] = p.Groups[1] },
		"two groups in one":  func(p *People) { p.Groups[0] = "Nord;Ost" },
		"group 0":            func(p *People) { p.People[0].Groups = []int{0} },
		"a group of no name": func(p *People) { p.People[0].Groups = []int{4} },
		"disorder of groups": func(p *People) { p.People[0].Groups = []int{2, 1} },
		"own proxy":          func(p *People) { p.People[0].ProxyFor = []string{p.People[0].ID} },
		"proxy of nobody":    func(p *People) { p.People[0].ProxyFor = []string{idOf(77)} },
		"two proxy holders":  func(p *People) { p.People[1].ProxyFor = []string{idOf(1)} },
		"too large a file":   func(p *People) { p.People[0].ProxyFor = nil; p.Numbers = [2]int{1, 30}; crowd(p, 30_000) },
	} {
		p := assembly()
		edit(p)
		if _, err := ParsePeople(fileOf(t, p)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, raw := range []string{"", "[]", "{}", string(fileOf(t, assembly())) + "{}",
		strings.Replace(string(fileOf(t, assembly())), `"title"`, `"secret"`, 1)} {
		if _, err := ParsePeople([]byte(raw)); err == nil {
			t.Errorf("%.40q is accepted", raw)
		}
	}
}

// crowd adds people.
func crowd(p *People, n int) {
	for i := range n {
		p.People = append(p.People, Person{ID: idOf(1000 + i), FullName: "x", Weight: ballotbox.Vote})
	}
}

// FuzzParseCredentials: whatever a file holds, it is refused, or written again as the same bytes.
func FuzzParseCredentials(f *testing.F) {
	p := assembly()
	raw := Issue(p, codesOf(p)).Marshal()
	f.Add(raw)
	f.Add(raw[:len(raw)/2])
	f.Fuzz(func(t *testing.T, raw []byte) {
		if c, err := ParseCredentials(raw); err == nil && !bytes.Equal(c.Marshal(), raw) {
			t.Error("read and written it has other bytes")
		}
	})
}

// FuzzParsePeople: whatever a file holds, it is refused, or read as people that are written and read again.
func FuzzParsePeople(f *testing.F) {
	raw := fileOf(f, assembly())
	f.Add(raw)
	f.Add(raw[:len(raw)/2])
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := ParsePeople(raw)
		if err != nil {
			return
		}
		if again, err := ParsePeople(fileOf(t, p)); err != nil || !bytes.Equal(fileOf(t, again), fileOf(t, p)) {
			t.Errorf("written and read it differs (%v)", err)
		}
	})
}
