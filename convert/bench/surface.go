// Package bench makes the meshes that the conversion is measured on.
package bench

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

// corners calls facet for each facet of a wavy sheet, row by row, as a scanner
// or a slicer would write it: every vertex is shared by six facets. It makes
// the largest sheet of as many rows as columns with at most the number of
// facets asked for.
func corners(facets int, facet func(c *[9]float32)) {
	n := side(facets)
	at := func(row, column int) (x, y, z float32) {
		u, v := float64(column)/40, float64(row)/40
		return float32(column) * 0.1, float32(row) * 0.1, float32(4*math.Sin(u)*math.Cos(0.7*v) + 0.3*math.Sin(9*u+4*v))
	}
	var c [9]float32
	set := func(corner, row, column int) { c[3*corner], c[3*corner+1], c[3*corner+2] = at(row, column) }
	for row := range n {
		for column := range n {
			set(0, row, column)
			set(1, row, column+1)
			set(2, row+1, column+1)
			facet(&c)
			set(1, row+1, column+1)
			set(2, row+1, column)
			facet(&c)
		}
	}
}

func side(facets int) int { return max(1, int(math.Sqrt(float64(facets)/2))) }

// Binary is a binary STL file of about so many facets.
func Binary(facets int) []byte {
	n := 2 * side(facets) * side(facets)
	data := make([]byte, 84, 84+50*n)
	binary.LittleEndian.PutUint32(data[80:], uint32(n))
	corners(facets, func(c *[9]float32) {
		var record [50]byte
		for i, v := range c {
			binary.LittleEndian.PutUint32(record[12+4*i:], math.Float32bits(v))
		}
		data = append(data, record[:]...)
	})
	return data
}

// ASCII is the same as text.
func ASCII(facets int) []byte {
	var b bytes.Buffer
	b.WriteString("solid sheet\n")
	var number []byte
	corners(facets, func(c *[9]float32) {
		b.WriteString("  facet normal 0 0 0\n    outer loop\n")
		for i := 0; i < 9; i += 3 {
			b.WriteString("      vertex")
			for _, v := range c[i : i+3] {
				number = strconv.AppendFloat(append(number[:0], ' '), float64(v), 'e', 6, 32)
				b.Write(number)
			}
			b.WriteByte('\n')
		}
		b.WriteString("    endloop\n  endfacet\n")
	})
	b.WriteString("endsolid sheet\n")
	return b.Bytes()
}
