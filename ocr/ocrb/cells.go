package ocrb

import (
	"image"
	"math"

	"ostrakon/ocr/ocrb/net"
)

type vec struct{ x, y float64 }

// lens takes samples of the cells of one grid, in one of the two directions of reading.
type lens struct {
	img      *image.Gray
	grid     grid
	vertical bool    // the grid's axis is that of y
	reversed bool    // reading runs against the axis
	lift     float64 // shift across the text, in heights of capitals
	shift    float64 // shift along it, in cells
	height   float64 // of capitals, in pixels
	contrast float32 // of the print, in grey values
}

// cell takes the samples of cell i of the grid's own count, normalised.
func (l *lens) cell(i int, c *net.Cell) {
	at := float64(i) + l.shift
	a := l.grid.a(at)
	middle := vec{a, l.grid.b(a)}
	norm := math.Hypot(1, l.grid.slope)
	onward := vec{1 / norm, l.grid.slope / norm}
	if l.vertical {
		middle, onward = vec{middle.y, middle.x}, vec{onward.y, onward.x}
	}
	if l.reversed {
		onward = vec{-onward.x, -onward.y}
	}
	down := vec{-onward.y, onward.x}
	pitch := (l.grid.pitch + 2*l.grid.bend*at) * norm
	middle.x += down.x * l.lift * l.height
	middle.y += down.y * l.lift * l.height
	sampleCell(l.img, middle, vec{onward.x * pitch / net.PitchSamples, onward.y * pitch / net.PitchSamples},
		vec{down.x * l.height / net.CapSamples, down.y * l.height / net.CapSamples}, c)
	c.Normalise(0.4 * l.contrast)
}

// sampleCell averages four points of the image for each sample; beyond the edge the image goes on as it ends.
func sampleCell(img *image.Gray, middle, right, down vec, c *net.Cell) {
	const points = 2
	start := vec{
		middle.x - 0.5 - right.x*(net.Width-0.5)/2 - down.x*(net.Height-0.5)/2,
		middle.y - 0.5 - right.y*(net.Width-0.5)/2 - down.y*(net.Height-0.5)/2,
	}
	for y := range net.Height {
		for x := range net.Width {
			sum := float32(0)
			for k := range points * points {
				u := float64(x) + float64(k%points)/points
				v := float64(y) + float64(k/points)/points
				sum += bilinear(img, start.x+u*right.x+v*down.x, start.y+u*right.y+v*down.y)
			}
			c[y*net.Width+x] = sum / (points * points)
		}
	}
}

func bilinear(img *image.Gray, x, y float64) float32 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	x, y = min(max(x, 0), float64(w-1)), min(max(y, 0), float64(h-1))
	i, j := min(int(x), max(w-2, 0)), min(int(y), max(h-2, 0))
	fx, fy := float32(x-float64(i)), float32(y-float64(j))
	at := j*img.Stride + i
	right, below := at+min(1, w-1), at+img.Stride*min(1, h-1)
	top := float32(img.Pix[at]) + fx*(float32(img.Pix[right])-float32(img.Pix[at]))
	bottom := float32(img.Pix[below]) + fx*(float32(img.Pix[below+right-at])-float32(img.Pix[below]))
	return top + fy*(bottom-top)
}

// expose measures the contrast of the print: the middle one of some cells' ranges.
func (l *lens) expose() {
	var ranges []float64
	for i := 0; i < l.grid.cells; i += 3 {
		a := l.grid.a(float64(i))
		low, high := float32(255), float32(0)
		for k := range 15 {
			for j := range 15 {
				p := vec{a + (float64(k)/14-0.5)*l.grid.pitch, l.grid.b(a) + (float64(j)/14-0.5)*l.grid.height}
				if l.vertical {
					p = vec{p.y, p.x}
				}
				v := bilinear(l.img, p.x, p.y)
				low, high = min(low, v), max(high, v)
			}
		}
		ranges = append(ranges, float64(high-low))
	}
	l.contrast = float32(quantileOf(ranges, 0.5))
}

func (r *Reader) look(l *lens, i int) [net.Classes]float64 {
	var c net.Cell
	l.cell(i, &c)
	return r.network.Scores(&c)
}

// likeness is the mean, over cells a step apart, of the scores of the symbol each looks like most.
func (r *Reader) likeness(l *lens, step int) float64 {
	sum, n := 0.0, 0
	for i := 1; i < l.grid.cells-1; i += step {
		sum += max(likeliest(r.look(l, i)), worst)
		n++
	}
	return sum / float64(max(n, 1))
}

// worst bounds the score of one cell, so that a spot of dirt does not outweigh the others.
const worst = -8.0

func likeliest(scores [net.Classes]float64) float64 {
	best := math.Inf(-1)
	for _, s := range scores[:net.Reject] {
		best = max(best, s)
	}
	return best
}

// focus adjusts the lens by small shifts to where the cells look most like symbols.
func (r *Reader) focus(l *lens) {
	step := max(l.grid.cells/9, 1)
	best := r.likeness(l, step)
	try := func(value *float64, offsets ...float64) {
		start := *value
		kept := start
		for _, d := range offsets {
			*value = start + d
			if s := r.likeness(l, step); s > best {
				best, kept = s, *value
			}
		}
		*value = kept
	}
	try(&l.lift, -0.1, 0.1)
	try(&l.shift, -0.1, 0.1)
	try(&l.height, -0.08*l.height, 0.08*l.height)
}
