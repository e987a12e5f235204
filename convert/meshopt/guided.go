package meshopt

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"ostrakon/convert/memory"
)

// What the choice of a facet weighs, in twentieths of a byte. Bytes of new vertices and of vertices spelt out are what
// the streams take; the rest keeps the walk from leaving facets behind that are expensive to come back to. The numbers
// were found by trying, over parts and scans with sharp and with smooth normals.
const (
	aByte        = 20
	freshWeight  = -30 // for a new vertex, which must come at some time
	degreeWeight = 4   // for each neighbour that is not out yet
	newestEdge   = -2  // for the edge remembered last
	fromWeight   = 5   // for each facet at the first corner of the edge that is not out yet
	toWeight     = -1  // the same at the second corner
	looseDegree  = 16  // as degreeWeight, of a facet that shares no remembered edge

	// leastLooks, mostLooks and meshLooks bound how many facets without a remembered edge are looked at, also over a mesh.
	leastLooks = 16
	mostLooks  = 32
	meshLooks  = 1 << 19
)

// weights are those that differ from walk to walk.
type weights struct {
	vertex int // sixteenths of what a new vertex takes
	age    int // for each edge remembered since
	second int // for the edge remembered last but one
}

// MaxGuided is the most vertices that OptimiseSize takes.
const MaxGuided = 1 << 16

// OptimiseSize moves the facets of indices, in place, into the order in which the streams of a mesh come out small, by
// what each facet would add to them. A key holds the bytes of a vertex that EncodeVertices is to store: x, y and z of
// 16 bits from the lowest up, and above them two bytes of a normal. There may be at most MaxGuided keys, and every
// index must be below their number. Winding stays; a facet may come back with another of its corners first.
//
// It tries the order of OptimiseOrder too, and takes one to seven microseconds for each facet.
func OptimiseSize(indices []uint32, keys []uint64) {
	if len(indices) <= 3 {
		return
	}
	// The last one winds round the mesh, which suits those of even facets.
	walks := []weights{{17, 2, -4}, {23, 2, -4}, {13, 3, -4}, {9, 5, -30}}
	if 3*len(keys) > 2*len(indices) {
		walks = walks[:1] // facets that share little take longest
	}
	g := newGuide(indices, keys)
	OptimiseOrder(indices, len(keys), nil)
	least := coded(indices, keys)
	for _, w := range walks {
		order := g.run(w)
		n := coded(order, keys)
		if n > least+least/32 {
			break // on a mesh so even the others do no better
		}
		if n < least {
			least = n
			copy(indices, order)
		}
	}
}

// coded is how many bytes the streams of a mesh take in an order.
func coded(indices []uint32, keys []uint64) int {
	indices = slices.Clone(indices)
	remap, used := OptimiseFetch(indices, len(keys), nil)
	moved := make([]uint64, used)
	Remap(moved, keys, remap, 1)
	data := make([]byte, 0, 8*used)
	for _, k := range moved {
		data = binary.LittleEndian.AppendUint64(data, k)
	}
	return len(EncodeTriangles(nil, indices)) + len(EncodeVertices(nil, data, 8))
}

// guide is a walk over a mesh that weighs the facets it can go on with. It remembers what the decoder does.
type guide struct {
	indices  []uint32
	keys     []uint64
	opposite []uint32 // of each half-edge, as walk has it
	beside   []uint32 // the same where vertices at one place count as one; nil if no two are
	degree   []byte   // as walk has it

	weights
	waits  []uint32 // of each vertex: its facets that are not out yet
	number []uint32 // of each vertex: as OptimiseFetch will have it; Unused before that
	pushed []uint32 // of each vertex: vertexEnd as it was remembered
	seen   []uint32 // of each facet: the length of out as it was looked at

	edges     [fifoSize]uint32 // half-edges by which a facet can be entered, or open ones
	edgeEnd   uint32           // pushes so far
	vertexEnd uint32
	next      uint32
	last      uint32
	newest    uint32 // the vertex that was numbered last

	pending []uint32 // facets passed by, which may be out by now
	around  []uint32 // those of pending that are being looked at
	out     []uint32
}

func newGuide(indices []uint32, keys []uint64) guide {
	w := newWalk(indices, len(keys), nil)
	g := guide{indices: slices.Clone(indices), keys: keys, opposite: w.opposite, degree: w.degree}
	if places := places(indices, keys); places != nil {
		g.beside = newWalk(places, len(keys), nil).opposite
	}
	return g
}

// places is indices with one vertex for all that are at one place; nil if there are none such.
func places(indices []uint32, keys []uint64) []uint32 {
	sorted := make([]uint64, len(keys)) // the position above the vertex, which has 16 bits too
	for v, k := range keys {
		sorted[v] = k<<16 | uint64(v)
	}
	slices.Sort(sorted)
	one := make([]uint32, len(keys))
	shared := false
	for i, s := range sorted {
		v := s % MaxGuided
		one[v] = uint32(v)
		if i > 0 && s>>16 == sorted[i-1]>>16 {
			one[v] = one[sorted[i-1]%MaxGuided]
			shared = true
		}
	}
	if !shared {
		return nil
	}
	result := memory.Make[uint32](len(indices))
	for i, v := range indices {
		result[i] = one[v]
	}
	return result
}

// run gives the corners of the facets in their new order. It works on a copy of g, so that another walk can follow.
func (g guide) run(w weights) []uint32 {
	g.weights, g.degree = w, slices.Clone(g.degree)
	g.waits, g.number, g.pushed = make([]uint32, len(g.keys)), make([]uint32, len(g.keys)), make([]uint32, len(g.keys))
	g.seen, g.out = make([]uint32, len(g.degree)), memory.Make[uint32](len(g.indices))[:0]
	g.vertexEnd = fifoSize // so that no vertex seems to have been remembered
	for v := range g.number {
		g.number[v] = Unused
	}
	for _, v := range g.indices {
		g.waits[v]++
	}
	first := uint32(0) // before it, all facets are out
	for len(g.out) < len(g.indices) {
		if h, ok := g.entrance(); ok {
			g.put(h)
			third := after(after(h))
			g.remember(g.indices[third], vertexReach)
			g.pushEdge(g.opposite[third])
			g.pushEdge(g.opposite[after(h)])
			continue
		}
		h, ok := g.looseEntrance()
		if !ok {
			for g.degree[first] == done {
				first++
			}
			h, _ = g.rotated(first)
		}
		g.put(h)
		for range 3 {
			g.remember(g.indices[h], cornerReach)
			g.pushEdge(g.opposite[h])
			h = after(h)
		}
	}
	return g.out
}

// entrance chooses a facet that shares a remembered edge, by the half-edge to enter it; false if there is none.
func (g *guide) entrance() (uint32, bool) {
	least, found := 0, uint32(open)
	for i := range min(g.edgeEnd, edgeReach) {
		h := g.edges[(g.edgeEnd-1-i)%fifoSize]
		if h >= open || g.degree[h/3] == done {
			continue
		}
		from, to, third := g.indices[h], g.indices[after(h)], g.indices[after(after(h))]
		weight := degreeWeight*int(g.degree[h/3]) + g.age*int(i) + fromWeight*int(g.waits[from]) + toWeight*int(g.waits[to])
		switch i {
		case 0:
			weight += newestEdge
		case 1:
			weight += g.second
		}
		switch n := g.number[third]; {
		case n == Unused:
			weight += freshWeight + g.size(third, g.newest)
		case !g.remembers(third, vertexReach) && n != g.last+1 && n != g.last-1:
			weight += g.spelt(n)
		}
		if found == open || weight < least {
			least, found = weight, h
		}
	}
	return found, found != open
}

// looseEntrance chooses among the facets passed by last, and gives the half-edge to begin with; false if there is none.
func (g *guide) looseEntrance() (uint32, bool) {
	looks := max(leastLooks, min(mostLooks, meshLooks/len(g.degree)))
	g.around = g.around[:0]
	for len(g.pending) > 0 && len(g.around) < looks {
		f := g.pending[len(g.pending)-1]
		g.pending = g.pending[:len(g.pending)-1]
		if g.degree[f] != done && g.seen[f] != uint32(len(g.out)) {
			g.seen[f] = uint32(len(g.out))
			g.around = append(g.around, f)
		}
	}
	least, found := 0, uint32(open)
	for i, f := range g.around {
		h, weight := g.rotated(f)
		if weight += looseDegree * int(g.degree[f]); i == 0 || weight < least {
			least, found = weight, h
		}
	}
	slices.Reverse(g.around)
	g.pending = append(g.pending, g.around...)
	return found, found != open
}

// rotated gives the half-edge with which to begin a facet that shares no remembered edge, and what that weighs.
func (g *guide) rotated(f uint32) (h uint32, least int) {
	for first := 3 * f; first < 3*f+3; first++ {
		weight, before, fresh, corner := 0, g.newest, 0, first
		for range 3 {
			switch v := g.indices[corner]; {
			case g.number[v] == Unused:
				weight += g.size(v, before)
				before = v
				fresh++
			case !g.remembers(v, cornerReach):
				weight += g.spelt(g.number[v])
			}
			corner = after(corner)
		}
		if fresh < 3 {
			weight += aByte
		}
		if first == 3*f || weight < least {
			h, least = first, weight
		}
	}
	return h, least
}

// size weighs the bytes of a new vertex: most differences take two bits, and those of 3 or more a byte each.
func (g *guide) size(v, before uint32) int {
	d := bytewiseDelta(g.keys[v], g.keys[before])
	any, some, most := bits.OnesCount64(atLeast(d, 1)), bits.OnesCount64(atLeast(d, 3)), bits.OnesCount64(atLeast(d, 15))
	return g.vertex * (8 + 4*any + 7*some + 8*most) / 16
}

// spelt weighs a vertex that is spelt out.
func (g *guide) spelt(n uint32) int {
	d := int32(n - g.last)
	switch z := uint32(d<<1) ^ uint32(d>>31); {
	case z < 1<<7:
		return aByte
	case z < 1<<14:
		return 2 * aByte
	}
	return 3 * aByte
}

func (g *guide) remembers(v, reach uint32) bool { return g.vertexEnd-g.pushed[v] < reach }

// remember does to a corner, and for it, what the decoder does.
func (g *guide) remember(v, reach uint32) {
	switch {
	case g.number[v] == Unused:
		g.number[v] = g.next
		g.next++
		g.newest = v
	case g.remembers(v, reach):
		return
	default:
		g.last = g.number[v]
	}
	g.pushed[v] = g.vertexEnd
	g.vertexEnd++
}

func (g *guide) pushEdge(h uint32) {
	g.edges[g.edgeEnd%fifoSize] = h
	g.edgeEnd++
}

// put puts out the facet of the half-edge h, which comes first.
func (g *guide) put(h uint32) {
	g.degree[h/3] = done
	for range 3 {
		v := g.indices[h]
		g.out = append(g.out, v)
		g.waits[v]--
		if o := g.opposite[h]; o < open && g.degree[o/3] != done {
			g.degree[o/3]--
			g.pending = append(g.pending, o/3)
		}
		if g.beside != nil {
			if o := g.beside[h]; o < open && g.degree[o/3] != done {
				g.pending = append(g.pending, o/3)
			}
		}
		h = after(h)
	}
}
