package simplify

import (
	"math"
	"slices"
)

// The weights of the planes that keep an edge in its place, beside the areas of the facets: they stand upright on the
// facets at the edge, and count by the square of its length.
const (
	borderWeight = 10
	seamWeight   = 3
	sharpWeight  = 0.1
)

// sharpLimit is the cosine of the angle between two facets over which their edge is sharp.
const sharpLimit = 0.5

// surroundings are the facets around a vertex.
type surroundings struct {
	normals []vector // of unit length; zero: the facet has no area
	spokes  []uint64 // each edge from the vertex: where to, and below that the place of a facet and whether it leads in
}

// weigh finds the quadrics and marks of all vertices.
func (s *surface) weigh() {
	s.split(s.count, func(from, to int) {
		var r surroundings
		for v := from; v < to; v++ {
			s.quadrics[v], s.marks[v] = r.weigh(s, uint32(v))
		}
	})
}

// weigh adds up the planes of the facets around a vertex, and of the edges to be kept.
func (r *surroundings) weigh(s *surface, v uint32) (q quadric, m mark) {
	r.normals, r.spokes = r.normals[:0], r.spokes[:0]
	corners, here := s.corners(v), vectorAt(s.positions, v)
	for i, corner := range corners {
		next, last := beside(corner)
		to, back := s.indices[next], s.indices[last]
		n := vectorAt(s.positions, to).minus(here).cross(vectorAt(s.positions, back).minus(here))
		if double := math.Sqrt(n.dot(n)); double > 0 {
			n = n.scaled(1 / double)
			q.add(n, double/2)
		}
		r.normals = append(r.normals, n)
		r.spokes = append(r.spokes, uint64(to)<<32|uint64(i)<<1, uint64(back)<<32|uint64(i)<<1|1)
	}
	slices.Sort(r.spokes)
	for rest := r.spokes; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n]>>32 == rest[0]>>32 {
			n++
		}
		weight, known := r.judge(s, corners, rest[:n])
		m |= known
		if weight > 0 {
			edge := vectorAt(s.positions, uint32(rest[0]>>32)).minus(here)
			for _, spoke := range rest[:n] {
				upright := edge.cross(r.normals[uint32(spoke)>>1])
				if length := math.Sqrt(upright.dot(upright)); length > 0 {
					q.add(upright.scaled(1/length), weight*edge.dot(edge))
				}
			}
		}
		rest = rest[n:]
	}
	return q, m
}

// judge says with what weight an edge is to be kept, by the facets at it, and what it makes known of its vertices.
func (r *surroundings) judge(s *surface, corners []uint32, edge []uint64) (weight float64, m mark) {
	if len(edge) != 2 {
		return borderWeight, open
	}
	i, j := uint32(edge[0])>>1, uint32(edge[1])>>1
	if (edge[0]^edge[1])&1 == 0 {
		m |= mixed
	}
	if s.tints > 0 && s.colour(corners[i]) != s.colour(corners[j]) {
		return seamWeight, m | seam
	}
	if r.normals[i].dot(r.normals[j]) < sharpLimit {
		return sharpWeight, m
	}
	return 0, m
}
