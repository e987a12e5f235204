package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"testing"

	"ostrakon/ocr/raster"
	"ostrakon/ocr/raster/rastertest"

	"github.com/disintegration/imaging"
)

// The colours of the corners of a test image, from the top left clockwise, and white.
var (
	red   = color.NRGBA{R: 230, A: 255}
	green = color.NRGBA{G: 200, A: 255}
	blue  = color.NRGBA{B: 230, A: 255}
	black = color.NRGBA{A: 255}
	white = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
)

// quarters is an image whose quarters are, clockwise from the top left, red, green, blue and black:
// each of the eight orientations looks different.
func quarters(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := [2][2]color.NRGBA{{red, green}, {black, blue}}[2*y/height][2*x/width]
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

// encodeAs encodes img in a format that the package must refuse.
func encodeAs(tb testing.TB, img image.Image, format imaging.Format) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := imaging.Encode(&out, img, format); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// jpegOfSize is a JPEG whose header states a size that its pixels do not have.
func jpegOfSize(tb testing.TB, width, height uint16) []byte {
	tb.Helper()
	data := rastertest.JPEG(tb, quarters(8, 8), 90)
	sof := bytes.Index(data, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(data[sof+5:], height)
	binary.BigEndian.PutUint16(data[sof+7:], width)
	return data
}

// check reports what the header of an upload alone gives away.
func check(data []byte) error {
	_, err := raster.Inspect(data, Limits())
	return err
}
