package sealing

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func (h hexBytes) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h)), nil }

// asked is what web/testdata/sealing.js does, and answered what it says.
type asked struct {
	Holders   []hexBytes  `json:"holders"`
	Threshold int         `json:"threshold"`
	Election  string      `json:"election"`
	Manifest  hexBytes    `json:"manifest"`
	Secrets   []hexBytes  `json:"secrets"`
	Info      string      `json:"info"`
	Message   string      `json:"message"`
	Typed     []string    `json:"typed"` // sheets
	Drafts    []pageDraft `json:"drafts"`
	Ballots   []toOpen    `json:"ballots"`
}

type pageDraft struct {
	Random hexBytes `json:"random"`
	Owner  string   `json:"owner"`
	Marks  hexBytes `json:"marks"`
}

type toOpen struct {
	Numbers []int    `json:"numbers"`
	Sealed  hexBytes `json:"sealed"`
	Tag     hexBytes `json:"tag"`
}

type answered struct {
	Keys []struct {
		PublicKey, SigningKey, Message, Signature hexBytes
		Sheet                                     string
	}
	Sealed []struct {
		Pad, Seed, Tag, Sealed hexBytes
		Code                   string
	}
	Opened []*struct{ Seed, Marks hexBytes }
	Parsed []*hexBytes

	Assembly struct { // of the first secret
		Secrets      []hexBytes
		Found, Keys  hexBytes // the last secret, by its public key; SHA-256 of all public halves
		Own, Strange bool     // found by its own public key, by a stranger's
	}
}

// ask starts a request to the page's modules about this council.
func (c council) ask() asked {
	hash := manifest()
	a := asked{
		Threshold: c.threshold, Election: election, Manifest: hash[:], Info: "a purpose", Message: "for one holder",
		Typed: []string{}, Drafts: []pageDraft{}, Ballots: []toOpen{},
	}
	for i, key := range c.keys {
		a.Holders = append(a.Holders, key)
		a.Secrets = append(a.Secrets, c.secrets[i].Bytes())
	}
	return a
}

// run runs the page's modules in Node.js. Where it is missing the test is skipped, but not on the
// machine that decides about a change.
func (a asked) run(t *testing.T) (out answered) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	const script = "../../web/testdata/sealing.js"
	for _, pattern := range []string{script, "../../web/static/lib/*.js", "../../web/static/lib/crypto/*.js"} {
		programs, err := filepath.Glob(pattern)
		if err != nil || len(programs) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, program := range programs {
			if _, err := os.Stat(program); err != nil { // so that go test runs again when it changes
				t.Fatal(err)
			}
		}
	}
	input := must(json.Marshal(a))
	command := exec.CommandContext(t.Context(), node, script)
	command.Stdin = bytes.NewReader(input)
	var complaints strings.Builder
	command.Stderr = &complaints
	raw, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	if len(out.Keys) != len(a.Secrets) || len(out.Sealed) != len(a.Drafts) || len(out.Opened) != len(a.Ballots) ||
		len(out.Parsed) != len(a.Typed) {
		t.Fatalf("%d keys, %d sealed, %d opened, %d sheets", len(out.Keys), len(out.Sealed), len(out.Opened), len(out.Parsed))
	}
	return out
}

// pageCouncils are those that the tests below seal to: 1 and 3 holders and each threshold.
func pageCouncils(t *testing.T) map[string]council {
	all := map[string]council{}
	for i, of := range [][2]int{{1, 1}, {3, 1}, {3, 2}, {3, 3}} {
		all[fmt.Sprintf("%d of %d", of[1], of[0])] = convene(t, uint64(40+i), of[0], of[1], 1+7*i)
	}
	return all
}

// ballotsEach is how many ballots the tests below seal to each council: 1,000 in all where CI is set,
// and 100 elsewhere.
func ballotsEach() int {
	if os.Getenv("CI") != "" {
		return 250
	}
	return 25
}

func TestWhatThePageSealsIsSealedAndOpenedHere(t *testing.T) {
	for name, c := range pageCouncils(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, a := source(50), c.ask()
			for range ballotsEach() {
				a.Drafts = append(a.Drafts, pageDraft{bytesOf(r, 32), hex.EncodeToString(bytesOf(r, 13)), bytesOf(r, c.marks)})
			}
			var openers []*Opener
			for _, numbers := range subsets(len(c.keys), c.threshold) {
				openers = append(openers, c.with(t, true, numbers...))
			}
			for i, got := range a.run(t).Sealed {
				draft := a.Drafts[i]
				pad, seed := Device([32]byte(draft.Random))
				tag := TagOf(pad, draft.Owner)
				if !bytes.Equal(got.Pad, pad[:]) || !bytes.Equal(got.Seed, seed[:]) || !bytes.Equal(got.Tag, tag[:]) ||
					got.Code != seed.Code(tag).String() {
					t.Fatalf("ballot %d has another pad, seed, tag or code: %+v", i, got)
				}
				if want := c.seal(t, vote{seed, draft.Marks, tag}); !bytes.Equal(got.Sealed, want) {
					t.Fatalf("ballot %d has other bytes", i)
				}
				opened, marks, err := openers[i%len(openers)].Open(got.Sealed, tag)
				if err != nil || opened != seed || !bytes.Equal(marks, draft.Marks) {
					t.Fatalf("ballot %d: %x %x, %v", i, opened, marks, err)
				}
			}
		})
	}
}

func TestThePageOpensWhatIsSealedHere(t *testing.T) {
	for name, c := range pageCouncils(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, a := source(51), c.ask()
			sets := subsets(len(c.keys), c.threshold)
			var votes []vote
			for i := range ballotsEach() {
				v := c.draft(r)
				votes = append(votes, v)
				a.Ballots = append(a.Ballots, toOpen{sets[i%len(sets)], c.seal(t, v), v.tag[:]})
			}
			for i, got := range a.run(t).Opened {
				if got == nil || !bytes.Equal(got.Seed, votes[i].seed[:]) || !bytes.Equal(got.Marks, votes[i].marks) {
					t.Fatalf("ballot %d, opened by %v: %+v", i, a.Ballots[i].Numbers, got)
				}
			}
		})
	}
}

func TestThePageOpensNothingThatWasTamperedWith(t *testing.T) {
	c := convene(t, 1, 3, 2, 4)
	v := c.draft(source(1))
	sealed := c.seal(t, v)
	a := c.ask()
	var names []string
	add := func(name string, sealed []byte, tag Tag, numbers ...int) {
		names = append(names, fmt.Sprintf("%s, opened by %v", name, numbers))
		a.Ballots = append(a.Ballots, toOpen{numbers, sealed, tag[:]})
	}
	for _, tampering := range c.tampers() {
		changed := tampering.do(c, v, bytes.Clone(sealed))
		for _, pair := range subsets(3, 2) {
			add(tampering.name, changed, v.tag, pair...)
		}
	}
	rng := rand.New(source(2))
	for at := range 50 {
		changed := bytes.Clone(sealed)
		changed[rng.IntN(len(changed))] ^= 1 << (at % 8)
		add("a bit", changed, v.tag, 1, 3)
	}
	other := v.tag
	other[31] ^= 1
	add("another tag", sealed, other, 1, 2)
	add("nobody", sealed, v.tag, []int{}...)
	add("too few", sealed, v.tag, 2)
	for i, got := range a.run(t).Opened {
		if got != nil {
			t.Errorf("%s: %+v", names[i], got)
		}
	}
}

func TestThePageHasTheKeysOfHolders(t *testing.T) {
	c := convene(t, 60, 9, 5, 1)
	a := c.ask()
	for i, s := range c.secrets {
		sheet := s.Sheet()
		var grouped string
		for group := range slices.Chunk([]byte(strings.ToLower(sheet)), 4) {
			grouped += string(group) + " "
		}
		changed := []byte(sheet)
		changed[i] ^= 1 // another letter or another sign
		a.Typed = append(a.Typed, sheet, SheetPrefix+sheet, " "+strings.ToLower(SheetPrefix)+grouped+"\n",
			strings.ReplaceAll(grouped, " ", "-"), string(changed), sheet[1:], sheet+"A", "",
			strings.NewReplacer("o", "0", "i", "1", "b", "8").Replace(grouped), "http://a.example/board#/sheet/"+sheet)
	}
	answer := a.run(t)
	for i, got := range answer.Keys {
		s := c.secrets[i]
		if !bytes.Equal(got.PublicKey, s.PublicKey()) || !bytes.Equal(got.SigningKey, s.SigningKey()) ||
			got.Sheet != s.Sheet() {
			t.Errorf("holder %d: %+v", i+1, got)
		}
		if !bytes.Equal(got.Signature, s.Sign([]byte(a.Message))) {
			t.Errorf("holder %d signs %x", i+1, got.Signature)
		}
		if message, err := s.OpenFrom(a.Info, got.Message); err != nil || string(message) != a.Message {
			t.Errorf("holder %d: the message is %q, %v", i+1, message, err)
		}
		if _, err := s.OpenFrom("another purpose", got.Message); !errors.Is(err, ErrUnreadable) {
			t.Errorf("holder %d: for another purpose: %v", i+1, err)
		}
	}
	for i, got := range answer.Parsed {
		want, err := ParseSheet(a.Typed[i])
		if (err == nil) != (got != nil) || err == nil && !bytes.Equal(*got, want.Bytes()) {
			t.Errorf("%q: the page reads %v, this package %v", a.Typed[i], got, err)
		}
	}
	got, sheet := answer.Assembly, c.secrets[0]
	var all []byte
	for n, k := range sheet.AllKeys() {
		all = slices.Concat(all, k.PublicKey, k.SigningKey)
		if n >= len(got.Secrets) || !bytes.Equal(got.Secrets[n], sheet.Derive(n).Bytes()) {
			t.Errorf("number %d of the assembly has another secret", n)
		}
	}
	if hex.EncodeToString(got.Keys) != sumOf(all) || len(got.Secrets) != Numbers || !got.Own || got.Strange ||
		!bytes.Equal(got.Found, sheet.Derive(Numbers-1).Bytes()) {
		t.Errorf("assembly: %d secrets, keys %x, own %v, strange %v", len(got.Secrets), got.Keys, got.Own, got.Strange)
	}
}
