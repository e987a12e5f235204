package mesh

// MaxShort is the most vertices that 16-bit indices serve: 0xffff is not a vertex but restarts a
// primitive (glTF 2.0, 3.7.2.1).
const MaxShort = 65535

// primitiveBytes is about what one primitive more costs in JSON: itself and its accessors.
const primitiveBytes = 600

// Split cuts m into primitives of at most most vertices (MaxShort), in order of facets, if
// that saves bytes; otherwise, and if m is small enough anyway, it returns m alone. Each index
// takes 2 bytes less then, each vertex that two primitives share is there twice, at vertexBytes
// (what the writer stores of a vertex), and each primitive has a head of its own.
//
// It takes m over: the primitives' indices lie in the memory of m's. A primitive whose vertices follow one
// another in m shares their memory too.
func Split(m Mesh, most, vertexBytes int) []Mesh {
	if m.Vertices() <= most {
		return []Mesh{m}
	}
	cuts, stored := planCuts(m, most)
	cost := (stored-m.Vertices())*vertexBytes + len(cuts)*primitiveBytes
	if cost >= 2*len(m.Indices) {
		return []Mesh{m}
	}
	parts := make([]Mesh, len(cuts))
	n := min(workersFor(m.Facets()), len(cuts))
	parallel(n, func(w int) {
		cutter := cutter{Mesh: m, names: make([]uint32, m.Vertices())}
		first, last := share(len(cuts), w, n)
		for i := first; i < last; i++ {
			from, to := 0, cuts[i]
			if i > 0 {
				from = cuts[i-1]
			}
			parts[i] = cutter.cut(m.Indices[from:to:to])
		}
	})
	return parts
}

// planCuts tells where in the indices each primitive ends, and how many vertices all have
// together.
func planCuts(m Mesh, most int) (cuts []int, stored int) {
	seen := make([]uint32, m.Vertices()) // the last primitive to have a vertex, from 1
	primitive, count := uint32(1), 0
	for i := 0; i < len(m.Indices); i += 3 {
		p := m.Indices[i : i+3 : i+3]
		fresh := 0
		for _, v := range p {
			if seen[v] != primitive {
				fresh++
			}
		}
		if count+fresh > most {
			cuts = append(cuts, i)
			stored += count
			primitive, count = primitive+1, 0
		}
		for _, v := range p {
			if seen[v] != primitive {
				seen[v] = primitive
				count++
			}
		}
	}
	return append(cuts, len(m.Indices)), stored + count
}

type cutter struct {
	Mesh
	names    []uint32 // one more than the number of a vertex in the primitive; 0 if it is not there
	vertices []uint32 // of the primitive
}

// cut makes a primitive of indices, in place.
func (c *cutter) cut(indices []uint32) Mesh {
	c.vertices = c.vertices[:0]
	run := true // the vertices follow one another
	for i, v := range indices {
		if c.names[v] == 0 {
			run = run && (len(c.vertices) == 0 || v == c.vertices[len(c.vertices)-1]+1)
			c.vertices = append(c.vertices, v)
			c.names[v] = uint32(len(c.vertices))
		}
		indices[i] = c.names[v] - 1
	}
	for _, v := range c.vertices {
		c.names[v] = 0
	}
	part := Mesh{Indices: indices}
	if run {
		from, to := c.vertices[0], c.vertices[0]+uint32(len(c.vertices))
		part.Positions = c.Positions[3*from : 3*to : 3*to]
		if c.Normals != nil {
			part.Normals = c.Normals[3*from : 3*to : 3*to]
		}
		if c.Colors != nil {
			part.Colors = c.Colors[from:to:to]
		}
		return part
	}
	part.Positions = gather(c.Positions, c.vertices)
	if c.Normals != nil {
		part.Normals = gather(c.Normals, c.vertices)
	}
	if c.Colors != nil {
		part.Colors = make([][4]uint8, len(c.vertices))
		for i, v := range c.vertices {
			part.Colors[i] = c.Colors[v]
		}
	}
	return part
}

// gather copies the three floats of each of the vertices.
func gather(floats []float32, vertices []uint32) []float32 {
	out := make([]float32, 3*len(vertices))
	for i, v := range vertices {
		copy(out[3*i:3*i+3], floats[3*v:3*v+3])
	}
	return out
}

// Bounds are the least and greatest coordinates, exactly, as an accessor's min and max must be.
// Without positions they are zero.
func Bounds(positions []float32) (least, greatest [3]float32) {
	if len(positions) < 3 {
		return least, greatest
	}
	least = [3]float32(positions)
	greatest = least
	for i := 3; i+3 <= len(positions); i += 3 {
		p := positions[i : i+3 : i+3]
		for k := range 3 {
			least[k] = min(least[k], p[k])
			greatest[k] = max(greatest[k], p[k])
		}
	}
	return least, greatest
}
