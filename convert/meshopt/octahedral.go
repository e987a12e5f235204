package meshopt

import "math"

// FilterOctahedral fills dst with what the filter OCTAHEDRAL turns back into normals. normals are x y z of unit length;
// dst gets four bytes each, the last of them zero, in steps of 2/(1<<bits-2) with bits from 4 to 8.
//
// The bytes then go to EncodeVertices with stride 4, and the buffer view names the filter. What comes out of decoding
// is four signed normalised bytes a normal. A normal of length zero comes back as +z.
func FilterOctahedral(dst []byte, normals []float32, bits int) {
	one := float32(int(1)<<(bits-1) - 1)
	for i := 0; i < len(normals); i += 3 {
		x, y, z := normals[i], normals[i+1], normals[i+2]
		sum := abs(x) + abs(y) + abs(z)
		if sum > 0 {
			x /= sum
			y /= sum
		}
		if z < 0 { // the lower half is folded over the upper one's corners
			x, y = copysign(1-abs(y), x), copysign(1-abs(x), y)
		}
		out := dst[i/3*4 : i/3*4+4 : i/3*4+4]
		out[0] = byte(nearest(x * one))
		out[1] = byte(nearest(y * one))
		out[2] = byte(one)
		out[3] = 0
	}
}

func abs(v float32) float32 { return math.Float32frombits(math.Float32bits(v) &^ (1 << 31)) }

func copysign(v, sign float32) float32 {
	return math.Float32frombits(math.Float32bits(v)&^(1<<31) | math.Float32bits(sign)&(1<<31))
}

// nearest rounds halves away from zero.
func nearest(v float32) int32 { return int32(v + copysign(0.5, v)) }
