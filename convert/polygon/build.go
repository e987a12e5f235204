package polygon

import (
	"ostrakon/convert/memory"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// MaxFacets is the most facets that the faces of a file may make.
const MaxFacets = 1 << 26

// Opaque is an alpha. It is also made of an alpha of zero, which would make a part invisible.
const Opaque = 0xff

// Builder makes facets of faces.
type Builder struct {
	Places  []float32   // x y z of each vertex
	Colours []stl.Color // of each vertex, or nil; zeros are none

	corners []float32
	colours []stl.Color // one a facet, or nil
	dropped int         // facets that were not finite
	first   int         // the number of the first of them
	small   int         // faces of fewer than three corners
	cutter  Cutter
}

// Reserve makes room for the facets of all faces, which may have colours beside those of vertices. The error is an
// *stl.Error if there are too many.
func (b *Builder) Reserve(facets int64, coloured bool) error {
	if facets > MaxFacets {
		return &stl.Error{Remark: remark.MeshTooManyFacets.With(remark.Params{"limit": MaxFacets})}
	}
	b.corners = memory.Make[float32](int(9 * facets))[:0]
	switch {
	case b.Colours != nil:
		b.colours = make([]stl.Color, 0, 3*facets)
	case coloured:
		b.colours = make([]stl.Color, 0, facets)
	}
	return nil
}

// Facets is how many facets there are by now.
func (b *Builder) Facets() int { return len(b.corners) / 9 }

// Add adds a face by its vertices, and in a colour for corners whose vertices have none.
func (b *Builder) Add(face []uint32, colour stl.Color) {
	if len(face) < 3 {
		b.small++
		return
	}
	if len(face) == 3 {
		b.add([3]uint32(face), colour)
		return
	}
	for _, t := range b.cutter.Cut(len(face), func(i int) [3]float32 { return b.place(face[i]) }) {
		b.add([3]uint32{face[t[0]], face[t[1]], face[t[2]]}, colour)
	}
}

func (b *Builder) place(vertex uint32) [3]float32 { return [3]float32(b.Places[3*vertex : 3*vertex+3]) }

func (b *Builder) add(v [3]uint32, colour stl.Color) {
	x, y, z := b.place(v[0]), b.place(v[1]), b.place(v[2])
	facet := [9]float32{x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]}
	sum := float32(0)
	for _, c := range facet {
		sum += c - c // which is no number if c is infinite, or none itself
	}
	if sum != 0 {
		if b.dropped++; b.dropped == 1 {
			b.first = b.Facets() + 1
		}
		return
	}
	b.corners = append(b.corners, facet[:]...)
	switch {
	case b.Colours != nil:
		for _, vertex := range v {
			c := b.Colours[vertex]
			if c == (stl.Color{}) {
				c = colour
			}
			b.colours = append(b.colours, c)
		}
	case b.colours != nil:
		b.colours = append(b.colours, colour)
	}
}

// Model is the Model of the facets. The solids cover them, or there are none: then all facets are one.
func (b *Builder) Model(format stl.Format, solids []stl.Solid) (*stl.Model, error) {
	b.Places, b.Colours = nil, nil
	if len(solids) == 0 {
		solids = []stl.Solid{{Facets: b.Facets()}}
	}
	m, err := stl.Assemble(format, b.corners, b.colours, solids, b.dropped)
	if err != nil {
		return nil, err
	}
	if b.dropped > 0 {
		m.Warnings = append(m.Warnings, remark.NonFinite.With(remark.Params{"n": b.dropped, "facet": b.first}))
	}
	if b.small > 0 {
		m.Warnings = append(m.Warnings, remark.FacesLeftOut.With(remark.Params{"n": b.small}))
	}
	return m, nil
}
