package simplify

import (
	"math"

	"ostrakon/convert/memory"
	"ostrakon/convert/mesh"
)

// cells is the number of cells along each axis by which vertices are ordered.
const (
	cellBits = 10
	cells    = 1 << cellBits
)

// newSurface takes over a mesh. It scales it by a power of two to about the size 1, which loses nothing, numbers its
// vertices along a curve that stays near, and puts facets in the order of their least vertex: so what is near in space
// is near in memory, whatever the order of the file. Facets that name a vertex twice are left out.
func newSurface(m mesh.Mesh, colours [][4]uint8) *surface {
	s := &surface{arena: m.Memory, positions: m.Positions, indices: m.Indices, colours: colours,
		tints: len(colours) / m.Facets()}
	most := float32(0)
	for _, p := range s.positions {
		most = max(most, p, -p)
	}
	_, s.exponent = math.Frexp(float64(most))
	s.rescale(-s.exponent)
	s.sortVertices()
	s.sortFacets()
	s.count = m.Vertices()
	return s
}

// rescale multiplies all positions by a power of two.
func (s *surface) rescale(exponent int) {
	by := math.Ldexp(1, exponent)
	for i, p := range s.positions {
		s.positions[i] = float32(float64(p) * by)
	}
}

func (s *surface) sortVertices() {
	n := len(s.positions) / 3
	low, high := mesh.Bounds(s.positions)
	extent := max(high[0]-low[0], high[1]-low[1], high[2]-low[2], math.SmallestNonzeroFloat32)
	by := (cells - 1) / float64(extent)
	keys, other := memory.Dirty[uint64](s.arena, n), memory.Dirty[uint64](s.arena, n)
	var counts [3][cells]uint32
	for v := range n {
		code := uint64(0)
		for k := range 3 {
			cell := uint64(min(float64(s.positions[3*v+k]-low[k])*by, cells-1))
			code |= spread(cell) << k
		}
		keys[v] = code<<32 | uint64(v)
		for digit := range counts {
			counts[digit][code>>(cellBits*digit)%cells]++
		}
	}
	for digit := range counts {
		at := uint32(0)
		for i, count := range counts[digit] {
			counts[digit][i], at = at, at+count
		}
		for _, key := range keys {
			place := &counts[digit][key>>(32+cellBits*digit)%cells]
			other[*place] = key
			*place++
		}
		keys, other = other, keys
	}
	positions, names := memory.Dirty[float32](s.arena, 3*n), memory.Dirty[uint32](s.arena, n)
	for v, key := range keys {
		old := uint32(key)
		copy(positions[3*v:3*v+3], s.positions[3*old:3*old+3])
		names[old] = uint32(v)
	}
	for i, v := range s.indices {
		s.indices[i] = names[v]
	}
	memory.Free(s.arena, keys)
	memory.Free(s.arena, other)
	memory.Free(s.arena, names)
	memory.Free(s.arena, s.positions)
	s.positions = positions
}

// spread puts two zeros between the bits of a number of a cell.
func spread(n uint64) uint64 {
	n = (n | n<<16) & 0x30000ff
	n = (n | n<<8) & 0x300f00f
	n = (n | n<<4) & 0x30c30c3
	return (n | n<<2) & 0x9249249
}

// thin reports whether a facet names a vertex twice.
func thin(a, b, c uint32) bool { return a == b || b == c || c == a }

func (s *surface) sortFacets() {
	places := memory.Zeroed[uint32](s.arena, len(s.positions)/3+1)
	kept := 0
	for i := 0; i < len(s.indices); i += 3 {
		if a, b, c := s.indices[i], s.indices[i+1], s.indices[i+2]; !thin(a, b, c) {
			places[min(a, b, c)+1]++
			kept++
		}
	}
	for v := 1; v < len(places); v++ {
		places[v] += places[v-1]
	}
	indices := memory.Dirty[uint32](s.arena, 3*kept)
	var colours [][4]uint8
	if s.tints > 0 {
		colours = memory.Dirty[[4]uint8](s.arena, s.tints*kept)
	}
	for i := 0; i < len(s.indices); i += 3 {
		a, b, c := s.indices[i], s.indices[i+1], s.indices[i+2]
		if thin(a, b, c) {
			continue
		}
		at := places[min(a, b, c)]
		places[min(a, b, c)]++
		indices[3*at], indices[3*at+1], indices[3*at+2] = a, b, c
		for k := range s.tints {
			colours[s.tints*int(at)+k] = s.colours[s.tints*i/3+k]
		}
	}
	memory.Free(s.arena, places)
	memory.Free(s.arena, s.indices)
	s.indices, s.colours = indices, colours
}
