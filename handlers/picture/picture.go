package picture

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"github.com/disintegration/imaging"

	"ostrakon/ocr/raster"
)

// Limits of an upload, and the size of what is made of it.
const (
	// MaxBytes is the largest upload, in bytes.
	MaxBytes = 6 << 20
	// MaxPixels is the largest width times height of an upload.
	MaxPixels = 12 << 20
	// MaxSide is the largest width and the largest height of an upload, in pixels.
	MaxSide = 8000
	// OutputSide is the largest width and the largest height of a [Picture], in pixels.
	OutputSide = 640
)

// quality is the JPEG quality of a [Picture], on image/jpeg's scale of 1 to 100.
const quality = 85

// Picture is a JPEG (baseline, quality 85, three components) without metadata, at most [OutputSide]
// pixels wide and high, and its size in pixels.
type Picture struct {
	JPEG          []byte
	Width, Height int
}

// Decoder makes Pictures, a limited number at a time. It is safe for concurrent use.
type Decoder struct {
	slots chan struct{}
}

// NewDecoder returns a Decoder that holds the pixels of at most concurrency images at once (at least one). At the limit
// of [MaxPixels] one image needs about 30 MB as an ordinary photograph, 60 MB as a PNG, 180 MB as a progressive JPEG
// with chroma in full, and at the worst, a progressive JPEG in CMYK, 340 MB.
func NewDecoder(concurrency int) *Decoder {
	return &Decoder{slots: make(chan struct{}, max(concurrency, 1))}
}

// Normalize makes a Picture of a JPEG or PNG: turned upright by its EXIF orientation, shrunk to [OutputSide] but never
// enlarged, with white behind transparent parts. It refuses at once what the header rules out. Then it waits for a
// slot, and returns ctx.Err() if ctx ends first. An image that has a slot is finished even if ctx ends.
//
// Errors: those of raster.Inspect and raster.Header.Decode, ctx.Err().
func (d *Decoder) Normalize(ctx context.Context, data []byte) (Picture, error) {
	head, err := raster.Inspect(data, Limits())
	if err != nil {
		return Picture{}, err
	}
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
	case <-ctx.Done():
		return Picture{}, ctx.Err()
	}
	if err := ctx.Err(); err != nil { // select may choose the slot although ctx has ended
		return Picture{}, err
	}
	img, err := head.Decode(data)
	if err != nil {
		return Picture{}, err
	}
	return encode(upright(fit(img), head))
}

// Limits returns the limits of an upload.
func Limits() raster.Limits {
	return raster.Limits{Bytes: MaxBytes, Pixels: MaxPixels, Progressive: MaxPixels, CMYK: MaxPixels, Side: MaxSide}
}

// upright turns a picture as its header asks.
func upright(img *image.NRGBA, h raster.Header) *image.NRGBA {
	switch h.Turns {
	case 1:
		img = imaging.Rotate270(img) // the library counts the other way round
	case 2:
		img = imaging.Rotate180(img)
	case 3:
		img = imaging.Rotate90(img)
	}
	if h.Mirrored {
		img = imaging.FlipH(img)
	}
	return img
}

// fit shrinks img to OutputSide. First it makes a palette long enough for every index: an index beyond the palette
// would panic in a goroutine of the imaging library, which no recover reaches, and end the server.
func fit(img image.Image) *image.NRGBA {
	if p, ok := img.(*image.Paletted); ok {
		for len(p.Palette) < 256 {
			p.Palette = append(p.Palette, color.Black)
		}
	}
	return imaging.Fit(img, OutputSide, OutputSide, imaging.Lanczos)
}

// encode puts white behind img and encodes it.
func encode(img *image.NRGBA) (Picture, error) {
	flat := image.NewRGBA(img.Rect)
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, img.Rect.Min, draw.Over)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, flat, &jpeg.Options{Quality: quality}); err != nil {
		return Picture{}, fmt.Errorf("encode a picture: %w", err)
	}
	return Picture{JPEG: out.Bytes(), Width: flat.Rect.Dx(), Height: flat.Rect.Dy()}, nil
}
