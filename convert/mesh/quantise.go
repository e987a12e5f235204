package mesh

import (
	"math"
	"strconv"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

// Quantised is a mesh as KHR_mesh_quantization stores it: a vertex takes 12 bytes, or 20 with colour. A position p
// means p·Scale + Translation, which the node of the mesh restores. Scale is the same along all axes: a node that
// scales axes by different amounts would also bend normals, and they would have to be bent back before rounding.
type Quantised struct {
	Positions   [][4]uint16 // x y z and 0, so stride 8: UNSIGNED_SHORT, not normalised
	Min, Max    [3]uint16   // of Positions, exactly
	Scale       float64
	Translation [3]float64
	Normals     [][4]int8  // x y z and 0, so stride 4: BYTE, normalised; nil if there are none
	Colors      [][4]uint8 // sRGB and alpha, as Mesh has them, and below texture coordinates; nil if there are none
	Coords      [][2]float32
	Indices     []uint32
}

// smallestScale is the least float32 that all viewers distinguish from zero.
const smallestScale = 0x1p-126

// NewGrid is the grid of meshes that share borders, as Split and Layers make them: on one grid, no gaps open between
// them. The longest side of their bounds uses all of so many bits (8 to 16).
func NewGrid(parts []Mesh, bits int) Quantised {
	least, greatest := Bounds(parts[0].Positions)
	for _, m := range parts[1:] {
		l, g := Bounds(m.Positions)
		for k := range 3 {
			least[k], greatest[k] = min(least[k], l[k]), max(greatest[k], g[k])
		}
	}
	var grid Quantised
	extent := 0.0
	for k := range 3 {
		extent = max(extent, float64(greatest[k])-float64(least[k]))
		grid.Translation[k] = float64(least[k])
	}
	// Both are written with as few digits as the steps need, and so may be off by less than half a step.
	steps := float64(int(1)<<bits - 1)
	exact, slack := extent/steps, extent/steps/(8*steps)
	grid.Scale = max(brief(exact-slack, slack), smallestScale)
	for k, v := range grid.Translation {
		grid.Translation[k] = brief(v, grid.Scale/8)
	}
	return grid
}

// brief is the decimal number with the fewest digits that is at most slack from v.
func brief(v, slack float64) float64 {
	b := 0.0
	for digits := 1; math.Abs(b-v) > slack && digits <= 17; digits++ {
		b, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64) // which Format gives
	}
	return b
}

// Quantise rounds positions to the grid, and normals to 8 bits a component. No coordinate moves by more than half of
// Scale, apart from what a float32 of its size cannot hold. Colours, texture coordinates and indices are those of m.
func (q Quantised) Quantise(m Mesh) Quantised {
	q.Positions = memory.Dirty[[4]uint16](m.Memory, m.Vertices())
	q.Colors, q.Coords, q.Indices = m.Colors, m.Coords, m.Indices
	if m.Normals != nil {
		q.Normals = make([][4]int8, m.Vertices())
	}
	least, greatest := Bounds(m.Positions)
	low, high := q.round(least[:]), q.round(greatest[:])
	q.Min, q.Max = [3]uint16(low[:3]), [3]uint16(high[:3])
	n := workersFor(m.Facets())
	cores.Run(n, func(w int) {
		from, to := share(m.Vertices(), w, n)
		for v := from; v < to; v++ {
			q.Positions[v] = q.round(m.Positions[3*v : 3*v+3])
			if m.Normals != nil {
				q.Normals[v] = roundNormal(m.Normals[3*v : 3*v+3])
			}
		}
	})
	return q
}

// round is the place of p on the grid.
func (q *Quantised) round(p []float32) (out [4]uint16) {
	for k := range 3 {
		out[k] = uint16((float64(p[k])-q.Translation[k])/q.Scale + 0.5)
	}
	return out
}

// roundNormal rounds each component to 1/127, within 0.0068 of unit length, which the validator accepts.
func roundNormal(n []float32) (out [4]int8) {
	for k := range 3 {
		out[k] = int8(math.Floor(float64(n[k])*127 + 0.5))
	}
	return out
}
