package usdz

import (
	"math"
	"strconv"

	"ostrakon/convert/mesh"
)

const (
	// digits is how many digits the longest side of a scene has at least behind its first: positions are off by at
	// most half a millionth of that side.
	digits = 6
	// maxDecimals is enough for the smallest numbers of 32 bits.
	maxDecimals = 45
	// normalDecimals keeps directions to 0.05 degrees.
	normalDecimals = 3
)

// frame moves coordinates so that the scene stands on its origin with Y up: this is where iPhones put it on the floor.
type frame struct {
	zUp      bool
	origin   [3]float64 // in the coordinates of the file: the middle of the bottom
	decimals int
}

func frameOf(s Scene) frame {
	f := frame{zUp: s.ZUp, decimals: digits}
	least, greatest := [3]float32{}, [3]float32{}
	for i, p := range s.Parts {
		low, high := mesh.Bounds(p.Positions)
		for k := range 3 {
			if i == 0 || low[k] < least[k] {
				least[k] = low[k]
			}
			if i == 0 || high[k] > greatest[k] {
				greatest[k] = high[k]
			}
		}
	}
	longest := 0.0
	for k := range 3 {
		low, high := float64(least[k]), float64(greatest[k])
		longest = max(longest, high-low)
		f.origin[k] = (low + high) / 2
	}
	up := 1
	if s.ZUp {
		up = 2
	}
	f.origin[up] = float64(least[up])
	if longest > 0 {
		f.decimals = min(max(digits-int(math.Floor(math.Log10(longest))), 0), maxDecimals)
	}
	return f
}

// place is where a vertex goes.
func (f *frame) place(p []float32) (x, y, z float64) {
	return f.turn(float64(p[0])-f.origin[0], float64(p[1])-f.origin[1], float64(p[2])-f.origin[2])
}

// turn turns a direction of the file so that Y points up.
func (f *frame) turn(x, y, z float64) (float64, float64, float64) {
	if f.zUp {
		return x, z, -y
	}
	return x, y, z
}

// appendNumber appends a number with at most so many decimals, and no zeros at its end.
func appendNumber(b []byte, v float64, decimals int) []byte {
	from := len(b)
	b = strconv.AppendFloat(b, v, 'f', decimals, 64)
	if decimals > 0 {
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
		if b[len(b)-1] == '.' {
			b = b[:len(b)-1]
		}
	}
	if string(b[from:]) == "-0" {
		return append(b[:from], '0')
	}
	return b
}
