package mesh

// Mesh is an indexed triangle mesh of one solid.
type Mesh struct {
	Positions []float32  // x y z of each vertex
	Normals   []float32  // x y z of each vertex, of unit length; nil if there are none
	Colors    [][4]uint8 // sRGB and alpha of each vertex; nil if there are none
	Indices   []uint32   // three a facet, counter-clockwise from outside
}

// Vertices is the number of vertices.
func (m Mesh) Vertices() int { return len(m.Positions) / 3 }

// Facets is the number of triangles.
func (m Mesh) Facets() int { return len(m.Indices) / 3 }
