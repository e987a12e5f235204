package convert

import (
	"ostrakon/convert/mesh"
	"ostrakon/convert/simplify"
	"ostrakon/convert/stl"
)

// Simplified says what a budget of facets came to.
type Simplified struct {
	From  int     `json:"from"`     // facets that were read
	To    int     `json:"to"`       // facets of the output
	Error float64 `json:"error_mm"` // how far the surface moved, as simplify.Mesh estimates it
}

// simplify reduces the solids to the budget of the options together, each by its share of the facets, so that none
// vanishes. It keeps the model's solids and colours in step. Textures become their mean colours.
func (r *run) simplify(m *stl.Model, meshes []mesh.Mesh) (*Simplified, error) {
	if r.opts.Facets == 0 {
		return nil, nil
	}
	done := &Simplified{From: m.Facets()}
	if done.From <= r.opts.Facets {
		done.To = done.From
		return done, nil
	}
	flatten(m)
	var colours []stl.Color
	solids := make([]stl.Solid, len(m.Solids))
	for i, s := range m.Solids {
		share := int(int64(r.opts.Facets) * int64(s.Facets) / int64(done.From))
		out, tints, apart, err := simplify.Mesh(meshes[i], m.ColorsOf(s), max(share, 1),
			func(float64) error { return r.ctx.Err() })
		if err != nil {
			return nil, err
		}
		meshes[i], colours = out, append(colours, tints...)
		solids[i] = stl.Solid{Name: s.Name, First: done.To, Facets: out.Facets()}
		done.To += out.Facets()
		done.Error = max(done.Error, apart*1000*r.opts.Unit.Metres())
	}
	m.Solids, m.Colors = solids, colours
	collect(m)
	return done, nil
}
