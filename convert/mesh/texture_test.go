package mesh

import (
	"slices"
	"testing"
)

// Facets of three textures come apart, each with the coordinates and colours of its corners.
func TestLayersKeepWhatCornersHave(t *testing.T) {
	corners := torus(5, 4)
	n := len(corners) / 9
	coords, colors, textures := make([][2]float32, 3*n), make([][4]uint8, n), make([]uint16, n)
	for f := range n {
		textures[f], colors[f] = uint16(2-f%3), [4]uint8{uint8(f % 2)}
		for k := range 3 {
			coords[3*f+k] = [2]float32{float32(f % 4), corners[9*f+3*k]}
		}
	}
	m := Wrap(Paint(Smooth(Weld(slices.Clone(corners))), colors), coords)
	for i, v := range m.Indices {
		if m.Coords[v] != coords[i] || m.Colors[v] != colors[i/3] {
			t.Fatalf("corner %d: %v, %v", i, m.Coords[v], m.Colors[v])
		}
	}
	if !slices.Equal(expand(m), corners) {
		t.Error("the mesh stands for other corners")
	}
	layers := Layers(m, textures)
	if len(layers) != 3 {
		t.Fatalf("%d layers", len(layers))
	}
	for i, l := range layers {
		if l.Texture != uint16(2-i) || (l.Coords == nil) != (l.Texture == 0) || len(l.Normals) != len(l.Positions) {
			t.Errorf("layer %d of texture %d has coordinates %t", i, l.Texture, l.Coords != nil)
		}
		drawn := expand(l.Mesh)
		for k, v := range l.Indices {
			f := 3*(k/3) + i // in the file
			if !slices.Equal(drawn[3*k:3*k+3], corners[9*f+3*(k%3):9*f+3*(k%3)+3]) || l.Colors[v] != colors[f] ||
				l.Coords != nil && l.Coords[v] != coords[3*f+k%3] {
				t.Fatalf("layer %d, corner %d: %v", i, k, drawn[3*k:3*k+3])
			}
		}
	}
}
