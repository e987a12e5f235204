package stl

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

// sphere returns the corners of a closed, slightly bumpy sphere of about n facets in no special
// position.
func sphere(n int) []float32 {
	rows := max(2, int(math.Sqrt(float64(n)/4)))
	columns := max(3, n/(2*rows))
	point := func(i, j int) [3]float32 {
		s, c := math.Sincos(math.Pi * float64(i) / float64(rows))
		u, v := math.Sincos(2 * math.Pi * float64(j%columns) / float64(columns))
		r := 50 + math.Sin(float64(7*i))
		return [3]float32{float32(r*s*u) + 12.5, float32(r*s*v) - 80, float32(r*c) + 1}
	}
	corners := make([]float32, 0, 18*rows*columns)
	for i := range rows {
		for j := range columns {
			a, b, c, d := point(i, j), point(i+1, j), point(i+1, j+1), point(i, j+1)
			for _, p := range [][3]float32{a, b, c, a, c, d} {
				corners = append(corners, p[:]...)
			}
		}
	}
	return corners
}

// binarySTL writes corners as a binary file with the header and one attribute a facet, or none.
func binarySTL(header string, corners []float32, attributes ...uint16) []byte {
	n := len(corners) / 9
	data := make([]byte, headerSize+recordSize*n)
	copy(data[:80], header)
	binary.LittleEndian.PutUint32(data[80:], uint32(n))
	for i := range n {
		record := data[headerSize+recordSize*i:]
		for k, v := range corners[9*i : 9*i+9] {
			binary.LittleEndian.PutUint32(record[12+4*k:], math.Float32bits(v))
		}
		if len(attributes) > 0 {
			binary.LittleEndian.PutUint16(record[48:], attributes[i%len(attributes)])
		}
	}
	return data
}

// asciiSTL writes corners as an ASCII file with numbers in a format of strconv.
func asciiSTL(name string, corners []float32, format byte, precision int) []byte {
	var b bytes.Buffer
	b.WriteString("solid " + name + "\n")
	number := func(v float32) { b.Write(strconv.AppendFloat([]byte{' '}, float64(v), format, precision, 32)) }
	for len(corners) > 0 {
		b.WriteString("  facet normal")
		for _, v := range []float32{0.267261, -0.534522, 0.801784} {
			number(v)
		}
		b.WriteString("\n    outer loop\n")
		for k := 0; k < 9; k += 3 {
			b.WriteString("      vertex")
			for _, v := range corners[k : k+3] {
				number(v)
			}
			b.WriteByte('\n')
		}
		b.WriteString("    endloop\n  endfacet\n")
		corners = corners[9:]
	}
	b.WriteString("endsolid " + name + "\n")
	return b.Bytes()
}
