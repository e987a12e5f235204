package raster

import "image"

// Quality is what could be better about a photograph. None of it is a verdict: it explains a reading that failed.
type Quality struct {
	Glare     float64 // share of the picture that is blown out, 0 to 1; 0 where white is the paper's own
	Sharpness float64 // variance of the Laplacian at 1000 pixels, in squared greys; below 60 is out of focus
	CardSide  int     // estimated long side of the card, in pixels of the photograph
}

// Measure estimates the quality of a photograph.
func Measure(img *image.Gray) Quality {
	const side = 1000
	if img.Rect.Empty() {
		return Quality{}
	}
	small := Fit(img, side)
	x0, x1 := Extent(Columns(small), 0.01)
	y0, y1 := Extent(Rows(small), 0.01)
	return Quality{
		Glare:     glare(small),
		Sharpness: laplacian(small),
		CardSide:  max(x1-x0, y1-y0) * max(img.Rect.Dx(), img.Rect.Dy()) / side,
	}
}

// glare is the share of cells at the top of the scale. Where half of the picture is that bright, it is paper.
func glare(img *image.Gray) float64 {
	const (
		cell  = 8
		blown = 250
	)
	if quantile(img, 0.5) >= blown-10 {
		return 0
	}
	cells, lost := 0, 0
	for y := 0; y+cell <= img.Rect.Dy(); y += cell {
		for x := 0; x+cell <= img.Rect.Dx(); x += cell {
			cells++
			if darkest(img, image.Rect(x, y, x+cell, y+cell)) >= blown {
				lost++
			}
		}
	}
	return float64(lost) / float64(max(cells, 1))
}

func darkest(img *image.Gray, r image.Rectangle) uint8 {
	low := uint8(255)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride:][r.Min.X:r.Max.X] {
			low = min(low, v)
		}
	}
	return low
}

// laplacian is the variance of the four-neighbour Laplacian.
func laplacian(img *image.Gray) float64 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sum, squares, n := 0, 0, 0
	for y := 1; y < h-1; y++ {
		above, row, below := img.Pix[(y-1)*img.Stride:], img.Pix[y*img.Stride:], img.Pix[(y+1)*img.Stride:]
		for x := 1; x < w-1; x++ {
			d := int(above[x]) + int(below[x]) + int(row[x-1]) + int(row[x+1]) - 4*int(row[x])
			sum += d
			squares += d * d
			n++
		}
	}
	if n == 0 {
		return 0
	}
	mean := float64(sum) / float64(n)
	return float64(squares)/float64(n) - mean*mean
}

// Extent is where a profile begins and ends, but for an outermost share of its mass on either side.
func Extent(profile []float64, outermost float64) (first, last int) {
	total, seen := 0.0, 0.0
	for _, v := range profile {
		total += v
	}
	for i, v := range profile {
		seen += v
		if seen <= total*outermost {
			first = i
		}
		if seen <= total*(1-outermost) {
			last = i
		}
	}
	return first, last
}

// quantile returns the grey that a share of the pixels does not exceed.
func quantile(img *image.Gray, share float64) int {
	var counts [256]int
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		for _, v := range img.Pix[y*img.Stride:][:w] {
			counts[v]++
		}
	}
	left := int(share * float64(w*h))
	for v, n := range counts {
		if left -= n; left < 0 {
			return v
		}
	}
	return 255
}
