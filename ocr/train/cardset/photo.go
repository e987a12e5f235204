package main

import (
	"image"
	"math"
	"math/rand/v2"
)

// photoKinds are how the set is photographed: a card that fills the picture, one that is small and
// turned on a cluttered table, and poor pictures.
func photoKinds() []string { return []string{"near", "table", "poor"} }

// optics are what a camera does to what it sees.
type optics struct {
	width, height   int
	blur            float64 // deviation of the lens, in pixels
	motion, heading float64 // pixels, radians
	noise           float64 // deviation, in greys
	gradient        float64 // greys from one side to the other
	glare           [][4]float64
	moire           [3]float64 // depth, period in pixels, direction
	quality         int        // of the JPEG
}

// photograph takes a picture of a sheet, of a kind; the n-th of the set decides what is poor.
func photograph(rng *rand.Rand, ink *press, s *sheet, kind string, n int) (*image.Gray, int) {
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	o := optics{width: 1000, height: 760, blur: between(0.5, 0.8), noise: between(1.5, 3), gradient: between(10, 60),
		quality: 60}
	p := pose{x: between(-15, 15), y: between(-15, 15), long: between(880, 940), turn: between(-5, 5),
		tiltX: between(-8, 8), tiltY: between(-8, 8)}
	if s.Rect.Dy() > s.Rect.Dx() {
		o.width, o.height = o.height, o.width
	}
	var things []plane
	switch kind {
	case "table":
		o.width, o.height = 1280, 960
		o.noise, o.quality = between(1, 2), 50
		p = pose{x: between(-180, 180), y: between(-90, 90), long: between(560, 720),
			turn:  between(-45, 45) + 90*float64(rng.IntN(4)),
			tiltX: between(-14, 14), tiltY: between(-14, 14)}
		things = clutter(rng, ink, 1280)
	case "poor":
		p.turn, p.tiltX, p.tiltY = between(-9, 9)+180*float64(rng.IntN(2)), between(-16, 16), between(-16, 16)
		switch n % eachOfKind {
		case 0: // photographed from a screen
			o.moire, o.blur = [3]float64{between(0.05, 0.1), between(3, 6), between(0, 3)}, 0.9
		case 1: // under a lamp
			for range 2 {
				o.glare = append(o.glare, [4]float64{between(-400, 400), between(-280, 280), between(40, 90), between(120, 220)})
			}
			o.gradient = between(60, 100)
		case 2: // by a hand that moves
			o.motion, o.heading, o.noise = between(3, 5), between(0, 3), between(3, 5)
		case 3: // small
			o.width, o.height = o.width*6/10, o.height*6/10
			p.x, p.y, p.long = 0, 0, p.long*0.58
			o.quality = 42
		}
	}
	things = append(things, place(s.Gray, float64(max(o.width, o.height)), p,
		3*scale*float64(min(s.Rect.Dx(), 1400))/1400))
	return o.develop(rng, expose(rng, o, things)), o.quality
}

// expose gathers the light of a scene, the last thing on top, in greys of the picture.
func expose(rng *rand.Rand, o optics, things []plane) []float64 {
	const samples = 2
	ground := table(rng)
	out := make([]float64, o.width*o.height)
	for i := range out {
		below := ground(float64(i%o.width-o.width/2), float64(i/o.width-o.height/2))
		for j := range samples * samples {
			x := float64(i%o.width-o.width/2) + (float64(j%samples)+0.5)/samples
			y := float64(i/o.width-o.height/2) + (float64(j/samples)+0.5)/samples
			grey := below
			for k := len(things) - 1; k >= 0; k-- {
				if g, ok := things[k].at(x, y); ok {
					grey = g
					break
				}
			}
			out[i] += grey / (samples * samples)
		}
	}
	return out
}

// develop is what lens, light and sensor make of it.
func (o optics) develop(rng *rand.Rand, light []float64) *image.Gray {
	light = o.smear(o.smear(light, gauss(o.blur), 1, 0), gauss(o.blur), 0, 1)
	if o.motion > 0 {
		even := make([]float64, 2*int(o.motion)+1)
		for i := range even {
			even[i] = 1 / float64(len(even))
		}
		sin, cos := math.Sincos(o.heading)
		light = o.smear(light, even, cos/2, sin/2)
	}
	heading := 6 * rng.Float64()
	grain := make([]float64, len(light))
	for i := range grain {
		grain[i] = rng.NormFloat64()
	}
	soft := gauss(0.6) // the camera's own smoothing
	grain = o.smear(o.smear(grain, soft, 1, 0), soft, 0, 1)
	out := image.NewGray(image.Rect(0, 0, o.width, o.height))
	for i, v := range light {
		x, y := float64(i%o.width-o.width/2), float64(i/o.width-o.height/2)
		v += o.gradient * (x*math.Cos(heading) + y*math.Sin(heading)) / float64(o.width)
		for _, g := range o.glare {
			v += g[3] * math.Exp(-((x-g[0])*(x-g[0])+(y-g[1])*(y-g[1]))/(2*g[2]*g[2]))
		}
		if o.moire[0] > 0 {
			sin, cos := math.Sincos(o.moire[2])
			wave := math.Sin(2*math.Pi*(x*cos+y*sin)/o.moire[1]) +
				math.Sin(2*math.Pi*(y*cos-x*sin+20*math.Sin(x/150))/(o.moire[1]*5))
			v *= 1 + o.moire[0]*wave
		}
		v += 2 * o.noise * grain[i]
		out.Pix[i] = uint8(min(max(v, 0), 255))
	}
	return out
}

// gauss is a bell of weights.
func gauss(deviation float64) []float64 {
	reach := int(3*deviation) + 1
	out := make([]float64, 2*reach+1)
	sum := 0.0
	for i := range out {
		d := float64(i - reach)
		out[i] = math.Exp(-d * d / (2 * deviation * deviation))
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// smear averages along a direction by weights.
func (o optics) smear(light, weights []float64, dx, dy float64) []float64 {
	out := make([]float64, len(light))
	for i := range light {
		x, y := float64(i%o.width), float64(i/o.width)
		for k, w := range weights {
			d := float64(k - len(weights)/2)
			u := min(max(int(math.Round(x+d*dx)), 0), o.width-1)
			v := min(max(int(math.Round(y+d*dy)), 0), o.height-1)
			out[i] += w * light[v*o.width+u]
		}
	}
	return out
}
