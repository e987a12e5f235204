package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// keeps reports whether cells that are 0 or 1 keep all lines.
func (f *Form) keeps(cells []uint32) bool {
	for _, l := range f.lines {
		sum := uint32(0)
		for _, t := range l.terms {
			sum += t.factor * cells[t.cell]
		}
		if sum != l.target {
			return false
		}
	}
	return true
}

// papers returns each paper that a question could have if marks need no rule but their kind.
func papers(q Question) [][]byte {
	top := 1
	if q.YesNo {
		top = 3
	}
	all := [][]byte{{}}
	for range q.Options {
		var longer [][]byte
		for _, m := range all {
			for mark := range top + 1 {
				longer = append(longer, append(slices.Clone(m), byte(mark)))
			}
		}
		all = longer
	}
	return all
}

// TestLinesAllowWhatIsValid: all cells that are 0 or 1 and keep the lines are those of a blank paper or of min to max
// marks, and each such paper has cells that do.
func TestLinesAllowWhatIsValid(t *testing.T) {
	for _, q := range []Question{
		{Options: 1, Min: 0, Max: 1}, {Options: 3, Min: 1, Max: 1}, {Options: 4, Min: 0, Max: 3},
		{Options: 5, Min: 2, Max: 4}, {Options: 4, Min: 4, Max: 4}, {Options: 1, Max: 1, YesNo: true},
		{Options: 3, Max: 3, YesNo: true}, {Options: 3, Min: 1, Max: 2, YesNo: true},
	} {
		f := NewForm([]Question{q})
		valid := map[string]bool{}
		for _, marks := range papers(q) {
			marked := 0
			for _, m := range marks {
				if m > 0 {
					marked++
				}
			}
			if marked == 0 || marked >= q.Min && marked <= q.Max {
				cells := f.Encode([][]byte{marks})
				valid[fmt.Sprint(cells[:f.sums[0]])] = true
				if len(cells) != f.cells || !f.keeps(cells) {
					t.Errorf("%+v: %v becomes %v, which breaks a line", q, marks, cells)
				}
			}
		}
		kept := map[string]bool{}
		cells := make([]uint32, f.cells)
		for bits := range 1 << f.cells {
			for i := range cells {
				cells[i] = uint32(bits >> i & 1)
			}
			if f.keeps(cells) {
				kept[fmt.Sprint(cells[:f.sums[0]])] = true
				if !valid[fmt.Sprint(cells[:f.sums[0]])] {
					t.Errorf("%+v: %v keep all lines", q, cells)
				}
			}
		}
		if len(kept) != len(valid) {
			t.Errorf("%+v: %d kinds of papers keep the lines, not %d", q, len(kept), len(valid))
		}
	}
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		questions []Question
		marks     [][]byte
		want      []uint32
	}{
		{[]Question{{Options: 3, Max: 3}}, [][]byte{{0, 1, 0}}, []uint32{0, 1, 0, 0, 1, 1}},
		{[]Question{{Options: 3, Max: 3}}, [][]byte{{0, 0, 0}}, []uint32{0, 0, 0, 1, 0, 0}},
		{[]Question{{Options: 3, Min: 2, Max: 3}}, [][]byte{{1, 1, 0}}, []uint32{1, 1, 0, 0, 1}},
		{[]Question{{Options: 3, Min: 2, Max: 3}}, [][]byte{{1, 1, 1}}, []uint32{1, 1, 1, 0, 0}},
		{[]Question{{Options: 3, Min: 1, Max: 1, People: true}}, [][]byte{{0, 0, 1}}, []uint32{0, 0, 1, 0}},
		{[]Question{{Options: 2, Max: 2, YesNo: true}}, [][]byte{{1, 2}}, []uint32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0}},
		{[]Question{{Options: 2, Max: 2, YesNo: true}}, [][]byte{{3, 0}}, []uint32{0, 0, 1, 0, 0, 0, 0, 1, 0, 1}},
		{[]Question{{Options: 2, Max: 2, YesNo: true}}, [][]byte{{0, 0}}, []uint32{0, 0, 0, 1, 0, 0, 0, 1, 1, 0}},
		{[]Question{{Options: 1, Max: 1}, {Options: 1, Max: 1}}, [][]byte{{1}, {0}}, []uint32{1, 0, 0, 1}},
	} {
		if cells := NewForm(c.questions).Encode(c.marks); !slices.Equal(cells, c.want) {
			t.Errorf("%+v: %v becomes %v, not %v", c.questions, c.marks, cells, c.want)
		}
	}
}

// TestTotals compares the proved totals with those of a plain count of the marks, with weights, people, and questions
// that some voters are not asked.
func TestTotals(t *testing.T) {
	questions := []Question{
		{Options: 3, Min: 1, Max: 1, People: true}, {Options: 2, Max: 2, YesNo: true}, {Options: 2, Min: 1, Max: 2}}
	r := rand.New(rand.NewPCG(7, 36))
	e := draw(r, 0, 1, questions...) // class 1: weight 1, all questions; class 2: weight 1,000, not question 2
	for _, b := range []struct {
		class int
		marks [][]byte
	}{
		{1, [][]byte{{1, 0, 0}, {1, 2}, {1, 1}}},
		{1, [][]byte{{0, 1, 0}, {0, 0}, {0, 1}}},
		{1, [][]byte{{0, 0, 1}, {3, 0}, {1, 0}}},
		{2, [][]byte{{0, 0, 1}, {0, 0}, {1, 0}}},
		{2, [][]byte{{0, 0, 1}, {0, 0}, {0, 1}}},
	} {
		e.add(r, b.class, e.Encode(b.marks), 1)
	}
	want := []uint32{
		0, 1, 1, 2001, 1, 1, 3, // blank, votes, people
		1, 1, 0, 0, 1, // blank, yes, no
		0, 1002, 1002,
	}
	if !slices.Equal(e.Statement.Totals, want) || e.Form.Totals() != len(want) {
		t.Errorf("totals are %v, not %v", e.Statement.Totals, want)
	}
	if err := e.checkBytes(e.proveBytes(t, 1), 1); err != nil {
		t.Error(err)
	}
}
