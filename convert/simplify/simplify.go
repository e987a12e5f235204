package simplify

import (
	"math"

	"ostrakon/convert/memory"
	"ostrakon/convert/mesh"
)

// Mesh reduces a mesh, with the colours of its facets or corners if it has any, to at most so many facets, and says how
// far the new surface is from the old one, in the unit of the positions. It takes over m and colours.
//
// What is closed stays closed, edges of two facets stay such edges, no facet turns over, and no shell and no region of
// one colour vanishes. If the number cannot be reached so, regions of a colour may vanish; more than the number is left
// only where shells and holes ask for it.
//
// The distance is an estimate, no bound: of all new vertices, the greatest root of the mean squared distance to the
// planes of the facets that the vertex stands for, weighted by area.
//
// Mesh holds about 100 bytes a facet beside m: 20 of quadrics, 36 of ranked edges, 20 of the facets around each vertex
// and names, and while it sorts a second copy of m. progress may stop it by an error.
func Mesh(m mesh.Mesh, colours [][4]uint8, most int, progress func(fraction float64) error) (mesh.Mesh, [][4]uint8,
	float64, error) {
	if m.Facets() <= most {
		return m, colours, 0, nil
	}
	if !proper(m.Indices) {
		each := len(colours) / m.Facets()
		m.Indices = m.Indices[:3]
		return m, colours[:each], 0, nil
	}
	s := newSurface(m, colours)
	s.reserve()
	s.connect()
	s.weigh()
	from := s.facets()
	// Colours of corners are gradients, which have no regions.
	p := pass{surface: s, reach: 1, loose: s.tints == 3, chunks: make([]chunk, max(1, s.count/chunkVertices))}
	for s.facets() > most {
		if !p.run(most) && !p.loosen() {
			break
		}
		if err := progress(float64(from-s.facets()) / float64(from-most)); err != nil {
			return m, nil, 0, err
		}
	}
	m.Positions, m.Indices = s.positions[:3*s.count], s.indices
	s.positions = m.Positions
	s.rescale(s.exponent)
	s.release()
	return m, s.colours, math.Ldexp(p.error, s.exponent), nil
}

// proper reports whether any facet has three vertices.
func proper(indices []uint32) bool {
	for i := 0; i < len(indices); i += 3 {
		if !thin(indices[i], indices[i+1], indices[i+2]) {
			return true
		}
	}
	return false
}

// reserve makes room for what passes find.
func (s *surface) reserve() {
	s.quadrics = memory.Dirty[quadric](s.arena, s.count)
	s.marks = memory.Dirty[mark](s.arena, s.count)
	s.ends = memory.Dirty[uint32](s.arena, s.count)
	s.into = memory.Dirty[uint32](s.arena, s.count)
	s.around = memory.Dirty[uint32](s.arena, len(s.indices))
	s.spans = memory.Dirty[span](s.arena, (s.facets()+spanFacets-1)/spanFacets)
	s.ranked = memory.Dirty[uint64](s.arena, len(s.indices))
	s.sorted = memory.Dirty[uint32](s.arena, len(s.indices))
}

func (s *surface) release() {
	memory.Free(s.arena, s.quadrics)
	memory.Free(s.arena, s.marks)
	memory.Free(s.arena, s.ends)
	memory.Free(s.arena, s.into)
	memory.Free(s.arena, s.around)
	memory.Free(s.arena, s.spans)
	memory.Free(s.arena, s.ranked)
	memory.Free(s.arena, s.sorted)
}
