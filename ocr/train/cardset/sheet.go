package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
	"ostrakon/ocr/raster"
)

// scale is how many pixels of a sheet a millimetre has.
const scale = 16.0

// press is what prints: fonts and the glyphs of the zone.
type press struct {
	fonts map[string]*opentype.Font
	atlas *image.Gray
}

// families are the fonts of the print, each with that of its bold face.
func families() [][2]string {
	return [][2]string{
		{"liberation/LiberationSans-Regular", "liberation/LiberationSans-Bold"},
		{"liberation/LiberationSansNarrow-Regular", "liberation/LiberationSansNarrow-Bold"},
		{"dejavu/DejaVuSansCondensed", "dejavu/DejaVuSansCondensed-Bold"},
		{"liberation/LiberationSerif-Regular", "liberation/LiberationSerif-Bold"},
		{"dejavu/DejaVuSans", "dejavu/DejaVuSansMono-Bold"},
	}
}

func newPress() (*press, error) {
	p := &press{fonts: map[string]*opentype.Font{}}
	for _, family := range families() {
		for _, name := range family {
			data, err := os.ReadFile(filepath.Join("/usr/share/fonts/truetype", name+".ttf"))
			if err != nil {
				return nil, fmt.Errorf("fonts (Debian packages fonts-dejavu, fonts-liberation): %w", err)
			}
			if p.fonts[name], err = opentype.Parse(data); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	file, err := os.Open(filepath.Join("..", "ocrb", "testdata", "atlas.png"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	img, err := png.Decode(file)
	if err != nil {
		return nil, err
	}
	p.atlas = img.(*image.Gray)
	return p, nil
}

// sheet is paper while it is printed on. Places and sizes are in millimetres.
type sheet struct {
	*image.Gray
	press         *press
	rng           *rand.Rand
	regular, bold string
	ink           uint8
	err           error // the first
}

// blank is new paper of a grey.
func (p *press) blank(rng *rand.Rand, width, height float64, grey uint8) *sheet {
	family := families()[rng.IntN(len(families()))]
	s := &sheet{image.NewGray(image.Rect(0, 0, int(width*scale), int(height*scale))), p, rng, family[0], family[1],
		uint8(15 + rng.IntN(45)), nil}
	s.fill(0, 0, width, height, grey)
	return s
}

// sheet is new paper with a faint guilloche.
func (p *press) sheet(rng *rand.Rand, width, height float64) *sheet {
	s := p.blank(rng, width, height, 0)
	paper, depth := 200+50*rng.Float64(), 3+7*rng.Float64()
	phase, step := 6*rng.Float64(), 8+8*rng.Float64()
	for y := range s.Rect.Dy() {
		for x := range s.Rect.Dx() {
			fx, fy := float64(x), float64(y)
			wave := math.Sin(fy/step+5*math.Sin(fx/130+phase)) + math.Sin(fx/step/1.3+4*math.Cos(fy/170+phase))
			s.Pix[y*s.Stride+x] = uint8(paper - depth*(1+wave/2))
		}
	}
	return s
}

// text is print in a size of em, its baseline at a place.
type text struct {
	x, y, size float64
	bold       bool
	right      bool // the place is where it ends
}

// print prints and returns where the print ends.
func (s *sheet) print(at text, words string) float64 {
	name := s.regular
	if at.bold {
		name = s.bold
	}
	face, err := opentype.NewFace(s.press.fonts[name],
		&opentype.FaceOptions{Size: at.size * scale, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		s.err = err
		return at.x
	}
	defer face.Close()
	x := at.x
	if at.right {
		x -= float64(font.MeasureString(face, words)) / 64 / scale
	}
	d := font.Drawer{Dst: s.Gray, Src: image.NewUniform(color.Gray{s.ink}), Face: face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * scale * 64), Y: fixed.Int26_6(at.y * scale * 64)}}
	d.DrawString(words)
	return float64(d.Dot.X) / 64 / scale
}

// fill fills a rectangle with a grey.
func (s *sheet) fill(x, y, width, height float64, grey uint8) {
	r := image.Rect(int(x*scale), int(y*scale), int((x+width)*scale), int((y+height)*scale)).Intersect(s.Rect)
	for v := r.Min.Y; v < r.Max.Y; v++ {
		for u := r.Min.X; u < r.Max.X; u++ {
			s.Pix[v*s.Stride+u] = grey
		}
	}
}

// portrait draws the picture of a head.
func (s *sheet) portrait(x, y, width, height float64) {
	s.fill(x, y, width, height, 185)
	for v := range int(height * scale) {
		for u := range int(width * scale) {
			fx, fy := float64(u)/scale/width-0.5, float64(v)/scale/height
			grey := -1.0
			switch {
			case math.Hypot(fx/0.26, (fy-0.44)/0.27) < 1:
				grey = 150 + 60*fx
			case math.Hypot(fx/0.32, (fy-0.38)/0.32) < 1:
				grey = 70
			case math.Hypot(fx/0.55, (fy-1.02)/0.3) < 1:
				grey = 95
			}
			if grey >= 0 {
				s.Pix[(int(y*scale)+v)*s.Stride+int(x*scale)+u] = uint8(grey + 6*s.rng.NormFloat64())
			}
		}
	}
}

// zone prints a machine-readable zone at the foot of the sheet: in OCR-B, but as printers vary it in
// pitch, width and weight.
func (s *sheet) zone(lines []string) {
	width := float64(s.Rect.Dx())/scale - 8
	pitch := width / float64(len(lines[0]))
	if pitch > 2.54 {
		pitch = 2.54
	}
	left := (float64(s.Rect.Dx())/scale - pitch*float64(len(lines[0]))) / 2
	narrow, weight := 0.86+0.16*s.rng.Float64(), 0.7+0.7*s.rng.Float64()
	lead := 5.6 + s.rng.Float64()
	top := float64(s.Rect.Dy())/scale - 3.4 - lead*float64(len(lines))
	s.fill(0, top-1.5, float64(s.Rect.Dx())/scale, 100, 238)
	tile := s.press.atlas.Rect.Dx() / len(mrz.Symbols)
	tall := s.press.atlas.Rect.Dy()
	// A tile has the samples of a cell.
	capital := 2.4 // millimetres
	wide, high := int(pitch*narrow*net.Width/net.PitchSamples*scale), int(capital*net.Height/net.CapSamples*scale)
	for i, line := range lines {
		for j := range len(line) {
			at := strings.IndexByte(mrz.Symbols, line[j]) * tile
			glyph := raster.Scale(raster.Crop(s.press.atlas, image.Rect(at, 0, at+tile, tall)), wide, high)
			x := int((left+(float64(j)+0.5)*pitch)*scale) - wide/2
			y := int((top + lead*float64(i)) * scale)
			for v := range high {
				for u := range wide {
					dark := min(float64(255-glyph.Pix[v*glyph.Stride+u])/255*weight, 1)
					if p := image.Pt(x+u, y+v); p.In(s.Rect) {
						s.Pix[p.Y*s.Stride+p.X] = min(s.Pix[p.Y*s.Stride+p.X], uint8(238-(238-float64(s.ink))*dark))
					}
				}
			}
		}
	}
}
