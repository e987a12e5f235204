package proof

// Question is a question whose marks are added up.
type Question struct {
	Options, Min, Max int
	YesNo             bool // marks 0 none, 1 yes, 2 no and 3 abstain, rather than 0 and 1
	People            bool // people are counted beside weights
}

// slack is how many marks a paper that is not blank can leave out.
func (q Question) slack() int { return q.Max - max(q.Min, 1) }

// Form says which cells a paper has, which lines of them have to add up, and which sums over all papers are published.
type Form struct {
	questions []Question
	cells     int
	lines     []line
	sums      []int // the cell that each sum adds up
}

// line is a rule of a paper: its terms add up to target.
type line struct {
	terms  []term
	target uint32
}

// term is a cell, factor times.
type term struct {
	cell   int
	factor uint32
}

// NewForm returns the form of papers with these questions.
func NewForm(questions []Question) *Form {
	f := &Form{questions: questions}
	for _, q := range questions {
		f.add(q)
	}
	return f
}

// add adds a question's cells, lines and sums.
func (f *Form) add(q Question) {
	at, wide, marked := f.cells, 1, 1 // cells of an option, and those that are a mark
	if q.YesNo {
		wide, marked = 4, 3
	}
	blank := at + wide*q.Options
	f.cells = blank + 1 + q.slack()
	whole := line{[]term{{blank, uint32(q.Max)}}, uint32(q.Max)}
	for i := blank + 1; i < f.cells; i++ {
		whole.terms = append(whole.terms, term{i, 1})
	}
	for first := at; first < blank; first += wide {
		one := line{target: 1}
		for i := first; i < first+wide; i++ {
			one.terms = append(one.terms, term{i, 1})
		}
		whole.terms = append(whole.terms, one.terms[:marked]...)
		if q.YesNo {
			f.lines = append(f.lines, one)
		}
	}
	f.lines = append(f.lines, whole)
	f.sums = append(f.sums, blank)
	for answer := range q.answers() {
		for i := range q.Options {
			f.sums = append(f.sums, at+wide*i+answer%wide)
		}
	}
}

// answers is how many sums an option has: yes and no, or votes and perhaps people.
func (q Question) answers() int {
	if q.YesNo || q.People {
		return 2
	}
	return 1
}

// Totals is how many sums are published: for each question blank and the votes of each option, then people or noes of
// each.
func (f *Form) Totals() int { return len(f.sums) }

// Encode returns the cells of a paper: the marks of each question, which are valid, or all zero where the voter is not
// asked.
func (f *Form) Encode(marks [][]byte) []uint32 {
	cells := make([]uint32, 0, f.cells)
	for n, q := range f.questions {
		marked := 0
		for _, m := range marks[n] {
			if m > 0 {
				marked++
			}
			if q.YesNo {
				four := [4]uint32{}
				four[(m+3)%4] = 1
				cells = append(cells, four[:]...)
			} else {
				cells = append(cells, uint32(m))
			}
		}
		rest := make([]uint32, 1+q.slack())
		if marked == 0 {
			rest[0] = 1
		} else {
			for i := range q.Max - marked {
				rest[1+i] = 1
			}
		}
		cells = append(cells, rest...)
	}
	return cells
}

// mix returns what part x adds to z where part y is the next one: a random multiple of each cell's share of x² − x and
// of each line. Those of all three parts add up to 0 if all cells are 0 or 1 and all lines hold; targets count once, in
// part 0.
func (f *Form) mix(random, x, y []uint32, part int) uint32 {
	sum := uint64(0)
	for i, a := range random[:f.cells] {
		v := uint64(x[i])
		bit := reduce(v * (v + 2*uint64(y[i]) + prime - 1))
		sum += uint64(reduce(uint64(a) * uint64(bit)))
	}
	for i, b := range random[f.cells:] {
		l := &f.lines[i]
		v := uint64(0)
		for _, t := range l.terms {
			v += uint64(t.factor) * uint64(x[t.cell])
		}
		if part == 0 {
			v += prime - uint64(l.target)
		}
		sum += uint64(reduce(uint64(b) * uint64(reduce(v))))
	}
	return reduce(sum)
}
