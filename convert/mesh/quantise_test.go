package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// restored is where a viewer sees coordinate k of vertex v.
func (q Quantised) restored(v, k int) float64 {
	return float64(q.Positions[v][k])*q.Scale + q.Translation[k]
}

func checkQuantised(t interface{ Fatalf(string, ...any) }, m Mesh, bits int) Quantised {
	q := NewGrid([]Mesh{m}, bits).Quantise(m)
	least, greatest := [3]uint16{65535, 65535, 65535}, [3]uint16{}
	longest := uint16(0)
	for v, p := range q.Positions {
		for k := range 3 {
			want := float64(m.Positions[3*v+k])
			if off := math.Abs(q.restored(v, k) - want); off > q.Scale/2*(1+1e-9)+1e-15*math.Abs(want) {
				t.Fatalf("%v comes back as %v: %v steps of %v off", want, q.restored(v, k), off/q.Scale, q.Scale)
			}
			least[k], greatest[k] = min(least[k], p[k]), max(greatest[k], p[k])
			longest = max(longest, p[k])
		}
		if p[3] != 0 {
			t.Fatalf("padding of vertex %d is %d", v, p[3])
		}
	}
	if len(q.Positions) > 0 && (least != q.Min || greatest != q.Max) {
		t.Fatalf("bounds are %v to %v, not %v to %v", least, greatest, q.Min, q.Max)
	}
	if int(longest) > 1<<bits-1 {
		t.Fatalf("%d is more than %d bits", longest, bits)
	}
	return q
}

func TestQuantise(t *testing.T) {
	for _, bits := range []int{8, 10, 12, 14, 16} {
		q := checkQuantised(t, Smooth(Weld(torus(60, 40))), bits)
		if q.Max[0] != uint16(1<<bits-1) {
			t.Errorf("%d bits: the longest side ends at %d", bits, q.Max[0])
		}
	}
	for name, corners := range map[string][]float32{
		"far from the origin": moved(cube(), 1e6),
		"a plane":             facets(point{0, 0, 5}, point{1, 0, 5}, point{0, 1, 5}),
		"a point":             facets(point{3, 4, 5}, point{3, 4, 5}, point{3, 4, 5}),
		"the least floats":    scaled(cube(), 1e-45),
		"the greatest floats": scaled(cube(), math.MaxFloat32),
		"nothing":             nil,
	} {
		t.Run(name, func(t *testing.T) {
			q := checkQuantised(t, Smooth(Weld(corners)), 16)
			if !(q.Scale > 0) || math.IsInf(q.Scale, 0) {
				t.Errorf("scale %v", q.Scale)
			}
		})
	}
}

func TestQuantiseRandomMeshes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "facets")
		corners := rapid.SliceOfN(rapid.Float32(), 9*n, 9*n).Draw(t, "corners")
		checkQuantised(t, Weld(corners), rapid.IntRange(8, 16).Draw(t, "bits"))
	})
}

// 0.00674 is how far from 1 the Khronos validator lets a normal's length be.
func TestRoundedNormalsAreUnitForTheValidator(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for range 200_000 {
		n := vector{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.direction()
		r := roundNormal([]float32{n.x, n.y, n.z})
		x, y, z := float64(r[0])/127, float64(r[1])/127, float64(r[2])/127
		worst = max(worst, math.Abs(math.Sqrt(x*x+y*y+z*z)-1))
	}
	if worst > 0.00674 {
		t.Errorf("a length is off by %v", worst)
	}
	for _, axis := range [][]float32{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}} {
		r := roundNormal(axis)
		if int(r[0])*int(r[0])+int(r[1])*int(r[1])+int(r[2])*int(r[2]) != 127*127 || r[3] != 0 {
			t.Errorf("%v becomes %v", axis, r)
		}
	}
}
