package tally

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// agreeing is one count that all programs make. The members of each line are those that
// testdata/count.py and web/testdata/tally.js read.
type agreeing struct {
	Rules    map[string]any `json:"rules"`
	Evidence map[string]any `json:"evidence"`
	Lot      []int          `json:"lot"`
	Base     map[string]int `json:"base"`
	expected string         // the outcome as canonical JSON, or "refused"
}

// TestCountsAgree counts small drawn elections, full of ties, here, with verify.py and with the
// pages' module. A part of the evidence is changed, and all must refuse the same: 1,000 elections,
// and 10,000 other ones each time where OSTRAKON_LONG is set.
func TestCountsAgree(t *testing.T) {
	n, seed := 1000, uint64(1)
	if os.Getenv("OSTRAKON_LONG") != "" {
		n, seed = 10000, rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	cases := make([]agreeing, n)
	var lines bytes.Buffer
	refused := 0
	for i := range cases {
		cases[i] = randomCase(t, rng)
		if cases[i].expected == "refused" {
			refused++
		}
		lines.Write(asJSON(t, cases[i]))
		lines.WriteByte('\n')
	}
	if refused < n/20 || refused > n/2 {
		t.Errorf("%d of %d elections are refused", refused, n)
	}
	for _, counter := range [][]string{
		{"python3", "testdata/count.py", "../ballotbox/verify.py"},
		{"node", "../../web/testdata/tally.js", "../../web/static/lib/tally/*.js"},
	} {
		t.Run(counter[0], func(t *testing.T) { agree(t, counter, cases, lines.Bytes()) })
	}
}

// agree runs a counter and compares its outcomes with those expected. A counter is an interpreter,
// its program, and where the program's modules are. Where the interpreter is missing the test is
// skipped, but not on the machine that decides about a change.
func agree(t *testing.T, counter []string, cases []agreeing, lines []byte) {
	path, err := exec.LookPath(counter[0])
	if err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	modules, err := filepath.Glob(counter[2])
	if err != nil || len(modules) == 0 {
		t.Fatalf("no modules %s: %v", counter[2], err)
	}
	for _, module := range append(modules, counter[1]) { // so that go test runs again when they change
		if _, err := os.ReadFile(module); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), path, counter[1])
	cmd.Stdin = bytes.NewReader(lines)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	outcomes := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(outcomes) != len(cases) {
		t.Fatalf("%d outcomes of %d elections", len(outcomes), len(cases))
	}
	differ := 0
	for i, c := range cases {
		if outcomes[i] == c.expected {
			continue
		}
		if differ++; differ <= 3 {
			t.Errorf("election %d: %s\ngives %s\nwant  %s", i, asJSON(t, c), outcomes[i], c.expected)
		}
	}
	if differ > 3 {
		t.Errorf("%d elections differ", differ)
	}
}

// randomCase draws the rules, papers and draw of an election, and counts it.
func randomCase(t *testing.T, rng *rand.Rand) agreeing {
	r := randomRules(t, rng)
	lot := rng.Perm(r.Options)
	e := r.Evidence(randomPapers(rng, r), lot)
	b := Base{Cast: e.Papers + e.Blank + rng.IntN(3)}
	b.Electorate = b.Cast + rng.IntN(20)
	if rng.IntN(4) == 0 {
		for range 1 + rng.IntN(2) {
			change(rng, &e)
		}
	}
	c := agreeing{
		Rules: map[string]any{
			"method": r.Method, "options": r.Options, "seats": r.Seats, "min": r.Min, "max": r.Max, "draw": r.Draw, "threshold": r.Threshold,
		},
		Lot: lot, Base: map[string]int{"cast": b.Cast, "electorate": b.Electorate}, expected: "refused",
	}
	used := make([]map[string]any, len(e.Used))
	for i, u := range e.Used {
		used[i] = map[string]any{"weight": u.Weight, "options": copied(u.Options)}
	}
	c.Evidence = map[string]any{
		"papers": e.Papers, "blank": e.Blank, "votes": copied(e.Votes), "stars": copied(e.Stars), "fives": copied(e.Fives),
		"prefers": append([][]int{}, e.Prefers...), "used": used, "decided": e.Decided,
	}
	outcome, err := r.Count(e, lot, b)
	if err == nil {
		c.expected = string(asJSON(t, outcome))
	} else if !errors.Is(err, ErrEvidence) {
		t.Fatal(err)
	}
	return c
}

// asJSON is canonical JSON: members are sorted.
func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	if raw, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	return raw
}

func randomRules(t *testing.T, rng *rand.Rand) Rules {
	methods := []Method{Plurality, Block, Approval, Motion, IRV, STV, STV, Schulze, STAR}
	r := Rules{Method: methods[rng.IntN(len(methods))], Options: 2 + rng.IntN(6), Seats: 1, Draw: rng.IntN(2) == 0}
	r.Max = 1 + rng.IntN(r.Options)
	r.Min = rng.IntN(min(r.Max, 2) + 1)
	switch r.Method {
	case Motion:
		r.Options, r.Min, r.Max, r.Draw = 3, 1, 1, false
	case STAR:
		r.Min, r.Max, r.Draw = rng.IntN(2), r.Options, true
	case IRV:
		r.Draw = true
	case STV:
		r.Seats, r.Draw = 1+rng.IntN(r.Options), true
	case Plurality, Block, Approval:
		r.Seats = 1 + rng.IntN(min(r.Options, 3))
	}
	if r.Method == Motion || r.sums() && r.Seats == 1 && rng.IntN(2) == 0 {
		d := 1 + rng.IntN(6)
		r.Threshold = &Threshold{Of: []Basis{OfDecided, OfCast, OfElectorate}[rng.IntN(3)]}
		if d > 1 && rng.IntN(2) == 0 {
			r.Threshold.More = []int{1 + rng.IntN(d-1), d}
		} else {
			r.Threshold.Least = []int{1 + rng.IntN(d), d}
		}
	}
	if err := r.Check(); err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return r
}

// randomPapers draws up to 30 papers. Half of them repeat or mirror others, so that there are ties.
func randomPapers(rng *rand.Rand, r Rules) []Paper {
	papers := make([]Paper, rng.IntN(31))
	heavy := 1 + 4*rng.IntN(2)
	for i := range papers {
		marks := randomMarks(rng, r)
		if i > 0 && rng.IntN(3) == 0 {
			marks = slices.Clone(papers[rng.IntN(i)].Marks)
			slices.Reverse(marks)
		}
		if r.Valid(marks) != NoFault { // a motion's abstention in the place of yes is valid, so this is rare
			marks = randomMarks(rng, r)
		}
		papers[i] = Paper{marks, 1 + rng.IntN(heavy)}
	}
	return papers
}

// randomMarks draws the marks of a valid paper.
func randomMarks(rng *rand.Rand, r Rules) []byte {
	for {
		marks := make([]byte, r.Options)
		order := rng.Perm(r.Options)[:r.Min+rng.IntN(r.Max-r.Min+1)]
		for i, option := range order {
			switch r.Method {
			case IRV, STV:
				marks[option] = byte(i + 1)
			case Schulze:
				marks[option] = byte(1 + rng.IntN(len(order)))
			case STAR:
				marks[option] = byte(1 + rng.IntN(6))
			default:
				marks[option] = 1
			}
		}
		if r.Valid(marks) == NoFault {
			return marks
		}
	}
}

// change changes one thing of evidence.
func change(rng *rand.Rand, e *Evidence) {
	numbers := []*int{&e.Papers, &e.Blank}
	for _, list := range append([][]int{e.Votes, e.Stars, e.Fives}, e.Prefers...) {
		for i := range list {
			numbers = append(numbers, &list[i])
		}
	}
	for i := range e.Used {
		numbers = append(numbers, &e.Used[i].Weight)
		for j := range e.Used[i].Options {
			numbers = append(numbers, &e.Used[i].Options[j])
		}
	}
	lists := []*[]int{&e.Votes, &e.Stars, &e.Fives}
	for i := range e.Prefers {
		lists = append(lists, &e.Prefers[i])
	}
	for i := range e.Used {
		lists = append(lists, &e.Used[i].Options)
	}
	number, list := numbers[rng.IntN(len(numbers))], lists[rng.IntN(len(lists))]
	switch rng.IntN(8) {
	case 0, 1, 2:
		*number += 1 - 2*rng.IntN(2)
	case 3:
		*number = []int{0, 1, -1, MaxPapers, MaxPapers + 1}[rng.IntN(5)]
	case 4:
		*list = append(*list, rng.IntN(4))
	case 5:
		*list = slices.Clone((*list)[:len(*list)/2])
	case 6:
		e.Decided = []DrawDecided{"", DrawNo, DrawYes, DrawUnknown, "maybe"}[rng.IntN(5)]
	case 7:
		rng.Shuffle(len(e.Used), func(i, j int) { e.Used[i], e.Used[j] = e.Used[j], e.Used[i] })
	}
}
