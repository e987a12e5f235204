package solid

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"ostrakon/convert/mesh"
)

// most is how many open edges are kept.
const most = 10_000

// of is the report of solids in millimetres.
func of(t *testing.T, solids ...facets) *Report {
	t.Helper()
	var meshes []mesh.Mesh
	for _, f := range solids {
		meshes = append(meshes, f.weld())
	}
	r := Of(meshes, boxOf(meshes), "mm", 1, most)
	if r == nil {
		t.Fatal("no report")
	}
	return r
}

// boxOf is the box around the vertices of meshes.
func boxOf(meshes []mesh.Mesh) (b Box) {
	var all []float32
	for _, m := range meshes {
		all = append(all, m.Positions...)
	}
	b.Min, b.Max = mesh.Bounds(all)
	return b
}

// near reports whether a is b to a relative 1e-9.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

func TestVolumeAndAreaOfKnownSolids(t *testing.T) {
	ball, wheel := sphere(64, 40, 0), torus(60, 40)
	for name, c := range map[string]struct {
		facets       facets
		volume, area float64 // area 0: not known
	}{
		"cube":          {box(), 8, 24},
		"tetrahedron":   {tetrahedron(), 8.0 / 3, 8 * math.Sqrt(3)},
		"cube far away": {box().moved(1, point{1 << 22, -1 << 22, 1 << 21}), 8, 24},
		"cube of 1e-6":  {box().moved(1.0/(1<<20), point{}), 8 * math.Pow(2, -60), 24 * math.Pow(2, -40)},
		"cube of 1e15":  {box().moved(1<<50, point{}), 8 * math.Pow(2, 150), 24 * math.Pow(2, 100)},
		"inside out":    {box().turned(), 8, 24},
		"sphere":        {ball, ball.exactVolume(), 0},
		"sphere, noisy": {sphere(200, 100, 0.05), sphere(200, 100, 0.05).exactVolume(), 0},
		"sphere far away": {ball.moved(1, point{1000, 2000, -3000}), ball.moved(1, point{1000, 2000, -3000}).exactVolume(),
			0},
		"torus":              {wheel, wheel.exactVolume(), 0},
		"torus in any order": {wheel.shuffled(), wheel.exactVolume(), 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(t, c.facets)
			if !r.Watertight || r.Shells != 1 || r.Volume == nil {
				t.Fatalf("%+v", r)
			}
			if !near(*r.Volume, c.volume) {
				t.Errorf("volume %.15g, want %.15g", *r.Volume, c.volume)
			}
			if c.area != 0 && !near(r.Area, c.area) {
				t.Errorf("area %.15g, want %.15g", r.Area, c.area)
			}
		})
	}
	// Of many facets the polyhedron is nearly the sphere.
	r := of(t, sphere(400, 200, 0)) // 0.02 % less than the ball
	if want := 4.0 / 3 * math.Pi * 50 * 50 * 50; math.Abs(*r.Volume-want) > 3e-4*want ||
		math.Abs(r.Area-4*math.Pi*2500) > 3e-4*4*math.Pi*2500 {
		t.Errorf("volume %g and area %g of a sphere of radius 50", *r.Volume, r.Area)
	}
}

func TestEdgesShellsAndOrientation(t *testing.T) {
	cube := box()
	far := point{10, 0, 0}
	fin := append(append(facets{}, cube...), cube[0], cube[1], point{5, 5, 5}) // a third facet at an edge
	patch := cube[6:9]
	for name, c := range map[string]struct {
		solids []facets
		want   Report
		volume float64 // 0: none
	}{
		"cube":              {[]facets{cube}, Report{Shells: 1, Orientation: Outward, Watertight: true}, 8},
		"inside out":        {[]facets{cube.turned()}, Report{Shells: 1, Orientation: Inward, Watertight: true}, 8},
		"one facet missing": {[]facets{cube.without(3)}, Report{Shells: 1, OpenEdges: 3, Orientation: Unknown}, 0},
		"one facet turned": {[]facets{append(cube.without(2), patch[0], patch[2], patch[1])},
			Report{Shells: 1, FlippedEdges: 3, Orientation: Mixed, Watertight: true}, 0},
		"a fin": {[]facets{fin}, Report{Shells: 1, OpenEdges: 2, NonManifoldEdges: 1, Orientation: Unknown},
			0},
		"a facet twice": {[]facets{append(append(facets{}, cube...), patch...)},
			Report{Shells: 1, NonManifoldEdges: 3, Orientation: Mixed}, 0},
		"one facet": {[]facets{cube[:3]}, Report{Shells: 1, OpenEdges: 3, Orientation: Unknown}, 0},
		"a facet of a line": {[]facets{append(append(facets{}, cube...), cube[0], cube[0], cube[1])},
			Report{Shells: 1, Orientation: Outward, Watertight: true}, 8},
		"two cubes": {[]facets{append(append(facets{}, cube...), cube.moved(1, far)...)},
			Report{Shells: 2, Orientation: Outward, Watertight: true}, 16},
		"one of two inside out": {[]facets{append(append(facets{}, cube...), cube.moved(1, far).turned()...)},
			Report{Shells: 2, Orientation: Mixed, Watertight: true}, 0},
		"a hollow": {[]facets{append(cube.moved(0.5, point{}).turned(), cube...)},
			Report{Shells: 2, Cavities: 1, Orientation: Outward, Watertight: true}, 7},
		"cubes at a corner": {[]facets{append(append(facets{}, cube...), cube.moved(1, point{2, 2, 2})...)},
			Report{Shells: 2, Orientation: Outward, Watertight: true}, 16},
		"cubes along an edge": {[]facets{append(append(facets{}, cube...), cube.moved(1, point{2, 2, 0})...)},
			Report{Shells: 1, NonManifoldEdges: 1, Orientation: Outward}, 16},
		"two solids": {[]facets{cube, cube.moved(1, far)},
			Report{Shells: 2, Orientation: Outward, Watertight: true}, 16},
		"solids side by side": {[]facets{cube, cube.moved(1, point{2, 0, 0})},
			Report{Shells: 2, Orientation: Outward, Watertight: true}, 16},
		"patches of one": {[]facets{cube[:12], cube[12:]}, Report{Shells: 1, Orientation: Outward, Watertight: true},
			8},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(t, c.solids...)
			got := Report{
				Shells: r.Shells, Cavities: r.Cavities, OpenEdges: r.OpenEdges, NonManifoldEdges: r.NonManifoldEdges,
				FlippedEdges: r.FlippedEdges, Orientation: r.Orientation, Watertight: r.Watertight,
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
			if (r.Volume != nil) != (c.volume != 0) || r.Volume != nil && !near(*r.Volume, c.volume) {
				t.Errorf("volume %v, want %g", r.Volume, c.volume)
			}
			if (r.Weights != nil) != (r.Volume != nil) {
				t.Errorf("weights %v", r.Weights)
			}
			if len(r.Edges) != r.OpenEdges {
				t.Errorf("%d places of %d open edges", len(r.Edges), r.OpenEdges)
			}
			if r.Solids != len(c.solids) {
				t.Errorf("%d solids", r.Solids)
			}
		})
	}
}

// counted counts edges with a map, as a check of the table.
func counted(m mesh.Mesh) (c edgeCounts, shells int) {
	type edge [2]uint32
	ways := make(map[edge][]bool)
	first := make(map[edge]uint32)
	above := make(map[uint32]uint32)
	root := func(f uint32) uint32 {
		for above[f] != f {
			above[f] = above[above[f]]
			f = above[f]
		}
		return f
	}
	for i := 0; i < len(m.Indices); i += 3 {
		f := m.Indices[i : i+3]
		if f[0] == f[1] || f[1] == f[2] || f[2] == f[0] {
			continue
		}
		facet := uint32(i / 3)
		above[facet] = facet
		shells++
		for k := range 3 {
			a, b := f[k], f[(k+1)%3]
			e := edge{min(a, b), max(a, b)}
			ways[e] = append(ways[e], a < b)
			if other, known := first[e]; !known {
				first[e] = facet
			} else if a, b := root(facet), root(other); a != b {
				above[a] = b
				shells--
			}
		}
	}
	for _, w := range ways {
		up := 0
		for _, upward := range w {
			if upward {
				up++
			}
		}
		switch {
		case len(w) == 1:
			c.open++
		case len(w) == 2 && up != 1:
			c.flipped++
		case len(w) > 2:
			c.nonManifold++
			if 2*up != len(w) {
				c.unbalanced++
			}
		}
	}
	return c, shells
}

func TestTableCountsAsAMapDoes(t *testing.T) {
	// A fan has more edges at one vertex than a row of the table has places.
	fan := sphere(300, 2, 0)
	some := torus(120, 100)
	tangle := facets{} // few places: many facets at each edge
	for i, p := range sphere(61, 30, 0) {
		tangle = append(tangle, point{float32((i*i + int(p[0])) % 7), float32(i % 5), float32((i / 7) % 3)})
	}
	for name, f := range map[string]facets{
		"fan": fan, "torus": some, "shuffled": some.shuffled(), "half": some.shuffled()[:len(some)/6*3],
		"turned in part": append(some[:30000:30000].turned(), some[30000:]...), "tangle": tangle,
		"fan twice": append(fan.shuffled(), fan...),
	} {
		t.Run(name, func(t *testing.T) {
			m := f.weld()
			want, shells := counted(m)
			for _, cores := range []int{1, 2, 7} {
				s := newSurface(m, boxOf([]mesh.Mesh{m}))
				s.workers = cores
				got := s.countEdges(most)
				if got.edgeCounts != want || got.shells != shells {
					t.Errorf("%d cores: %+v and %d shells, want %+v and %d", cores, got.edgeCounts, got.shells, want, shells)
				}
				if len(got.places) != min(want.open, most) {
					t.Errorf("%d cores: %d places of %d open edges", cores, len(got.places), want.open)
				}
			}
		})
	}
}

func TestReportIsTheSameOnAnyNumberOfCores(t *testing.T) {
	f := sphere(200, 150, 0.01).shuffled()
	f = f[:len(f)-30000]
	m := f.weld()
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	var first *Report
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		r := Of([]mesh.Mesh{m}, boxOf([]mesh.Mesh{m}), "mm", 1, most)
		if first == nil {
			first = r
		}
		if !reflect.DeepEqual(r, first) {
			t.Errorf("%d cores: another report", cores)
		}
	}
	if len(first.Edges) != most || first.OpenEdges <= most {
		t.Errorf("%d places of %d open edges", len(first.Edges), first.OpenEdges)
	}
}

func TestOpenEdgesAreWhereAFacetIsMissing(t *testing.T) {
	f := torus(20, 10)
	hole := f[30:33]
	r := of(t, f.without(10))
	if len(r.Edges) != 3 {
		t.Fatalf("%d open edges", len(r.Edges))
	}
	for k := range 3 {
		a, b := hole[k], hole[(k+1)%3]
		found := false
		for _, e := range r.Edges {
			found = found || e == [2][3]float32{a, b} || e == [2][3]float32{b, a}
		}
		if !found {
			t.Errorf("the edge from %v to %v is not among %v", a, b, r.Edges)
		}
	}
}

func TestUnitHint(t *testing.T) {
	for _, c := range []struct {
		longest     float64
		unit        string
		millimetres float64
		want        string // "" no hint
		instead     float64
	}{
		{0.2, "mm", 1, "m", 200},
		{0.004, "mm", 1, "m", 4},
		{1.5, "mm", 1, "in", 38.1},
		{2, "mm", 1, "", 0},
		{20, "mm", 1, "", 0},
		{5000, "mm", 1, "", 0},
		{1e-5, "mm", 1, "", 0}, // a speck in any unit
		{0.2, "m", 1000, "", 0},
		{200, "m", 1000, "mm", 200},
		{600, "in", 25.4, "mm", 600},
		{6000, "mm", 1, "", 0},
		{1e9, "m", 1000, "", 0},
		{0, "mm", 1, "", 0},
	} {
		hint := unitHint(c.longest, c.unit, c.millimetres)
		switch {
		case hint == nil && c.want != "":
			t.Errorf("%g %s: no hint, want %s", c.longest, c.unit, c.want)
		case hint != nil && (hint.Unit != c.want || !near(hint.Instead, c.instead) ||
			!near(hint.Millimetres, c.longest*c.millimetres)):
			t.Errorf("%g %s: %+v, want %s and %g", c.longest, c.unit, hint, c.want, c.instead)
		case hint != nil && (hint.Metres != 0) != (c.want == "in"):
			t.Errorf("%g %s: %g metres, and %s", c.longest, c.unit, hint.Metres, c.want)
		}
	}
}

func TestWeightsCountInCubicCentimetres(t *testing.T) {
	for unit, millimetres := range map[string]float64{"mm": 1, "cm": 10, "in": 25.4} {
		cube := []mesh.Mesh{box().weld()}
		r := Of(cube, boxOf(cube), unit, millimetres, 0)
		if len(r.Weights) != len(Materials()) {
			t.Fatalf("%d weights", len(r.Weights))
		}
		for i, w := range r.Weights {
			side := 2 * millimetres / 10
			if want := side * side * side * Materials()[i].Density; !near(w.Grams, want) {
				t.Errorf("%s as %s: %g g, want %g", w.Material, unit, w.Grams, want)
			}
		}
	}
}

func TestNothingToReport(t *testing.T) {
	if r := Of(nil, Box{}, "mm", 1, most); r != nil {
		t.Errorf("a report of nothing: %+v", r)
	}
	// Only facets that are points.
	if r := of(t, facets{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}); r.Shells != 0 || r.Watertight || r.Volume != nil {
		t.Errorf("%+v", r)
	}
}

func BenchmarkReport(b *testing.B) {
	for name, f := range map[string]facets{
		"sphere": sphere(1000, 501, 0.002), "shuffled": sphere(1000, 501, 0.002).shuffled(), "torus": torus(707, 707),
	} {
		b.Run(name+"/1M", func(b *testing.B) {
			m := []mesh.Mesh{f.weld()}
			around := boxOf(m)
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				Of(m, around, "mm", 1, most)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(m[0].Facets()), "ns/facet")
		})
	}
	corners := sphere(1000, 501, 0.002)
	b.Run("weld", func(b *testing.B) {
		for b.Loop() {
			corners.weld()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(corners)/3), "ns/facet")
	})
}
