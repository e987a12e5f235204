package solid

import (
	"math"
	"math/big"
	"math/rand/v2"

	"ostrakon/convert/mesh"
)

type point [3]float32

// facets are corners of triangles, three points each.
type facets []point

func (f *facets) quad(a, b, c, d point) { *f = append(*f, a, b, c, a, c, d) }

// weld is the mesh of the facets.
func (f facets) weld() mesh.Mesh {
	corners := make([]float32, 0, 3*len(f))
	for _, p := range f {
		corners = append(corners, p[:]...)
	}
	return mesh.Weld(corners)
}

// turned are the facets with their insides out.
func (f facets) turned() facets {
	out := make(facets, 0, len(f))
	for i := 0; i < len(f); i += 3 {
		out = append(out, f[i], f[i+2], f[i+1])
	}
	return out
}

// moved are the facets with each coordinate scaled and then moved.
func (f facets) moved(scale float32, by point) facets {
	out := make(facets, len(f))
	for i, p := range f {
		for k := range 3 {
			out[i][k] = p[k]*scale + by[k]
		}
	}
	return out
}

// without leaves out a facet.
func (f facets) without(i int) facets {
	return append(append(facets{}, f[:3*i]...), f[3*i+3:]...)
}

// shuffled are the facets in random order.
func (f facets) shuffled() facets {
	out := make(facets, 0, len(f))
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(f) / 3) {
		out = append(out, f[3*i:3*i+3]...)
	}
	return out
}

// box has sides of length 2 around the origin.
func box() (f facets) {
	p := func(i int) point {
		return point{float32(i&1*2 - 1), float32(i>>1&1*2 - 1), float32(i>>2&1*2 - 1)}
	}
	for _, side := range [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		f.quad(p(side[0]), p(side[1]), p(side[2]), p(side[3]))
	}
	return f
}

// tetrahedron has corners of a cube of side 2.
func tetrahedron() facets {
	a, b, c, d := point{1, 1, 1}, point{1, -1, -1}, point{-1, 1, -1}, point{-1, -1, 1}
	return facets{a, b, c, a, c, d, a, d, b, b, d, c}
}

// torus is a closed surface of 2·n·m facets.
func torus(n, m int) (f facets) {
	at := func(i, j int) point {
		a, b := 2*math.Pi*float64(i%n)/float64(n), 2*math.Pi*float64(j%m)/float64(m)
		r := 30 + 12*math.Cos(b)
		return point{float32(r * math.Cos(a)), float32(r * math.Sin(a)), float32(12 * math.Sin(b))}
	}
	for i := range n {
		for j := range m {
			f.quad(at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1))
		}
	}
	return f
}

// sphere has n meridians and m rings around the origin, and a radius that varies by noise.
func sphere(n, m int, noise float64) (f facets) {
	random := rand.New(rand.NewPCG(3, 4))
	points := make([]point, n*(m+1))
	for j := range m + 1 {
		for i := range n {
			if i > 0 && (j == 0 || j == m) {
				points[n*j+i] = points[n*j] // the poles
				continue
			}
			a, b := 2*math.Pi*float64(i)/float64(n), math.Pi*float64(j)/float64(m)
			r := 50 * (1 + noise*(random.Float64()-0.5))
			points[n*j+i] = point{float32(r * math.Sin(b) * math.Cos(a)), float32(r * math.Sin(b) * math.Sin(a)),
				float32(-r * math.Cos(b))}
		}
	}
	at := func(i, j int) point { return points[n*j+i%n] }
	for j := range m {
		for i := range n {
			if j > 0 {
				f = append(f, at(i, j), at(i+1, j), at(i+1, j+1))
			}
			if j < m-1 {
				f = append(f, at(i, j), at(i+1, j+1), at(i, j+1))
			}
		}
	}
	return f
}

// exactVolume is the volume of the polyhedron with the facets' own corners, to 60 digits.
func (f facets) exactVolume() float64 {
	number := func(v float32) *big.Float { return big.NewFloat(float64(v)).SetPrec(400) }
	product := func(a, b, c float32) *big.Float {
		p := new(big.Float).SetPrec(400).Mul(number(a), number(b))
		return p.Mul(p, number(c))
	}
	total := new(big.Float).SetPrec(400)
	for i := 0; i < len(f); i += 3 {
		a, b, c := f[i], f[i+1], f[i+2]
		for k := range 3 {
			l, m := (k+1)%3, (k+2)%3
			total.Add(total, product(a[k], b[l], c[m]))
			total.Sub(total, product(a[k], b[m], c[l]))
		}
	}
	v, _ := total.Quo(total, number(6)).Float64()
	return v
}
