package picture

import (
	"math"

	"ostrakon/convert/mesh"
)

// lights are the light from the upper left, and a weak one from the right that models what lies in its shade.
type lights struct {
	key, fill vector
	srgb      []uint8 // amounts of light from 0 to 1, encoded: to do so for each sample takes half of the time
}

// newLights puts the lights where the camera has its left and right.
func newLights(c *camera) lights {
	from := func(right, up, toward float64) vector {
		var v vector
		for k := range 3 {
			v[k] = right*c.right[k] + up*c.up[k] + toward*c.toward[k]
		}
		return v.unit()
	}
	l := lights{key: from(-0.55, 0.7, 0.55), fill: from(0.85, 0.05, 0.5), srgb: make([]uint8, 1<<13)}
	for i := range l.srgb {
		l.srgb[i] = mesh.Level(float64(i) / float64(len(l.srgb)-1))
	}
	return l
}

// on is how much light a surface sends to the viewer. Its sides are the same, for facets that are inside out.
func (l *lights) on(normal, toward vector) float64 {
	facing := normal.dot(toward)
	if facing < 0 {
		normal, facing = vector{-normal[0], -normal[1], -normal[2]}, -facing
	}
	// The floor keeps what lies away from every light apart from black.
	light := 0.22 + 0.74*max(0, normal.dot(l.key)) + 0.16*max(0, normal.dot(l.fill))
	// A little less at the rim, where surfaces turn away: outlines become clear on white.
	return light * (0.86 + 0.14*math.Sqrt(facing))
}

// lit is a colour in an amount of light, both in linear light, as sRGB.
func (l *lights) lit(linear [3]float32, light float64) [3]uint8 {
	var out [3]uint8
	last := float64(len(l.srgb) - 1)
	for k, v := range linear {
		if amount := float64(v) * light; amount > 0 {
			out[k] = l.srgb[int(min(amount, 1)*last+0.5)]
		}
	}
	return out
}
