// Package bench makes the meshes that the conversion is measured on.
//
//	surface.go  files of a shape, binary or text; the sheet and the scan
//	gyroid.go   the gyroid
package bench

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

// Shape calls facet for about so many facets, with three corners each that are valid until facet returns.
type Shape func(facets int, facet func(c *[9]float32))

// Sheet is a wavy sheet of as many rows as columns, row by row: six facets share every vertex.
func Sheet(facets int, facet func(c *[9]float32)) {
	n := side(facets)
	grid(n, n, facet, func(row, column int) [3]float32 {
		u, v := float64(column)/40, float64(row)/40
		return [3]float32{float32(column) * 0.1, float32(row) * 0.1,
			float32(4*math.Sin(u)*math.Cos(0.7*v) + 0.3*math.Sin(9*u+4*v))}
	})
}

// Scan is a closed sphere with noise as high as its facets are long, so that nearly every edge is sharp.
func Scan(facets int, facet func(c *[9]float32)) {
	rings := max(2, side(facets))
	step := math.Pi / float64(rings)
	grid(rings, rings, facet, func(row, column int) [3]float32 {
		column %= rings
		if row == 0 || row == rings {
			column = 0 // a pole
		}
		radius := 50 * (1 + 0.8*step*noise(uint64(row*rings+column)))
		up, around := step*float64(row), 2*step*float64(column)
		return [3]float32{
			float32(radius * math.Sin(up) * math.Cos(around)),
			float32(radius * math.Sin(up) * math.Sin(around)),
			float32(-radius * math.Cos(up)),
		}
	})
}

// noise is a number from -1 to 1 that looks random (SplitMix64).
func noise(i uint64) float64 {
	i = (i + 1) * 0x9e3779b97f4a7c15
	i = (i ^ i>>30) * 0xbf58476d1ce4e5b9
	i = (i ^ i>>27) * 0x94d049bb133111eb
	return float64(int64(i^i>>31)) / (1 << 63)
}

// grid makes two facets of each quad, but only one of a quad with two corners at one place.
func grid(rows, columns int, facet func(c *[9]float32), at func(row, column int) [3]float32) {
	triangle := func(a, b, c [3]float32) {
		if a != b && b != c && c != a {
			facet(&[9]float32{a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]})
		}
	}
	for row := range rows {
		for column := range columns {
			a, c := at(row, column), at(row+1, column+1)
			triangle(a, at(row, column+1), c)
			triangle(a, c, at(row+1, column))
		}
	}
}

func side(facets int) int { return max(1, int(math.Sqrt(float64(facets)/2))) }

// normal is the normal of a facet from its winding, as programs write it.
func normal(c *[9]float32) [3]float32 {
	var u, v [3]float64
	for k := range 3 {
		u[k], v[k] = float64(c[3+k])-float64(c[k]), float64(c[6+k])-float64(c[k])
	}
	n := [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	length := max(math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2]), math.SmallestNonzeroFloat64)
	return [3]float32{float32(n[0] / length), float32(n[1] / length), float32(n[2] / length)}
}

// Binary is a binary STL file of a shape, with normals: without them, some readers merge more vertices.
func Binary(shape Shape, facets int) []byte {
	data := make([]byte, 84, 84+50*(facets+1))
	shape(facets, func(c *[9]float32) {
		var record [50]byte
		n := normal(c)
		for i, v := range append(n[:], c[:]...) {
			binary.LittleEndian.PutUint32(record[4*i:], math.Float32bits(v))
		}
		data = append(data, record[:]...)
	})
	binary.LittleEndian.PutUint32(data[80:], uint32(len(data)-84)/50)
	return data
}

// ASCII is the same as text.
func ASCII(shape Shape, facets int) []byte {
	var b bytes.Buffer
	b.WriteString("solid bench\n")
	var number []byte
	numbers := func(values []float32) {
		for _, v := range values {
			number = strconv.AppendFloat(append(number[:0], ' '), float64(v), 'e', 6, 32)
			b.Write(number)
		}
		b.WriteByte('\n')
	}
	shape(facets, func(c *[9]float32) {
		n := normal(c)
		b.WriteString("  facet normal")
		numbers(n[:])
		b.WriteString("    outer loop\n")
		for i := 0; i < 9; i += 3 {
			b.WriteString("      vertex")
			numbers(c[i : i+3])
		}
		b.WriteString("    endloop\n  endfacet\n")
	})
	b.WriteString("endsolid bench\n")
	return b.Bytes()
}
