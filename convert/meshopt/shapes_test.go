package meshopt

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
)

// shape is a mesh made for the tests: indices and how many vertices they name.
type shape struct {
	name     string
	indices  []uint32
	vertices int
}

// grid is a sheet of columns by rows squares, row after row, its vertices
// numbered by first use.
func grid(columns, rows int) shape {
	s := shape{name: "grid"}
	for y := range rows {
		for x := range columns {
			a := uint32(y*(columns+1) + x)
			b, c := a+1, a+uint32(columns)+1
			s.indices = append(s.indices, a, b, c, c, b, c+1)
		}
	}
	s.vertices = (columns + 1) * (rows + 1)
	OptimiseFetch(s.indices, s.vertices, nil)
	return s
}

// blocks is the same sheet in squares of side by side, as programs that mesh
// face by face write it, its vertices numbered by first use.
func blocks(columns, rows, side int) shape {
	s := shape{name: "blocks", vertices: (columns + 1) * (rows + 1)}
	for top := 0; top < rows; top += side {
		for left := 0; left < columns; left += side {
			for y := top; y < min(top+side, rows); y++ {
				for x := left; x < min(left+side, columns); x++ {
					a := uint32(y*(columns+1) + x)
					b, c := a+1, a+uint32(columns)+1
					s.indices = append(s.indices, a, b, c, c, b, c+1)
				}
			}
		}
	}
	OptimiseFetch(s.indices, s.vertices, nil)
	return s
}

// shuffled is s with its facets in random order, numbered anew.
func shuffled(s shape) shape {
	s.name += ", shuffled"
	s.indices = slices.Clone(s.indices)
	r := rand.New(rand.NewPCG(1, uint64(len(s.indices))))
	r.Shuffle(len(s.indices)/3, func(i, j int) {
		for k := range 3 {
			s.indices[3*i+k], s.indices[3*j+k] = s.indices[3*j+k], s.indices[3*i+k]
		}
	})
	OptimiseFetch(s.indices, s.vertices, nil)
	return s
}

// fan is facets round one hub, which has the largest index if hubLast.
func fan(facets int, hubLast bool) shape {
	s := shape{name: "fan", vertices: facets + 1}
	hub, rim := uint32(0), uint32(1)
	if hubLast {
		s.name, hub, rim = "fan, hub last", uint32(facets), 0
	}
	for i := range uint32(facets) {
		s.indices = append(s.indices, hub, rim+i, rim+(i+1)%uint32(facets))
	}
	return s
}

// soup is facets that share nothing.
func soup(facets int) shape {
	s := shape{name: "soup", vertices: 3 * facets}
	for i := range uint32(3 * facets) {
		s.indices = append(s.indices, i)
	}
	return s
}

// random is facets between vertices drawn by chance, degenerate ones too.
func random(facets, vertices int) shape {
	r := rand.New(rand.NewPCG(2, uint64(facets)))
	s := shape{name: "random", vertices: vertices}
	for range 3 * facets {
		s.indices = append(s.indices, uint32(r.IntN(vertices)))
	}
	return s
}

func shapes() []shape {
	twoSided := grid(9, 9)
	twoSided.name = "two-sided"
	for i := 0; i < 6*81; i += 3 {
		a, b, c := twoSided.indices[i], twoSided.indices[i+1], twoSided.indices[i+2]
		twoSided.indices = append(twoSided.indices, a, c, b)
	}
	return []shape{
		{name: "empty"},
		{name: "one facet", indices: []uint32{0, 1, 2}, vertices: 3},
		{name: "one facet, backwards", indices: []uint32{2, 1, 0}, vertices: 3},
		{name: "one point", indices: []uint32{7, 7, 7}, vertices: 8},
		{name: "the same facet", indices: slices.Repeat([]uint32{0, 1, 2}, 50), vertices: 3},
		{name: "largest indices", indices: []uint32{math.MaxUint32, 0, math.MaxUint32 - 1, 1 << 31, 1<<31 - 1, 0}},
		grid(1, 40), grid(40, 1), grid(33, 31), shuffled(grid(60, 60)), blocks(64, 64, 4),
		fan(300, false), fan(300, true), shuffled(fan(5000, true)),
		soup(100), random(500, 20), random(500, 4000), twoSided,
	}
}

// wavy is the positions of the vertices of a grid on a wavy sheet, as three
// numbers of 16 bits and two bytes of zero, in the numbering of remap.
func wavy(columns, rows int, remap []uint32) []byte {
	data := make([]byte, 0, 8*(columns+1)*(rows+1))
	for y := range rows + 1 {
		for x := range columns + 1 {
			u, v := float64(x)/float64(columns), float64(y)/float64(rows)
			data = binary.LittleEndian.AppendUint16(data, uint16(16383*u))
			data = binary.LittleEndian.AppendUint16(data, uint16(16383*v))
			data = binary.LittleEndian.AppendUint16(data, uint16(8000+4000*math.Sin(9*u)*math.Cos(7*v)))
			data = append(data, 0, 0)
		}
	}
	out := make([]byte, len(data))
	Remap(out, data, remap, 8)
	return out
}
