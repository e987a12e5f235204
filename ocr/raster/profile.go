package raster

import (
	"image"
	"math"
)

// maxSkew is the largest skew that Skew finds, in degrees: beyond it the lines of neighbours begin to agree.
const maxSkew = 8

// Rows returns how much of each row is ink, 0 to 1: what is darker than its neighbourhood.
func Rows(img *image.Gray) []float64 {
	out := make([]float64, img.Rect.Dy())
	for _, p := range ink(img) {
		out[p.Y]++
	}
	for y := range out {
		out[y] /= float64(img.Rect.Dx())
	}
	return out
}

// Columns returns the projection profile of img along its columns.
func Columns(img *image.Gray) []float64 { return Rows(Turn(img, 1)) }

// Horizontal reports whether the lines of text run along the rows of img, either way up, rather than along its columns.
// Lines with gaps between them make the profile across them rise and fall, once it is taken along their skew.
func Horizontal(img *image.Gray) bool {
	small := Fit(img, profileSide)
	_, along := level(ink(small))
	_, across := level(ink(Turn(small, 1)))
	return along >= across
}

// profileSide is the long side at which lines of a card are some ten pixels high, without grain.
const profileSide = 700

// roughness is the mean square of a profile's steps.
func roughness(profile []float64) float64 {
	sum := 0.0
	for i := 1; i < len(profile); i++ {
		step := profile[i] - profile[i-1]
		sum += step * step
	}
	return sum / float64(max(len(profile), 1))
}

// Skew estimates by how many degrees the lines of text, which run more or less along the rows, are turned clockwise:
// from -8 to 8, 0 if there are none. Rotate by its negative levels them.
func Skew(img *image.Gray) float64 {
	angle, _ := level(ink(Fit(img, profileSide)))
	return angle
}

// level returns the angle along which the profile of the points is roughest, and how rough it is there.
func level(points []image.Point) (angle, rough float64) {
	for _, pass := range []struct{ reach, step float64 }{{maxSkew, 0.5}, {0.4, 0.1}} {
		around := angle
		for d := -pass.reach; d <= pass.reach; d += pass.step {
			tried := min(max(around+d, -maxSkew), maxSkew)
			if r := roughness(sheared(points, tried)); r > rough {
				angle, rough = tried, r
			}
		}
	}
	return angle, rough
}

// sheared is the profile of points along lines that fall by an angle.
func sheared(points []image.Point, degrees float64) []float64 {
	const margin = 100 // above profileSide * sin(maxSkew)
	out := make([]float64, profileSide+2*margin)
	slope := math.Tan(degrees * math.Pi / 180)
	for _, p := range points {
		out[int(float64(p.Y)-float64(p.X)*slope+0.5)+margin]++
	}
	return out
}

// ink returns the points that are darker than the mean of their neighbourhood by more than noise is.
func ink(img *image.Gray) []image.Point {
	const contrast = 18 // grey levels
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sums := integral(img)
	reach := max(w, h)/40 + 2
	mask := make([]bool, w*h)
	for y := range h {
		y0, y1 := max(y-reach, 0), min(y+reach+1, h)
		for x := range w {
			x0, x1 := max(x-reach, 0), min(x+reach+1, w)
			sum := sums[y1*(w+1)+x1] - sums[y0*(w+1)+x1] - sums[y1*(w+1)+x0] + sums[y0*(w+1)+x0]
			if (uint32(img.Pix[y*img.Stride+x])+contrast)*uint32((x1-x0)*(y1-y0)) < sum {
				mask[y*w+x] = true
			}
		}
	}
	return characters(mask, w, max(w, h)/10)
}

// characters returns the points of a mask in connected parts that reach no further than limit and are no specks.
func characters(mask []bool, width, limit int) []image.Point {
	const speck = 4 // pixels
	var out, part []image.Point
	for start, set := range mask {
		if !set {
			continue
		}
		first := image.Pt(start%width, start/width)
		mask[start] = false
		part = append(part[:0], first)
		box := image.Rectangle{first, first}
		for i := 0; i < len(part); i++ {
			p := part[i]
			box.Min.X, box.Max.X = min(box.Min.X, p.X), max(box.Max.X, p.X)
			box.Max.Y = max(box.Max.Y, p.Y)
			for y := max(p.Y-1, 0); y <= min(p.Y+1, len(mask)/width-1); y++ {
				for x := max(p.X-1, 0); x <= min(p.X+1, width-1); x++ {
					if mask[y*width+x] {
						mask[y*width+x] = false
						part = append(part, image.Pt(x, y))
					}
				}
			}
		}
		if len(part) >= speck && box.Dx() <= limit && box.Dy() <= limit {
			out = append(out, part...)
		}
	}
	return out
}

// integral returns the summed-area table of img, from zeros on. It may wrap: differences of entries stay right.
func integral(img *image.Gray) []uint32 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := make([]uint32, (w+1)*(h+1))
	for y := range h {
		row := uint32(0)
		for x, v := range img.Pix[y*img.Stride:][:w] {
			row += uint32(v)
			out[(y+1)*(w+1)+x+1] = out[y*(w+1)+x+1] + row
		}
	}
	return out
}
