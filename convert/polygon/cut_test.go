package polygon

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// area is the area of triangles of corners in a plane, whose signs count.
func area(corners [][3]float32, triangles [][3]int) (sum, least float64) {
	least = math.Inf(1)
	for _, t := range triangles {
		a, b, c := corners[t[0]], corners[t[1]], corners[t[2]]
		one := float64((b[0]-a[0])*(c[1]-a[1])-(b[1]-a[1])*(c[0]-a[0])) / 2
		sum, least = sum+one, min(least, one)
	}
	return sum, least
}

func cut(corners [][3]float32) [][3]int {
	var c Cutter
	return c.Cut(len(corners), func(i int) [3]float32 { return corners[i] })
}

func TestPolygonsAreCutWithinTheirBorders(t *testing.T) {
	for name, c := range map[string]struct {
		corners [][3]float32
		area    float64
	}{
		"triangle":             {[][3]float32{{0, 0}, {1, 0}, {0, 1}}, 0.5},
		"square":               {[][3]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1},
		"dart, its notch last": {[][3]float32{{0, 0}, {4, 0}, {0, 4}, {1, 1}}, 6},
		"dart, notch second":   {[][3]float32{{0, 4}, {1, 1}, {4, 0}, {0, 0}}, -4},
		"L":                    {[][3]float32{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 3},
		"comb": {[][3]float32{{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3},
			{0, 3}}, 11},
		"ring with a bridge": {[][3]float32{{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 1},
			{1, 1}}, 8},
		"corners on a line": {[][3]float32{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}}, 4},
	} {
		triangles := cut(c.corners)
		sum, least := area(c.corners, triangles)
		if c.area < 0 { // the polygon turns right
			least = 0
		}
		if len(triangles) != len(c.corners)-2 || math.Abs(sum-c.area) > 1e-6 || least < 0 {
			t.Errorf("%s: %v of area %v, the least %v", name, triangles, sum, least)
		}
	}
}

// A star around a point is seldom convex, and has a known area.
func TestEveryStarKeepsItsArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 40).Draw(t, "corners")
		corners, want := make([][3]float32, n), 0.0
		for i := range corners {
			r := rapid.Float64Range(1, 10).Draw(t, "radius")
			s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			corners[i] = [3]float32{float32(r * c), float32(r * s), 3}
		}
		for i := range corners {
			a, b := corners[i], corners[(i+1)%n]
			want += float64(a[0]*b[1]-a[1]*b[0]) / 2
		}
		triangles := cut(corners)
		sum, least := area(corners, triangles)
		if len(triangles) != n-2 || math.Abs(sum-want) > 1e-3 || least < -1e-4 {
			t.Fatalf("%d triangles of area %v, the least %v, want %v", len(triangles), sum, least, want)
		}
	})
}

func TestPolygonsThatNobodyCouldCutBecomeFans(t *testing.T) {
	inf := float32(math.Inf(1))
	for name, corners := range map[string][][3]float32{
		"no area":     {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
		"one place":   {{}, {}, {}, {}, {}},
		"not finite":  {{0, 0}, {inf, 0}, {1, 1}, {0, 1}},
		"crossing":    {{0, 0}, {1, 1}, {1, 0}, {0, 1}},
		"two corners": {{0, 0}, {1, 1}},
		"a pentagram": {{0, 1}, {0.6, -0.8}, {-0.95, 0.3}, {0.95, 0.3}, {-0.6, -0.8}},
	} {
		if triangles := cut(corners); len(triangles) != max(0, len(corners)-2) {
			t.Errorf("%s: %v", name, triangles)
		}
	}
}
