package ocrb

import (
	"math"
	"slices"
)

// grid is a row of cells in even pitch: cell i is at origin + pitch·i + bend·i², as mild perspective shrinks it.
type grid struct {
	row
	origin, pitch, bend float64
	cells               int // from the first part to the last
	fitting             int // parts that lie on the grid
}

func (g grid) a(i float64) float64 { return g.origin + g.pitch*i + g.bend*i*i }

// fitGrid finds the pitch of a row. ok is false for uneven parts, or too few or too many for a line of a zone.
func fitGrid(r row) (g grid, ok bool) {
	var single []part
	for _, p := range r.parts {
		if p.length < 1.3*r.height {
			single = append(single, p)
		}
	}
	if len(single) < 8 {
		return grid{}, false
	}
	g = grid{row: r, origin: single[0].a}
	g.pitch = commonStep(single, r.height)
	if g.pitch == 0 {
		return grid{}, false
	}
	indices := number(single, g.pitch)
	used := make([]bool, len(single))
	for i := range used {
		used[i] = true
	}
	for range 4 {
		g.origin, g.pitch, g.bend = parabola(single, indices, used)
		for i, p := range single {
			used[i] = math.Abs(g.a(indices[i])-p.a) < 0.22*math.Abs(g.pitch)
		}
	}
	for _, u := range used {
		if u {
			g.fitting++
		}
	}
	last := indices[len(indices)-1]
	g.cells = int(last) + 1
	even := math.Abs(g.bend)*last < 0.15*g.pitch
	return g, even && g.pitch > 4 && g.fitting >= 8 && 10*g.fitting >= 6*len(single) && g.cells >= 16 && g.cells <= 60
}

// commonStep is the step between neighbours that most agree on: the pitch, as lines of a zone have no gaps.
func commonStep(parts []part, height float64) float64 {
	var steps []float64
	for i := range len(parts) - 1 {
		if step := parts[i+1].a - parts[i].a; step > 0.55*height && step < 2.4*height {
			steps = append(steps, step)
		}
	}
	best, votes := 0.0, 0
	for _, s := range steps {
		var near []float64
		for _, t := range steps {
			if math.Abs(s-t) < 0.1*s {
				near = append(near, t)
			}
		}
		if len(near) > votes {
			best, votes = quantileOf(near, 0.5), len(near)
		}
	}
	return best
}

// number gives each part the index of its cell, following the pitch as it changes.
func number(parts []part, pitch float64) []float64 {
	indices := make([]float64, len(parts))
	anchor := 0 // the last part that lay well on the grid
	for i := 1; i < len(parts); i++ {
		steps := (parts[i].a - parts[anchor].a) / pitch
		whole := math.Round(steps)
		indices[i] = indices[anchor] + whole
		if whole > 0 && math.Abs(steps-whole) < 0.25 {
			pitch += 0.15 * ((parts[i].a-parts[anchor].a)/whole - pitch)
			anchor = i
		}
	}
	return indices
}

// parabola fits positions to indices by least squares.
func parabola(parts []part, indices []float64, used []bool) (c0, c1, c2 float64) {
	var s [5]float64
	var t [3]float64
	n := 0
	for i, p := range parts {
		if !used[i] {
			continue
		}
		n++
		power := 1.0
		for k := range s {
			s[k] += power
			if k < 3 {
				t[k] += power * p.a
			}
			power *= indices[i]
		}
	}
	if n < 4 {
		return 0, 0, 0
	}
	m := [3][4]float64{{s[0], s[1], s[2], t[0]}, {s[1], s[2], s[3], t[1]}, {s[2], s[3], s[4], t[2]}}
	for i := range 3 {
		for j := i + 1; j < 3; j++ {
			if m[i][i] == 0 {
				return 0, 0, 0
			}
			f := m[j][i] / m[i][i]
			for k := range 4 {
				m[j][k] -= f * m[i][k]
			}
		}
	}
	if m[2][2] == 0 {
		return 0, 0, 0
	}
	c2 = m[2][3] / m[2][2]
	c1 = (m[1][3] - m[1][2]*c2) / m[1][1]
	c0 = (m[0][3] - m[0][2]*c2 - m[0][1]*c1) / m[0][0]
	return c0, c1, c2
}

// maxBlocks bounds the blocks that are read along one axis.
const maxBlocks = 6

// block is two or three grids one under the other.
type block []grid

// blocks finds neighbouring grids alike in pitch, height and extent, the best first.
func blocks(grids []grid) []block {
	middle := func(g grid) float64 { return g.a(float64(g.cells) / 2) }
	slices.SortStableFunc(grids, func(g, h grid) int {
		if g.b(middle(g)) < h.b(middle(h)) {
			return -1
		}
		return 1
	})
	follows := func(g, h grid) bool {
		a := (middle(g) + middle(h)) / 2
		distance := h.b(a) - g.b(a)
		pitch := (g.pitch + h.pitch) / 2
		overlap := min(g.a(float64(g.cells)), h.a(float64(h.cells))) - max(g.a(0), h.a(0))
		return math.Abs(g.pitch-h.pitch) < 0.12*pitch && distance > 0.9*pitch && distance < 4*pitch &&
			overlap > 0.5*pitch*float64(max(g.cells, h.cells)) && math.Abs(g.slope-h.slope) < 0.06
	}
	var found []block
	for i, g := range grids {
		for j := i + 1; j < len(grids); j++ {
			if !follows(g, grids[j]) {
				continue
			}
			found = append(found, block{g, grids[j]})
			for _, k := range grids[j+1:] {
				if follows(grids[j], k) {
					found = append(found, block{g, grids[j], k})
				}
			}
		}
	}
	weight := func(b block) int {
		n := 0
		for _, g := range b {
			n += g.fitting
		}
		return n
	}
	slices.SortStableFunc(found, func(b, c block) int { return weight(c) - weight(b) })
	return found[:min(len(found), maxBlocks)]
}
