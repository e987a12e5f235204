package simplify

import (
	"runtime"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

// surface holds what is left of a mesh. Slices that were made for the whole mesh do not shrink: of them, only as many
// elements count as there are vertices or facets left.
type surface struct {
	arena     *memory.Arena
	exponent  int // of the power of two by which positions are scaled down
	count     int // of vertices
	positions []float32
	indices   []uint32
	colours   [][4]uint8 // one a facet, or one a corner; nil: there are none
	tints     int        // colours a facet
	quadrics  []quadric
	marks     []mark

	// What one pass finds and does.
	ends   []uint32 // of each vertex: where its corners end in around, after those of the vertex before
	around []uint32 // corners of each vertex, by their place in indices
	into   []uint32 // the vertex that each one has become, itself unless it is gone
	spans  []span
	ranked []uint64 // edges of each chunk: the cost as bits of a float, and below that the corner where the edge starts
	sorted []uint32 // the corners of those to try, the cheapest first
}

// mark is what is known of a vertex.
type mark uint8

const (
	open    mark = 1 << iota // it has an edge of one facet, or of more than two
	mixed                    // it has an edge of two facets that face opposite sides
	seam                     // it has an edge between two colours
	inner                    // all vertices around it are in its chunk
	touched                  // this pass has moved or removed it
)

const passing = inner | touched // marks of one pass

// Each block of facets knows the range of its vertices, so that a worker skips blocks with none of its own.
const spanFacets = 128

// span is the least and the greatest vertex of a block of facets.
type span struct{ low, high uint32 }

const (
	// Below this many facets a goroutine costs more than it brings.
	facetsPerWorker = 16 << 10
	maxWorkers      = 8
)

func (s *surface) facets() int { return len(s.indices) / 3 }

func (s *surface) workers() int {
	return max(1, min(runtime.GOMAXPROCS(0), maxWorkers, s.facets()/facetsPerWorker))
}

// share is the part of total items that a worker of n takes: [from, to).
func share(total, worker, n int) (from, to int) { return total * worker / n, total * (worker + 1) / n }

// colour is that of a corner.
func (s *surface) colour(corner uint32) [4]uint8 { return s.colours[int(corner)*s.tints/3] }

// split runs do for shares of total items at the same time.
func (s *surface) split(total int, do func(from, to int)) {
	n := s.workers()
	cores.Run(n, func(w int) { do(share(total, w, n)) })
}

func (s *surface) block(b int) []uint32 {
	return s.indices[3*spanFacets*b : min(3*spanFacets*(b+1), len(s.indices))]
}

// connect lists the corners of each vertex.
func (s *surface) connect() {
	s.spans = s.spans[:(s.facets()+spanFacets-1)/spanFacets]
	s.ends = s.ends[:s.count]
	s.split(len(s.spans), func(from, to int) {
		for b := from; b < to; b++ {
			block := s.block(b)
			p := span{low: block[0]}
			for _, v := range block {
				p.low, p.high = min(p.low, v), max(p.high, v)
			}
			s.spans[b] = p
		}
	})
	s.split(s.count, func(from, to int) {
		clear(s.ends[from:to])
		s.owned(from, to, func(v, _ uint32) { s.ends[v]++ })
	})
	at := uint32(0)
	for v, n := range s.ends {
		s.ends[v], at = at, at+n
	}
	s.split(s.count, func(from, to int) {
		s.owned(from, to, func(v, corner uint32) {
			s.around[s.ends[v]] = corner
			s.ends[v]++
		})
	})
}

// owned visits the corners at vertices from one up to another, in order.
func (s *surface) owned(from, to int, visit func(v, corner uint32)) {
	low, n := uint32(from), uint32(to-from)
	for b, p := range s.spans {
		if int(p.low) >= to || int(p.high) < from {
			continue
		}
		first := uint32(3 * spanFacets * b)
		for i, v := range s.block(b) {
			if v-low < n {
				visit(v, first+uint32(i))
			}
		}
	}
}

// start is where the corners of a vertex begin in around.
func (s *surface) start(v int) uint32 {
	if v == 0 {
		return 0
	}
	return s.ends[v-1]
}

// corners are the corners of a vertex.
func (s *surface) corners(v uint32) []uint32 { return s.around[s.start(int(v)):s.ends[v]] }

// beside returns the next and the last corner of the facet of a corner.
func beside(corner uint32) (next, last uint32) {
	switch corner % 3 {
	case 0:
		return corner + 1, corner + 2
	case 1:
		return corner + 1, corner - 1
	default:
		return corner - 2, corner - 1
	}
}

// compact leaves out the vertices and facets that are gone, and numbers those that are left in their order.
func (s *surface) compact() {
	names := s.ends // which the next pass makes anew
	next := 0
	for v := range s.count {
		if s.into[v] != uint32(v) {
			continue
		}
		names[v] = uint32(next)
		if next != v {
			copy(s.positions[3*next:3*next+3], s.positions[3*v:3*v+3])
			s.quadrics[next] = s.quadrics[v]
		}
		s.marks[next] = s.marks[v] &^ passing
		next++
	}
	for v := range s.count {
		s.into[v] = names[s.into[v]]
	}
	s.count = next
	n := s.workers()
	kept := make([]int, n)
	cores.Run(n, func(w int) {
		from, to := share(s.facets(), w, n)
		at := from
		for f := from; f < to; f++ {
			a, b, c := s.into[s.indices[3*f]], s.into[s.indices[3*f+1]], s.into[s.indices[3*f+2]]
			if thin(a, b, c) {
				continue
			}
			s.indices[3*at], s.indices[3*at+1], s.indices[3*at+2] = a, b, c
			copy(s.colours[s.tints*at:s.tints*(at+1)], s.colours[s.tints*f:])
			at++
		}
		kept[w] = at - from
	})
	at := 0
	for w, k := range kept {
		from, _ := share(s.facets(), w, n)
		copy(s.indices[3*at:], s.indices[3*from:3*(from+k)])
		copy(s.colours[s.tints*at:], s.colours[s.tints*from:s.tints*(from+k)])
		at += k
	}
	s.indices = s.indices[:3*at]
	s.colours = s.colours[:s.tints*at]
}
