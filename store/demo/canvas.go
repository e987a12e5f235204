package demo

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// circle is the path of a circle around x, y with radius r.
func circle(x, y, r float64) string {
	const k = 0.5522847 // four cubic curves come closest to a circle with handles of this length
	return fmt.Sprintf("M %v %v C %v %v %v %v %v %v C %v %v %v %v %v %v C %v %v %v %v %v %v C %v %v %v %v %v %v Z ",
		x+r, y, x+r, y+k*r, x+k*r, y+r, x, y+r, x-k*r, y+r, x-r, y+k*r, x-r, y,
		x-r, y-k*r, x-k*r, y-r, x, y-r, x+k*r, y-r, x+r, y-k*r, x+r, y)
}

// curls is the path of n circles of radius r along an ellipse, between two angles in degrees clockwise from the right.
func curls(x, y, rx, ry, r float64, n int, from, to float64) string {
	var path strings.Builder
	for i := range n {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/float64(n-1)) * math.Pi / 180)
		path.WriteString(circle(x+rx*cos, y+ry*sin, r))
	}
	return path.String()
}

// affine maps x, y to a*x + b*y + c, d*x + e*y + f.
type affine [6]float64

func (t affine) apply(x, y float64) (float64, float64) {
	return t[0]*x + t[1]*y + t[2], t[3]*x + t[4]*y + t[5]
}

// canvas is a square picture that is drawn on through a map.
type canvas struct {
	img *image.RGBA
	to  affine
}

func newCanvas(to affine) *canvas {
	return &canvas{image.NewRGBA(image.Rect(0, 0, canvasSide, canvasSide)), to}
}

// through is the same picture, drawn on through t and then through the map of c.
func (c *canvas) through(t affine) *canvas {
	a, o := c.to, affine{}
	o[0], o[3] = a[0]*t[0]+a[1]*t[3], a[3]*t[0]+a[4]*t[3]
	o[1], o[4] = a[0]*t[1]+a[1]*t[4], a[3]*t[1]+a[4]*t[4]
	o[2], o[5] = a.apply(t[2], t[5])
	return &canvas{c.img, o}
}

// fill paints the inside of a path in SVG's notation with absolute M, L, Q, C and Z and a space between all parts. A path
// that begins with ± is painted a second time, mirrored at x = 240. Another canvas as paint shows only inside the path.
func (c *canvas) fill(path string, paint image.Image) {
	if half, both := strings.CutPrefix(path, "± "); both {
		c.fill(half, paint)
		c.through(affine{-1, 0, canvasSide, 0, 1, 0}).fill(half, paint)
		return
	}
	steps, box := c.trace(strings.Fields(path))
	z := vector.NewRasterizer(box.Dx(), box.Dy()) // no larger than the path: most of the time goes into pixels
	for _, s := range steps {
		for i := range s.at {
			s.at[i][0] -= float32(box.Min.X)
			s.at[i][1] -= float32(box.Min.Y)
		}
		switch p := s.at; s.op {
		case "M":
			z.MoveTo(p[0][0], p[0][1])
		case "L":
			z.LineTo(p[0][0], p[0][1])
		case "Q":
			z.QuadTo(p[0][0], p[0][1], p[1][0], p[1][1])
		case "C":
			z.CubeTo(p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1])
		case "Z":
			z.ClosePath()
		default:
			panic("demo: no path command: " + s.op)
		}
	}
	z.Draw(c.img, box, paint, box.Min)
}

// pathStep is one command of a path, with its points on the picture.
type pathStep struct {
	op string
	at [3][2]float32
}

// trace reads a path and returns its steps and the part of the picture that holds them. It panics on a misspelt path.
func (c *canvas) trace(parts []string) (steps []pathStep, box image.Rectangle) {
	for len(parts) > 0 {
		s := pathStep{op: parts[0]}
		parts = parts[1:]
		points := strings.Index("ZMQC", strings.Replace(s.op, "L", "M", 1)) // none, one, two or three; L takes one as M does
		for i := range points {
			x, errX := strconv.ParseFloat(parts[0], 64)
			y, errY := strconv.ParseFloat(parts[1], 64)
			if err := errors.Join(errX, errY); err != nil {
				panic("demo: no point of a path: " + err.Error())
			}
			x, y = c.to.apply(x, y)
			s.at[i] = [2]float32{float32(x), float32(y)}
			box = box.Union(image.Rect(int(x)-1, int(y)-1, int(x)+2, int(y)+2))
			parts = parts[2:]
		}
		steps = append(steps, s)
	}
	return steps, box.Intersect(c.img.Bounds())
}

// gradient is a paint that runs from one colour to another between two heights.
type gradient struct {
	from, to color.RGBA
	y0, y1   float64
}

func (gradient) ColorModel() color.Model { return color.RGBAModel }
func (gradient) Bounds() image.Rectangle { return image.Rect(0, 0, canvasSide, canvasSide) }
func (g gradient) At(_, y int) color.Color {
	return mix(g.from, g.to, min(1, max(0, (float64(y)-g.y0)/(g.y1-g.y0))))
}

// glow is a paint that fades from a colour at x, y to nothing at distance r.
type glow struct {
	tint    color.RGBA
	x, y, r float64
}

func (glow) ColorModel() color.Model { return color.RGBAModel }
func (glow) Bounds() image.Rectangle { return image.Rect(0, 0, canvasSide, canvasSide) }
func (g glow) At(x, y int) color.Color {
	d := math.Hypot(float64(x)-g.x, float64(y)-g.y) / g.r
	near := max(0, 1-d*d)
	return alpha(g.tint, near*near)
}

func flat(c color.RGBA) image.Image { return image.NewUniform(c) }

func hex(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// mix is a at 0 and b at 1.
func mix(a, b color.RGBA, t float64) color.RGBA {
	m := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t + 0.5) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), m(a.A, b.A)}
}

// alpha is c at the given opacity; the channels of color.RGBA are premultiplied.
func alpha(c color.RGBA, opacity float64) color.RGBA { return mix(color.RGBA{}, c, opacity) }
