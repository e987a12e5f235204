package mesh

// Wrap gives each vertex the texture coordinates of its corners, and splits vertices whose corners differ: copies come
// after all other vertices. coords has u and v, finite, for each corner. Call it after Smooth or Crease. It takes over
// m.
func Wrap(m Mesh, coords [][2]float32) Mesh {
	p := newPainter[[2]float32](m)
	for i, v := range m.Indices {
		p.Indices[i] = p.copyOf(v, coords[i])
	}
	p.Coords = p.values
	return p.Mesh
}

// Layer is the facets of a mesh that show one texture.
type Layer struct {
	Mesh
	Texture uint16
}

// Layers takes a mesh apart by the textures of its facets, in the order in which facets first show them. Facets of
// texture 0 lose their texture coordinates. It takes over m.
func Layers(m Mesh, textures []uint16) []Layer {
	var list []Layer
	var pieces []piece
	at := make(map[uint16]int) // in pieces
	for f, t := range textures {
		n, known := at[t]
		if !known {
			n = len(pieces)
			at[t] = n
			pieces, list = append(pieces, piece{}), append(list, Layer{Texture: t})
		}
		pieces[n].indices = append(pieces[n].indices, m.Indices[3*f:3*f+3]...)
	}
	names := make([]uint32, m.Vertices()) // one more than the number of a vertex in a piece; 0 if it is not there
	for n := range pieces {
		p := &pieces[n]
		for i, v := range p.indices {
			if names[v] == 0 {
				p.vertices = append(p.vertices, v)
				names[v] = uint32(len(p.vertices))
			}
			p.indices[i] = names[v] - 1
		}
		for _, v := range p.vertices {
			names[v] = 0
		}
		if list[n].Mesh = p.of(m); list[n].Texture == 0 {
			list[n].Coords = nil
		}
	}
	return list
}
