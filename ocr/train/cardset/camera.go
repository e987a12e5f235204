package main

import (
	"image"
	"math"
	"math/rand/v2"
)

// plane is a flat thing in front of the camera: a matrix that takes a point of the picture, from its
// middle, to one of the thing, from its middle.
type plane struct {
	thing  *image.Gray
	matrix [9]float64
	corner float64 // radius, in pixels of the thing
}

// pose is how a thing lies: its middle in the picture, its longer side there, its turn and its tilts
// about both axes of the picture, in degrees.
type pose struct{ x, y, long, turn, tiltX, tiltY float64 }

// place lays a thing in front of a camera whose focal length is as long as the picture's side.
func place(thing *image.Gray, focal float64, p pose, corner float64) plane {
	zoom := p.long / float64(max(thing.Rect.Dx(), thing.Rect.Dy()))
	rad := math.Pi / 180
	sin, cos := math.Sincos(p.turn * rad)
	sx, cx := math.Sincos(p.tiltX * rad)
	sy, cy := math.Sincos(p.tiltY * rad)
	axis := func(x, y float64) [3]float64 { // of the thing, turned in its plane and tilted
		x, y = x*cos-y*sin, x*sin+y*cos
		return [3]float64{zoom * x * cy, zoom * (y*cx + x*sx*sy), zoom * (y*sx - x*sy*cx)}
	}
	e1, e2 := axis(1, 0), axis(0, 1)
	return plane{thing, inverse([9]float64{
		e1[0] + p.x/focal*e1[2], e2[0] + p.x/focal*e2[2], p.x,
		e1[1] + p.y/focal*e1[2], e2[1] + p.y/focal*e2[2], p.y,
		e1[2] / focal, e2[2] / focal, 1,
	}), corner}
}

// inverse of a matrix of three rows, but for a factor.
func inverse(m [9]float64) [9]float64 {
	return [9]float64{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
}

// at is the grey that a plane has at a point of the picture. ok is false outside of it.
func (p plane) at(x, y float64) (grey float64, ok bool) {
	m := p.matrix
	w := m[6]*x + m[7]*y + m[8]
	u := (m[0]*x+m[1]*y+m[2])/w + float64(p.thing.Rect.Dx())/2
	v := (m[3]*x+m[4]*y+m[5])/w + float64(p.thing.Rect.Dy())/2
	width, height := float64(p.thing.Rect.Dx()), float64(p.thing.Rect.Dy())
	if u < 0 || v < 0 || u >= width-1 || v >= height-1 {
		return 0, false
	}
	dx, dy := max(p.corner-u, u-(width-p.corner), 0), max(p.corner-v, v-(height-p.corner), 0)
	if math.Hypot(dx, dy) > p.corner {
		return 0, false
	}
	i, j := int(u), int(v)
	fu, fv := u-float64(i), v-float64(j)
	pix := p.thing.Pix[j*p.thing.Stride+i:]
	upper := float64(pix[0])*(1-fu) + float64(pix[1])*fu
	lower := float64(pix[p.thing.Stride])*(1-fu) + float64(pix[p.thing.Stride+1])*fu
	return upper*(1-fv) + lower*fv, true
}

// clutter is what lies on a table: papers with print, dark things, and round ones.
func clutter(rng *rand.Rand, ink *press, side float64) []plane {
	var out []plane
	for range 4 + rng.IntN(4) {
		var thing *image.Gray
		corner := 0.0
		switch rng.IntN(4) {
		case 0, 1:
			thing = letter(rng, ink)
		case 2: // a telephone, a wallet
			s := ink.blank(rng, 75, 150, uint8(20+rng.IntN(60)))
			s.fill(5, 5, 65, 140, uint8(10+rng.IntN(40)))
			thing, corner = s.Gray, 8*scale
		default: // a cup, a coin
			thing, corner = ink.blank(rng, 80, 80, uint8(90+rng.IntN(130))).Gray, 40*scale
		}
		around := 2 * math.Pi * rng.Float64()
		out = append(out, place(thing, side, pose{
			x: side * 0.5 * math.Cos(around), y: side * 0.45 * math.Sin(around), long: side * (0.2 + 0.35*rng.Float64()),
			turn: 360 * rng.Float64(),
		}, corner))
	}
	return out
}

// letter is a paper with lines of print.
func letter(rng *rand.Rand, ink *press) *image.Gray {
	s := ink.blank(rng, 105, 148, uint8(190+rng.IntN(60)))
	words := []string{"meeting", "invoice", "of", "the", "garden", "4711", "please", "total", "rent", "yours", "March",
		"12,50", "order"}
	for y := 15.0; y < 135; y += 6 {
		for x := 12.0; x < 75; {
			x = s.print(text{x: x, y: y, size: 4}, words[rng.IntN(len(words))]) + 1.5
		}
	}
	return s.Gray
}

// table is a surface of grain: soft noise, stretched along one direction.
func table(rng *rand.Rand) func(x, y float64) float64 {
	base, depth := 60+120*rng.Float64(), 6+14*rng.Float64()
	sin, cos := math.Sincos(math.Pi * rng.Float64())
	var waves [6][3]float64
	for i := range waves {
		waves[i] = [3]float64{0.003 + 0.012*rng.Float64(), 0.03 + 0.12*rng.Float64(), 6 * rng.Float64()}
	}
	return func(x, y float64) float64 {
		u, v := x*cos+y*sin, y*cos-x*sin
		sum := 0.0
		for _, w := range waves {
			sum += math.Sin(u*w[0] + 3*math.Sin(v*w[1]/4) + v*w[1] + w[2])
		}
		return base + depth*sum/3
	}
}
