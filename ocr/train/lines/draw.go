package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"ostrakon/ocr/lines/net"
	"ostrakon/ocr/raster"
	"ostrakon/ocr/train"
)

// line is a strip and the outputs that say what it reads.
type line struct {
	strip net.Strip
	text  []int
}

// maker makes lines, each from its own seed.
type maker struct {
	faces []*typeface
	seed  uint64
	index map[rune]int
}

func newMaker(faces []*typeface, seed uint64) *maker {
	m := &maker{faces, seed, map[rune]int{}}
	for i, r := range net.Symbols() {
		m.index[r] = i + 1
	}
	return m
}

// line makes the n-th line.
func (m *maker) line(n uint64) line {
	rng := rand.New(rand.NewPCG(m.seed, n))
	face := m.faces[rng.IntN(len(m.faces))]
	w := writer{rng}
	text := ""
	for range 20 {
		if text = w.line(); face.prints(text) {
			break
		}
		text = ""
	}
	if runes := []rune(text); len(runes) > 34 {
		text = strings.TrimSpace(string(runes[:34]))
	}
	if w.one(30) {
		text = ""
	}
	s := draw(rng, face, text)
	s.soil()
	l := line{strip: net.Cut(s.develop(), s.frame())}
	for _, r := range text {
		l.text = append(l.text, m.index[r])
	}
	return l
}

func (f *typeface) prints(text string) bool {
	for _, r := range text {
		if !f.has[r] {
			return false
		}
	}
	return true
}

// shot is a line of print and how it is photographed.
type shot struct {
	rng           *rand.Rand
	size          float64 // of the type, in pixels
	cover         *image.Alpha
	left, right   float64 // where the ink begins and ends
	base, high    float64 // where capitals stand, and how high they are
	low           float64 // height of small letters
	small         bool    // no letter is higher than an x
	slope         float64
	light         []float64
	width, height int
}

func (s *shot) spread(by float64) float64 { return (2*s.rng.Float64() - 1) * by }

// draw prints a text, often with parts of the lines above and below.
func draw(rng *rand.Rand, f *typeface, text string) *shot {
	s := &shot{rng: rng, size: 13 * math.Exp(rng.Float64()*math.Log(44.0/13))}
	face, err := opentype.NewFace(f.font, &opentype.FaceOptions{Size: s.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // of options that are constant
	}
	defer face.Close()
	spacing := 0.0
	if rng.IntN(5) == 0 {
		spacing = s.size * (rng.Float64()*0.16 - 0.02)
	}
	long := float64(font.MeasureString(face, text))/64 + spacing*float64(len([]rune(text)))
	if text == "" {
		long = s.size * (1 + 6*rng.Float64())
	}
	margin := 1.3 * s.size
	s.width, s.height = int(long+2*margin)+1, int(3.2*s.size)
	s.cover = image.NewAlpha(image.Rect(0, 0, s.width, s.height))
	s.base = math.Round(1.9 * s.size)
	bounds, _, _ := face.GlyphBounds('H')
	s.high = -float64(bounds.Min.Y) / 64
	bounds, _, _ = face.GlyphBounds('x')
	s.low = -float64(bounds.Min.Y) / 64
	s.small = strings.Trim(text, "acemnorsuvwxz ") == ""
	s.left, s.right = margin, s.print(face, margin, s.base, spacing, text)
	if text == "" {
		s.right = margin + long
	}
	gap := s.size * (1.15 + 0.8*rng.Float64())
	w := writer{rng}
	for _, y := range []float64{s.base - gap, s.base + gap} {
		if other := w.line(); rng.IntN(3) == 0 && f.prints(other) {
			s.print(face, margin+s.spread(2*s.size), y, 0, other)
		}
	}
	return s
}

// print draws a text with its baseline at a point, and returns where it ends.
func (s *shot) print(face font.Face, x, y, spacing float64, text string) float64 {
	d := font.Drawer{Dst: s.cover, Src: image.NewUniform(color.Opaque), Face: face}
	last := rune(-1)
	end := x
	for _, r := range text {
		if last >= 0 {
			x += float64(face.Kern(last, r)) / 64
		}
		d.Dot = fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}
		d.DrawString(string(r))
		if r != ' ' {
			bounds, _, _ := face.GlyphBounds(r)
			end = x + float64(bounds.Max.X)/64
		}
		x = float64(d.Dot.X)/64 + spacing
		last = r
	}
	return end
}

// soil turns ink into light: paper of some pattern, print of some weight, seen at a slight turn.
func (s *shot) soil() {
	rng := s.rng
	ink := make([]float64, s.width*s.height)
	s.slope = math.Tan(s.spread(2.2) * math.Pi / 180 * rng.Float64())
	shear := s.spread(0.05)
	if rng.IntN(12) == 0 {
		shear += 0.2 * rng.Float64()
	}
	for y := range s.height {
		for x := range s.width {
			u := float64(x) + shear*(float64(y)-s.base)
			v := float64(y) - s.slope*(float64(x)-s.left)
			ink[y*s.width+x] = s.coverage(u, v)
		}
	}
	if rng.IntN(3) == 0 { // fatter or thinner
		r := s.size * 0.05 * rng.Float64()
		ink = blurred(ink, s.width, s.height, r+0.3)
		level := 0.5 + s.spread(0.3)
		for i, v := range ink {
			ink[i] = min(max((v-level)*(2+2*rng.Float64())+0.5, 0), 1)
		}
	}
	contrast := 35 + 185*math.Sqrt(rng.Float64())
	paper := min(contrast+10+(245-contrast)*rng.Float64(), 250)
	s.light = make([]float64, len(ink))
	pattern := s.pattern(contrast)
	slopeX, slopeY := s.spread(50)/float64(s.width), s.spread(25)/float64(s.height)
	for y := range s.height {
		for x := range s.width {
			i := y*s.width + x
			back := paper + slopeX*float64(x) + slopeY*float64(y) - pattern(float64(x), float64(y))
			s.light[i] = back - contrast*ink[i]*(back/paper)
		}
	}
	s.edges(contrast)
}

// coverage is the ink at a point, bilinear.
func (s *shot) coverage(u, v float64) float64 {
	i, j := int(math.Floor(u)), int(math.Floor(v))
	if i < 0 || j < 0 || i >= s.width-1 || j >= s.height-1 {
		return 0
	}
	fu, fv := u-float64(i), v-float64(j)
	p := s.cover.Pix[j*s.cover.Stride+i:]
	upper := float64(p[0])*(1-fu) + float64(p[1])*fu
	lower := float64(p[s.cover.Stride])*(1-fu) + float64(p[s.cover.Stride+1])*fu
	return (upper*(1-fv) + lower*fv) / 255
}

// pattern is what is printed below the text: nothing, lines of a guilloche, blotches, or the dots of a
// screen.
func (s *shot) pattern(contrast float64) func(x, y float64) float64 {
	rng := s.rng
	depth := contrast * 0.3 * rng.Float64() * rng.Float64()
	sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
	period := 3.5 + 12*rng.Float64()
	bend, long, phase := 8*rng.Float64(), 20+90*rng.Float64(), 6*rng.Float64()
	switch rng.IntN(8) {
	case 0, 1, 2:
		thin := 1 + 5*rng.Float64()
		return func(x, y float64) float64 {
			u, v := x*cos+y*sin, y*cos-x*sin
			return 1.6 * depth * math.Pow(0.5+0.5*math.Sin(2*math.Pi*(u+bend*math.Sin(v/long*6+phase))/period), thin)
		}
	case 3:
		var blotches [64]float64
		for i := range blotches {
			blotches[i] = rng.Float64()
		}
		coarse := 6 + 20*rng.Float64()
		return func(x, y float64) float64 {
			u, v := x/coarse, y/coarse
			i, j := int(u), int(v)
			fu, fv := u-float64(i), v-float64(j)
			at := func(i, j int) float64 { return blotches[(i*7+j*29)&63] }
			return 2 * depth * ((at(i, j)*(1-fu)+at(i+1, j)*fu)*(1-fv) + (at(i, j+1)*(1-fu)+at(i+1, j+1)*fu)*fv)
		}
	case 4:
		period = 2.2 + 3*rng.Float64()
		return func(x, y float64) float64 {
			u, v := (x*cos+y*sin)/period, (y*cos-x*sin)/period
			return depth * math.Sin(2*math.Pi*u) * math.Sin(2*math.Pi*v)
		}
	}
	return func(_, _ float64) float64 { return 0 }
}

// edges draws what may lie beside a line: the edge of a portrait or of the card, or a rule.
func (s *shot) edges(contrast float64) {
	rng := s.rng
	shade := func(x0, y0, x1, y1 int, by float64) {
		for y := max(y0, 0); y < min(y1, s.height); y++ {
			for x := max(x0, 0); x < min(x1, s.width); x++ {
				s.light[y*s.width+x] -= by
			}
		}
	}
	gap := s.high * (0.3 + 0.6*rng.Float64())
	by := contrast * (rng.Float64()*1.2 - 0.2)
	switch rng.IntN(16) {
	case 0:
		shade(0, 0, int(s.left-gap), s.height, by)
	case 1:
		shade(int(s.right+gap), 0, s.width, s.height, by)
	case 2:
		y := int(s.base + s.high*(0.35+0.3*rng.Float64()))
		shade(0, y, s.width, y+1+rng.IntN(2), by)
	case 3:
		x := int(s.right + gap)
		shade(x, 0, x+1+rng.IntN(2), s.height, by)
	}
}

// develop is the picture that a camera makes of the light.
func (s *shot) develop() *image.Gray {
	rng := s.rng
	light := s.light
	soft := s.size / 24 * 1.5 * rng.Float64() * rng.Float64()
	if soft > 0.2 {
		light = blurred(light, s.width, s.height, soft)
	}
	img := image.NewGray(image.Rect(0, 0, s.width, s.height))
	noise := 0.0
	if rng.IntN(2) == 0 {
		noise = 11 * rng.Float64() * rng.Float64()
	}
	for i, v := range light {
		if noise > 0 {
			v += noise * (rng.Float64() + rng.Float64() + rng.Float64() - 1.5) * 2
		}
		img.Pix[i] = uint8(min(max(v, 0), 255))
	}
	coarse := rng.IntN(4) == 0
	if coarse {
		share := 0.45 + 0.5*rng.Float64()
		img = raster.Scale(img, max(int(float64(s.width)*share), 1), max(int(float64(s.height)*share), 1))
	}
	if rng.IntN(2) == 0 {
		var data bytes.Buffer
		if jpeg.Encode(&data, img, &jpeg.Options{Quality: 25 + rng.IntN(70)}) == nil {
			if decoded, err := jpeg.Decode(&data); err == nil {
				if grey, ok := decoded.(*image.Gray); ok {
					img = grey
				}
			}
		}
	}
	if coarse {
		img = raster.Scale(img, s.width, s.height)
	}
	return img
}

// frame is where a reader finds the line: now and then not quite.
func (s *shot) frame() net.Place {
	rng := s.rng
	p := net.Place{Base: s.base, Cap: s.high, Slope: s.slope + s.spread(0.01), Stretch: 0.85 + 0.33*rng.Float64()}
	switch {
	case s.small && rng.IntN(2) == 0:
		p.Cap = s.low
	case rng.IntN(20) == 0: // a descender counted
		p.Base += 0.22 * s.size
		p.Cap += 0.22 * s.size
	case rng.IntN(12) == 0:
		p.Cap *= 0.75 + 0.6*rng.Float64()
	}
	p.Base += p.Cap * 0.06 * (rng.NormFloat64())
	p.Cap *= math.Exp(0.07 * rng.NormFloat64())
	p.Left = s.left - s.high*(0.9*rng.Float64()-0.03)
	p.Right = s.right + s.high*(0.9*rng.Float64()-0.03)
	p.Base += p.Slope * (p.Left - s.left)
	return p
}

// blurred is a picture under a Gaussian.
func blurred(from []float64, width, height int, deviation float64) []float64 {
	reach := int(3*deviation) + 1
	kernel, sum := train.Bell[float64](deviation, reach)
	pass := func(from []float64, along, length, across, lines int) []float64 {
		to := make([]float64, len(from))
		for l := range lines {
			for i := range length {
				v := kernel[0] * from[l*across+i*along]
				for k := 1; k <= reach; k++ {
					v += kernel[k] * (from[l*across+max(i-k, 0)*along] + from[l*across+min(i+k, length-1)*along])
				}
				to[l*across+i*along] = v / sum
			}
		}
		return to
	}
	return pass(pass(from, 1, width, width, height), width, height, 1, width)
}
