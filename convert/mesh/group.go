package mesh

import (
	"math/bits"
	"slices"
)

// grouper finds the groups around one vertex after another.
type grouper struct {
	spokes []uint64 // each edge from the vertex: where to, and below that the place of one of its corners
	parent []int    // of each corner's place; a root is the first of its group
	groups int
	order  []uint64 // the root of each corner, and below that the corner
}

// newGrouper has room for vertices of most meshes.
func newGrouper() grouper {
	return grouper{spokes: make([]uint64, 0, 64), parent: make([]int, 0, 32), order: make([]uint64, 0, 32)}
}

// sort groups the corners of a vertex, that of the first corner first, marks the others, and returns as sortMany does.
func (g *grouper) sort(c *creaser, corners []uint32) (first, groups int) {
	if len(corners) <= fewCorners {
		return c.sortFew(corners)
	}
	return g.sortMany(c, corners)
}

// sortMany is sort for any number of corners, n of which take time n log n.
func (g *grouper) sortMany(c *creaser, corners []uint32) (first, groups int) {
	g.spokes, g.parent = g.spokes[:0], g.parent[:0]
	for at, i := range corners {
		facet := i - i%3
		g.spokes = append(g.spokes,
			uint64(c.Indices[facet+(i+1)%3])<<32|uint64(at),
			uint64(c.Indices[facet+(i+2)%3])<<32|uint64(at))
		g.parent = append(g.parent, at)
	}
	g.groups = len(corners)
	solid := max(0, slices.IndexFunc(corners, func(i uint32) bool { return !c.facets[i/3].normal.none() }))
	for at, i := range corners {
		if c.facets[i/3].normal.none() {
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
		if c.facets[corners[i]/3].normal.dot(c.facets[corners[j]/3].normal) >= c.limit {
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

// fewCorners is how many corners sortFew takes: as many as nearly all vertices have.
const fewCorners = 12

// sortFew is sort for few corners, each a bit of a word. It finds the edges in common by comparing all with all,
// without branches, which takes half the time of sorting them: on a scan nobody can foresee what follows what.
func (c *creaser) sortFew(corners []uint32) (first, groups int) {
	n := len(corners)
	var normals [fewCorners]direction
	var spokes [2 * fewCorners]uint32 // where the edges from the vertex lead, two a corner
	var joined [fewCorners]uint32     // the corners that each shares its normal with
	flat := uint32(0)                 // corners without area
	for at, i := range corners {
		facet, k := i/3, i%3
		normals[at] = c.facets[facet].normal
		next := k + 1
		if k == 2 {
			next = 0
		}
		spokes[2*at], spokes[2*at+1] = c.Indices[3*facet+next], c.Indices[3*facet+3-k-next]
		if normals[at].none() {
			flat |= 1 << at
		}
	}
	for j := 2; j < 2*n; j++ {
		// Facets at one edge are compared in the order of the file.
		last, to := -1, spokes[j]
		for i, other := range spokes[:j&^1] {
			if other == to {
				last = i >> 1
			}
		}
		if at := j >> 1; last >= 0 && normals[last].dot(normals[at]) >= c.limit {
			joined[last] |= 1 << at
			joined[at] |= 1 << last
		}
	}
	if flat != 0 {
		solid := bits.TrailingZeros32(^flat)
		if solid >= n {
			solid = 0
		}
		joined[solid] |= flat
		for rest := flat; rest != 0; rest &= rest - 1 {
			joined[bits.TrailingZeros32(rest)] |= 1 << solid
		}
	}
	return arrangeFew(corners, &joined)
}

// arrangeFew sorts the corners by group, each in order, and returns the length of the first and how many there are.
func arrangeFew(corners []uint32, joined *[fewCorners]uint32) (first, groups int) {
	var order [fewCorners]uint32
	n := 0
	for left := uint32(1)<<len(corners) - 1; left != 0; groups++ {
		group := left & -left
		for ends := group; ends != 0; {
			fresh := joined[bits.TrailingZeros32(ends)] &^ group
			group |= fresh
			ends = ends&(ends-1) | fresh
		}
		left &^= group
		if left == 0 && groups == 0 {
			return len(corners), 1
		}
		begin := n
		for rest := group; rest != 0; rest &= rest - 1 {
			order[n] = corners[bits.TrailingZeros32(rest)]
			n++
		}
		if groups == 0 {
			first = n
		} else {
			order[begin] |= mark
		}
	}
	copy(corners, order[:n])
	return first, groups
}
