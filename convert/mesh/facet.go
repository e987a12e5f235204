package mesh

import "math"

// vector is in float64, where neither differences, products nor squared lengths of float32
// coordinates overflow or vanish.
type vector struct{ x, y, z float64 }

func vectorAt(floats []float32, i int) vector {
	p := floats[3*i : 3*i+3 : 3*i+3]
	return vector{float64(p[0]), float64(p[1]), float64(p[2])}
}

func (a vector) minus(b vector) vector { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }

// plus rounds each product on its own, as cross does.
func (a vector) plus(b vector, times float64) vector {
	return vector{a.x + float64(times*b.x), a.y + float64(times*b.y), a.z + float64(times*b.z)}
}

func (a vector) dot(b vector) float64 { return a.x*b.x + a.y*b.y + a.z*b.z }

// cross rounds each product on its own, so that a machine with fused multiply-add gives the same.
func (a vector) cross(b vector) vector {
	return vector{
		float64(a.y*b.z) - float64(a.z*b.y),
		float64(a.z*b.x) - float64(a.x*b.z),
		float64(a.x*b.y) - float64(a.y*b.x),
	}
}

// direction is a as a normal: of unit length, or up (0, 0, 1) if it has none.
func (a vector) direction() [3]float32 {
	length := math.Sqrt(a.dot(a))
	if !positive(length) {
		return [3]float32{0, 0, 1}
	}
	return [3]float32{float32(a.x / length), float32(a.y / length), float32(a.z / length)}
}

// positive reports whether a length can be divided by. One from NaN or infinite coordinates cannot.
func positive(length float64) bool { return length > 0 && !math.IsInf(length, 1) }

// areaVector points to the side from which the corners run counter-clockwise, and is as long as
// twice the area.
func areaVector(a, b, c vector) vector { return b.minus(a).cross(c.minus(a)) }

// FlatNormals fills normals with the normal of each facet at its three corners, nine floats a facet
// as in corners. It works on any run of whole facets, so a writer needs memory for only one run. A
// facet without area has the normal (0, 0, 1).
func FlatNormals(normals, corners []float32) {
	for i := 0; i+9 <= len(corners); i += 9 {
		p := corners[i : i+9 : i+9]
		n := areaVector(vectorAt(p, 0), vectorAt(p, 1), vectorAt(p, 2)).direction()
		out := normals[i : i+9 : i+9]
		out[0], out[1], out[2] = n[0], n[1], n[2]
		out[3], out[4], out[5] = n[0], n[1], n[2]
		out[6], out[7], out[8] = n[0], n[1], n[2]
	}
}

// facet is what a vertex needs to know of each facet around it.
type facet struct {
	normal [3]float32 // of unit length; zero if the facet has no area
	angle  [3]float32 // at each corner, in radians; zero if the facet has no area
}

func newFacet(a, b, c vector) facet {
	ab, ac, bc := b.minus(a), c.minus(a), c.minus(b)
	n := ab.cross(ac)
	length := math.Sqrt(n.dot(n))
	if !positive(length) {
		return facet{}
	}
	// All three sines are the area over two sides, so the cosines over the same sides are enough.
	atA := angle(length, ab.dot(ac))
	atB := angle(length, -ab.dot(bc))
	shorten := 1 / length
	return facet{
		[3]float32{float32(n.x * shorten), float32(n.y * shorten), float32(n.z * shorten)},
		[3]float32{float32(atA), float32(atB), float32(max(0, math.Pi-atA-atB))},
	}
}

// angle is atan2(y, x) for y > 0 to 2e-8, by Abramowitz and Stegun, 4.4.49. The terms are added in
// pairs, of which a core does several at a time. It takes an eighth of the time of math.Atan2,
// which would be half the time of Crease.
func angle(y, x float64) float64 {
	side := math.Abs(x)
	t := min(side, y) / max(side, y)
	s := t * t
	s2 := s * s
	a := (1 + s*-0.3333314528) + s2*(0.1999355085+s*-0.1420889944)
	b := (0.1065626393 + s*-0.0752896400) + s2*(0.0429096138+s*-0.0161657367)
	a = t * (a + s2*s2*(b+s2*s2*0.0028662257))
	// a is the angle to the nearer axis.
	if side < y {
		return math.Pi/2 - math.Copysign(a, x)
	}
	if x < 0 {
		return math.Pi - a
	}
	return a
}
