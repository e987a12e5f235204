package main

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"os"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
	"ostrakon/ocr/train"
)

// fine is how many pixels of a glyph's picture make a sample of a cell, and margin
// how many samples it has around the cell.
const (
	fine   = 4
	margin = 6
)

// The size of a glyph's picture.
const (
	pictureWidth  = (net.Width + 2*margin) * fine
	pictureHeight = (net.Height + 2*margin) * fine
)

// picture is a glyph as coverage, 0 to 1, in the middle of its cell.
type picture [pictureWidth * pictureHeight]float32

// face is a font whose glyphs are scaled to the cell.
type face struct {
	font   *sfnt.Font
	scaleX float64 // pixels of a picture for one unit of the font
	scaleY float64
	middle float64 // of the capitals, in units
	pitch  float64 // in units
}

// openFace reads a font of Debian's package fonts-ocr-b.
func openFace(name string) (*face, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("font (Debian package fonts-ocr-b): %w", err)
	}
	f, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("font %s: %w", name, err)
	}
	loaded := &face{font: f}
	segments, err := loaded.outline('H')
	if err != nil {
		return nil, err
	}
	bounds := segments.Bounds()
	top, bottom := float64(-bounds.Min.Y)/64, float64(-bounds.Max.Y)/64
	var buffer sfnt.Buffer
	glyph, err := f.GlyphIndex(&buffer, 'H')
	if err != nil {
		return nil, err
	}
	advance, err := f.GlyphAdvance(&buffer, glyph, loaded.size(), font.HintingNone)
	if err != nil {
		return nil, err
	}
	loaded.pitch = float64(advance) / 64
	loaded.middle = (top + bottom) / 2
	loaded.scaleX = net.PitchSamples * fine / loaded.pitch
	loaded.scaleY = net.CapSamples * fine / (top - bottom)
	return loaded, nil
}

// size is the size at which a unit of the font is a pixel.
func (f *face) size() fixed.Int26_6 { return fixed.I(int(f.font.UnitsPerEm())) }

// outline of a symbol, in units.
func (f *face) outline(r rune) (sfnt.Segments, error) {
	var buffer sfnt.Buffer
	glyph, err := f.font.GlyphIndex(&buffer, r)
	if err != nil || glyph == 0 {
		return nil, fmt.Errorf("font has no %c: %v", r, err)
	}
	segments, err := f.font.LoadGlyph(&buffer, glyph, f.size(), nil)
	if err != nil {
		return nil, fmt.Errorf("glyph of %c: %w", r, err)
	}
	return segments, nil
}

// draw rasterises a symbol into a picture.
func (f *face) draw(r rune) (*picture, error) {
	segments, err := f.outline(r)
	if err != nil {
		return nil, err
	}
	z := vector.NewRasterizer(pictureWidth, pictureHeight)
	at := func(p fixed.Point26_6) (float32, float32) {
		x := (float64(p.X)/64-f.pitch/2)*f.scaleX + pictureWidth/2
		y := (float64(p.Y)/64+f.middle)*f.scaleY + pictureHeight/2
		return float32(x), float32(y)
	}
	for _, s := range segments {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			z.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			z.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	z.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, pictureWidth, pictureHeight))
	z.Draw(mask, mask.Bounds(), image.NewUniform(color.Opaque), image.Point{})
	p := &picture{}
	for i, a := range mask.Pix {
		p[i] = float32(a) / 255
	}
	return p, nil
}

// blurred is the picture under a Gaussian of a deviation in samples.
func (p *picture) blurred(deviation float64) *picture {
	sigma := deviation * fine
	radius := int(math.Ceil(3 * sigma))
	kernel, sum := train.Bell[float32](sigma, radius)
	pass := func(from *picture, along, length, across, lines int) *picture {
		to := &picture{}
		for line := range lines {
			for i := range length {
				v := kernel[0] * from[line*across+i*along]
				for k := 1; k <= radius; k++ {
					if i-k >= 0 {
						v += kernel[k] * from[line*across+(i-k)*along]
					}
					if i+k < length {
						v += kernel[k] * from[line*across+(i+k)*along]
					}
				}
				to[line*across+i*along] = v / sum
			}
		}
		return to
	}
	rows := pass(p, 1, pictureWidth, pictureWidth, pictureHeight)
	return pass(rows, pictureWidth, pictureHeight, 1, pictureWidth)
}

// weighted makes the strokes thinner (level above a half) or fatter (below).
func (p *picture) weighted(level float32) *picture {
	soft := p.blurred(0.55)
	for i, v := range soft {
		soft[i] = min(max((v-level)*6+0.5, 0), 1)
	}
	return soft
}

// blurs are the deviations, in samples, that pictures are kept for.
func blurs() []float64 { return []float64{0.35, 0.6, 0.9, 1.2, 1.6, 2.0} }

// levels are the stroke weights that pictures are kept for.
func levels() []float32 { return []float32{0.66, 0.5, 0.34, 0.22} }

// gallery holds the pictures of every symbol: by weight, by symbol, by blur.
type gallery [][len(mrz.Symbols)][]*picture

// hang makes the gallery of a face.
func hang(f *face) (gallery, error) {
	g := make(gallery, len(levels()))
	for i, r := range mrz.Symbols {
		sharp, err := f.draw(r)
		if err != nil {
			return nil, err
		}
		for k, level := range levels() {
			weighted := sharp.weighted(level)
			for _, b := range blurs() {
				g[k][i] = append(g[k][i], weighted.blurred(b))
			}
		}
	}
	return g, nil
}
