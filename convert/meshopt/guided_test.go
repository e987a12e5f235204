package meshopt

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOptimiseSizeKeepsEveryFacet(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, indices []uint32, keys []uint64) {
		ordered := slices.Clone(indices)
		OptimiseSize(ordered, keys)
		if !slices.Equal(sortedFacets(turned(ordered)), sortedFacets(turned(indices))) {
			t.Fatalf("the facets are not the same")
		}
		again := slices.Clone(indices)
		if OptimiseSize(again, keys); !slices.Equal(again, ordered) {
			t.Fatalf("a second run gives another order")
		}
	}
	for _, s := range shapes() {
		if s.vertices > 0 {
			t.Run(s.name, func(t *testing.T) {
				check(t, s.indices, make([]uint64, s.vertices)) // all at one place
				check(t, s.indices, scattered(s.vertices))
			})
		}
	}
	t.Run("any", rapid.MakeCheck(func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.Uint64Max(5), 1, 40).Draw(t, "keys")
		indices := rapid.SliceOf(rapid.Uint32Max(uint32(len(keys)-1))).Draw(t, "indices")
		check(t, indices[:len(indices)/3*3], keys)
	}))
	t.Run("the most vertices", func(t *testing.T) {
		s := soup(MaxGuided / 3)
		check(t, append(s.indices, MaxGuided-1, 0, MaxGuided-2), scattered(MaxGuided))
	})
}

// scattered is a key for each vertex, all far from each other.
func scattered(vertices int) []uint64 {
	keys := make([]uint64, vertices)
	for v := range keys {
		keys[v] = uint64(v) * 0x9e3779b97f4a7c15
	}
	return keys
}

// What is coded is never larger than in the order that looks at the facets alone, and much smaller
// where each square has vertices of its own.
func TestOptimiseSizeMakesSmallStreams(t *testing.T) {
	const columns, rows = 60, 50
	var keys, apartKeys []uint64
	wave := wavy(columns, rows, nil)
	for v := range (columns + 1) * (rows + 1) {
		keys = append(keys, binary.LittleEndian.Uint64(wave[8*v:]))
	}
	var joined, apart []uint32
	squares := rand.New(rand.NewPCG(3, 4)).Perm(columns * rows)
	for i, square := range squares {
		a := square/columns*(columns+1) + square%columns
		b, n := a+columns+1, uint32(4*i)
		joined = append(joined, uint32(a), uint32(a+1), uint32(b), uint32(b), uint32(a+1), uint32(b+1))
		apart = append(apart, n, n+1, n+2, n+2, n+1, n+3)
		apartKeys = append(apartKeys, keys[a], keys[a+1], keys[b], keys[b+1])
	}
	for _, tt := range []struct {
		name    string
		indices []uint32
		keys    []uint64
		most    float64 // of what the order of facets alone takes
	}{{"a surface", joined, keys, 1}, {"squares apart", apart, apartKeys, 0.8}} {
		plain, small := slices.Clone(tt.indices), slices.Clone(tt.indices)
		OptimiseOrder(plain, len(tt.keys), nil)
		OptimiseSize(small, tt.keys)
		if ratio := float64(coded(small, tt.keys)) / float64(coded(plain, tt.keys)); ratio > tt.most {
			t.Errorf("%s: %.3f of the bytes, want at most %.2f", tt.name, ratio, tt.most)
		}
	}
}
