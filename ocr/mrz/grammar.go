package mrz

import (
	"cmp"
	"math"
	"slices"
)

// The grammar of names, as states between cells: words of letters, single fillers between words, two between surname
// and given names, and from the third on nothing but fillers.
const (
	nameStart   = iota // before the first cell
	nameWord           // after a letter of the surname
	nameGap            // after one filler behind it
	nameBreak          // after two
	nameGiven          // after a letter of the given names
	nameNextGap        // after one filler behind it
	nameTail           // fillers to the end
	nameStates
)

// decodeNames finds the most probable names in cells.
func decodeNames(cells []Scores) string {
	// Where a letter and a filler lead from each state; -1 is nowhere. An empty surname begins with two fillers.
	after := [nameStates][2]int{
		nameStart: {nameWord, nameGap}, nameWord: {nameWord, nameGap}, nameGap: {nameWord, nameBreak},
		nameBreak: {nameGiven, nameTail},
		nameGiven: {nameGiven, nameNextGap}, nameNextGap: {nameGiven, nameTail}, nameTail: {-1, nameTail},
	}
	type path struct {
		score float64
		text  string
	}
	var nowhere [nameStates]path
	for s := range nowhere {
		nowhere[s].score = math.Inf(-1)
	}
	best := nowhere // for each state, the best text that leads to it
	best[nameStart].score = 0
	for _, cell := range cells {
		letter := byte('A')
		for c := byte('B'); c <= 'Z'; c++ {
			if cell[index(c)] > cell[index(letter)] {
				letter = c
			}
		}
		next := nowhere
		for s, p := range best {
			for i, c := range []byte{letter, filler} {
				to, score := after[s][i], p.score+cell[index(c)]
				if to >= 0 && score > next[to].score {
					next[to] = path{score, p.text + string(c)}
				}
			}
		}
		best = next
	}
	return slices.MaxFunc(best[:], func(a, b path) int { return cmp.Compare(a.score, b.score) }).text
}
