package mesh

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSplit(t *testing.T) {
	for name, c := range map[string]struct {
		corners    []float32
		most       int
		primitives int
	}{
		"small enough":                      {cube(), 8, 1},
		"heads of primitives cost too much": {cube(), 7, 1},
		"torus of 90,000 vertices":          {torus(300, 300), MaxShort, 2},
		"soup of 300,000 vertices":          {soup(100_000), MaxShort, 5},
		"at random: vertices cost too much": {shuffled(torus(300, 300)), MaxShort, 1},
		"several runs, each cut on its own": {torus(800, 800), MaxShort, 11},
		"runs at random":                    {shuffled(torus(600, 500)), 60_000, 1},
	} {
		if testing.Short() && len(c.corners) > 2e6 {
			continue // takes a minute with the race detector
		}
		t.Run(name, func(t *testing.T) {
			m := Smooth(Weld(slices.Clone(c.corners)))
			parts := Split(m, c.most, 24)
			if len(parts) != c.primitives {
				t.Errorf("%d primitives, want %d", len(parts), c.primitives)
			}
			checkParts(t, parts, c.corners, c.most)
		})
	}
}

func checkParts(t interface{ Fatalf(string, ...any) }, parts []Mesh, corners []float32, most int) {
	var together []float32
	for _, p := range parts {
		if len(parts) > 1 && p.Vertices() > most {
			t.Fatalf("%d vertices, more than %d", p.Vertices(), most)
		}
		if len(p.Normals) != len(p.Positions) {
			t.Fatalf("%d normals, %d positions", len(p.Normals), len(p.Positions))
		}
		for _, v := range p.Indices {
			if int(v) >= p.Vertices() {
				t.Fatalf("index %d of %d vertices", v, p.Vertices())
			}
		}
		together = append(together, expand(p)...)
	}
	if !slices.Equal(together, corners) {
		t.Fatalf("the primitives stand for other corners")
	}
}

// A vertex that costs nothing makes splitting pay from a few thousand facets on.
func TestSplitKeepsCornersNormalsAndColours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corners := torus(rapid.IntRange(20, 60).Draw(t, "n"), rapid.IntRange(20, 60).Draw(t, "m"))
		colors := make([][4]uint8, len(corners)/9)
		for i := range colors {
			colors[i][0] = uint8(i / 100 % 2)
		}
		whole := Paint(Crease(Weld(slices.Clone(corners)), 10), colors)
		indices := slices.Clone(whole.Indices)
		most := rapid.IntRange(200, 2000).Draw(t, "most")
		parts := Split(whole, most, 0)
		checkParts(t, parts, corners, most)
		i := 0
		for _, p := range parts {
			for _, v := range p.Indices {
				w := indices[i]
				if point(p.Normals[3*v:]) != point(whole.Normals[3*w:]) || p.Colors[v] != whole.Colors[w] {
					t.Fatalf("corner %d has another normal or colour", i)
				}
				i++
			}
		}
	})
}

func TestSplitSharesTheMemoryOfRuns(t *testing.T) {
	m := Weld(soup(50_000))
	parts := Split(m, MaxShort, 12)
	if len(parts) != 3 || &parts[1].Positions[0] != &m.Positions[len(parts[0].Positions)] {
		t.Errorf("%d primitives, with memory of their own", len(parts))
	}
}

func TestBounds(t *testing.T) {
	least, greatest := Bounds(append(cube(), 0.5, 7, -9))
	if least != (point{-1, -1, -9}) || greatest != (point{1, 7, 1}) {
		t.Errorf("%v to %v", least, greatest)
	}
	if least, greatest := Bounds(nil); least != (point{}) || greatest != (point{}) {
		t.Errorf("of nothing: %v to %v", least, greatest)
	}
}
