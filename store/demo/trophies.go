package demo

import (
	"encoding/binary"
	"math"
)

// trophy is the radius of a solid, in millimetres, at an angle around its axis and at a share of its height.
type trophy func(angle, height float64) float64

// trophyHeight is the height of the trophies, in millimetres.
const trophyHeight = 120

// trophies are the solids of the demo, by the names of the candidates.
func trophies() map[string]trophy {
	return map[string]trophy{
		"Twisted vase": func(angle, height float64) float64 {
			return 26 + 11*math.Sin(5*height-0.6) + 3*math.Cos(8*(angle+1.6*height))
		},
		"Cog and spindle": func(angle, height float64) float64 {
			if teeth := math.Abs(height - 0.4); teeth < 0.14 {
				return 32 + 5*math.Tanh(6*math.Sin(12*angle))
			}
			return 12 + 22*math.Exp(-18*height)
		},
		"Flame": func(angle, height float64) float64 {
			return (6 + 70*height*(1-height)*(1.3-height)) * (1 + 0.28*math.Cos(5*(angle+2.4*height*height)))
		},
	}
}

// stl is a trophy as a binary STL file, closed at both ends.
func (r trophy) stl() []byte {
	const around, up = 96, 40
	type point [3]float32
	at := func(i, j int) point {
		angle, height := 2*math.Pi*float64(i%around)/around, float64(j)/up
		radius := r(angle, height)
		return point{float32(radius * math.Cos(angle)), float32(radius * math.Sin(angle)), float32(trophyHeight * height)}
	}
	bottom, top := point{}, point{0, 0, trophyHeight}
	out := make([]byte, 80, 84+50*2*around*(up+1))
	out = binary.LittleEndian.AppendUint32(out, 2*around*(up+1))
	facet := func(corners ...point) {
		out = append(out, make([]byte, 12)...) // whoever reads it finds the normal
		for _, corner := range corners {
			for _, x := range corner {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
			}
		}
		out = append(out, 0, 0)
	}
	for i := range around {
		facet(bottom, at(i+1, 0), at(i, 0))
		for j := range up {
			facet(at(i, j), at(i+1, j), at(i+1, j+1))
			facet(at(i, j), at(i+1, j+1), at(i, j+1))
		}
		facet(top, at(i, up), at(i+1, up))
	}
	return out
}
