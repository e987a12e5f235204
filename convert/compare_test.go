package convert

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"ostrakon/convert/mesh"
	"ostrakon/convert/stl"
)

// holds checks that a scene shows the same facets, solids, colours and bounds
// as the model that the reader found in the file.
func holds(t *testing.T, s *scene, m *stl.Model, r *Result) {
	t.Helper()
	if len(s.solids) != len(m.Solids) || r.Solids != len(m.Solids) {
		t.Fatalf("%d solids in the output, %d in the result, %d in the file", len(s.solids), r.Solids, len(m.Solids))
	}
	if r.Facets != m.Facets() || r.Degenerate != m.Degenerate || r.Dropped != m.Dropped || r.Bounds != m.Bounds {
		t.Errorf("result tells %d facets (%d degenerate, %d dropped) in %v", r.Facets, r.Degenerate, r.Dropped, r.Bounds)
	}
	if flat := r.Vertices == 3*r.Facets; r.Options.Shading == Flat && r.Options.Level != Quantized &&
		r.Options.Level != Compact && !flat {
		t.Errorf("%d vertices for %d flat facets", r.Vertices, r.Facets)
	}
	for i, d := range s.solids {
		sol := m.Solids[i]
		if d.name != sol.Name && !(len(s.solids) == 1 && sol.Name == "") {
			t.Errorf("solid %d is called %q, in the file %q", i, d.name, sol.Name)
		}
		if d.step == 0 {
			sameFacets(t, d, cornersOf(m, sol))
		} else {
			nearFacets(t, d, cornersOf(m, sol))
		}
		facingFacets(t, d, r.Options.Shading)
		sameColours(t, d, m, sol)
	}
	sameBounds(t, s, m)
	if base := *s.doc.Materials[0].PBRMetallicRoughness.BaseColorFactor; m.Color != nil {
		for i, v := range mesh.LinearColor(*m.Color) {
			if base[i] != float64(v) {
				t.Errorf("base colour %v for %v", base, *m.Color)
			}
		}
	}
}

// canonical turns a facet so that the least of its three turns comes out; its
// winding stays.
func canonical[T int32 | float64](f [3][3]T) [3][3]T {
	least := f
	for range 2 {
		f = [3][3]T{f[1], f[2], f[0]}
		if compareFacets(f, least) < 0 {
			least = f
		}
	}
	return least
}

func compareFacets[T cmp.Ordered](a, b [3][3]T) int {
	for i := range 3 {
		if c := slices.Compare(a[i][:], b[i][:]); c != 0 {
			return c
		}
	}
	return 0
}

// fileFacet is facet i of corners; -0 is +0.
func fileFacet(corners []float32, i int) (f [3][3]float64) {
	for c := range 3 {
		for k := range 3 {
			f[c][k] = float64(corners[9*i+3*c+k]) + 0
		}
	}
	return f
}

// sameFacets holds the facets of a drawn solid bit for bit against the file's.
func sameFacets(t *testing.T, d drawn, corners []float32) {
	t.Helper()
	if len(d.corners) != len(corners)/9 {
		t.Fatalf("%d facets drawn, %d in the file", len(d.corners), len(corners)/9)
	}
	want, got := make([][3][3]float64, len(d.corners)), make([][3][3]float64, len(d.corners))
	for i, f := range d.corners {
		for c := range f {
			for k := range f[c] {
				f[c][k] += 0
			}
		}
		want[i], got[i] = canonical(fileFacet(corners, i)), canonical(f)
	}
	slices.SortFunc(want, compareFacets)
	slices.SortFunc(got, compareFacets)
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("facet %v drawn, %v in the file", got[i], want[i])
		}
	}
}

// nearFacets finds every facet of the file among the drawn ones, each corner
// within half a step of the grid in each coordinate.
func nearFacets(t *testing.T, d drawn, corners []float32) {
	t.Helper()
	if len(d.corners) != len(corners)/9 {
		t.Fatalf("%d facets drawn, %d in the file", len(d.corners), len(corners)/9)
	}
	left := make(map[[3][3]int32]int)
	for _, f := range d.corners {
		var g [3][3]int32
		for c := range f {
			for k := range f[c] {
				g[c][k] = int32(math.Round((f[c][k] - d.offset[k]) / d.step))
			}
		}
		left[canonical(g)]++
	}
	for i := range d.corners {
		if !take(left, grid(fileFacet(corners, i), d), 0) {
			t.Fatalf("no facet drawn is near %v", fileFacet(corners, i))
		}
	}
}

// grid is a facet in steps of the quantisation.
func grid(f [3][3]float64, d drawn) (g [9]float64) {
	for i := range g {
		g[i] = (f[i/3][i%3] - d.offset[i%3]) / d.step
	}
	return g
}

// take removes the facet that g rounds to. Where a coordinate lies in the
// middle between two steps, either is right.
func take(left map[[3][3]int32]int, g [9]float64, from int) bool {
	const slack = 0.01 // of a step: float32 arithmetic of the node
	for i := from; i < len(g); i++ {
		if down, part := math.Modf(g[i]); math.Abs(part-0.5) < slack {
			for _, v := range []float64{down, down + 1} {
				h := g
				h[i] = v
				if take(left, h, i+1) {
					return true
				}
			}
			return false
		}
	}
	var key [3][3]int32
	for i, v := range g {
		key[i/3][i%3] = int32(math.Round(v))
	}
	key = canonical(key)
	if left[key] == 0 {
		return false
	}
	left[key]--
	return true
}

// facingFacets checks normals: of unit length, and with flat shading the
// facet's own.
func facingFacets(t *testing.T, d drawn, shading Shading) {
	t.Helper()
	if (d.normals == nil) != (shading == None) {
		t.Fatalf("normals: %t, with shading %s", d.normals != nil, shading)
	}
	tolerance := 1e-4
	if d.step != 0 {
		tolerance = 0.02 // 8 bits
	}
	for i, n := range d.normals {
		own, long := winding(d.corners[i])
		for _, v := range n {
			if l := math.Sqrt(dot(v, v)); math.Abs(l-1) > tolerance {
				t.Fatalf("normal %v has length %v", v, l)
			}
			// A facet that the quantisation made thin turned on the way.
			if shading == Flat && long > 64*d.step && long > 0 && dot(v, own) < 0.99 {
				t.Fatalf("normal %v on a facet that faces %v", v, own)
			}
		}
	}
}

// winding returns the normal of a facet and the least of its heights.
func winding(f [3][3]float64) (normal [3]float64, height float64) {
	var a, b, c [3]float64
	for k := range 3 {
		a[k], b[k], c[k] = f[1][k]-f[0][k], f[2][k]-f[0][k], f[2][k]-f[1][k]
	}
	n := [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	area := math.Sqrt(dot(n, n))
	if area == 0 {
		return n, 0
	}
	for k := range n {
		n[k] /= area
	}
	return n, area / math.Sqrt(max(dot(a, a), dot(b, b), dot(c, c)))
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// sameColours compares the multisets of facets' colours at their corners: order of facets is the
// level's own.
func sameColours(t *testing.T, d drawn, m *stl.Model, sol stl.Solid) {
	t.Helper()
	if (d.colours == nil) != (m.Colors == nil) {
		t.Fatalf("colours drawn: %t; in the file: %t", d.colours != nil, m.Colors != nil)
	}
	linear := mesh.LinearColors(m.ColorsOf(sol))
	count := make(map[[3][4]float64]int)
	for i, drawn := range d.colours {
		var facet [3][4]float64
		for k := range facet {
			for channel, v := range linear[(3*i+k)*len(linear)/(3*len(d.colours))] {
				facet[k][channel] = float64(v) / 65535
			}
		}
		count[turned(facet)]++
		count[turned(drawn)]--
	}
	for c, n := range count {
		if n != 0 {
			t.Errorf("%d facets more of colour %v in the file than drawn", n, c)
		}
	}
}

// turned is the least of the three turns of the colours of a facet.
func turned(c [3][4]float64) [3][4]float64 {
	least := c
	for range 2 {
		c = [3][4]float64{c[1], c[2], c[0]}
		if slices.Compare(slices.Concat(c[0][:], c[1][:], c[2][:]),
			slices.Concat(least[0][:], least[1][:], least[2][:])) < 0 {
			least = c
		}
	}
	return least
}

func sameBounds(t *testing.T, s *scene, m *stl.Model) {
	t.Helper()
	for k := range 3 {
		least, most, step := math.Inf(1), math.Inf(-1), 0.0
		for _, d := range s.solids {
			least, most, step = math.Min(least, d.least[k]), math.Max(most, d.most[k]), math.Max(step, d.step)
		}
		slack := 0.51 * step
		if math.Abs(least-float64(m.Bounds.Min[k])) > slack || math.Abs(most-float64(m.Bounds.Max[k])) > slack {
			t.Errorf("bounds drawn %v to %v, in the file %v", least, most, m.Bounds)
		}
	}
}
