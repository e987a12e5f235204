package mesh

import (
	"math"
	"sort"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

// Smooth gives every vertex one normal: the mean of the normals of its facets, each weighted by its angle at the
// vertex, so that it does not matter how a surface is cut into triangles. It takes over m.
func Smooth(m Mesh) Mesh { return Crease(m, 180) }

// Crease gives vertices normals as Smooth does, but facets that meet at more than so many degrees
// do not share them: the vertex is split, and its copies come after all others. It takes over m.
//
// Facets around a vertex share a normal if one can come from each to the other across edges at which facets meet at no
// more than the angle. This is Blender's rule: a fan of narrow facets around the tip of a cone is round. Facets without
// edges in common share one if all normals at the vertex lie within half the angle of the normal of its first facet, so
// that surfaces with gaps stay round. Where more than two facets meet at an edge, each is compared with the next in the
// order of the file. From 180 degrees on, all facets of a vertex share a normal. A tie is smooth.
//
// Facets without area do not count and split nothing. A vertex with no others has the normal (0, 0, 1).
func Crease(m Mesh, degrees float64) Mesh {
	facets := m.Facets()
	if m.Vertices() == 3*facets && inOrder(m.Indices) {
		m.Normals = memory.Dirty[float32](m.Memory, len(m.Positions))
		n := workersFor(facets)
		cores.Run(n, func(w int) {
			from, to := share(facets, w, n)
			FlatNormals(m.Normals[9*from:9*to], m.Positions[9*from:9*to])
		})
		return m
	}
	c := creaser{
		Mesh:    m,
		sums:    memory.Zeroed[sum](m.Memory, m.Vertices()),
		all:     degrees >= 180,
		limit:   math.Cos(degrees*math.Pi/180) - tie,
		near:    math.Cos(degrees*math.Pi/360) - tie,
		workers: workersFor(facets),
	}
	c.Normals = memory.Dirty[float32](m.Memory, len(m.Positions))
	c.findSpans()
	c.average()
	if c.listSharp(); len(c.sharp) > 0 {
		c.split()
		memory.Free(c.Memory, c.corners)
		memory.Free(c.Memory, c.facets)
	}
	memory.Free(c.Memory, c.sharp)
	memory.Free(c.Memory, c.ends)
	return c.Mesh
}

// tie is how far a cosine of float32 coordinates may be off and still count: 0.001 degrees at 30, and 0.26 at 0.
const tie = 1e-5

// inOrder reports whether every corner is a vertex of its own.
func inOrder(indices []uint32) bool {
	for i, v := range indices {
		if int(v) != i {
			return false
		}
	}
	return true
}

type creaser struct {
	Mesh
	all         bool    // all facets of a vertex share its normal
	limit, near float64 // cosines of the angle and of half of it
	workers     int
	spans       []span // of each block of facets
	sums        []sum  // of each vertex

	// sharp are the vertices that may have to be split, in order. corners are those of the first of them, then those of
	// the second, and so on, each in order of file; those of sharp[k] end at ends[k]. facets has those of these corners.
	sharp, corners, ends []uint32
	facets               []facet
}

// sum is what the facets around a vertex come to.
type sum struct {
	normal  vector    // the sum of their normals, each weighted by its angle
	weight  float64   // the sum of the angles
	first   direction // of the first facet with an area
	corners uint32    // how many, and the bit sharp
}

// sharp says that a facet is more than half the angle away from the first one, so that the vertex may have to be split.
const sharp = 1 << 31

// Each block of facets knows the range of its vertices, so that a worker skips blocks with none of its own.
const spanFacets = 128

// span is the least and the greatest vertex of a block of facets.
type span struct{ low, high uint32 }

func (c *creaser) findSpans() {
	c.spans = make([]span, (c.Facets()+spanFacets-1)/spanFacets)
	cores.Run(c.workers, func(w int) {
		from, to := share(len(c.spans), w, c.workers)
		for b := from; b < to; b++ {
			s := span{low: math.MaxUint32}
			for _, v := range c.block(b) {
				s.low, s.high = min(s.low, v), max(s.high, v)
			}
			c.spans[b] = s
		}
	})
}

func (c *creaser) block(b int) []uint32 {
	return c.Indices[3*spanFacets*b : min(3*spanFacets*(b+1), len(c.Indices))]
}

// owned visits the blocks with vertices of a worker, those from one up to another. A block's indices begin at at.
func (c *creaser) owned(worker int, visit func(from, to, at int, block []uint32)) {
	from, to := share(c.Vertices(), worker, c.workers)
	for b, s := range c.spans {
		if int(s.low) < to && int(s.high) >= from {
			visit(from, to, 3*spanFacets*b, c.block(b))
		}
	}
}

// average adds up the facets around each vertex, and gives the vertex the normal of all of them together.
func (c *creaser) average() {
	cores.Run(c.workers, func(w int) {
		c.owned(w, func(from, to, _ int, block []uint32) {
			for i := 0; i < len(block); i += 3 {
				x, y, z := block[i], block[i+1], block[i+2]
				normal, angles := newFacet(vectorAt(c.Positions, int(x)), vectorAt(c.Positions, int(y)),
					vectorAt(c.Positions, int(z)))
				if int(x) >= from && int(x) < to {
					c.sums[x].add(normal, angles.a, c.near)
				}
				if int(y) >= from && int(y) < to {
					c.sums[y].add(normal, angles.b, c.near)
				}
				if int(z) >= from && int(z) < to {
					c.sums[z].add(normal, angles.c, c.near)
				}
			}
		})
		from, to := share(c.Vertices(), w, c.workers)
		for v := from; v < to; v++ {
			c.sums[v].direction().put(c.Normals, v)
		}
	})
}

// add takes in the next facet around the vertex.
func (s *sum) add(normal direction, angle float32, near float64) {
	s.corners++
	if normal.none() {
		return
	}
	if s.first.none() {
		s.first = normal
	}
	far := uint32(0)
	if s.first.dot(normal) < near { // not so for the first itself
		far = sharp
	}
	s.corners |= far
	s.normal = s.normal.plus(normal.vector(), float64(angle))
	s.weight += float64(angle)
}

// direction is the normal of all facets, or that of the first with an area if they cancel out.
func (s *sum) direction() direction {
	if s.normal.dot(s.normal) > 1e-12*s.weight*s.weight {
		return s.normal.direction()
	}
	if !s.first.none() {
		return s.first
	}
	return vector{}.direction()
}

// listSharp fills sharp, and the corners and facets of these vertices.
func (c *creaser) listSharp() {
	next := uint32(0)
	if !c.all {
		// Room for all, of which an arena's pages are there only where it is used.
		c.sharp, c.ends = memory.Dirty[uint32](c.Memory, c.Vertices())[:0], memory.Dirty[uint32](c.Memory, c.Vertices())[:0]
		for v := range c.sums {
			if n := c.sums[v].corners; n&sharp != 0 {
				c.sharp, c.ends = append(c.sharp, uint32(v)), append(c.ends, next)
				next += n &^ sharp
			}
		}
	}
	memory.Free(c.Memory, c.sums)
	c.sums = nil
	if next == 0 {
		return
	}
	numbers := memory.Zeroed[uint32](c.Memory, c.Vertices()) // one more than the place of a vertex in sharp
	for k, v := range c.sharp {
		numbers[v] = uint32(k + 1)
	}
	c.corners, c.facets = memory.Dirty[uint32](c.Memory, int(next)), memory.Dirty[facet](c.Memory, c.Facets())
	cores.Run(c.workers, func(w int) {
		c.placeCorners(numbers, w)
		from, to := share(c.Facets(), w, c.workers)
		for f := from; f < to; f++ {
			if p := c.Indices[3*f : 3*f+3]; numbers[p[0]]|numbers[p[1]]|numbers[p[2]] != 0 {
				normal, angles := newFacet(vectorAt(c.Positions, int(p[0])), vectorAt(c.Positions, int(p[1])),
					vectorAt(c.Positions, int(p[2])))
				c.facets[f] = facet{normal, [3]float32{angles.a, angles.b, angles.c}}
			}
		}
	})
	memory.Free(c.Memory, numbers)
}

// placeCorners lists the corners of a worker's vertices. numbers has one more than the place of a vertex in sharp.
func (c *creaser) placeCorners(numbers []uint32, worker int) {
	c.owned(worker, func(from, to, at int, block []uint32) {
		for i, v := range block {
			if k := numbers[v]; k != 0 && int(v) >= from && int(v) < to {
				c.corners[c.ends[k-1]] = uint32(at + i)
				c.ends[k-1]++
			}
		}
	})
}

func (c *creaser) around(k int) []uint32 {
	from := uint32(0)
	if k > 0 {
		from = c.ends[k-1]
	}
	return c.corners[from:c.ends[k]]
}

// mark is set on the first corner, in the list of a vertex, of each group but the first.
const mark = 1 << 31

// split gives the first group of facets of each sharp vertex its normal, and the other groups copies of the vertex.
func (c *creaser) split() {
	bounds := make([]int, c.workers+1) // of the sharp vertices of each worker
	for w := 1; w < c.workers; w++ {
		from, _ := share(len(c.corners), w, c.workers)
		bounds[w] = sort.Search(len(c.sharp), func(k int) bool { return int(c.ends[k]) > from })
	}
	bounds[c.workers] = len(c.sharp)
	copies := make([]int, c.workers)
	cores.Run(c.workers, func(w int) { copies[w] = c.group(bounds[w], bounds[w+1]) })

	total := c.Vertices()
	for w, n := range copies {
		total, copies[w] = total+n, total // now the number of its first copy
	}
	if total > c.Vertices() {
		cores.Run(2, func(i int) {
			if i == 0 {
				c.Positions = c.extended(c.Positions, 3*total)
			} else {
				c.Normals = c.extended(c.Normals, 3*total)
			}
		})
		cores.Run(c.workers, func(w int) { c.copyMarked(bounds[w], bounds[w+1], copies[w]) })
	}
}

// extended is a slice of so many floats that begins with those of another, which it frees.
func (c *creaser) extended(floats []float32, n int) []float32 {
	longer := memory.Dirty[float32](c.Memory, n)
	copy(longer, floats)
	memory.Free(c.Memory, floats)
	return longer
}

// group sets the normals of sharp vertices [from, to), marks their further groups, and returns how many these are.
func (c *creaser) group(from, to int) (copies int) {
	g := newGrouper()
	for k := from; k < to; k++ {
		corners := c.around(k)
		first, groups := g.sort(c, corners)
		copies += groups - 1
		c.mean(corners[:first]).put(c.Normals, int(c.sharp[k]))
	}
	return copies
}

// copyMarked makes the copies of sharp vertices [from, to), the first of them as number next.
func (c *creaser) copyMarked(from, to, next int) {
	for k := from; k < to; k++ {
		corners, v := c.around(k), c.sharp[k]
		for at := 0; at < len(corners); at++ {
			if corners[at] < mark {
				continue
			}
			begin := at
			corners[begin] -= mark
			for at+1 < len(corners) && corners[at+1] < mark {
				at++
			}
			group := corners[begin : at+1]
			for _, i := range group {
				c.Indices[i] = uint32(next)
			}
			c.mean(group).put(c.Normals, next)
			copy(c.Positions[3*next:3*next+3], c.Positions[3*v:3*v+3])
			next++
		}
	}
}

func (c *creaser) mean(corners []uint32) direction {
	var s sum
	for _, i := range corners {
		f := &c.facets[i/3]
		s.add(f.normal, f.angle[i%3], 0)
	}
	return s.direction()
}
