package stl

import (
	"bytes"
	"strings"

	"ostrakon/convert/remark"
)

// attributes are the last two bytes of every record, stored one by one only once a second value turns up.
type attributes struct {
	first uint16
	all   []uint16 // one a facet, or nil: first everywhere
}

// palette is what an attribute means in one file.
type palette struct {
	magics   bool  // Materialise Magics and Autodesk: red in the low bits, bit 15 clear for own colours
	set      bool  // bit 15 set marks a facet's own colour
	standard Color // what facets without their own colour get
	given    bool  // standard comes from the header
	empty    bool  // there is nothing in the header
}

// plain is the colour of facets without one among coloured ones: that of a model without any colours.
func plain() Color { return Color{204, 204, 204, 255} }

// meshLab is how MeshLab's headers with colours begin: in the order of Magics, but bit 15 marks a colour.
const meshLab = "COLOR=\x7f\x7f\x7f MATERIAL="

// newPalette decides by the header. Magics writes COLOR= and four bytes: red, green, blue and alpha. Some writers put a
// blank in the last place and mean nothing by it, and an alpha of zero would make the part invisible, so both count as
// opaque. Autodesk's headers, "STLB ATF 2.0…" and "STLB ASM 220…", go with the order of Magics even without COLOR=.
func newPalette(header []byte) palette {
	p := palette{standard: plain(), empty: len(bytes.Trim(header, "\x00 ")) == 0}
	p.magics = bytes.Contains(header, []byte("ATF ")) || bytes.HasPrefix(header, []byte("STLB "))
	at := bytes.Index(header, []byte("COLOR="))
	if at >= 0 && at+10 <= len(header) {
		p.magics, p.given = true, true
		copy(p.standard[:], header[at+6:at+10])
		if p.standard[3] == ' ' || p.standard[3] == 0 {
			p.standard[3] = 255
		}
	}
	p.set = !p.magics || bytes.HasPrefix(header, []byte(meshLab))
	return p
}

// own reports whether an attribute is the facet's own colour: VisCAM and SolidView set bit 15, Magics clears it.
func (p palette) own(attribute uint16) bool { return attribute&0x8000 != 0 == p.set }

// allSet reports whether bit 15 of all attributes is set, and other bits distinguish facets. By the
// rule of Magics no facet would have a colour then, and the other bits would mean nothing: some
// writers of Magics headers set bit 15 as VisCAM does.
func allSet(attributes []uint16) bool {
	differ := false
	for _, v := range attributes {
		if v&0x8000 == 0 {
			return false
		}
		differ = differ || v != 0x8000 && v != 0xffff
	}
	return differ
}

// color returns the colour of a facet: 5 bits a channel, with red in the low bits for Magics, and blue otherwise.
func (p palette) color(attribute uint16) Color {
	if !p.own(attribute) {
		return p.standard
	}
	low, high := expand(attribute), expand(attribute>>10)
	if p.magics {
		return Color{low, expand(attribute >> 5), high, 255}
	}
	return Color{high, expand(attribute >> 5), low, 255}
}

// expand makes 8 bits of the low 5, so that 31 becomes 255.
func expand(v uint16) uint8 { return uint8((uint32(v&31)*255 + 15) / 31) }

func (m *Model) paint(p palette, a attributes) {
	if a.all == nil {
		m.paintSame(p, a.first)
		return
	}
	p.set = p.set || allSet(a.all)
	own, standard := 0, 0
	for _, v := range a.all {
		if p.own(v) {
			own++
		} else {
			standard++
		}
	}
	if own == 0 {
		if p.given {
			m.Color = &p.standard
		}
		return
	}
	colors := make([]Color, len(a.all))
	uniform := true
	for i, v := range a.all {
		colors[i] = p.color(v)
		uniform = uniform && colors[i] == colors[0]
	}
	if uniform {
		m.Color = &Color{}
		*m.Color = colors[0] // a copy, so that the slice can go
		return
	}
	m.Colors = colors
	if standard > 0 && !p.given {
		m.warn(remark.PartlyColoured, remark.Params{"n": standard, "coloured": own})
	}
}

// paintSame is paint for a file with one attribute everywhere. Some values are no colour, but what a writer leaves.
func (m *Model) paintSame(p palette, attribute uint16) {
	switch {
	case attribute == 0 && p.given:
		m.Color = &p.standard
	case attribute == 0:
	case !p.magics && (attribute == 0x8000 || attribute == 0xffff):
	case p.empty && attribute&0x0fff == 0: // a count of an exporter that fills in nothing else
	case attribute == 0x2020:
		if p.given {
			m.Color = &p.standard
		}
	case p.own(attribute):
		c := p.color(attribute)
		m.Color = &c
	case p.given:
		m.Color = &p.standard
	}
}

func headerText(header []byte) string { return strings.TrimRight(cleanText(header), " ") }
