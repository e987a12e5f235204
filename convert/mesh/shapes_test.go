package mesh

import (
	"math"
	"math/rand/v2"
)

type point [3]float32

// facets are corners of triangles, three points each.
func facets(points ...point) []float32 {
	var corners []float32
	for _, p := range points {
		corners = append(corners, p[:]...)
	}
	return corners
}

// quad is two facets around a, b, c, d.
func quad(a, b, c, d point) []float32 { return facets(a, b, c, a, c, d) }

// cube has sides of length 2 around the origin.
func cube() []float32 {
	p := func(i int) point {
		return point{float32(i&1*2 - 1), float32(i>>1&1*2 - 1), float32(i>>2&1*2 - 1)}
	}
	var corners []float32
	for _, side := range [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		corners = append(corners, quad(p(side[0]), p(side[1]), p(side[2]), p(side[3]))...)
	}
	return corners
}

func tetrahedron() []float32 {
	a, b, c, d := point{1, 1, 1}, point{1, -1, -1}, point{-1, 1, -1}, point{-1, -1, 1}
	return facets(a, b, c, a, c, d, a, d, b, b, d, c)
}

func rim(i, n int, z float32) point {
	a := 2 * math.Pi * float64(i%n) / float64(n)
	return point{float32(math.Cos(a)), float32(math.Sin(a)), z}
}

// cylinder has n sides and two caps, each a fan around its middle.
func cylinder(n int) []float32 {
	var corners []float32
	for i := range n {
		corners = append(corners, quad(rim(i, n, 0), rim(i+1, n, 0), rim(i+1, n, 1), rim(i, n, 1))...)
		corners = append(corners, facets(rim(i+1, n, 0), rim(i, n, 0), point{0, 0, 0})...)
		corners = append(corners, facets(rim(i, n, 1), rim(i+1, n, 1), point{0, 0, 1})...)
	}
	return corners
}

// cone is n facets around a tip, open below.
func cone(n int, height float32) []float32 {
	var corners []float32
	for i := range n {
		corners = append(corners, facets(point{0, 0, height}, rim(i, n, 0), rim(i+1, n, 0))...)
	}
	return corners
}

// sphere has n meridians and m rings.
func sphere(n, m int) []float32 {
	at := func(i, j int) point {
		b := math.Pi * float64(j) / float64(m)
		p := rim(i, n, 0)
		s := float32(math.Sin(b))
		if j == 0 || j == m {
			s = 0
		}
		return point{p[0] * s, p[1] * s, float32(-math.Cos(b))}
	}
	var corners []float32
	for i := range n {
		for j := range m {
			if j > 0 {
				corners = append(corners, facets(at(i, j), at(i+1, j), at(i, j+1))...)
			}
			if j < m-1 {
				corners = append(corners, facets(at(i+1, j), at(i+1, j+1), at(i, j+1))...)
			}
		}
	}
	return corners
}

// torus is a closed surface of 2·n·m facets in the order in which programs write them.
func torus(n, m int) []float32 {
	corners := make([]float32, 0, 18*n*m)
	at := func(i, j int) point {
		a, b := 2*math.Pi*float64(i%n)/float64(n), 2*math.Pi*float64(j%m)/float64(m)
		r := 30 + 12*math.Cos(b)
		return point{float32(r * math.Cos(a)), float32(r * math.Sin(a)), float32(12 * math.Sin(b))}
	}
	for i := range n {
		for j := range m {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			for _, p := range [6]point{a, b, c, a, c, d} {
				corners = append(corners, p[:]...)
			}
		}
	}
	return corners
}

// shuffled is the same facets in random order.
func shuffled(corners []float32) []float32 {
	random := rand.New(rand.NewPCG(1, 2))
	out := make([]float32, 0, len(corners))
	for _, f := range random.Perm(len(corners) / 9) {
		out = append(out, corners[9*f:9*f+9]...)
	}
	return out
}

// soup is facets that share nothing.
func soup(facets int) []float32 {
	random := rand.New(rand.NewPCG(1, 2))
	corners := make([]float32, 9*facets)
	for i := range corners {
		corners[i] = random.Float32()
	}
	return corners
}
