package stl

import "math"

// tally is what a pass over facets finds out about them.
type tally struct {
	bounds     Bounds
	degenerate int
	dropped    int
}

func newTally() tally {
	inf := float32(math.Inf(1))
	return tally{bounds: Bounds{Min: [3]float32{inf, inf, inf}, Max: [3]float32{-inf, -inf, -inf}}}
}

func (t *tally) merge(o *tally) {
	for axis := range 3 {
		t.bounds.Min[axis] = min(t.bounds.Min[axis], o.bounds.Min[axis])
		t.bounds.Max[axis] = max(t.bounds.Max[axis], o.bounds.Max[axis])
	}
	t.degenerate += o.degenerate
	t.dropped += o.dropped
}

// measure adds facets to the bounds and counts those without area. A facet of NaNs changes neither.
func (t *tally) measure(corners []float32) {
	lo, hi := t.bounds.Min, t.bounds.Max
	for len(corners) >= 9 {
		c := (*[9]float32)(corners)
		corners = corners[9:]
		for v := 0; v < 9; v += 3 {
			x, y, z := c[v], c[v+1], c[v+2]
			if x < lo[0] {
				lo[0] = x
			}
			if x > hi[0] {
				hi[0] = x
			}
			if y < lo[1] {
				lo[1] = y
			}
			if y > hi[1] {
				hi[1] = y
			}
			if z < lo[2] {
				lo[2] = z
			}
			if z > hi[2] {
				hi[2] = z
			}
		}
		if flat(c) {
			t.degenerate++
		}
	}
	t.bounds = Bounds{Min: lo, Max: hi}
}

// flat reports whether a facet has no area. Differences of float32 values and the products of those differences fit a
// float64 unless the magnitudes of the corners are very far apart, so the answer is exact for real models. Products are
// compared, not subtracted, so that no machine fuses the operations and gets something else.
func flat(c *[9]float32) bool {
	ax, ay, az := float64(c[0]), float64(c[1]), float64(c[2])
	ux, uy, uz := float64(c[3])-ax, float64(c[4])-ay, float64(c[5])-az
	vx, vy, vz := float64(c[6])-ax, float64(c[7])-ay, float64(c[8])-az
	return ux*vy == uy*vx && uy*vz == uz*vy && uz*vx == ux*vz
}
