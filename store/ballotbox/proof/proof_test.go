package proof

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// election is an election with votes that are drawn.
type election struct {
	*Form
	Statement
	ballots []Ballot
}

// drawHash draws 32 bytes.
func drawHash(r *rand.Rand) (h Hash) {
	for i := range h {
		h[i] = byte(r.Uint32())
	}
	return h
}

// drawMarks draws a valid paper.
func drawMarks(r *rand.Rand, q Question) []byte {
	marks := make([]byte, q.Options)
	for _, i := range r.Perm(q.Options)[:q.Min+r.IntN(q.Max-q.Min+1)] {
		marks[i] = 1
		if q.YesNo {
			marks[i] += byte(r.IntN(3))
		}
	}
	return marks
}

// scales returns how a ballot of a weight counts that is asked these questions.
func scales(questions []Question, weight uint32, asked ...bool) (out []uint32) {
	for n, q := range questions {
		for i := range 1 + q.Options*q.answers() {
			scale := uint32(0)
			switch {
			case !asked[n]:
			case q.People && i > q.Options:
				scale = 1
			default:
				scale = weight
			}
			out = append(out, scale)
		}
	}
	return out
}

// draw draws an election of n ballots. All questions are asked of class 1, with weight 1, and some of class 2.
func draw(r *rand.Rand, n, rounds int, questions ...Question) *election {
	e := &election{Form: NewForm(questions)}
	e.Manifest, e.Log, e.Invalid = drawHash(r), drawHash(r), drawHash(r)
	all, some := make([]bool, len(questions)), make([]bool, len(questions))
	for i := range all {
		all[i], some[i] = true, i%2 == 0
	}
	e.Scales = [][]uint32{scales(questions, 1, all...), scales(questions, 1000, some...)}
	e.total()
	for range n {
		class := 1 + r.IntN(2)
		marks := make([][]byte, len(questions))
		for i, q := range questions {
			marks[i] = make([]byte, q.Options)
			if class == 1 || some[i] {
				marks[i] = drawMarks(r, q)
			}
		}
		e.add(r, class, e.Encode(marks), rounds)
	}
	return e
}

// add adds a ballot with these cells.
func (e *election) add(r *rand.Rand, class int, cells []uint32, rounds int) {
	e.take(Ballot{Split(drawHash(r), drawHash(r)), cells}, class, rounds)
}

// take adds a ballot.
func (e *election) take(b Ballot, class, rounds int) {
	e.ballots = append(e.ballots, b)
	e.Classes = append(e.Classes, class)
	e.Commitments = append(e.Commitments, commit(b.Split, b.Cells, rounds))
	e.total()
}

// total counts the ballots.
func (e *election) total() {
	sums := make([]uint64, len(e.sums))
	for j, b := range e.ballots {
		e.addUp(sums, e.Scales[e.Classes[j]-1], b.Cells)
	}
	e.Statement.Totals = make([]uint32, len(sums))
	for i, v := range sums {
		e.Statement.Totals[i] = reduce(v)
	}
}

func (e *election) proveBytes(t testing.TB, rounds int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := e.prove(&out, &e.Statement, e.ballots, rounds); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (e *election) checkBytes(raw []byte, rounds int) error {
	return e.check(bytes.NewReader(raw), int64(len(raw)), &e.Statement, rounds)
}

// forms are the forms of the tests.
var forms = [][]Question{
	{{Options: 3, Min: 0, Max: 1}},
	{{Options: 3, Min: 1, Max: 1, People: true}},
	{{Options: 10, Min: 0, Max: 3}, {Options: 4, Min: 2, Max: 4}},
	{{Options: 1, Min: 0, Max: 1, YesNo: true}},
	{{Options: 3, Min: 1, Max: 1, People: true}, {Options: 5, Min: 0, Max: 5, YesNo: true}, {Options: 2, Max: 2}},
}

func TestProve(t *testing.T) {
	for i, questions := range forms {
		for _, n := range []int{0, 1, 7} {
			r := rand.New(rand.NewPCG(uint64(i), uint64(n)))
			t.Run(fmt.Sprint(i, n), func(t *testing.T) {
				e := draw(r, n, Rounds, questions...)
				raw := e.proveBytes(t, Rounds)
				if err := e.checkBytes(raw, Rounds); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
