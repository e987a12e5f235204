package simplify

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"ostrakon/convert/bench"
	"ostrakon/convert/mesh"
	"ostrakon/convert/simplify/simplifytest"
	"ostrakon/convert/solid"
)

func shaped(shape bench.Shape, facets int) mesh.Mesh {
	var corners []float32
	shape(facets, func(c *[9]float32) { corners = append(corners, c[:]...) })
	return mesh.Weld(corners)
}

// ball is a smooth closed sphere of radius 1 around the origin.
func ball(facets int, facet func(c *[9]float32)) {
	bench.Scan(facets, func(c *[9]float32) {
		var out [9]float32
		for i := 0; i < 9; i += 3 {
			x, y, z := float64(c[i]), float64(c[i+1]), float64(c[i+2])
			r := math.Sqrt(x*x + y*y + z*z)
			// Coarse steps, so that the poles and the seam meet.
			out[i], out[i+1], out[i+2] = grain(x/r), grain(y/r), grain(z/r)
		}
		facet(&out)
	})
}

func grain(v float64) float32 { return float32(math.Round(v*1e5) / 1e5) }

// box is a cube of n by n squares a side.
func box(n int) mesh.Mesh {
	var corners []float32
	quad := func(at func(u, v float32) [3]float32, i, j int) {
		u0, u1, v0, v1 := float32(i), float32(i+1), float32(j), float32(j+1)
		for _, p := range [6][3]float32{at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v0), at(u1, v1), at(u0, v1)} {
			corners = append(corners, p[:]...)
		}
	}
	far := float32(n)
	for i := range n {
		for j := range n {
			quad(func(u, v float32) [3]float32 { return [3]float32{v, u, 0} }, i, j)
			quad(func(u, v float32) [3]float32 { return [3]float32{u, v, far} }, i, j)
			quad(func(u, v float32) [3]float32 { return [3]float32{u, 0, v} }, i, j)
			quad(func(u, v float32) [3]float32 { return [3]float32{v, far, u} }, i, j)
			quad(func(u, v float32) [3]float32 { return [3]float32{0, v, u} }, i, j)
			quad(func(u, v float32) [3]float32 { return [3]float32{far, u, v} }, i, j)
		}
	}
	return mesh.Weld(corners)
}

func clone(m mesh.Mesh) mesh.Mesh {
	m.Positions, m.Indices = slices.Clone(m.Positions), slices.Clone(m.Indices)
	return m
}

func simplified(t testing.TB, m mesh.Mesh, most int) (mesh.Mesh, float64) {
	t.Helper()
	out, _, apart, err := Mesh(clone(m), nil, most, func(float64) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if slices.Max(out.Indices) != uint32(out.Vertices()-1) {
		t.Fatalf("the greatest index is %d of %d vertices", slices.Max(out.Indices), out.Vertices())
	}
	return out, apart
}

// report is about the facets as a reader welds them.
func report(m mesh.Mesh) *solid.Report {
	var corners []float32
	for _, v := range m.Indices {
		corners = append(corners, m.Positions[3*v:3*v+3]...)
	}
	low, high := mesh.Bounds(m.Positions)
	return solid.Of([]mesh.Mesh{mesh.Weld(corners)}, solid.Box{Min: low, Max: high}, "mm", 1, 0)
}

func TestClosedSurfacesStayClosedWithinTheirBudget(t *testing.T) {
	for name, m := range map[string]mesh.Mesh{
		"gyroid": shaped(bench.Gyroid, 40_000), "scan": shaped(bench.Scan, 40_000), "ball": shaped(ball, 40_000),
	} {
		before := report(m)
		for _, most := range []int{20_000, 3_000} {
			out, apart := simplified(t, m, most)
			if n := out.Facets(); n > most || n < most*99/100 {
				t.Errorf("%s: %d facets for a budget of %d", name, n, most)
			}
			after := report(out)
			if !after.Watertight || after.Orientation != before.Orientation || after.Shells != before.Shells ||
				after.FlippedEdges != 0 {
				t.Errorf("%s: of %+v became %+v", name, before, after)
			}
			if most > 3_000 {
				continue
			}
			if d := simplifytest.Distance(m, out); apart < d.Mean || apart > 20*d.Most {
				t.Errorf("%s: the estimate is %g, the distance %+v", name, apart, d)
			}
		}
	}
}

func TestNoFacetTurnsOver(t *testing.T) {
	out, _ := simplified(t, shaped(ball, 40_000), 800)
	for f := 0; f < len(out.Indices); f += 3 {
		a, b, c := vectorAt(out.Positions, out.Indices[f]), vectorAt(out.Positions, out.Indices[f+1]),
			vectorAt(out.Positions, out.Indices[f+2])
		n := b.minus(a).cross(c.minus(a))
		if cosine := n.dot(a) / math.Sqrt(n.dot(n)*a.dot(a)); !(cosine > 0.8) {
			t.Errorf("facet %d has a cosine of %g to the radius", f/3, cosine)
		}
	}
}

func TestEdgesOfABoxStaySharp(t *testing.T) {
	out, apart := simplified(t, box(40), 12)
	r := report(out)
	if out.Facets() != 12 || !r.Watertight || math.Abs(*r.Volume-64_000) > 1 || apart > 1e-3 {
		t.Errorf("%d facets, off by %g: %+v", out.Facets(), apart, r)
	}
}

func TestBordersStay(t *testing.T) {
	m := shaped(bench.Sheet, 20_000)
	for i := 2; i < len(m.Positions); i += 3 {
		m.Positions[i] = 0
	}
	before := report(m)
	out, _ := simplified(t, m, 50)
	after := report(out)
	if math.Abs(after.Area-before.Area) > 1e-4*before.Area || after.Size != before.Size {
		t.Errorf("of %+v became %+v", before, after)
	}
}

func TestBordersOfColoursStay(t *testing.T) {
	m := box(30)
	colours := make([][4]uint8, m.Facets())
	var areas [2]float64
	side := func(m mesh.Mesh, f int) (middle, area float64) {
		a, b, c := vectorAt(m.Positions, m.Indices[3*f]), vectorAt(m.Positions, m.Indices[3*f+1]),
			vectorAt(m.Positions, m.Indices[3*f+2])
		n := b.minus(a).cross(c.minus(a))
		return (a.x + b.x + c.x) / 3, math.Sqrt(n.dot(n)) / 2
	}
	for f := range colours {
		middle, area := side(m, f)
		if middle > 11 {
			colours[f] = [4]uint8{255, 0, 0, 255}
			areas[1] += area
		} else {
			areas[0] += area
		}
	}
	out, colours, _, err := Mesh(m, colours, 60, func(float64) error { return nil })
	if err != nil || len(colours) != out.Facets() || out.Facets() > 60 {
		t.Fatalf("%d facets with %d colours, %v", out.Facets(), len(colours), err)
	}
	for f, c := range colours {
		middle, area := side(out, f)
		if red := c[0] > 0; red != (middle > 11) {
			t.Errorf("facet %d at %g has the colour of the other side", f, middle)
		} else if red {
			areas[1] -= area
		} else {
			areas[0] -= area
		}
	}
	if math.Abs(areas[0]) > 0.5 || math.Abs(areas[1]) > 0.5 {
		t.Errorf("areas of the colours are off by %v", areas)
	}
}

func TestColoursEverywhereDoNotKeepTheBudgetFromBeingMet(t *testing.T) {
	m := shaped(ball, 20_000)
	colours := make([][4]uint8, m.Facets())
	for f := range colours {
		colours[f] = [4]uint8{uint8(f), uint8(f >> 8), 0, 255}
	}
	out, _, _, err := Mesh(m, colours, 2_000, func(float64) error { return nil })
	if err != nil || out.Facets() > 2_000 || !report(out).Watertight {
		t.Errorf("%d facets, %v", out.Facets(), err)
	}
}

func TestNoShellVanishes(t *testing.T) {
	m := shaped(ball, 4_000)
	for i := range 50 {
		small := shaped(ball, 30)
		base := uint32(m.Vertices())
		for k, p := range small.Positions {
			m.Positions = append(m.Positions, p*0.001+[3]float32{float32(i), 3, 0}[k%3])
		}
		for _, v := range small.Indices {
			m.Indices = append(m.Indices, base+v)
		}
	}
	out, _ := simplified(t, m, 10)
	if r := report(out); r.Shells != 51 || !r.Watertight || out.Facets() != 4*51 {
		t.Errorf("%d facets: %+v", out.Facets(), r)
	}
}

func TestDamagedMeshesComeOutWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	cases := map[string]mesh.Mesh{
		"pillow": {Positions: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, Indices: []uint32{0, 1, 2, 2, 1, 0, 0, 1, 2, 0, 0, 1}},
		"point":  {Positions: make([]float32, 300), Indices: make([]uint32, 300)},
		"line":   {},
	}
	for i := range uint32(300) {
		line := cases["line"]
		line.Positions = append(line.Positions, float32(i), 0, 0)
		line.Indices = append(line.Indices, i, (i+1)%300, (i+2)%300)
		cases["line"] = line
	}
	soup, hub := mesh.Mesh{}, mesh.Mesh{Positions: []float32{0, 0, 5}}
	for range 200 {
		soup.Positions = append(soup.Positions, random.Float32()*1e38, random.Float32()*1e-30, random.Float32())
	}
	for range 5_000 {
		soup.Indices = append(soup.Indices, random.Uint32N(200), random.Uint32N(200), random.Uint32N(200))
	}
	for i := range uint32(5_000) {
		angle := float64(i) * 2 * math.Pi / 5_000
		hub.Positions = append(hub.Positions, float32(math.Cos(angle)), float32(math.Sin(angle)), 0)
		hub.Indices = append(hub.Indices, 0, i+1, (i+1)%5_000+1)
	}
	cases["soup"], cases["hub"] = soup, hub
	for name, m := range cases {
		before := m.Facets()
		out, _, apart, err := Mesh(m, nil, min(20, before-1), func(float64) error { return nil })
		if err != nil || out.Facets() > before || math.IsNaN(apart) {
			t.Errorf("%s: %d facets of %d, off by %g, %v", name, out.Facets(), before, apart, err)
		}
		for f := 0; f < len(out.Indices); f += 3 {
			a, b, c := out.Indices[f], out.Indices[f+1], out.Indices[f+2]
			if int(max(a, b, c)) >= out.Vertices() || name != "point" && thin(a, b, c) {
				t.Fatalf("%s: facet %d of %d vertices is %d %d %d", name, f/3, out.Vertices(), a, b, c)
			}
		}
		if name == "hub" && out.Facets() > 20 {
			t.Errorf("%s: %d facets", name, out.Facets())
		}
	}
}

func TestTheNumberOfCoresDoesNotCount(t *testing.T) {
	m := shaped(bench.Gyroid, 150_000)
	cores := runtime.GOMAXPROCS(1)
	one, _ := simplified(t, m, 30_000)
	runtime.GOMAXPROCS(max(cores, 3))
	several, _ := simplified(t, m, 30_000)
	runtime.GOMAXPROCS(cores)
	if !slices.Equal(one.Indices, several.Indices) || !slices.Equal(one.Positions, several.Positions) {
		t.Error("three cores make another mesh than one")
	}
}

func TestProgressStopsTheWork(t *testing.T) {
	stop := errors.New("stop")
	_, _, _, err := Mesh(shaped(ball, 4_000), nil, 100, func(float64) error { return stop })
	if !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkMesh(b *testing.B) {
	for name, shape := range map[string]bench.Shape{"scan": bench.Scan, "gyroid": bench.Gyroid, "sheet": bench.Sheet} {
		m := shaped(shape, 1_000_000)
		b.Run(name, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				in := clone(m)
				b.StartTimer()
				if _, _, _, err := Mesh(in, nil, 20_000, func(float64) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
