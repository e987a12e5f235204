package mesh

import (
	"math"
	"slices"
	"sort"
)

// Smooth gives every vertex one normal: the mean of its facets', each weighted by its angle at
// the vertex, so that the way a surface is cut into triangles does not show. It takes m over.
func Smooth(m Mesh) Mesh { return Crease(m, 180) }

// Crease gives vertices normals as Smooth does, but facets that meet at more than so many degrees
// do not share them: the vertex is split, and its copies come after all others. It takes m over.
//
// Facets around a vertex share a normal if one can come from each to the other across
// edges at which facets meet at no more than the angle (Blender's rule; a fan of narrow facets
// around the tip of a cone is round). Facets without edges in common do if all normals at the
// vertex lie within half the angle of that of its first facet, so that surfaces with gaps stay round.
// Where more than two facets meet at an edge, each is compared with the next in order of file. From 180
// degrees on all facets of a vertex share a normal. A tie is smooth.
//
// Facets without area count for nothing and split nothing; a vertex with no others has the normal
// (0, 0, 1).
func Crease(m Mesh, degrees float64) Mesh {
	facets := m.Facets()
	if m.Vertices() == 3*facets && inOrder(m.Indices) {
		m.Normals = make([]float32, len(m.Positions))
		n := workersFor(facets)
		parallel(n, func(w int) {
			from, to := share(facets, w, n)
			FlatNormals(m.Normals[9*from:9*to], m.Positions[9*from:9*to])
		})
		return m
	}
	c := creaser{
		Mesh:    m,
		facets:  make([]facet, facets),
		all:     degrees >= 180,
		limit:   math.Cos(degrees*math.Pi/180) - tie,
		near:    math.Cos(degrees*math.Pi/360) - tie,
		workers: workersFor(facets),
	}
	c.listCorners()
	return c.split()
}

// tie is how far the cosine of an angle may fall short and still count: coordinates in float32 are no
// more exact. It is 0.001 degrees at 30, and 0.26 at none.
const tie = 1e-5

// inOrder tells if every corner is a vertex of its own.
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
	facets      []facet
	all         bool    // all facets of a vertex share its normal
	limit, near float64 // cosines of the angle and of half of it
	workers     int

	// corners are those of vertex 0, then those of vertex 1, and so on, each in order of file;
	// those of v end at ends[v].
	corners, ends []uint32
}

// listCorners fills facets, corners and ends. Each worker counts and then places the corners of its own
// share of facets, after those of the workers before it.
func (c *creaser) listCorners() {
	counts := make([][]uint32, c.workers)
	parallel(c.workers, func(w int) {
		counts[w] = make([]uint32, c.Vertices())
		from, to := share(c.Facets(), w, c.workers)
		for f := from; f < to; f++ {
			p := c.Indices[3*f : 3*f+3 : 3*f+3]
			counts[w][p[0]]++
			counts[w][p[1]]++
			counts[w][p[2]]++
			c.facets[f] = newFacet(vectorAt(c.Positions, int(p[0])), vectorAt(c.Positions, int(p[1])), vectorAt(c.Positions, int(p[2])))
		}
	})
	next := uint32(0)
	for v := range c.Vertices() {
		for w := range counts {
			next, counts[w][v] = next+counts[w][v], next
		}
	}
	c.corners = make([]uint32, len(c.Indices))
	parallel(c.workers, func(w int) {
		from, to := share(c.Facets(), w, c.workers)
		places := counts[w]
		for i := 3 * from; i < 3*to; i++ {
			v := c.Indices[i]
			c.corners[places[v]] = uint32(i)
			places[v]++
		}
	})
	c.ends = counts[c.workers-1]
}

// around are the corners of vertex v.
func (c *creaser) around(v int) []uint32 {
	from := uint32(0)
	if v > 0 {
		from = c.ends[v-1]
	}
	return c.corners[from:c.ends[v]]
}

// mark is set on the first corner, in the list of a vertex, of each group but the first.
const mark = 1 << 31

// split gives the first group of facets of each vertex its normal, and the others copies of
// the vertex.
func (c *creaser) split() Mesh {
	vertices := c.Vertices()
	normals := make([]float32, 3*vertices)
	bounds := make([]int, c.workers+1) // of the vertices of each worker
	for w := 1; w < c.workers; w++ {
		from, _ := share(len(c.corners), w, c.workers)
		bounds[w] = c.vertexAt(from)
	}
	bounds[c.workers] = vertices
	copies := make([]int, c.workers)
	parallel(c.workers, func(w int) { copies[w] = c.group(normals, bounds[w], bounds[w+1]) })

	total := vertices
	for w, n := range copies {
		total, copies[w] = total+n, total // now the number of its first copy
	}
	m := c.Mesh
	m.Normals = normals
	if total > vertices {
		m.Positions = slices.Grow(m.Positions, 3*(total-vertices))[:3*total]
		m.Normals = make([]float32, 3*total)
		copy(m.Normals, normals)
		parallel(c.workers, func(w int) { c.copyMarked(m, bounds[w], bounds[w+1], copies[w]) })
	}
	return m
}

// vertexAt is the first vertex whose corners begin after place in the list of all.
func (c *creaser) vertexAt(place int) int {
	return sort.Search(c.Vertices(), func(v int) bool { return int(c.ends[v]) > place })
}

// group sets the normals of vertices [from, to), marks their further groups, and returns how
// many these are.
func (c *creaser) group(normals []float32, from, to int) (copies int) {
	g := newGrouper()
	for v := from; v < to; v++ {
		corners := c.around(v)
		first := len(corners)
		if !c.all && !c.alike(corners) {
			var groups int
			first, groups = g.sort(c, corners)
			copies += groups - 1
		}
		normal := c.mean(corners[:first])
		copy(normals[3*v:3*v+3], normal[:])
	}
	return copies
}

// copyMarked makes the copies of vertices [from, to), the first of them as number next of m.
func (c *creaser) copyMarked(m Mesh, from, to, next int) {
	for v := from; v < to; v++ {
		corners := c.around(v)
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
				m.Indices[i] = uint32(next)
			}
			normal := c.mean(group)
			copy(m.Normals[3*next:3*next+3], normal[:])
			copy(m.Positions[3*next:3*next+3], m.Positions[3*v:3*v+3])
			next++
		}
	}
}

// alike tells if all facets lie within half the angle of the first, hence within the angle of each other.
func (c *creaser) alike(corners []uint32) bool {
	if len(corners) == 0 {
		return true
	}
	first := c.facets[corners[c.firstWithArea(corners)]/3].normal
	for _, i := range corners[1:] {
		n := c.facets[i/3].normal
		if dot(first, n) < c.near && n != noArea {
			return false
		}
	}
	return true
}

// noArea is the normal of a facet without area.
var noArea [3]float32

// firstWithArea is the place of the first corner whose facet has an area; 0 if there is none.
func (c *creaser) firstWithArea(corners []uint32) int {
	return max(0, slices.IndexFunc(corners, func(i uint32) bool { return c.facets[i/3].normal != noArea }))
}

func dot(a, b [3]float32) float64 {
	return float64(a[0])*float64(b[0]) + float64(a[1])*float64(b[1]) + float64(a[2])*float64(b[2])
}

// mean is the normal of the facets at corners, weighted by angle; that of the first with an area if
// they cancel out.
func (c *creaser) mean(corners []uint32) [3]float32 {
	var sum vector
	weight := 0.0
	for _, i := range corners {
		f := &c.facets[i/3]
		a := float64(f.angle[i%3])
		sum.x += a * float64(f.normal[0])
		sum.y += a * float64(f.normal[1])
		sum.z += a * float64(f.normal[2])
		weight += a
	}
	if sum.dot(sum) > 1e-12*weight*weight {
		return sum.direction()
	}
	for _, i := range corners {
		if n := c.facets[i/3].normal; n != noArea {
			return n
		}
	}
	return vector{}.direction()
}

// grouper finds the groups around one vertex after another.
type grouper struct {
	spokes []uint64 // each edge from the vertex: where to, and below that the place of a corner it bounds
	parent []int    // of each corner's place; a root is the first of its group
	groups int
	order  []uint64 // the root of each corner, and below that the corner
}

// newGrouper has room for vertices of most meshes.
func newGrouper() grouper {
	return grouper{spokes: make([]uint64, 0, 64), parent: make([]int, 0, 32), order: make([]uint64, 0, 32)}
}

// sort brings the corners of a vertex into groups, that of the first corner first, marks the
// others, and returns the length of the first and the number of groups. It takes n log n for n corners.
func (g *grouper) sort(c *creaser, corners []uint32) (first, groups int) {
	g.spokes, g.parent = g.spokes[:0], g.parent[:0]
	for at, i := range corners {
		facet := i - i%3
		g.spokes = append(g.spokes,
			uint64(c.Indices[facet+(i+1)%3])<<32|uint64(at),
			uint64(c.Indices[facet+(i+2)%3])<<32|uint64(at))
		g.parent = append(g.parent, at)
	}
	g.groups = len(corners)
	solid := c.firstWithArea(corners)
	for at, i := range corners {
		if c.facets[i/3].normal == noArea {
			g.join(at, solid)
		}
	}
	slices.Sort(g.spokes)
	for k := 1; k < len(g.spokes); k++ {
		a, b := g.spokes[k-1], g.spokes[k]
		if a>>32 != b>>32 {
			continue
		}
		i, j := uint32(a), uint32(b)
		if dot(c.facets[corners[i]/3].normal, c.facets[corners[j]/3].normal) >= c.limit {
			g.join(int(i), int(j))
		}
	}
	if g.groups == 1 {
		return len(corners), 1
	}
	return g.arrange(corners), g.groups
}

func (g *grouper) root(at int) int {
	for g.parent[at] != at {
		g.parent[at] = g.parent[g.parent[at]]
		at = g.parent[at]
	}
	return at
}

func (g *grouper) join(a, b int) {
	a, b = g.root(a), g.root(b)
	if a != b {
		g.parent[max(a, b)] = min(a, b)
		g.groups--
	}
}

// arrange puts the corners of each group together, in their order, and returns the length of the first.
func (g *grouper) arrange(corners []uint32) int {
	g.order = g.order[:0]
	for at, i := range corners {
		g.order = append(g.order, uint64(g.root(at))<<32|uint64(i))
	}
	slices.Sort(g.order)
	first := len(corners)
	for at, o := range g.order {
		corners[at] = uint32(o)
		if at > 0 && o>>32 != g.order[at-1]>>32 {
			corners[at] |= mark
			first = min(first, at)
		}
	}
	return first
}
