package stl

import (
	"strings"

	"ostrakon/convert/remark"
)

// Assemble is the Model of facets that another package read, in a format of its own. corners are nine finite numbers a
// facet; colours are one a facet, one a corner or nil, and a colour of zeros is none. The solids cover the facets one
// after the other; names are cleaned, and those beyond MaxSolids are joined. dropped facets were not finite. The error
// is an *Error if there is nothing to see.
func Assemble(format Format, corners []float32, colours []Color, solids []Solid, dropped int) (*Model, error) {
	m := &Model{Format: format, Corners: corners}
	t := newTally()
	t.dropped = dropped
	t.measure(corners)
	if err := m.finish(&t, len(corners)/9); err != nil {
		return nil, err
	}
	for _, s := range solids {
		if last := len(m.Solids) - 1; last == MaxSolids-1 {
			m.Solids[last].Facets += s.Facets
			continue
		}
		if s.Name = cleanText([]byte(s.Name)); len(s.Name) > maxName {
			s.Name = strings.ToValidUTF8(s.Name[:maxName], "")
		}
		s.Name = strings.TrimSpace(s.Name)
		m.Solids = append(m.Solids, s)
	}
	if len(solids) > MaxSolids {
		m.warn(remark.ManySolids, remark.Params{"n": len(solids), "limit": MaxSolids})
	}
	m.colour(colours)
	return m, nil
}

func (m *Model) colour(colours []Color) {
	bare, uniform := 0, true
	for i, c := range colours {
		if uniform = uniform && c == colours[0]; c == (Color{}) {
			bare++
			colours[i] = plain()
		}
	}
	switch {
	case bare == len(colours):
	case uniform:
		c := colours[0]
		m.Color = &c
	default:
		if m.Colors = colours; bare > 0 {
			each := len(colours) / m.Facets()
			m.warn(remark.PartlyColoured, remark.Params{"n": (bare + each - 1) / each, "coloured": (len(colours) - bare) / each})
		}
	}
}
