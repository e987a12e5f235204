package net

import (
	"image"
	"math"

	"ostrakon/ocr/raster"
)

// A strip is Height rows of a line of print whose capitals are Cap rows high and stand on row Base.
const (
	Height = 24
	Base   = 18.5
	Cap    = 14.5
)

// Step is how many columns of a strip make a step of the network.
const Step = 2

// Darkest is what the byte 255 of a strip stands for, where 1 is ink.
const Darkest = 1.25

// MaxColumns bounds the columns of a strip: some 250 characters.
const MaxColumns = 3000

// Strip is a line of print, row by row: 0 for paper, 204 for its ink, up to 255 for what is darker.
type Strip struct {
	Columns int // even
	Pix     []uint8
}

// Place is where a line of print lies in a picture, in pixels.
type Place struct {
	Left, Right float64 // what is cut out
	Base        float64 // where the capitals stand, at Left
	Cap         float64 // how high they are
	Slope       float64 // of the line: pixels down for a pixel to the right
	Stretch     float64 // factor of the width; 1 as it is
}

// Zoom is how many columns of the strip a column of the picture becomes.
func (p Place) Zoom() float64 { return Cap / p.Cap * p.Stretch }

// Cut makes the strip of a place, levelled; an empty one if it has no size. The picture's edge goes on outside of it.
func Cut(img *image.Gray, p Place) Strip {
	left, right := int(math.Floor(p.Left)), int(math.Ceil(p.Right))
	unit := p.Cap / Cap
	top := int(math.Floor(p.Base - Base*unit))
	high := int(math.Ceil(Height * unit))
	columns := int(float64(right-left)*p.Zoom()+0.5) &^ 1
	if img.Rect.Empty() || columns < Step || columns > MaxColumns || right-left > 8*MaxColumns || high < 4 ||
		high > 8*Height*Height {
		return Strip{}
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	level := image.NewGray(image.Rect(0, 0, right-left, high))
	fraction := p.Base - Base*unit - float64(top)
	for x := range right - left {
		from := min(max(left+x, 0), w-1)
		shift := p.Slope*float64(x) + fraction
		whole := math.Floor(shift)
		part := int((shift - whole) * 256)
		y0 := top + int(whole)
		for y := range high {
			a := int(img.Pix[min(max(y0+y, 0), h-1)*img.Stride+from])
			b := int(img.Pix[min(max(y0+y+1, 0), h-1)*img.Stride+from])
			level.Pix[y*level.Stride+x] = uint8((a*(256-part) + b*part) >> 8)
		}
	}
	return normalised(raster.Scale(level, columns, Height))
}

// normalised takes the light out of a strip: paper is what is bright in its neighbourhood, ink what is darkest.
func normalised(img *image.Gray) Strip {
	const reach = 16         // columns on either side in which there is paper
	const leastContrast = 20 // grey levels: what differs less is no print
	w := img.Rect.Dx()
	bright := make([]int, w)
	var column [Height]uint8
	for x := range w {
		for y := range Height {
			v := img.Pix[y*img.Stride+x]
			at := y
			for ; at > 0 && column[at-1] > v; at-- {
				column[at] = column[at-1]
			}
			column[at] = v
		}
		bright[x] = int(column[Height*3/4])
	}
	paper := make([]int, w)
	for x := range w {
		sum, n, high := 0, 0, 0
		for u := max(x-reach, 0); u <= min(x+reach, w-1); u++ {
			high = max(high, bright[u])
			sum += bright[u]
			n++
		}
		paper[x] = (high + sum/n) / 2
	}
	var histogram [256]int
	for y := range Height {
		for x := range w {
			histogram[max(paper[x]-int(img.Pix[y*img.Stride+x]), 0)]++
		}
	}
	contrast, left := 255, w*Height/50
	for ; contrast > leastContrast && left >= histogram[contrast]; contrast-- {
		left -= histogram[contrast]
	}
	s := Strip{Columns: w, Pix: make([]uint8, w*Height)}
	for y := range Height {
		for x := range w {
			ink := max(paper[x]-int(img.Pix[y*img.Stride+x]), 0)
			s.Pix[y*w+x] = uint8(min(ink*204/contrast, 255))
		}
	}
	return s
}
