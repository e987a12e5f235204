package mesh

import (
	"slices"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

// MaxShort is the most vertices that 16-bit indices can number: 0xffff restarts a primitive (glTF 2.0, 3.7.2.1).
const MaxShort = 65535

// primitiveBytes is about what one more primitive costs in JSON: itself and its accessors.
const primitiveBytes = 600

// runFacets is how many facets one core cuts: about four primitives of MaxShort vertices.
const runFacets = 500_000

// Split cuts m into primitives of at most most vertices (MaxShort), in order of facets, if that
// saves bytes. Otherwise, and if m is small enough anyway, it returns only m. Cut, each index takes
// 2 bytes less. But each vertex that two primitives share is there twice, at vertexBytes (what the
// writer stores of a vertex), and each primitive has a head of its own.
//
// It takes over m, whose memory the primitives share where they can.
func Split(m Mesh, most, vertexBytes int) []Mesh {
	if m.Vertices() <= most {
		return []Mesh{m}
	}
	runs := make([][]piece, (m.Facets()+runFacets-1)/runFacets)
	n := min(workersFor(m.Facets()), len(runs))
	cores.Run(n, func(w int) {
		c := cutter{most: most, names: memory.Zeroed[uint32](m.Memory, m.Vertices()),
			limit: m.Vertices() + 2*len(m.Indices)/max(vertexBytes, 1)}
		first, last := share(len(runs), w, n)
		for i := first; i < last; i++ {
			runs[i] = c.cut(m.Indices[3*runFacets*i : min(3*runFacets*(i+1), len(m.Indices))])
		}
		memory.Free(m.Memory, c.names)
	})
	pieces := slices.Concat(runs...)
	cost := len(pieces) * primitiveBytes
	for _, p := range pieces {
		cost += len(p.vertices) * vertexBytes
	}
	parts := []Mesh{m}
	saves := cost-m.Vertices()*vertexBytes < 2*len(m.Indices)
	if saves {
		parts = make([]Mesh, len(pieces))
	}
	n = min(workersFor(m.Facets()), len(pieces))
	cores.Run(n, func(w int) {
		from, to := share(len(pieces), w, n)
		for i, p := range pieces[from:to] {
			if saves {
				parts[from+i] = p.of(m)
				continue
			}
			for k, v := range p.indices {
				p.indices[k] = p.vertices[v]
			}
		}
	})
	return parts
}

type piece struct {
	indices  []uint32 // of its own vertices
	vertices []uint32 // what the mesh calls these
}

// cutter cuts runs of facets one after another.
type cutter struct {
	most  int
	names []uint32 // one more than the number of a vertex in the primitive; 0 if it is not there
	limit int      // number of vertices from which cutting cannot pay
}

// cut splits a run in place until another cut would save nothing.
func (c *cutter) cut(indices []uint32) (pieces []piece) {
	p := piece{vertices: make([]uint32, 0, c.most)}
	start, stored := 0, 0
	finish := func(end int) {
		for _, v := range p.vertices {
			c.names[v] = 0
		}
		p.indices = indices[start:end:end]
		pieces = append(pieces, p)
		start, stored = end, stored+len(p.vertices)
	}
	for i := 0; i < len(indices); i += 3 {
		f := indices[i : i+3 : i+3]
		if len(p.vertices)+3 > c.most && len(p.vertices)+c.fresh(f) > c.most {
			if finish(i); stored > c.limit {
				return pieces
			}
			p.vertices = make([]uint32, 0, c.most)
		}
		for k, v := range f {
			name := c.names[v]
			if name == 0 {
				p.vertices = append(p.vertices, v)
				name = uint32(len(p.vertices))
				c.names[v] = name
			}
			f[k] = name - 1
		}
	}
	finish(len(indices))
	return pieces
}

func (c *cutter) fresh(facet []uint32) (n int) {
	for _, v := range facet {
		if c.names[v] == 0 {
			n++
		}
	}
	return n
}

func (p piece) of(m Mesh) Mesh {
	part := Mesh{Indices: p.indices, Memory: m.Memory}
	from := p.vertices[0]
	to := from + uint32(len(p.vertices))
	inRow := true
	for i, v := range p.vertices {
		inRow = inRow && v == from+uint32(i)
	}
	if inRow {
		part.Positions = m.Positions[3*from : 3*to : 3*to]
		if m.Normals != nil {
			part.Normals = m.Normals[3*from : 3*to : 3*to]
		}
		if m.Colors != nil {
			part.Colors = m.Colors[from:to:to]
		}
		if m.Coords != nil {
			part.Coords = m.Coords[from:to:to]
		}
		return part
	}
	part.Positions = gather(m.Memory, m.Positions, p.vertices)
	if m.Normals != nil {
		part.Normals = gather(m.Memory, m.Normals, p.vertices)
	}
	if m.Colors != nil {
		part.Colors = make([][4]uint8, len(p.vertices))
		for i, v := range p.vertices {
			part.Colors[i] = m.Colors[v]
		}
	}
	if m.Coords != nil {
		part.Coords = make([][2]float32, len(p.vertices))
		for i, v := range p.vertices {
			part.Coords[i] = m.Coords[v]
		}
	}
	return part
}

func gather(arena *memory.Arena, floats []float32, vertices []uint32) []float32 {
	out := memory.Dirty[float32](arena, 3*len(vertices))
	for i, v := range vertices {
		copy(out[3*i:3*i+3], floats[3*v:3*v+3])
	}
	return out
}

// Bounds returns the exact least and greatest coordinates, as an accessor needs them; zeros without positions.
func Bounds(positions []float32) (least, greatest [3]float32) {
	if len(positions) < 3 {
		return least, greatest
	}
	// Six variables stay in registers, which an array does not. Comparisons whose outcome hardly ever
	// changes take less than min and max, which look for NaNs and signs of zeros first. Together that
	// takes two thirds of the time, for which other cores wait.
	x0, y0, z0 := positions[0], positions[1], positions[2]
	x1, y1, z1 := x0, y0, z0
	for ; len(positions) >= 3; positions = positions[3:] {
		x, y, z := positions[0], positions[1], positions[2]
		if x < x0 {
			x0 = x
		}
		if x > x1 {
			x1 = x
		}
		if y < y0 {
			y0 = y
		}
		if y > y1 {
			y1 = y
		}
		if z < z0 {
			z0 = z
		}
		if z > z1 {
			z1 = z
		}
	}
	return [3]float32{x0, y0, z0}, [3]float32{x1, y1, z1}
}
