package mesh

import "math"

// vector is in float64, where no difference, product or squared length of float32 coordinates overflows.
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
func (a vector) direction() direction {
	length := math.Sqrt(a.dot(a))
	if !positive(length) {
		return direction{0, 0, 1}
	}
	return direction{float32(a.x / length), float32(a.y / length), float32(a.z / length)}
}

// direction is a vector of unit length, or none. The compiler keeps fields in registers, but no array.
type direction struct{ x, y, z float32 }

func (d direction) none() bool {
	return (math.Float32bits(d.x)|math.Float32bits(d.y)|math.Float32bits(d.z))&^(1<<31) == 0
}

func (d direction) vector() vector { return vector{float64(d.x), float64(d.y), float64(d.z)} }

func (d direction) dot(e direction) float64 { return d.vector().dot(e.vector()) }

func (d direction) put(normals []float32, v int) {
	n := normals[3*v : 3*v+3 : 3*v+3]
	n[0], n[1], n[2] = d.x, d.y, d.z
}

// positive reports whether a length can be divided by. One from NaN or infinite coordinates cannot.
func positive(length float64) bool { return length > 0 && !math.IsInf(length, 1) }

// FlatNormals fills normals with the normal of each facet at its three corners, nine floats a facet as in corners. It
// takes any run of whole facets. A facet without area has the normal (0, 0, 1).
func FlatNormals(normals, corners []float32) {
	for i := 0; i+9 <= len(corners); i += 9 {
		p := corners[i : i+9 : i+9]
		a, b, c := vectorAt(p, 0), vectorAt(p, 1), vectorAt(p, 2)
		n := b.minus(a).cross(c.minus(a)).direction()
		out := normals[i : i+9 : i+9]
		out[0], out[1], out[2] = n.x, n.y, n.z
		out[3], out[4], out[5] = n.x, n.y, n.z
		out[6], out[7], out[8] = n.x, n.y, n.z
	}
}

// facet is what a vertex needs to know of each facet around it.
type facet struct {
	normal direction  // none if the facet has no area
	angle  [3]float32 // at each corner, in radians; zero if the facet has no area
}

// angles are those of a facet at its corners, in radians.
type angles struct{ a, b, c float32 }

// newFacet is the normal, or none, and the angles of a facet, or zeros.
func newFacet(a, b, c vector) (direction, angles) {
	ab, ac, bc := b.minus(a), c.minus(a), c.minus(b)
	n := ab.cross(ac)
	length := math.Sqrt(n.dot(n))
	if !positive(length) {
		return direction{}, angles{}
	}
	// All three sines are the area over two sides, so the cosines over the same sides are enough.
	atA := angle(length, ab.dot(ac))
	atB := angle(length, -ab.dot(bc))
	shorten := 1 / length
	return direction{float32(n.x * shorten), float32(n.y * shorten), float32(n.z * shorten)},
		angles{float32(atA), float32(atB), float32(max(0, math.Pi-atA-atB))}
}

// angle is atan2(y, x) for y > 0 to 2e-8, by Abramowitz and Stegun, 4.4.49. The terms are added in pairs, of which a
// core does several at a time. It takes an eighth of the time of math.Atan2, which would be half the time of Crease. It
// has no branches, since nobody can foresee which octant an angle of a scan is in.
func angle(y, x float64) float64 {
	side := math.Abs(x)
	t := min(side, y) / max(side, y)
	s := t * t
	s2 := s * s
	a := (1 + s*-0.3333314528) + s2*(0.1999355085+s*-0.1420889944)
	b := (0.1065626393 + s*-0.0752896400) + s2*(0.0429096138+s*-0.0161657367)
	a = t * (a + s2*s2*(b+s2*s2*0.0028662257))
	// a is the angle to the nearer axis: y, or x to one side. As bits, since floats are chosen by branches.
	left, up := math.Float64bits(x)>>63, uint64(0)
	if side < y {
		up = 1
	}
	from := -up&math.Float64bits(math.Pi/2) | -(left&^up)&math.Float64bits(math.Pi)
	return math.Float64frombits(from) + math.Float64frombits(math.Float64bits(a)^(left^up)<<63)
}
