package simplify

import "math"

// vector is a place or a direction.
type vector struct{ x, y, z float64 }

func (a vector) minus(b vector) vector    { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vector) scaled(by float64) vector { return vector{a.x * by, a.y * by, a.z * by} }
func (a vector) dot(b vector) float64     { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vector) cross(b vector) vector {
	return vector{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

func vectorAt(positions []float32, v uint32) vector {
	p := positions[3*v : 3*v+3 : 3*v+3]
	return vector{float64(p[0]), float64(p[1]), float64(p[2])}
}

// quadric is the sum of squared distances to planes, each by its weight. It counts from a vertex, so that its numbers
// are as small as the facets around, and 32 bits are enough: at offset e it is eᵀAe + 2bᵀe + c, and A's trace is the
// sum of the weights.
type quadric struct{ xx, yy, zz, xy, xz, yz, x, y, z, c float32 }

// add adds a plane through the vertex, by its normal of unit length.
func (q *quadric) add(n vector, weight float64) {
	q.xx += float32(weight * n.x * n.x)
	q.yy += float32(weight * n.y * n.y)
	q.zz += float32(weight * n.z * n.z)
	q.xy += float32(weight * n.x * n.y)
	q.xz += float32(weight * n.x * n.z)
	q.yz += float32(weight * n.y * n.z)
}

// form is a quadric while it is worked with.
type form struct{ xx, yy, zz, xy, xz, yz, x, y, z, c float64 }

const (
	// ridge is the weight of the middle of an edge beside its planes. So a place that the planes leave open, as in a
	// flat area, is near the middle, and no rounding can carry a vertex away.
	ridge = 1e-4
	// brevity is the weight of the length of an edge beside the distance to planes, so that flat areas lose their short
	// edges first.
	brevity = 1e-6
)

// join finds the sum f of a vertex's quadric and that of another one d away, the offset e from the first vertex at
// which it is least, and the cost. Either vertex stays where that is better, as at corners.
func (f *form) join(a, b *quadric, d vector) (e vector, cost float64) {
	bxx, byy, bzz := float64(b.xx), float64(b.yy), float64(b.zz)
	bxy, bxz, byz := float64(b.xy), float64(b.xz), float64(b.yz)
	bx, by, bz := float64(b.x), float64(b.y), float64(b.z)
	adx := bxx*d.x + bxy*d.y + bxz*d.z
	ady := bxy*d.x + byy*d.y + byz*d.z
	adz := bxz*d.x + byz*d.y + bzz*d.z
	xx, yy, zz := float64(a.xx)+bxx, float64(a.yy)+byy, float64(a.zz)+bzz
	xy, xz, yz := float64(a.xy)+bxy, float64(a.xz)+bxz, float64(a.yz)+byz
	x, y, z := float64(a.x)+bx-adx, float64(a.y)+by-ady, float64(a.z)+bz-adz
	c := float64(a.c) + float64(b.c) + d.x*(adx-2*bx) + d.y*(ady-2*by) + d.z*(adz-2*bz)
	f.xx, f.yy, f.zz, f.xy, f.xz, f.yz = xx, yy, zz, xy, xz, yz
	f.x, f.y, f.z, f.c = x, y, z, c

	trace := xx + yy + zz
	r := ridge * trace
	sx, sy, sz := r*d.x/2-x, r*d.y/2-y, r*d.z/2-z
	rx, ry, rz := xx+r, yy+r, zz+r
	ixx, ixy, ixz := ry*rz-yz*yz, xz*yz-xy*rz, xy*yz-xz*ry
	det := rx*ixx + xy*ixy + xz*ixz
	e = vector{d.x / 2, d.y / 2, d.z / 2}
	length := d.x*d.x + d.y*d.y + d.z*d.z
	if det > 0 {
		iyy, iyz, izz := rx*rz-xz*xz, xy*xz-rx*yz, rx*ry-xy*xy
		inv := 1 / det
		o := vector{
			(ixx*sx + ixy*sy + ixz*sz) * inv,
			(ixy*sx + iyy*sy + iyz*sz) * inv,
			(ixz*sx + iyz*sy + izz*sz) * inv,
		}
		ox, oy, oz := o.x-e.x, o.y-e.y, o.z-e.z
		if ox*ox+oy*oy+oz*oz <= 4*length {
			e = o
		}
	}
	cost = f.at(e)
	if c < cost {
		e, cost = vector{}, c
	}
	if other := f.at(d); other < cost {
		e, cost = d, other
	}
	return e, max(cost, 0) + brevity*trace*length
}

// at is the sum at an offset.
func (f *form) at(e vector) float64 {
	return e.x*(f.xx*e.x+2*(f.xy*e.y+f.xz*e.z+f.x)) + e.y*(f.yy*e.y+2*(f.yz*e.z+f.y)) + e.z*(f.zz*e.z+2*f.z) + f.c
}

// from is the same quadric for a vertex at an offset, and the root of its mean there.
func (f *form) from(e vector) (quadric, float64) {
	least := max(f.at(e), 0)
	return quadric{
		float32(f.xx), float32(f.yy), float32(f.zz), float32(f.xy), float32(f.xz), float32(f.yz),
		float32(f.x + f.xx*e.x + f.xy*e.y + f.xz*e.z),
		float32(f.y + f.xy*e.x + f.yy*e.y + f.yz*e.z),
		float32(f.z + f.xz*e.x + f.yz*e.y + f.zz*e.z),
		float32(least),
	}, math.Sqrt(least / max(f.xx+f.yy+f.zz, math.SmallestNonzeroFloat64))
}
