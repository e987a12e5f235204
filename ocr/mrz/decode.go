package mrz

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Scores are the natural logarithms of the probabilities of Symbols in one cell.
// They need not sum to one: a cell that looks like no symbol has low scores throughout.
type Scores [len(Symbols)]float64

// Decoded is the most probable text of a zone.
type Decoded struct {
	Format Format
	Lines  []string
	// Margin is the share of the probability of all texts under the check digits that
	// this one has, 0 to 1, for the cells that check digits cover: near 1, no other is in sight.
	Margin float64
	// Fit is the mean of the scores of the symbols chosen: near 0 the cells look like
	// this text; below about -1 they do not look like a zone.
	Fit float64
	// Unchecked is the lowest of them for a cell that no check digit covers: of names, codes and
	// sex.
	Unchecked float64
	// Seen is what the cells look like if no check digit is heeded, only what each field may hold.
	Seen []string
	// Overruled is how much less likely than that, as a logarithm, the most unlikely symbol of
	// Lines is. Far below zero, the check digits went against what is plain to see: the
	// zone was printed wrong, or tampered with. O and 0, all but alike, do not count.
	Overruled float64
}

// ErrNoLayout is wrapped by the error of Decode for rows that no layout fits.
var ErrNoLayout = errors.New("no layout fits the rows")

// unseen is the score of every symbol in a cell that is missing: the logarithm of one in 37.
const unseen = -3.6

// Decode finds the most probable text of rows of cells that some layout allows and whose check
// digits all agree. Each row may have one cell more or less than its line, at either end. The error
// wraps ErrNoLayout.
func Decode(rows [][]Scores) (Decoded, error) {
	best, bestLog := Decoded{}, math.Inf(-1)
	for _, l := range layouts() {
		if len(rows) != l.lines {
			continue
		}
		for _, cells := range alignments(rows, l.width) {
			if d, log := l.decode(cells); log > bestLog {
				best, bestLog = d, log
			}
		}
	}
	if math.IsInf(bestLog, -1) {
		return Decoded{}, fmt.Errorf("%w: %d rows", ErrNoLayout, len(rows))
	}
	return best, nil
}

// alignments lists the ways to lay rows into lines of a width: each at most one cell off.
func alignments(rows [][]Scores, width int) [][][]Scores {
	ways := [][][]Scores{nil}
	for _, row := range rows {
		var fits [][]Scores
		switch len(row) - width {
		case 0:
			fits = [][]Scores{row}
		case 1:
			fits = [][]Scores{row[1:], row[:width]}
		case -1:
			var blank Scores
			for i := range blank {
				blank[i] = unseen
			}
			fits = [][]Scores{append([]Scores{blank}, row...), append(append([]Scores(nil), row...), blank)}
		}
		var longer [][][]Scores
		for _, way := range ways {
			for _, fit := range fits {
				longer = append(longer, append(append([][]Scores(nil), way...), fit))
			}
		}
		ways = longer
	}
	return ways
}

// decode finds the best text of one layout, and its score.
func (l layout) decode(cells [][]Scores) (Decoded, float64) {
	best, bestLog := Decoded{}, math.Inf(-1)
	var chosen variant
	var masses []float64 // of the variants whose best text is another than the best of all
	bestMass := math.Inf(-1)
	for _, v := range l.variants() {
		if !v.plausible(cells) {
			continue
		}
		lines, log, mass := v.decode(cells)
		switch {
		case slices.Equal(lines, best.Lines):
			bestMass = max(bestMass, mass)
		case log > bestLog:
			masses = append(masses, bestMass)
			bestMass = mass
		default:
			masses = append(masses, mass)
		}
		if log > bestLog {
			best, bestLog, chosen = Decoded{Format: l.format, Lines: lines}, log, v
		}
	}
	if best.Lines == nil {
		return Decoded{}, math.Inf(-1)
	}
	best.Seen = chosen.seen(cells)
	checked := chosen.checked()
	sum := 0.0
	for y, line := range best.Lines {
		for x := range len(line) {
			score := cells[y][x][index(line[x])]
			sum += score
			if !checked[y][x] {
				best.Unchecked = min(best.Unchecked, score)
			}
			if seen := best.Seen[y][x]; !alike(seen, line[x]) {
				best.Overruled = min(best.Overruled, score-cells[y][x][index(seen)])
			}
		}
	}
	best.Fit = sum / float64(l.lines*l.width)
	for _, mass := range masses {
		bestMass = addLogs(bestMass, mass)
	}
	best.Margin = math.Exp(bestLog - bestMass)
	return best, bestLog
}

// alike reports whether OCR-B hardly distinguishes two symbols.
func alike(a, b byte) bool {
	return a == b || a == 'O' && b == '0' || a == '0' && b == 'O'
}

// implausible is the score of a token that a variant stands or falls with.
const implausible = -6.0

// plausible reports whether the tokens by which a variant differs from others may be there.
func (v variant) plausible(cells [][]Scores) bool {
	for _, t := range v.marks {
		best := math.Inf(-1)
		for _, o := range t.options {
			best = max(best, t.gain(o, cells))
		}
		if best < implausible {
			return false
		}
	}
	return true
}

// sums is a score for each value, modulo ten, of a weighted sum.
type sums [10]float64

func impossible() sums {
	var s sums
	for i := range s {
		s[i] = math.Inf(-1)
	}
	return s
}

// decode finds the best text of a variant and its score, and the total score of all its texts,
// names left out of both.
func (v variant) decode(cells [][]Scores) (lines []string, log, mass float64) {
	weights := v.layout.compositeWeights()
	best, total := impossible(), impossible()
	best[0], total[0] = 0, 0
	var texts [10][]placed
	for _, g := range v.groups {
		found := g.solve(cells, weights)
		nextBest, nextTotal := impossible(), impossible()
		var nextTexts [10][]placed
		for a := range 10 {
			for b := range 10 {
				to := (a + b) % 10
				nextTotal[to] = addLogs(nextTotal[to], total[a]+found.total[b])
				if s := best[a] + found.best[b]; s > nextBest[to] {
					nextBest[to] = s
					nextTexts[to] = append(append([]placed(nil), texts[a]...), found.texts[b]...)
				}
			}
		}
		best, total, texts = nextBest, nextTotal, nextTexts
	}
	end := 0
	log, mass = math.Inf(-1), math.Inf(-1)
	for s := range 10 {
		extra := 0.0
		if c := v.layout.composite; c.present() {
			extra = cells[c.line][c.from][s]
		}
		mass = addLogs(mass, total[s]+extra)
		if best[s]+extra > log {
			log, end = best[s]+extra, s
		}
	}
	if math.IsInf(log, -1) {
		return nil, log, mass
	}
	return v.write(texts[end], end, cells), log, mass
}

// seen chooses each token for itself.
func (v variant) seen(cells [][]Scores) []string {
	var chosen []placed
	for _, g := range v.groups {
		tokens := g.tokens
		if g.digit.present() {
			options := plain(digits)
			if g.empty != "" {
				options = plain(digits + "<")
			}
			tokens = append(slices.Clone(tokens), symbols(g.digit, options)...)
		}
		for _, t := range tokens {
			best, bestGain := "", math.Inf(-1)
			for _, o := range t.options {
				if gain := t.gain(o, cells); gain > bestGain {
					best, bestGain = o.text, gain
				}
			}
			chosen = append(chosen, placed{t.line, t.col, best})
		}
	}
	composite := 0
	if c := v.layout.composite; c.present() {
		cell := cells[c.line][c.from]
		for i := range 10 {
			if cell[i] > cell[composite] {
				composite = i
			}
		}
	}
	return v.write(chosen, composite, cells)
}

// checked marks the cells that a check digit covers or that hold one.
func (v variant) checked() [][]bool {
	marks := make([][]bool, v.layout.lines)
	for i := range marks {
		marks[i] = make([]bool, v.layout.width)
	}
	spans := append(slices.Clone(v.layout.covers), v.layout.composite)
	for _, g := range v.groups {
		spans = append(append(spans, g.summed...), g.digit)
	}
	for _, s := range spans {
		for col := s.from; col < s.to; col++ {
			marks[s.line][col] = true
		}
	}
	return marks
}

// gain is the score of an option of the token.
func (t token) gain(o option, cells [][]Scores) float64 {
	gain := o.prior
	for i := range len(o.text) {
		gain += cells[t.line][t.col+i][index(o.text[i])]
	}
	return gain
}

// placed is a text and where it is.
type placed struct {
	line, col int
	text      string
}

// write lays out the chosen texts, the composite digit and the names.
func (v variant) write(chosen []placed, composite int, cells [][]Scores) []string {
	page := make([][]byte, v.layout.lines)
	for i := range page {
		page[i] = make([]byte, v.layout.width)
	}
	for _, p := range chosen {
		copy(page[p.line][p.col:], p.text)
	}
	if c := v.layout.composite; c.present() {
		page[c.line][c.from] = byte('0' + composite)
	}
	for _, at := range v.names {
		copy(page[at.line][at.from:], decodeNames(cells[at.line][at.from:at.to]))
	}
	var lines []string
	for _, line := range page {
		lines = append(lines, string(line))
	}
	return lines
}

// compositeWeights gives the weight of every cell in the composite digit, 0 for those outside.
func (l layout) compositeWeights() [][]int {
	weights := make([][]int, l.lines)
	for i := range weights {
		weights[i] = make([]int, l.width)
	}
	i := 0
	for _, s := range l.covers {
		for col := s.from; col < s.to; col++ {
			weights[s.line][col] = weight(i)
			i++
		}
	}
	return weights
}

// addLogs adds two numbers given as logarithms.
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
