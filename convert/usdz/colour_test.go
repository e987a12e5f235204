package usdz

import (
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/mesh"
)

// fan is a mesh with a facet of each colour.
func fan(colours ...[4]uint8) mesh.Mesh {
	var m mesh.Mesh
	for i, c := range colours {
		x := float32(i)
		m.Positions = append(m.Positions, x, 0, 0, x+1, 0, 0, x, 1, 1)
		m.Colors = append(m.Colors, c, c, c)
		m.Indices = append(m.Indices, uint32(3*i), uint32(3*i+1), uint32(3*i+2))
	}
	return m
}

func TestEachColourIsAMaterial(t *testing.T) {
	red, glass := [4]uint8{255, 0, 0, 255}, [4]uint8{0, 0, 255, 51}
	_, text := write(t, scene(
		Part{Name: "both", Mesh: fan(red, glass, red)}, Part{Name: "one", Mesh: fan(red, red)},
		Part{Name: "none", Mesh: wedge()}))
	contains(t, text,
		"def Material \"colour_ff0000ff\"", "color3f inputs:diffuseColor = (1,0,0)\nfloat inputs:opacity = 1\n",
		"def Material \"colour_0000ff33\"", "color3f inputs:diffuseColor = (0,0,1)\nfloat inputs:opacity = 0.2\n",
		"color3f inputs:diffuseColor = (0.799103,0.799103,0.799103)\n",
		"def GeomSubset \"colour_ff0000ff\"", "def GeomSubset \"colour_0000ff33\"",
		"token outputs:surface.connect = </Model/Materials/colour_ff0000ff/Surface.outputs:surface>")
	if n := strings.Count(text, "def Material "); n != 3 {
		t.Errorf("%d materials", n)
	}
	if n := strings.Count(text, "def GeomSubset "); n != 2 {
		t.Errorf("%d subsets", n)
	}
	_, reds, _ := strings.Cut(text, "def GeomSubset \"colour_ff0000ff\"")
	if got := body(t, reds, "indices"); got != "0,2" {
		t.Errorf("the red facets are %s", got)
	}
	for name, bindings := range map[string]int{"ff0000ff": 2, "0000ff33": 1, "e7e7e7ff": 1} {
		if n := strings.Count(text, "rel material:binding = </Model/Materials/colour_"+name+">"); n != bindings {
			t.Errorf("%s is bound %d times", name, n)
		}
	}
	if p := Pack(scene(Part{Mesh: fan(red)})); p.Merged() != 0 || p.Blended() != 0 {
		t.Errorf("%d colours merged, %d facets blended", p.Merged(), p.Blended())
	}
}

func TestColoursThatDifferAtTheCornersOfAFacetBecomeTheirMean(t *testing.T) {
	m := fan([4]uint8{0, 0, 0, 255})
	m.Colors = [][4]uint8{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 250, 255}}
	_, text := write(t, scene(Part{Mesh: m}))
	contains(t, text, "def Material \"colour_555553ff\"")
	if n := Pack(scene(Part{Mesh: m})).Blended(); n != 1 {
		t.Errorf("%d facets are blended", n)
	}
}

func TestTooManyColoursAreMergedWithTheirNeighbours(t *testing.T) {
	var colours [][4]uint8
	for i := range 4096 {
		colours = append(colours, [4]uint8{uint8(i%16) * 17, uint8(i/16%16) * 17, uint8(i/256) * 17, 255})
	}
	s := scene(Part{Mesh: fan(colours...)})
	p := Pack(s)
	if p.Merged() != len(colours) || len(p.palette.colours) > MaxColours {
		t.Errorf("%d of %d colours are left", len(p.palette.colours), p.Merged())
	}
	var names []string
	for _, c := range p.palette.colours {
		names = append(names, c.name)
	}
	if slices.Sort(names); len(slices.Compact(names)) != len(p.palette.colours) {
		t.Error("two materials have one name")
	}
	for _, c := range colours {
		got := p.palette.colours[p.palette.of(c)].srgb
		for k := range c {
			if d := int(got[k]) - int(c[k]); d < -64 || d > 64 {
				t.Fatalf("%v became %v", c, got)
			}
		}
	}
	if _, text := write(t, s); strings.Count(text, "def GeomSubset ") != len(p.palette.colours) {
		t.Error("a material has no subset")
	}
}
