package mesh

// DropDegenerate removes facets without area (see Degenerate) in place, with their colours if
// colors is not nil (one a facet), and the vertices that only they had. It returns the colours
// that stay and how many facets went. Facets and vertices keep their order. To be called before a
// mesh has normals.
func DropDegenerate(m *Mesh, colors [][4]uint8) ([][4]uint8, int) {
	facets := m.Facets()
	n := workersFor(facets)
	found := make([]int, n)
	parallel(n, func(w int) {
		from, to := share(facets, w, n)
		for f := from; f < to; f++ {
			if m.degenerate(f) {
				found[w]++
			}
		}
	})
	dropped := 0
	for _, n := range found {
		dropped += n
	}
	if dropped == 0 {
		return colors, 0
	}
	kept := 0
	for f := range facets {
		if m.degenerate(f) {
			continue
		}
		copy(m.Indices[3*kept:3*kept+3], m.Indices[3*f:3*f+3])
		if colors != nil {
			colors[kept] = colors[f]
		}
		kept++
	}
	m.Indices = m.Indices[:3*kept]
	m.dropUnused()
	if colors != nil {
		colors = colors[:kept]
	}
	return colors, dropped
}

func (m *Mesh) degenerate(f int) bool {
	p := m.Indices[3*f : 3*f+3 : 3*f+3]
	if p[0] == p[1] || p[1] == p[2] || p[2] == p[0] {
		return true
	}
	n := areaVector(vectorAt(m.Positions, int(p[0])), vectorAt(m.Positions, int(p[1])), vectorAt(m.Positions, int(p[2])))
	return n == vector{}
}

// dropUnused removes the vertices that no facet has, of a mesh without normals and colours.
func (m *Mesh) dropUnused() {
	const unused = ^uint32(0)
	names := make([]uint32, m.Vertices())
	for v := range names {
		names[v] = unused
	}
	for _, v := range m.Indices {
		names[v] = 0
	}
	kept := 0
	for v, name := range names {
		if name != unused {
			names[v] = uint32(kept)
			copy(m.Positions[3*kept:3*kept+3], m.Positions[3*v:3*v+3])
			kept++
		}
	}
	for i, v := range m.Indices {
		m.Indices[i] = names[v]
	}
	m.Positions = m.Positions[:3*kept]
}
