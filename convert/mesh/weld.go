package mesh

import "math"

// Weld gives corners (nine floats a facet) at exactly the same place one vertex. It
// keeps every facet, numbers vertices by first occurrence and makes -0 to +0; the result is the
// same on any number of cores.
//
// Weld takes corners over: a vertex never comes before the corner that it was first seen at, so
// the positions are moved together at the start of the same memory. Beside it the indices
// take 12 bytes a facet and the table about 3, at most 16 where no vertex is shared.
func Weld(corners []float32) Mesh {
	facets := len(corners) / 9
	corners = corners[: 9*facets : 9*facets]
	indices := make([]uint32, 3*facets)
	secret := newSeed()
	n := workersFor(facets)
	chunks := make([]chunk, n)
	parallel(n, func(w int) {
		from, to := share(facets, w, n)
		chunks[w] = weldChunk(corners[9*from:9*to], indices[3*from:3*to], secret)
		chunks[w].first = 3 * from
	})
	vertices := chunks[0].table.count
	if n > 1 {
		vertices = mergeChunks(corners, chunks)
	}
	return Mesh{Positions: corners[:3*vertices], Indices: indices}
}

// chunk is a run of facets welded on its own.
type chunk struct {
	first   int // its first corner
	indices []uint32
	table   table
	// names tells for each vertex of the chunk what the whole mesh calls it. Until it has its
	// number there, that is where its first occurrence is: first of that chunk and the number in it.
	names []uint32
}

// Facets are welded in blocks, so that the reads of one block from the table, which wait for
// memory, are under way at the same time.
const blockFacets = 32

// corner is what is known of a corner before its vertex is.
type corner struct {
	key
	back   uint32 // corners back to one of the same place; 0 if none is near
	hash   uint64
	vertex int // found already, or -1
}

func weldChunk(corners []float32, indices []uint32, secret seed) chunk {
	facets := len(indices) / 3
	// A closed surface has half as many vertices as facets; the rest is room and speed.
	t := newTable(secret, corners, facets*3/4, len(indices))
	var block [3*blockFacets + 3]corner // the first three are the facet before the block
	for i := range 3 {
		block[i].key = key{math.MaxUint64, math.MaxUint32} // a NaN
	}
	for from := 0; from < facets; from += blockFacets {
		n := 3 * min(blockFacets, facets-from)
		load(block[:3+n], corners[9*from:])
		t.lookUp(block[3 : 3+n])
		out := indices[3*from : 3*from+n]
		for i := range out {
			c := &block[3+i]
			switch {
			case c.back != 0:
				out[i] = indices[3*from+i-int(c.back)]
			case c.vertex >= 0:
				out[i] = uint32(c.vertex)
			default:
				out[i] = t.add(c.hash, c.key)
			}
		}
		copy(block[:3], block[n:n+3])
	}
	return chunk{indices: indices, table: t}
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

// lookUp looks for the corners among the vertices so far, where the first slot suffices.
func (t *table) lookUp(block []corner) {
	for i := range block {
		c := &block[i]
		if c.back != 0 {
			continue
		}
		c.hash = t.seed.hash(c.key)
		c.vertex = -1
		if slot := t.slots[t.home(c.hash)]; slot != 0 && t.is(slot, c.hash, c.key) {
			c.vertex = int(slot&t.number) - 1
		}
	}
}

// mergeChunks numbers the vertices of all chunks as if they had been one, moves the positions
// together and renames the indices. It returns the number of vertices.
func mergeChunks(corners []float32, chunks []chunk) int {
	n := len(chunks)
	for c := 1; c < n; c++ {
		chunks[c].names = make([]uint32, chunks[c].table.count)
	}
	parallel(n, func(w int) {
		for c := 1; c < n; c++ {
			from, to := share(len(chunks[c].names), w, n)
			locate(chunks[:c+1], from, to)
		}
	})
	vertices := chunks[0].table.count
	for c := 1; c < n; c++ {
		vertices = nameVertices(corners, chunks[:c+1], vertices)
	}
	parallel(n, func(w int) {
		for _, c := range chunks[1:] {
			from, to := share(len(c.indices), w, n)
			for i, v := range c.indices[from:to] {
				c.indices[from+i] = c.names[v]
			}
		}
	})
	return vertices
}

// locate finds the first occurrence of vertices [from, to) of the last chunk.
func locate(chunks []chunk, from, to int) {
	own := &chunks[len(chunks)-1]
	for v := from; v < to; v++ {
		k := keyAt(own.table.keys, v)
		h := own.table.seed.hash(k)
		own.names[v] = uint32(own.first + v)
		for i := range chunks[:len(chunks)-1] {
			if found := chunks[i].table.find(h, k); found >= 0 {
				own.names[v] = uint32(chunks[i].first + found)
				break
			}
		}
	}
}

// nameVertices gives the vertices that the last chunk is the first to have the numbers from next
// on, and the others those that they have in the chunks before.
func nameVertices(corners []float32, chunks []chunk, next int) int {
	own := &chunks[len(chunks)-1]
	for v, name := range own.names {
		at := len(chunks) - 1
		for int(name) < chunks[at].first {
			at--
		}
		switch at {
		case len(chunks) - 1:
			copy(corners[3*next:3*next+3], own.table.keys[3*v:3*v+3])
			own.names[v] = uint32(next)
			next++
		case 0:
			// The first chunk's numbers stay.
		default:
			own.names[v] = chunks[at].names[int(name)-chunks[at].first]
		}
	}
	return next
}
