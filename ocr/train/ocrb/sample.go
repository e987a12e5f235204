package main

import (
	"math"
	"math/rand/v2"
	"strings"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
)

// placement is how a glyph lies in a cell: a linear map from samples around the
// cell's middle to samples of the picture, and a shift.
type placement struct{ xx, xy, yx, yy, dx, dy float64 }

// at is the coverage of a picture at a sample's place, bilinear, zero outside.
func (p *picture) at(m *placement, x, y float64) float32 {
	u := (m.xx*(x-m.dx)+m.xy*(y-m.dy))*fine + pictureWidth/2 - 0.5
	v := (m.yx*(x-m.dx)+m.yy*(y-m.dy))*fine + pictureHeight/2 - 0.5
	i, j := math.Floor(u), math.Floor(v)
	if i < 0 || j < 0 || i >= pictureWidth-1 || j >= pictureHeight-1 {
		return 0
	}
	fu, fv := float32(u-i), float32(v-j)
	at := int(j)*pictureWidth + int(i)
	top := p[at] + fu*(p[at+1]-p[at])
	bottom := p[at+pictureWidth] + fu*(p[at+pictureWidth+1]-p[at+pictureWidth])
	return top + fv*(bottom-top)
}

// upright are the symbols that, upside down, are none: they teach which way is up.
const upright = "1234567ACEFGJKLPRTUVY<"

// maker makes samples, each from its own seed.
type maker struct {
	gallery gallery
	seed    uint64
}

// sample makes the n-th cell and its class.
func (m *maker) sample(n uint64, c *net.Cell) int {
	rng := rand.New(rand.NewPCG(m.seed, n))
	spread := func(width float64) float64 { return (2*rng.Float64() - 1) * width }
	s := subject{blur: rng.IntN(len(blurs()))}
	s.row = &m.gallery[rng.IntN(len(m.gallery))]
	class := rng.IntN(len(mrz.Symbols))
	s.place = placement{dx: spread(1.5), dy: spread(1.4)}
	s.middle, s.turned = s.row[class][s.blur], 1
	angle := spread(0.06)
	s.width, s.height = 1+spread(0.12), 1+spread(0.1)
	shear := spread(0.08)
	if rng.IntN(7) == 0 {
		class = net.Reject
		s.spoil(rng)
	}
	sin, cos := math.Sincos(angle)
	place := s.place
	place.xx, place.xy = s.turned*cos/s.width, s.turned*(sin+shear)/s.width
	place.yx, place.yy = -s.turned*sin/s.height, s.turned*cos/s.height
	pitch := net.PitchSamples * (1 + spread(0.05))
	left, right := place, place
	left.dx, left.dy = place.dx-pitch*cos, place.dy-pitch*sin
	right.dx, right.dy = place.dx+pitch*cos, place.dy+pitch*sin
	glyphs := []glyph{{s.middle, &place}, {s.pick(rng), &left}, {s.pick(rng), &right}}
	for i := 1; i <= 2; i++ {
		if rng.IntN(12) == 0 {
			glyphs[i].picture = nil
		}
	}
	ink := overlay(glyphs)
	expose(rng, &ink, c)
	return class
}

// subject is what is in the middle of a cell.
type subject struct {
	row           *[len(mrz.Symbols)][]*picture // of one stroke weight
	blur          int
	middle        *picture // nil for nothing
	place         placement
	width, height float64 // factors
	turned        float64 // -1 for upside down
}

// pick takes any symbol's picture.
func (s *subject) pick(rng *rand.Rand) *picture {
	return s.row[rng.IntN(len(mrz.Symbols))][s.blur]
}

// spoil makes it something that is not a symbol upright in the middle.
func (s *subject) spoil(rng *rand.Rand) {
	sign := func() float64 { return 2*rng.Float64() - 1 }
	switch rng.IntN(5) {
	case 0:
		s.middle = nil
	case 1: // between two cells
		s.place.dx = math.Copysign(net.PitchSamples*(0.36+0.14*rng.Float64()), sign())
		s.middle = s.pick(rng)
	case 2: // too high or too low
		s.place.dy = math.Copysign(6+6*rng.Float64(), sign())
		s.middle = s.pick(rng)
	case 3:
		s.turned = -1
		s.middle = s.row[strings.IndexByte(mrz.Symbols, upright[rng.IntN(len(upright))])][s.blur]
	case 4: // a size that we do not use
		factor := 0.45 + 0.2*rng.Float64()
		if rng.IntN(2) == 0 {
			factor = 1.5 + 0.7*rng.Float64()
		}
		s.width, s.height = s.width*factor, s.height*factor
		s.middle = s.pick(rng)
	}
}

// glyph is a picture, or nil for none, and where it lies.
type glyph struct {
	*picture
	at *placement
}

// overlay draws glyphs into a cell as coverage.
func overlay(glyphs []glyph) net.Cell {
	var ink net.Cell
	for y := range net.Height {
		for x := range net.Width {
			for _, g := range glyphs {
				if g.picture != nil {
					v := g.picture.at(g.at, float64(x)-(net.Width-1)/2.0, float64(y)-(net.Height-1)/2.0)
					ink[y*net.Width+x] = max(ink[y*net.Width+x], v)
				}
			}
		}
	}
	return ink
}

// expose photographs a cell: paper with gradient and pattern, noise of the
// sensor, blotches as of compression, and then what the reader does to a cell.
func expose(rng *rand.Rand, ink, c *net.Cell) {
	spread := func(width float64) float64 { return (2*rng.Float64() - 1) * width }
	contrast := 40 + 160*rng.Float64()
	paper := contrast + 20 + (235-contrast)*rng.Float64()
	slopeX, slopeY := spread(0.25)*contrast/net.Width, spread(0.25)*contrast/net.Height
	noise := contrast * 0.16 * rng.Float64() * rng.Float64()
	blotch := contrast * 0.12 * rng.Float64() * rng.Float64()
	wave := contrast * 0.15 * rng.Float64() * rng.Float64()
	waveX, waveY, phase := spread(1.5), spread(1.5), spread(math.Pi)
	var blotches [(net.Width/2 + 1) * (net.Height/2 + 1)]float64
	for i := range blotches {
		blotches[i] = blotch * rng.NormFloat64()
	}
	for y := range net.Height {
		for x := range net.Width {
			i := y*net.Width + x
			v := paper - contrast*float64(ink[i]) + slopeX*float64(x) + slopeY*float64(y) + noise*rng.NormFloat64() +
				blotches[y/2*(net.Width/2+1)+x/2] + wave*math.Sin(waveX*float64(x)+waveY*float64(y)+phase)
			c[i] = float32(min(max(v, 0), 255))
		}
	}
	c.Normalise(float32(contrast * (0.35 + spread(0.1))))
}
