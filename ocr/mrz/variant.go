package mrz

import (
	"slices"
	"strings"
)

// variant is one reading of a layout: which tokens each cell has, and which of them a check digit ties together.
type variant struct {
	layout layout
	groups []group // every cell but those of names is in one, the composite digit in the last
	names  []span  // cells in the grammar of names
	marks  []token // those without which it cannot be this variant
}

// group is a run of tokens under a check digit of its own, which is the last of them, or under none.
type group struct {
	tokens []token
	summed []span // what its check digit covers, in order
	empty  string // the other way to be: all these cells, the digit included, as this text
}

// variants lists the readings of a layout: as it is, and with a document number that overflows by each length.
func (l layout) variants() []variant {
	found := []variant{l.variant(0, false)}
	if l.format == TD1 || l.format == TD2 {
		optional := l.named(fieldOptional).at
		for k := 1; k+2 <= optional.to-optional.from; k++ {
			found = append(found, l.variant(k, false), l.variant(k, true))
		}
	}
	return found
}

func (l layout) named(name string) field {
	return l.fields[slices.IndexFunc(l.fields, func(f field) bool { return f.name == name })]
}

// variant is the layout with a document number that overflows by some cells, or none.
func (l layout) variant(overflow int, withFiller bool) variant {
	v := variant{layout: l}
	for _, f := range l.fields {
		if f.content == names {
			v.names = append(v.names, f.at)
			continue
		}
		if overflow > 0 && f.name == fieldNumber {
			g := l.longNumber(f, overflow, withFiller)
			v.marks = g.tokens[:len(g.tokens)-1]
			v.groups = append(v.groups, g)
			continue
		}
		g := group{tokens: l.tokens(f)}
		if overflow > 0 && f.name == fieldOptional {
			g.tokens = g.tokens[overflow+2:]
		}
		if f.at.line == 0 && f.at.from < len(l.prefix) {
			v.marks = append(v.marks, g.tokens...)
		}
		if f.check.present() {
			options := plain(digits)
			if f.idle {
				g.empty = strings.Repeat("<", f.at.to-f.at.from+1)
				options = plain(digits + "<")
			}
			g.tokens = append(g.tokens, token{f.check.line, f.check.from, options, ownDigit})
			g.summed = []span{f.at}
		}
		v.groups = append(v.groups, g)
	}
	if c := l.composite; c.present() {
		v.groups = append(v.groups, group{tokens: []token{{c.line, c.from, plain(digits), compositeDigit}}})
	}
	return v
}

func (l layout) tokens(f field) []token {
	if f.at.line == 0 && f.at.to <= len(l.prefix) {
		return []token{{f.at.line, f.at.from, []option{{text: l.prefix[f.at.from:f.at.to]}}, noDigit}}
	}
	switch f.content {
	case code:
		return codeTokens(f.at, l.kinds)
	case state:
		return []token{{f.at.line, f.at.from, stateOptions(), noDigit}}
	case letters:
		return symbols(f.at, plain(alphabetic))
	case date: // the year's two digits, then the day of the year
		year := span{f.at.line, f.at.from, f.at.from + 2}
		return append(symbols(year, plain(digits)), token{f.at.line, f.at.from + 2, yearDays(), noDigit})
	case sex:
		return []token{{f.at.line, f.at.from, []option{{text: "M"}, {text: "F"}, {text: "<"}, {text: "X", prior: rare}},
			noDigit}}
	}
	return numberTokens(f.at)
}

// longNumber is a document number of nine cells, a filler, which may count, k cells more, the check digit, a filler.
func (l layout) longNumber(number field, k int, withFiller bool) group {
	optional := l.named(fieldOptional).at
	noFiller := plain(strings.TrimSuffix(Symbols, "<"))
	overflow := span{optional.line, optional.from, optional.from + k}
	g := group{summed: []span{number.at, overflow}}
	if withFiller {
		g.summed = []span{number.at, number.check, overflow}
	}
	g.tokens = slices.Concat(symbols(number.at, noFiller), symbols(number.check, plain("<")), symbols(overflow, noFiller),
		symbols(span{optional.line, overflow.to + 1, overflow.to + 2}, plain("<")))
	g.tokens = append(g.tokens, token{optional.line, overflow.to, plain(digits), ownDigit})
	return g
}
