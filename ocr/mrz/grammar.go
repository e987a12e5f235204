package mrz

import "math"

// The grammar of names, as states between cells: words of letters, single
// fillers between words, two between surname and given names, and from the
// third on nothing but fillers.
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

// afterLetter and afterFiller say where a cell leads; -1 is nowhere. A zone may begin
// with the two fillers of an empty surname.
func afterLetter(state int) int {
	return [nameStates]int{nameWord, nameWord, nameWord, nameGiven, nameGiven, nameGiven, -1}[state]
}

func afterFiller(state int) int {
	return [nameStates]int{nameGap, nameGap, nameBreak, nameTail, nameNextGap, nameTail, nameTail}[state]
}

// decodeNames finds the most probable names in cells.
func decodeNames(cells []Scores) string {
	var best [nameStates]float64
	for s := range best {
		best[s] = math.Inf(-1)
	}
	best[nameStart] = 0
	type arrival struct {
		symbol byte
		from   int
	}
	arrivals := make([][nameStates]arrival, len(cells))
	for i, cell := range cells {
		letter := byte('A')
		for c := byte('A'); c <= 'Z'; c++ {
			if cell[index(c)] > cell[index(letter)] {
				letter = c
			}
		}
		var next [nameStates]float64
		for s := range next {
			next[s] = math.Inf(-1)
		}
		reach := func(to, from int, symbol byte) {
			if to < 0 {
				return
			}
			if score := best[from] + cell[index(symbol)]; score > next[to] {
				next[to], arrivals[i][to] = score, arrival{symbol, from}
			}
		}
		for s := range best {
			reach(afterLetter(s), s, letter)
			reach(afterFiller(s), s, filler)
		}
		best = next
	}
	state := 0
	for s := range best {
		if best[s] > best[state] {
			state = s
		}
	}
	text := make([]byte, len(cells))
	for i := len(cells) - 1; i >= 0; i-- {
		text[i], state = arrivals[i][state].symbol, arrivals[i][state].from
	}
	return string(text)
}
