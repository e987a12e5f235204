package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"testing"

	"ostrakon/ocr/raster/rastertest"
)

func TestOrientation(t *testing.T) {
	// The scene's corners, clockwise from the top left, by the stored ones.
	scenes := map[uint16][4]color.NRGBA{
		1: {red, green, blue, black},
		2: {green, red, black, blue},
		3: {blue, black, red, green},
		4: {black, blue, green, red},
		5: {red, black, blue, green},
		6: {black, red, green, blue},
		7: {blue, green, red, black},
		8: {green, blue, black, red},
	}
	for _, size := range []image.Point{{96, 64}, {704, 480}} { // as it is, and shrunk
		stored := rastertest.JPEG(t, quarters(size.X, size.Y), 90)
		upright, _ := normalize(t, stored)
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			for value, corners := range scenes {
				t.Run(fmt.Sprintf("%d %v of %v", value, order, size), func(t *testing.T) {
					pic, got := normalize(t, rastertest.WithSegments(stored, rastertest.Exif(order, value)))
					w, h := upright.Width, upright.Height
					if value >= 5 {
						w, h = h, w
					}
					if pic.Width != w || pic.Height != h {
						t.Fatalf("%d x %d, want %d x %d", pic.Width, pic.Height, w, h)
					}
					wantColor(t, got, 2, 2, corners[0])
					wantColor(t, got, w-3, 2, corners[1])
					wantColor(t, got, w-3, h-3, corners[2])
					wantColor(t, got, 2, h-3, corners[3])
				})
			}
		}
	}
}

func TestOrientationThatCannotBeUnderstoodIsUpright(t *testing.T) {
	le := binary.LittleEndian
	good := rastertest.Exif(le, 6)
	edit := func(offset int, b ...byte) []byte { // offsets count from the TIFF header
		out := bytes.Clone(good)
		copy(out[4+6+offset:], b)
		return out
	}
	const entry = 8 + 2 + 12 // the orientation is the second entry
	tests := map[string][]byte{
		"value 0":                   rastertest.Exif(le, 0),
		"value 9":                   rastertest.Exif(le, 9),
		"value 65535":               rastertest.Exif(le, 65535),
		"neither byte order":        edit(0, 'X', 'X'),
		"not 42":                    edit(2, 43),
		"directory beyond the end":  edit(4, 0xff, 0xff, 0xff, 0xff),
		"directory at the very end": edit(4, byte(len(good)-4-6-1)),
		"more entries than bytes":   edit(8, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		"no entries":                edit(8, 0, 0),
		"type is not SHORT":         edit(entry+2, 4),
		"count is not one":          edit(entry+4, 2),
		"another tag":               edit(entry, 0x13),
		"no TIFF header":            rastertest.Segment(rastertest.MarkerAPP1, []byte("Exif\x00\x00")...),
		"cut inside the TIFF header": rastertest.Segment(rastertest.MarkerAPP1,
			[]byte("Exif\x00\x00II*\x00\x08\x00\x00")...),
		"cut inside the entry":        rastertest.Segment(rastertest.MarkerAPP1, good[4:4+6+entry+8]...),
		"another application segment": rastertest.Segment(0xe2, good[4:]...),
	}
	stored := rastertest.JPEG(t, quarters(96, 64), 90)
	for name, app1 := range tests {
		t.Run(name, func(t *testing.T) {
			pic, got := normalize(t, rastertest.WithSegments(stored, app1))
			if pic.Width != 96 || pic.Height != 64 {
				t.Errorf("%d x %d, want 96 x 64", pic.Width, pic.Height)
			}
			wantColor(t, got, 2, 2, red)
		})
	}
	t.Run("XMP before it does not hide it", func(t *testing.T) {
		xmp := rastertest.Segment(rastertest.MarkerAPP1, []byte("http://ns.adobe.com/xap/1.0/\x00<x/>")...)
		pic, got := normalize(t, rastertest.WithSegments(stored, xmp, good))
		if pic.Width != 64 || pic.Height != 96 {
			t.Errorf("%d x %d, want 64 x 96", pic.Width, pic.Height)
		}
		wantColor(t, got, 2, 2, black)
	})
}
