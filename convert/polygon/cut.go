package polygon

import "math"

const (
	// most is the number of corners from which a polygon is cut as a fan, whatever its shape.
	most = 1024
	// workOf is how many comparisons of corners a Cutter makes; polygons after that are fans. They take half a second.
	workOf = 1 << 27
)

// Cutter cuts polygons one after the other. What it keeps is the work that it has done.
type Cutter struct {
	work    int
	flat    [][2]float64 // the corners in the plane of the polygon
	left    []int        // corners that are not cut off yet
	cut     [][3]int
	turning []bool // of each corner: the polygon turns there as it does on the whole
}

// Cut returns the triangles of a polygon, as the numbers of their corners: always two fewer than corners. at gives the
// place of a corner. A polygon that is not convex is cut by its ears; one that nobody could cut becomes a fan.
func (c *Cutter) Cut(n int, at func(corner int) [3]float32) [][3]int {
	c.cut = c.cut[:0]
	switch {
	case n < 3:
		return nil
	case n == 3, n > most, c.work > workOf, !c.flatten(n, at), c.convex(n):
		for i := 1; i+1 < n; i++ {
			c.cut = append(c.cut, [3]int{0, i, i + 1})
		}
		return c.cut
	}
	c.left = c.left[:0]
	for i := range n {
		c.left = append(c.left, i)
	}
	for len(c.left) > 3 {
		c.cutEar(c.ear())
	}
	c.cut = append(c.cut, [3]int(c.left))
	return c.cut
}

// flatten puts the corners into a plane in which the polygon turns left. It is false for one without an area.
func (c *Cutter) flatten(n int, at func(int) [3]float32) bool {
	var normal [3]float64 // by Newell
	p := at(n - 1)
	for i := range n {
		q := at(i)
		for axis := range 3 {
			j, k := (axis+1)%3, (axis+2)%3
			normal[axis] += (float64(p[j]) - float64(q[j])) * (float64(p[k]) + float64(q[k]))
		}
		p = q
	}
	drop := 0 // the axis along which the polygon looks
	for axis := range 3 {
		if math.Abs(normal[axis]) > math.Abs(normal[drop]) {
			drop = axis
		}
	}
	if size := math.Abs(normal[drop]); size == 0 || size-size != 0 {
		return false
	}
	c.flat = c.flat[:0]
	u, v := (drop+1)%3, (drop+2)%3
	if normal[drop] < 0 {
		u, v = v, u
	}
	for i := range n {
		q := at(i)
		c.flat = append(c.flat, [2]float64{float64(q[u]), float64(q[v])})
	}
	return true
}

// convex reports whether the polygon turns left at every corner, once around.
func (c *Cutter) convex(n int) bool {
	c.turning = c.turning[:0]
	convex, turns := true, 0
	for i := range n {
		a, b, d := c.flat[(i+n-1)%n], c.flat[i], c.flat[(i+1)%n]
		c.turning = append(c.turning, side(a, b, d) >= 0)
		convex = convex && c.turning[i]
		if (b[0] > a[0]) != (d[0] > b[0]) {
			turns++
		}
	}
	return convex && turns <= 2
}

// ear returns the place in left of a corner that can be cut off: no other corner lies in its triangle. The one with
// the best shape would take longer to find than the first.
func (c *Cutter) ear() int {
	for i := range c.left {
		if c.isEar(i) {
			return i
		}
	}
	return 0 // the polygon crosses itself
}

func (c *Cutter) isEar(i int) bool {
	before, corner, after := c.around(i)
	x, y, z := c.flat[before], c.flat[corner], c.flat[after]
	if side(x, y, z) <= 0 {
		return false
	}
	c.work += len(c.left)
	for _, k := range c.left {
		if k == before || k == corner || k == after || c.turning[k] {
			continue
		}
		p := c.flat[k]
		if p == x || p == y || p == z {
			continue // a bridge to a hole passes a corner twice
		}
		if side(x, y, p) >= 0 && side(y, z, p) >= 0 && side(z, x, p) >= 0 {
			return false
		}
	}
	return true
}

// cutEar cuts the corner at a place in left off.
func (c *Cutter) cutEar(i int) {
	before, corner, after := c.around(i)
	c.cut = append(c.cut, [3]int{before, corner, after})
	c.left = append(c.left[:i], c.left[i+1:]...)
	n := len(c.left)
	for _, k := range [2]int{(i + n - 1) % n, i % n} { // the corners beside it
		a, b, d := c.around(k)
		c.turning[b] = side(c.flat[a], c.flat[b], c.flat[d]) >= 0
	}
}

func (c *Cutter) around(i int) (before, corner, after int) {
	n := len(c.left)
	return c.left[(i+n-1)%n], c.left[i], c.left[(i+1)%n]
}

// side is more than 0 where c lies on the left of the line from a to b.
func side(a, b, c [2]float64) float64 {
	return float64((b[0]-a[0])*(c[1]-a[1])) - float64((b[1]-a[1])*(c[0]-a[0]))
}
