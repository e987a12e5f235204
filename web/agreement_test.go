package web

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"ostrakon/store/ballotbox"
	"ostrakon/store/tally"
)

// agreed is a count, and what its papers have in common: "marks", "order", "first" or "".
type agreed struct {
	Papers  string        `json:"papers"` // for a message
	Method  tally.Method  `json:"method"`
	Outcome tally.Outcome `json:"outcome"`
	Want    string        `json:"want"`
}

// A result says that all agree if the papers that the server counted do, whatever is published.
func TestResultsSayWhereAllAgree(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	var vectors []agreed
	said := make(map[string]int)
	for _, method := range tally.Methods() {
		for range 400 {
			rules := rulesOf(method)
			papers := make([]tally.Paper, 1+random.IntN(3))
			for i := range papers {
				papers[i] = tally.Paper{Marks: paperOf(random, rules), Weight: 1 + random.IntN(2)}
			}
			v := agreed{fmt.Sprint(papers), method, outcomeOf(t, random, rules, papers), common(method, papers)}
			said[v.Want]++
			vectors = append(vectors, v)
		}
	}
	vectors = append(vectors, agreed{"none", tally.Approval, outcomeOf(t, random, rulesOf(tally.Approval), nil), ""})
	for _, want := range []string{"", "marks", "order", "first"} {
		if said[want] < 20 {
			t.Errorf("only %d of the counts have %q in common", said[want], want)
		}
	}
	runScript(t, "agreement.js", vectors)
}

// rulesOf are rules of a method for three options.
func rulesOf(method tally.Method) tally.Rules {
	t := method.Traits()
	r := tally.Rules{Method: method, Options: 3, Seats: 1, Max: 3, Draw: t.Draw == tally.Must}
	if t.Answers {
		r.Min, r.Max = 1, 1
	}
	if t.Threshold == tally.Must {
		r.Threshold = &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	}
	if t.Quota {
		r.Seats = 2
	}
	if t.Marks == tally.Amounts {
		r.Max, r.Each = 6, 3
	}
	if t.Marks == tally.ByLists {
		r.Max = 1
		r.Lists = &tally.Lists{Sizes: make([]int, 3), Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieVotes}
	}
	return r
}

// paperOf draws a valid paper.
func paperOf(random *rand.Rand, r tally.Rules) []byte {
	for {
		marks := make([]byte, r.Options)
		for i := range marks {
			marks[i] = byte(random.IntN(7))
			if r.Method.Traits().Marks != tally.Stars {
				marks[i] %= 4
			}
		}
		if r.Valid(marks) == "" {
			return marks
		}
	}
}

// outcomeOf counts papers, and for stv half of the time takes the outcome from its stages, as where
// nothing else is published.
func outcomeOf(t *testing.T, random *rand.Rand, r tally.Rules, papers []tally.Paper) tally.Outcome {
	t.Helper()
	lot, cast := []int{0, 1, 2}, 0
	for _, p := range papers {
		cast += p.Weight
	}
	evidence := r.Evidence(papers, lot)
	outcome, err := r.Count(evidence, lot, tally.Base{Cast: cast})
	if err == nil && r.Method.Traits().By == tally.ByTransfers && random.IntN(2) == 0 {
		outcome, err = r.Stated(tally.Evidence{Papers: evidence.Papers, Blank: evidence.Blank}, outcome)
	}
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// common is what papers have in common, by their marks alone.
func common(method tally.Method, papers []tally.Paper) string {
	same := func(view func(marks []byte) []byte) bool {
		for _, p := range papers {
			if !bytes.Equal(view(p.Marks), view(papers[0].Marks)) {
				return false
			}
		}
		return true
	}
	isBlank := func(marks []byte) bool { return bytes.Equal(marks, []byte{0, 0, 0}) }
	blank := isBlank(papers[0].Marks)
	for _, p := range papers {
		if isBlank(p.Marks) != blank {
			return ""
		}
	}
	switch by := method.Traits().By; {
	case method == tally.Cumulate && !blank: // votes do not tell which ballot they are from
		if len(papers) == 1 && papers[0].Weight == 1 {
			return "marks"
		}
	case blank || by == tally.ByVotes:
		if same(func(marks []byte) []byte { return marks }) {
			return "marks"
		}
	case by == tally.ByYesNo: // who marks nothing abstains
		if same(func(marks []byte) []byte { return bytes.ReplaceAll(marks, []byte{3}, []byte{0}) }) {
			return "marks"
		}
	case by == tally.ByTransfers:
		if same(func(marks []byte) []byte { return []byte{byte(bytes.IndexByte(marks, 1))} }) {
			return "first"
		}
	case same(func(marks []byte) []byte { return orderOf(method, marks) }):
		return "order"
	}
	return ""
}

// orderOf compares each option with each other: 1 where it is above, 0 otherwise.
func orderOf(method tally.Method, marks []byte) []byte {
	var order []byte
	for _, a := range marks {
		for _, b := range marks {
			above := a > b
			if method.Traits().Marks == tally.Ranks { // 1 is the best rank, and 0 is below all
				above = a > 0 && (b == 0 || a < b)
			}
			order = append(order, map[bool]byte{true: 1}[above])
		}
	}
	return order
}

// The page's tables of methods and custodies have the rows of store/tally and store/ballotbox.
func TestMethodsAndCustodiesHaveTheSameTraits(t *testing.T) {
	var rows []tally.Traits
	for _, method := range tally.Methods() {
		rows = append(rows, method.Traits())
	}
	runScript(t, "traits.js", map[string]any{"methods": rows, "custodies": ballotbox.Custodies()})
}
