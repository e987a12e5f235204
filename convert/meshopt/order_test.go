package meshopt

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sortedFacets is the facets of a mesh as a set that counts.
func sortedFacets(indices []uint32) [][3]uint32 {
	var facets [][3]uint32
	for i := 0; i+2 < len(indices); i += 3 {
		facets = append(facets, [3]uint32(indices[i:]))
	}
	slices.SortFunc(facets, func(a, b [3]uint32) int { return slices.Compare(a[:], b[:]) })
	return facets
}

func TestOptimiseOrderKeepsEveryFacet(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, indices []uint32, vertices int) {
		ordered := slices.Clone(indices)
		moved := OptimiseOrder(ordered, vertices, nil)
		if !slices.Equal(sortedFacets(ordered), sortedFacets(indices)) {
			t.Fatalf("the facets are not the same")
		}
		if same := slices.Equal(ordered, indices); !moved && !same {
			t.Fatalf("says that nothing moved")
		}
		again := slices.Clone(indices)
		if OptimiseOrder(again, vertices, nil); !slices.Equal(again, ordered) {
			t.Fatalf("a second run gives another order")
		}
	}
	for _, s := range shapes() {
		if s.vertices > 0 {
			t.Run(s.name, func(t *testing.T) { check(t, s.indices, s.vertices) })
		}
	}
	t.Run("any", rapid.MakeCheck(func(t *rapid.T) {
		vertices := rapid.IntRange(1, 40).Draw(t, "vertices")
		indices := rapid.SliceOf(rapid.Uint32Max(uint32(vertices-1))).Draw(t, "indices")
		check(t, indices[:len(indices)/3*3], vertices)
	}))
}

func TestOptimiseOrderLeavesAGoodOrder(t *testing.T) {
	for _, s := range []shape{grid(200, 200), fan(2000, false), soup(2000), {name: "empty"}} {
		if OptimiseOrder(s.indices, s.vertices, nil) {
			t.Errorf("%s: moved", s.name)
		}
	}
}

// A mesh in bad order comes to about what the same mesh takes in good order.
func TestOptimiseOrderMakesSmallStreams(t *testing.T) {
	const columns, rows, facets = 200, 150, 2 * 200 * 150
	tests := []struct {
		mesh   shape
		before float64 // bytes a facet, at least
		after  float64 // at most
	}{
		{shuffled(grid(columns, rows)), 6, 1.05},
		{blocks(columns, rows, 5), 1.2, 1.05},
	}
	for _, tt := range tests {
		t.Run(tt.mesh.name, func(t *testing.T) {
			before := float64(len(EncodeTriangles(nil, tt.mesh.indices))) / facets
			if !OptimiseOrder(tt.mesh.indices, tt.mesh.vertices, nil) {
				t.Fatal("not moved")
			}
			OptimiseFetch(tt.mesh.indices, tt.mesh.vertices, nil)
			after := float64(len(EncodeTriangles(nil, tt.mesh.indices))) / facets
			if before < tt.before || after > tt.after {
				t.Errorf("%.3f bytes a facet became %.3f, want at most %.3f", before, after, tt.after)
			}
		})
	}
}

func TestOptimiseFetch(t *testing.T) {
	tests := []struct {
		name     string
		indices  []uint32
		vertices int
		want     []uint32
		remap    []uint32
		used     int
	}{
		{"nothing", nil, 0, nil, nil, 0},
		{"already so", []uint32{0, 1, 2, 2, 1, 3}, 4, []uint32{0, 1, 2, 2, 1, 3}, nil, 4},
		{"backwards", []uint32{2, 1, 0}, 3, []uint32{0, 1, 2}, []uint32{2, 1, 0}, 3},
		{"right at first", []uint32{0, 1, 2, 2, 1, 4, 4, 1, 3}, 5, []uint32{0, 1, 2, 2, 1, 3, 3, 1, 4},
			[]uint32{0, 1, 2, 4, 3}, 5},
		{"one unused", []uint32{0, 1, 3}, 4, []uint32{0, 1, 2}, []uint32{0, 1, Unused, 2}, 3},
		{"the last unused", []uint32{0, 1, 2}, 4, []uint32{0, 1, 2}, []uint32{0, 1, 2, Unused}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			remap, used := OptimiseFetch(tt.indices, tt.vertices, nil)
			if !slices.Equal(tt.indices, tt.want) || !slices.Equal(remap, tt.remap) || used != tt.used {
				t.Errorf("got %v, remap %v, %d used; want %v, %v, %d", tt.indices, remap, used, tt.want, tt.remap, tt.used)
			}
		})
	}
}

func TestRemapFollowsTheIndices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vertices := rapid.IntRange(1, 30).Draw(t, "vertices")
		indices := rapid.SliceOf(rapid.Uint32Max(uint32(vertices-1))).Draw(t, "indices")
		values := make([]int, 2*vertices)
		for i := range values {
			values[i] = i
		}
		now := slices.Clone(indices)
		remap, used := OptimiseFetch(now, vertices, nil)
		moved := make([]int, 2*used)
		Remap(moved, values, remap, 2)
		next := uint32(0)
		for i, v := range indices {
			if got, want := moved[2*now[i]:][:2], values[2*v:][:2]; !slices.Equal(got, want) {
				t.Fatalf("corner %d has %v, want %v", i, got, want)
			}
			if now[i] > next {
				t.Fatalf("corner %d names %d before %d", i, now[i], next)
			}
			next = max(next, now[i]+1)
		}
	})
}
