package raster

import "image"

// Flatten returns img divided by its background, the smoothed brightest of the neighbourhood: shadows go.
func Flatten(img *image.Gray) *image.Gray {
	const (
		cells = 48  // along the long side; a cell is wider than a stroke, narrower than a shadow
		paper = 245 // what the background becomes
	)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w == 0 || h == 0 {
		return Crop(img, img.Rect)
	}
	coarse := brightest(Fit(img, cells))
	background := Scale(Scale(coarse, max(coarse.Rect.Dx()/2, 1), max(coarse.Rect.Dy()/2, 1)), w, h)
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		from, base, to := img.Pix[y*img.Stride:][:w], background.Pix[y*w:][:w], out.Pix[y*w:][:w]
		for x, v := range from {
			to[x] = uint8(min(int(v)*paper/max(int(base[x]), 32), 255)) // the floor keeps black borders black
		}
	}
	return out
}

// brightest returns the maximum of each pixel's neighbourhood of five by five.
func brightest(img *image.Gray) *image.Gray {
	const reach = 2
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(img.Rect)
	for y := range h {
		for x := range w {
			top := uint8(0)
			for v := max(y-reach, 0); v <= min(y+reach, h-1); v++ {
				for u := max(x-reach, 0); u <= min(x+reach, w-1); u++ {
					top = max(top, img.Pix[v*img.Stride+u])
				}
			}
			out.Pix[y*out.Stride+x] = top
		}
	}
	return out
}
