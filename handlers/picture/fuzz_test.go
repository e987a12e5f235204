package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"

	"ostrakon/ocr/raster"
	"ostrakon/ocr/raster/rastertest"

	"github.com/disintegration/imaging"
)

// FuzzNormalize: whatever the bytes, either one of the four refusals, the same from the header
// unless the pixels are at fault, or a small JPEG of the size stated.
func FuzzNormalize(f *testing.F) {
	img := quarters(24, 16)
	photo := rastertest.JPEG(f, img, 80)
	paletted := image.NewPaletted(img.Rect, color.Palette{color.NRGBA{}, red})
	data := rastertest.PNG(f, image.NewGray(image.Rect(0, 0, 1, 1))) // to interlace: one pass, the others empty
	const ihdr = 8 + 8
	header := append(bytes.Clone(data[ihdr:ihdr+12]), 1)
	for _, seed := range [][]byte{
		nil, []byte("\xff\xd8\xff"), []byte("\x89PNG\r\n\x1a\n"),
		photo, photo[:len(photo)/2],
		rastertest.WithSegments(photo, rastertest.Exif(binary.LittleEndian, 6)),
		rastertest.WithSegments(photo, rastertest.Exif(binary.BigEndian, 3)),
		rastertest.JPEG(f, image.NewGray(img.Rect), 80), rastertest.Progressive(16, 16, 3),
		rastertest.Progressive(16, 16, 65),
		rastertest.Sequential(16, 16, 3, 2), rastertest.Sequential(16, 16, 4, 1),
		rastertest.PNG(f, img), rastertest.PNG(f, paletted), rastertest.PNG(f, image.NewNRGBA64(img.Rect)),
		slices.Concat(data[:8], rastertest.Chunk("IHDR", header), data[ihdr+13+4:]),
		rastertest.PNGHeader(30000, 30000), encodeAs(f, img, imaging.TIFF), encodeAs(f, img, imaging.GIF),
	} {
		f.Add(seed)
	}
	decoder := NewDecoder(1)
	f.Fuzz(func(t *testing.T, data []byte) {
		checked := check(data)
		pic, err := decoder.Normalize(t.Context(), data)
		if checked != nil && (err == nil || err.Error() != checked.Error()) {
			t.Fatalf("header: %v, Normalize: %v", checked, err)
		}
		if err != nil {
			known := []error{raster.ErrEmpty, raster.ErrUnsupported, raster.ErrTooLarge, raster.ErrDamaged}
			if !slices.ContainsFunc(known, func(sentinel error) bool { return errors.Is(err, sentinel) }) {
				t.Fatalf("an error without a sentinel: %v", err)
			}
			return
		}
		cfg, err := jpeg.DecodeConfig(bytes.NewReader(pic.JPEG))
		if err != nil {
			t.Fatal(err)
		}
		if cfg.Width != pic.Width || cfg.Height != pic.Height || max(cfg.Width, cfg.Height) > OutputSide {
			t.Fatalf("the picture says %d x %d, its JPEG %d x %d", pic.Width, pic.Height, cfg.Width, cfg.Height)
		}
	})
}

// BenchmarkNormalize: a photograph at the limit of pixels, and the two kinds of file that repeat
// their scans, as often as is accepted.
func BenchmarkNormalize(b *testing.B) {
	photo := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	noise := uint32(1)
	for i := range photo.Y {
		noise = noise*1664525 + 1013904223
		photo.Y[i] = uint8(i%4000/20) + uint8(noise>>28)
	}
	uploads := []struct {
		name string
		data []byte
	}{
		{"photograph of 12 MP", rastertest.JPEG(b, photo, 85)},
		{"64 progressive scans of 12 MP", rastertest.Progressive(4000, 3000, 64)},
		{"4 sequential scans of 12 MP in CMYK", rastertest.Sequential(4000, 3000, 4, 4)},
	}
	for _, upload := range uploads {
		b.Run(upload.name, func(b *testing.B) {
			decoder := NewDecoder(1)
			b.SetBytes(int64(len(upload.data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := decoder.Normalize(b.Context(), upload.data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
