// Package simplifytest measures how far two surfaces are apart, for tests.
package simplifytest

import (
	"cmp"
	"math"
	"slices"

	"ostrakon/convert/cores"
	"ostrakon/convert/mesh"
)

// samples is the number of places on each surface that Distance measures from.
const samples = 50_000

// Apart is how far two surfaces are apart: at samples, spread evenly by area, on each of them, to the nearest place on
// the other.
type Apart struct {
	Mean, RMS, Most float64
}

// Distance measures both ways between two surfaces, and returns what is greater each time.
func Distance(a, b mesh.Mesh) Apart {
	var ways [2]Apart
	cores.Run(2, func(i int) {
		if i == 0 {
			ways[i] = oneWay(a, b)
		} else {
			ways[i] = oneWay(b, a)
		}
	})
	return Apart{max(ways[0].Mean, ways[1].Mean), max(ways[0].RMS, ways[1].RMS), max(ways[0].Most, ways[1].Most)}
}

type point [3]float64

func at(m mesh.Mesh, v uint32) point {
	return point{float64(m.Positions[3*v]), float64(m.Positions[3*v+1]), float64(m.Positions[3*v+2])}
}

func corners(m mesh.Mesh, f int) (a, b, c point) {
	return at(m, m.Indices[3*f]), at(m, m.Indices[3*f+1]), at(m, m.Indices[3*f+2])
}

func minus(a, b point) point { return point{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func dot(a, b point) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func along(a point, t float64, d point) point {
	return point{a[0] + t*d[0], a[1] + t*d[1], a[2] + t*d[2]}
}

func area(a, b, c point) float64 {
	u, v := minus(b, a), minus(c, a)
	n := point{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	return math.Sqrt(dot(n, n)) / 2
}

func oneWay(from, to mesh.Mesh) Apart {
	tree := newTree(to)
	total := 0.0
	for f := range from.Facets() {
		total += area(corners(from, f))
	}
	var result Apart
	next, sum := 0, 0.0
	for f := range from.Facets() {
		a, b, c := corners(from, f)
		sum += area(a, b, c)
		for ; next < samples && (float64(next)+0.5)/samples*total <= sum; next++ {
			// A sequence that covers a square evenly, folded into the triangle.
			_, s := math.Modf(float64(next) * 0.7548776662466927)
			_, t := math.Modf(float64(next) * 0.5698402909980532)
			if s+t > 1 {
				s, t = 1-s, 1-t
			}
			d := tree.nearest(along(along(a, s, minus(b, a)), t, minus(c, a)))
			result.Mean += d / samples
			result.RMS += d * d / samples
			result.Most = max(result.Most, d)
		}
	}
	result.RMS = math.Sqrt(result.RMS)
	return result
}

// tree finds the nearest facet.
type tree struct {
	mesh   mesh.Mesh
	facets []int32
	nodes  []node // a heap: those below i are 2i+1 and 2i+2
	leaf   int    // the first node of the last row
}

type node struct{ low, high point }

func newTree(m mesh.Mesh) *tree {
	t := &tree{mesh: m, facets: make([]int32, m.Facets())}
	middles := make([]point, m.Facets())
	for f := range t.facets {
		t.facets[f] = int32(f)
		a, b, c := corners(m, f)
		for k := range 3 {
			middles[f][k] = a[k] + b[k] + c[k]
		}
	}
	leaves := 1
	for 4*leaves < len(t.facets) {
		leaves *= 2
	}
	t.leaf = leaves - 1
	t.nodes = make([]node, 2*leaves-1)
	t.build(0, 0, len(t.facets), middles)
	return t
}

func (t *tree) build(i, from, to int, middles []point) {
	n := node{point{math.Inf(1), math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1), math.Inf(-1)}}
	if i >= t.leaf {
		for _, f := range t.facets[from:to] {
			a, b, c := corners(t.mesh, int(f))
			for k := range 3 {
				n.low[k] = min(n.low[k], a[k], b[k], c[k])
				n.high[k] = max(n.high[k], a[k], b[k], c[k])
			}
		}
		t.nodes[i] = n
		return
	}
	for _, f := range t.facets[from:to] {
		for k := range 3 {
			n.low[k], n.high[k] = min(n.low[k], middles[f][k]), max(n.high[k], middles[f][k])
		}
	}
	axis := 0
	for k := range 3 {
		if n.high[k]-n.low[k] > n.high[axis]-n.low[axis] {
			axis = k
		}
	}
	slices.SortFunc(t.facets[from:to], func(a, b int32) int { return cmp.Compare(middles[a][axis], middles[b][axis]) })
	half := t.half(from, to)
	t.build(2*i+1, from, half, middles)
	t.build(2*i+2, half, to, middles)
	a, b := t.nodes[2*i+1], t.nodes[2*i+2]
	for k := range 3 {
		n.low[k], n.high[k] = min(a.low[k], b.low[k]), max(a.high[k], b.high[k])
	}
	t.nodes[i] = n
}

func (t *tree) half(from, to int) int { return from + (to-from)/2 }

func (n *node) squared(p point) (d float64) {
	for k := range 3 {
		if out := max(n.low[k]-p[k], p[k]-n.high[k], 0); out > 0 {
			d += out * out
		}
	}
	return d
}

func (t *tree) nearest(p point) float64 {
	best := math.Inf(1)
	t.search(0, 0, len(t.facets), p, &best)
	return math.Sqrt(best)
}

func (t *tree) search(i, from, to int, p point, best *float64) {
	if i >= t.leaf {
		for _, f := range t.facets[from:to] {
			a, b, c := corners(t.mesh, int(f))
			*best = min(*best, toTriangle(p, a, b, c))
		}
		return
	}
	half := t.half(from, to)
	l, r := t.nodes[2*i+1].squared(p), t.nodes[2*i+2].squared(p)
	if l <= r {
		if l < *best {
			t.search(2*i+1, from, half, p, best)
		}
		if r < *best {
			t.search(2*i+2, half, to, p, best)
		}
		return
	}
	if r < *best {
		t.search(2*i+2, half, to, p, best)
	}
	if l < *best {
		t.search(2*i+1, from, half, p, best)
	}
}

// toTriangle is the squared distance from a point to a triangle.
func toTriangle(p, a, b, c point) float64 {
	ab, ac, ap := minus(b, a), minus(c, a), minus(p, a)
	uu, uv, vv, pu, pv := dot(ab, ab), dot(ab, ac), dot(ac, ac), dot(ap, ab), dot(ap, ac)
	if det := uu*vv - uv*uv; det > 0 {
		s, t := (vv*pu-uv*pv)/det, (uu*pv-uv*pu)/det
		if s >= 0 && t >= 0 && s+t <= 1 {
			d := minus(along(along(a, s, ab), t, ac), p)
			return dot(d, d)
		}
	}
	return min(toSide(p, a, b), toSide(p, b, c), toSide(p, c, a))
}

func toSide(p, a, b point) float64 {
	ab, t := minus(b, a), 0.0
	if l := dot(ab, ab); l > 0 {
		t = min(max(dot(minus(p, a), ab)/l, 0), 1)
	}
	d := minus(along(a, t, ab), p)
	return dot(d, d)
}
