package mesh

import (
	"math"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

// Weld gives corners (nine floats a facet) at exactly the same place one vertex. It keeps every facet, numbers vertices
// by first occurrence and turns -0 into +0. The result is the same on any number of cores.
func Weld(corners []float32) Mesh {
	w := NewWelder(len(corners)/9, nil)
	cores.Run(len(w.Parts), func(i int) {
		p := &w.Parts[i]
		p.Add(corners[9*p.From : 9*p.To])
	})
	return w.Mesh()
}

// Welder does what Weld does with facets that come a few at a time. Each part may be filled by its own goroutine.
//
// It holds up to 60 bytes a facet: 12 of indices, about 4 of the table, and the vertices.
type Welder struct {
	Parts   []WelderPart
	indices []uint32
	arena   *memory.Arena
}

// NewWelder returns a Welder for so many facets. It takes memory from arena, which may be nil; later stages share it.
func NewWelder(facets int, arena *memory.Arena) *Welder {
	n := workersFor(facets)
	w := &Welder{Parts: make([]WelderPart, n), indices: memory.Dirty[uint32](arena, 3*facets), arena: arena}
	secret := newSeed()
	for i := range w.Parts {
		from, to := share(facets, i, n)
		// A closed surface has half as many vertices as facets; the rest is room and speed.
		w.Parts[i] = WelderPart{From: from, To: to, table: newTable(secret, arena, (to-from)*3/4, 3*(to-from))}
		p := &w.Parts[i]
		p.indices = w.indices[3*from : 3*from : 3*to]
		for k := range 3 {
			p.block[k].key = key{xy: 1 << 31} // a -0, which no corner has
		}
	}
	return w
}

// Mesh is the mesh of the facets. The Welder cannot be used after that.
func (w *Welder) Mesh() Mesh {
	w.closeGaps()
	first := &w.Parts[0].table
	m := Mesh{Indices: w.indices, Memory: w.arena}
	if len(w.Parts) == 1 {
		memory.Free(w.arena, first.slots)
		n := 3 * first.count
		m.Positions = first.keys[:n:n]
		return m
	}
	m.Positions = mergeParts(w.Parts, w.arena)
	for i := range w.Parts {
		p := &w.Parts[i]
		memory.Free(w.arena, p.table.slots)
		memory.Free(w.arena, p.table.keys)
		memory.Free(w.arena, p.names)
	}
	return m
}

// closeGaps moves the indices together where a part got fewer facets than it might have.
func (w *Welder) closeGaps() {
	kept := 0
	for i := range w.Parts {
		p := &w.Parts[i]
		n := len(p.indices)
		if kept < 3*p.From {
			copy(w.indices[kept:], p.indices)
		}
		p.first, p.indices = kept, w.indices[kept:kept+n]
		kept += n
	}
	w.indices = w.indices[:kept:kept]
}

// WelderPart takes the facets of a run that is welded on its own.
type WelderPart struct {
	From, To int // the facets that belong to it; it may get fewer, but no others

	first   int // its first corner
	indices []uint32
	table   table
	block   [3*blockFacets + 3]corner // the first three are the facet before the block
	last    int                       // the vertex that was looked up last
	// names has what the whole mesh calls each vertex of the part; before that, the place of its first occurrence.
	names []uint32
}

// Facets are welded in blocks, so that several reads from the table wait for memory at the same time.
const blockFacets = 32

// corner is what is known of a corner before its vertex is.
type corner struct {
	key
	back   uint32 // corners back to one of the same place; 0 if none is near
	slot   uint32 // the first of the table for its hash
	hash   uint64
	vertex int // found already, or -1
}

// Add welds the next facets of the part, nine floats each.
func (p *WelderPart) Add(corners []float32) {
	for len(corners) >= 9 {
		n := 3 * min(blockFacets, len(corners)/9)
		p.addBlock(corners[:3*n])
		corners = corners[3*n:]
	}
}

func (p *WelderPart) addBlock(corners []float32) {
	n := len(corners) / 3
	load(p.block[:3+n], corners)
	p.lookUp(p.block[3 : 3+n])
	from := len(p.indices)
	p.indices = p.indices[:from+n]
	for i := range n {
		c := &p.block[3+i]
		var v uint32
		switch {
		case c.back != 0:
			v = p.indices[from+i-int(c.back)]
		case c.vertex >= 0:
			v = uint32(c.vertex)
		default:
			v = p.table.add(c.hash, c.key)
		}
		p.indices[from+i] = v
	}
	copy(p.block[:3], p.block[n:n+3])
}

// load reads the corners of a block and looks for each in the facet before its own.
func load(block []corner, corners []float32) {
	a, b, c := block[0].key, block[1].key, block[2].key
	for i := 3; i < len(block); i += 3 {
		p := corners[3*i-9 : 3*i : 3*i]
		facet := block[i : i+3 : i+3]
		for k := range facet {
			next := key{foldZero(p[3*k+1])<<32 | foldZero(p[3*k]), uint32(foldZero(p[3*k+2]))}
			back := uint32(0)
			switch next {
			case c:
				back = uint32(1 + k)
			case b:
				back = uint32(2 + k)
			case a:
				back = uint32(3 + k)
			}
			facet[k].key, facet[k].back = next, back
		}
		a, b, c = facet[0].key, facet[1].key, facet[2].key
	}
}

// foldZero are the bits of f, those of +0 for -0.
func foldZero(f float32) uint64 {
	if b := math.Float32bits(f); b != 1<<31 {
		return uint64(b)
	}
	return 0
}

// lookUp tries to find the corners among the vertices so far with little work: as the vertex after
// the last one found, since many surfaces are written row by row, or in the first slot of the
// table. It reads the slots together, before anything depends on one.
func (p *WelderPart) lookUp(block []corner) {
	t := &p.table
	var open [3 * blockFacets]*corner
	n := 0
	for i := range block {
		c := &block[i]
		if c.back != 0 {
			continue
		}
		if next := p.last + 1; next < t.count && keyAt(t.keys, next) == c.key {
			c.vertex, p.last = next, next
			continue
		}
		c.hash = t.seed.hash(c.key)
		c.slot = t.slots[t.home(c.hash)]
		open[n] = c
		n++
	}
	for _, c := range open[:n] {
		c.vertex = -1
		if c.slot != 0 && t.is(c.slot, c.hash, c.key) {
			c.vertex = int(c.slot&t.number) - 1
			p.last = c.vertex
		}
	}
}

// mergeParts numbers the vertices of all parts as if they had been one, renames the indices and returns the positions.
func mergeParts(parts []WelderPart, arena *memory.Arena) []float32 {
	n := len(parts)
	for i := 1; i < n; i++ {
		parts[i].names = memory.Dirty[uint32](arena, parts[i].table.count)
	}
	cores.Run(n, func(w int) {
		for i := 1; i < n; i++ {
			from, to := share(len(parts[i].names), w, n)
			locate(parts[:i+1], from, to)
		}
	})
	starts := make([]int, n+1) // of the vertices that each part is the first to have
	starts[1] = parts[0].table.count
	for i := 1; i < n; i++ {
		starts[i+1] = nameVertices(parts[:i+1], starts[i])
	}
	positions := memory.Dirty[float32](arena, 3*starts[n])
	cores.Run(n, func(w int) {
		from, to := share(starts[1], w, n)
		copy(positions[3*from:3*to], parts[0].table.keys[3*from:])
		for i := 1; i < n; i++ {
			p := &parts[i]
			from, to := share(len(p.names), w, n)
			for v, name := range p.names[from:to] {
				if int(name) >= starts[i] {
					copy(positions[3*name:3*name+3], p.table.keys[3*(from+v):3*(from+v)+3])
				}
			}
			from, to = share(len(p.indices), w, n)
			for k, v := range p.indices[from:to] {
				p.indices[from+k] = p.names[v]
			}
		}
	})
	return positions
}

// locate finds the first occurrence of vertices [from, to) of the last part.
func locate(parts []WelderPart, from, to int) {
	own := &parts[len(parts)-1]
	for v := from; v < to; v++ {
		k := keyAt(own.table.keys, v)
		h := own.table.seed.hash(k)
		own.names[v] = uint32(own.first + v)
		for i := range parts[:len(parts)-1] {
			if found := parts[i].table.find(h, k); found >= 0 {
				own.names[v] = uint32(parts[i].first + found)
				break
			}
		}
	}
}

// nameVertices numbers the vertices that first occur in the last part from next on, and returns the next number.
func nameVertices(parts []WelderPart, next int) int {
	own := &parts[len(parts)-1]
	for v, name := range own.names {
		at := len(parts) - 1
		for int(name) < parts[at].first {
			at--
		}
		switch at {
		case len(parts) - 1:
			own.names[v] = uint32(next)
			next++
		case 0:
			// The first part's numbers stay.
		default:
			own.names[v] = parts[at].names[int(name)-parts[at].first]
		}
	}
	return next
}
