package picture

import "math"

type vector [3]float64

func (a vector) minus(b vector) vector { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a vector) dot(b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// unit is a at length one, or nothing if it has no direction.
func (a vector) unit() vector {
	length := math.Sqrt(a.dot(a))
	if !(length > 0) || math.IsInf(length, 1) {
		return vector{}
	}
	return vector{a[0] / length, a[1] / length, a[2] / length}
}

// camera looks at a box from three quarters in front, without perspective: equal lengths stay equal.
type camera struct {
	centre            vector  // of the box
	right, up, toward vector  // of the picture, in the file; toward comes out of it
	scale             float64 // samples to a unit
	middle            vector  // of what is seen, along right and up
	half              float64 // of the picture's side, in samples
}

// margin is the part of the picture's side that stays free on each side.
const margin = 0.04

// newCamera places a camera before the corners that see visits. ok is false if there is no extent to be seen.
func newCamera(least, greatest [3]float32, upY bool, side int, see func(visit func(p []float32))) (c camera, ok bool) {
	// 35 degrees round and 27 above: three faces of a cube are seen, and none is as large as another.
	const around, above = 35 * math.Pi / 180, 27 * math.Pi / 180
	sinA, cosA := math.Sincos(around)
	sinB, cosB := math.Sincos(above)
	turn := func(v vector) vector {
		if upY {
			return vector{v[0], v[2], -v[1]}
		}
		return v
	}
	c.right = turn(vector{cosA, sinA, 0})
	c.toward = turn(vector{sinA * cosB, -cosA * cosB, sinB})
	c.up = c.toward.cross(c.right)
	for k := range 3 {
		c.centre[k] = (float64(least[k]) + float64(greatest[k])) / 2
	}
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	see(func(p []float32) {
		v := vector{float64(p[0]), float64(p[1]), float64(p[2])}.minus(c.centre)
		for k, along := range [2]float64{v.dot(c.right), v.dot(c.up)} {
			low[k], high[k] = min(low[k], along), max(high[k], along)
		}
	})
	extent := max(high[0]-low[0], high[1]-low[1])
	if !(extent > 0) || math.IsInf(extent, 1) {
		return c, false
	}
	c.half = float64(side) / 2
	c.scale = float64(side) * (1 - 2*margin) / extent
	c.middle = vector{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	return c, true
}

// seen is where a point lies: samples from the left and from above, and toward the viewer.
func (c *camera) seen(p []float32) [3]float32 {
	v := vector{float64(p[0]), float64(p[1]), float64(p[2])}.minus(c.centre)
	return [3]float32{
		float32(c.half + (v.dot(c.right)-c.middle[0])*c.scale),
		float32(c.half - (v.dot(c.up)-c.middle[1])*c.scale),
		float32(v.dot(c.toward) * c.scale),
	}
}
