package simplify

import "slices"

// maxCorners is the largest number of corners that two vertices may have together. No usual mesh has so many, and a
// vertex with more gets rid of them by the edges around it.
const maxCorners = 96

// flipLimit is the cosine of the angle by which a facet may turn at most.
const flipLimit = 0.25

// hand collapses one edge after another.
type hand struct {
	removed int     // facets
	error   float64 // the largest root of a mean squared distance
	u, v    ring
	common  []uint32 // vertices around both
}

// ring are the facets around a vertex of an edge.
type ring struct {
	pairs []pair   // the other corners of facets that do not have the edge
	apex  []pair   // the third corner of facets that have the edge, and its facet
	link  []uint32 // the vertices around, but for the other one of the edge
}

// pair is the next and the last vertex of a facet after a vertex, and the facet.
type pair struct{ next, last, facet uint32 }

// gather fills a ring with what is left around a vertex, the other end of whose edge is other.
func (r *ring) gather(s *surface, v, other uint32) {
	r.pairs, r.apex, r.link = r.pairs[:0], r.apex[:0], r.link[:0]
	plain := s.marks[v]&(open|mixed) == 0
	for _, corner := range s.corners(v) {
		next, last := beside(corner)
		a, b := s.into[s.indices[next]], s.into[s.indices[last]]
		if a == b {
			continue // gone
		}
		facet := pair{a, b, corner / 3}
		switch other {
		case a:
			r.apex = append(r.apex, facet)
		case b:
			r.apex = append(r.apex, pair{b, a, corner / 3})
		default:
			r.pairs = append(r.pairs, facet)
		}
		if plain {
			if a != other {
				r.link = append(r.link, a)
			}
			continue
		}
		for _, w := range [2]uint32{a, b} {
			if w != other && !slices.Contains(r.link, w) {
				r.link = append(r.link, w)
			}
		}
	}
}

// collapse makes one vertex of an edge, if that is possible.
func (h *hand) collapse(p *pass, u, v uint32) {
	if len(p.corners(u))+len(p.corners(v)) > maxCorners {
		return
	}
	h.u.gather(p.surface, u, v)
	h.v.gather(p.surface, v, u)
	if !h.linked(p.marks[u]&p.marks[v]) || !p.loose && p.marks[u]&p.marks[v]&seam != 0 && h.pinches(p.surface) {
		return
	}
	here := vectorAt(p.positions, u)
	var f form
	e, _ := f.join(&p.quadrics[u], &p.quadrics[v], vectorAt(p.positions, v).minus(here))
	place := [3]float32{float32(here.x + e.x), float32(here.y + e.y), float32(here.z + e.z)}
	to := vector{float64(place[0]), float64(place[1]), float64(place[2])}
	if h.u.flips(p.positions, here, to) || h.v.flips(p.positions, vectorAt(p.positions, v), to) {
		return
	}
	q, miss := f.from(to.minus(here))
	copy(p.positions[3*v:3*v+3], place[:])
	p.quadrics[v] = q
	p.marks[v] |= p.marks[u] | touched
	p.marks[u] |= touched
	p.into[u] = v
	h.removed += len(h.u.apex)
	h.error = max(h.error, miss)
}

// linked reports whether the surface stays what it is if the edge becomes a vertex: closed where it is closed, and a
// surface where it is one. It stays if the vertices around both ends are those of the facets at the edge, and if no two
// facets become the same one. both are the marks that the two ends share.
func (h *hand) linked(both mark) bool {
	h.common = h.common[:0]
	for _, w := range h.v.link {
		if slices.Contains(h.u.link, w) {
			h.common = append(h.common, w)
		}
	}
	apex := h.u.apex
	if len(h.common) != len(apex) || len(apex) == 2 && (both&open != 0 || apex[0].last == apex[1].last) {
		return false
	}
	if len(h.u.pairs)+len(h.v.pairs) == 0 || len(apex) == 1 && !h.held(apex[0].last) {
		return false // the last facets of a part
	}
	for _, a := range h.u.pairs {
		if !slices.Contains(h.common, a.next) || !slices.Contains(h.common, a.last) {
			continue
		}
		for _, b := range h.v.pairs {
			if a.next == b.next && a.last == b.last || a.next == b.last && a.last == b.next {
				return false
			}
		}
	}
	return true
}

// held reports whether a facet beside the edge has a vertex.
func (h *hand) held(w uint32) bool {
	has := func(p pair) bool { return p.next == w || p.last == w }
	return slices.ContainsFunc(h.u.pairs, has) || slices.ContainsFunc(h.v.pairs, has)
}

// pinches reports whether an edge between two vertices at borders of colours must stay: it leads from one border to
// another, or a facet at it is the last one of a region.
func (h *hand) pinches(s *surface) bool {
	apex := h.u.apex
	if len(apex) == 2 && s.colour(3*apex[0].facet) == s.colour(3*apex[1].facet) {
		return true
	}
	for _, a := range apex {
		same := func(p pair) bool {
			return (p.next == a.last || p.last == a.last) && s.colour(3*p.facet) == s.colour(3*a.facet)
		}
		if !slices.ContainsFunc(h.u.pairs, same) && !slices.ContainsFunc(h.v.pairs, same) {
			return true
		}
	}
	return false
}

// flips reports whether a facet turns too far if its vertex goes from one place to another.
func (r *ring) flips(positions []float32, from, to vector) bool {
	for _, p := range r.pairs {
		a := vectorAt(positions, p.next)
		side := vectorAt(positions, p.last).minus(a)
		before, after := side.cross(from.minus(a)), side.cross(to.minus(a))
		turn := before.dot(after)
		if turn <= 0 && before.dot(before) > 0 ||
			turn*turn < flipLimit*flipLimit*before.dot(before)*after.dot(after) {
			return true
		}
	}
	return false
}
