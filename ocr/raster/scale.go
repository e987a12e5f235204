package raster

import (
	"image"
	"math"
)

// Fit returns img scaled so that its long side has longSide pixels.
func Fit(img *image.Gray, longSide int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w >= h {
		return Scale(img, longSide, max(1, (h*longSide+w/2)/max(w, 1)))
	}
	return Scale(img, max(1, (w*longSide+h/2)/h), longSide)
}

// Scale returns img with a width and a height in pixels: averaged over boxes where it shrinks to half or less,
// interpolated by Catmull-Rom otherwise. An empty picture stays empty.
func Scale(img *image.Gray, width, height int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	switch {
	case w == 0 || h == 0 || width < 1 || height < 1:
		return image.NewGray(image.Rectangle{})
	case w == width && h == height:
		return Crop(img, img.Rect)
	}
	return scaleColumns(scaleRows(img, resampling(w, width)), resampling(h, height))
}

// taps are the pixels that make one of a scaled line: from first on, by weights that add up to unit.
type taps struct {
	first   int
	weights []int32
}

// unit is the weight of a pixel that is taken as it is.
const unit = 1 << 14

// resampling returns the taps of each pixel of a line that is scaled.
func resampling(from, to int) []taps {
	ratio := float64(from) / float64(to)
	kernel, reach := catmullRom, 2*max(ratio, 1)
	if ratio >= 2 {
		kernel, reach = box, ratio/2+0.5
	}
	spread := max(ratio, 1)
	out := make([]taps, to)
	for i := range out {
		centre := (float64(i)+0.5)*ratio - 0.5
		first, last := int(math.Ceil(centre-reach)), int(math.Floor(centre+reach))
		first, last = max(first, 0), min(last, from-1)
		weights := make([]float64, last-first+1)
		sum := 0.0
		for j := range weights {
			weights[j] = kernel(float64(first+j)-centre, spread)
			sum += weights[j]
		}
		out[i] = taps{first, make([]int32, len(weights))}
		rest := int32(unit)
		for j := range weights {
			out[i].weights[j] = int32(math.Round(weights[j] / sum * unit))
			rest -= out[i].weights[j]
		}
		out[i].weights[len(weights)/2] += rest // what rounding left over
	}
	return out
}

// box is how much of a pixel at distance d lies within half the spread.
func box(d, spread float64) float64 { return min(max(spread/2+0.5-math.Abs(d), 0), 1) }

// catmullRom is Keys' cubic convolution with a = -1/2.
func catmullRom(d, spread float64) float64 {
	d = math.Abs(d) / spread
	switch {
	case d < 1:
		return (1.5*d-2.5)*d*d + 1
	case d < 2:
		return ((-0.5*d+2.5)*d-4)*d + 2
	default:
		return 0
	}
}

func scaleRows(img *image.Gray, line []taps) *image.Gray {
	h := img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, len(line), h))
	for y := range h {
		from, to := img.Pix[y*img.Stride:][:img.Rect.Dx()], out.Pix[y*out.Stride:][:len(line)]
		for x, t := range line {
			sum := int32(unit / 2)
			pixels := from[t.first:][:len(t.weights)]
			for j, weight := range t.weights {
				sum += weight * int32(pixels[j])
			}
			to[x] = clamp(sum)
		}
	}
	return out
}

func scaleColumns(img *image.Gray, line []taps) *image.Gray {
	w := img.Rect.Dx()
	out := image.NewGray(image.Rect(0, 0, w, len(line)))
	sums := make([]int32, w)
	for y, t := range line {
		for x := range sums {
			sums[x] = unit / 2
		}
		for j, weight := range t.weights {
			from := img.Pix[(t.first+j)*img.Stride:][:w]
			for x, v := range from {
				sums[x] += weight * int32(v)
			}
		}
		to := out.Pix[y*out.Stride:][:w]
		for x, sum := range sums {
			to[x] = clamp(sum)
		}
	}
	return out
}

// clamp brings a weighted sum back to a grey: Catmull-Rom overshoots.
func clamp(sum int32) uint8 { return uint8(min(max(sum/unit, 0), 255)) }
