package texture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
)

// Limits of pictures.
const (
	MaxBytes  = 32 << 20
	MaxSide   = 8000     // pixels
	MaxPixels = 32 << 20 // of all pictures of a file together
)

// The media types of pictures.
const (
	PNG  = "image/png"
	JPEG = "image/jpeg"
)

// Image is a picture without metadata.
type Image struct {
	Data          []byte
	MediaType     string // PNG or JPEG
	Width, Height int

	cost int // bytes of memory that its pixels take to decode, about
}

// Clean takes the metadata out of a picture, whose first bytes say what it is. It returns false for one that is
// damaged, too large, or of more than so many pixels.
func Clean(data []byte, pixels int) (Image, bool) {
	var cfg image.Config
	var err error
	out := Image{MediaType: PNG}
	switch {
	case len(data) > MaxBytes:
		return Image{}, false
	case bytes.HasPrefix(data, []byte(pngMagic)):
		cfg, err = png.DecodeConfig(bytes.NewReader(data))
	default:
		out.MediaType = JPEG
		cfg, err = jpeg.DecodeConfig(bytes.NewReader(data))
	}
	out.Width, out.Height = cfg.Width, cfg.Height
	if err != nil || out.Width < 1 || out.Height < 1 || max(out.Width, out.Height) > MaxSide ||
		out.Width*out.Height > pixels || cfg.ColorModel == color.CMYKModel {
		return Image{}, false
	}
	each := 4
	if out.MediaType == PNG {
		out.Data, err = cleanPNG(data)
		switch cfg.ColorModel {
		case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
			each = 8
		}
	} else {
		var progressive bool
		if out.Data, progressive, err = cleanJPEG(data); progressive {
			each = 16 // the decoder keeps the coefficients of all blocks
		}
	}
	out.cost = out.Width * out.Height * each
	return out, err == nil
}

// Wrap is what coordinates beyond a picture show.
type Wrap int

// Ways to go on beyond a picture.
const (
	Repeat Wrap = iota
	Mirror      // every second one is reflected
	Clamp       // the edge
)

// Place is the coordinate in the picture, from 0 to 1, that is shown at another.
func (w Wrap) Place(v float64) float64 {
	switch w {
	case Mirror:
		if v = math.Mod(math.Abs(v), 2); v > 1 {
			return 2 - v
		}
		return v
	case Clamp:
		return min(max(v, 0), 1)
	}
	return v - math.Floor(v)
}

// Texture is an image as facets use it.
type Texture struct {
	Image   int // its number
	U, V    Wrap
	Nearest bool // pixels keep their edges when they are enlarged
}
