package mesh

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Few corners are grouped in another way than many, and must come to the same groups.
func TestFewCornersAreGroupedAsMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, fewCorners).Draw(t, "corners")
		c := creaser{limit: math.Cos(rapid.Float64Range(0, 180).Draw(t, "degrees") * math.Pi / 180)}
		corners := make([]uint32, n)
		for i := range corners {
			place := uint32(rapid.IntRange(0, 2).Draw(t, "place"))
			around := [3]uint32{}
			for k := range around { // few vertices, so that edges have any number of facets
				around[k] = uint32(rapid.IntRange(1, 5).Draw(t, "vertex"))
			}
			around[place] = 0
			c.Indices = append(c.Indices, around[:]...)
			corners[i] = uint32(3*i) + place
			normal := direction{}
			if rapid.IntRange(0, 4).Draw(t, "area") > 0 {
				a := rapid.Float64Range(0, 2*math.Pi).Draw(t, "turn")
				normal = direction{float32(math.Cos(a)), float32(math.Sin(a)), 0}
			}
			c.facets = append(c.facets, facet{normal: normal})
		}
		want := slices.Clone(corners)
		g := newGrouper()
		wantFirst, wantGroups := g.sortMany(&c, want)
		first, groups := c.sortFew(corners)
		if first != wantFirst || groups != wantGroups || !slices.Equal(corners, want) {
			t.Fatalf("%d groups, the first of %d: %v; want %d, %d: %v", groups, first, corners, wantGroups, wantFirst, want)
		}
	})
}
