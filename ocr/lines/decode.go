package lines

import (
	"math"
	"strings"
	"unicode"

	"ostrakon/ocr"
	"ostrakon/ocr/lines/net"
)

// letter is a symbol that was read, where, and how certainly.
type letter struct {
	symbol   rune
	from, to int // steps of the strip, to exclusive
	// 0 to 1: that of all symbols that are this one but for an accent, or for the case where that shows no difference
	confidence float64
}

// decode reads the likeliest symbol of each step; what is not allowed counts as not there.
func decode(scores []float32, symbols []rune, bases []rune, allowed func(rune) bool) []letter {
	outputs := len(symbols) + 1
	banned := make([]bool, outputs)
	if allowed != nil {
		for i, r := range symbols {
			banned[i+1] = !allowed(r) && r != ' '
		}
	}
	var out []letter
	last := net.Blank
	for t := 0; t*outputs < len(scores); t++ {
		row := scores[t*outputs : (t+1)*outputs]
		best := net.Blank
		for k, v := range row {
			if v > row[best] && !banned[k] {
				best = k
			}
		}
		if best == net.Blank {
			last = best
			continue
		}
		sum, same := 0.0, 0.0
		for k, v := range row {
			if banned[k] {
				continue
			}
			e := math.Exp(float64(v - row[best]))
			sum += e
			if k == best || k > 0 && bases[k-1] == bases[best-1] {
				same += e
			}
		}
		if best != last {
			out = append(out, letter{symbols[best-1], t, t + 1, same / sum})
		} else {
			l := &out[len(out)-1]
			l.to, l.confidence = t+1, max(l.confidence, same/sum)
		}
		last = best
	}
	return out
}

// Letters are all letters that can be read.
func Letters() string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, string(net.Symbols()))
}

// bare is a letter without its accent, and small if its capital has the same shape.
func bare(r rune) rune {
	folded := []rune(ocr.Fold(string(r)))
	if len(folded) != 1 || !unicode.IsLetter(r) {
		return r
	}
	if small := unicode.ToLower(folded[0]); unicode.IsLower(r) || strings.ContainsRune(alike, small) {
		return small
	}
	return folded[0]
}

// alike are the letters whose capitals have the same shape: in print they differ in height alone.
const alike = "cosuvwxz"

// cased gives letters whose shape shows no case that of the others in a word: capitals, or small behind the first.
func cased(word []rune) {
	var capitals, small int
	for i, r := range word {
		switch {
		case !unicode.IsLetter(r) || strings.ContainsRune(alike, unicode.ToLower(bare(r))):
		case unicode.IsUpper(r) && i > 0:
			capitals++
		case unicode.IsLower(r):
			small++
		}
	}
	for i, r := range word {
		switch {
		case !strings.ContainsRune(alike, unicode.ToLower(bare(r))):
		case capitals > 0 && small == 0:
			word[i] = unicode.ToUpper(r)
		case small > 0 && capitals == 0 && i > 0 && unicode.IsLetter(word[i-1]):
			word[i] = unicode.ToLower(r)
		}
	}
}
