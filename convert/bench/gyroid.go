package bench

import (
	"math"
	"math/bits"
)

// periods is how often the gyroid repeats along each side of its box.
const periods = 4

// Gyroid is one closed side of a gyroid that fills a box, by marching cubes: cell by cell, in no useful order.
func Gyroid(facets int, facet func(c *[9]float32)) {
	// The surface crosses cells in proportion to the square of their number along a side.
	n := max(8, int(math.Sqrt(float64(facets)/gyroidFacets)))
	f := gyroid{n: n, step: 2 * math.Pi * periods / float64(n)}
	below, above := f.layer(0), f.layer(1)
	for z := range n {
		for y := range n {
			for x := range n {
				f.cell(x, y, z, below, above, facet)
			}
		}
		below, above = above, f.layer(z+2)
	}
}

// gyroidFacets is how many facets there are by the square of the cells along a side.
const gyroidFacets = 43.6

type gyroid struct {
	n    int
	step float64
}

// layer is the field at one height, above zero inside.
func (f gyroid) layer(z int) []float64 {
	values := make([]float64, 0, (f.n+1)*(f.n+1))
	// The shift keeps the zeros of the sines from corners of cells.
	sz, cz := math.Sincos(f.step*float64(z) + 0.1)
	for y := range f.n + 1 {
		sy, cy := math.Sincos(f.step*float64(y) + 0.1)
		for x := range f.n + 1 {
			sx, cx := math.Sincos(f.step*float64(x) + 0.1)
			v := sx*cy + sy*cz + sz*cx
			if x == 0 || y == 0 || z == 0 || x == f.n || y == f.n || z == f.n {
				v = min(v, -0.5) // the box has an end
			}
			values = append(values, v)
		}
	}
	return values
}

// Corner i of a cell lies at x = i&1, y = i>>1&1, z = i>>2. faces are its sides, counter-clockwise from outside.
func faces() [6][4]int {
	return [6][4]int{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}
}

// cell makes the facets of a cell. Where the field changes its sign along an edge there is a vertex. On each side of
// the cell, lines join the vertex at which one comes out of the solid to the next vertex; the other cell at that side
// draws the same lines the other way. They form loops, clockwise from outside, which are cut into facets.
func (f gyroid) cell(x, y, z int, below, above []float64, facet func(c *[9]float32)) {
	var values [8]float64
	inside := 0
	for i := range values {
		layer := below
		if i>>2 == 1 {
			layer = above
		}
		values[i] = layer[(y+i>>1&1)*(f.n+1)+x+i&1]
		if values[i] > 0 {
			inside++
		}
	}
	if inside == 0 || inside == 8 {
		return
	}
	// An edge is its two corners, one bit each. The next one of a vertex is where its line ends.
	var next [256]uint8
	for _, face := range faces() {
		for k, corner := range face {
			if end := face[(k+1)%4]; values[corner] > 0 && values[end] <= 0 {
				for k++; values[face[k%4]] > 0 || values[face[(k+1)%4]] <= 0; k++ {
				}
				next[1<<corner|1<<end] = 1<<face[k%4] | 1<<face[(k+1)%4]
			}
		}
	}
	at := [3]int{x, y, z}
	for first := range next {
		if next[first] == 0 {
			continue
		}
		a := f.vertex(at, first, &values)
		for second := next[first]; int(next[second]) != first; second = next[second] {
			b, c := f.vertex(at, int(second), &values), f.vertex(at, int(next[second]), &values)
			facet(&[9]float32{a[0], a[1], a[2], c[0], c[1], c[2], b[0], b[1], b[2]})
		}
		for edge := uint8(first); edge != 0; {
			edge, next[edge] = next[edge], 0
		}
	}
}

// vertex is where the field is zero along an edge of a cell.
func (f gyroid) vertex(cell [3]int, edge int, values *[8]float64) (p [3]float32) {
	low, high := bits.TrailingZeros(uint(edge)), bits.Len(uint(edge))-1
	share := values[low] / (values[low] - values[high])
	for k := range p {
		from, to := low>>k&1, high>>k&1
		p[k] = float32((float64(cell[k]+from) + share*float64(to-from)) * f.step)
	}
	return p
}
