package mesh

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPaintSplitsWhereColoursDiffer(t *testing.T) {
	red, green, blue := [4]uint8{255, 0, 0, 255}, [4]uint8{0, 255, 0, 255}, [4]uint8{0, 0, 255, 255}
	tip := cone(6, 0.1)
	for name, c := range map[string]struct {
		colors   [][4]uint8
		vertices int
	}{
		"one colour":                         {[][4]uint8{red, red, red, red, red, red}, 7},
		"two halves":                         {[][4]uint8{red, red, red, green, green, green}, 7 + 3},
		"two in turn":                        {[][4]uint8{red, green, red, green, red, green}, 7 + 7},
		"three in turn":                      {[][4]uint8{red, green, blue, red, green, blue}, 7 + 8},
		"colours that differ in alpha alone": {[][4]uint8{red, red, red, {255}, {255}, {255}}, 7 + 3},
	} {
		t.Run(name, func(t *testing.T) {
			smooth := Smooth(Weld(slices.Clone(tip)))
			normal := point(smooth.Normals)
			m := Paint(smooth, c.colors)
			if m.Vertices() != c.vertices || len(m.Colors) != c.vertices || len(m.Normals) != 3*c.vertices {
				t.Errorf("%d vertices, %d colours, %d normals; want %d", m.Vertices(), len(m.Colors), len(m.Normals)/3, c.vertices)
			}
			for i, v := range m.Indices {
				if m.Colors[v] != c.colors[i/3] {
					t.Errorf("corner %d has colour %v, not %v", i, m.Colors[v], c.colors[i/3])
				}
				if i%3 == 0 && point(m.Normals[3*v:]) != normal {
					t.Errorf("the tip's normal differs across colours: %v, %v", m.Normals[3*v:3*v+3], normal)
				}
			}
			if !slices.Equal(expand(m), tip) {
				t.Error("the mesh stands for other corners")
			}
		})
	}
}

func TestPaintKeepsColoursOfCorners(t *testing.T) {
	corners := cone(6, 0.1)
	colors := make([][4]uint8, len(corners)/3)
	for i := range colors {
		colors[i] = [4]uint8{uint8(i % 3), uint8(i / 12), 0, 255}
	}
	m := Paint(Smooth(Weld(slices.Clone(corners))), colors)
	for i, v := range m.Indices {
		if m.Colors[v] != colors[i] {
			t.Errorf("corner %d has colour %v, not %v", i, m.Colors[v], colors[i])
		}
	}
	if !slices.Equal(expand(m), corners) {
		t.Error("the mesh stands for other corners")
	}
}

// Ten times as many facets as colours around one vertex, in turn: each colour has one copy of it.
func TestPaintVertexOfManyColours(t *testing.T) {
	const n, hues = 300_000, 30_000
	corners := cone(n, 1)
	colors := make([][4]uint8, n)
	for i := range colors {
		colors[i] = [4]uint8{uint8(i % hues), uint8(i % hues >> 8), 0, 255}
	}
	m := Paint(Weld(corners), colors)
	tips := map[uint32]bool{}
	for f := range m.Facets() {
		v := m.Indices[3*f]
		if m.Colors[v] != colors[f] {
			t.Fatalf("facet %d has colour %v, not %v", f, m.Colors[v], colors[f])
		}
		tips[v] = true
	}
	if len(tips) != hues {
		t.Errorf("%d copies of the tip for %d colours", len(tips), hues)
	}
}

func TestPaintGivesEveryCornerItsColour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corners := torus(5, 4)
		colors := make([][4]uint8, len(corners)/9)
		for i := range colors {
			colors[i][1] = rapid.Uint8Range(0, 3).Draw(t, "green")
		}
		m := Paint(Weld(slices.Clone(corners)), colors)
		type painted struct {
			at    point
			color [4]uint8
		}
		seen := map[painted]bool{}
		for i, v := range m.Indices {
			if m.Colors[v] != colors[i/3] {
				t.Fatalf("corner %d has colour %v, not %v", i, m.Colors[v], colors[i/3])
			}
		}
		for v := range m.Vertices() {
			seen[painted{point(m.Positions[3*v:]), m.Colors[v]}] = true
		}
		if len(seen) != m.Vertices() {
			t.Fatalf("%d vertices, of which %d differ", m.Vertices(), len(seen))
		}
		if !slices.Equal(expand(m), corners) {
			t.Fatalf("the mesh stands for other corners")
		}
	})
}

func TestLinearColours(t *testing.T) {
	got := LinearColors([][4]uint8{{0, 255, 128, 255}, {10, 11, 188, 51}})
	want := [][4]uint16{{0, 65535, 14146, 65535}, {199, 219, 32957, 13107}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if c := LinearColor([4]uint8{255, 0, 128, 51}); c[0] != 1 || c[1] != 0 || math.Abs(float64(c[2])-0.2158605) > 1e-6 ||
		c[3] != 0.2 {
		t.Errorf("%v", c)
	}
	for i := 1; i < 256; i++ {
		if linearLevels[i] <= linearLevels[i-1] {
			t.Errorf("levels %d and %d are one", i-1, i)
		}
	}
}
