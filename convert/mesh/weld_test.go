package mesh

import (
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// weldByMap is what Weld does, said plainly.
func weldByMap(corners []float32) Mesh {
	m := Mesh{Indices: []uint32{}, Positions: []float32{}}
	seen := map[[3]uint32]uint32{}
	for i := 0; i+9 <= len(corners); i += 9 {
		for c := i; c < i+9; c += 3 {
			var k [3]uint32
			for j := range k {
				k[j] = uint32(foldZero(corners[c+j]))
			}
			v, ok := seen[k]
			if !ok {
				v = uint32(m.Vertices())
				seen[k] = v
				for _, bits := range k {
					m.Positions = append(m.Positions, math.Float32frombits(bits))
				}
			}
			m.Indices = append(m.Indices, v)
		}
	}
	return m
}

// expand is the corners of a mesh.
func expand(m Mesh) []float32 {
	corners := make([]float32, 0, 3*len(m.Indices))
	for _, v := range m.Indices {
		corners = append(corners, m.Positions[3*v:3*v+3]...)
	}
	return corners
}

func bitsOf(floats []float32) []uint32 {
	out := make([]uint32, len(floats))
	for i, f := range floats {
		out[i] = math.Float32bits(f)
	}
	return out
}

func checkWeld(t interface{ Fatalf(string, ...any) }, corners []float32) Mesh {
	got := Weld(slices.Clone(corners))
	checkSame(t, got, weldByMap(corners))
	return got
}

func checkSame(t interface{ Fatalf(string, ...any) }, got, want Mesh) {
	if !slices.Equal(got.Indices, want.Indices) {
		t.Fatalf("indices of %d facets differ", want.Facets())
	}
	if !slices.Equal(bitsOf(got.Positions), bitsOf(want.Positions)) {
		t.Fatalf("positions of %d vertices differ", want.Vertices())
	}
	if !slices.Equal(bitsOf(got.Normals), bitsOf(want.Normals)) {
		t.Fatalf("normals of %d vertices differ", want.Vertices())
	}
}

func TestWeld(t *testing.T) {
	one := math.Float32frombits(math.MaxUint32)
	ones := point{one, one, one}
	for name, c := range map[string]struct {
		corners          []float32
		facets, vertices int
	}{
		"nothing":     {nil, 0, 0},
		"one facet":   {facets(point{0, 0, 0}, point{1, 0, 0}, point{0, 1, 0}), 1, 3},
		"cube":        {cube(), 12, 8},
		"tetrahedron": {tetrahedron(), 4, 4},
		"cone's tip":  {cone(100, 1), 100, 101},
		"sphere":      {sphere(24, 12), 24 * 22, 24*11 + 2},
		"soup":        {soup(1000), 1000, 3000},
		"minus zero is zero": {facets(point{0, 0, 0}, point{1, 0, 0}, point{0, 1, 0},
			point{float32(math.Copysign(0, -1)), 0, 0}, point{0, 1, 0}, point{1, 0, 0}), 2, 3},
		"next float is another vertex": {facets(point{1, 0, 0}, point{2, 0, 0}, point{0, 1, 0},
			point{math.Nextafter32(1, 2), 0, 0}, point{2, 0, 0}, point{0, 1, 0}), 2, 4},
		"facet with equal corners stays":         {facets(point{1, 2, 3}, point{1, 2, 3}, point{1, 2, 3}), 1, 1},
		"coordinates in other order are another": {facets(point{1, 2, 3}, point{3, 2, 1}, point{2, 1, 3}), 1, 3},
		"a NaN of ones alone":                    {facets(ones, point{0, 0, 0}, ones), 1, 2},
		"a NaN meets itself": {facets(point{float32(math.NaN()), 0, 0}, point{float32(math.NaN()), 0, 0},
			point{1, 0, 0}), 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			m := checkWeld(t, c.corners)
			if m.Facets() != c.facets || m.Vertices() != c.vertices {
				t.Errorf("%d facets, %d vertices; want %d, %d", m.Facets(), m.Vertices(), c.facets, c.vertices)
			}
		})
	}
}

func TestWeldNumbersByFirstOccurrence(t *testing.T) {
	m := Weld(torus(20, 20))
	next := uint32(0)
	for i, v := range m.Indices {
		if v > next {
			t.Fatalf("corner %d has vertex %d before %d", i, v, next)
		}
		if v == next {
			next++
		}
	}
}

func TestWeldLeavesTheCornersAlone(t *testing.T) {
	corners := append(cube(), float32(math.Copysign(0, -1)), 0, 0, 1, 0, 0, 0, 1, 0)
	before := bitsOf(corners)
	m := Weld(corners)
	m.Positions[0]++
	if !slices.Equal(bitsOf(corners), before) {
		t.Error("the corners changed")
	}
}

// Parts may be filled in any pieces, and get fewer facets than they have room for.
func TestWelderTakesFacetsAsTheyCome(t *testing.T) {
	all := shuffled(torus(270, 250))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	w := NewWelder(len(all)/9, nil)
	if len(w.Parts) < 2 {
		t.Fatalf("%d part", len(w.Parts))
	}
	var given []float32
	for i := range w.Parts {
		p := &w.Parts[i]
		mine := all[9*p.From : 9*(p.To-100*i)] // the last facets never come
		given = append(given, mine...)
		for size := 1; len(mine) > 0; size = size*5%97 + 1 {
			n := min(9*size, len(mine))
			p.Add(mine[:n])
			mine = mine[n:]
		}
	}
	checkSame(t, w.Mesh(), weldByMap(given))
}

func TestWelderWithoutFacets(t *testing.T) {
	w := NewWelder(100_000, nil)
	if m := w.Mesh(); m.Facets() != 0 || m.Vertices() != 0 {
		t.Errorf("%d facets, %d vertices", m.Facets(), m.Vertices())
	}
}

// Meshes large enough for several workers come out the same on any number of cores, and as by map.
func TestSameOnAnyNumberOfCores(t *testing.T) {
	shapes := map[string][]float32{
		"torus":          torus(270, 250),
		"shuffled torus": shuffled(torus(270, 250)),
		"soup":           soup(132_000),
		"soup twice":     append(soup(60_000), soup(75_000)...),
		"cylinder":       cylinder(33_000),
	}
	numbers := []int{1, 2, 4, 8}
	if testing.Short() {
		numbers = []int{1, 4}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, corners := range shapes {
		t.Run(name, func(t *testing.T) {
			welded := weldByMap(corners)
			var creased Mesh
			for _, cores := range numbers {
				runtime.GOMAXPROCS(cores)
				m := Weld(slices.Clone(corners))
				checkSame(t, m, welded)
				m = Crease(m, 30)
				if cores == 1 {
					creased = m
				}
				checkSame(t, m, creased)
			}
		})
	}
}

// Coordinates of few values, so that corners meet in every way.
func TestWeldStandsForTheSameCorners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.SampledFrom([]float32{0, float32(math.Copysign(0, -1)), 1, -1, 1e-45, 3e38})
		n := rapid.IntRange(0, 200).Draw(t, "facets")
		corners := rapid.SliceOfN(coordinate, 9*n, 9*n).Draw(t, "corners")
		m := checkWeld(t, corners)
		if !slices.Equal(expand(m), corners) { // by ==, for which -0 is 0
			t.Fatalf("the mesh stands for other corners")
		}
	})
}

// Keys that agree in all bits that a weak hash would use: in none of these families does the
// table look at more than a few slots for a vertex.
func TestTableStandsAimedKeys(t *testing.T) {
	const n, seeds = 1 << 14, 20
	families := map[string]func(i uint32) key{
		"only x":               func(i uint32) key { return key{xy: uint64(i)} },
		"only high bits of x":  func(i uint32) key { return key{xy: uint64(i) << 16} },
		"only y":               func(i uint32) key { return key{xy: uint64(i) << 32} },
		"only z":               func(i uint32) key { return key{z: i} },
		"only high bits of z":  func(i uint32) key { return key{z: i << 16} },
		"x is y":               func(i uint32) key { return key{xy: uint64(i)<<32 | uint64(i)} },
		"x, y, z cancel out":   func(i uint32) key { return key{xy: uint64(i)<<32 | uint64(^i), z: i} },
		"product without seed": func(i uint32) key { return key{xy: uint64(1<<16-i) * 0x10001, z: i * 0x9e3779b1} },
		"diagonal of a grid": func(i uint32) key {
			f := math.Float32bits(float32(i))
			return key{uint64(f)<<32 | uint64(f),
				f}
		},
	}
	for name, at := range families {
		t.Run(name, func(t *testing.T) {
			for range seeds {
				table := newTable(newSeed(), nil, n, n)
				looks := 0
				for i := range uint32(n) {
					k := at(i)
					h := table.seed.hash(k)
					for at := table.home(h); table.slots[at] != 0; at = table.after(at) {
						looks++
					}
					table.add(h, k)
				}
				// At a load of up to three quarters a perfect hash has 1.5 a vertex.
				if looks > 3*n {
					t.Errorf("seed %v: %d looks at taken slots for %d vertices", table.seed, looks, n)
				}
			}
		})
	}
}

func FuzzWeld(f *testing.F) {
	f.Add([]byte{})
	for _, corners := range [][]float32{cube(), tetrahedron(), cone(9, 1)} {
		seed, err := binary.Append(nil, binary.LittleEndian, corners)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		corners := make([]float32, len(data)/36*9)
		for i := range corners {
			corners[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		m := checkWeld(t, corners)
		m = Crease(m, 30)
		checkNormals(t, m.Normals)
	})
}
