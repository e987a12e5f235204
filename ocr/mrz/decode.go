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
	// Unchecked is the lowest of them for a cell that no check digit covers: of names, codes and sex.
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

// Decode finds the most probable text of rows of cells that some layout allows and whose check digits all agree. Each
// row may have one cell more or less than its line, at either end. The error wraps ErrNoLayout.
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
	var all []solved
	best := solved{log: math.Inf(-1)}
	for _, v := range l.variants() {
		if !v.plausible(cells) {
			continue
		}
		found := v.solve(cells)
		all = append(all, found)
		if found.log > best.log {
			best = found
		}
	}
	if best.lines == nil {
		return Decoded{}, math.Inf(-1)
	}
	d := Decoded{Format: l.format, Lines: best.lines, Seen: best.variant.seen(cells)}
	sum := 0.0
	for y, line := range d.Lines {
		for x := range len(line) {
			score := cells[y][x][index(line[x])]
			sum += score
			if !best.variant.checked(y, x) {
				d.Unchecked = min(d.Unchecked, score)
			}
			if seen := d.Seen[y][x]; !alike(seen, line[x]) {
				d.Overruled = min(d.Overruled, score-cells[y][x][index(seen)])
			}
		}
	}
	d.Fit = sum / float64(l.lines*l.width)
	same, others := math.Inf(-1), math.Inf(-1) // of the variants with the same best text, and of the rest
	for _, found := range all {
		if slices.Equal(found.lines, best.lines) {
			same = max(same, found.mass)
		} else {
			others = addLogs(others, found.mass)
		}
	}
	d.Margin = math.Exp(best.log - addLogs(same, others))
	return d, best.log
}

// alike reports whether OCR-B hardly distinguishes two symbols.
func alike(a, b byte) bool { return a == b || a == 'O' && b == '0' || a == '0' && b == 'O' }

// implausible is the score of a token that a variant stands or falls with.
const implausible = -6.0

// plausible reports whether the tokens by which a variant differs from others may be there.
func (v variant) plausible(cells [][]Scores) bool {
	for _, t := range v.marks {
		if _, most := t.likeliest(cells); most < implausible {
			return false
		}
	}
	return true
}

// gain is the score of an option of the token.
func (t token) gain(o option, cells [][]Scores) float64 {
	gain := o.prior
	for i := range len(o.text) {
		gain += cells[t.line][t.col+i][index(o.text[i])]
	}
	return gain
}

// likeliest is the option that the cells look most like, and its score.
func (t token) likeliest(cells [][]Scores) (text string, most float64) {
	most = math.Inf(-1)
	for _, o := range t.options {
		if gain := t.gain(o, cells); gain > most {
			text, most = o.text, gain
		}
	}
	return text, most
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
