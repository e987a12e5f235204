package raster

import (
	"image"
	"testing"

	"ostrakon/ocr/raster/rastertest"
)

// camera is a photograph of 12 million pixels.
func camera() *image.Gray { return Scale(page(1024, 768), 4096, 3072) }

func BenchmarkDecodeJPEG12MP(b *testing.B) {
	img := camera()
	colour := image.NewYCbCr(img.Rect, image.YCbCrSubsampleRatio420)
	copy(colour.Y, img.Pix)
	for i := range colour.Cb {
		colour.Cb[i], colour.Cr[i] = uint8(120+i/64%16), 128
	}
	data := rastertest.JPEG(b, colour, 90)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		mustDecode(b, data)
	}
}

func BenchmarkFit12MP(b *testing.B) {
	img := camera()
	for b.Loop() {
		Fit(img, 1400)
	}
}

func BenchmarkTurn12MP(b *testing.B) {
	img := camera()
	for b.Loop() {
		Turn(img, 1)
	}
}

func BenchmarkPrepare(b *testing.B) {
	img := Fit(camera(), 1400)
	for name, step := range map[string]func(){
		"Rotate":     func() { Rotate(img, 3) },
		"Skew":       func() { Skew(img) },
		"Horizontal": func() { Horizontal(img) },
		"Flatten":    func() { Flatten(img) },
		"Measure":    func() { Measure(img) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				step()
			}
		})
	}
}
