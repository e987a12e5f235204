package mrz

import "strings"

// variant is one reading of a layout: which tokens each cell has, and which of
// them a check digit ties together.
type variant struct {
	layout layout
	groups []group // in no particular order; every cell but names and the composite is in one
	names  []span  // cells in the grammar of names
	marks  []token // those without which it cannot be this variant
}

// group is a run of tokens under a check digit of its own, or under none.
type group struct {
	tokens []token
	digit  span   // the check digit, if present
	summed []span // what it covers, in order
	empty  string // the other way to be: all these cells, the digit included, as this text
}

// variants lists the readings of a layout: as it is, and with a document
// number that overflows by each length.
func (l layout) variants() []variant {
	found := []variant{l.variant()}
	if l.format != TD1 && l.format != TD2 {
		return found
	}
	plainly := found[0]
	for i, g := range plainly.groups {
		if g.digit != l.named(fieldNumber).check {
			continue
		}
		optional := l.named(fieldOptional).at
		for k := 1; k+2 <= optional.to-optional.from; k++ {
			for _, withFiller := range []bool{false, true} {
				v := plainly
				v.groups = append([]group(nil), plainly.groups...)
				v.groups[i] = l.longNumber(k, withFiller)
				v.marks = v.groups[i].tokens
				v.groups = replaceOptional(v.groups, optional, k+2)
				found = append(found, v)
			}
		}
	}
	return found
}

// named finds a field of the layout.
func (l layout) named(name string) field {
	for _, f := range l.fields {
		if f.name == name {
			return f
		}
	}
	return field{}
}

// variant is the layout as it is.
func (l layout) variant() variant {
	v := variant{layout: l}
	for _, f := range l.fields {
		if f.content == names {
			v.names = append(v.names, f.at)
			continue
		}
		g := group{tokens: l.tokens(f)}
		if f.at.line == 0 && f.at.from < len(l.prefix) {
			v.marks = append(v.marks, g.tokens...)
		}
		if f.check.present() {
			g.digit, g.summed = f.check, []span{f.at}
			if f.idle {
				g.empty = strings.Repeat("<", f.at.to-f.at.from+1)
			}
		}
		v.groups = append(v.groups, g)
	}
	return v
}

// tokens of one field.
func (l layout) tokens(f field) []token {
	switch f.content {
	case code:
		if l.prefix != "" && len(l.prefix) >= f.at.to {
			return []token{{f.at.line, f.at.from, []option{{text: l.prefix[f.at.from:f.at.to]}}}}
		}
		return codeTokens(f.at, l.kinds)
	case state:
		if len(l.prefix) >= f.at.to && f.at.line == 0 {
			return []token{{f.at.line, f.at.from, []option{{text: l.prefix[f.at.from:f.at.to]}}}}
		}
		return []token{{f.at.line, f.at.from, stateOptions()}}
	case letters:
		return symbols(f.at, plain(alphabetic))
	case date:
		return dateTokens(f.at)
	case sex:
		return []token{{f.at.line, f.at.from, []option{{text: "M"}, {text: "F"}, {text: "<"}, {text: "X", prior: rare}}}}
	}
	return numberTokens(f.at)
}

// longNumber is a document number of nine cells, a filler, k cells more, the check digit and a
// filler.
func (l layout) longNumber(k int, withFiller bool) group {
	number, optional := l.named(fieldNumber), l.named(fieldOptional).at
	noFiller := plain(strings.TrimSuffix(Symbols, "<"))
	overflow := span{optional.line, optional.from, optional.from + k}
	g := group{digit: span{optional.line, overflow.to, overflow.to + 1}, summed: []span{number.at, overflow}}
	if withFiller {
		g.summed = []span{number.at, number.check, overflow}
	}
	g.tokens = append(g.tokens, symbols(number.at, noFiller)...)
	g.tokens = append(g.tokens, symbols(number.check, plain("<"))...)
	g.tokens = append(g.tokens, symbols(overflow, noFiller)...)
	g.tokens = append(g.tokens, symbols(span{optional.line, overflow.to + 1, overflow.to + 2}, plain("<"))...)
	return g
}

// replaceOptional takes the first cells of the optional data out of their group: the number has
// them.
func replaceOptional(groups []group, optional span, taken int) []group {
	for i, g := range groups {
		if first := g.tokens[0]; first.line == optional.line && first.col == optional.from {
			groups[i] = group{tokens: g.tokens[taken:]}
			if taken == len(g.tokens) {
				return append(groups[:i], groups[i+1:]...)
			}
		}
	}
	return groups
}
