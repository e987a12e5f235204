package ocr

import (
	"fmt"
	"strconv"
	"strings"
)

// A shape says what may be at each position of a compact number. It is written so:
//
//	#      a digit
//	@      a letter A–Z
//	*      a letter or a digit
//	[0-3X] one of these
//	(1|2#) one of these texts, each of a shape of its own
//	#{9}   what stands before it, nine times; {5-9} is five to nine times
//	other  itself
type shape []symbols

// symbols is a set of the characters of symbolOrder, by their bits.
type symbols uint64

// symbolOrder is every character that a compact number may hold.
const symbolOrder = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

const (
	digits  symbols = 1<<10 - 1
	letters symbols = 1<<36 - 1 - digits
)

// symbol is the set of one character; empty if it belongs to no number.
func symbol(c byte) symbols {
	switch {
	case c >= '0' && c <= '9':
		return 1 << (c - '0')
	case c >= 'A' && c <= 'Z':
		return 1 << (c - 'A' + 10)
	}
	return 0
}

// matches reports whether a text of the shape's length has it.
func (s shape) matches(compact string) bool {
	for i, set := range s {
		if set&symbol(compact[i]) == 0 {
			return false
		}
	}
	return true
}

// overlaps reports whether some text matches both shapes.
func (s shape) overlaps(t shape) bool {
	if len(s) != len(t) {
		return false
	}
	for i, set := range s {
		if set&t[i] == 0 {
			return false
		}
	}
	return true
}

// parseShapes compiles the shapes in a cell of a table. It panics on a misspelt one.
func parseShapes(cell string) []shape {
	var shapes []shape
	for _, text := range list(cell) {
		for _, choice := range spelledOut(text) {
			for _, single := range repeats(choice) {
				shapes = append(shapes, parseShape(single))
			}
		}
	}
	return shapes
}

// spelledOut writes a shape with choices of texts as several without one.
func spelledOut(text string) []string {
	before, rest, ok := strings.Cut(text, "(")
	if !ok {
		return []string{text}
	}
	choice, after, ok := strings.Cut(rest, ")")
	if !ok {
		panic(fmt.Sprintf("ocr: unclosed choice in shape %q", text))
	}
	var all []string
	for _, one := range strings.Split(choice, "|") {
		all = append(all, spelledOut(before+one+after)...)
	}
	return all
}

// repeats writes a shape with counts as one without, or as several where a count is a range.
func repeats(text string) []string {
	before, rest, ok := strings.Cut(text, "{")
	if !ok {
		return []string{text}
	}
	last := len(before) - 1
	if before[last] == ']' {
		last = strings.LastIndexByte(before, '[')
	}
	count, after, closed := strings.Cut(rest, "}")
	first, most, ranged := strings.Cut(count, "-")
	least, err := strconv.Atoi(first)
	greatest := least
	if ranged && err == nil {
		greatest, err = strconv.Atoi(most)
	}
	if err != nil || !closed {
		panic(fmt.Sprintf("ocr: count %q in shape %q", count, text))
	}
	var all []string
	for n := least; n <= greatest; n++ {
		all = append(all, repeats(before[:last]+strings.Repeat(before[last:], n)+after)...)
	}
	return all
}

// parseShape compiles a shape without choices and counts.
func parseShape(text string) shape {
	var s shape
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '#':
			s = append(s, digits)
		case '@':
			s = append(s, letters)
		case '*':
			s = append(s, digits|letters)
		case '[':
			inner, _, ok := strings.Cut(text[i+1:], "]")
			if !ok {
				panic(fmt.Sprintf("ocr: unclosed set in shape %q", text))
			}
			s = append(s, parseSet(inner))
			i += len(inner) + 1
		default:
			if symbol(c) == 0 {
				panic(fmt.Sprintf("ocr: %q in shape %q", c, text))
			}
			s = append(s, symbol(c))
		}
	}
	return s
}

// parseSet compiles what is between brackets.
func parseSet(inner string) symbols {
	var set symbols
	for i := 0; i < len(inner); i++ {
		first, last := inner[i], inner[i]
		if i+2 < len(inner) && inner[i+1] == '-' {
			last = inner[i+2]
			i += 2
		}
		for c := first; c <= last; c++ {
			set |= symbol(c)
		}
	}
	return set
}
