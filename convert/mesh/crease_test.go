package mesh

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func dot(a, b [3]float32) float64 {
	return direction{a[0], a[1], a[2]}.dot(direction{b[0], b[1], b[2]})
}

func length(n []float32) float64 {
	return math.Sqrt(dot([3]float32(n), [3]float32(n)))
}

// checkNormals: the validator's tolerance is 0.00674; ours is float32's.
func checkNormals(t interface{ Fatalf(string, ...any) }, normals []float32) {
	for i := 0; i < len(normals); i += 3 {
		if l := length(normals[i : i+3]); !(math.Abs(l-1) < 1e-6) {
			t.Fatalf("normal %d is %v, of length %v", i/3, normals[i:i+3], l)
		}
	}
}

func scaled(corners []float32, by float32) []float32 {
	out := slices.Clone(corners)
	for i := range out {
		out[i] *= by
	}
	return out
}

func TestNormalsOfAnySize(t *testing.T) {
	want := make([]float32, len(tetrahedron()))
	FlatNormals(want, tetrahedron())
	for _, size := range []float32{1e-45, 1e-40, 1e-30, 1e-20, 1, 1e15, 1e30, math.MaxFloat32} {
		got := make([]float32, len(want))
		FlatNormals(got, scaled(tetrahedron(), size))
		checkNormals(t, got)
		for i := range got {
			if math.Abs(float64(got[i]-want[i])) > 1e-6 {
				t.Fatalf("at size %g the normals are %v, not %v", size, got, want)
			}
		}
		m := Crease(Weld(scaled(tetrahedron(), size)), 30)
		checkNormals(t, m.Normals)
		if m.Vertices() != 12 {
			t.Errorf("at size %g there are %d vertices, not 12", size, m.Vertices())
		}
	}
}

func TestNormalsPointOutOfCounterClockwiseFacets(t *testing.T) {
	corners := facets(point{0, 0, 0}, point{1, 0, 0}, point{0, 1, 0}, point{0, 0, 0}, point{0, 1, 0}, point{1, 0, 0})
	normals := make([]float32, 18)
	FlatNormals(normals, corners)
	if want := (point{0, 0, 1}); point(normals) != want {
		t.Errorf("counter-clockwise: %v", normals[:3])
	}
	if want := (point{0, 0, -1}); point(normals[9:]) != want {
		t.Errorf("clockwise: %v", normals[9:12])
	}
}

func TestNormalOfNoAreaIsUp(t *testing.T) {
	line := facets(point{0, 0, 0}, point{1, 2, 3}, point{2, 4, 6})
	normals := make([]float32, 9)
	FlatNormals(normals, line)
	if point(normals) != (point{0, 0, 1}) {
		t.Errorf("a line's normal is %v", normals[:3])
	}
	dot := facets(point{1, 1, 1}, point{1, 1, 1}, point{1, 1, 1})
	if m := Smooth(Weld(dot)); point(m.Normals) != (point{0, 0, 1}) {
		t.Errorf("a point's normal is %v", m.Normals)
	}
}

func TestAngleIsThatOfAtan2(t *testing.T) {
	for i := 1; i < 2000; i++ {
		y, x := math.Sincos(math.Pi * float64(i) / 2000)
		if got, want := angle(y, x), math.Atan2(y, x); math.Abs(got-want) > 3e-8 {
			t.Fatalf("angle(%v, %v) = %v, not %v", y, x, got, want)
		}
	}
}

func TestCrease(t *testing.T) {
	for name, c := range map[string]struct {
		corners  []float32
		degrees  float64
		vertices int
	}{
		"cube at 30 has four vertices a side":     {cube(), 30, 24},
		"cube at 89.9 too":                        {cube(), 89.9, 24},
		"cube at 90 is a tie, hence smooth":       {cube(), 90, 8},
		"cube at 180":                             {cube(), 180, 8},
		"tetrahedron is all edges":                {tetrahedron(), 30, 12},
		"cylinder's caps are split off":           {cylinder(36), 30, 2*36*2 + 2},
		"cylinder of 12 sides meets at 30, a tie": {cylinder(12), 30, 2*12*2 + 2},
		"cylinder of 11 sides has edges":          {cylinder(11), 30, 2*11*3 + 2},
		"sphere stays whole":                      {sphere(24, 12), 30, 24*11 + 2},
		"a cone's tip is round":                   {cone(36, 1), 30, 37},
		"a cone of four sides has four tips":      {cone(4, 1), 30, 12},
		"torus stays whole":                       {torus(40, 40), 30, 1600},
		"flat facets stay whole at 0":             {cylinder(36), 0, 36*6 + 2},
		"facets that share nothing":               {soup(100), 30, 300},
		"two cubes that touch at a point":         {append(cube(), moved(cube(), 2)...), 30, 48},
		"every facet twice is as once":            {append(sphere(24, 12), sphere(24, 12)...), 30, 24*11 + 2},
		"a facet without area changes nothing else": {append(cube(),
			facets(point{1, 1, 1}, point{1, 1, 1}, point{-1, 1, 1})...), 30, 24},
	} {
		t.Run(name, func(t *testing.T) {
			m := Crease(Weld(slices.Clone(c.corners)), c.degrees)
			if m.Vertices() != c.vertices {
				t.Errorf("%d vertices, want %d", m.Vertices(), c.vertices)
			}
			checkNormals(t, m.Normals)
			if !slices.Equal(expand(m), c.corners) {
				t.Error("the mesh stands for other corners")
			}
		})
	}
}

func moved(corners []float32, by float32) []float32 {
	for i := range corners {
		corners[i] += by
	}
	return corners
}

// The six facets at a corner of a cube are three sides, however these are cut.
func TestSmoothWeighsByAngle(t *testing.T) {
	m := Smooth(Weld(cube()))
	want := 1 / math.Sqrt(3)
	for i, n := range m.Normals {
		if math.Abs(float64(n)-want*float64(m.Positions[i])) > 1e-7 {
			t.Fatalf("normal %v at %v", m.Normals[i/3*3:i/3*3+3], m.Positions[i/3*3:i/3*3+3])
		}
	}
}

func TestSmoothSphereHasRadialNormals(t *testing.T) {
	m := Smooth(Weld(sphere(64, 32)))
	for v := range m.Vertices() {
		n, p := [3]float32(m.Normals[3*v:]), [3]float32(m.Positions[3*v:])
		if dot(n, p) < math.Cos(0.02) {
			t.Fatalf("normal %v at %v", n, p)
		}
	}
}

func TestCreasedCubeHasNormalsOfItsSides(t *testing.T) {
	m := Crease(Weld(cube()), 30)
	flat := make([]float32, len(cube()))
	FlatNormals(flat, cube())
	for i, v := range m.Indices {
		if point(m.Normals[3*v:]) != point(flat[3*i:]) {
			t.Fatalf("corner %d has normal %v, not %v", i, m.Normals[3*v:3*v+3], flat[3*i:3*i+3])
		}
	}
}

// Two facets back to back cancel out at all corners.
func TestNormalsThatCancelOut(t *testing.T) {
	a, b, c := point{0, 0, 0}, point{1, 0, 0}, point{0, 1, 0}
	m := Smooth(Weld(facets(a, b, c, c, b, a)))
	for v := range 3 {
		if point(m.Normals[3*v:]) != (point{0, 0, 1}) {
			t.Errorf("normal %v is not that of the first facet", m.Normals[3*v:3*v+3])
		}
	}
}

// A vertex of very many facets that all meet at edges takes time in proportion: a quadratic way
// would not end while the test runs.
func TestVertexOfManyFacets(t *testing.T) {
	const n = 300_000
	corners := make([]float32, 0, 9*n)
	for i := range n {
		// Around one axis, up and down in turn, as a pleated skirt.
		corners = append(corners, facets(point{}, pleat(i, n), pleat(i+1, n))...)
	}
	m := Crease(Weld(corners), 0.5)
	checkNormals(t, m.Normals)
	if m.Vertices() != 3*n {
		t.Errorf("%d vertices, want %d", m.Vertices(), 3*n)
	}
}

func pleat(i, n int) point { return rim(i, n, float32(i%2)) }

func TestCreaseKeepsEveryCorner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.SampledFrom([]float32{0, 1, 2, 5})
		n := rapid.IntRange(0, 60).Draw(t, "facets")
		corners := rapid.SliceOfN(coordinate, 9*n, 9*n).Draw(t, "corners")
		m := Crease(Weld(slices.Clone(corners)), rapid.Float64Range(0, 180).Draw(t, "degrees"))
		checkNormals(t, m.Normals)
		if !slices.Equal(expand(m), corners) {
			t.Fatalf("the mesh stands for other corners")
		}
		if len(m.Normals) != len(m.Positions) {
			t.Fatalf("%d normals, %d positions", len(m.Normals), len(m.Positions))
		}
	})
}
