package meshopt

import (
	"math"
	"math/rand/v2"
	"testing"
)

// directions are unit vectors: the axes, the diagonals and many at random.
func directions() []float32 {
	var out []float32
	add := func(x, y, z float64) {
		n := math.Sqrt(x*x + y*y + z*z)
		out = append(out, float32(x/n), float32(y/n), float32(z/n))
	}
	for x := -1.0; x <= 1; x++ {
		for y := -1.0; y <= 1; y++ {
			for z := -1.0; z <= 1; z++ {
				if x != 0 || y != 0 || z != 0 {
					add(x, y, z)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 5000 {
		add(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
	}
	return out
}

// unfold is the decoder of Appendix B before it rounds.
func unfold(e []byte) (x, y, z float64) {
	one := float64(int8(e[2]))
	x, y = float64(int8(e[0]))/one, float64(int8(e[1]))/one
	z = 1 - math.Abs(x) - math.Abs(y)
	t := math.Min(z, 0)
	x -= math.Copysign(t, x)
	y -= math.Copysign(t, y)
	n := math.Sqrt(x*x + y*y + z*z)
	return x / n, y / n, z / n
}

func TestFilterOctahedral(t *testing.T) {
	normals := directions()
	for bits, degrees := range map[int]float64{4: 17, 6: 4, 8: 1} {
		filtered := make([]byte, len(normals)/3*4)
		FilterOctahedral(filtered, normals, bits)
		for i := 0; i < len(normals); i += 3 {
			e := filtered[i/3*4:][:4]
			if want := byte(1<<(bits-1) - 1); e[2] != want || e[3] != 0 {
				t.Fatalf("%d bits: % x, want the last two bytes to be %#x and 0", bits, e, want)
			}
			x, y, z := unfold(e)
			cos := x*float64(normals[i]) + y*float64(normals[i+1]) + z*float64(normals[i+2])
			if angle := math.Acos(min(cos, 1)) * 180 / math.Pi; angle > degrees {
				t.Fatalf("%d bits: %v comes back %.2f degrees off, want at most %.2f", bits, normals[i:i+3], angle, degrees)
			}
		}
	}
	got := make([]byte, 4)
	if FilterOctahedral(got, []float32{0, 0, 0}, 8); [4]byte(got) != [4]byte{0, 0, 127, 0} {
		t.Errorf("no direction gives % x", got)
	}
}
