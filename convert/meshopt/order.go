package meshopt

import "ostrakon/convert/memory"

// Samples of the facets are coded to judge whether an order is good already.
const (
	sampleFacets = 512
	sampleEvery  = 64 * sampleFacets
	// A mesh without so many facets has parts of different making, of which one sample says little.
	smallEvery = 4 * sampleFacets
	// goodCode is how many sixteenths of a byte a facet may take as given; the walk brings most to between 16 and 20.
	goodCode = 18
)

// OptimiseOrder moves the facets of indices, in place, into an order in which each follows its
// neighbours, unless the order they have is good already. It often is, and then it also suits the
// attributes best. It reports whether it moved any. Winding and the first corner of each facet
// stay. The given order counts as good only if the vertices are numbered by first use, as welding
// numbers them. Every index must be below vertices, and there may be at most 1<<31-1 indices.
//
// The time grows only with the number of facets. Memory comes from the arena, which may be nil.
func OptimiseOrder(indices []uint32, vertices int, arena *memory.Arena) bool {
	if len(indices) <= 3 || coherent(indices) {
		return false
	}
	w := newWalk(indices, vertices, arena)
	w.run()
	copy(indices, w.out)
	memory.Free(arena, w.opposite)
	memory.Free(arena, w.degree)
	memory.Free(arena, w.pending)
	memory.Free(arena, w.out)
	return true
}

// coherent codes samples of the facets to see whether their order is good.
func coherent(indices []uint32) bool {
	next := uint32(0) // one more than the largest index so far
	facets, bytes := 0, 0
	e := triangleEncoder{}
	every := 3 * sampleEvery
	if len(indices) < every {
		every = 3 * smallEvery
	}
	for from := 0; from < len(indices); from += every {
		stretch := indices[from:min(from+every, len(indices))]
		sample := stretch[:min(3*sampleFacets, len(stretch))]
		e.fifo = fifo{next: next, last: next}
		e.data, e.pairs = e.data[:0], e.pairs[:0]
		for i := 0; i < len(sample); i += 3 {
			e.facet(sample[i], sample[i+1], sample[i+2], i/3)
		}
		facets += len(sample) / 3
		bytes += len(sample)/3 + len(e.data) - len(e.pairs)
		for _, v := range stretch {
			next = max(next, v+1)
		}
	}
	return 16*bytes <= goodCode*facets
}
